//! The text of HTML elements and of values that hold HTML.

use std::borrow::Cow;

use crate::page::dom::{Dom, NodeId};
use crate::page::parse;
use crate::page::tag::Tag;
use crate::text::one_line::single_line;

/// Characters and nodes that are read of an element that should hold a title, a name or a date.
const MOST_CHARACTERS: usize = 1000;
const MOST_NODES: usize = 300;

/// A title, a name or the like of a data block.
pub fn clean_unescaped(text: &str) -> String {
    single_line(&unescaped(text))
}

/// A text of a data block: such texts are often escaped once too much, or hold tags.
pub fn unescaped(text: &str) -> Cow<'_, str> {
    let has_tags = text.contains("</") || text.contains("<br");
    let has_entities = text.contains('&') && text.contains(';');
    if has_tags {
        Cow::Owned(from_html(text))
    } else if has_entities {
        Cow::Owned(from_html(&text.replace('<', "&lt;")))
    } else {
        Cow::Borrowed(text)
    }
}

/// The text of a piece of HTML, a line for each block of it.
pub fn from_html(html: &str) -> String {
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
    single_line(&text)
}

/// The text of a heading, without the sign of a link to its own place.
pub fn of_heading(dom: &Dom, id: NodeId) -> String {
    let text = of_element(dom, id);
    text.trim_end_matches(['¶', '#', '§', '🔗', ' ']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_data_blocks_are_unescaped() {
        let check =
            |text: &str, expected: &str| assert_eq!(clean_unescaped(text), expected, "{text:?}");
        check("Salt &amp; pepper", "Salt & pepper");
        check("It&#8217;s <em>here</em>", "It’s here");
        check("Vec<T> &amp; friends", "Vec<T> & friends");
        check("if a < b", "if a < b");
    }
}
