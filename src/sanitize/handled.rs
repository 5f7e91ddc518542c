//! The bytes of a text that need no further check.

use std::ops::Range;

/// Marks the bytes that an earlier rule has handled: code, formulas, and allowed links.
pub struct HandledBytes {
    bytes: Vec<bool>,
    blocks: Vec<bool>,
}

impl HandledBytes {
    /// Creates the marks for a text of this length. No byte is marked yet.
    pub fn new_unmarked(length: usize) -> Self {
        Self { bytes: vec![false; length], blocks: vec![false; length] }
    }

    /// Marks a range within lines. The starts of the lines are still checked, because parsers
    /// disagree on whether inline markup hides them.
    pub fn mark(&mut self, range: Range<usize>) {
        self.bytes.get_mut(range).unwrap_or_default().fill(true);
    }

    /// Marks a block, including the starts of its lines.
    pub fn mark_block(&mut self, range: Range<usize>) {
        self.blocks.get_mut(range.clone()).unwrap_or_default().fill(true);
        self.mark(range);
    }

    /// Whether a byte is marked.
    pub fn contains(&self, at: usize) -> bool {
        self.bytes.get(at).copied().unwrap_or(false)
    }

    /// Whether a byte belongs to a marked block.
    pub fn contains_block(&self, at: usize) -> bool {
        self.blocks.get(at).copied().unwrap_or(false)
    }
}
