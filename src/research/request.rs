//! What the engine is asked for when a note is researched.

use serde::{Deserialize, Serialize};

use crate::research::agenda::Agenda;
use crate::settings::Depth;

/// Whether the person agreed that something of a note is sent to a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Permission {
    /// It is not asked; nothing goes there.
    #[default]
    Off,
    /// It may be asked.
    Allowed,
}

/// What to do with a section that is not Ibid's alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum OnExisting {
    /// Leaves it and adds the report below.
    #[default]
    Keep,
    /// Puts the report in its place, with what the person changed in it.
    Merge,
    /// Puts the report in its place.
    Replace,
}

/// What to research.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PlanRequest {
    /// The note's path in the vault.
    pub path: String,
    /// For this run only; else as set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<Depth>,
    /// What the person wants to know above all; empty for everything.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub focus: String,
    /// The part of the note to research; empty for all of it.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub selection: String,
    /// Whether the model of the settings may be sent the note.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub model: Permission,
}

/// An agenda that the person approved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunRequest {
    /// What to look up.
    pub agenda: Agenda,
    /// What to do with a section that is not Ibid's alone.
    #[serde(default)]
    pub existing: OnExisting,
    /// Whether the web may be asked.
    #[serde(default)]
    pub web: Permission,
    /// Whether the model of the settings may be asked.
    #[serde(default)]
    pub model: Permission,
}

/// How to go on with a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ResumeRequest {
    /// Which.
    pub run: String,
    /// How.
    pub how: Resume,
}

/// Ways to go on with a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Resume {
    /// Asks what was not asked yet.
    Continue,
    /// Asks nobody any more and writes what there is.
    Finish,
}
