//! A chat completion: builds the request in the format of a service and parses the reply. The
//! services share one data model, and this file chooses among their adapters.
//!
//! In reading order:
//! - the data: `chat_model`, `request`, `tool_use`, `json_mode`, `reply`
//! - [`request_options`]: which options an endpoint accepts
//! - `tools_as_json`: tool calling for services and models without it
//! - `request_size`: how many tokens a request sends
//! - the adapters: `openai`, `anthropic`, `gemini`, `ollama`
//! - streaming: [`stream_events`] splits the bytes into events, `reply_stream` collects the reply
//!   and `partial_calls` its calls
//! - `json_fields`: access to the fields of a JSON response

mod chat_model;
mod json_mode;
mod reply;
mod request;
mod tool_use;

pub mod request_options;

mod request_size;
mod tools_as_json;

pub(super) mod anthropic;
mod gemini;
mod ollama;
mod openai;

mod partial_calls;
mod reply_stream;
pub mod stream_events;

mod json_fields;

pub use chat_model::{ChatApi, ChatModel};
pub use json_mode::{JsonMode, ReplyFormat};
pub use reply::{ChatReply, StopReason};
pub use reply_stream::ReplyStream;
pub use request::{CompletionRequest, Message, ReplySchema, Role, Streaming};
pub use tool_use::{OfferedTool, OfferedTools, RequestedCall, SentCall, SentResult, ToolChoice};

use crate::safety::privacy::OutgoingText;
use crate::web::http::{HttpRequest, HttpResponse, ServiceError};
use request_options::{RequestOptions, ToolMode};

/// Timeout in milliseconds: a model on a slow machine may take this long before the reply starts or
/// the next part arrives. Without streaming, the whole reply must arrive in this time.
const CHAT_TIMEOUT_MILLIS: u32 = 120_000;

/// Builds the HTTP request for a completion, in the format of the model's service.
pub fn request(
    request: &CompletionRequest,
    model: &ChatModel,
    options: &RequestOptions,
) -> HttpRequest {
    let converted;
    let request = match options.tool_mode {
        ToolMode::Native => request,
        ToolMode::Json => {
            converted = tools_as_json::convert_request(request);
            &converted
        }
    };
    let http = match model.api {
        ChatApi::OpenAi => openai::request(request, model, options),
        ChatApi::Anthropic => anthropic::request(request, model, options),
        ChatApi::Gemini => gemini::request(request, model, options),
        ChatApi::Ollama => ollama::request(request, model, options),
    };
    http.timeout(CHAT_TIMEOUT_MILLIS)
        .with_quoted_note_paths(request.outgoing_texts().flat_map(OutgoingText::note_paths))
}

/// Whether the request and its reply fit into the model's context window. Always true except for
/// Ollama, because the context windows of other services are unknown here.
pub fn fits_context_window(request: &CompletionRequest, model: &ChatModel) -> bool {
    model.api != ChatApi::Ollama || ollama::fits_context_window(request)
}

/// Parses a reply that came as one JSON object or as a complete stream.
pub fn parse(response: &HttpResponse, api: ChatApi) -> Result<ChatReply, ServiceError> {
    if let Some(error) = ServiceError::from_response(response) {
        return Err(error);
    }
    let content_type = response.header("content-type").unwrap_or_default();
    if content_type.contains("event-stream") || content_type.contains("ndjson") {
        let mut stream = ReplyStream::new(api);
        stream.push(response.text.as_bytes());
        return stream.finish();
    }
    let body = json_fields::parse_object(&response.text)?;
    match api {
        ChatApi::OpenAi => openai::parse(&body),
        ChatApi::Anthropic => anthropic::parse(&body),
        ChatApi::Gemini => gemini::parse(&body),
        ChatApi::Ollama => ollama::parse(&body),
    }
}
