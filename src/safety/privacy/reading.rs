//! The ways in which a text can be read. A private name is hidden wherever one of them shows it,
//! because a reader, and a model even more so, sees through the marks in it.

use std::ops::Range;

use crate::safety::privacy::mark::{Mark, MarkFinder, may_have_interruptions, may_have_marks};
use crate::values::text::{decoded_reference, is_invisible, step_counter};

/// Maximum length of an HTML tag without attributes, which separates words like a space.
const MAX_BARE_TAG_BYTES: usize = 20;

/// A way to read a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// As it is written, character by character.
    Written,
    /// With escapes decoded: `Anna%20Winter`, `Anna&nbsp;Winter`.
    Decoded,
    /// As Obsidian shows it, without the marks of Markdown and HTML: `An**na** [Winter](address)`.
    Shown,
    /// As it is shown, without what interrupts a sentence, such as links, tags and addresses:
    /// `Anna [1](address) Winter`.
    Uninterrupted,
    /// With a space before each capital letter after a small one: `AnnaWinter`.
    CamelCase,
}

impl Reading {
    /// The readings in which a text may show different words.
    pub fn all_of(text: &str) -> Vec<Self> {
        let is_different = |reading: &Self| match reading {
            Self::Decoded => true,
            Self::Written => text.contains(['%', '&']),
            Self::Shown => may_have_marks(text),
            Self::Uninterrupted => may_have_interruptions(text),
            Self::CamelCase => has_camel_case(text),
        };
        let all = [Self::Decoded, Self::Written, Self::Shown, Self::Uninterrupted, Self::CamelCase];
        all.into_iter().filter(is_different).collect()
    }

    /// The characters that a reader sees, each with its byte range in the text.
    pub fn characters(self, text: &str) -> ReadCharacters<'_> {
        let is_shown = matches!(self, Self::Shown | Self::Uninterrupted);
        let marks = is_shown.then(|| MarkFinder::new(text));
        ReadCharacters { text, at: 0, reading: self, marks, before: ' ' }
    }
}

/// A part of a text that shows one character, or none.
struct Piece {
    shown: Option<char>,
    length: usize,
}

impl Piece {
    fn new(shown: char, length: usize) -> Self {
        Self { shown: Some(shown), length }
    }
}

/// The characters that a reader sees, in order.
pub struct ReadCharacters<'t> {
    text: &'t str,
    at: usize,
    reading: Reading,
    marks: Option<MarkFinder<'t>>,
    /// The last character that was read.
    before: char,
}

impl ReadCharacters<'_> {
    fn next_piece(&self) -> Option<Piece> {
        let rest = self.text.get(self.at..)?;
        let first = rest.chars().next()?;
        let written = Piece::new(first, first.len_utf8());
        let read = match self.reading {
            Reading::Written => None,
            Reading::Decoded => decoded_piece(rest).or_else(|| bare_tag_as_space(rest)),
            Reading::Shown => self.mark().or_else(|| decoded_piece(rest)),
            Reading::Uninterrupted => {
                self.interruption().or_else(|| self.mark()).or_else(|| decoded_piece(rest))
            }
            Reading::CamelCase => {
                (first.is_uppercase() && self.before.is_lowercase()).then(|| Piece::new(' ', 0))
            }
        };
        Some(read.unwrap_or(written))
    }

    fn mark(&self) -> Option<Piece> {
        let Mark { shown, length } = self.marks.as_ref()?.mark_at(self.at, self.before)?;
        Some(Piece { shown, length })
    }

    fn interruption(&self) -> Option<Piece> {
        let length = self.marks.as_ref()?.interruption_length(self.at, self.before)?;
        Some(Piece::new(' ', length))
    }
}

impl Iterator for ReadCharacters<'_> {
    type Item = (char, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Piece { shown, length } = self.next_piece()?;
            step_counter::add_steps(1);
            let range = self.at..self.at + length;
            self.at = range.end;
            if let Some(shown) = shown {
                self.before = shown;
                return Some((shown, range));
            }
        }
    }
}

/// The character at the beginning of a text that is written as an escape.
fn decoded_piece(text: &str) -> Option<Piece> {
    let (letter, length) = match text.as_bytes().first() {
        Some(b'%') => percent_decoded_char(text)?,
        Some(b'&') => decoded_reference(text)?,
        _ => return None,
    };
    Some(Piece::new(letter, length))
}

/// Decodes a percent-encoded character, such as `%C3%A9`, at the beginning of a text. It may be
/// encoded several times: `%2520`.
fn percent_decoded_char(text: &str) -> Option<(char, usize)> {
    decoded_bytes(text, encoded_byte).or_else(|| decoded_bytes(text, encoded_byte_once))
}

/// Decodes the character at the beginning of a text from at most four bytes, because no character is
/// longer.
fn decoded_bytes(text: &str, decode: impl Fn(&str) -> Option<(u8, &str)>) -> Option<(char, usize)> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while bytes.len() < 4 {
        let (byte, after) = decode(rest)?;
        bytes.push(byte);
        rest = after;
        if let Some(decoded) = std::str::from_utf8(&bytes).ok().and_then(|it| it.chars().next()) {
            // An invisible character that is written as an escape (`%E2%80%8B`) is visible in the
            // text, so it separates words.
            let decoded = if is_invisible(decoded) { ' ' } else { decoded };
            return Some((decoded, text.len() - rest.len()));
        }
    }
    None
}

/// The byte that is encoded at the beginning of a text, and the text after it. In `%2520` the percent
/// sign is encoded too.
fn encoded_byte(text: &str) -> Option<(u8, &str)> {
    let mut code = text.strip_prefix('%')?;
    while let Some(inner) = code.strip_prefix("25").filter(|inner| hex_byte(inner).is_some()) {
        code = inner;
    }
    hex_byte(code)
}

fn encoded_byte_once(text: &str) -> Option<(u8, &str)> {
    hex_byte(text.strip_prefix('%')?)
}

fn hex_byte(text: &str) -> Option<(u8, &str)> {
    let (digits, rest) = text.split_at_checked(2)?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    Some((u8::from_str_radix(digits, 16).ok().filter(|_| is_hex)?, rest))
}

/// Reads an HTML tag such as `<b>` at the beginning of a text as a space, so that it doesn't split
/// a name. A tag with attributes stays, because it may contain a name.
fn bare_tag_as_space(text: &str) -> Option<Piece> {
    let inside = text.strip_prefix('<')?;
    let inside = inside.get(..inside.floor_char_boundary(MAX_BARE_TAG_BYTES))?.split_once('>')?.0;
    let name = inside.trim_start_matches('/').trim_end_matches('/');
    let is_tag = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric());
    is_tag.then_some(Piece::new(' ', inside.len() + 2))
}

fn has_camel_case(text: &str) -> bool {
    let mut before = ' ';
    text.chars().any(|c| std::mem::replace(&mut before, c).is_lowercase() && c.is_uppercase())
}
