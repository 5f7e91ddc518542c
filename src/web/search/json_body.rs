//! Lenient access to the JSON of a search response: a field that is missing or has another type
//! counts as empty. A response is an error only if its list of results is missing or none of the
//! results can be used.

use serde_json::Value;

use crate::web::http::{HttpResponse, ServiceError};
use crate::web::search::hit::{WebHit, WebResults};

/// The error for a response that has no list of results.
pub const NO_RESULT_LIST_ERROR: ServiceError =
    ServiceError::Unreadable { expected: "a list of results" };

/// Parses the body as JSON, or returns the error that the response reports.
pub fn parse(response: &HttpResponse) -> Result<Value, ServiceError> {
    match ServiceError::from_response(response) {
        Some(error) => Err(error),
        None => serde_json::from_str(&response.text).map_err(|_| NO_RESULT_LIST_ERROR),
    }
}

/// The list at a JSON pointer such as `/web/results`; an error if there is none.
pub fn required_list_at<'v>(body: &'v Value, pointer: &str) -> Result<&'v [Value], ServiceError> {
    body.pointer(pointer).and_then(Value::as_array).map(Vec::as_slice).ok_or(NO_RESULT_LIST_ERROR)
}

/// Converts the items of a list to hits, and skips items that can't be converted. Fails if there
/// are items, but none can be converted.
pub fn to_hits(
    items: &[Value],
    to_hit: impl Fn(&Value) -> Option<WebHit>,
) -> Result<WebResults, ServiceError> {
    let hits: Vec<WebHit> = items.iter().filter_map(to_hit).collect();
    if hits.is_empty() && !items.is_empty() {
        return Err(NO_RESULT_LIST_ERROR);
    }
    Ok(WebResults::from_hits(hits))
}

/// The string at a JSON pointer; empty if there is none.
pub fn text_at<'v>(value: &'v Value, pointer: &str) -> &'v str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

/// The items of the list at a JSON pointer; empty if there is none.
pub fn items_or_empty_at<'v>(value: &'v Value, pointer: &str) -> &'v [Value] {
    value.pointer(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
