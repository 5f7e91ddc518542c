//! What is left out of a page, and why: kept beside the tree, so that it can be told to a person
//! and taken back when a rule went too far.

use crate::page::dom::{Dom, NodeId};

/// Why a part of a page is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// Code, styles and controls: not text.
    NotText,
    /// Nobody sees it on the page.
    Hidden,
    /// Menus, breadcrumbs, tables of contents and other ways around the site.
    Navigation,
    /// What stands at the head or foot of every page of the site.
    Frame,
    /// Sharing, following, subscribing, consent, advertisements.
    Promotion,
    /// Teasers of other pages.
    Related,
    /// What visitors wrote below.
    Comments,
    /// The title, date and author, which are told beside the text.
    Metadata,
    /// It does not look like the main text.
    NotMain,
}

impl Reason {
    /// In words for a person.
    pub fn words(self) -> &'static str {
        match self {
            Self::NotText => "not text",
            Self::Hidden => "hidden on the page",
            Self::Navigation => "navigation",
            Self::Frame => "site header or footer",
            Self::Promotion => "promotion or consent banner",
            Self::Related => "links to other pages",
            Self::Comments => "comments",
            Self::Metadata => "metadata",
            Self::NotMain => "not main content",
        }
    }
}

/// The parts of a page that are left out. What stands in such a part is left out with it.
#[derive(Debug, Clone)]
pub struct Marks {
    reasons: Vec<Option<Reason>>,
}

impl Marks {
    /// Nothing is left out yet.
    pub fn none(dom: &Dom) -> Self {
        Self { reasons: vec![None; dom.len()] }
    }

    /// Leaves a node out. The first reason stays.
    pub fn leave_out(&mut self, id: NodeId, reason: Reason) {
        if let Some(slot) = self.reasons.get_mut(id.index()) {
            slot.get_or_insert(reason);
        }
    }

    /// Takes a node back in.
    pub fn take_back(&mut self, id: NodeId) {
        if let Some(slot) = self.reasons.get_mut(id.index()) {
            *slot = None;
        }
    }

    /// Why this very node is left out, if it is.
    pub fn reason(&self, id: NodeId) -> Option<Reason> {
        self.reasons.get(id.index()).copied().flatten()
    }

    /// Whether this very node is left out; what stands in one that is does not matter any more.
    pub fn is_out(&self, id: NodeId) -> bool {
        self.reason(id).is_some()
    }
}
