//! Makes Markdown from the web safe to insert into a note: replaces images, links into the vault
//! and links that do not lead to the web by their text, and converts or removes raw HTML.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};
use url::Url;

use crate::notes::note::frontmatter;
use crate::values::StableSort;
use crate::values::text::one_line;
use crate::web::page::response::code_block::fenced_code_block;

/// Markdown that is safe to insert into a note.
pub struct SanitizedMarkdown {
    /// The text of the first heading, used as a title; empty if there is none.
    pub first_heading: String,
    /// The Markdown without images, raw HTML and forbidden links.
    pub markdown: String,
}

/// Makes Markdown from the web safe to insert into a note. `base` is the URL that its links are
/// relative to, and `from_html` converts a fragment of HTML to Markdown.
pub fn sanitize_markdown(
    text: &str,
    base: Option<&Url>,
    from_html: impl Fn(&str) -> String,
) -> SanitizedMarkdown {
    let mut markdown = frontmatter::text_after_frontmatter(text).to_owned();
    // When HTML or a link is removed, the texts around it may together form new markup. So the
    // result is sanitized again, until nothing changes.
    for _ in 0..MAX_SANITIZE_PASSES {
        let mut sanitizer = MarkdownSanitizer {
            base,
            from_html: &from_html,
            edits: Vec::new(),
            title: String::new(),
            open: None,
            html: None,
        };
        let mut events = Parser::new_ext(&markdown, parser_options()).into_offset_iter();
        for (event, range) in events.by_ref() {
            sanitizer.handle_event(event, range, &markdown);
        }
        let definitions = events.reference_definitions().iter();
        let unsafe_definitions = definitions
            .filter(|(_, link)| !sanitizer.is_allowed_link(LinkType::Reference, &link.dest))
            .map(|(_, link)| (link.span.clone(), String::new()));
        let unsafe_definitions: Vec<_> = unsafe_definitions.collect();
        sanitizer.edits.extend(unsafe_definitions);
        sanitizer.edits.stable_sort_by_key(|(range, _)| range.start);
        if sanitizer.edits.is_empty() {
            return SanitizedMarkdown {
                first_heading: one_line::single_line(&sanitizer.title),
                markdown,
            };
        }
        markdown = apply_edits(&markdown, sanitizer.edits);
    }
    SanitizedMarkdown { first_heading: String::new(), markdown: fenced_code_block(&markdown, "") }
}

/// Maximum number of times that a text is sanitized. A text that is still unsafe then becomes a
/// code block.
const MAX_SANITIZE_PASSES: usize = 5;

/// Returns the extensions of Markdown that the parser recognises, such as tables and Obsidian
/// links.
fn parser_options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_MATH
        | Options::ENABLE_WIKILINKS
}

struct MarkdownSanitizer<'u, W> {
    base: Option<&'u Url>,
    from_html: W,
    /// Byte ranges of HTML, images and forbidden links in the text, and the texts that replace
    /// them.
    edits: Vec<(Range<usize>, String)>,
    /// The first heading; begins with a line break while the heading is being read.
    title: String,
    /// The byte range of the outermost image or link that is being read and will be replaced by its
    /// text, and that text so far.
    open: Option<(Range<usize>, String)>,
    /// The byte range of the HTML block that is being read.
    html: Option<Range<usize>>,
}

