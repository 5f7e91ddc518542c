//! The requests of the plugin to plan, run and resume research.

use serde::{Deserialize, Serialize};

use crate::answers::run::agenda::Agenda;
use crate::settings::Depth;

/// Whether the user allows sending text of a note to a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Permission {
    /// Nothing may be sent.
    #[default]
    Off,
    /// Text may be sent.
    Allowed,
}

/// What to do with an existing section. Without `Add`, a new report replaces a report that the user has
/// not edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum OnExisting {
    /// Keeps a section that the user wrote or edited, and adds the report below its content.
    #[default]
    Keep,
    /// Adds the report below the content of the section, even below a report that the user has not
    /// edited.
    Add,
    /// Replaces the previous report by the new one, and keeps the user's edits.
    Merge,
    /// Replaces the whole section, including the user's text in it, by the report.
    Replace,
}

/// A request for the agenda of a note.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PlanRequest {
    /// The note's path in the vault.
    #[serde(rename = "path")]
    pub note_path: String,
    /// The depth of this run; `None` for the depth in the settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<Depth>,
    /// What the user wants to know above all; empty for all topics.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub focus: String,
    /// The part of the note to research; empty for the whole note.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    #[serde(rename = "selection")]
    pub selected_text: String,
    /// Whether the note may be sent to the model in the settings.
    #[serde(rename = "model", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub model_permission: Permission,
    /// Whether the device can reach services.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub connection: Connection,
}

impl PlanRequest {
    /// Whether only a selection of the note or a focus is researched.
    pub fn is_partial(&self) -> bool {
        !(self.focus.is_empty() && self.selected_text.is_empty())
    }
}

/// Whether the device has an internet connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Connection {
    /// Services on the internet can be called.
    #[default]
    Online,
    /// Only the user's notes and a model on this device are used.
    Offline,
}

/// A request to run an agenda that the user approved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunRequest {
    /// The agenda with the topics and services that the user approved.
    pub agenda: Agenda,
    /// What to do with a section that the user wrote or edited.
    #[serde(rename = "existing", default)]
    pub existing_section_action: OnExisting,
    /// Whether search services may be called.
    #[serde(rename = "web", default)]
    pub web_permission: Permission,
    /// Whether the model in the settings may be called.
    #[serde(rename = "model", default)]
    pub model_permission: Permission,
}

/// A request to resume a run that was stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ResumeRequest {
    /// The id of the run that was stopped.
    #[serde(rename = "run")]
    pub run_id: String,
    /// Whether to continue the run or to write a partial report.
    #[serde(rename = "how")]
    pub resume_mode: Resume,
}

/// What to do with a run that was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Resume {
    /// Continues the run: uses the stored responses, and sends the requests that have none yet.
    Continue,
    /// Sends no more requests and writes a partial report.
    Finish,
}
