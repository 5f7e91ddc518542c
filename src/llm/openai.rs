//! OpenAI's chat completions, and all that speak like it.

use serde_json::{Map, Value, json};

use crate::llm::chat::{Ask, ChatModel, ChatReply, Partial, Shape, Stop, count_at, text_at};
use crate::llm::dialect::{Dialect, JsonMode, LimitWord};
use crate::llm::money::Money;
use crate::llm::usage::Usage;
use crate::net::http::HttpRequest;
use crate::net::service::ServiceError;

pub(super) fn request(ask: &Ask, model: &ChatModel, dialect: &Dialect) -> HttpRequest {
    let mut body = Map::new();
    body.insert("model".into(), json!(model.model));
    body.insert("messages".into(), ask.all_turns(dialect.json).collect());
    let limit = match dialect.limit {
        LimitWord::MaxCompletionTokens => "max_completion_tokens",
        LimitWord::MaxTokens => "max_tokens",
    };
    body.insert(limit.into(), json!(ask.max_tokens));
    if let Some(format) = ask.shape.as_ref().and_then(|shape| format(shape, dialect.json)) {
        body.insert("response_format".into(), format);
    }
    if dialect.temperature {
        body.insert("temperature".into(), json!(0));
    }
    if dialect.stream {
        body.insert("stream".into(), json!(true));
        if dialect.stream_usage {
            body.insert("stream_options".into(), json!({ "include_usage": true }));
        }
    }
    if model.endpoint.host() == "openrouter.ai" {
        // It knows what the call cost, whichever company it went to.
        body.insert("usage".into(), json!({ "include": true }));
    }
    HttpRequest::post(model.endpoint.at("/chat/completions"), &Value::Object(body)).key(
        "authorization",
        "Bearer ",
        &model.secret,
    )
}

fn format(shape: &Shape, mode: JsonMode) -> Option<Value> {
    match mode {
        JsonMode::Schema => Some(json!({
            "type": "json_schema",
            "json_schema": { "name": shape.name, "strict": true, "schema": shape.schema },
        })),
        JsonMode::ObjectWithSchema => {
            Some(json!({ "type": "json_object", "schema": shape.schema }))
        }
        JsonMode::Object => Some(json!({ "type": "json_object" })),
        JsonMode::Plain => None,
    }
}

pub(super) fn parse(body: &Value) -> Result<ChatReply, ServiceError> {
    fail_on_error(body)?;
    let choice = body.pointer("/choices/0");
    let choice = choice.ok_or(ServiceError::Unreadable { what: "a reply" })?;
    let text = choice.pointer("/message/content").map(words).unwrap_or_default();
    let refusal = text_at(choice, "/message/refusal");
    let stop = stop(text_at(choice, "/finish_reason"), refusal).unwrap_or(Stop::End);
    Ok(ChatReply { text, stop, usage: usage(body.get("usage")) })
}

pub(super) fn absorb(partial: &mut Partial, body: &Value) -> Result<(), ServiceError> {
    fail_on_error(body)?;
    // Groq tells what was used in a place of its own.
    let used = body.get("usage").or_else(|| body.pointer("/x_groq/usage"));
    if let Some(used) = used.filter(|used| used.is_object()) {
        partial.usage = usage(Some(used));
    }
    let Some(choice) = body.pointer("/choices/0") else { return Ok(()) };
    if let Some(content) = choice.pointer("/delta/content") {
        partial.text.push_str(&words(content));
    }
    let refusal = text_at(choice, "/delta/refusal");
    match (&mut partial.stop, stop(text_at(choice, "/finish_reason"), refusal)) {
        // A refusal comes in pieces too, and its end is told like that of any reply.
        (Some(Stop::Refusal { message }), _) => message.push_str(refusal),
        (stop, Some(new)) => *stop = Some(new),
        (_, None) => {}
    }
    Ok(())
}

/// Errors also come with a status of 200: OpenRouter's, and all that happen in a stream.
fn fail_on_error(body: &Value) -> Result<(), ServiceError> {
    let inner = body.pointer("/choices/0/error").map(|error| json!({ "error": error }));
    let outer = body.get("error").filter(|error| !error.is_null()).map(|_| body.clone());
    match outer.or(inner.filter(|inner| !inner["error"].is_null())) {
        Some(error) => Err(ServiceError::in_stream(&error)),
        None => Ok(()),
    }
}

/// A text, or a list of parts of which some are text.
fn words(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let of_text = |part: &&Value| text_at(part, "/type") == "text";
            parts.iter().filter(of_text).map(|part| text_at(part, "/text")).collect()
        }
        _ => String::new(),
    }
}

fn stop(reason: &str, refusal: &str) -> Option<Stop> {
    if !refusal.is_empty() || reason == "content_filter" {
        return Some(Stop::Refusal { message: refusal.to_owned() });
    }
    match reason {
        "" => None,
        "length" => Some(Stop::Length),
        _ => Some(Stop::End),
    }
}

fn usage(used: Option<&Value>) -> Usage {
    let Some(used) = used else { return Usage::default() };
    let cached = count_at(used, "/prompt_tokens_details/cached_tokens");
    Usage {
        input: count_at(used, "/prompt_tokens"),
        // DeepSeek has its own word for it.
        cached: cached.max(count_at(used, "/prompt_cache_hit_tokens")),
        output: count_at(used, "/completion_tokens"),
        reasoning: count_at(used, "/completion_tokens_details/reasoning_tokens"),
        cost: used.get("cost").and_then(|cost| Money::from_dollars(&cost.to_string())),
    }
}
