//! Tool calling for services and models without tool calling: the system prompt lists the tools,
//! and the model replies with the call as JSON.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::model::llm::chat::request::{CompletionRequest, Message, ReplySchema, Role};
use crate::model::llm::chat::tool_use::{
    OfferedTools, REPLY_TOOL_NAME, RequestedCall, SentCall, SentResult, ToolChoice, parse_arguments,
};
use crate::model::llm::reply_json;
use crate::safety::privacy::OutgoingText;

/// The keys with which models name the tool. The last one is also common in other JSON.
const TOOL_KEYS: [&str; 3] = ["tool", "action", "name"];

/// The keys with which models name the arguments.
const ARGUMENT_KEYS: [&str; 5] = ["tool_arguments", "arguments", "parameters", "args", "input"];

/// Converts a request with tools so that it needs no tool calling: earlier calls and their results
/// become texts, and the reply must be JSON. The tools stay in the request, because the system
/// prompt lists them.
pub(super) fn convert_request(request: &CompletionRequest) -> CompletionRequest {
    CompletionRequest {
        messages: request.messages.iter().map(message_as_text).collect(),
        reply_schema: match &request.tools {
            Some(offered) => Some(call_schema(offered)),
            None => request.reply_schema.clone(),
        },
        ..request.clone()
    }
}

fn message_as_text(message: &Message) -> Message {
    match message {
        Message::Text { .. } => message.clone(),
        Message::ToolCall(call) => {
            Message::Text { role: Role::Assistant, text: call_as_text(call) }
        }
        Message::ToolResult(result) => Message::from_user(result_as_text(result)),
    }
}

/// A call as JSON with `tool` and `tool_arguments`. The reason is one of the arguments.
fn call_as_text(call: &SentCall) -> OutgoingText {
    let constant = OutgoingText::from_constant;
    OutgoingText::concat([
        &constant("{\"tool\": \""),
        &constant(call.tool_name),
        &constant("\", \"tool_arguments\": "),
        &call.arguments_json,
        &constant("}"),
    ])
}

fn result_as_text(result: &SentResult) -> OutgoingText {
    let constant = OutgoingText::from_constant;
    OutgoingText::concat([
        &constant("Result of "),
        &constant(result.tool_name),
        &constant(":\n\n"),
        &result.text,
    ])
}

/// The schema of a reply that calls a tool. The arguments are a string, because a strict schema
/// can't contain an object whose fields depend on the tool. Services make the model write the
/// fields in the order of the schema, and the fields of a JSON value are sorted, so their names are
/// chosen such that the model writes the reason first and the arguments last.
fn call_schema(offered: &OfferedTools) -> ReplySchema {
    let reply = (offered.choice == ToolChoice::Optional).then_some(REPLY_TOOL_NAME);
    let names: Vec<&str> = offered.tools.iter().map(|tool| tool.name).chain(reply).collect();
    let example = names.first().copied().unwrap_or(REPLY_TOOL_NAME);
    ReplySchema {
        name: "tool_call".into(),
        schema: json!({
            "type": "object",
            "properties": {
                "reason": { "type": "string", "description": "Why you call the tool." },
                "tool": { "type": "string", "enum": names },
                "tool_arguments": {
                    "type": "string",
                    "description": "The JSON object with the arguments, written as a string.",
                },
            },
            "required": ["reason", "tool", "tool_arguments"],
            "additionalProperties": false,
        }),
        schema_instruction: format!(
            "Reply with one JSON object and nothing else: \
             {{\"reason\": \"…\", \"tool\": \"{example}\", \"tool_arguments\": {{…}}}}"
        ),
    }
}

/// What a model without tool calling replied.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum JsonReply {
    /// It called a tool.
    Call(RequestedCall),
    /// It called no tool, but replied with a text.
    Text(String),
}

/// Parses a reply that should be JSON; `None` if it contains no call.
pub(super) fn parse_reply(text: &str) -> Option<JsonReply> {
    let JsonCall { name, arguments } = reply_json::extract_as(text)?;
    if name != REPLY_TOOL_NAME {
        return Some(JsonReply::Call(RequestedCall {
            id: String::new(),
            name,
            arguments,
            signature: None,
        }));
    }
    let text = arguments.get("text").unwrap_or(&arguments);
    text.as_str().map(|text| JsonReply::Text(text.to_owned()))
}

/// A call as JSON. Models vary in the names of the fields.
#[derive(Debug, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
struct JsonCall {
    name: String,
    arguments: Value,
}

impl TryFrom<Map<String, Value>> for JsonCall {
    type Error = &'static str;

    fn try_from(mut fields: Map<String, Value>) -> Result<Self, Self::Error> {
        let reason = fields.remove("reason").filter(Value::is_string);
        let named =
            TOOL_KEYS.into_iter().find(|key| fields.get(*key).is_some_and(Value::is_string));
        let name_key = named.ok_or("no name of a tool")?;
        let name = fields.remove(name_key).and_then(|name| name.as_str().map(str::to_owned));
        let name = name.filter(|name| !name.is_empty()).ok_or("no name of a tool")?;
        let mut arguments = match ARGUMENT_KEYS.into_iter().find_map(|key| fields.remove(key)) {
            Some(Value::String(raw)) => parse_lenient_arguments(&raw),
            Some(Value::Null) => json!({}),
            Some(arguments) => arguments,
            // Without arguments, an object with a name is probably no call.
            None if name_key == "name" => return Err("no arguments"),
            // Some models write the arguments beside the name.
            None => Value::Object(fields),
        };
        if let (Some(reason), Some(arguments)) = (reason, arguments.as_object_mut()) {
            arguments.entry("reason").or_insert(reason);
        }
        Ok(Self { name, arguments })
    }
}

/// Parses arguments that are a string, and repairs the usual mistakes of models. Arguments whose
/// end is missing are not repaired, because the tool would be called without the rest.
fn parse_lenient_arguments(raw: &str) -> Value {
    let arguments = parse_arguments(raw);
    if !arguments.is_string() || !raw.trim_start().starts_with('{') {
        return arguments;
    }
    let repaired = reply_json::extract(raw);
    let repaired = repaired.filter(|found| found.is_complete() && found.value.is_object());
    repaired.map_or(arguments, |found| found.value)
}
