//! Lists the removed parts of a page for the user.

use crate::values::html::{Dom, NodeId};
use crate::web::page::extracted_page::RemovedPart;
use crate::web::page::main_text::removals::Removals;

/// Maximum number of removed parts in the list; further parts are not listed. A page may have
/// thousands.
const MAX_LISTED_REMOVED_PARTS: usize = 200;

/// The list shows the first words of each removed part. After this many bytes, an ellipsis replaces
/// the rest.
const MAX_OPENING_TEXT_BYTES: usize = 120;

/// Returns the removed parts that contain text, in document order.
pub fn list_removed_parts(dom: &Dom, root: NodeId, removals: &Removals) -> Vec<RemovedPart> {
    let mut list = Vec::new();
    let mut walk = dom.walk(root);
    while let Some(id) = walk.next() {
        if dom.tag(id).has_no_readable_text() {
            walk.skip_subtree(id);
        } else if let Some(reason) = removals.removal_reason(id) {
            walk.skip_subtree(id);
            let text = opening_text(dom, id);
            if !text.is_empty() {
                list.push(RemovedPart {
                    element_name: element_name(dom, id),
                    removal_reason: reason.label().to_owned(),
                    opening_text: text,
                });
            }
        }
        if list.len() == MAX_LISTED_REMOVED_PARTS {
            break;
        }
    }
    list
}

/// Returns the tag name and first class of an element, such as `div.sidebar`. For a text node,
/// returns those of its parent.
fn element_name(dom: &Dom, id: NodeId) -> String {
    let element = if dom.text(id).is_some() { dom.parent(id).unwrap_or(id) } else { id };
    match dom.first_class(element) {
        "" => dom.tag_name(element).to_owned(),
        class => format!("{}.{class}", dom.tag_name(element)),
    }
}

/// Returns the first words of a node; an ellipsis at the end means that more words follow.
fn opening_text(dom: &Dom, id: NodeId) -> String {
    let mut text = String::new();
    let mut walk = dom.walk(id);
    while let Some(node) = walk.next() {
        if dom.tag(node).has_no_readable_text() {
            walk.skip_subtree(node);
        }
        for word in dom.text(node).unwrap_or_default().split_whitespace() {
            if text.len() > MAX_OPENING_TEXT_BYTES {
                text.push('…');
                return text;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.extend(word.chars().take(MAX_OPENING_TEXT_BYTES));
        }
    }
    text
}
