//! A place in a text that only moves forward.

use crate::text::invisible::is_zero_width_space;
use crate::text::step_counter::add_steps;

/// A place in a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, at: usize) -> Self {
        Self { text, at }
    }

    /// Bytes before this place.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        add_steps(1);
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    pub(super) fn skip(&mut self, bytes: usize) {
        self.at = (self.at + bytes).min(self.text.len());
    }

    /// The text from here up to the first character that does not fit, and moves behind it.
    pub(super) fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        add_steps(1 + end);
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    pub(super) fn skip_space(&mut self) {
        self.take_while(is_space);
    }

    /// The first character that is no white space, and moves to it.
    pub(super) fn peek_past_space(&mut self) -> Option<char> {
        self.skip_space();
        self.peek()
    }
}

/// White space, and the marks without width that are copied along with text.
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() || is_zero_width_space(c)
}

/// Characters of a key without quotes and of words like `null`.
pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '-')
}
