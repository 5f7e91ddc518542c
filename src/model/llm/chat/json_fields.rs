//! Functions that read the fields of a JSON response. The adapters of all chat services use them.

use serde_json::Value;

use crate::model::llm::usage::MAX_TOKEN_COUNT;
use crate::web::http::ServiceError;

/// Parses a JSON object. Any other text is an error.
pub(super) fn parse_object(text: &str) -> Result<Value, ServiceError> {
    let body: Value =
        serde_json::from_str(text).map_err(|_| ServiceError::Unreadable { expected: "JSON" })?;
    if body.is_object() { Ok(body) } else { Err(ServiceError::Unreadable { expected: "a reply" }) }
}

/// The string at a JSON pointer such as `/message/content`; empty if there is none.
pub(super) fn text_at<'a>(body: &'a Value, pointer: &str) -> &'a str {
    body.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

/// The token count at a JSON pointer, at most `MAX_TOKEN_COUNT`; zero if there is none.
pub(super) fn token_count_at(body: &Value, pointer: &str) -> u64 {
    let number =
        |value: &Value| value.as_u64().or_else(|| value.as_f64().map(|n| n.max(0.0) as u64));
    body.pointer(pointer).and_then(number).unwrap_or(0).min(MAX_TOKEN_COUNT)
}

/// Joins the text parts of a message, and skips parts of other types, such as reasoning.
pub(super) fn joined_text_parts(parts: &[Value]) -> String {
    let is_text = |part: &&Value| text_at(part, "/type") == "text";
    parts.iter().filter(is_text).map(|part| text_at(part, "/text")).collect()
}
