//! The kept part of a page as Markdown that Obsidian shows well.

use url::Url;

use super::dom::{Dom, NodeId};
use super::marks::Marks;

/// What is to be written.
pub struct Draft<'d> {
    /// The page.
    pub dom: &'d Dom,
    /// What is left out of it.
    pub marks: &'d Marks,
    /// The part to write.
    pub top: NodeId,
    /// The page's title: a heading that says the same is not repeated.
    pub title: &'d str,
    /// What links are relative to; without it they become plain text.
    pub base: Option<&'d Url>,
}

/// Writes the Markdown.
pub fn write(draft: &Draft<'_>) -> String {
    let mut walk = draft.dom.walk(draft.top);
    let mut text = String::new();
    while let Some(id) = walk.next() {
        if draft.marks.is_out(id) || draft.dom.tag(id).is_silent() {
            walk.skip_inside(id);
        } else if let Some(here) = draft.dom.text(id) {
            text.push_str(here);
        } else if !draft.dom.tag(id).is_inline() {
            text.push_str("\n\n");
        }
    }
    text
}
