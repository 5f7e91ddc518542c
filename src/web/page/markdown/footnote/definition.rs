//! Finds the definition of a footnote: the nodes of the page that contain its text.

use std::collections::BTreeSet;

use crate::values::html::{Dom, NodeId, Tag};
use crate::web::page::markdown::footnote::footnote_heading::is_footnote_heading;
use crate::web::page::markdown::footnote::reference::{FootnoteReference, is_note_in_text};
use crate::web::page::markdown::footnote::text_reference;
use crate::web::page::markdown::input::MarkdownInput;
use crate::web::page::markdown::link_target;
use crate::web::page::markdown::whitespace::collapse_whitespace;

/// The definition of a footnote: the part of the page with its text.
pub struct FootnoteDefinition {
    /// The nodes with the text of the footnote. They are adjacent siblings.
    pub nodes: Vec<NodeId>,
    /// A second copy of the footnote on the page, which is not written.
    duplicate: Option<NodeId>,
    /// The label of the footnote, such as `1`, as its reference in the text shows it, without
    /// brackets.
    pub label: String,
}

/// Maximum number of siblings that belong to one definition. Searches before or inside a definition
/// also stop after this many nodes.
const MAX_DEFINITION_NODES: usize = 400;

impl FootnoteDefinition {
    /// Finds the definition that a reference points to. `targets` are the elements that all
    /// references of the page point to: they show where the next definition begins in the same
    /// block.
    pub fn find(
        input: &MarkdownInput<'_>,
        reference: &FootnoteReference,
        targets: &BTreeSet<NodeId>,
    ) -> Option<Self> {
        let dom = input.dom;
        let block = definition_block(dom, reference.target)?;
        let contains_reference =
            dom.ancestors(reference.replaced_node).any(|ancestor| ancestor == block);
        if contains_reference && block != reference.target {
            return None;
        }
        let nodes = match child_containing(dom, block, reference.target) {
            _ if reference.replaced_node == reference.target => {
                dom.children(reference.target).collect()
            }
            Some(start) if has_other_definitions(dom, block, reference.target, targets) => {
                siblings_until(dom, start, |node| {
                    contains_other_target(dom, node, reference.target, targets)
                })
            }
            _ if dom.previous_sibling(block).is_some() && is_numbered_endnote(dom, block) => {
                siblings_until(dom, block, |node| {
                    node != block && contains_other_target(dom, node, block, targets)
                })
            }
            _ => term_of_definition(dom, block).into_iter().chain([block]).collect(),
        };
        let has_heading = |node: &NodeId| {
            dom.walk(*node)
                .take(MAX_DEFINITION_NODES)
                .any(|inside| dom.tag(inside).heading_level().is_some())
        };
        let duplicate =
            reference.duplicate_definition.and_then(|duplicate| definition_block(dom, duplicate));
        let label = reference.label.clone();
        (!nodes.iter().any(has_heading)).then_some(Self { nodes, duplicate, label })
    }

    /// Returns the nodes of the definition that are not written: its label and its links back to
    /// the text. `moved` are the nodes of all footnotes; definitions inside this one are skipped.
    pub fn label_and_backlink_nodes(
        &self,
        input: &MarkdownInput<'_>,
        moved: &BTreeSet<NodeId>,
    ) -> Vec<NodeId> {
        let mut dropped = Vec::new();
        let mut is_start = true;
        for top in &self.nodes {
            let mut walk = input.dom.walk(*top);
            while let Some(node) = walk.next() {
                if node != *top && moved.contains(&node) {
                    walk.skip_subtree(node);
                } else {
                    self.collect_label_or_backlink(input, node, &mut is_start, &mut dropped);
                }
            }
        }
        dropped
    }

    fn collect_label_or_backlink(
        &self,
        input: &MarkdownInput<'_>,
        id: NodeId,
        is_start: &mut bool,
        dropped: &mut Vec<NodeId>,
    ) {
        /// Maximum number of nodes at the beginning of a definition that can be its label.
        const MAX_LABEL_NODES: usize = 4;
        let dom = input.dom;
        let is_text = dom.text(id).is_some_and(|text| !text.trim().is_empty());
        if *is_start && is_label_node(dom, id, &self.label) {
            dropped.push(id);
        } else if is_text && *is_start {
            let mut ancestors = dom.ancestors(id).take(MAX_LABEL_NODES);
            *is_start =
                dropped.len() < MAX_LABEL_NODES && ancestors.any(|node| dropped.contains(&node));
        } else if !is_text && is_backlink(input, id) {
            dropped.push(id);
        }
    }

    /// Returns the Markdown of the footnote without the label that it begins with, such as `1.` or
    /// `[1]`.
    pub fn without_label<'t>(&self, text: &'t str) -> &'t str {
        let label = &self.label;
        let forms = [
            format!("\\[{label}\\]"),
            format!("{label}\\."),
            format!("{label}."),
            format!("({label})"),
            format!("\\{label} "),
            format!("{label} "),
        ];
        let raised = text_reference::marked_number(text)
            .filter(|(_, number)| number.to_string() == *label)
            .and_then(|(length, _)| text.get(length..));
        let rest = forms.iter().find_map(|form| text.strip_prefix(form.as_str())).or(raised);
        let rest = rest.unwrap_or(text).trim_start();
        rest.strip_prefix("^ ").or(rest.strip_prefix("↑ ")).unwrap_or(rest)
    }
}

