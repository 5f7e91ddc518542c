//! A page as a tree, built by html5ever by the rules of the HTML standard: what a browser would
//! see before any script runs. Nodes are numbers into one list. The tree does not change once it
//! is built: what is left out of a page is marked beside it, so that it can be told and taken back.

use html5ever::tendril::StrTendril;
use html5ever::{LocalName, QualName};

use crate::page::tag::Tag;

/// A node of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// Its place in the list of nodes, for what is kept beside the tree.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The tree of a page.
#[derive(Debug)]
pub struct Dom {
    nodes: Vec<Node>,
    /// Whether the page was too large or too twisted to be read to its end.
    pub is_cut: bool,
}

#[derive(Debug)]
struct Node {
    parent: Option<NodeId>,
    before: Option<NodeId>,
    after: Option<NodeId>,
    first: Option<NodeId>,
    last: Option<NodeId>,
    /// How many elements stand around it.
    depth: u32,
    content: Content,
}

#[derive(Debug)]
pub(super) enum Content {
    Document,
    Element {
        name: QualName,
        tag: Tag,
        attributes: Vec<(LocalName, StrTendril)>,
    },
    Text(StrTendril),
    /// A comment or the like: without any text, as nobody is meant to read it.
    Nothing,
}

impl Dom {
    pub(super) fn new() -> Self {
        let mut dom = Self { nodes: Vec::new(), is_cut: false };
        dom.add(Content::Document);
        dom
    }

    /// The document, around everything.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The part of the document that is shown.
    pub fn body(&self) -> NodeId {
        self.find(self.root(), Tag::Body).unwrap_or(self.root())
    }

