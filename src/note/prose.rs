//! What a note says, without its markup: plain text for counting words and quoting sentences.
//!
//! Frontmatter, code blocks, comments, HTML, images, embeds and bare addresses say nothing
//! that can be quoted, so they are left out.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use unicode_segmentation::UnicodeSegmentation;

use crate::note::{frontmatter, spans, with_line_feeds};

/// The plain text of some Markdown: one line a block, list item or table row.
pub fn plain(markdown: &str) -> String {
    written(markdown, Tables::AsText)
}

/// What stands between the cells of a row where they are kept apart.
pub const CELL: &str = " | ";

/// The plain text with `CELL` between the cells of tables, and without their headers, which name
/// columns and say nothing.
pub fn plain_by_cell(markdown: &str) -> String {
    written(markdown, Tables::ByCell)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tables {
    AsText,
    ByCell,
}

fn written(markdown: &str, tables: Tables) -> String {
    let by_cell = tables == Tables::ByCell;
    let visible = spans::without_comments(frontmatter::body(markdown));
    let mut text = Writer { text: String::with_capacity(visible.len()), line: 0 };
    let mut silent = 0_usize;
    for event in Parser::new_ext(&visible, MARKUP) {
        match event {
            Event::Start(tag) if says_nothing(&tag) => silent += 1,
            Event::End(end) if ends_silence(end) => silent = silent.saturating_sub(1),
            Event::Start(Tag::TableHead) if by_cell => silent += 1,
            Event::End(TagEnd::TableHead) if by_cell => silent = silent.saturating_sub(1),
            Event::End(TagEnd::TableCell) if by_cell && silent == 0 => text.text.push_str(CELL),
            Event::Text(words) | Event::Code(words) if silent == 0 => text.text.push_str(&words),
            Event::SoftBreak | Event::HardBreak if text.is_callout_head() => text.end_line(),
            Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::TableCell) => {
                text.text.push(' ')
            }
            Event::Start(Tag::List(_)) => text.end_line(),
            Event::End(end) if ends_line(end) => text.end_line(),
            _ => {}
        }
    }
    tidy(&text.text)
}

/// What stands between `==` and `==` outside code, in order.
pub fn highlights(markdown: &str) -> Vec<String> {
    let visible = spans::without_comments(frontmatter::body(markdown));
    let mut found = Vec::new();
    let mut block = String::new();
    let mut silent = 0_usize;
    for event in Parser::new_ext(&visible, MARKUP) {
        match event {
            Event::Start(tag) if says_nothing(&tag) => silent += 1,
            Event::End(end) if ends_silence(end) => silent = silent.saturating_sub(1),
            Event::Text(words) if silent == 0 => block.push_str(&words),
            Event::Code(words) if silent == 0 => block.push_str(&words.replace('=', "")),
            Event::SoftBreak | Event::HardBreak => block.push(' '),
            Event::End(end) if ends_line(end) => {
                let parts: Vec<&str> = block.split("==").collect();
                let marked =
                    parts.iter().skip(1).step_by(2).take(parts.len().saturating_sub(1) / 2);
                found.extend(
                    marked.map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()),
                );
                block.clear();
            }
            _ => {}
        }
    }
    found
}

/// What the writer set apart: headings, words in bold and links to notes, as they are shown.
pub fn set_apart(markdown: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = 0_usize;
    let mut text = String::new();
    let lines = with_line_feeds(frontmatter::body(markdown));
    for event in Parser::new_ext(&lines, Options::ENABLE_WIKILINKS) {
        match event {
            Event::Start(tag) if sets_apart(&tag) => open += 1,
            Event::End(TagEnd::Heading(_) | TagEnd::Strong | TagEnd::Link) => {
                open = open.saturating_sub(1);
                if open == 0 && !text.is_empty() {
                    found.push(std::mem::take(&mut text));
                }
            }
            Event::Text(words) | Event::Code(words) if open > 0 => text.push_str(&words),
            Event::SoftBreak | Event::HardBreak if open > 0 => text.push(' '),
            _ => {}
        }
    }
    found
}

