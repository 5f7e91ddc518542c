//! Records which nodes of a page are removed, and why. The tree itself is not changed, so that
//! users can see what was removed.

use crate::values::html::{Dom, NodeId};

/// The reason why a part of a page is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RemovalReason {
    /// `noscript` elements, which browsers show only if scripts are switched off.
    NotText,
    /// Parts that users do not see on the page.
    Hidden,
    /// Menus, breadcrumbs, tables of contents and other navigation.
    Navigation,
    /// The header or footer that every page of the site has.
    HeaderOrFooter,
    /// Advertisements, buttons for sharing and following, and prompts for subscriptions or cookies.
    Promotion,
    /// Teasers of other pages.
    Related,
    /// Comments by visitors.
    Comments,
    /// The title, date and author, which are shown separately.
    Metadata,
    /// Anything else that does not look like main text.
    NotMain,
}

impl RemovalReason {
    /// Returns the reason as text for the user.
    pub fn label(self) -> &'static str {
        match self {
            Self::NotText => "not text",
            Self::Hidden => "hidden on the page",
            Self::Navigation => "navigation",
            Self::HeaderOrFooter => "site header or footer",
            Self::Promotion => "promotion or consent banner",
            Self::Related => "links to other pages",
            Self::Comments => "comments",
            Self::Metadata => "metadata",
            Self::NotMain => "not main content",
        }
    }
}

/// The removed nodes of a page. The descendants of a removed node are removed too.
#[derive(Debug, Clone)]
pub struct Removals {
    reasons: Vec<Option<RemovalReason>>,
}

impl Removals {
    /// Creates a record in which no node of the page is removed.
    pub fn new(dom: &Dom) -> Self {
        Self { reasons: vec![None; dom.len()] }
    }

    /// Records a node as removed for this reason. If the node was already removed, its first reason
    /// is kept.
    pub fn remove(&mut self, id: NodeId, reason: RemovalReason) {
        if let Some(slot) = self.reasons.get_mut(id.index()) {
            slot.get_or_insert(reason);
        }
    }

    /// Returns the reason why this node itself was removed. Does not check the ancestors.
    pub fn removal_reason(&self, id: NodeId) -> Option<RemovalReason> {
        self.reasons.get(id.index()).copied().flatten()
    }

    /// Whether this node itself was removed. Does not check the ancestors.
    pub fn is_removed(&self, id: NodeId) -> bool {
        self.removal_reason(id).is_some()
    }
}
