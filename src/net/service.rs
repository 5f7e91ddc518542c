//! What can be wrong with the answer of a service, told apart as far as callers and people act on
//! it. What a service says of its own is shown only cut short and without what it repeats of the
//! request.

use serde_json::Value;

use crate::error::{Error, ErrorCode};
use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::retry;
use crate::time::duration_text;

/// Why a service gave nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ServiceError {
    /// The key is missing or wrong.
    #[error("rejected the API key")]
    Unauthorized,
    /// Access is refused for another reason than the key, as far as it says.
    #[error("refused access{}", said(message))]
    Forbidden {
        /// In the service's own words.
        message: String,
    },
    /// The account has nothing left to spend.
    #[error("reports that the account has no credit left")]
    NoCredit,
    /// The service is there, the model is not.
    #[error("doesn't have this model")]
    NoSuchModel,
    /// Too many requests; the service may say for how long.
    #[error("rate limit reached{}", retry_text(*retry_after))]
    RateLimited {
        /// Milliseconds, if it said so.
        retry_after: Option<u32>,
    },
    /// More text than the service or the model takes.
    #[error("can't process a text this long")]
    TooLong,
    /// The service takes us for a robot and asks for a proof that we cannot give.
    #[error("requires a CAPTCHA")]
    Walled,
    /// Anything else that it answered with.
    #[error("returned {}{}", status_name(*status), said(message))]
    Refused {
        /// The HTTP status.
        status: u16,
        /// In the service's own words.
        message: String,
    },
    /// An answer that is not what it should be.
    #[error("returned a reply Ibid couldn't read (expected {what})")]
    Unreadable {
        /// What was expected.
        what: &'static str,
    },
    /// No answer at all: the host's error says why.
    #[error("request failed: {}", .0.message)]
    NoAnswer(Error),
    /// The person stopped the run before it was asked.
    #[error("Stopped")]
    Stopped,
    /// It was not asked, because it failed too often just before.
    #[error("couldn't be reached")]
    Resting {
        /// Until it is asked again.
        for_millis: u32,
    },
}

/// A service's own words are shown only as far as they fit into a line.
const LONGEST_MESSAGE: usize = 200;

/// So many letters in a row that also stand in the request are the person's own words.
const REPEATED: usize = 12;

/// A word of letters and digits of this length is more likely a key than a word.
const LONGEST_WORD: usize = 20;

impl ServiceError {
    /// What is wrong with an answer by its status and body; `None` when it is one to be read.
    pub fn of(response: &HttpResponse) -> Option<Self> {
        if (200..=299).contains(&response.status) {
            return None;
        }
        let body: Value = serde_json::from_str(&response.text).unwrap_or_default();
        let asked = retry::asked(response).or_else(|| retry::asked_in(&body));
        Some(Self::told_by(response.status, &body, asked))
    }

    /// What is wrong by an error that a service sends as data: in a stream, the status is 200.
    pub fn in_stream(body: &Value) -> Self {
        let error = body.get("error").unwrap_or(body);
        let number = error.get("code").and_then(Value::as_u64);
        let status = match error.get("type").and_then(Value::as_str).unwrap_or_default() {
            "overloaded_error" => 529,
            "rate_limit_error" => 429,
            "authentication_error" => 401,
            "permission_error" => 403,
            "not_found_error" => 404,
            "request_too_large" => 413,
            "invalid_request_error" => 400,
            _ => number.and_then(|number| u16::try_from(number).ok()).unwrap_or(500),
        };
        Self::told_by(status, body, retry::asked_in(body))
    }

    fn told_by(status: u16, body: &Value, retry_after: Option<u32>) -> Self {
        let message = message(body);
        let codes = codes(body);
        let has = |code: &str| codes.iter().any(|said| said == code);
        let says = |words: &[&str]| {
            let lower = message.to_lowercase();
            words.iter().any(|words| lower.contains(words))
        };
        // The statuses 432 and 433 are Tavily's.
        if matches!(status, 402 | 432 | 433)
            || has("insufficient_quota")
            || says(&["credit balance is too low", "insufficient balance", "insufficient credits"])
        {
            return Self::NoCredit;
        }
        if has("API_KEY_INVALID") || has("invalid_api_key") || says(&["api key not valid"]) {
            return Self::Unauthorized;
        }
        if status == 413
            || has("context_length_exceeded")
            || says(&["maximum context length", "prompt is too long", "maximum number of tokens"])
        {
            return Self::TooLong;
        }
        let of_model = status == 404 && says(&["model"]);
        let unknown = says(&["not found", "does not exist", "model: "]);
        if has("model_not_found") || says(&["not a valid model"]) || (of_model && unknown) {
            return Self::NoSuchModel;
        }
        match status {
            401 => Self::Unauthorized,
            403 => Self::Forbidden { message },
            429 => Self::RateLimited { retry_after },
            _ => Self::Refused { status, message },
        }
    }

