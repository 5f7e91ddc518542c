//! Collects the text, code and formulas of a paragraph while the builder walks through the tree of
//! the page.

use crate::web::page::markdown::inline::inline_piece::{InlineContent, InlinePiece};
use crate::web::page::markdown::inline::render;
use crate::web::page::markdown::inline::text_style::TextStyle;
use crate::web::page::markdown::whitespace::{is_blank, visible_chars};

/// The pieces of the paragraph that is being built, with their formatting.
#[derive(Debug, Default)]
pub(crate) struct ParagraphBuilder {
    pieces: Vec<InlinePiece>,
}

impl ParagraphBuilder {
    /// Adds text to the paragraph; runs of whitespace become one space.
    pub(crate) fn add_text(&mut self, text: &str, style: &TextStyle) {
        let style = &style.without_link_if_written();
        let has_same_style = |piece: &&mut InlinePiece| piece.style == *style;
        if let Some(InlinePiece { content: InlineContent::Text(last), .. }) =
            self.pieces.last_mut().filter(has_same_style)
        {
            push_collapsed_text(text, last);
            return;
        }
        let mut collapsed = String::new();
        push_collapsed_text(text, &mut collapsed);
        if !collapsed.is_empty() {
            self.add_content(InlineContent::Text(collapsed), style);
        }
    }

    /// Adds inline code to the paragraph. Spaces at the ends of the code are added as text outside
    /// it.
    pub(crate) fn add_code(&mut self, code: &str, style: &TextStyle) {
        let mut text = String::new();
        push_collapsed_text(code, &mut text);
        let trimmed = text.trim_matches(' ');
        if text.starts_with(' ') {
            self.add_text(" ", style);
        }
        let style = &style.without_link_if_written();
        match self.pieces.last_mut() {
            _ if trimmed.is_empty() => {}
            // Two code spans without a space between them are joined, because in Markdown their
            // backticks would touch.
            Some(InlinePiece { content: InlineContent::Code(last), style: own })
                if own == style =>
            {
                last.push_str(trimmed);
            }
            _ => self.add_content(InlineContent::Code(trimmed.to_owned()), style),
        }
        if text.len() > 1 && text.ends_with(' ') {
            self.add_text(" ", style);
        }
    }

    /// Adds code, a formula, a footnote reference or another piece to the paragraph.
    pub(crate) fn add_content(&mut self, content: InlineContent, style: &TextStyle) {
        self.pieces.push(InlinePiece { content, style: style.without_link_if_written() });
    }

    /// Returns the last character of the paragraph so far; `None` if it ends with something else
    /// than text, such as code.
    pub(crate) fn last_char(&self) -> Option<char> {
        match &self.pieces.last()?.content {
            InlineContent::Text(text) => text.chars().next_back(),
            _ => None,
        }
    }

    /// Whether the paragraph has no visible characters.
    pub(crate) fn is_blank(&self) -> bool {
        self.pieces.iter().all(|piece| piece.trimmed_text().is_empty())
    }

    /// Returns the collected pieces as paragraphs of Markdown, and removes them from the builder.
    /// Two line breaks in a row begin a new paragraph.
    pub(crate) fn take_paragraphs(&mut self) -> Vec<String> {
        let pieces = std::mem::take(&mut self.pieces);
        for link in pieces.iter().filter_map(|piece| piece.style.link()) {
            link.is_link_written.set(true);
        }
        let paragraphs = split_paragraphs(&pieces);
        paragraphs
            .into_iter()
            .map(render::render_paragraph)
            .filter(|text| !text.is_empty())
            .collect()
    }
}

/// Appends a text to `line`, without invisible characters and with single spaces.
fn push_collapsed_text(text: &str, line: &mut String) {
    for c in visible_chars(text) {
        if !is_blank(c) {
            line.push(c);
        } else if !line.ends_with(' ') {
            line.push(' ');
        }
    }
}

fn split_paragraphs(pieces: &[InlinePiece]) -> Vec<&[InlinePiece]> {
    let mut paragraphs = Vec::new();
    let mut start = 0;
    let mut breaks = 0;
    for (index, piece) in pieces.iter().enumerate() {
        match &piece.content {
            InlineContent::Break => breaks += 1,
            _ if piece.trimmed_text().is_empty() => {}
            _ => {
                if breaks > 1 {
                    paragraphs.push(pieces.get(start..index).unwrap_or_default());
                    start = index;
                }
                breaks = 0;
            }
        }
    }
    paragraphs.push(pieces.get(start..).unwrap_or_default());
    paragraphs
}
