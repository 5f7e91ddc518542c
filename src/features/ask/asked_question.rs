//! A question that is being answered, with everything that its answer needs.

use crate::answers::gather::SearchScope;
use crate::answers::run::RunContext;
use crate::features::ask::request::{AskRequest, EarlierAnswer};
use crate::host::session::{PrivacyCheck, RunHost};
use crate::notes::note::NotePath;
use crate::settings::{Settings, note_path_check};
use crate::values::Result;

/// A question that is being answered.
pub struct AskedQuestion<'a> {
    /// The host, client, vault and settings of the run.
    pub context: &'a RunContext<'a>,
    /// Records the passages that are read, for the trace.
    pub recorder: &'a RunHost<'a>,
    /// The question.
    pub request: &'a AskRequest,
    /// The id of the run, which is part of the ids of its evidence.
    pub run_id: &'a str,
    /// The note to which the question is limited.
    pub note: Option<&'a NotePath>,
    /// Whether the question is about private notes, so that no model may be called.
    pub privacy: QuestionPrivacy,
}

/// Whether a question is about private notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuestionPrivacy {
    /// A model may be called, and the files of the question may be exported.
    Public,
    /// The question is limited to a private note, or belongs to an answer that quotes one.
    Private,
}

impl AskRequest {
    /// Whether the question is about private notes or a private folder. A note that can't be read counts as private.
    pub async fn privacy(
        &self,
        check: PrivacyCheck<'_>,
        settings: &Settings,
        note: Option<&NotePath>,
    ) -> QuestionPrivacy {
        // The name of a private folder must not be sent either.
        let inside = self.folder.as_ref().map(|folder| format!("{}/x", folder.trim_matches('/')));
        let private_folders = settings.private_folder_patterns();
        if inside.is_some_and(|path| private_folders.iter().any(|it| it.contains(&path))) {
            return QuestionPrivacy::Private;
        }
        let earlier = self.earlier.as_ref().map(EarlierAnswer::rests_on).unwrap_or_default();
        let is_public = earlier.is_public(&check.public_notes(earlier.notes()).await)
            && check.private_notes(note).await.is_empty();
        if is_public { QuestionPrivacy::Public } else { QuestionPrivacy::Private }
    }

    /// The note to which the question is limited. Fails if it is no note, or excluded.
    pub fn checked_note(&self, settings: &Settings) -> Result<Option<NotePath>> {
        let note = self.note.as_deref();
        note.map(|path| note_path_check::check_note_path(path, settings)).transpose()
    }

    /// The notes from which the question may be answered. `note` is the checked note of the request.
    pub fn scope<'a>(&'a self, note: Option<&'a NotePath>) -> SearchScope<'a> {
        match (note, &self.folder) {
            (Some(note), _) => SearchScope::Note(note),
            (None, Some(folder)) => SearchScope::Folder(folder),
            (None, None) => SearchScope::Vault,
        }
    }
}