    /// Without the words that the service only repeats from the request.
    pub fn about(self, request: &HttpRequest) -> Self {
        match self {
            Self::Refused { status, message } => {
                Self::Refused { status, message: not_repeated(message, request) }
            }
            Self::Forbidden { message } => {
                Self::Forbidden { message: not_repeated(message, request) }
            }
            other => other,
        }
    }

    /// Whether the request itself is what the service does not take.
    pub fn is_about_request(&self) -> bool {
        matches!(self, Self::TooLong | Self::Refused { status: 400 | 422, .. })
    }

    /// Whether the run was stopped meanwhile.
    pub fn is_cancelled(&self) -> bool {
        match self {
            Self::Stopped => true,
            Self::NoAnswer(error) => error.code == ErrorCode::Cancelled,
            _ => false,
        }
    }

    /// The error for a person, with the name of the service.
    pub fn told(&self, service: &str) -> Error {
        if self.is_cancelled() {
            return Error::cancelled();
        }
        // The service was not even asked.
        if let Self::NoAnswer(error) = self
            && error.code == ErrorCode::NotePrivate
        {
            return error.clone();
        }
        let (code, hint) = self.advice();
        Error::new(code, format!("{service} {self}")).hint(hint)
    }

    fn advice(&self) -> (ErrorCode, String) {
        let (code, hint) = match self {
            Self::Unauthorized => (ErrorCode::Unauthorized, "Check the API key in settings."),
            Self::Forbidden { .. } => (
                ErrorCode::Forbidden,
                "Check the permissions of your API key on the service's website.",
            ),
            Self::NoCredit => {
                (ErrorCode::NoCredit, "Add credit to your account, or choose another service.")
            }
            Self::NoSuchModel => (ErrorCode::NoSuchModel, "Choose another model in settings."),
            Self::RateLimited { .. } => (ErrorCode::RateLimited, "Try again in a few minutes."),
            Self::TooLong => (
                ErrorCode::TooLong,
                "Choose a model with a larger context window, or select fewer topics.",
            ),
            Self::Walled => {
                (ErrorCode::Walled, "Try again later, or choose another search service.")
            }
            Self::Refused { status: 404, .. } => {
                (ErrorCode::NotFound, "Check the URL in settings.")
            }
            Self::Refused { status: 500..=599, .. } => {
                (ErrorCode::Refused, "The service has a problem. Try again later.")
            }
            Self::Refused { .. } => {
                (ErrorCode::Refused, "Check the URL and the model in settings.")
            }
            Self::Unreadable { .. } => (
                ErrorCode::Unreadable,
                "Check that the URL in settings belongs to this kind of service.",
            ),
            Self::NoAnswer(error) => return (ErrorCode::NoAnswer, error.hint.clone()),
            Self::Resting { .. } => {
                (ErrorCode::Resting, "Try again later, or choose another service.")
            }
            Self::Stopped => (ErrorCode::Cancelled, ""),
        };
        (code, hint.to_owned())
    }
}

/// When to try again, rounded up to full seconds.
fn retry_text(retry_after: Option<u32>) -> String {
    let text = |millis: u32| duration_text(u64::from(millis.div_ceil(1_000)) * 1_000);
    retry_after.map(|millis| format!(" (retry in {})", text(millis))).unwrap_or_default()
}

/// A service that reports an error in a successful response has no status that explains it.
fn status_name(status: u16) -> String {
    if (200..=299).contains(&status) { "an error".into() } else { format!("HTTP {status}") }
}

fn said(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!(" (“{message}”)") }
}

