//! Ollama's own chat. It is used rather than its copy of OpenAI's because only here a model can be
//! told how much it is to remember: by default it drops the beginning of a long question in silence.

use serde_json::{Value, json};

use crate::llm::chat::{Ask, ChatModel, ChatReply, Partial, Stop, count_at, text_at};
use crate::llm::dialect::{Dialect, JsonMode};
use crate::llm::usage::Usage;
use crate::net::http::HttpRequest;
use crate::net::service::ServiceError;

/// What a model remembers without being told, in tokens.
const SMALLEST_CONTEXT: u64 = 4_096;

/// More takes more memory than people's machines have to spare.
const LARGEST_CONTEXT: u64 = 32_768;

pub(super) fn request(ask: &Ask, model: &ChatModel, dialect: &Dialect) -> HttpRequest {
    let messages: Vec<Value> = ask.all_turns(dialect.json).collect();
    let mut body = json!({
        "model": model.model,
        "messages": messages,
        "stream": dialect.stream,
        "options": { "num_predict": ask.max_tokens, "num_ctx": context(ask), "temperature": 0 },
    });
    let format = ask.shape.as_ref().and_then(|shape| match dialect.json {
        JsonMode::Schema => Some(shape.schema.clone()),
        JsonMode::ObjectWithSchema | JsonMode::Object => Some(json!("json")),
        JsonMode::Plain => None,
    });
    if let (Some(format), Some(body)) = (format, body.as_object_mut()) {
        body.insert("format".into(), format);
    }
    HttpRequest::post(model.endpoint.at("/api/chat"), &body).key(
        "authorization",
        "Bearer ",
        &model.secret,
    )
}

/// Whether the question and the reply have room: of a longer one the beginning would be dropped.
pub(super) fn fits(ask: &Ask) -> bool {
    ask.tokens().saturating_add(u64::from(ask.max_tokens)) <= LARGEST_CONTEXT
}

/// Room for the question and the reply. Doubled steps, because each other size loads the model anew.
fn context(ask: &Ask) -> u64 {
    let needed = ask.tokens().saturating_add(u64::from(ask.max_tokens));
    needed
        .checked_next_power_of_two()
        .unwrap_or(LARGEST_CONTEXT)
        .clamp(SMALLEST_CONTEXT, LARGEST_CONTEXT)
}

pub(super) fn parse(body: &Value) -> Result<ChatReply, ServiceError> {
    let mut partial = Partial::default();
    absorb(&mut partial, body)?;
    partial.whole().map_err(|_| ServiceError::Unreadable { what: "a reply" })
}

pub(super) fn absorb(partial: &mut Partial, body: &Value) -> Result<(), ServiceError> {
    if body.get("error").is_some() {
        return Err(ServiceError::in_stream(body));
    }
    partial.text.push_str(text_at(body, "/message/content"));
    if body.get("done").and_then(Value::as_bool) == Some(true) {
        partial.stop = Some(match text_at(body, "/done_reason") {
            "length" => Stop::Length,
            _ => Stop::End,
        });
        partial.usage = Usage {
            input: count_at(body, "/prompt_eval_count"),
            output: count_at(body, "/eval_count"),
            ..Usage::default()
        };
    }
    Ok(())
}
