//! The adapter for OpenAI's Chat Completions API and compatible services.

use serde_json::{Map, Value, json};

use crate::model::llm::chat::chat_model::ChatModel;
use crate::model::llm::chat::json_fields::{joined_text_parts, text_at, token_count_at};
use crate::model::llm::chat::json_mode::JsonMode;
use crate::model::llm::chat::partial_calls::{PartialCall, PartialCalls};
use crate::model::llm::chat::reply::{ChatReply, PartialReply, StopReason};
use crate::model::llm::chat::request::{CompletionRequest, Message, ReplySchema};
use crate::model::llm::chat::request_options::{RequestOptions, TokenLimitField};
use crate::model::llm::chat::tool_use::{ToolChoice, sent_call_id};
use crate::model::llm::money::Money;
use crate::model::llm::usage::Usage;
use crate::web::http::{HttpRequest, ServiceError};

pub(super) fn request(
    request: &CompletionRequest,
    model: &ChatModel,
    options: &RequestOptions,
) -> HttpRequest {
    let mut body = Map::new();
    body.insert("model".into(), json!(model.model_name));
    body.insert("messages".into(), request.messages_with_system(options, message_json));
    let limit = match options.token_limit_field {
        TokenLimitField::MaxCompletionTokens => "max_completion_tokens",
        TokenLimitField::MaxTokens => "max_tokens",
    };
    body.insert(limit.into(), json!(request.max_reply_tokens));
    if let Some(offered) = request.native_tools(options) {
        body.insert("tools".into(), offered.to_openai_json());
        body.insert("tool_choice".into(), json!(tool_choice(offered.choice)));
    } else if let Some(format) =
        request.reply_schema.as_ref().and_then(|schema| response_format(schema, options.json_mode))
    {
        body.insert("response_format".into(), format);
    }
    if options.use_zero_temperature {
        body.insert("temperature".into(), json!(0));
    }
    if options.use_streaming {
        body.insert("stream".into(), json!(true));
        if options.include_stream_usage {
            body.insert("stream_options".into(), json!({ "include_usage": true }));
        }
    }
    if model.endpoint.host() == "openrouter.ai" {
        // With this field, OpenRouter reports the cost of the call, whichever provider served it.
        body.insert("usage".into(), json!({ "include": true }));
    }
    HttpRequest::post(model.endpoint.with_path("/chat/completions"), &Value::Object(body))
        .secret_header("authorization", "Bearer ", &model.secret_name)
}

fn message_json(position: usize, message: &Message) -> Value {
    match message {
        Message::Text { role, text } => {
            json!({ "role": role.api_name(), "content": text.as_str() })
        }
        Message::ToolCall(call) => json!({
            "role": "assistant",
            "content": null,
            "tool_calls": [{
                "id": sent_call_id(&call.id, position),
                "type": "function",
                "function": { "name": call.tool_name, "arguments": call.arguments_json.as_str() },
            }],
        }),
        Message::ToolResult(result) => json!({
            "role": "tool",
            "tool_call_id": sent_call_id(&result.call_id, position.saturating_sub(1)),
            "content": result.text.as_str(),
        }),
    }
}

fn tool_choice(choice: ToolChoice) -> &'static str {
    match choice {
        ToolChoice::Required => "required",
        ToolChoice::Optional => "auto",
    }
}

fn response_format(schema: &ReplySchema, mode: JsonMode) -> Option<Value> {
    match mode {
        JsonMode::Schema => Some(json!({
            "type": "json_schema",
            "json_schema": { "name": schema.name, "strict": true, "schema": schema.schema },
        })),
        JsonMode::ObjectWithSchema => {
            Some(json!({ "type": "json_object", "schema": schema.schema }))
        }
        JsonMode::Object => Some(json!({ "type": "json_object" })),
        JsonMode::Plain => None,
    }
}

