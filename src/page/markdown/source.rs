//! The page, with what is found out about it once, before writing.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use crate::page::dom::{Dom, NodeId};
use crate::page::markdown::footnote::Notes;
use crate::page::markdown::{Draft, heading};
use crate::page::marks::Reason;
use crate::page::tag::Tag;

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
    /// Whether a note is being written, which mostly stands outside the main text.
    in_note: Cell<bool>,
}

impl<'d> Source<'d> {
    pub fn new(draft: &'d Draft<'d>) -> Self {
        let notes = Notes::find(draft);
        let title = heading::repeated_title(draft);
        Self {
            draft,
            dom: draft.dom,
            notes,
            title,
            written: RefCell::default(),
            in_note: Cell::new(false),
        }
    }

    /// Does some work in which only what is hidden counts as left out.
    pub fn in_note<T>(&self, work: impl FnOnce() -> T) -> T {
        self.in_note.set(true);
        let done = work();
        self.in_note.set(false);
        done
    }

    fn is_marked(&self, id: NodeId) -> bool {
        let reason = self.draft.marks.reason(id);
        reason.is_some_and(|reason| reason == Reason::Hidden || !self.in_note.get())
    }

    /// Whether nobody sees a node on the page.
    pub fn is_hidden(&self, id: NodeId) -> bool {
        let mut around = std::iter::once(id).chain(self.dom.ancestors(id));
        around.any(|id| self.draft.marks.reason(id) == Some(Reason::Hidden))
    }

    /// Leaves a node out from here on.
    pub fn is_written(&self, id: NodeId) {
        self.written.borrow_mut().insert(id);
    }

    /// Whether nothing of a node is written where it stands.
    pub fn is_left_out(&self, id: NodeId) -> bool {
        self.is_out(id) || self.notes.is_moved(id)
    }

    /// Whether nothing of a node is written.
    pub fn is_out(&self, id: NodeId) -> bool {
        self.is_marked(id)
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
