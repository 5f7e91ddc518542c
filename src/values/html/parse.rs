//! Parses HTML into a tree. The parser is html5ever; this file builds the tree and limits its size
//! and depth, so that a hostile page takes no more time than a long one.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TokenizerResult, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Tag as TagToken, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer,
};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{Attribute, LocalName, QualName, local_name, ns};

use crate::values::html::dom::{Dom, NodeData, NodeId};
use crate::values::html::tag::Tag;
use crate::values::html::{attribute_limit, streamed_segments};

/// Maximum depth of the tree; tags that would make it deeper are ignored. Browsers allow 512, but
/// many tags make the parser check all open elements, so that it gets slower with the depth.
const MAX_DOM_DEPTH: usize = 256;

/// Maximum number of nodes of a page; further tags and texts are ignored. Long articles have about
/// ten thousand nodes.
const MAX_DOM_NODES: usize = 400_000;

/// A page may have at most one node per this many bytes of HTML. Only hostile pages, in which one
/// tag creates many nodes, have more.
const MIN_BYTES_PER_NODE: usize = 2;

/// Number of nodes that every page may have in addition to one node per `MIN_BYTES_PER_NODE` bytes,
/// so that the limit is not too low for tiny pages.
const BASE_NODE_LIMIT: usize = 1000;

/// Parses a page. Never fails: any text gives a tree.
pub fn parse(html: &str) -> Dom {
    let html = attribute_limit::limit_attributes(html);
    // Many forums have their text in `noscript`. The parser reads the tags inside it only if
    // scripting is off.
    let options = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let builder = TreeBuilder::new(DomBuilder::new(html.len()), options);
    let tree = LimitedTreeBuilder(builder);
    tokenize(&html, &tree);
    tree.0.sink.finish()
}

/// Reads the tags, texts and comments of HTML as a browser does.
pub fn tokenize(html: &str, sink: &dyn TokenSink<Handle = NodeId>) {
    let tokenizer = Tokenizer::new(AnySink(sink), Default::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    // The tokenizer returns early at each position where a browser would run a script. Repeats the
    // call until the whole page is read.
    while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
    tokenizer.end();
}

/// Passes everything on. With one type for all sinks, the code of the tokenizer is compiled only once.
struct AnySink<'s>(&'s dyn TokenSink<Handle = NodeId>);

