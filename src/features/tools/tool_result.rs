//! The result of a tool: a text for a model, and data for a program.

use serde::Serialize;
use serde::ser::Serializer;
use serde_json::Value;

use crate::features::tools::write::proposal::Proposal;
use crate::safety::privacy::OutgoingText;

/// The result of a tool.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(target_family = "wasm", tsify(hashmap_as_object))]
pub struct ToolResult {
    /// The result for a model: at most 4,000 characters, with text of notes and pages fenced as
    /// data and without the names of private notes. It may be sent as it is.
    #[serde(serialize_with = "serialize_text")]
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub text: OutgoingText,
    /// The result for a program.
    #[cfg_attr(target_family = "wasm", tsify(type = "unknown"))]
    pub data: Value,
    /// If the text was cut: the argument of `continue_result` that returns the next part.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub next: Option<String>,
    /// The changes that a writing tool proposes. Nothing changes before the user's yes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub proposal: Option<Proposal>,
}

fn serialize_text<S: Serializer>(text: &OutgoingText, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text.as_str())
}
