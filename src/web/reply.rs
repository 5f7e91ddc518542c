//! The JSON of a service, read leniently: a field that is missing or of another kind is empty, and
//! only an answer of which nothing can be used is an error.

use serde_json::Value;

use crate::net::http::HttpResponse;
use crate::net::service::ServiceError;
use crate::web::{Found, WebHit};

/// An answer without what was asked for.
pub const UNREADABLE: ServiceError = ServiceError::Unreadable { what: "a list of results" };

/// The answer, if its status is one of success.
pub fn json(response: &HttpResponse) -> Result<Value, ServiceError> {
    match ServiceError::of(response) {
        Some(error) => Err(error),
        None => serde_json::from_str(&response.text).map_err(|_| UNREADABLE),
    }
}

/// The list at a place of the answer.
pub fn list<'v>(body: &'v Value, place: &str) -> Result<&'v [Value], ServiceError> {
    body.pointer(place).and_then(Value::as_array).map(Vec::as_slice).ok_or(UNREADABLE)
}

/// The hits in a list. A list in which nothing is a hit is one of another kind.
pub fn hits(
    items: &[Value],
    hit: impl Fn(&Value) -> Option<WebHit>,
) -> Result<Found, ServiceError> {
    let hits: Vec<WebHit> = items.iter().filter_map(hit).collect();
    if hits.is_empty() && !items.is_empty() {
        return Err(UNREADABLE);
    }
    Ok(Found { hits, answer: None })
}

/// The text at a place; empty if there is none.
pub fn text<'v>(value: &'v Value, place: &str) -> &'v str {
    value.pointer(place).and_then(Value::as_str).unwrap_or_default()
}

/// The items of a list at a place; none if there is no list.
pub fn items<'v>(value: &'v Value, place: &str) -> &'v [Value] {
    value.pointer(place).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
