//! The adapter for Google's Gemini API (`generateContent`).

use serde_json::{Map, Value, json};

use crate::model::llm::chat::chat_model::ChatModel;
use crate::model::llm::chat::json_fields::{text_at, token_count_at};
use crate::model::llm::chat::json_mode::JsonMode;
use crate::model::llm::chat::partial_calls::{PartialCall, arguments_text};
use crate::model::llm::chat::reply::{ChatReply, PartialReply, StopReason};
use crate::model::llm::chat::request::{CompletionRequest, Message, Role};
use crate::model::llm::chat::request_options::RequestOptions;
use crate::model::llm::chat::tool_use::{OfferedTool, SentCall, ToolChoice};
use crate::model::llm::usage::{Usage, add_tokens};
use crate::web::http::{HttpRequest, ServiceError};

pub(super) fn request(
    request: &CompletionRequest,
    model: &ChatModel,
    options: &RequestOptions,
) -> HttpRequest {
    let mut config = Map::new();
    config.insert("maxOutputTokens".into(), json!(request.max_reply_tokens));
    let native_tools = request.native_tools(options);
    if let (Some(schema), None) = (&request.reply_schema, native_tools) {
        if options.json_mode != JsonMode::Plain {
            config.insert("responseMimeType".into(), json!("application/json"));
        }
        if options.json_mode == JsonMode::Schema {
            config.insert("responseJsonSchema".into(), schema.schema.clone());
        }
    }
    let mut body = Map::new();
    if let Some(instructions) = request.full_system_prompt(options) {
        body.insert("systemInstruction".into(), json!({ "parts": [{ "text": instructions }] }));
    }
    body.insert("contents".into(), request.messages.iter().map(message_json).collect());
    if let Some(offered) = native_tools {
        let functions: Value = offered.tools.iter().map(tool_json).collect();
        body.insert("tools".into(), json!([{ "functionDeclarations": functions }]));
        let mode = match offered.choice {
            ToolChoice::Required => "ANY",
            ToolChoice::Optional => "AUTO",
        };
        body.insert("toolConfig".into(), json!({ "functionCallingConfig": { "mode": mode } }));
    }
    body.insert("generationConfig".into(), Value::Object(config));
    let model_path = model.model_name.trim_start_matches("models/");
    let (verb, query) = if options.use_streaming {
        ("streamGenerateContent", "?alt=sse")
    } else {
        ("generateContent", "")
    };
    let path = format!("/v1beta/models/{}:{verb}{query}", escape_model_name(model_path));
    HttpRequest::post(model.endpoint.with_path(&path), &Value::Object(body)).secret_header(
        "x-goog-api-key",
        "",
        &model.secret_name,
    )
}

fn message_json(message: &Message) -> Value {
    let (role, part) = match message {
        Message::Text { role: Role::User, text } => ("user", json!({ "text": text.as_str() })),
        Message::Text { role: Role::Assistant, text } => {
            ("model", json!({ "text": text.as_str() }))
        }
        Message::ToolCall(call) => ("model", call_json(call)),
        Message::ToolResult(result) => {
            let response = json!({ "result": result.text.as_str() });
            let response = named_part(&result.call_id, result.tool_name, "response", response);
            ("user", json!({ "functionResponse": response }))
        }
    };
    json!({ "role": role, "parts": [part] })
}

/// An earlier call. Newer models reject it without the signature that came with it.
fn call_json(call: &SentCall) -> Value {
    let function = named_part(&call.id, call.tool_name, "args", call.arguments_object());
    match &call.signature {
        Some(signature) => json!({ "functionCall": function, "thoughtSignature": signature }),
        None => json!({ "functionCall": function }),
    }
}

/// A call or its result: the name of the tool, a further field, and the id if the call has one.
fn named_part(id: &str, tool_name: &str, field: &str, value: Value) -> Value {
    match id {
        "" => json!({ "name": tool_name, field: value }),
        id => json!({ "id": id, "name": tool_name, field: value }),
    }
}

fn tool_json(tool: &OfferedTool) -> Value {
    json!({
        "name": tool.name,
        "description": tool.description,
        "parametersJsonSchema": tool.parameters,
    })
}

/// Escapes the model's name, which is a part of the URL path.
fn escape_model_name(name: &str) -> String {
    url::form_urlencoded::byte_serialize(name.as_bytes()).collect()
}

pub(super) fn parse(body: &Value) -> Result<ChatReply, ServiceError> {
    let mut partial = PartialReply::default();
    add_event(&mut partial, body)?;
    partial.ended = body.get("candidates").is_some() || partial.stop_reason.is_some();
    partial.finish().map_err(|_| ServiceError::Unreadable { expected: "a reply" })
}

pub(super) fn add_event(partial: &mut PartialReply, body: &Value) -> Result<(), ServiceError> {
    if body.get("error").is_some() {
        return Err(ServiceError::from_stream_error(body));
    }
    // The list of text parts is missing if the model used all tokens for reasoning.
    let parts = body.pointer("/candidates/0/content/parts").and_then(Value::as_array);
    for part in parts.into_iter().flatten() {
        if part.get("thought").and_then(Value::as_bool) != Some(true) {
            partial.text.push_str(text_at(part, "/text"));
        }
        if let Some(function) = part.get("functionCall") {
            let signature = part.get("thoughtSignature").and_then(Value::as_str);
            partial.tool_calls.add_call(PartialCall {
                index: None,
                id: text_at(function, "/id").to_owned(),
                name: text_at(function, "/name").to_owned(),
                arguments: arguments_text(function.get("args")),
                signature: signature.map(str::to_owned),
            });
        }
    }
    if let Some(used) = body.get("usageMetadata") {
        partial.usage = parse_usage(used);
    }
    if let Some(reason) = stop_reason(body) {
        partial.stop_reason = Some(reason);
    }
    Ok(())
}

fn stop_reason(body: &Value) -> Option<StopReason> {
    if let Some(reason) = body.pointer("/promptFeedback/blockReason").and_then(Value::as_str) {
        return Some(StopReason::Refusal { message: reason.to_owned() });
    }
    match text_at(body, "/candidates/0/finishReason") {
        "" | "FINISH_REASON_UNSPECIFIED" => None,
        // After a call that Gemini itself couldn't read, the reply is empty.
        "STOP" | "FUNCTION_CALL" | "MALFORMED_FUNCTION_CALL" | "UNEXPECTED_TOOL_CALL" => {
            Some(StopReason::End)
        }
        "MAX_TOKENS" => Some(StopReason::Length),
        // Any other reason is a refusal: `SAFETY`, `RECITATION`, `PROHIBITED_CONTENT` and so on.
        reason => Some(StopReason::Refusal { message: reason.to_owned() }),
    }
}

fn parse_usage(usage_json: &Value) -> Usage {
    let reasoning = token_count_at(usage_json, "/thoughtsTokenCount");
    Usage {
        input_tokens: token_count_at(usage_json, "/promptTokenCount"),
        cached_input_tokens: token_count_at(usage_json, "/cachedContentTokenCount"),
        // Reasoning tokens are billed as output, but `candidatesTokenCount` doesn't include them.
        output_tokens: add_tokens(token_count_at(usage_json, "/candidatesTokenCount"), reasoning),
        reasoning_tokens: reasoning,
        cost: None,
    }
}