/// The words of an error, wherever services put them.
fn message(body: &Value) -> String {
    const PLACES: [&str; 12] = [
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
    let words = PLACES.iter().find_map(|place| body.pointer(place).and_then(words));
    let words = words.unwrap_or_default();
    let harmless = words.split_whitespace().map(harmless_word);
    harmless.collect::<Vec<_>>().join(" ").chars().take(LONGEST_MESSAGE).collect()
}

/// A text, or a list of complaints of which each says where and what: `[{"loc": ["body", "x"],
/// "msg": "extra"}]`. What else stands in them may be what was sent.
fn words(value: &Value) -> Option<String> {
    if let Some(text) = value.as_str() {
        return Some(text.to_owned());
    }
    let complaint = |complaint: &Value| {
        let place = complaint.get("loc").and_then(Value::as_array)?;
        let place: Vec<&str> = place.iter().filter_map(Value::as_str).collect();
        let what = complaint.get("msg").and_then(Value::as_str).unwrap_or_default();
        Some(format!("{}: {what}", place.join(".")))
    };
    let complaints: Vec<String> = value.as_array()?.iter().filter_map(complaint).collect();
    (!complaints.is_empty()).then(|| complaints.join(", "))
}

/// A word of a message without what must not be told: the query of an address, and what looks like
/// a key.
fn harmless_word(word: &str) -> &str {
    if word.contains("://") {
        return word.split(['?', '#']).next().unwrap_or_default();
    }
    let mut runs = word.split(|c: char| !c.is_ascii_alphanumeric() && !"-_.".contains(c));
    let has = |run: &str, kind: fn(&char) -> bool| run.chars().any(|c| kind(&c));
    let is_key = |run: &str| {
        let mixed = has(run, char::is_ascii_lowercase) && has(run, char::is_ascii_uppercase);
        run.len() >= LONGEST_WORD && (mixed || has(run, char::is_ascii_digit))
    };
    let lower = word.to_ascii_lowercase();
    let names_key = ["sk-", "*", "api_key:", "apikey:", "key="].iter().any(|m| lower.contains(m));
    if names_key || runs.any(is_key) { "…" } else { word }
}

/// The codes that services give an error, by whatever name.
fn codes(body: &Value) -> Vec<String> {
    const PLACES: [&str; 5] =
        ["/error/code", "/error/type", "/error/status", "/error/details/0/reason", "/code"];
    let code = |place: &&str| body.pointer(place).and_then(Value::as_str).map(str::to_owned);
    PLACES.iter().filter_map(code).collect()
}

/// Empty, if the message holds a stretch of what was sent.
fn not_repeated(message: String, request: &HttpRequest) -> String {
    let sent = sent(request);
    let said: Vec<char> = folded(&message).chars().collect();
    let repeats =
        said.windows(REPEATED).any(|part| sent.contains(&part.iter().collect::<String>()));
    if repeats { String::new() } else { message }
}

/// All words that were sent, as a service may say them again.
fn sent(request: &HttpRequest) -> String {
    let mut words = String::new();
    let mut add = |text: &str| words.push_str(&format!("{}\n", folded(text)));
    let query = request.url.split_once('?').map_or("", |(_, query)| query);
    let body = request.body.as_deref().unwrap_or_default();
    for (_, value) in url::form_urlencoded::parse(query.as_bytes()) {
        add(&value);
    }
    match serde_json::from_str(body) {
        Ok(value) => each_text(&value, &mut add),
        Err(_) => {
            for (_, value) in url::form_urlencoded::parse(body.as_bytes()) {
                add(&value);
            }
        }
    }
    words
}

fn each_text(value: &Value, add: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => add(text),
        Value::Array(items) => items.iter().for_each(|item| each_text(item, add)),
        Value::Object(fields) => fields.values().for_each(|field| each_text(field, add)),
        _ => {}
    }
}

