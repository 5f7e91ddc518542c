//! What a footnote says: which nodes of the page belong to it.

use std::collections::BTreeSet;

use crate::page::dom::{Dom, NodeId};
use crate::page::markdown::footnote::reference::Reference;
use crate::page::markdown::visible::squeeze;
use crate::page::markdown::{Draft, link};
use crate::page::tag::Tag;

/// What a footnote says.
pub(super) struct Definition {
    /// The nodes, next to each other.
    pub nodes: Vec<NodeId>,
    /// Where the same note stands once more.
    twin: Option<NodeId>,
    /// How the text refers to it.
    pub label: String,
}

/// Nodes of one note; a longer one is a chapter.
const MOST_NODES: usize = 400;

impl Definition {
    /// The note at the place that a reference points to. All places are known, as several may
    /// stand in one block.
    pub fn at(draft: &Draft<'_>, reference: &Reference, places: &BTreeSet<NodeId>) -> Option<Self> {
        let dom = draft.dom;
        let block = block(dom, reference.place)?;
        let is_around = dom.ancestors(reference.node).any(|around| around == block);
        if is_around && block != reference.place {
            return None;
        }
        let nodes = match child_with(dom, block, reference.place) {
            Some(start) if shares(dom, block, reference.place, places) => {
                siblings(dom, start, |node| holds_place(dom, node, reference.place, places))
            }
            _ if dom.before(block).is_some() && is_behind_rule(dom, block) => {
                siblings(dom, block, |node| node != block && holds_place(dom, node, block, places))
            }
            _ => vec![block],
        };
        let has_heading = |node: &NodeId| {
            dom.walk(*node).take(MOST_NODES).any(|inside| dom.tag(inside).heading_level().is_some())
        };
        let twin = reference.twin.and_then(|twin| self::block(dom, twin));
        let label = reference.label.clone();
        (!nodes.iter().any(has_heading)).then_some(Self { nodes, twin, label })
    }

    /// The label that the note begins with, and its links back to the text.
    pub fn dropped(&self, draft: &Draft<'_>, moved: &BTreeSet<NodeId>) -> Vec<NodeId> {
        let mut dropped = Vec::new();
        let mut is_start = true;
        for top in &self.nodes {
            let mut walk = draft.dom.walk(*top);
            while let Some(node) = walk.next() {
                if node != *top && moved.contains(&node) {
                    walk.skip_inside(node);
                } else {
                    self.drop(draft, node, &mut is_start, &mut dropped);
                }
            }
        }
        dropped
    }

    fn drop(&self, draft: &Draft<'_>, id: NodeId, is_start: &mut bool, dropped: &mut Vec<NodeId>) {
        const MOST_LABELS: usize = 4;
        let dom = draft.dom;
        let is_text = dom.text(id).is_some_and(|text| !text.trim().is_empty());
        if *is_start && is_label(dom, id, &self.label) {
            dropped.push(id);
        } else if is_text && *is_start {
            let mut around = dom.ancestors(id).take(MOST_LABELS);
            *is_start = dropped.len() < MOST_LABELS && around.any(|node| dropped.contains(&node));
        } else if !is_text && leads_back(draft, id) {
            dropped.push(id);
        }
    }

    /// The note without the label it begins with.
    pub fn without_label<'t>(&self, text: &'t str) -> &'t str {
        let label = &self.label;
        let forms = [
            format!("\\[{label}\\]"),
            format!("{label}\\."),
            format!("{label}."),
            format!("({label})"),
        ];
        let rest = forms.iter().find_map(|form| text.strip_prefix(form.as_str()));
        let rest = rest.unwrap_or(text).trim_start();
        rest.strip_prefix("^ ").or(rest.strip_prefix("↑ ")).unwrap_or(rest)
    }
}

/// The block that a place stands in.
fn block(dom: &Dom, place: NodeId) -> Option<NodeId> {
    let is_text = |id: NodeId| {
        dom.walk(id).any(|node| dom.text(node).is_some_and(|text| !text.trim().is_empty()))
    };
    if dom.tag(place) == Tag::Dt {
        return std::iter::successors(dom.after(place), |node| dom.after(*node))
            .find(|node| dom.tag(*node) == Tag::Dd);
    }
    if !dom.tag(place).is_inline() && is_text(place) {
        return Some(place);
    }
    let class = dom.attribute(place, "class").unwrap_or_default();
    if class.contains("sidenote") || class.contains("marginnote") {
        return Some(place);
    }
    let around = dom.ancestors(place).find(|around| !dom.tag(*around).is_inline())?;
    (!matches!(dom.tag(around), Tag::Body | Tag::Article | Tag::Main | Tag::None)).then_some(around)
}

/// The child of a block that a place stands in.
fn child_with(dom: &Dom, block: NodeId, place: NodeId) -> Option<NodeId> {
    std::iter::once(place).chain(dom.ancestors(place)).find(|node| dom.parent(*node) == Some(block))
}

/// Whether other notes stand in the block too.
fn shares(dom: &Dom, block: NodeId, place: NodeId, places: &BTreeSet<NodeId>) -> bool {
    const NEAR: usize = 32;
    let Some(own) = child_with(dom, block, place) else { return false };
    let before = std::iter::successors(Some(own), |node| dom.before(*node)).take(NEAR);
    let after = std::iter::successors(dom.after(own), |node| dom.after(*node)).take(NEAR);
    before.chain(after).any(|child| holds_place(dom, child, place, places))
}

