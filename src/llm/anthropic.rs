//! Anthropic's messages.

use serde_json::{Map, Value, json};

use crate::llm::chat::{Ask, ChatModel, ChatReply, Partial, Stop, count_at, text_at};
use crate::llm::dialect::{Dialect, JsonMode};
use crate::llm::usage::{Usage, sum};
use crate::net::http::HttpRequest;
use crate::net::service::ServiceError;

/// The version of the shape, which the service asks for.
pub(super) const VERSION: &str = "2023-06-01";

pub(super) fn request(ask: &Ask, model: &ChatModel, dialect: &Dialect) -> HttpRequest {
    let mut body = Map::new();
    body.insert("model".into(), json!(model.model));
    body.insert("max_tokens".into(), json!(ask.max_tokens));
    if let Some(instructions) = ask.instructions(dialect.json) {
        body.insert("system".into(), json!(instructions));
    }
    body.insert("messages".into(), ask.turns().collect());
    if let Some(shape) = ask.shape.as_ref().filter(|_| dialect.json == JsonMode::Schema) {
        let format = json!({ "type": "json_schema", "schema": shape.schema });
        body.insert("output_config".into(), json!({ "format": format }));
    }
    if dialect.stream {
        body.insert("stream".into(), json!(true));
    }
    HttpRequest::post(model.endpoint.at("/v1/messages"), &Value::Object(body))
        .header("anthropic-version", VERSION)
        // Without this word it refuses whatever a browser streams.
        .header("anthropic-dangerous-direct-browser-access", "true")
        .key("x-api-key", "", &model.secret)
}

pub(super) fn parse(body: &Value) -> Result<ChatReply, ServiceError> {
    if text_at(body, "/type") == "error" {
        return Err(ServiceError::in_stream(body));
    }
    let parts = body.get("content").and_then(Value::as_array);
    let parts = parts.ok_or(ServiceError::Unreadable { what: "a reply" })?;
    let of_text = |part: &&Value| text_at(part, "/type") == "text";
    let text = parts.iter().filter(of_text).map(|part| text_at(part, "/text")).collect();
    let mut used = Usage::default();
    count(&mut used, body.get("usage"));
    Ok(ChatReply { text, stop: stop(body).unwrap_or(Stop::End), usage: used })
}

pub(super) fn absorb(partial: &mut Partial, body: &Value) -> Result<(), ServiceError> {
    match text_at(body, "/type") {
        "error" => return Err(ServiceError::in_stream(body)),
        // A message that starts again takes the place of what came of the first.
        "message_start" => {
            *partial = Partial::default();
            count(&mut partial.usage, body.pointer("/message/usage"));
        }
        "content_block_delta" if text_at(body, "/delta/type") == "text_delta" => {
            partial.text.push_str(text_at(body, "/delta/text"));
        }
        "message_delta" => {
            partial.stop = body.get("delta").and_then(stop).or(partial.stop.take());
            count(&mut partial.usage, body.get("usage"));
        }
        "message_stop" => partial.ended = true,
        _ => {}
    }
    Ok(())
}

/// The reason stands in a whole message, or in the change that ends a stream.
fn stop(message: &Value) -> Option<Stop> {
    match text_at(message, "/stop_reason") {
        "" => None,
        "max_tokens" | "model_context_window_exceeded" => Some(Stop::Length),
        "refusal" => {
            let message = text_at(message, "/stop_details/explanation").to_owned();
            Some(Stop::Refusal { message })
        }
        _ => Some(Stop::End),
    }
}

/// What comes later in a stream counts instead of what came before. Input that was kept from an
/// earlier call is not in `input_tokens` here, unlike anywhere else.
fn count(usage: &mut Usage, used: Option<&Value>) {
    let Some(used) = used else { return };
    if used.get("input_tokens").is_some_and(Value::is_number) {
        usage.cached = count_at(used, "/cache_read_input_tokens");
        let kept = sum(usage.cached, count_at(used, "/cache_creation_input_tokens"));
        usage.input = sum(count_at(used, "/input_tokens"), kept);
    }
    usage.output = count_at(used, "/output_tokens");
    usage.reasoning = count_at(used, "/output_tokens_details/thinking_tokens");
}
