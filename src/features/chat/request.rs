//! What the user sends in a conversation: a message, or a yes or no to a call that waits.

use serde::{Deserialize, Serialize};

use crate::answers::run::Permission;
use crate::features::tools::Proposal;

/// A message of the user.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ConverseRequest {
    /// The id of the conversation. A new id begins a new conversation.
    pub conversation: String,
    /// What the user wrote.
    pub message: String,
    /// The note that the conversation is about, which is attached to the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Further notes that the user attached.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub attached: Vec<String>,
    /// The text that is selected in the note.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub selection: String,
    /// The turn that this message replaces, counted from 0; it and all later turns are dropped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub replaces_turn: Option<usize>,
    /// How many of the oldest turns the caller has: they are not returned again.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub known_turns: usize,
    /// Whether the web may be searched.
    #[serde(rename = "web", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub web_permission: Permission,
    /// Whether the model in the settings may be called.
    #[serde(rename = "model", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub model_permission: Permission,
    /// Whether audio files may be sent to the transcription service in the settings.
    #[serde(rename = "audio", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub audio_permission: Permission,
}

/// The user's answer to a call that waits.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ResumeTurnRequest {
    /// The id of the conversation.
    pub conversation: String,
    /// Yes or no.
    pub decision: Decision,
    /// The proposal as the user edited it; absent if it is unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub proposal: Option<Proposal>,
    /// The changes that the user accepts; absent for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub only: Option<Vec<usize>>,
    /// How many of the oldest turns the caller has: they are not returned again.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub known_turns: usize,
    /// Whether the web may be searched.
    #[serde(rename = "web", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub web_permission: Permission,
    /// Whether the model in the settings may be called.
    #[serde(rename = "model", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub model_permission: Permission,
    /// Whether audio files may be sent to the transcription service in the settings.
    #[serde(rename = "audio", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub audio_permission: Permission,
}

/// The user's answer to a call that waits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// The call is not carried out.
    #[default]
    No,
    /// The call is carried out.
    Yes,
    /// The call is carried out, and so is every later one of its kind in this conversation.
    Always,
}
