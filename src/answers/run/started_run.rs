//! The data of a run that was started, and its entry in the list of unfinished runs.

use serde::{Deserialize, Serialize};

use crate::answers::run::agenda_update::replace_renamed_topics;
use crate::answers::run::request::RunRequest;
use crate::model::llm::Spending;
use crate::notes::note::NotePath;
use crate::values::Timestamp;

/// An entry in the list of runs that were started and not finished.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct UnfinishedRun {
    /// The id of the run.
    #[serde(rename = "run")]
    pub run_id: String,
    /// The path of the researched note.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// When the run was started.
    #[serde(rename = "started")]
    pub started_at: Timestamp,
    /// Number of topics that the run researches.
    #[serde(rename = "topics")]
    pub topic_count: usize,
}

/// The data that is needed to start or resume a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartedRun {
    /// The agenda and the permissions that the user approved.
    pub request: RunRequest,
    /// The costs so far, including those of finding the topics.
    pub spent: Spending,
    /// Whether the researched note was deleted, so that the report goes to the inbox.
    #[serde(rename = "note_deleted", default, alias = "lost")]
    pub is_note_deleted: bool,
}

impl StartedRun {
    /// Creates a new run. Its only costs so far are those of finding the topics.
    pub fn new(request: &RunRequest) -> Self {
        let agenda = replace_renamed_topics(request.agenda.clone());
        let request = RunRequest { agenda, ..request.clone() };
        Self { spent: request.agenda.spent, request, is_note_deleted: false }
    }
}
