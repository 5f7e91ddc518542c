//! Notes that nothing links to: they are counted, in asides beside the text or behind the last
//! rule of the page.

use std::collections::BTreeMap;

use crate::page::dom::{Dom, NodeId};
use crate::page::markdown::Draft;
use crate::page::tag::Tag;

/// Notes by their number.
#[derive(Default)]
pub(super) struct Loose {
    places: BTreeMap<usize, NodeId>,
}

impl Loose {
    pub fn get(&self, number: usize) -> Option<NodeId> {
        self.places.get(&number).copied()
    }
}

pub(super) fn find(draft: &Draft<'_>) -> Loose {
    let dom = draft.dom;
    let mut loose = Loose::default();
    let mut last_rule = None;
    for id in dom.walk(draft.top) {
        match dom.tag(id) {
            Tag::Ol if dom.parent(id).is_some_and(|around| dom.tag(around) == Tag::Aside) => {
                aside(dom, id, &mut loose);
            }
            Tag::Hr => last_rule = Some(id),
            _ => {}
        }
    }
    if let Some(rule) = last_rule.filter(|_| loose.places.is_empty()) {
        behind_rule(dom, rule, &mut loose);
    }
    loose
}

fn aside(dom: &Dom, list: NodeId, loose: &mut Loose) {
    let start = dom.attribute(list, "start").and_then(|start| start.parse::<usize>().ok());
    let Some(start) = start else { return };
    let items = dom.elements(list).filter(|item| dom.tag(*item) == Tag::Li);
    for (at, item) in items.enumerate() {
        loose.places.entry(start.saturating_add(at)).or_insert(item);
    }
}

/// Paragraphs that begin with a raised or bold number, the first of them right behind the rule.
fn behind_rule(dom: &Dom, rule: NodeId, loose: &mut Loose) {
    let behind = std::iter::successors(dom.after(rule), |node| dom.after(*node));
    for element in behind.filter(|node| dom.tag(*node) != Tag::None) {
        let number = number(dom, element);
        if number.is_none() && loose.places.is_empty() {
            return;
        }
        if let Some(number) = number {
            loose.places.entry(number).or_insert(element);
        }
    }
}

fn number(dom: &Dom, id: NodeId) -> Option<usize> {
    let is_blank = |node: &NodeId| dom.text(*node).is_some_and(|text| text.trim().is_empty());
    let first = dom.children(id).find(|node| !is_blank(node))?;
    if !matches!(dom.tag(first), Tag::Sup | Tag::Strong | Tag::B) {
        return None;
    }
    let text = dom.walk(first).find_map(|node| dom.text(node))?;
    text.trim().trim_matches(['[', ']', '.']).parse().ok()
}