/// In small letters, with single blanks.
fn folded(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::endpoint::Endpoint;
    use serde_json::json;

    fn check(status: u16, body: &str, expected: &str) {
        let error = ServiceError::of(&HttpResponse::text(status, body));
        let told = |error: ServiceError| {
            let error = error.told("X");
            format!("{} {}", error.code, error.message.trim_start_matches("X "))
        };
        assert_eq!(error.map_or_else(|| "fine".to_owned(), told), expected, "{status} {body}");
    }

    #[test]
    fn what_is_wrong_is_told_in_words() {
        check(200, "", "fine");
        check(401, "", "unauthorized rejected the API key");
        check(403, "", "forbidden refused access");
        check(402, "", "no-credit reports that the account has no credit left");
        check(429, "", "rate-limited rate limit reached");
        check(413, "", "too-long can't process a text this long");
        check(503, "<html>", "refused returned HTTP 503");
        check(404, "{\"detail\":\"Not Found\"}", "not-found returned HTTP 404 (“Not Found”)");
        check(400, "{\"error\":\"bad\"}", "refused returned HTTP 400 (“bad”)");
    }

    #[test]
    fn services_say_the_same_in_many_ways() {
        let no_model = "no-such-model doesn't have this model";
        check(404, r#"{"error":{"code":"model_not_found","message":"No"}}"#, no_model);
        check(404, r#"{"error":{"type":"not_found_error","message":"model: clode"}}"#, no_model);
        check(
            404,
            r#"{"error":{"code":404,"message":"models/x is not found","status":"NOT_FOUND"}}"#,
            no_model,
        );
        check(404, r#"{"error":"model 'x' not found"}"#, no_model);
        check(400, r#"{"error":{"message":"x is not a valid model ID","code":400}}"#, no_model);
        let no_credit = "no-credit reports that the account has no credit left";
        check(429, r#"{"error":{"code":"insufficient_quota","message":"Quota"}}"#, no_credit);
        check(
            400,
            r#"{"error":{"message":"Your credit balance is too low to access"}}"#,
            no_credit,
        );
        check(432, r#"{"detail":{"error":"plan limit"}}"#, no_credit);
        let wrong_key = "unauthorized rejected the API key";
        check(
            400,
            r#"{"error":{"message":"API key not valid.","details":[{"reason":"API_KEY_INVALID"}]}}"#,
            wrong_key,
        );
        let too_long = "too-long can't process a text this long";
        check(400, r#"{"error":{"code":"context_length_exceeded","message":"…"}}"#, too_long);
        let wait = "rate-limited rate limit reached (retry in 35\u{a0}s)";
        check(
            429,
            r#"{"error":{"code":429,"message":"You exceeded your current quota","details":[{"retryDelay":"34.4s"}]}}"#,
            wait,
        );
        check(
            429,
            r#"{"error":{"code":"x","message":"m","retry_after_seconds":3}}"#,
            "rate-limited rate limit reached (retry in 3\u{a0}s)",
        );
    }

    #[test]
    fn errors_in_a_stream_are_told_apart_like_others() {
        let check = |body: Value, expected: &str| {
            assert_eq!(ServiceError::in_stream(&body).to_string(), expected);
        };
        let overloaded = json!({ "type": "error", "error": { "type": "overloaded_error", "message": "Overloaded" } });
        check(overloaded, "returned HTTP 529 (“Overloaded”)");
        check(
            json!({ "error": { "code": 400, "message": "Token limit" } }),
            "returned HTTP 400 (“Token limit”)",
        );
        check(json!({ "error": { "code": 429, "message": "m" } }), "rate limit reached");
        check(json!({ "error": "out of memory" }), "returned HTTP 500 (“out of memory”)");
    }

    #[test]
    fn a_message_tells_neither_keys_nor_queries_nor_what_was_sent() {
        let error = r#"{"error":"Key sk-abc123 or AbCdEf1234567890XyZw0 at https://a.example/x?q=note is bad"}"#;
        check(400, error, "refused returned HTTP 400 (“Key … or … at https://a.example/x is bad”)");
        let request = HttpRequest::post(
            Endpoint::fixed("https://a.example").at("/x"),
            &json!({ "text": "the words of a private note" }),
        );
        let repeated = r#"{"error":"cannot read: the words of a private note"}"#;
        let error = ServiceError::of(&HttpResponse::text(400, repeated)).unwrap();
        assert_eq!(error.about(&request).to_string(), "returned HTTP 400");
        for key in [
            "AIzaSyA1-b2C3d4_e5F6g7H8i9J0",
            "0a1b2c3d-1111-2222-3333-444455556666",
            "AbcdefghijKlmnopqrstuvwxyz",
            "api_key:AIza",
        ] {
            let error = json!({ "error": { "message": format!("Consumer '{key}' is bad") } });
            check(403, &error.to_string(), "forbidden refused access (“Consumer … is bad”)");
        }
    }

    #[test]
    fn what_was_asked_for_is_not_told_however_it_was_written() {
        let told = |request: &HttpRequest, message: &str| {
            let body = json!({ "error": { "message": message } }).to_string();
            ServiceError::of(&HttpResponse::text(400, body)).unwrap().about(request).to_string()
        };
        let endpoint = Endpoint::fixed("https://a.example");
        let query = HttpRequest::get(endpoint.at("/s").query([("q", "divorce lawyer & Anna")]));
        assert_eq!(told(&query, "no results for Divorce  Lawyer & Anna"), "returned HTTP 400");
        assert_eq!(told(&query, "query is bad"), "returned HTTP 400 (“query is bad”)");
        let form = HttpRequest::post_form(endpoint.at("/s"), [("q", "a secret affair")]);
        assert_eq!(told(&form, "unknown: a secret affair"), "returned HTTP 400");
        let json = HttpRequest::post(
            endpoint.at("/s"),
            &json!({ "m": [{ "t": "he said \"no\"\nand left" }] }),
        );
        assert_eq!(told(&json, "bad input he said \"no\" and left"), "returned HTTP 400");
    }

    #[test]
    fn complaints_in_a_list_are_understood_without_what_was_sent() {
        let list = r#"[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted","input":"private"}]"#;
        let expected =
            "refused returned HTTP 422 (“body.stream_options: Extra inputs are not permitted”)";
        check(422, &format!("{{\"detail\":{list}}}"), expected);
        check(422, &format!("{{\"message\":{{\"detail\":{list}}}}}"), expected);
    }
}
