//! A piece of a paragraph: text, code, a formula, a footnote reference or a line break.

use crate::page::markdown::inline::text_style::TextStyle;

/// The content of a piece of a paragraph.
#[derive(Debug)]
pub enum InlineContent {
    /// Text without repeated spaces.
    Text(String),
    Code(String),
    /// A formula in TeX.
    Math(String),
    /// A reference to the footnote with this number.
    FootnoteReference(usize),
    /// A line break.
    Break,
}

/// A piece of a paragraph with a single style.
#[derive(Debug)]
pub struct InlinePiece {
    pub content: InlineContent,
    pub style: TextStyle,
}

impl InlinePiece {
    /// Returns the text without spaces at its ends. For other content, returns the character that
    /// the Markdown of the content begins and ends with.
    pub fn trimmed_text(&self) -> &str {
        match &self.content {
            InlineContent::Text(text) => text.trim_matches(' '),
            InlineContent::Code(_) => "`",
            InlineContent::Math(_) => "$",
            InlineContent::FootnoteReference(_) => "[",
            InlineContent::Break => "",
        }
    }

    pub fn starts_with_space(&self) -> bool {
        match &self.content {
            InlineContent::Text(text) => text.starts_with(' '),
            content => matches!(content, InlineContent::Break),
        }
    }

    pub fn ends_with_space(&self) -> bool {
        match &self.content {
            InlineContent::Text(text) => text.ends_with(' '),
            content => matches!(content, InlineContent::Break),
        }
    }
}
