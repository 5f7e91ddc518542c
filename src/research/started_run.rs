//! A run that was started, and what is stored of it until it is finished.

use serde::{Deserialize, Serialize};

use crate::llm::budget::Spending;
use crate::note::NotePath;
use crate::research::agenda_update::with_edited_names;
use crate::research::request::RunRequest;
use crate::time::Timestamp;

/// A run that was started and not finished.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct UnfinishedRun {
    /// Its id.
    pub run: String,
    /// The note.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// When it was started.
    pub started: Timestamp,
    /// Number of topics that the user selected.
    pub topics: usize,
}

/// A run that starts or is resumed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartedRun {
    /// What the user approved.
    pub request: RunRequest,
    /// Costs so far.
    pub spent: Spending,
    /// Whether its note was deleted, so that the report goes to the inbox.
    #[serde(default, alias = "lost")]
    pub note_deleted: bool,
}

impl StartedRun {
    /// A new run: so far only finding its topics may have cost something.
    pub fn new(request: &RunRequest) -> Self {
        let agenda = with_edited_names(request.agenda.clone());
        let request = RunRequest { agenda, ..request.clone() };
        Self { spent: request.agenda.spent, request, note_deleted: false }
    }
}