impl TokenSink for AnySink<'_> {
    type Handle = NodeId;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<NodeId> {
        self.0.process_token(token, line)
    }

    fn end(&self) {
        self.0.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.0.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Passes the tags and texts of a page to the tree builder of html5ever, except those that would
/// make the tree too deep or too large.
struct LimitedTreeBuilder(TreeBuilder<NodeId, DomBuilder>);

impl TokenSink for LimitedTreeBuilder {
    type Handle = NodeId;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<NodeId> {
        match &token {
            Token::TagToken(tag) if self.exceeds_tree_limit(tag) => TokenSinkResult::Continue,
            // The parser would take everything after it for the text of the frame, as browsers do.
            // But it stands mostly in a `noscript`, whose tags browsers do not read.
            Token::TagToken(tag) if tag.self_closing && tag.name == local_name!("iframe") => {
                TokenSinkResult::Continue
            }
            Token::CommentToken(_) | Token::ParseError(_) => TokenSinkResult::Continue,
            Token::CharacterTokens(_) if self.0.sink.has_reached_node_limit() => {
                TokenSinkResult::Continue
            }
            _ => self.0.process_token(token, line),
        }
    }

    fn end(&self) {
        self.0.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.0.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

impl LimitedTreeBuilder {
    /// Whether the element that a tag opens would make the tree too deep or too large.
    fn exceeds_tree_limit(&self, tag: &TagToken) -> bool {
        let sink = &self.0.sink;
        // Tags such as `script` must not be ignored: they change how the following text is parsed.
        let is_raw =
            || Tag::from_name(&tag.name).has_no_readable_text() || tag.name == local_name!("title");
        tag.kind == TagKind::StartTag
            && (sink.has_reached_node_limit()
                || (sink.open_depth.get() >= MAX_DOM_DEPTH && !is_raw()))
    }
}

/// The empty name that is returned if html5ever asks for the name of a node that is not an element.
static EMPTY_ELEMENT_NAME: QualName = QualName { prefix: None, ns: ns!(), local: local_name!("") };

/// Creates and moves the nodes of the tree, as html5ever requests it.
struct DomBuilder {
    dom: RefCell<Dom>,
    /// The depth of the innermost element whose end tag has not been read yet.
    open_depth: Cell<usize>,
    /// Maximum number of nodes of this page, which depends on the length of its HTML.
    max_nodes: usize,
}

impl DomBuilder {
    fn new(html_byte_length: usize) -> Self {
        let max_nodes = MAX_DOM_NODES.min(BASE_NODE_LIMIT + html_byte_length / MIN_BYTES_PER_NODE);
        Self { dom: RefCell::new(Dom::new()), open_depth: Cell::new(0), max_nodes }
    }

    fn has_reached_node_limit(&self) -> bool {
        self.dom.borrow().len() >= self.max_nodes
    }

    /// Returns the node to insert for `child`. If `child` is text and the node before it is a text
    /// node, appends the text to that node and returns `None`.
    fn node_unless_text_merged(
        &self,
        child: NodeOrText<NodeId>,
        previous: impl FnOnce(&Dom) -> Option<NodeId>,
    ) -> Option<NodeId> {
        let mut dom = self.dom.borrow_mut();
        match child {
            NodeOrText::AppendNode(node) => {
                dom.detach(node);
                Some(node)
            }
            NodeOrText::AppendText(text) => {
                let previous = previous(&dom);
                if let Some(NodeData::Text(existing)) =
                    previous.and_then(|id| dom.node_data_mut(id))
                {
                    existing.push_tendril(&text);
                    return None;
                }
                Some(dom.create_node(NodeData::Text(text)))
            }
        }
    }
}

/// Returns the names and values of attributes, without the namespace prefixes of the names.
fn attributes_without_namespace(attributes: Vec<Attribute>) -> Vec<(LocalName, StrTendril)> {
    attributes.into_iter().map(|attribute| (attribute.name.local, attribute.value)).collect()
}

/// Returns the tag of a new element. A declarative shadow root has none of its own: browsers show
/// it, unlike other templates, as part of the element that it is in.
fn element_tag(name: &str, attributes: &[(LocalName, StrTendril)]) -> Tag {
    let tag = Tag::from_name(name);
    let is_mode = |value: &str| ["open", "closed"].iter().any(|it| value.eq_ignore_ascii_case(it));
    let is_shadow_root =
        || attributes.iter().any(|(name, value)| &**name == "shadowrootmode" && is_mode(value));
    if tag == Tag::Template && is_shadow_root() { Tag::Other } else { tag }
}

impl TreeSink for DomBuilder {
    type Handle = NodeId;
    type Output = Dom;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Dom {
        let mut dom = self.dom.into_inner();
        streamed_segments::place_segments(&mut dom, MAX_DOM_DEPTH);
        dom.update_depths();
        dom
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> NodeId {
        self.dom.borrow().root()
    }

    fn elem_name<'a>(&'a self, target: &'a NodeId) -> Ref<'a, QualName> {
        Ref::map(self.dom.borrow(), |dom| match dom.node_data(*target) {
            Some(NodeData::Element { name, .. }) => name,
            _ => &EMPTY_ELEMENT_NAME,
        })
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        _flags: ElementFlags,
    ) -> NodeId {
        let attributes = attributes_without_namespace(attributes);
        let tag = element_tag(&name.local, &attributes);
        self.dom.borrow_mut().create_node(NodeData::Element { name, tag, attributes })
    }

    fn create_comment(&self, _text: StrTendril) -> NodeId {
        self.dom.borrow_mut().create_node(NodeData::Comment)
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> NodeId {
        self.dom.borrow_mut().create_node(NodeData::Comment)
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        let Some(node) = self.node_unless_text_merged(child, |dom| dom.last_child(*parent)) else {
            return;
        };
        let mut dom = self.dom.borrow_mut();
        dom.append(*parent, node);
        if dom.tag(node) != Tag::None {
            self.open_depth.set(dom.depth(node));
        }
    }

    fn append_based_on_parent_node(
        &self,
        element: &NodeId,
        previous: &NodeId,
        child: NodeOrText<NodeId>,
    ) {
        let has_parent = self.dom.borrow().parent(*element).is_some();
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn pop(&self, node: &NodeId) {
        self.open_depth.set(self.dom.borrow().depth(*node).saturating_sub(1));
    }

    fn get_template_contents(&self, target: &NodeId) -> NodeId {
        *target
    }

    fn same_node(&self, one: &NodeId, other: &NodeId) -> bool {
        one == other
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &NodeId, child: NodeOrText<NodeId>) {
        let Some(node) = self.node_unless_text_merged(child, |dom| dom.previous_sibling(*sibling))
        else {
            return;
        };
        self.dom.borrow_mut().insert_before(*sibling, node);
    }

    fn add_attrs_if_missing(&self, target: &NodeId, added: Vec<Attribute>) {
        if let Some(NodeData::Element { attributes, .. }) =
            self.dom.borrow_mut().node_data_mut(*target)
        {
            for (name, value) in attributes_without_namespace(added) {
                if attributes.iter().all(|(known, _)| *known != name) {
                    attributes.push((name, value));
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &NodeId) {
        self.dom.borrow_mut().detach(*target);
    }

    fn reparent_children(&self, node: &NodeId, new_parent: &NodeId) {
        let mut dom = self.dom.borrow_mut();
        let children: Vec<NodeId> = dom.children(*node).collect();
        for child in children {
            dom.detach(child);
            dom.append(*new_parent, child);
        }
    }
}