/// Whether a node is or holds the place of another note.
fn holds_place(dom: &Dom, node: NodeId, own: NodeId, places: &BTreeSet<NodeId>) -> bool {
    dom.walk(node).take(4).any(|inside| inside != own && places.contains(&inside))
}

/// A node and those behind it, up to where the next note begins.
fn siblings(dom: &Dom, start: NodeId, is_next: impl Fn(NodeId) -> bool) -> Vec<NodeId> {
    let behind = std::iter::successors(dom.after(start), |node| dom.after(*node));
    let own = behind.take(MOST_NODES).take_while(|node| !is_next(*node));
    std::iter::once(start).chain(own).collect()
}

/// Whether a counted note stands among those behind a rule.
fn is_behind_rule(dom: &Dom, block: NodeId) -> bool {
    let is_counted = |node: NodeId| {
        let first = dom.elements(node).next();
        first.is_some_and(|first| matches!(dom.tag(first), Tag::Sup | Tag::Strong | Tag::B))
    };
    dom.tag(block) == Tag::P
        && is_counted(block)
        && dom.attribute(block, "id").is_none()
        && dom.find(block, Tag::A).is_none_or(|link| !is_label_link(dom, link))
        && std::iter::successors(dom.before(block), |node| dom.before(*node))
            .take(MOST_NODES)
            .any(|node| dom.tag(node) == Tag::Hr)
}

fn is_label_link(dom: &Dom, link: NodeId) -> bool {
    dom.attribute(link, "href").is_some_and(|href| href.contains('#'))
}

/// Whether a node is the label that the note begins with.
fn is_label(dom: &Dom, id: NodeId, label: &str) -> bool {
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
    let text = squeeze(&text);
    let text = text.trim_matches(['[', ']', '(', ')', '.', ':', ' ']);
    !text.is_empty() && (text == label || matches!(text, "^" | "↑"))
}

/// Whether an element only leads back to the text.
fn leads_back(draft: &Draft<'_>, id: NodeId) -> bool {
    const SAYS: [&str; 5] = ["backlink", "backref", "back-link", "reversefootnote", "to-top"];
    const WORDS: [&str; 6] = ["back", "return", "[back]", "jump up", "go back", "back to text"];
    let dom = draft.dom;
    let class = dom.attribute(id, "class").unwrap_or_default();
    let is_said = SAYS.iter().any(|word| class.contains(word))
        || dom.attribute(id, "role") == Some("doc-backlink");
    if is_said {
        return true;
    }
    let Some(href) = dom.attribute(id, "href").filter(|_| dom.tag(id) == Tag::A) else {
        return false;
    };
    if href.trim() != "#" && link::fragment(draft, href).is_none() {
        return false;
    }
    let text = squeeze(&dom.all_text(id)).to_lowercase();
    text.chars().filter(|c| c.is_alphabetic()).count() <= 1 && text.chars().count() <= 4
        || WORDS.contains(&text.as_str())
}

/// Headings over notes.
const HEADINGS: [&str; 10] = [
    "footnotes",
    "notes",
    "endnotes",
    "references",
    "footnote",
    "fußnoten",
    "anmerkungen",
    "einzelnachweise",
    "notas",
    "sidenotes",
];

/// The nodes of all notes, what would be empty without them, and the heading or rule above them.
pub(super) fn moved(draft: &Draft<'_>, definitions: &[Definition]) -> BTreeSet<NodeId> {
    let dom = draft.dom;
    let nodes = definitions.iter().flat_map(|note| note.nodes.iter().copied().chain(note.twin));
    let mut moved: BTreeSet<NodeId> = nodes.collect();
    let mut level: BTreeSet<NodeId> = moved.iter().filter_map(|node| dom.parent(*node)).collect();
    while !level.is_empty() {
        let is_left = |node: &NodeId| *node != draft.top && is_emptied(dom, *node, &moved);
        let emptied: Vec<NodeId> = level.into_iter().filter(is_left).collect();
        moved.extend(&emptied);
        level = emptied.iter().filter_map(|node| dom.parent(*node)).collect();
    }
    let firsts: Vec<NodeId> = moved.iter().copied().collect();
    for node in firsts {
        let mut before = blank_before(dom, node);
        while let Some(above) = before.filter(|above| is_ornament(dom, *above)) {
            moved.insert(above);
            before = blank_before(dom, above);
        }
    }
    moved
}

fn blank_before(dom: &Dom, id: NodeId) -> Option<NodeId> {
    let is_blank = |node: &NodeId| {
        dom.tag(*node) == Tag::None && dom.text(*node).is_none_or(|text| text.trim().is_empty())
    };
    std::iter::successors(dom.before(id), |node| dom.before(*node))
        .take(8)
        .find(|node| !is_blank(node))
}

fn is_emptied(dom: &Dom, id: NodeId, moved: &BTreeSet<NodeId>) -> bool {
    dom.children(id).all(|child| {
        let is_blank = dom.tag(child) == Tag::None
            && dom.text(child).is_none_or(|text| text.trim().is_empty());
        is_blank || moved.contains(&child) || is_ornament(dom, child) || dom.tag(child) == Tag::Br
    })
}

/// Whether an element only stands above notes.
fn is_ornament(dom: &Dom, id: NodeId) -> bool {
    if dom.tag(id) == Tag::Hr {
        return true;
    }
    dom.tag(id).heading_level().is_some() && {
        let text = squeeze(&dom.all_text(id)).to_lowercase();
        HEADINGS.contains(&text.trim_matches([':', ' ']))
    }
}