impl<W: Fn(&str) -> String> MarkdownSanitizer<'_, W> {
    /// Records which edits an event of the parser makes necessary.
    fn handle_event(&mut self, event: Event<'_>, range: Range<usize>, text: &str) {
        match event {
            Event::Start(Tag::Image { .. }) => self.start_link_replacement(range),
            Event::Start(Tag::Link { link_type, ref dest_url, .. })
                if !self.is_allowed_link(link_type, dest_url) =>
            {
                self.start_link_replacement(range);
            }
            Event::End(TagEnd::Image | TagEnd::Link) => self.finish_link_replacement(&range),
            Event::Start(Tag::HtmlBlock) => self.html = Some(range),
            Event::End(TagEnd::HtmlBlock) => {
                let range = self.html.take().unwrap_or(range);
                let html = text.get(range.clone()).unwrap_or_default();
                self.edits.push((range, format!("{}\n", (self.from_html)(html).trim())));
            }
            Event::InlineHtml(_) => self.edits.push((range, String::new())),
            Event::Text(words) | Event::Code(words) => self.collect_words(&words),
            Event::SoftBreak | Event::HardBreak => self.collect_words(" "),
            Event::Start(Tag::Heading { .. }) if self.title.is_empty() => self.title.push('\n'),
            Event::End(TagEnd::Heading(_)) if self.title.starts_with('\n') => {
                self.title = self.title.trim().to_owned();
            }
            _ => {}
        }
    }

    /// Adds words to the text of the image or link that is being read, and to the title while the
    /// first heading is being read.
    fn collect_words(&mut self, words: &str) {
        if let Some((_, open)) = &mut self.open {
            open.push_str(words);
        }
        if self.title.starts_with('\n') {
            self.title.push_str(words);
        }
    }

    /// Begins to collect the text of an image or link that will be replaced by this text. An image
    /// or link inside another one is ignored.
    fn start_link_replacement(&mut self, range: Range<usize>) {
        self.open.get_or_insert((range, String::new()));
    }

    /// If the image or link with this byte range is one that must be replaced, records an edit that
    /// replaces it by its text.
    fn finish_link_replacement(&mut self, range: &Range<usize>) {
        if let Some((range, words)) = self.open.take_if(|(open, _)| open == range) {
            self.edits.push((range, escape_all_markdown(&words)));
        }
    }

    /// Whether a link leads to the web, to a mail address or to a part of the same text.
    fn is_allowed_link(&self, kind: LinkType, address: &str) -> bool {
        let is_wiki = matches!(kind, LinkType::WikiLink { .. });
        let is_fragment = address.starts_with('#');
        let is_web = || match self.base {
            Some(base) => {
                base.join(address).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
            }
            None => address.starts_with("https://") || address.starts_with("http://"),
        };
        !is_wiki && (is_fragment || is_web() || kind == LinkType::Email)
    }
}

/// Escapes all characters that could be Markdown, and replaces control characters by spaces.
fn escape_all_markdown(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for c in words.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '$' | '|' | '~') {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
    out
}

/// Replaces each byte range in `edits` by its text. If ranges overlap, only the one that begins
/// first is replaced; of those that begin together, the longest.
fn apply_edits(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.stable_sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (range, words) in edits {
        if range.start < done {
            continue;
        }
        out.push_str(text.get(done..range.start).unwrap_or_default());
        out.push_str(&words);
        done = range.end;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let base = Url::parse("https://e.org/a/").unwrap();
        let found = sanitize_markdown(text, Some(&base), |html| format!("({})", html.len()));
        assert_eq!(found.markdown, expected, "{text}");
    }

    #[test]
    fn safe_markdown_is_not_changed() {
        for text in [
            "# Title\n\nWords *and* **more** `<b>` here.",
            "- [a](https://e.org)\n- [b](c.md)\n- [d](#e)",
            "```html\n<script>x</script>\n```",
            "| a | b |\n|---|---|\n| 1 | 2 |",
            "$a<b>c$",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn images_and_unsafe_links_become_their_text() {
        check("See ![a *cat*](https://e.org/x.png).", "See a cat.");
        check("[![badge](b.svg)](https://e.org)", "[badge](https://e.org)");
        check("[run](javascript:x) [[Note]] ![[Note]]", "run Note Note");
        check("![a_b](x)", "a\\_b");
        check("[![x](y)](obsidian://z)", "x");
    }

    #[test]
    fn the_remaining_text_does_not_form_new_markup() {
        let base = Url::parse("https://e.org/").unwrap();
        for text in [
            "a <<b></b>img src=x onerror=alert(1)> b",
            "<<b></b>script>alert(1)<<b></b>/script>",
            "a [<b></b>[Note]] b",
            "a !<b></b>[x](https://e.org/a.png) b",
            "[a]: javascript:x\n\n[a]",
        ] {
            let sanitized = sanitize_markdown(text, Some(&base), |_| String::new()).markdown;
            let bad = ["<img", "<script", "[[Note", "![x", "javascript"];
            assert!(bad.iter().all(|bad| !sanitized.contains(bad)), "{text}: {sanitized}");
        }
    }

    #[test]
    fn raw_html_is_written_as_markdown() {
        check("a <b onclick=x>c</b> d", "a c d");
        check("<p align=center>\nHi\n</p>\n\nText", "(25)\n\nText");
        check("---\nkey: value\n---\nText", "Text");
    }

    #[test]
    fn the_first_heading_is_the_title() {
        let check = |text: &str, expected: &str| {
            assert_eq!(
                sanitize_markdown(text, None, str::to_owned).first_heading,
                expected,
                "{text}"
            );
        };
        check("text\n\n## The `real` *title*\n\n# Other", "The real title");
        check("no heading", "");
    }
}