fn sets_apart(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::Heading { .. } | Tag::Strong | Tag::Link { .. })
}

const MARKUP: Options = Options::ENABLE_WIKILINKS
    .union(Options::ENABLE_TABLES)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_STRIKETHROUGH);

/// The text so far, and where its last line begins.
struct Writer {
    text: String,
    line: usize,
}

impl Writer {
    fn end_line(&mut self) {
        self.text.push('\n');
        self.line = self.text.len();
    }

    /// Whether the line that is being written is the head of a callout, whose title is no part
    /// of the sentence below it.
    fn is_callout_head(&self) -> bool {
        self.text.get(self.line..).is_some_and(|line| line.starts_with("[!"))
    }
}

/// Signs and blanks in a row after which a sentence ends in any case.
const LONGEST_RUN: usize = 64;

/// A text cut where its sentences begin; together the parts are the text. Unicode's rules look
/// ahead from every blank behind a full stop, so a long row of blanks would cost time that grows
/// with the square of the text: it is cut before.
pub fn sentence_bounds(text: &str) -> impl Iterator<Item = &str> {
    let mut run = 0;
    let ends_part = move |letter: char| {
        run = if letter.is_alphanumeric() || run == LONGEST_RUN { 0 } else { run + 1 };
        run == LONGEST_RUN
    };
    text.split_inclusive(ends_part).flat_map(UnicodeSegmentation::split_sentence_bounds)
}

/// The sentences of some plain text, in order, as they stand.
pub fn sentences(plain: &str) -> Vec<&str> {
    let lines = plain.lines();
    let parts = lines.flat_map(sentence_bounds);
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
        check("Use `%%` to hide.\n\n```\n%% Section\n```\n\nSeen.", "Use %% to hide.\nSeen.");
        check("a\n\n---\n\nb\n\n---\n\nc", "a\nb\nc");
    }

    #[test]
    fn highlights_are_what_a_person_marked() {
        assert_eq!(
            highlights("a ==b c== `x == y` ==d\ne== ==open\n\n```\n==f==\n```\n"),
            ["b c", "d e"]
        );
    }

    #[test]
    fn tables_can_be_read_cell_by_cell() {
        assert_eq!(plain_by_cell("a\n\n|x|y|\n|-|-|\n|1|2 b|\n"), "a\n1 | 2 b |");
    }

    #[test]
    fn headings_bold_words_and_links_are_set_apart() {
        assert_eq!(
            set_apart(
                "---\na: b\n---\n# Cold [[Brew]]\n\n**\"Less acid.\"** Only **so\nso**, [[x|y]]."
            ),
            ["Cold Brew", "\"Less acid.\"", "so so", "y"]
        );
    }

    #[test]
    fn sentences_end_where_a_reader_ends_them() {
        assert_eq!(
            sentences("One is 3.5 g. Two! Is it?\nLine"),
            ["One is 3.5 g.", "Two!", "Is it?", "Line"]
        );
        assert_eq!(sentences("堆肥需要氧气。它会发热。"), ["堆肥需要氧气。", "它会发热。"]);
    }

    #[test]
    fn a_long_row_of_blanks_ends_a_sentence() {
        let check = |text: &str, parts: usize| {
            let found: Vec<&str> = sentence_bounds(text).collect();
            assert_eq!((found.len(), found.concat().as_str()), (parts, text), "{text:?}");
        };
        check("", 0);
        check(&format!("a.{}1 and so on", " ".repeat(LONGEST_RUN - 2)), 1);
        check(&format!("a.{}1 and so on", " ".repeat(LONGEST_RUN - 1)), 2);
        check(&" ".repeat(3 * LONGEST_RUN), 3);
        // With the rules of Unicode alone this takes minutes.
        let long = format!("a.{}{}", " ".repeat(100_000), "1 ".repeat(100_000));
        assert_eq!(sentence_bounds(&long).map(str::len).sum::<usize>(), long.len());
    }
}
