//! What was left out of a page, told to a person.

use serde::{Deserialize, Serialize};

use crate::page::dom::{Dom, NodeId};
use crate::page::marks::Marks;

/// A part of a page that was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Removed {
    /// Which element it was, as `div.sidebar`.
    pub element: String,
    /// Why, in words for a person.
    pub reason: String,
    /// How it begins.
    pub text: String,
}

/// Parts that are told; a page may have thousands.
const MOST_PARTS: usize = 200;

/// Letters of a part that are told.
const OPENING: usize = 120;

/// The parts that were left out and have some text, in their order.
pub fn list(dom: &Dom, top: NodeId, marks: &Marks) -> Vec<Removed> {
    let mut list = Vec::new();
    let mut walk = dom.walk(top);
    while let Some(id) = walk.next() {
        if dom.tag(id).is_silent() {
            walk.skip_inside(id);
        } else if let Some(reason) = marks.reason(id) {
            walk.skip_inside(id);
            let text = opening(dom, id);
            if !text.is_empty() {
                list.push(Removed {
                    element: element(dom, id),
                    reason: reason.words().to_owned(),
                    text,
                });
            }
        }
        if list.len() == MOST_PARTS {
            break;
        }
    }
    list
}

fn element(dom: &Dom, id: NodeId) -> String {
    let named = if dom.text(id).is_some() { dom.parent(id).unwrap_or(id) } else { id };
    match dom.first_class(named) {
        "" => dom.name(named).to_owned(),
        class => format!("{}.{class}", dom.name(named)),
    }
}

fn opening(dom: &Dom, id: NodeId) -> String {
    let mut text = String::new();
    let mut walk = dom.walk(id);
    while let Some(node) = walk.next() {
        if dom.tag(node).is_silent() {
            walk.skip_inside(node);
        }
        for word in dom.text(node).unwrap_or_default().split_whitespace() {
            if text.len() > OPENING {
                text.push('…');
                return text;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.extend(word.chars().take(OPENING));
        }
    }
    text
}
