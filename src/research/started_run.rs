//! A run that was started: what it is to do, and what is stored of it until it is finished.

use serde::{Deserialize, Serialize};

use crate::llm::budget::Spent;
use crate::note::NotePath;
use crate::research::agenda_update::with_edited_names;
use crate::research::request::RunRequest;
use crate::time::Timestamp;

/// A run that was begun and not finished.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct UnfinishedRun {
    /// Names it.
    pub run: String,
    /// The note.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// When it began.
    pub started: Timestamp,
    /// Topics on its agenda.
    pub topics: usize,
}

/// A run that begins, or goes on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartedRun {
    /// What it is to do.
    pub request: RunRequest,
    /// What was spent for it before.
    pub spent: Spent,
    /// Whether its note is gone, so that the report goes to the inbox.
    #[serde(default)]
    pub lost: bool,
}

impl StartedRun {
    /// A run that begins: only its topics may have cost something.
    pub fn now(request: &RunRequest) -> Self {
        let agenda = with_edited_names(request.agenda.clone());
        let request = RunRequest { agenda, ..request.clone() };
        Self { spent: request.agenda.spent, request, lost: false }
    }
}
