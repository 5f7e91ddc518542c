//! The formatting of a piece of text: bold, italic, struck through, highlighted, linked.

use std::cell::Cell;
use std::rc::Rc;

/// One kind of formatting, such as bold or a link.
#[derive(Debug, Clone)]
pub(crate) enum FormattingMark {
    Strong,
    Emphasis,
    Strike,
    Highlight,
    Link(Rc<LinkMark>),
}

/// A link on the page, which may be around several pieces of text.
#[derive(Debug)]
pub(crate) struct LinkMark {
    /// The address of the link, encoded for Markdown.
    pub target_url: String,
    /// Whether a paragraph with the link was already written. A Markdown link cannot span
    /// paragraphs, so only the first paragraph inside a link is linked.
    pub is_link_written: Cell<bool>,
}

impl LinkMark {
    pub(crate) fn new(target_url: String) -> Self {
        Self { target_url, is_link_written: Cell::new(false) }
    }
}

impl FormattingMark {
    /// Returns the characters that Markdown needs before and after the text, such as `**`; empty
    /// for links.
    pub(crate) fn delimiter(&self) -> &'static str {
        match self {
            Self::Strong => "**",
            Self::Emphasis => "*",
            Self::Strike => "~~",
            Self::Highlight => "==",
            Self::Link(_) => "",
        }
    }

    pub(crate) fn is_link(&self) -> bool {
        matches!(self, Self::Link(_))
    }

    /// Whether the delimiter consists of asterisks, which must not touch other asterisks.
    pub(crate) fn uses_asterisks(&self) -> bool {
        matches!(self, Self::Strong | Self::Emphasis)
    }
}

impl PartialEq for FormattingMark {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Link(one), Self::Link(two)) => Rc::ptr_eq(one, two),
            (Self::Link(_), _) | (_, Self::Link(_)) => false,
            _ => self.delimiter() == other.delimiter(),
        }
    }
}

/// All formatting of a piece of text, in the order of the elements around it, the outermost first.
/// Each kind occurs at most once.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TextStyle {
    marks: Rc<[FormattingMark]>,
}

impl TextStyle {
    pub(crate) fn formatting_marks(&self) -> &[FormattingMark] {
        &self.marks
    }

    /// Returns this style with one more mark inside the others; unchanged if it already has the
    /// mark, or if a link would be inside a link.
    pub(crate) fn with_mark(&self, mark: FormattingMark) -> Self {
        let is_present = self.marks.contains(&mark);
        if is_present || (mark.is_link() && self.link().is_some()) {
            return self.clone();
        }
        Self { marks: self.marks.iter().cloned().chain([mark]).collect() }
    }

    /// Returns this style without its link, for example for a footnote reference inside a link.
    pub(crate) fn without_link(&self) -> Self {
        Self { marks: self.marks.iter().filter(|mark| !mark.is_link()).cloned().collect() }
    }

    /// Returns this style without its link, if the link was already written.
    pub(crate) fn without_link_if_written(&self) -> Self {
        match self.link() {
            Some(link) if link.is_link_written.get() => self.without_link(),
            _ => self.clone(),
        }
    }

    pub(crate) fn link(&self) -> Option<&Rc<LinkMark>> {
        self.marks.iter().find_map(|mark| match mark {
            FormattingMark::Link(link) => Some(link),
            _ => None,
        })
    }
}
