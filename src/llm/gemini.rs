//! Google's generateContent.

use serde_json::{Map, Value, json};

use crate::llm::chat::{
    Ask, ChatModel, ChatReply, Message, Partial, Role, Stop, count_at, text_at,
};
use crate::llm::dialect::{Dialect, JsonMode};
use crate::llm::usage::{Usage, sum};
use crate::net::http::HttpRequest;
use crate::net::service::ServiceError;

pub(super) fn request(ask: &Ask, model: &ChatModel, dialect: &Dialect) -> HttpRequest {
    let content = |message: &Message| {
        let role = match message.role {
            Role::User => "user",
            Role::Assistant => "model",
        };
        json!({ "role": role, "parts": [{ "text": message.text.as_str() }] })
    };
    let mut config = Map::new();
    config.insert("maxOutputTokens".into(), json!(ask.max_tokens));
    if let Some(shape) = &ask.shape {
        if dialect.json != JsonMode::Plain {
            config.insert("responseMimeType".into(), json!("application/json"));
        }
        if dialect.json == JsonMode::Schema {
            config.insert("responseJsonSchema".into(), shape.schema.clone());
        }
    }
    let mut body = Map::new();
    if let Some(instructions) = ask.instructions(dialect.json) {
        body.insert("systemInstruction".into(), json!({ "parts": [{ "text": instructions }] }));
    }
    body.insert("contents".into(), ask.messages.iter().map(content).collect());
    body.insert("generationConfig".into(), Value::Object(config));
    let model_path = model.model.trim_start_matches("models/");
    let (verb, query) = if dialect.stream {
        ("streamGenerateContent", "?alt=sse")
    } else {
        ("generateContent", "")
    };
    let path = format!("/v1beta/models/{}:{verb}{query}", escaped(model_path));
    HttpRequest::post(model.endpoint.at(&path), &Value::Object(body)).key(
        "x-goog-api-key",
        "",
        &model.secret,
    )
}

/// The model's name is part of the address: nothing in it may end that part.
fn escaped(name: &str) -> String {
    url::form_urlencoded::byte_serialize(name.as_bytes()).collect()
}

pub(super) fn parse(body: &Value) -> Result<ChatReply, ServiceError> {
    let mut partial = Partial::default();
    absorb(&mut partial, body)?;
    let known = body.get("candidates").is_some() || partial.stop.is_some();
    partial.ended = known;
    partial.whole().map_err(|_| ServiceError::Unreadable { what: "a reply" })
}

pub(super) fn absorb(partial: &mut Partial, body: &Value) -> Result<(), ServiceError> {
    if body.get("error").is_some() {
        return Err(ServiceError::in_stream(body));
    }
    // A reply may have no parts at all: thoughts used up what it could say.
    let parts = body.pointer("/candidates/0/content/parts").and_then(Value::as_array);
    for part in parts.into_iter().flatten() {
        if part.get("thought").and_then(Value::as_bool) != Some(true) {
            partial.text.push_str(text_at(part, "/text"));
        }
    }
    if let Some(used) = body.get("usageMetadata") {
        partial.usage = usage(used);
    }
    if let Some(stop) = stop(body) {
        partial.stop = Some(stop);
    }
    Ok(())
}

fn stop(body: &Value) -> Option<Stop> {
    if let Some(reason) = body.pointer("/promptFeedback/blockReason").and_then(Value::as_str) {
        return Some(Stop::Refusal { message: reason.to_owned() });
    }
    match text_at(body, "/candidates/0/finishReason") {
        "" | "FINISH_REASON_UNSPECIFIED" => None,
        "STOP" => Some(Stop::End),
        "MAX_TOKENS" => Some(Stop::Length),
        // SAFETY, RECITATION, PROHIBITED_CONTENT and the like.
        reason => Some(Stop::Refusal { message: reason.to_owned() }),
    }
}

fn usage(used: &Value) -> Usage {
    let reasoning = count_at(used, "/thoughtsTokenCount");
    Usage {
        input: count_at(used, "/promptTokenCount"),
        cached: count_at(used, "/cachedContentTokenCount"),
        // Thoughts are paid like words, and not counted among them here.
        output: sum(count_at(used, "/candidatesTokenCount"), reasoning),
        reasoning,
        cost: None,
    }
}
