//! Data about a page that its conversion to Markdown needs: its footnotes, the heading that repeats
//! its title, and which nodes were already written.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use crate::values::html::{Dom, NodeId, Tag};
use crate::web::page::main_text::removals::RemovalReason;
use crate::web::page::markdown::footnote::Footnotes;
use crate::web::page::markdown::input::MarkdownInput;

/// Deeper nodes are ignored. The parser builds no trees of this depth; the limit only protects the
/// recursion against a stack overflow.
const MAX_NODE_DEPTH: usize = 400;

/// Number of headings at the beginning of a page that are compared with its title. Headings further
/// down belong to the text.
const MAX_TITLE_CANDIDATE_HEADINGS: usize = 3;

/// The page that is converted, its footnotes, and the nodes that are not written.
pub struct ConversionContext<'d> {
    pub input: &'d MarkdownInput<'d>,
    pub dom: &'d Dom,
    pub footnotes: Footnotes,
    /// The heading that repeats the title, if there is one.
    title_heading: Option<NodeId>,
    /// Nodes that were written before their position in the document was reached, such as the
    /// titles of callouts. They are not written again.
    written: RefCell<BTreeSet<NodeId>>,
    /// Whether a footnote is being written. Then only hidden nodes count as removed: footnotes are
    /// often outside the main text, and are written nevertheless.
    in_footnote: Cell<bool>,
}

impl<'d> ConversionContext<'d> {
    pub fn new(input: &'d MarkdownInput<'d>) -> Self {
        Self {
            input,
            dom: input.dom,
            footnotes: Footnotes::find(input),
            title_heading: title_heading(input),
            written: RefCell::default(),
            in_footnote: Cell::new(false),
        }
    }

    /// Runs `write`, which writes a footnote. While it runs, only hidden nodes count as removed,
    /// because footnotes are often outside the main text.
    pub fn run_in_footnote_mode<T>(&self, write: impl FnOnce() -> T) -> T {
        self.in_footnote.set(true);
        let result = write();
        self.in_footnote.set(false);
        result
    }

    fn is_skipped_as_removed(&self, id: NodeId) -> bool {
        let reason = self.input.removals.removal_reason(id);
        reason.is_some_and(|reason| reason == RemovalReason::Hidden || !self.in_footnote.get())
    }

    /// Whether a node is hidden from users on the page, by itself or by an ancestor.
    pub fn is_hidden_on_page(&self, id: NodeId) -> bool {
        let mut enclosing = self.dom.self_and_ancestors(id);
        enclosing.any(|id| self.input.removals.removal_reason(id) == Some(RemovalReason::Hidden))
    }

    /// Records that a node was written, so that it is not written again.
    pub fn mark_node_written(&self, id: NodeId) {
        self.written.borrow_mut().insert(id);
    }

    /// Whether a node is not written at its own position, because it is left out or is written as a
    /// footnote at the end.
    pub fn is_excluded_from_body_text(&self, id: NodeId) -> bool {
        self.is_excluded_from_output(id) || self.footnotes.is_part_of_footnotes(id)
    }

    /// Whether a node must not be written: it was removed from the page, repeats the title, is the
    /// label or the backlink of a footnote, is a script or form control, or was already written.
    pub fn is_excluded_from_output(&self, id: NodeId) -> bool {
        self.is_skipped_as_removed(id)
            || self.footnotes.is_label_or_backlink(id)
            || self.title_heading == Some(id)
            || self.written.borrow().contains(&id)
            || self.dom.depth(id) > MAX_NODE_DEPTH
            || self.dom.tag(id).has_no_readable_text()
    }
}

/// Returns the heading near the beginning of the page that has the same words as its title.
fn title_heading(input: &MarkdownInput<'_>) -> Option<NodeId> {
    let dom = input.dom;
    let title = lowercase_alphanumerics(input.title);
    if title.is_empty() {
        return None;
    }
    let headings =
        dom.walk(input.content_root).filter(|id| matches!(dom.tag(*id), Tag::H1 | Tag::H2));
    let mut headings = headings.take(MAX_TITLE_CANDIDATE_HEADINGS);
    headings.find(|id| lowercase_alphanumerics(&dom.text_content(*id)) == title)
}

/// Returns the letters and digits of a text in lower case, for comparison.
fn lowercase_alphanumerics(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
