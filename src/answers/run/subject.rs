//! The note that a run researches.

use crate::answers::built_in::AskingNote;
use crate::answers::run::agenda::AgendaTopic;
use crate::language::Language;
use crate::library::Vault;
use crate::notes::note::NotePath;
use crate::settings::Settings;

/// Whether text of a note may be sent to services.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotePrivacy {
    /// The services that the user approved may get text of the note.
    Public,
    /// No text of the note may be sent.
    Private,
}

impl NotePrivacy {
    /// Decides by folder, tags and properties whether a note is private.
    pub fn from_note(settings: &Settings, path: &NotePath, text: &str) -> Self {
        if settings.is_private(path, text) { Self::Private } else { Self::Public }
    }

    /// Whether no text of the note may be sent.
    pub fn is_private(self) -> bool {
        self == Self::Private
    }
}

/// Whether private notes may be quoted too, or only public ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuotableNotes {
    /// All notes may be quoted: the quotes go into a private note, or only the user sees them.
    AllNotes,
    /// Only public notes may be quoted, without the names of private ones: the quotes go into a
    /// public note.
    PublicNotes,
}

/// Returns what the answerer needs to know about the note in which the topics stand.
pub fn asking_note<'n>(vault: &dyn Vault, path: &'n NotePath, text: &'n str) -> AskingNote<'n> {
    let linked_notes = vault.linked_notes(path).into_iter().collect();
    AskingNote { text, title: path.title(), linked_notes }
}

/// The note that a run researches, as it was read when the run started.
pub struct ResearchSubject<'a> {
    pub path: NotePath,
    /// The user's own text: the note without Ibid's reports.
    pub user_text: String,
    /// The language of the report.
    pub report_language: Language,
    pub privacy: NotePrivacy,
    /// The ticked topics, in the order of the agenda.
    pub topics: Vec<&'a AgendaTopic>,
}
