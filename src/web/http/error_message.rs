//! The message of a service's error, made safe to show: shortened, without URL queries, without API
//! keys, and without text that repeats the request.

use serde_json::Value;

use crate::web::http::message::HttpRequest;

/// Maximum number of characters of a message; the rest is cut off, so that it fits into one line.
const MAX_MESSAGE_CHARS: usize = 200;

/// If a message and the request have this many consecutive characters in common, the message
/// repeats the request, which may be private, and is not shown.
const MIN_ECHOED_REQUEST_CHARS: usize = 12;

/// Minimum length of a run of letters and digits that is treated as an API key. Most words are
/// shorter.
const MIN_API_KEY_CHARS: usize = 20;

/// Finds the message in the JSON of an error response, removes API keys and the queries of URLs,
/// and shortens it.
pub(super) fn extract_message(body: &Value) -> String {
    const MESSAGE_JSON_POINTERS: [&str; 12] = [
        "/error/metadata/raw",
        "/error/message",
        "/error/detail",
        "/detail/error",
        "/message",
        "/message/detail",
        "/error/error",
        "/error",
        "/detail",
        "/errors/0/message",
        "/0/error/message",
        "/error/0/message",
    ];
    let text = MESSAGE_JSON_POINTERS
        .iter()
        .find_map(|pointer| body.pointer(pointer).and_then(message_from_json));
    let text = text.unwrap_or_default();
    let redacted = text.split_whitespace().map(redact_key_or_url_query);
    redacted.collect::<Vec<_>>().join(" ").chars().take(MAX_MESSAGE_CHARS).collect()
}

/// The text of a message: a string, or a list such as `[{"loc": ["body", "x"], "msg": "extra"}]`,
/// in which only `loc` and `msg` are read, because other fields may repeat the request.
fn message_from_json(value: &Value) -> Option<String> {
    if let Some(text) = value.as_str() {
        return Some(text.to_owned());
    }
    let validation_error = |item: &Value| {
        let location = item.get("loc").and_then(Value::as_array)?;
        let location: Vec<&str> = location.iter().filter_map(Value::as_str).collect();
        let message = item.get("msg").and_then(Value::as_str).unwrap_or_default();
        Some(format!("{}: {message}", location.join(".")))
    };
    let errors: Vec<String> = value.as_array()?.iter().filter_map(validation_error).collect();
    (!errors.is_empty()).then(|| errors.join(", "))
}

/// Removes the query of a URL, and replaces a word that looks like an API key by `…`.
fn redact_key_or_url_query(word: &str) -> &str {
    if word.contains("://") {
        return word.split(['?', '#']).next().unwrap_or_default();
    }
    let mut runs = word.split(|c: char| !c.is_ascii_alphanumeric() && !"-_.".contains(c));
    let has = |run: &str, kind: fn(&char) -> bool| run.chars().any(|c| kind(&c));
    let is_key = |run: &str| {
        let mixed = has(run, char::is_ascii_lowercase) && has(run, char::is_ascii_uppercase);
        run.len() >= MIN_API_KEY_CHARS && (mixed || has(run, char::is_ascii_digit))
    };
    let lower = word.to_ascii_lowercase();
    let has_key_prefix =
        ["sk-", "*", "api_key:", "apikey:", "key="].iter().any(|m| lower.contains(m));
    if has_key_prefix || runs.any(is_key) { "…" } else { word }
}

/// All error codes in the JSON of an error response. Services put them into different fields.
pub(super) fn error_codes(body: &Value) -> Vec<String> {
    const CODE_JSON_POINTERS: [&str; 5] =
        ["/error/code", "/error/type", "/error/status", "/error/details/0/reason", "/code"];
    let code = |pointer: &&str| body.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
    CODE_JSON_POINTERS.iter().filter_map(code).collect()
}

/// Returns the message, or an empty text if the message repeats a part of the request.
pub(super) fn message_unless_request_echo(message: String, request: &HttpRequest) -> String {
    let sent = normalized_request_text(request);
    let received: Vec<char> = normalize_for_comparison(&message).chars().collect();
    let repeats = received
        .windows(MIN_ECHOED_REQUEST_CHARS)
        .any(|part| sent.contains(&part.iter().collect::<String>()));
    if repeats { String::new() } else { message }
}

/// All texts in the query and body of a request, normalised so that a message can be searched for
/// them.
fn normalized_request_text(request: &HttpRequest) -> String {
    let mut sent = String::new();
    let mut add = |text: &str| sent.push_str(&format!("{}\n", normalize_for_comparison(text)));
    let query = request.url.split_once('?').map_or("", |(_, query)| query);
    let body = request.body.as_deref().unwrap_or_default();
    for (_, value) in url::form_urlencoded::parse(query.as_bytes()) {
        add(&value);
    }
    match serde_json::from_str(body) {
        Ok(value) => for_each_json_string(&value, &mut add),
        Err(_) => {
            for (_, value) in url::form_urlencoded::parse(body.as_bytes()) {
                add(&value);
            }
        }
    }
    sent
}

/// Calls `visit` for every string inside a JSON value.
fn for_each_json_string(value: &Value, visit: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => visit(text),
        Value::Array(items) => items.iter().for_each(|item| for_each_json_string(item, visit)),
        Value::Object(fields) => {
            fields.values().for_each(|field| for_each_json_string(field, visit))
        }
        _ => {}
    }
}

/// Converts a text to lower case and each run of white space to one space.
fn normalize_for_comparison(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}
