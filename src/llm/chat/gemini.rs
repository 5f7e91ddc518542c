//! The adapter for Google's Gemini API (`generateContent`).

use serde_json::{Map, Value, json};

use crate::llm::chat::chat_model::ChatModel;
use crate::llm::chat::json_fields::{text_at, token_count_at};
use crate::llm::chat::json_mode::JsonMode;
use crate::llm::chat::reply::{ChatReply, PartialReply, StopReason};
use crate::llm::chat::request::{CompletionRequest, Message, Role};
use crate::llm::chat::request_options::RequestOptions;
use crate::llm::usage::{Usage, add_tokens};
use crate::net::http::HttpRequest;
use crate::net::service_error::ServiceError;

pub(super) fn request(
    request: &CompletionRequest,
    model: &ChatModel,
    options: &RequestOptions,
) -> HttpRequest {
    let content = |message: &Message| {
        let role = match message {
            Message::Text { role: Role::Assistant, .. } | Message::ToolCall(_) => "model",
            Message::Text { role: Role::User, .. } | Message::ToolResult(_) => "user",
        };
        json!({ "role": role, "parts": [{ "text": message.outgoing_text().as_str() }] })
    };
    let mut config = Map::new();
    config.insert("maxOutputTokens".into(), json!(request.max_reply_tokens));
    if let Some(schema) = &request.reply_schema {
        if options.json_mode != JsonMode::Plain {
            config.insert("responseMimeType".into(), json!("application/json"));
        }
        if options.json_mode == JsonMode::Schema {
            config.insert("responseJsonSchema".into(), schema.schema.clone());
        }
    }
    let mut body = Map::new();
    if let Some(instructions) = request.system_prompt_with_schema(options.json_mode) {
        body.insert("systemInstruction".into(), json!({ "parts": [{ "text": instructions }] }));
    }
    body.insert("contents".into(), request.messages.iter().map(content).collect());
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
        "STOP" => Some(StopReason::End),
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
