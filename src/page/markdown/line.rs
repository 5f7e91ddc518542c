//! A line of text that is being put together, with what stands out in it.

use crate::page::markdown::inline;
use crate::page::markdown::style::Style;
use crate::page::markdown::visible::{is_blank, visible};

#[derive(Debug)]
pub(super) enum Content {
    /// With single blanks only.
    Text(String),
    Code(String),
    Math(String),
    /// A reference to a footnote.
    Note(usize),
    Break,
}

#[derive(Debug)]
pub(super) struct Piece {
    pub content: Content,
    pub style: Style,
}

impl Piece {
    /// The text without blanks at its edges, if it is text.
    pub fn core(&self) -> &str {
        match &self.content {
            Content::Text(text) => text.trim_matches(' '),
            Content::Code(_) => "`",
            Content::Math(_) => "$",
            Content::Note(_) => "[",
            Content::Break => "",
        }
    }

    pub fn begins_blank(&self) -> bool {
        match &self.content {
            Content::Text(text) => text.starts_with(' '),
            content => matches!(content, Content::Break),
        }
    }

    pub fn ends_blank(&self) -> bool {
        match &self.content {
            Content::Text(text) => text.ends_with(' '),
            content => matches!(content, Content::Break),
        }
    }
}

/// A line that is being put together.
#[derive(Debug, Default)]
pub(super) struct Line {
    pieces: Vec<Piece>,
}

impl Line {
    /// Adds text; blanks run together.
    pub fn text(&mut self, text: &str, style: &Style) {
        let style = &style.unspent();
        let is_same = |piece: &&mut Piece| piece.style == *style;
        if let Some(Piece { content: Content::Text(last), .. }) =
            self.pieces.last_mut().filter(is_same)
        {
            push_squeezed(text, last);
            return;
        }
        let mut squeezed = String::new();
        push_squeezed(text, &mut squeezed);
        if !squeezed.is_empty() {
            self.add(Content::Text(squeezed), style);
        }
    }

    pub fn code(&mut self, code: &str, style: &Style) {
        let mut text = String::new();
        push_squeezed(code, &mut text);
        let core = text.trim_matches(' ');
        if text.starts_with(' ') {
            self.text(" ", style);
        }
        let style = &style.unspent();
        match self.pieces.last_mut() {
            _ if core.is_empty() => {}
            // Two of them side by side could not be told apart.
            Some(Piece { content: Content::Code(last), style: own }) if own == style => {
                last.push_str(core);
            }
            _ => self.add(Content::Code(core.to_owned()), style),
        }
        if text.len() > 1 && text.ends_with(' ') {
            self.text(" ", style);
        }
    }

    pub fn add(&mut self, content: Content, style: &Style) {
        self.pieces.push(Piece { content, style: style.unspent() });
    }

    /// The sign that the line ends with so far, if it is text.
    pub fn last_char(&self) -> Option<char> {
        match &self.pieces.last()?.content {
            Content::Text(text) => text.chars().next_back(),
            _ => None,
        }
    }

    /// Whether there is nothing to be seen in it.
    pub fn is_blank(&self) -> bool {
        self.pieces.iter().all(|piece| piece.core().is_empty())
    }

    /// The line as paragraphs of Markdown: two breaks end one. The line is empty afterwards.
    pub fn take(&mut self) -> Vec<String> {
        let pieces = std::mem::take(&mut self.pieces);
        for link in pieces.iter().filter_map(|piece| piece.style.link()) {
            link.is_spent.set(true);
        }
        let paragraphs = paragraphs(&pieces);
        paragraphs.into_iter().map(inline::write).filter(|text| !text.is_empty()).collect()
    }
}

fn push_squeezed(text: &str, line: &mut String) {
    for c in visible(text) {
        if !is_blank(c) {
            line.push(c);
        } else if !line.ends_with(' ') {
            line.push(' ');
        }
    }
}

fn paragraphs(pieces: &[Piece]) -> Vec<&[Piece]> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut breaks = 0;
    for (at, piece) in pieces.iter().enumerate() {
        match &piece.content {
            Content::Break => breaks += 1,
            _ if piece.core().is_empty() => {}
            _ => {
                if breaks > 1 {
                    found.push(pieces.get(start..at).unwrap_or_default());
                    start = at;
                }
                breaks = 0;
            }
        }
    }
    found.push(pieces.get(start..).unwrap_or_default());
    found
}
