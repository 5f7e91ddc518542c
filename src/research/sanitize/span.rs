//! Bytes of a text that have been dealt with, and small questions about its bytes.

use std::ops::Range;

/// Which bytes need no further look: code, mathematics, links that may stay.
pub struct Covered(Vec<bool>);

impl Covered {
    /// Nothing of a text of this length.
    pub fn none(length: usize) -> Self {
        Self(vec![false; length])
    }

    /// Covers a range.
    pub fn cover(&mut self, range: Range<usize>) {
        self.0.get_mut(range).unwrap_or_default().fill(true);
    }

    /// Whether a byte is covered.
    pub fn has(&self, at: usize) -> bool {
        self.0.get(at).copied().unwrap_or(false)
    }
}

/// Whether a backslash disarms the character at this byte.
pub fn is_escaped(text: &str, at: usize) -> bool {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    before.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

/// The lines of a text as ranges without their line ends.
pub fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let range = start..start + line.trim_end_matches('\r').len();
        start += line.len() + 1;
        range
    })
}

/// Where the line of a byte begins.
pub fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}
