//! HTML as text to a tree. The parser is html5ever's; here are the tree it builds and the limits
//! that make a hostile page cost no more time than a long one.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

use html5ever::interface::TokenizerResult;
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Tag as TagToken, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer,
};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{Attribute, LocalName, QualName, local_name, ns};

use crate::page::dom::{Content, Dom, NodeId};
use crate::page::limits;
use crate::page::tag::Tag;

/// Elements that may stand in each other. Browsers stop at 512; the parser looks through all that
/// are open for many a tag, so this is also a factor of the time that it takes.
const DEEPEST: usize = 256;

/// Nodes of a page. Long articles have some ten thousand.
const MOST_NODES: usize = 400_000;

/// Bytes that a page has for each of its nodes: fewer only where one tag is made to open many.
const BYTES_A_NODE: usize = 2;
const FEWEST_NODES: usize = 1000;

/// Reads a page. Any text gives a tree.
pub fn parse(html: &str) -> Dom {
    let html = limits::shorten_tags(html);
    // Many forums keep their text for readers without scripts, which is what we are.
    let options = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let builder = TreeBuilder::new(Sink::new(html.len()), options);
    let tokenizer = Tokenizer::new(Limited(builder), Default::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(&html));
    // It pauses where a browser would run a script or change the encoding.
    while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
    tokenizer.end();
    tokenizer.sink.0.sink.finish()
}

/// Keeps from the tree builder what would make the tree too deep or too large.
struct Limited(TreeBuilder<NodeId, Sink>);

impl TokenSink for Limited {
    type Handle = NodeId;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<NodeId> {
        match &token {
            Token::TagToken(tag) if self.is_too_much(tag) => TokenSinkResult::Continue,
            Token::CommentToken(_) | Token::ParseError(_) => TokenSinkResult::Continue,
            Token::CharacterTokens(_) if self.0.sink.is_full() => TokenSinkResult::Continue,
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

impl Limited {
    fn is_too_much(&self, tag: &TagToken) -> bool {
        let sink = &self.0.sink;
        // A script's start changes how what follows is read: that must never be kept back.
        let is_raw = || Tag::of(&tag.name).is_silent() || tag.name == local_name!("title");
        let too_much = tag.kind == TagKind::StartTag
            && (sink.is_full() || (sink.open.get() >= DEEPEST && !is_raw()));
        if too_much {
            sink.dom.borrow_mut().is_cut = true;
        }
        too_much
    }
}

/// What the parser takes for the name of a node that has none.
static NAMELESS: QualName = QualName { prefix: None, ns: ns!(), local: local_name!("") };

struct Sink {
    dom: RefCell<Dom>,
    /// How deep the element is that was last opened or closed.
    open: Cell<usize>,
    /// How many nodes there may be.
    most: usize,
}

impl Sink {
    fn new(bytes: usize) -> Self {
        let most = MOST_NODES.min(FEWEST_NODES + bytes / BYTES_A_NODE);
        Self { dom: RefCell::new(Dom::new()), open: Cell::new(0), most }
    }

    fn is_full(&self) -> bool {
        self.dom.borrow().len() >= self.most
    }

    /// The node to put in, and nothing if it is a text that was added to the one before.
    fn placed(
        &self,
        child: NodeOrText<NodeId>,
        before: impl FnOnce(&Dom) -> Option<NodeId>,
    ) -> Option<NodeId> {
        let mut dom = self.dom.borrow_mut();
        match child {
            NodeOrText::AppendNode(node) => {
                dom.detach(node);
                Some(node)
            }
            NodeOrText::AppendText(text) => {
                let neighbour = before(&dom);
                if let Some(Content::Text(there)) = neighbour.and_then(|id| dom.content_mut(id)) {
                    there.push_tendril(&text);
                    return None;
                }
                Some(dom.add(Content::Text(text)))
            }
        }
    }
}

fn flat(attributes: Vec<Attribute>) -> Vec<(LocalName, StrTendril)> {
    attributes.into_iter().map(|attribute| (attribute.name.local, attribute.value)).collect()
}

impl TreeSink for Sink {
    type Handle = NodeId;
    type Output = Dom;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Dom {
        let mut dom = self.dom.into_inner();
        dom.measure_depths();
        dom
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> NodeId {
        self.dom.borrow().root()
    }

    fn elem_name<'a>(&'a self, target: &'a NodeId) -> Ref<'a, QualName> {
        Ref::map(self.dom.borrow(), |dom| match dom.content(*target) {
            Some(Content::Element { name, .. }) => name,
            _ => &NAMELESS,
        })
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        _flags: ElementFlags,
    ) -> NodeId {
        let tag = Tag::of(&name.local);
        self.dom.borrow_mut().add(Content::Element { name, tag, attributes: flat(attributes) })
    }

    fn create_comment(&self, _text: StrTendril) -> NodeId {
        self.dom.borrow_mut().add(Content::Nothing)
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> NodeId {
        self.dom.borrow_mut().add(Content::Nothing)
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        let Some(node) = self.placed(child, |dom| dom.last_child(*parent)) else { return };
        let mut dom = self.dom.borrow_mut();
        dom.append(*parent, node);
        if dom.tag(node) != Tag::None {
            self.open.set(dom.depth(node));
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
        self.open.set(self.dom.borrow().depth(*node).saturating_sub(1));
    }

    fn get_template_contents(&self, target: &NodeId) -> NodeId {
        *target
    }

    fn same_node(&self, one: &NodeId, other: &NodeId) -> bool {
        one == other
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &NodeId, child: NodeOrText<NodeId>) {
        let Some(node) = self.placed(child, |dom| dom.before(*sibling)) else { return };
        self.dom.borrow_mut().insert_before(*sibling, node);
    }

    fn add_attrs_if_missing(&self, target: &NodeId, added: Vec<Attribute>) {
        if let Some(Content::Element { attributes, .. }) =
            self.dom.borrow_mut().content_mut(*target)
        {
            for (name, value) in flat(added) {
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
