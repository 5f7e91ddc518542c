//! The input of the conversion to Markdown. This file contains only data, no logic.

use url::Url;

use crate::values::html::{Dom, NodeId};
use crate::web::page::main_text::removals::Removals;

/// A page, or a part of it, that is to be written as Markdown.
pub struct MarkdownInput<'d> {
    /// The parsed HTML of the page.
    pub dom: &'d Dom,
    /// The parts of the page that are not written.
    pub removals: &'d Removals,
    /// The node that is converted, together with all its descendants.
    pub content_root: NodeId,
    /// The title of the page. A heading with the same words is not written.
    pub title: &'d str,
    /// The URL that links are relative to. Without it, relative links become plain text.
    pub base_url: Option<&'d Url>,
}
