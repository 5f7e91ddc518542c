//! How a piece of text stands out: bold, italic, struck out, highlighted, linked.

use std::cell::Cell;
use std::rc::Rc;

/// One way in which text stands out.
#[derive(Debug, Clone)]
pub(super) enum Mark {
    Strong,
    Emphasis,
    Strike,
    Highlight,
    Link(Rc<Link>),
}

/// A link of the page.
#[derive(Debug)]
pub(super) struct Link {
    pub target: String,
    /// Whether it was already written: a link around several blocks stands on the first one only.
    pub is_spent: Cell<bool>,
}

impl Mark {
    /// What stands before and behind the text, for all but links.
    pub fn sign(&self) -> &'static str {
        match self {
            Self::Strong => "**",
            Self::Emphasis => "*",
            Self::Strike => "~~",
            Self::Highlight => "==",
            Self::Link(_) => "",
        }
    }

    pub fn is_link(&self) -> bool {
        matches!(self, Self::Link(_))
    }

    /// Whether it is written with stars, which must not touch other stars.
    pub fn is_starred(&self) -> bool {
        matches!(self, Self::Strong | Self::Emphasis)
    }
}

impl PartialEq for Mark {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Link(one), Self::Link(two)) => Rc::ptr_eq(one, two),
            (Self::Link(_), _) | (_, Self::Link(_)) => false,
            _ => self.sign() == other.sign(),
        }
    }
}

/// All ways in which a text stands out, from the outside in. None is there twice, so there are
/// five at most.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Style {
    marks: Rc<[Mark]>,
}

impl Style {
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// This style and one more mark.
    pub fn with(&self, mark: Mark) -> Self {
        let is_there = self.marks.contains(&mark);
        if is_there || (mark.is_link() && self.link().is_some()) {
            return self.clone();
        }
        Self { marks: self.marks.iter().cloned().chain([mark]).collect() }
    }

    /// This style without a link.
    pub fn without_link(&self) -> Self {
        Self { marks: self.marks.iter().filter(|mark| !mark.is_link()).cloned().collect() }
    }

    /// This style without a link that was already written.
    pub fn unspent(&self) -> Self {
        match self.link() {
            Some(link) if link.is_spent.get() => self.without_link(),
            _ => self.clone(),
        }
    }

    pub fn link(&self) -> Option<&Rc<Link>> {
        self.marks.iter().find_map(|mark| match mark {
            Mark::Link(link) => Some(link),
            _ => None,
        })
    }
}