/// Returns the element with the text of the footnote whose reference points to `target`: the target
/// itself or the block around it. For a term of a definition list, returns its definition.
fn definition_block(dom: &Dom, target: NodeId) -> Option<NodeId> {
    let has_text = |id: NodeId| {
        dom.walk(id).any(|node| dom.text(node).is_some_and(|text| !text.trim().is_empty()))
    };
    if dom.tag(target) == Tag::Dt {
        return dom.following_siblings(target).find(|node| dom.tag(*node) == Tag::Dd);
    }
    // The label has a cell of its own, and the text is in the next one.
    let cell = dom.self_and_ancestors(target).find(|around| !dom.tag(*around).is_inline())?;
    let has_next_cell = dom.following_siblings(cell).any(|next| dom.tag(next) == Tag::Td);
    if dom.tag(cell) == Tag::Td && has_next_cell {
        return dom.parent(cell);
    }
    if !dom.tag(target).is_inline() && has_text(target) {
        return Some(target);
    }
    if is_note_in_text(dom, target) {
        return Some(target);
    }
    let block = dom.ancestors(target).find(|ancestor| !dom.tag(*ancestor).is_inline())?;
    (!matches!(dom.tag(block), Tag::Body | Tag::Article | Tag::Main | Tag::None)).then_some(block)
}

/// Returns the term above a definition of a definition list, which is the label of the footnote;
/// `None` for other blocks and for terms with several definitions or of several words.
fn term_of_definition(dom: &Dom, block: NodeId) -> Option<NodeId> {
    let is_element = |node: &NodeId| dom.tag(*node) != Tag::None;
    let term = dom.preceding_siblings(block).find(is_element)?;
    let is_label =
        dom.text_content(term).trim().chars().take(MAX_TERM_CHARS + 1).count() <= MAX_TERM_CHARS;
    (dom.tag(block) == Tag::Dd && dom.tag(term) == Tag::Dt && is_label).then_some(term)
}

/// Maximum number of characters of a term that is the label of a footnote.
const MAX_TERM_CHARS: usize = 8;

/// Returns the child of `block` that is or contains `node`.
fn child_containing(dom: &Dom, block: NodeId, node: NodeId) -> Option<NodeId> {
    dom.self_and_ancestors(node).find(|node| dom.parent(*node) == Some(block))
}

/// Whether a block contains, besides the definition at `target`, definitions of other footnotes.
fn has_other_definitions(
    dom: &Dom,
    block: NodeId,
    target: NodeId,
    targets: &BTreeSet<NodeId>,
) -> bool {
    /// Maximum number of siblings on each side of the target that are searched for other
    /// definitions.
    const MAX_DEFINITION_SEARCH_SIBLINGS: usize = 32;
    let Some(own) = child_containing(dom, block, target) else { return false };
    let before = std::iter::once(own)
        .chain(dom.preceding_siblings(own))
        .take(MAX_DEFINITION_SEARCH_SIBLINGS);
    let after = dom.following_siblings(own).take(MAX_DEFINITION_SEARCH_SIBLINGS);
    before.chain(after).any(|child| contains_other_target(dom, child, target, targets))
}

/// Whether `node` is or begins with the target of a footnote reference, other than `own_target`.
fn contains_other_target(
    dom: &Dom,
    node: NodeId,
    own_target: NodeId,
    targets: &BTreeSet<NodeId>,
) -> bool {
    dom.walk(node).take(4).any(|inside| inside != own_target && targets.contains(&inside))
}

/// Returns `start` and the siblings after it, up to the first for which `is_next_definition` is
/// true. That sibling is not included.
fn siblings_until(
    dom: &Dom,
    start: NodeId,
    is_next_definition: impl Fn(NodeId) -> bool,
) -> Vec<NodeId> {
    let own = dom
        .following_siblings(start)
        .take(MAX_DEFINITION_NODES)
        .take_while(|node| !is_next_definition(*node));
    std::iter::once(start).chain(own).collect()
}

/// Whether `block` is a paragraph below a horizontal rule that begins with a raised or bold number.
/// The paragraphs after it, up to the next number, belong to the same footnote.
fn is_numbered_endnote(dom: &Dom, block: NodeId) -> bool {
    let is_numbered = |node: NodeId| {
        let first = dom.child_elements(node).next();
        first.is_some_and(|first| matches!(dom.tag(first), Tag::Sup | Tag::Strong | Tag::B))
    };
    dom.tag(block) == Tag::P
        && is_numbered(block)
        && dom.attribute(block, "id").is_none()
        && dom.find_tag(block, Tag::A).is_none_or(|link| !is_fragment_link(dom, link))
        && dom
            .preceding_siblings(block)
            .take(MAX_DEFINITION_NODES)
            .any(|node| dom.tag(node) == Tag::Hr)
}

