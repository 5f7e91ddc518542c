//! Records which bytes of a text an earlier rule has made safe, so that later rules skip them.

use std::ops::Range;

/// Flags for the bytes of a text that an earlier rule has handled: code, formulas and allowed
/// links.
pub(super) struct HandledBytes {
    bytes: Vec<bool>,
    blocks: Vec<bool>,
}

impl HandledBytes {
    /// Creates the flags for a text of this many bytes. No byte is marked yet.
    pub(super) fn new_unmarked(byte_count: usize) -> Self {
        Self { bytes: vec![false; byte_count], blocks: vec![false; byte_count] }
    }

    /// Marks a range of inline markup as handled. Rules for the start of a line still apply to it,
    /// because parsers disagree on whether inline markup can hide the start of a line.
    pub(super) fn mark_handled(&mut self, range: Range<usize>) {
        self.bytes.get_mut(range).unwrap_or_default().fill(true);
    }

    /// Marks a whole block, such as a code block, as handled. Rules for the start of a line skip it
    /// too.
    pub(super) fn mark_block_handled(&mut self, range: Range<usize>) {
        self.blocks.get_mut(range.clone()).unwrap_or_default().fill(true);
        self.mark_handled(range);
    }

    /// Whether an earlier rule has made the byte at this offset safe.
    pub(super) fn is_handled(&self, at: usize) -> bool {
        self.bytes.get(at).copied().unwrap_or(false)
    }

    /// Whether the byte at this offset is in a block that was marked by `mark_block_handled`.
    pub(super) fn is_in_handled_block(&self, at: usize) -> bool {
        self.blocks.get(at).copied().unwrap_or(false)
    }
}
