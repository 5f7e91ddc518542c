//! Tool calling: the tools that a request offers to the model, and the calls that the model makes.
//! The adapters convert both to the format of their service. For services and models without tool
//! calling, `tools_as_json` asks for the call as JSON instead.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::safety::privacy::OutgoingText;

/// The name with which a model without tool calling says that it calls no tool but replies with
/// text.
pub(super) const REPLY_TOOL_NAME: &str = "reply";

/// Introduces the list of tools in the system prompt.
const TOOLS_PROMPT: &str = "To call a tool, reply with one JSON object: `reason` says in one \
    sentence why you call it, `tool` is its name, and `tool_arguments` is a JSON object that \
    follows its parameters. You get the result in the next message. Call one tool at a time. \
    The tools are:";

/// Explains how to reply without calling a tool.
const REPLY_TOOL_PROMPT: &str = "\n\nreply: Replies to the user without calling another tool.\n\
    Parameters: {\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"],\
    \"type\":\"object\"}";

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

impl OfferedTools {
    /// The tools in the format of OpenAI, which Ollama shares.
    pub(super) fn to_openai_json(&self) -> Value {
        let function = |tool: &OfferedTool| {
            json!({
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.parameters,
                },
            })
        };
        self.tools.iter().map(function).collect()
    }
}

impl OfferedTools {
    /// The tools as a part of the system prompt, for services without tool calling. The call is
    /// then a reply with JSON.
    pub(super) fn to_prompt_text(&self) -> String {
        let mut text = String::from(TOOLS_PROMPT);
        for OfferedTool { name, description, parameters } in &self.tools {
            text.push_str(&format!("\n\n{name}: {description}\nParameters: {parameters}"));
        }
        if self.choice == ToolChoice::Optional {
            text.push_str(REPLY_TOOL_PROMPT);
        }
        text
    }
}

impl SentCall {
    /// The arguments as a JSON object, for services that don't accept them as a string.
    pub(super) fn arguments_object(&self) -> Value {
        let raw = self.arguments_json.as_str();
        match parse_arguments(raw) {
            arguments @ Value::Object(_) => arguments,
            _ => json!({ "arguments": raw }),
        }
    }
}

/// Parses the arguments of a call. Missing arguments are an empty object, and text that isn't JSON
/// stays a string, so that the model can be told about it.
pub(super) fn parse_arguments(raw: &str) -> Value {
    if raw.trim().is_empty() {
        return json!({});
    }
    match serde_json::from_str(raw) {
        Ok(Value::Null) => json!({}),
        Ok(arguments) => arguments,
        Err(_) => Value::String(raw.to_owned()),
    }
}

/// The id with which a call is sent. A service that requires ids gets one made of the call's
/// position in the conversation if the model that made the call gave none.
pub(super) fn sent_call_id(id: &str, call_position: usize) -> String {
    if id.is_empty() { format!("call_{call_position}") } else { id.to_owned() }
}
