//! A position in a text that only moves forward.

use crate::values::text::{add_steps, is_zero_width_space};

/// A position in a text. A copy of the cursor can look ahead without moving the original.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    byte_offset: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, byte_offset: usize) -> Self {
        Self { text, byte_offset }
    }

    /// The number of bytes before the cursor.
    pub(super) fn byte_offset(&self) -> usize {
        self.byte_offset
    }

    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.byte_offset..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        add_steps(1);
        let next = self.peek()?;
        self.byte_offset += next.len_utf8();
        Some(next)
    }

    /// Moves past the next character if it is `wanted`, and returns whether it is.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.byte_offset += wanted.len_utf8();
        }
        found
    }

    pub(super) fn skip_bytes(&mut self, bytes: usize) {
        self.byte_offset = (self.byte_offset + bytes).min(self.text.len());
    }

    /// Returns the text up to the first character for which `matches` is false, and moves there.
    pub(super) fn take_while(&mut self, matches: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !matches(c)).unwrap_or(rest.len());
        add_steps(1 + end);
        self.byte_offset += end;
        rest.get(..end).unwrap_or_default()
    }

    pub(super) fn skip_space(&mut self) {
        self.take_while(is_space);
    }

    /// Moves to the first character that isn't white space, and returns it.
    pub(super) fn peek_past_space(&mut self) -> Option<char> {
        self.skip_space();
        self.peek()
    }
}

/// Whether a character is white space. Zero-width characters count too, because they often get into
/// copied text.
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() || is_zero_width_space(c)
}

/// Whether a character can be a part of an unquoted key or of a literal like `null`.
pub(super) fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '-')
}
