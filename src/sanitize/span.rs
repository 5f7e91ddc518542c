//! Bytes of a text that have been dealt with, and small questions about its bytes.

use std::ops::Range;

/// Which bytes need no further look: code, mathematics, links that may stay.
pub struct Covered {
    bytes: Vec<bool>,
    blocks: Vec<bool>,
}

impl Covered {
    /// Nothing of a text of this length.
    pub fn none(length: usize) -> Self {
        Self { bytes: vec![false; length], blocks: vec![false; length] }
    }

    /// Covers a range of some lines' words. How the lines begin is looked at all the same: readers
    /// disagree on whether words hide it.
    pub fn cover(&mut self, range: Range<usize>) {
        self.bytes.get_mut(range).unwrap_or_default().fill(true);
    }

    /// Covers a block with its lines.
    pub fn cover_block(&mut self, range: Range<usize>) {
        self.blocks.get_mut(range.clone()).unwrap_or_default().fill(true);
        self.cover(range);
    }

    /// Whether a byte is covered.
    pub fn has(&self, at: usize) -> bool {
        self.bytes.get(at).copied().unwrap_or(false)
    }

    /// Whether a byte belongs to a block that is covered.
    pub fn has_block(&self, at: usize) -> bool {
        self.blocks.get(at).copied().unwrap_or(false)
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
