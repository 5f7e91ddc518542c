//! A question that is being answered, with everything that its answer needs.

use crate::ask::request::AskRequest;
use crate::error::Result;
use crate::note::NotePath;
use crate::research::gather::vault::SearchScope;
use crate::research::run_context::RunContext;
use crate::session::RunHost;
use crate::settings::{Settings, note_path_check};

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
}

impl AskRequest {
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
