//! The page, with what is found out about it once, before writing.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::super::dom::{Dom, NodeId};
use super::super::tag::Tag;
use super::footnote::Notes;
use super::{Draft, heading};

/// Deeper elements are not looked at. The parser lets none be deeper by much.
const MOST_DEPTH: usize = 400;

/// The page, with what is found out once before writing.
pub(super) struct Source<'d> {
    pub draft: &'d Draft<'d>,
    pub dom: &'d Dom,
    pub notes: Notes,
    /// The heading that repeats the title, if there is one.
    title: Option<NodeId>,
    /// What was already written at another place.
    written: RefCell<BTreeSet<NodeId>>,
}

impl<'d> Source<'d> {
    pub fn new(draft: &'d Draft<'d>) -> Self {
        let notes = Notes::find(draft);
        let title = heading::repeated_title(draft);
        Self { draft, dom: draft.dom, notes, title, written: RefCell::default() }
    }

    /// Leaves a node out from here on.
    pub fn is_written(&self, id: NodeId) {
        self.written.borrow_mut().insert(id);
    }

    /// Whether nothing of a node is written.
    pub fn is_out(&self, id: NodeId) -> bool {
        self.draft.marks.is_out(id)
            || self.notes.is_dropped(id)
            || self.title == Some(id)
            || self.written.borrow().contains(&id)
            || self.dom.depth(id) > MOST_DEPTH
            || (self.dom.tag(id).is_silent() && !is_shadow_root(self.dom, id))
    }
}

/// A template that is shown as soon as the page is parsed.
fn is_shadow_root(dom: &Dom, id: NodeId) -> bool {
    dom.tag(id) == Tag::Template && dom.attribute(id, "shadowrootmode").is_some()
}
