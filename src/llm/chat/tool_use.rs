//! Tool calling: the tools that a request offers to the model, and the calls that the model makes.
//! The adapters convert both to the format of their service. For services and models without tool
//! calling, `tools_as_json` asks for the call as JSON instead.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::privacy::OutgoingText;

/// The tools that a model may call.
#[derive(Debug, Clone, PartialEq)]
pub struct OfferedTools {
    /// The tools, in the order in which the model sees them.
    pub tools: Vec<OfferedTool>,
    /// Whether the model must call one of them.
    pub choice: ToolChoice,
}

/// A tool that a model may call.
#[derive(Debug, Clone, PartialEq)]
pub struct OfferedTool {
    /// The name by which the tool is called: only letters and underscores.
    pub name: &'static str,
    /// What the tool does.
    pub description: &'static str,
    /// The JSON schema of the arguments, an object.
    pub parameters: Value,
}

/// Whether a model must call a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolChoice {
    /// The model calls exactly one tool.
    Required,
    /// The model calls a tool or replies with text.
    Optional,
}

/// A call that a model made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct RequestedCall {
    /// The id by which the result refers to the call; empty if the service gives none.
    #[serde(default)]
    pub id: String,
    /// The name of the tool. The model may have invented it.
    pub name: String,
    /// The arguments. They may be no object and break the schema.
    #[cfg_attr(target_family = "wasm", tsify(type = "unknown"))]
    pub arguments: Value,
    /// An opaque text with which Gemini recognises its own call. It is sent back with the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
}

/// An earlier call of the model, as it is sent back to the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentCall {
    /// The id of the call, which its result repeats.
    pub id: String,
    /// The name of the tool.
    pub tool_name: &'static str,
    /// The arguments as a JSON object.
    pub arguments_json: OutgoingText,
    /// The signature of the call.
    pub signature: Option<String>,
}

/// The result of an earlier call, as it is sent to the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentResult {
    /// The id of the call.
    pub call_id: String,
    /// The name of the tool.
    pub tool_name: &'static str,
    /// The result, or the error message.
    pub text: OutgoingText,
}
