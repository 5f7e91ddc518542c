//! A piece of a paragraph: text, code, a formula, a footnote reference or a line break.

use crate::web::page::markdown::inline::text_style::TextStyle;

/// The content of one piece of a paragraph, without its formatting.
#[derive(Debug)]
pub(crate) enum InlineContent {
    /// Text without repeated spaces.
    Text(String),
    Code(String),
    /// A formula in TeX, without dollar signs around it.
    Math(String),
    /// A reference to the footnote with this number.
    FootnoteReference(usize),
    /// A line break inside a paragraph, from a `br` element.
    Break,
}

/// A piece of a paragraph whose whole content has the same formatting.
#[derive(Debug)]
pub(crate) struct InlinePiece {
    pub content: InlineContent,
    pub style: TextStyle,
}

impl InlinePiece {
    /// Returns a text without spaces at its ends. Of code, formulas and footnote references, it
    /// returns only the first character of the Markdown, such as a backtick; for line breaks, it is
    /// empty.
    pub(crate) fn trimmed_text(&self) -> &str {
        match &self.content {
            InlineContent::Text(text) => text.trim_matches(' '),
            InlineContent::Code(_) => "`",
            InlineContent::Math(_) => "$",
            InlineContent::FootnoteReference(_) => "[",
            InlineContent::Break => "",
        }
    }

    pub(crate) fn starts_with_space(&self) -> bool {
        match &self.content {
            InlineContent::Text(text) => text.starts_with(' '),
            content => matches!(content, InlineContent::Break),
        }
    }

    pub(crate) fn ends_with_space(&self) -> bool {
        match &self.content {
            InlineContent::Text(text) => text.ends_with(' '),
            content => matches!(content, InlineContent::Break),
        }
    }
}
