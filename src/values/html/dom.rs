//! The tree of a page, as html5ever builds it by the HTML standard, and as a browser has it before
//! any script runs, except that parts which React sent late are in their places. Nodes are indices
//! into one list. The tree does not change once it is built: the nodes that are removed from a page
//! are recorded separately.

use html5ever::tendril::StrTendril;
use html5ever::{LocalName, QualName};

use crate::values::html::tag::Tag;

/// Identifies a node of a page. It is the index of the node in the list of nodes, in the order in
/// which the parser created them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// Returns the position in the list of nodes, for data that is stored per node.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The tree of a page. Elements, texts and comments are nodes.
#[derive(Debug)]
pub struct Dom {
    nodes: Vec<DomNode>,
}

#[derive(Debug)]
struct DomNode {
    parent: Option<NodeId>,
    previous_sibling: Option<NodeId>,
    next_sibling: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    /// Number of ancestors; 0 for the document node.
    depth: u32,
    data: NodeData,
}

#[derive(Debug)]
pub(super) enum NodeData {
    Document,
    Element {
        name: QualName,
        tag: Tag,
        attributes: Vec<(LocalName, StrTendril)>,
    },
    Text(StrTendril),
    /// A comment or processing instruction. Its content is not stored.
    Comment,
}

impl Dom {
    pub(super) fn new() -> Self {
        let mut dom = Self { nodes: Vec::new() };
        dom.create_node(NodeData::Document);
        dom
    }

    /// Returns the document node, which contains all others.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Returns the `body` element, or the document node if there is none.
    pub fn body(&self) -> NodeId {
        self.find_tag(self.root(), Tag::Body).unwrap_or(self.root())
    }