    /// How many nodes there are, some perhaps outside the tree.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but the document.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.index())
    }

    fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(id.index())
    }

    pub(super) fn content(&self, id: NodeId) -> Option<&Content> {
        self.node(id).map(|node| &node.content)
    }

    pub(super) fn content_mut(&mut self, id: NodeId) -> Option<&mut Content> {
        self.node_mut(id).map(|node| &mut node.content)
    }

    /// How many nodes stand around it.
    pub fn depth(&self, id: NodeId) -> usize {
        self.node(id).map_or(0, |node| node.depth as usize)
    }

    /// The node around it.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.parent
    }

    /// The node before it, with the same parent.
    pub fn before(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.before
    }

    /// The node behind it, with the same parent.
    pub fn after(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.after
    }

    pub(super) fn last_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.last
    }

    /// What stands directly in it.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = self.node(id).and_then(|node| node.first);
        std::iter::successors(first, |child| self.after(*child))
    }

    /// The elements that stand directly in it.
    pub fn elements(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.children(id).filter(|child| self.tag(*child) != Tag::None)
    }

    /// Everything around it, from the inside out.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(id), |parent| self.parent(*parent))
    }

    /// It and everything in it, in the order of the page.
    pub fn walk(&self, id: NodeId) -> Walk<'_> {
        Walk { dom: self, top: id, next: Some(id) }
    }

    /// The name of an element.
    pub fn tag(&self, id: NodeId) -> Tag {
        match self.content(id) {
            Some(Content::Element { tag, .. }) => *tag,
            _ => Tag::None,
        }
    }

    /// The name of an element as it is written, in lower case; empty for a text.
    pub fn name(&self, id: NodeId) -> &str {
        match self.content(id) {
            Some(Content::Element { name, .. }) => &name.local,
            _ => "",
        }
    }

    /// What an attribute says.
    pub fn attribute(&self, id: NodeId, wanted: &str) -> Option<&str> {
        self.attributes(id).find(|(name, _)| *name == wanted).map(|(_, value)| value)
    }

    /// The first class of an element; empty if it has none.
    pub fn first_class(&self, id: NodeId) -> &str {
        let class = self.attribute(id, "class").unwrap_or_default();
        class.split_whitespace().next().unwrap_or_default()
    }

    /// All attributes of an element.
    pub fn attributes(&self, id: NodeId) -> impl Iterator<Item = (&str, &str)> + '_ {
        let attributes = match self.content(id) {
            Some(Content::Element { attributes, .. }) => attributes.as_slice(),
            _ => &[],
        };
        attributes.iter().map(|(name, value)| (&**name, &**value))
    }

    /// The text of a text node.
    pub fn text(&self, id: NodeId) -> Option<&str> {
        match self.content(id) {
            Some(Content::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// All text in a node, as it is written.
    pub fn all_text(&self, id: NodeId) -> String {
        self.walk(id).filter_map(|node| self.text(node)).collect()
    }

    /// The first element of a name in a node.
    pub fn find(&self, id: NodeId, tag: Tag) -> Option<NodeId> {
        self.walk(id).find(|node| self.tag(*node) == tag)
    }

    pub(super) fn add(&mut self, content: Content) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let (parent, before, after, first, last) = (None, None, None, None, None);
        self.nodes.push(Node { parent, before, after, first, last, depth: 0, content });
        id
    }

    /// Puts a node at the end of another.
    pub(super) fn append(&mut self, parent: NodeId, child: NodeId) {
        let last = self.last_child(parent);
        let depth = self.node(parent).map_or(0, |node| node.depth.saturating_add(1));
        if let Some(node) = self.node_mut(child) {
            (node.parent, node.before, node.after, node.depth) = (Some(parent), last, None, depth);
        }
        self.link(parent, last, Some(child));
        self.link(parent, Some(child), None);
    }

    /// Puts a node before another one.
    pub(super) fn insert_before(&mut self, sibling: NodeId, child: NodeId) {
        let Some(parent) = self.parent(sibling) else { return };
        let before = self.before(sibling);
        let depth = self.depth(sibling) as u32;
        if let Some(node) = self.node_mut(child) {
            (node.parent, node.depth) = (Some(parent), depth);
        }
        self.link(parent, before, Some(child));
        self.link(parent, Some(child), Some(sibling));
    }

    /// Counts again how deep everything stands: what was moved took its parts along.
    pub(super) fn measure_depths(&mut self) {
        let order: Vec<NodeId> = self.walk(self.root()).collect();
        for id in order {
            let around = self.parent(id).and_then(|parent| self.node(parent));
            let depth = around.map_or(0, |parent| parent.depth.saturating_add(1));
            if let Some(node) = self.node_mut(id) {
                node.depth = depth;
            }
        }
    }

    /// Takes a node out of the tree, with all that is in it.
    pub(super) fn detach(&mut self, id: NodeId) {
        let (before, after) = (self.before(id), self.after(id));
        if let Some(parent) = self.parent(id) {
            self.link(parent, before, after);
        }
        if let Some(node) = self.node_mut(id) {
            (node.parent, node.before, node.after) = (None, None, None);
        }
    }

    /// Makes two nodes neighbours; nothing stands for an end of the parent.
    fn link(&mut self, parent: NodeId, left: Option<NodeId>, right: Option<NodeId>) {
        let left_slot = match left {
            Some(left) => self.node_mut(left).map(|node| &mut node.after),
            None => self.node_mut(parent).map(|node| &mut node.first),
        };
        if let Some(slot) = left_slot {
            *slot = right;
        }
        let right_slot = match right {
            Some(right) => self.node_mut(right).map(|node| &mut node.before),
            None => self.node_mut(parent).map(|node| &mut node.last),
        };
        if let Some(slot) = right_slot {
            *slot = left;
        }
    }
}

/// A node and everything in it, in the order of the page.
pub struct Walk<'d> {
    dom: &'d Dom,
    top: NodeId,
    next: Option<NodeId>,
}

impl Walk<'_> {
    /// Goes on behind a node that was just given, without what is in it.
    pub fn skip_inside(&mut self, id: NodeId) {
        self.next = self.behind(id);
    }

    fn behind(&self, id: NodeId) -> Option<NodeId> {
        let mut id = id;
        while id != self.top {
            if let Some(after) = self.dom.after(id) {
                return Some(after);
            }
            id = self.dom.parent(id)?;
        }
        None
    }
}

impl Iterator for Walk<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = self.next?;
        self.next = self.dom.children(id).next().or_else(|| self.behind(id));
        Some(id)
    }
}
