//! The id of a note in the index.

/// Identifies a note in one index. Ids are numbers in the order in which notes were added. Encoding
/// the index assigns new ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NoteId(pub u32);

impl NoteId {
    /// The id as an index into a list that has one item for each note id.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}
