//! The requests of the plugin about gaps and findings.

use serde::{Deserialize, Serialize};

use crate::answers::run::Permission;
use crate::features::inbox::gap_agenda::{GapSources, GapTaskState};

/// A request for an agenda of gaps.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct GapAgendaRequest {
    /// Where findings are looked for.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub sources: GapSources,
}

/// A topic of a note that the user wants to have researched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct AddGapRequest {
    /// The note.
    pub path: String,
    /// The topic; the title of the note if it is empty.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub topic: String,
}

/// A change of a task, before the agenda is approved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct ChangeGapTaskRequest {
    /// The number of the task, counted from zero.
    pub task: usize,
    /// Whether the task is blocked.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub state: Option<GapTaskState>,
    /// The new words of the topic.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub topic: Option<String>,
}

/// The user's yes to an agenda.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct ApproveGapsRequest {
    /// Whether the web may be searched.
    #[serde(default)]
    pub web: Permission,
    /// Whether text may be sent to the model.
    #[serde(default)]
    pub model: Permission,
}

/// A finding that the user accepts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct AcceptFindingRequest {
    /// The id of the finding.
    pub id: String,
    /// Whether the note with the gap gets a link to the new note.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub link: LinkBack,
}

/// Whether the note with the gap gets a link to the new note.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum LinkBack {
    /// The note stays as it is.
    #[default]
    No,
    /// A link is added at its end.
    Yes,
}

/// A finding that is added to a note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct AppendFindingRequest {
    /// The id of the finding.
    pub id: String,
    /// The path of the note.
    pub path: String,
}

/// A finding that the user does not want.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct DismissFindingRequest {
    /// The id of the finding.
    pub id: String,
    /// What the user never wants to see again.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub suppress: Option<Suppression>,
}

/// What the user never wants to see again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Suppression {
    /// The topic of the finding.
    Topic,
}

/// The note of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct FindingNote {
    /// The path of the note.
    pub path: String,
}
