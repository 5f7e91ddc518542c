//! The adapter for Ollama's own chat API. Unlike Ollama's OpenAI-compatible API, it can set the
//! size of the context window: with the default size, Ollama silently drops the beginning of a long
//! prompt.

use serde_json::{Value, json};

use crate::model::llm::chat::chat_model::ChatModel;
use crate::model::llm::chat::json_fields::{text_at, token_count_at};
use crate::model::llm::chat::json_mode::JsonMode;
use crate::model::llm::chat::partial_calls::PartialCall;
use crate::model::llm::chat::reply::{ChatReply, PartialReply, StopReason};
use crate::model::llm::chat::request::{CompletionRequest, Message};
use crate::model::llm::chat::request_options::RequestOptions;
use crate::model::llm::usage::Usage;
use crate::web::http::{HttpRequest, ServiceError};

/// The smallest context window that is requested, in tokens: Ollama's default.
const MIN_CONTEXT_TOKENS: u64 = 4_096;

/// The largest context window that is requested, in tokens: more would need more memory than users'
/// machines have.
const MAX_CONTEXT_TOKENS: u64 = 32_768;

pub(super) fn request(
    request: &CompletionRequest,
    model: &ChatModel,
    options: &RequestOptions,
) -> HttpRequest {
    let mut body = json!({
        "model": model.model_name,
        "messages": request.messages_with_system(options, message_json),
        "stream": options.use_streaming,
        "options": { "num_predict": request.max_reply_tokens, "num_ctx": context_tokens(request), "temperature": 0 },
    });
    let tools_or_format = match request.native_tools(options) {
        // Ollama can't be told that the model must call a tool.
        Some(offered) => Some(("tools", offered.to_openai_json())),
        None => reply_format(request, options.json_mode).map(|format| ("format", format)),
    };
    if let (Some((name, value)), Some(body)) = (tools_or_format, body.as_object_mut()) {
        body.insert(name.into(), value);
    }
    HttpRequest::post(model.endpoint.with_path("/api/chat"), &body).secret_header(
        "authorization",
        "Bearer ",
        &model.secret_name,
    )
}

fn reply_format(request: &CompletionRequest, mode: JsonMode) -> Option<Value> {
    let schema = request.reply_schema.as_ref()?;
    match mode {
        JsonMode::Schema => Some(schema.schema.clone()),
        JsonMode::ObjectWithSchema | JsonMode::Object => Some(json!("json")),
        JsonMode::Plain => None,
    }
}

fn message_json(_position: usize, message: &Message) -> Value {
    match message {
        Message::Text { role, text } => {
            json!({ "role": role.api_name(), "content": text.as_str() })
        }
        Message::ToolCall(call) => {
            let function = json!({ "name": call.tool_name, "arguments": call.arguments_object() });
            let calls = [json!({ "function": function })];
            json!({ "role": "assistant", "content": "", "tool_calls": calls })
        }
        Message::ToolResult(result) => json!({
            "role": "tool",
            "tool_name": result.tool_name,
            "content": result.text.as_str(),
        }),
    }
}

/// Whether the prompt and the reply fit into the largest context window.
pub(super) fn fits_context_window(request: &CompletionRequest) -> bool {
    request.estimated_tokens().saturating_add(u64::from(request.max_reply_tokens))
        <= MAX_CONTEXT_TOKENS
}

/// The size of the context window for the prompt and the reply. It is a power of two, so that it
/// changes rarely: Ollama reloads the model after every change.
fn context_tokens(request: &CompletionRequest) -> u64 {
    let needed = request.estimated_tokens().saturating_add(u64::from(request.max_reply_tokens));
    needed
        .checked_next_power_of_two()
        .unwrap_or(MAX_CONTEXT_TOKENS)
        .clamp(MIN_CONTEXT_TOKENS, MAX_CONTEXT_TOKENS)
}

pub(super) fn parse(body: &Value) -> Result<ChatReply, ServiceError> {
    let mut partial = PartialReply::default();
    add_event(&mut partial, body)?;
    partial.finish().map_err(|_| ServiceError::Unreadable { expected: "a reply" })
}

pub(super) fn add_event(partial: &mut PartialReply, body: &Value) -> Result<(), ServiceError> {
    if body.get("error").is_some() {
        return Err(ServiceError::from_stream_error(body));
    }
    partial.text.push_str(text_at(body, "/message/content"));
    let calls = body.pointer("/message/tool_calls").and_then(Value::as_array);
    for call in calls.into_iter().flatten() {
        partial.tool_calls.add_call(PartialCall::from_openai_json(call));
    }
    if body.get("done").and_then(Value::as_bool) == Some(true) {
        partial.stop_reason = Some(match text_at(body, "/done_reason") {
            "length" => StopReason::Length,
            _ => StopReason::End,
        });
        partial.usage = Usage {
            input_tokens: token_count_at(body, "/prompt_eval_count"),
            output_tokens: token_count_at(body, "/eval_count"),
            ..Usage::default()
        };
    }
    Ok(())
}
