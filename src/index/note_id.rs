//! The number of a note in the index.

/// Identifies a note in one index. Numbers follow the order in which notes were added; encoding the
/// index assigns new ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct NoteId(pub u32);

impl NoteId {
    /// The index of this note in a list with one item per note.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
