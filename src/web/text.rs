//! What services write about a hit, as plain text on one line: no tags, no entities, nothing that
//! hides or reorders text, and not too long.

use crate::page::tag::Tag;
use crate::page::{html_text, parse};
use crate::text::one_line;

/// Characters of a title or a name.
const LONGEST_TITLE: usize = 300;

/// Characters of a snippet: enough to judge a hit by, and little enough to keep hundreds.
const LONGEST_SNIPPET: usize = 1_000;

/// Names of authors that are kept.
const MOST_AUTHORS: usize = 10;

/// A title that is text.
pub fn title(text: &str) -> String {
    one_line::truncated_line(&html_text::unescaped(text), LONGEST_TITLE)
}

/// A snippet that is text.
pub fn snippet(text: &str) -> String {
    one_line::truncated_line(&html_text::unescaped(text), LONGEST_SNIPPET)
}

/// A title that is HTML.
pub fn title_of_html(html: &str) -> String {
    one_line::truncated_line(&shown(html), LONGEST_TITLE)
}

/// A snippet that is HTML.
pub fn snippet_of_html(html: &str) -> String {
    one_line::truncated_line(&shown(html), LONGEST_SNIPPET)
}

/// Names of people, without empty ones.
pub fn authors<'t>(names: impl Iterator<Item = &'t str>) -> Vec<String> {
    names.map(title).filter(|name| !name.is_empty()).take(MOST_AUTHORS).collect()
}

/// The text of a piece of HTML as far as it is shown.
fn shown(html: &str) -> String {
    let dom = parse::parse(html);
    let mut text = String::new();
    let mut walk = dom.walk(dom.body());
    while let Some(id) = walk.next() {
        let tag = dom.tag(id);
        if tag.is_silent() || tag == Tag::Title {
            walk.skip_inside(id);
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
    fn html_becomes_the_text_that_is_shown() {
        let check = |html: &str, expected: &str| {
            assert_eq!(snippet_of_html(html), expected, "{html}");
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
        let check = |text: &str, expected: &str| assert_eq!(snippet(text), expected, "{text}");
        check("for $x < y$ and $y > z$", "for $x < y$ and $y > z$");
        check("Salt &amp; pepper", "Salt & pepper");
        check("so <em>very</em> good", "so very good");
    }

    #[test]
    fn a_long_snippet_is_cut_between_words() {
        let cut = snippet(&"word ".repeat(500));
        assert_eq!((cut.chars().count(), cut.ends_with("word")), (999, true));
    }
}
