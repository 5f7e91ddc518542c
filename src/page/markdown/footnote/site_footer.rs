//! Finds the footers of the whole site. Shops have the terms of their offers there, which the text
//! refers to like footnotes. But they are longer than this text, and no part of it.

use std::collections::BTreeSet;

use crate::page::html::dom::{Dom, NodeId};
use crate::page::html::tag::Tag;

/// The footers of the whole site on a page. Unlike the footer of an article, they have navigation.
pub struct SiteFooters {
    elements: BTreeSet<NodeId>,
}

impl SiteFooters {
    /// Finds the footers around the navigation of the page.
    pub fn find(dom: &Dom) -> Self {
        let navigation = dom.walk(dom.root()).filter(|id| dom.tag(*id) == Tag::Nav);
        let footers = navigation.filter_map(|id| site_footer_around(dom, id));
        Self { elements: footers.collect() }
    }

    /// Whether a node is in the footer of the site.
    pub fn contain(&self, dom: &Dom, id: NodeId) -> bool {
        !self.elements.is_empty() && dom.ancestors(id).any(|id| self.elements.contains(&id))
    }
}

/// Returns the footer that a node is in, unless it is the footer of an article.
fn site_footer_around(dom: &Dom, id: NodeId) -> Option<NodeId> {
    let footer = dom.ancestors(id).find(|id| dom.tag(*id) == Tag::Footer)?;
    let is_text = |id: NodeId| matches!(dom.tag(id), Tag::Article | Tag::Main);
    (!dom.ancestors(footer).any(is_text)).then_some(footer)
}
