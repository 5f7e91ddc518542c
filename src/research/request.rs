//! The requests of the plugin to plan, run and resume research.

use serde::{Deserialize, Serialize};

use crate::research::agenda::Agenda;
use crate::settings::Depth;

/// Whether the user allows that something of a note is sent to a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Permission {
    /// Nothing is sent.
    #[default]
    Off,
    /// Requests may be sent.
    Allowed,
}

/// What to do with an existing section that the user wrote or edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum OnExisting {
    /// Keeps it and adds the report below.
    #[default]
    Keep,
    /// Replaces it by the report, merged with the user's edits.
    Merge,
    /// Replaces it by the report.
    Replace,
}

/// A request for the agenda of a note.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PlanRequest {
    /// The note's path in the vault.
    pub path: String,
    /// The depth of this run; that of the settings if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<Depth>,
    /// The focus of the research; empty for all topics.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub focus: String,
    /// The part of the note to research; empty for all of it.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub selection: String,
    /// Whether the note may be sent to the model of the settings.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub model: Permission,
}

/// A request to run an agenda that the user approved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunRequest {
    /// The approved agenda.
    pub agenda: Agenda,
    /// What to do with an existing section.
    #[serde(default)]
    pub existing: OnExisting,
    /// Whether search services may be asked.
    #[serde(default)]
    pub web: Permission,
    /// Whether the model of the settings may be asked.
    #[serde(default)]
    pub model: Permission,
}

/// A request to resume a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ResumeRequest {
    /// The id of the run.
    pub run: String,
    /// How to resume it.
    pub how: Resume,
}

/// Ways to resume a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Resume {
    /// Sends the requests that have no response yet.
    Continue,
    /// Sends no more requests and writes a partial report.
    Finish,
}
