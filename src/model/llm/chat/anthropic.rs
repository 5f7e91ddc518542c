//! The adapter for Anthropic's Messages API.

use serde_json::{Map, Value, json};

use crate::model::llm::chat::chat_model::ChatModel;
use crate::model::llm::chat::json_fields::{joined_text_parts, text_at, token_count_at};
use crate::model::llm::chat::json_mode::JsonMode;
use crate::model::llm::chat::partial_calls::{PartialCall, PartialCalls, arguments_text};
use crate::model::llm::chat::reply::{ChatReply, PartialReply, StopReason};
use crate::model::llm::chat::request::{CompletionRequest, Message};
use crate::model::llm::chat::request_options::RequestOptions;
use crate::model::llm::chat::tool_use::{OfferedTool, ToolChoice, sent_call_id};
use crate::model::llm::usage::{Usage, add_tokens};
use crate::web::http::{HttpRequest, ServiceError};

/// The API version, which every request must name.
pub(in crate::model::llm) const API_VERSION: &str = "2023-06-01";

pub(super) fn request(
    request: &CompletionRequest,
    model: &ChatModel,
    options: &RequestOptions,
) -> HttpRequest {
    let mut body = Map::new();
    body.insert("model".into(), json!(model.model_name));
    body.insert("max_tokens".into(), json!(request.max_reply_tokens));
    if let Some(instructions) = request.full_system_prompt(options) {
        body.insert("system".into(), json!(instructions));
    }
    body.insert("messages".into(), request.messages_without_system(message_json).collect());
    if let Some(offered) = request.native_tools(options) {
        body.insert("tools".into(), offered.tools.iter().map(tool_json).collect());
        let choice = match offered.choice {
            ToolChoice::Required => "any",
            ToolChoice::Optional => "auto",
        };
        let choice = json!({ "type": choice, "disable_parallel_tool_use": true });
        body.insert("tool_choice".into(), choice);
    } else if let Some(schema) =
        request.reply_schema.as_ref().filter(|_| options.json_mode == JsonMode::Schema)
    {
        let format = json!({ "type": "json_schema", "schema": schema.schema });
        body.insert("output_config".into(), json!({ "format": format }));
    }
    if options.use_streaming {
        body.insert("stream".into(), json!(true));
    }
    HttpRequest::post(model.endpoint.with_path("/v1/messages"), &Value::Object(body))
        .header("anthropic-version", API_VERSION)
        // Anthropic rejects requests from a browser without this header.
        .header("anthropic-dangerous-direct-browser-access", "true")
        .secret_header("x-api-key", "", &model.secret_name)
}

fn message_json(position: usize, message: &Message) -> Value {
    match message {
        Message::Text { role, text } => {
            json!({ "role": role.api_name(), "content": text.as_str() })
        }
        Message::ToolCall(call) => json!({ "role": "assistant", "content": [{
            "type": "tool_use",
            "id": sent_call_id(&call.id, position),
            "name": call.tool_name,
            "input": call.arguments_object(),
        }] }),
        Message::ToolResult(result) => json!({ "role": "user", "content": [{
            "type": "tool_result",
            "tool_use_id": sent_call_id(&result.call_id, position.saturating_sub(1)),
            "content": result.text.as_str(),
        }] }),
    }
}

fn tool_json(tool: &OfferedTool) -> Value {
    json!({
        "name": tool.name,
        "description": tool.description,
        "input_schema": tool.parameters,
    })
}

pub(super) fn parse(body: &Value) -> Result<ChatReply, ServiceError> {
    if text_at(body, "/type") == "error" {
        return Err(ServiceError::from_stream_error(body));
    }
    let parts = body.get("content").and_then(Value::as_array);
    let parts = parts.ok_or(ServiceError::Unreadable { expected: "a reply" })?;
    let mut usage = Usage::default();
    update_usage(&mut usage, body.get("usage"));
    let stop_reason = stop_reason(body).unwrap_or(StopReason::End);
    let mut calls = PartialCalls::default();
    for block in parts {
        add_tool_use(&mut calls, None, block);
    }
    let (text, tool_calls) = (joined_text_parts(parts), calls.finish());
    Ok(ChatReply { text, tool_calls, stop_reason, usage })
}

pub(super) fn add_event(partial: &mut PartialReply, body: &Value) -> Result<(), ServiceError> {
    match text_at(body, "/type") {
        "error" => return Err(ServiceError::from_stream_error(body)),
        // If the service starts the message again, everything that arrived before is dropped.
        "message_start" => {
            *partial = PartialReply::default();
            update_usage(&mut partial.usage, body.pointer("/message/usage"));
        }
        "content_block_delta" if text_at(body, "/delta/type") == "text_delta" => {
            partial.text.push_str(text_at(body, "/delta/text"));
        }
        "content_block_start" => {
            let block = body.get("content_block").unwrap_or(&Value::Null);
            add_tool_use(&mut partial.tool_calls, block_index(body), block);
        }
        "content_block_delta" if text_at(body, "/delta/type") == "input_json_delta" => {
            let arguments = text_at(body, "/delta/partial_json");
            partial.tool_calls.add_arguments(block_index(body), arguments);
        }
        "message_delta" => {
            partial.stop_reason =
                body.get("delta").and_then(stop_reason).or(partial.stop_reason.take());
            update_usage(&mut partial.usage, body.get("usage"));
        }
        "message_stop" => partial.ended = true,
        _ => {}
    }
    Ok(())
}

fn block_index(event: &Value) -> Option<u64> {
    event.get("index").and_then(Value::as_u64)
}

/// Adds a content block to the calls if it is a call. At the start of a streamed call, the
/// arguments are an empty object; their text follows in pieces.
fn add_tool_use(calls: &mut PartialCalls, index: Option<u64>, block: &Value) {
    if text_at(block, "/type") != "tool_use" {
        return;
    }
    let is_filled = |input: &&Value| input.as_object().is_none_or(|fields| !fields.is_empty());
    calls.add_call(PartialCall {
        index,
        id: text_at(block, "/id").to_owned(),
        name: text_at(block, "/name").to_owned(),
        arguments: arguments_text(block.get("input").filter(is_filled)),
        signature: None,
    });
}

/// The stop reason of a complete message, or of the `message_delta` event that ends a stream.
fn stop_reason(message: &Value) -> Option<StopReason> {
    match text_at(message, "/stop_reason") {
        "" => None,
        "max_tokens" | "model_context_window_exceeded" => Some(StopReason::Length),
        "refusal" => {
            let message = text_at(message, "/stop_details/explanation").to_owned();
            Some(StopReason::Refusal { message })
        }
        _ => Some(StopReason::End),
    }
}

/// Replaces the token counts in `usage` by the newer ones of an event. Anthropic's `input_tokens`
/// doesn't include cached tokens, so they are added.
fn update_usage(usage: &mut Usage, counts: Option<&Value>) {
    let Some(counts) = counts else { return };
    if counts.get("input_tokens").is_some_and(Value::is_number) {
        usage.cached_input_tokens = token_count_at(counts, "/cache_read_input_tokens");
        let cached = add_tokens(
            usage.cached_input_tokens,
            token_count_at(counts, "/cache_creation_input_tokens"),
        );
        usage.input_tokens = add_tokens(token_count_at(counts, "/input_tokens"), cached);
    }
    usage.output_tokens = token_count_at(counts, "/output_tokens");
    usage.reasoning_tokens = token_count_at(counts, "/output_tokens_details/thinking_tokens");
}
