//! Reads the text of HTML elements, and of strings that contain HTML.

use std::borrow::Cow;

use crate::values::html::dom::{Dom, NodeId};
use crate::values::html::parse;
use crate::values::html::tag::Tag;
use crate::values::text::single_line;

/// Maximum number of characters that are read from an element with a title, a name or a date. The
/// text after them is ignored.
const MAX_ELEMENT_TEXT_CHARS: usize = 1000;

/// Maximum number of nodes that are read from an element with a title, a name or a date. The nodes
/// after them are ignored.
const MAX_NODES_PER_ELEMENT: usize = 300;

/// Puts a short text from metadata, such as a title, on one line, removes HTML tags from it, and
/// replaces entities such as `&amp;` by their characters.
pub fn unescape_to_single_line(text: &str) -> String {
    single_line(&unescape_html(text))
}

/// Removes HTML tags from the text of a metadata field and replaces entities such as `&amp;` by
/// their characters. Sites often put HTML into metadata by mistake.
pub fn unescape_html(text: &str) -> Cow<'_, str> {
    let has_tags = text.contains("</") || text.contains("<br");
    let has_entities = text.contains('&') && text.contains(';');
    if has_tags {
        Cow::Owned(html_to_text(text))
    } else if has_entities {
        Cow::Owned(html_to_text(&text.replace('<', "&lt;")))
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns the text of a fragment of HTML, with one line for each block element.
pub fn html_to_text(html: &str) -> String {
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

/// Returns the text of an element on one line. Reads only its beginning: this is called for
/// elements inside each other, so the same long text would be read many times.
pub fn element_text(dom: &Dom, id: NodeId) -> String {
    let mut text = String::new();
    let mut count = 0;
    let mut walk = dom.walk(id);
    for _ in 0..MAX_NODES_PER_ELEMENT {
        let Some(node) = walk.next() else { break };
        if dom.tag(node).has_no_readable_text() || dom.tag(node) == Tag::Button {
            walk.skip_subtree(node);
        } else if let Some(words) = dom.text(node) {
            let remaining = MAX_ELEMENT_TEXT_CHARS.saturating_sub(count);
            text.extend(words.chars().take(remaining));
            count += words.chars().take(remaining).count();
        } else if !dom.tag(node).is_inline() {
            text.push(' ');
        }
        if count >= MAX_ELEMENT_TEXT_CHARS {
            break;
        }
    }
    single_line(&text)
}

/// Returns the text of a heading, without the symbol at its end, such as `¶` or `#`, that links to
/// the heading.
pub fn heading_text(dom: &Dom, id: NodeId) -> String {
    let text = element_text(dom, id);
    text.trim_end_matches(['¶', '#', '§', '🔗', ' ']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_from_metadata_are_unescaped() {
        let check = |text: &str, expected: &str| {
            assert_eq!(unescape_to_single_line(text), expected, "{text:?}")
        };
        check("Salt &amp; pepper", "Salt & pepper");
        check("It&#8217;s <em>here</em>", "It’s here");
        check("Vec<T> &amp; friends", "Vec<T> & friends");
        check("if a < b", "if a < b");
    }
}
