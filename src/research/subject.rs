//! The note that a run researches.

use crate::index::language::Language;
use crate::note::NotePath;
use crate::research::agenda::AgendaTopic;

/// The note that is researched.
pub struct Subject<'a> {
    pub path: NotePath,
    /// What it says itself.
    pub own: String,
    pub language: Language,
    /// Whether nothing of it may be sent.
    pub private: bool,
    pub topics: Vec<&'a AgendaTopic>,
}
