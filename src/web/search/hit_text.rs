//! Converts titles, snippets and names of a hit to plain text on one line: no tags, no entities, no
//! invisible or reordering characters, limited in length.

use crate::values::html::{Tag, html_text, parse};
use crate::values::text::one_line;

/// Maximum number of characters of a title or a name.
const MAX_TITLE_CHARS: usize = 300;

/// Maximum number of characters of a snippet; the rest is cut off. Enough to judge a hit, few
/// enough to store hundreds of hits.
const MAX_SNIPPET_CHARS: usize = 1_000;

/// Maximum number of authors that are stored per hit; some papers have thousands.
const MAX_AUTHORS: usize = 10;

/// Converts a title from plain text to one short line. HTML entities are decoded.
pub fn clean_title(text: &str) -> String {
    one_line::truncated_line(&html_text::unescape_html(text), MAX_TITLE_CHARS)
}

/// Converts a snippet from plain text to one short line. HTML entities are decoded.
pub fn clean_snippet(text: &str) -> String {
    one_line::truncated_line(&html_text::unescape_html(text), MAX_SNIPPET_CHARS)
}

/// Converts a title from HTML to one short line of plain text.
pub fn title_from_html(html: &str) -> String {
    one_line::truncated_line(&visible_text(html), MAX_TITLE_CHARS)
}

/// Converts a snippet from HTML to one short line of plain text.
pub fn snippet_from_html(html: &str) -> String {
    one_line::truncated_line(&visible_text(html), MAX_SNIPPET_CHARS)
}

/// Converts the names of authors to short lines of plain text, and drops empty names.
pub fn clean_authors<'t>(names: impl Iterator<Item = &'t str>) -> Vec<String> {
    names.map(clean_title).filter(|name| !name.is_empty()).take(MAX_AUTHORS).collect()
}

/// Returns the text of an HTML fragment that a reader would see: without tags, scripts and styles.
fn visible_text(html: &str) -> String {
    let dom = parse::parse(html);
    let mut text = String::new();
    let mut walk = dom.walk(dom.body());
    while let Some(id) = walk.next() {
        let tag = dom.tag(id);
        if tag.has_no_readable_text() || tag == Tag::Title {
            walk.skip_subtree(id);
        } else if let Some(words) = dom.text(id) {
            text.push_str(words);
        } else if !tag.is_inline() || tag == Tag::Br {
            text.push(' ');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_its_visible_text() {
        let check = |html: &str, expected: &str| {
            assert_eq!(snippet_from_html(html), expected, "{html}");
        };
        check("a <b>bold</b>&nbsp;word &amp; more", "a bold word & more");
        check("<p>One.</p><p>H<sub>2</sub>O</p>", "One. H2O");
        check("one<br>two", "one two");
        check("<script>bad()</script><style>x</style>good", "good");
        check("if a &lt; b", "if a < b");
        check("a\u{200b}b\u{202e}c\u{e0041}\u{7}d", "abc d");
        check("", "");
        check("<", "<");
        check("<div", "");
    }

    #[test]
    fn text_keeps_what_only_looks_like_html() {
        let check =
            |text: &str, expected: &str| assert_eq!(clean_snippet(text), expected, "{text}");
        check("for $x < y$ and $y > z$", "for $x < y$ and $y > z$");
        check("Salt &amp; pepper", "Salt & pepper");
        check("so <em>very</em> good", "so very good");
    }

    #[test]
    fn a_long_snippet_is_cut_between_words() {
        let cut = clean_snippet(&"word ".repeat(500));
        assert_eq!((cut.chars().count(), cut.ends_with("word")), (999, true));
    }
}