pub(super) fn parse(body: &Value) -> Result<ChatReply, ServiceError> {
    fail_on_error(body)?;
    let choice = body.pointer("/choices/0");
    let choice = choice.ok_or(ServiceError::Unreadable { expected: "a reply" })?;
    let text = choice.pointer("/message/content").map(content_text).unwrap_or_default();
    let refusal = text_at(choice, "/message/refusal");
    let reason = stop_reason(text_at(choice, "/finish_reason"), refusal);
    let stop_reason = reason.unwrap_or(StopReason::End);
    let mut calls = PartialCalls::default();
    for call in tool_calls(choice, "/message/tool_calls") {
        calls.add_call(call);
    }
    let usage = parse_usage(body.get("usage"));
    Ok(ChatReply { text, tool_calls: calls.finish(), stop_reason, usage })
}

pub(super) fn add_event(partial: &mut PartialReply, body: &Value) -> Result<(), ServiceError> {
    fail_on_error(body)?;
    // Groq reports the token counts in the field `x_groq` instead of `usage`.
    let used = body.get("usage").or_else(|| body.pointer("/x_groq/usage"));
    if let Some(used) = used.filter(|used| used.is_object()) {
        partial.usage = parse_usage(Some(used));
    }
    let Some(choice) = body.pointer("/choices/0") else { return Ok(()) };
    if let Some(content) = choice.pointer("/delta/content") {
        partial.text.push_str(&content_text(content));
    }
    for piece in tool_calls(choice, "/delta/tool_calls") {
        partial.tool_calls.add_piece(piece);
    }
    let refusal = text_at(choice, "/delta/refusal");
    match (&mut partial.stop_reason, stop_reason(text_at(choice, "/finish_reason"), refusal)) {
        // The message of a refusal arrives in several events. The last event has an ordinary stop
        // reason, which must not replace the refusal.
        (Some(StopReason::Refusal { message }), _) => message.push_str(refusal),
        (current, Some(reason)) => *current = Some(reason),
        (_, None) => {}
    }
    Ok(())
}

/// The calls, or pieces of calls, in a list of the reply.
fn tool_calls(choice: &Value, pointer: &str) -> impl Iterator<Item = PartialCall> {
    let calls = choice.pointer(pointer).and_then(Value::as_array);
    calls.into_iter().flatten().map(PartialCall::from_openai_json)
}

/// Returns an error if the body reports one although the HTTP status is 200. OpenRouter sends such
/// responses, and in a stream every service does.
fn fail_on_error(body: &Value) -> Result<(), ServiceError> {
    let inner = body.pointer("/choices/0/error").map(|error| json!({ "error": error }));
    let outer = body.get("error").filter(|error| !error.is_null()).map(|_| body.clone());
    match outer.or(inner.filter(|inner| !inner["error"].is_null())) {
        Some(error) => Err(ServiceError::from_stream_error(&error)),
        None => Ok(()),
    }
}

/// The text of a message, which is a string or a list of parts.
fn content_text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => joined_text_parts(parts),
        _ => String::new(),
    }
}

fn stop_reason(reason: &str, refusal: &str) -> Option<StopReason> {
    if !refusal.is_empty() || reason == "content_filter" {
        return Some(StopReason::Refusal { message: refusal.to_owned() });
    }
    match reason {
        "" => None,
        "length" => Some(StopReason::Length),
        _ => Some(StopReason::End),
    }
}

fn parse_usage(usage_json: Option<&Value>) -> Usage {
    let Some(used) = usage_json else { return Usage::default() };
    let cached = token_count_at(used, "/prompt_tokens_details/cached_tokens");
    Usage {
        input_tokens: token_count_at(used, "/prompt_tokens"),
        // DeepSeek reports cached tokens in `prompt_cache_hit_tokens`.
        cached_input_tokens: cached.max(token_count_at(used, "/prompt_cache_hit_tokens")),
        output_tokens: token_count_at(used, "/completion_tokens"),
        reasoning_tokens: token_count_at(used, "/completion_tokens_details/reasoning_tokens"),
        cost: used.get("cost").and_then(|cost| Money::from_dollars(&cost.to_string())),
    }
}
