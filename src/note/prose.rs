//! What a note says, without its markup: plain text for counting words and quoting sentences.
//!
//! Frontmatter, code blocks, comments, HTML, images, embeds and bare addresses say nothing
//! that can be quoted, so they are left out.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use unicode_segmentation::UnicodeSegmentation;

/// The plain text of some Markdown: one line a block, list item or table row.
pub fn plain(markdown: &str) -> String {
    let markdown = without_comments(markdown);
    let options = Options::ENABLE_WIKILINKS
        | Options::ENABLE_TABLES
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut text = String::with_capacity(markdown.len());
    let mut silent = 0_usize;
    for event in Parser::new_ext(&markdown, options) {
        match event {
            Event::Start(tag) if says_nothing(&tag) => silent += 1,
            Event::End(end) if ends_silence(end) => silent = silent.saturating_sub(1),
            Event::Text(words) | Event::Code(words) if silent == 0 => text.push_str(&words),
            Event::SoftBreak | Event::HardBreak if is_callout_head(&text) => text.push('\n'),
            Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::TableCell) => text.push(' '),
            Event::Start(Tag::List(_)) => text.push('\n'),
            Event::End(end) if ends_line(end) => text.push('\n'),
            _ => {}
        }
    }
    tidy(&text)
}

/// The sentences of some plain text, in order, as they stand.
pub fn sentences(plain: &str) -> Vec<&str> {
    let lines = plain.lines();
    let parts = lines.flat_map(UnicodeSegmentation::split_sentence_bounds);
    parts.map(str::trim).filter(|sentence| !sentence.is_empty()).collect()
}

fn says_nothing(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::MetadataBlock(_) | Tag::Image { .. })
}

fn ends_silence(end: TagEnd) -> bool {
    matches!(end, TagEnd::CodeBlock | TagEnd::HtmlBlock | TagEnd::MetadataBlock(_) | TagEnd::Image)
}

fn ends_line(end: TagEnd) -> bool {
    matches!(
        end,
        TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::Item
            | TagEnd::TableRow
            | TagEnd::TableHead
    )
}

/// `%%` hides text in Obsidian; code keeps its `%%`, but code is not quoted anyway.
fn without_comments(markdown: &str) -> String {
    let mut parts = markdown.split("%%");
    let mut visible = parts.next().unwrap_or_default().to_owned();
    while let (Some(_hidden), after) = (parts.next(), parts.next()) {
        visible.push_str(after.unwrap_or_default());
    }
    visible
}

/// Drops highlight marks, callout heads, block ids and bare addresses, and folds white space.
fn tidy(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let line = line.replace("==", "");
        let line = without_callout(line.trim());
        let words = line.split_whitespace().filter(|word| !is_block_id(word) && !is_address(word));
        words.collect::<Vec<_>>().join(" ")
    });
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Whether the line that is being written is the head of a callout, whose title is no part of
/// the sentence below it.
fn is_callout_head(text: &str) -> bool {
    text.rsplit('\n').next().is_some_and(|line| line.starts_with("[!"))
}

fn without_callout(line: &str) -> &str {
    let inner = line.strip_prefix("[!").and_then(|rest| rest.split_once(']'));
    inner.map_or(line, |(_, title)| title.trim_start_matches(['-', '+']))
}

fn is_address(word: &str) -> bool {
    word.starts_with("https://") || word.starts_with("http://")
}

fn is_block_id(word: &str) -> bool {
    word.strip_prefix('^')
        .is_some_and(|id| !id.is_empty() && id.chars().all(|c| c.is_alphanumeric() || c == '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(markdown: &str, expected: &str) {
        assert_eq!(plain(markdown), expected, "{markdown}");
    }

    #[test]
    fn markup_goes_and_words_stay() {
        check("**A** _b_ `c` ==d== [e](https://x) [[F|g]] [[H]]", "A b c d e g H");
        check("# T\n\n- one\n- [ ] two\n\n1. three", "T\none\ntwo\nthree");
        check("a\nb  \nc", "a b c");
        check("|x|y|\n|-|-|\n|1|2|\n", "x y\n1 2");
        check("> [!note]- Title\n> words ^id-1", "Title\nwords");
        check("- a\n  - b\n- c", "a\nb\nc");
    }

    #[test]
    fn what_cannot_be_quoted_is_left_out() {
        check("---\na: b\n---\ntext", "text");
        check(
            "a\n\n```js\ncode\n```\n\n<div>x</div>\n\n![alt](i.png) ![[e]] b <https://x.org> c",
            "a\nb c",
        );
        check("a %%hidden%% b %% open", "a b");
    }

    #[test]
    fn sentences_end_where_a_reader_ends_them() {
        assert_eq!(
            sentences("One is 3.5 g. Two! Is it?\nLine"),
            ["One is 3.5 g.", "Two!", "Is it?", "Line"]
        );
        assert_eq!(sentences("堆肥需要氧气。它会发热。"), ["堆肥需要氧气。", "它会发热。"]);
    }
}