    /// Returns the number of nodes, including those that the parser has taken out of the tree
    /// again.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node except the document node.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    fn node(&self, id: NodeId) -> Option<&DomNode> {
        self.nodes.get(id.index())
    }

    fn node_mut(&mut self, id: NodeId) -> Option<&mut DomNode> {
        self.nodes.get_mut(id.index())
    }

    /// Returns what a node is: the document, an element with its attributes, a text or a comment.
    pub(super) fn node_data(&self, id: NodeId) -> Option<&NodeData> {
        self.node(id).map(|node| &node.data)
    }

    /// Like `node_data`, but allows changes.
    pub(super) fn node_data_mut(&mut self, id: NodeId) -> Option<&mut NodeData> {
        self.node_mut(id).map(|node| &mut node.data)
    }

    /// Returns the number of ancestors of a node.
    pub fn depth(&self, id: NodeId) -> usize {
        self.node(id).map_or(0, |node| node.depth as usize)
    }

    /// Returns the parent of a node; `None` for the document node and for nodes outside the tree.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.parent
    }

    /// Returns the node before this one, with the same parent.
    pub fn previous_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.previous_sibling
    }

    /// Returns the node after this one, with the same parent.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.next_sibling
    }

    /// Returns the last child of a node; `None` if it has no children.
    pub fn last_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.last_child
    }

    /// Returns the children of a node, in document order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = self.node(id).and_then(|node| node.first_child);
        std::iter::successors(first, |child| self.next_sibling(*child))
    }

    /// Returns the children of a node that are elements, not texts or comments.
    pub fn child_elements(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.children(id).filter(|child| self.tag(*child) != Tag::None)
    }

    /// Returns the siblings after a node, in document order.
    pub fn following_siblings(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.next_sibling(id), |node| self.next_sibling(*node))
    }

    /// Returns the siblings before a node, the nearest first.
    pub fn preceding_siblings(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.previous_sibling(id), |node| self.previous_sibling(*node))
    }

    /// Returns a node and its ancestors, from the inside out.
    pub fn self_and_ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::once(id).chain(self.ancestors(id))
    }

    /// Returns the ancestors of a node, from the inside out.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(id), |parent| self.parent(*parent))
    }

    /// Returns a node and its descendants, in document order.
    pub fn walk(&self, id: NodeId) -> DomWalk<'_> {
        DomWalk { dom: self, top: id, next: Some(id) }
    }

    /// Returns the tag of an element; [`Tag::None`] for other nodes.
    pub fn tag(&self, id: NodeId) -> Tag {
        match self.node_data(id) {
            Some(NodeData::Element { tag, .. }) => *tag,
            _ => Tag::None,
        }
    }

    /// Returns the name of an element in lower case; empty for other nodes.
    pub fn tag_name(&self, id: NodeId) -> &str {
        match self.node_data(id) {
            Some(NodeData::Element { name, .. }) => &name.local,
            _ => "",
        }
    }

    /// Returns the value of an attribute; `None` if the element does not have it.
    pub fn attribute(&self, id: NodeId, attribute_name: &str) -> Option<&str> {
        self.attributes(id).find(|(name, _)| *name == attribute_name).map(|(_, value)| value)
    }

    /// Returns the first class of an element; empty if it has none.
    pub fn first_class(&self, id: NodeId) -> &str {
        self.classes(id).next().unwrap_or_default()
    }

    /// Returns the classes of an element, as its `class` attribute lists them.
    pub fn classes(&self, id: NodeId) -> impl Iterator<Item = &str> + '_ {
        self.attribute(id, "class").unwrap_or_default().split_whitespace()
    }

    /// Returns the names and values of the attributes of an element.
    pub fn attributes(&self, id: NodeId) -> impl Iterator<Item = (&str, &str)> + '_ {
        let attributes = match self.node_data(id) {
            Some(NodeData::Element { attributes, .. }) => attributes.as_slice(),
            _ => &[],
        };
        attributes.iter().map(|(name, value)| (&**name, &**value))
    }

    /// Returns the text of a text node; `None` for all other nodes.
    pub fn text(&self, id: NodeId) -> Option<&str> {
        match self.node_data(id) {
            Some(NodeData::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Returns the text of a node and all its descendants, with whitespace unchanged.
    pub fn text_content(&self, id: NodeId) -> String {
        self.walk(id).filter_map(|node| self.text(node)).collect()
    }

    /// Returns the first element with this tag, among a node and its descendants.
    pub fn find_tag(&self, id: NodeId, tag: Tag) -> Option<NodeId> {
        self.walk(id).find(|node| self.tag(*node) == tag)
    }

    /// Creates a node that is not yet part of the tree.
    pub(super) fn create_node(&mut self, data: NodeData) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(DomNode {
            parent: None,
            previous_sibling: None,
            next_sibling: None,
            first_child: None,
            last_child: None,
            depth: 0,
            data,
        });
        id
    }

    /// Adds a node as the last child of another.
    pub(super) fn append(&mut self, parent: NodeId, child: NodeId) {
        let last = self.last_child(parent);
        let depth = self.node(parent).map_or(0, |node| node.depth.saturating_add(1));
        if let Some(node) = self.node_mut(child) {
            (node.parent, node.depth) = (Some(parent), depth);
            (node.previous_sibling, node.next_sibling) = (last, None);
        }
        self.link_siblings(parent, last, Some(child));
        self.link_siblings(parent, Some(child), None);
    }

    /// Inserts `child` directly before `sibling`, under the same parent.
    pub(super) fn insert_before(&mut self, sibling: NodeId, child: NodeId) {
        let Some(parent) = self.parent(sibling) else { return };
        let previous = self.previous_sibling(sibling);
        let depth = self.depth(sibling) as u32;
        if let Some(node) = self.node_mut(child) {
            (node.parent, node.depth) = (Some(parent), depth);
        }
        self.link_siblings(parent, previous, Some(child));
        self.link_siblings(parent, Some(child), Some(sibling));
    }

    /// Computes the depth of all nodes again. The parser may have moved nodes, whose descendants
    /// still have the depth of their old position.
    pub(super) fn update_depths(&mut self) {
        let order: Vec<NodeId> = self.walk(self.root()).collect();
        for id in order {
            let parent = self.parent(id).and_then(|parent| self.node(parent));
            let depth = parent.map_or(0, |parent| parent.depth.saturating_add(1));
            if let Some(node) = self.node_mut(id) {
                node.depth = depth;
            }
        }
    }

    /// Takes a node and its descendants out of the tree.
    pub(super) fn detach(&mut self, id: NodeId) {
        let (previous, next) = (self.previous_sibling(id), self.next_sibling(id));
        if let Some(parent) = self.parent(id) {
            self.link_siblings(parent, previous, next);
        }
        if let Some(node) = self.node_mut(id) {
            (node.parent, node.previous_sibling, node.next_sibling) = (None, None, None);
        }
    }

    /// Makes `right` the next sibling of `left`. If `left` is `None`, `right` becomes the first
    /// child of the parent; if `right` is `None`, `left` becomes the last child.
    fn link_siblings(&mut self, parent: NodeId, left: Option<NodeId>, right: Option<NodeId>) {
        let left_slot = match left {
            Some(left) => self.node_mut(left).map(|node| &mut node.next_sibling),
            None => self.node_mut(parent).map(|node| &mut node.first_child),
        };
        if let Some(slot) = left_slot {
            *slot = right;
        }
        let right_slot = match right {
            Some(right) => self.node_mut(right).map(|node| &mut node.previous_sibling),
            None => self.node_mut(parent).map(|node| &mut node.last_child),
        };
        if let Some(slot) = right_slot {
            *slot = left;
        }
    }
}

/// Iterates over a node and its descendants, in document order.
pub struct DomWalk<'d> {
    dom: &'d Dom,
    top: NodeId,
    next: Option<NodeId>,
}

impl DomWalk<'_> {
    /// Continues after the descendants of `id`, the node that the iterator has just returned.
    pub fn skip_subtree(&mut self, id: NodeId) {
        self.next = self.next_after_subtree(id);
    }

    /// Returns the first node, in document order, after a node and all its descendants.
    fn next_after_subtree(&self, id: NodeId) -> Option<NodeId> {
        let mut id = id;
        while id != self.top {
            if let Some(next) = self.dom.next_sibling(id) {
                return Some(next);
            }
            id = self.dom.parent(id)?;
        }
        None
    }
}

impl Iterator for DomWalk<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = self.next?;
        self.next = self.dom.children(id).next().or_else(|| self.next_after_subtree(id));
        Some(id)
    }
}
