//! Finds footnote definitions that no link points to: numbered lists in asides, numbered paragraphs
//! below the last horizontal rule of the page, or both below a heading such as “Notes”.

use std::collections::BTreeMap;

use crate::values::html::{Dom, NodeId, Tag};
use crate::web::page::markdown::footnote::footnote_heading::is_footnote_heading;
use crate::web::page::markdown::footnote::text_reference;
use crate::web::page::markdown::input::MarkdownInput;

/// Footnotes that no link points to: for each footnote number, the element with the text.
#[derive(Default)]
pub struct NumberedDefinitions {
    nodes: BTreeMap<usize, NodeId>,
}

impl NumberedDefinitions {
    pub fn find(input: &MarkdownInput<'_>) -> Self {
        let dom = input.dom;
        let mut definitions = Self::default();
        let (mut last_rule, mut last_heading) = (None, None);
        for id in dom.walk(input.content_root) {
            match dom.tag(id) {
                Tag::Ol if dom.parent(id).is_some_and(|parent| dom.tag(parent) == Tag::Aside) => {
                    definitions.add_list_in_aside(dom, id);
                }
                Tag::Hr => last_rule = Some(id),
                _ if is_footnote_heading(dom, id) => last_heading = Some(id),
                _ => {}
            }
        }
        if let Some(rule) = last_rule.filter(|_| definitions.nodes.is_empty()) {
            definitions.add_endnotes_below_rule(dom, rule);
        }
        if let Some(heading) = last_heading.filter(|_| definitions.nodes.is_empty()) {
            definitions.add_notes_below_heading(dom, heading);
        }
        definitions
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn get(&self, footnote_number: usize) -> Option<NodeId> {
        self.nodes.get(&footnote_number).copied()
    }

    fn add_list_in_aside(&mut self, dom: &Dom, list: NodeId) {
        let start = dom.attribute(list, "start").and_then(|start| start.parse::<usize>().ok());
        if let Some(start) = start {
            self.add_items(dom, list, start);
        }
    }

    fn add_items(&mut self, dom: &Dom, list: NodeId, start: usize) {
        let items = dom.child_elements(list).filter(|item| dom.tag(*item) == Tag::Li);
        for (index, item) in items.enumerate() {
            self.nodes.entry(start.saturating_add(index)).or_insert(item);
        }
    }

    /// Adds the items of a list, or the elements that begin with a number, below a heading and before
    /// the next one.
    fn add_notes_below_heading(&mut self, dom: &Dom, heading: NodeId) {
        let below = dom.following_siblings(heading).filter(|node| dom.tag(*node) != Tag::None);
        for element in below.take_while(|node| dom.tag(*node).heading_level().is_none()) {
            if dom.tag(element) == Tag::Ol {
                let start = dom.attribute(element, "start").and_then(|start| start.parse().ok());
                self.add_items(dom, element, start.unwrap_or(1));
            } else if let Some(number) = leading_footnote_number(dom, element)
                .or_else(|| leading_marked_number(dom, element))
            {
                self.nodes.entry(number).or_insert(element);
            }
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

/// Returns the number that the text of an element begins with, as `¹`, `[1]`, `1.` or `1`.
fn leading_marked_number(dom: &Dom, id: NodeId) -> Option<usize> {
    let mut texts = dom.walk(id).filter_map(|node| dom.text(node)).map(str::trim_start);
    let text = texts.find(|text| !text.is_empty())?;
    let plain = || {
        let (number, _) = text.split_once(['.', ' ', '\u{a0}'])?;
        number.parse().ok().filter(|_| number.len() <= text_reference::MAX_DIGITS)
    };
    text_reference::marked_number(text).map(|(_, number)| number).or_else(plain)
}

/// Returns the raised or bold number or sign at the beginning of an element; `None` if it begins
/// with anything else.
fn leading_footnote_number(dom: &Dom, id: NodeId) -> Option<usize> {
    let is_blank = |node: &NodeId| dom.text(*node).is_some_and(|text| text.trim().is_empty());
    let first = dom.children(id).find(|node| !is_blank(node))?;
    if !matches!(dom.tag(first), Tag::Sup | Tag::Strong | Tag::B) {
        return None;
    }
    let text = dom.walk(first).find_map(|node| dom.text(node))?;
    text_reference::label_number(text.trim().trim_matches(['[', ']', '.']))
}
