//! The note that a run researches.

use crate::index::language::Language;
use crate::note::NotePath;
use crate::research::agenda::AgendaTopic;

/// The note that a run researches, as it was read when the run started.
pub struct Subject<'a> {
    pub path: NotePath,
    /// The user's own text: the note without Ibid's reports.
    pub own_text: String,
    /// The language of the report.
    pub report_language: Language,
    /// Whether the note is private, so that no text of it may be sent.
    pub is_private: bool,
    /// The ticked topics, in the order of the agenda.
    pub topics: Vec<&'a AgendaTopic>,
}
