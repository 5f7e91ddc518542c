//! What a page says about itself as words to be shown: on one line, without characters that hide
//! or reorder text, and not too long.

use std::borrow::Cow;

use super::super::dom::{Dom, NodeId};
use super::super::parse;
use super::super::tag::Tag;
use crate::note::unseen;

/// Characters of a title, a name or the like. Longer ones are not titles but texts.
const LONGEST: usize = 300;

/// Characters and nodes that are read of an element that should hold a title, a name or a date.
const MOST_CHARACTERS: usize = 1000;
const MOST_NODES: usize = 300;

/// A title, a name or the like on one line.
pub fn clean(text: &str) -> String {
    line(text, LONGEST)
}

/// A text on one line, cut between words to so many characters.
pub fn line(text: &str, longest: usize) -> String {
    let mut line = String::new();
    let mut count = 0;
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        let word: String = word.chars().filter(|c| !is_invisible(*c)).collect();
        if word.is_empty() {
            continue;
        }
        let gap = usize::from(count > 0);
        let room = longest.saturating_sub(count + gap);
        let length = word.chars().count();
        if length > room && count > 0 {
            break;
        }
        line.extend((gap > 0).then_some(' '));
        line.extend(word.chars().take(room));
        count += gap + length.min(room);
    }
    line
}

/// A title, a name or the like of a data block.
pub fn plain(text: &str) -> String {
    clean(&unescaped(text))
}

/// A text of a data block: such texts are often escaped once too much, or hold tags.
pub fn unescaped(text: &str) -> Cow<'_, str> {
    let has_tags = text.contains("</") || text.contains("<br");
    let has_entities = text.contains('&') && text.contains(';');
    if has_tags {
        Cow::Owned(text_of_html(text))
    } else if has_entities {
        Cow::Owned(text_of_html(&text.replace('<', "&lt;")))
    } else {
        Cow::Borrowed(text)
    }
}

/// The text of a piece of HTML, a line for each block of it.
pub fn text_of_html(html: &str) -> String {
    let dom = parse::parse(html);
    let mut text = String::new();
    for id in dom.walk(dom.root()) {
        match dom.text(id) {
            Some(words) => text.push_str(words),
            None if !dom.tag(id).is_inline() && !text.ends_with('\n') => text.push('\n'),
            None => {}
        }
    }
    text
}

/// The text of an element on one line. Reads only its beginning, so that elements which stand in
/// each other do not cost more than the page.
pub fn of_element(dom: &Dom, id: NodeId) -> String {
    let mut text = String::new();
    let mut count = 0;
    let mut walk = dom.walk(id);
    for _ in 0..MOST_NODES {
        let Some(node) = walk.next() else { break };
        if dom.tag(node).is_silent() || dom.tag(node) == Tag::Button {
            walk.skip_inside(node);
        } else if let Some(words) = dom.text(node) {
            let room = MOST_CHARACTERS.saturating_sub(count);
            text.extend(words.chars().take(room));
            count += words.chars().take(room).count();
        } else if !dom.tag(node).is_inline() {
            text.push(' ');
        }
        if count >= MOST_CHARACTERS {
            break;
        }
    }
    clean(&text)
}

/// The text of a heading, without the sign of a link to its own place.
pub fn of_heading(dom: &Dom, id: NodeId) -> String {
    let text = of_element(dom, id);
    text.trim_end_matches(['¶', '#', '§', '🔗', ' ']).to_owned()
}

/// What two texts are compared by: their letters and digits in lower case.
pub fn key(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Characters that hide or reorder text. The joiners stay: some scripts and emoji need them.
fn is_invisible(c: char) -> bool {
    unseen::is_unseen(c) && !unseen::joins(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_one_line_without_hidden_characters() {
        let check = |text: &str, expected: &str| assert_eq!(clean(text), expected, "{text:?}");
        check("  Two\n\twords ", "Two words");
        check("a\u{202e}b\u{200b}c\u{e0041}d", "abcd");
        check("one\u{0}two", "one two");
        check("می\u{200c}خواهم", "می\u{200c}خواهم");
        check("\u{feff} \u{200e}", "");
    }

    #[test]
    fn a_long_text_is_cut_between_words() {
        let cut = clean(&"word ".repeat(200));
        assert_eq!(cut.chars().count(), 299);
        assert!(cut.ends_with("word"));
        assert_eq!(clean(&"界".repeat(500)).chars().count(), 300);
    }

    #[test]
    fn texts_of_data_blocks_are_unescaped() {
        let check = |text: &str, expected: &str| assert_eq!(plain(text), expected, "{text:?}");
        check("Salt &amp; pepper", "Salt & pepper");
        check("It&#8217;s <em>here</em>", "It’s here");
        check("Vec<T> &amp; friends", "Vec<T> & friends");
        check("if a < b", "if a < b");
    }
}
