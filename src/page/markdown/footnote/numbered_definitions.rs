//! Finds footnote definitions that no link points to: numbered lists in asides, or numbered
//! paragraphs below the last horizontal rule of the page.

use std::collections::BTreeMap;

use crate::page::html::dom::{Dom, NodeId};
use crate::page::html::tag::Tag;
use crate::page::markdown::input::MarkdownInput;

/// Footnotes that no link points to: for each footnote number, the element with the text.
#[derive(Default)]
pub struct NumberedDefinitions {
    nodes: BTreeMap<usize, NodeId>,
}

impl NumberedDefinitions {
    pub fn find(input: &MarkdownInput<'_>) -> Self {
        let dom = input.dom;
        let mut definitions = Self::default();
        let mut last_rule = None;
        for id in dom.walk(input.content_root) {
            match dom.tag(id) {
                Tag::Ol if dom.parent(id).is_some_and(|parent| dom.tag(parent) == Tag::Aside) => {
                    definitions.add_list_in_aside(dom, id);
                }
                Tag::Hr => last_rule = Some(id),
                _ => {}
            }
        }
        if let Some(rule) = last_rule.filter(|_| definitions.nodes.is_empty()) {
            definitions.add_endnotes_below_rule(dom, rule);
        }
        definitions
    }

    pub fn get(&self, footnote_number: usize) -> Option<NodeId> {
        self.nodes.get(&footnote_number).copied()
    }

    fn add_list_in_aside(&mut self, dom: &Dom, list: NodeId) {
        let start = dom.attribute(list, "start").and_then(|start| start.parse::<usize>().ok());
        let Some(start) = start else { return };
        let items = dom.child_elements(list).filter(|item| dom.tag(*item) == Tag::Li);
        for (index, item) in items.enumerate() {
            self.nodes.entry(start.saturating_add(index)).or_insert(item);
        }
    }

    /// Adds the elements below a horizontal rule that begin with a raised or bold number. If the
    /// first element has no number, nothing is added, because then the rule does not separate
    /// footnotes.
    fn add_endnotes_below_rule(&mut self, dom: &Dom, horizontal_rule: NodeId) {
        let following = dom.following_siblings(horizontal_rule);
        for element in following.filter(|node| dom.tag(*node) != Tag::None) {
            let number = leading_footnote_number(dom, element);
            if number.is_none() && self.nodes.is_empty() {
                return;
            }
            if let Some(number) = number {
                self.nodes.entry(number).or_insert(element);
            }
        }
    }
}

/// Returns the raised or bold number at the beginning of an element; `None` if it begins with
/// anything else.
fn leading_footnote_number(dom: &Dom, id: NodeId) -> Option<usize> {
    let is_blank = |node: &NodeId| dom.text(*node).is_some_and(|text| text.trim().is_empty());
    let first = dom.children(id).find(|node| !is_blank(node))?;
    if !matches!(dom.tag(first), Tag::Sup | Tag::Strong | Tag::B) {
        return None;
    }
    let text = dom.walk(first).find_map(|node| dom.text(node))?;
    text.trim().trim_matches(['[', ']', '.']).parse().ok()
}