/// Whether the address of a link has a fragment, such as `#note`.
fn is_fragment_link(dom: &Dom, link: NodeId) -> bool {
    dom.attribute(link, "href").is_some_and(|href| href.contains('#'))
}

/// Whether a node contains only the label of its footnote, or an arrow such as `↑` instead.
fn is_label_node(dom: &Dom, id: NodeId, label: &str) -> bool {
    if !matches!(
        dom.tag(id),
        Tag::Sup | Tag::Strong | Tag::B | Tag::A | Tag::Span | Tag::Td | Tag::Dt
    ) {
        return false;
    }
    let mut text = String::new();
    for node in dom.walk(id) {
        text.push_str(dom.text(node).unwrap_or_default());
        if text.len() > 40 {
            return false;
        }
    }
    let text = collapse_whitespace(&text);
    let text = text.trim_matches(['[', ']', '(', ')', '.', ':', ' ']);
    !text.is_empty() && (text == label || matches!(text, "^" | "↑"))
}

/// Whether an element is a link from the definition back to the text.
fn is_backlink(input: &MarkdownInput<'_>, id: NodeId) -> bool {
    const BACKLINK_CLASSES: [&str; 5] =
        ["backlink", "backref", "back-link", "reversefootnote", "to-top"];
    const BACKLINK_TEXTS: [&str; 6] =
        ["back", "return", "[back]", "jump up", "go back", "back to text"];
    let dom = input.dom;
    let class = dom.attribute(id, "class").unwrap_or_default();
    let is_marked = BACKLINK_CLASSES.iter().any(|word| class.contains(word))
        || dom.attribute(id, "role") == Some("doc-backlink");
    if is_marked {
        return true;
    }
    let Some(href) = dom.attribute(id, "href").filter(|_| dom.tag(id) == Tag::A) else {
        return false;
    };
    if href.trim() != "#" && link_target::same_page_fragment(input, href).is_none() {
        return false;
    }
    let text = collapse_whitespace(&dom.text_content(id)).to_lowercase();
    text.chars().filter(|c| c.is_alphabetic()).count() <= 1 && text.chars().count() <= 4
        || BACKLINK_TEXTS.contains(&text.as_str())
}

/// Returns the nodes that are not written at their own position, because their text is written as
/// footnotes: the definitions, the elements that contain nothing else, and the headings and rules
/// above them.
pub fn all_footnote_nodes(
    input: &MarkdownInput<'_>,
    definitions: &[FootnoteDefinition],
) -> BTreeSet<NodeId> {
    let dom = input.dom;
    let nodes = definitions
        .iter()
        .flat_map(|definition| definition.nodes.iter().copied().chain(definition.duplicate));
    let mut moved: BTreeSet<NodeId> = nodes.collect();
    let mut level: BTreeSet<NodeId> = moved.iter().filter_map(|node| dom.parent(*node)).collect();
    while !level.is_empty() {
        let becomes_empty = |node: &NodeId| {
            *node != input.content_root && is_empty_without_footnotes(dom, *node, &moved)
        };
        let emptied: Vec<NodeId> = level.into_iter().filter(becomes_empty).collect();
        moved.extend(&emptied);
        level = emptied.iter().filter_map(|node| dom.parent(*node)).collect();
    }
    let definitions: Vec<NodeId> = moved.iter().copied().collect();
    for node in definitions {
        let mut before = previous_non_blank_sibling(dom, node);
        while let Some(above) = before.filter(|above| is_footnote_separator(dom, *above)) {
            moved.insert(above);
            before = previous_non_blank_sibling(dom, above);
        }
    }
    moved
}

/// Returns the nearest sibling before a node that is not only whitespace.
fn previous_non_blank_sibling(dom: &Dom, id: NodeId) -> Option<NodeId> {
    let is_blank = |node: &NodeId| {
        dom.tag(*node) == Tag::None && dom.text(*node).is_none_or(|text| text.trim().is_empty())
    };
    dom.preceding_siblings(id).take(8).find(|node| !is_blank(node))
}

/// Whether an element would be empty without `footnote_nodes` and the headings and rules above
/// footnotes.
fn is_empty_without_footnotes(dom: &Dom, id: NodeId, footnote_nodes: &BTreeSet<NodeId>) -> bool {
    dom.children(id).all(|child| {
        let is_blank = dom.tag(child) == Tag::None
            && dom.text(child).is_none_or(|text| text.trim().is_empty());
        is_blank
            || footnote_nodes.contains(&child)
            || is_footnote_separator(dom, child)
            || dom.tag(child) == Tag::Br
    })
}

/// Whether an element is a horizontal rule, or a heading such as “Notes”. Both can separate
/// footnotes from the text.
fn is_footnote_separator(dom: &Dom, id: NodeId) -> bool {
    dom.tag(id) == Tag::Hr || is_footnote_heading(dom, id)
}
