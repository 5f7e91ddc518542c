//! The errors of a service. Two errors are distinguished only if the program or the user must react
//! to them differently.

use serde_json::Value;

use crate::values::{Error, ErrorCode, duration_text};
use crate::web::http::message::{HttpRequest, HttpResponse};
use crate::web::http::{error_message, retry_after};

/// Why a service returned no usable result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ServiceError {
    /// The API key is missing or wrong.
    #[error("rejected the API key")]
    Unauthorized,
    /// Access is refused for a reason other than a wrong API key, such as missing permissions.
    #[error("refused access{}", quoted_message(message))]
    Forbidden {
        /// The error message that the service sent, safe to show; empty if it sent none.
        message: String,
    },
    /// The account has no credit left.
    #[error("reports that the account has no credit left")]
    NoCredit,
    /// The service doesn't have the model.
    #[error("doesn't have this model")]
    NoSuchModel,
    /// The service received too many requests in a short time.
    #[error("rate limit reached")]
    RateLimited {
        /// Milliseconds to wait before the next request, if the service says how long.
        retry_after: Option<u32>,
    },
    /// The text is longer than the service or the model accepts.
    #[error("can't process a text this long")]
    TooLong,
    /// The service asks for a proof that the visitor is not a robot.
    #[error("requires a CAPTCHA")]
    RobotCheck,
    /// The service responded with an error status that none of the other variants describes.
    #[error("returned {}{}", status_name(*status), quoted_message(message))]
    Refused {
        /// The HTTP status code, such as 500.
        status: u16,
        /// The error message that the service sent, safe to show; empty if it sent none.
        message: String,
    },
    /// The response doesn't have the expected content.
    #[error("returned a reply Ibid couldn't read (expected {expected})")]
    Unreadable {
        /// The content that the response should have had, in words for the error message.
        expected: &'static str,
    },
    /// There was no response; the host's error says why.
    #[error("request failed: {}", .0.message)]
    NoResponse(Error),
    /// The user stopped the run before the request was sent.
    #[error("Stopped")]
    Cancelled,
    /// No request was sent because the service failed several times in a row.
    #[error("couldn't be reached")]
    Suspended {
        /// Milliseconds until the service is used again.
        for_millis: u32,
    },
}

impl ServiceError {
    /// Classifies an error response by its status and body; `None` for a successful one.
    pub fn from_response(response: &HttpResponse) -> Option<Self> {
        if (200..=299).contains(&response.status) {
            return None;
        }
        let body: Value = serde_json::from_str(&response.text).unwrap_or_default();
        let delay = retry_after::millis_from_headers(response)
            .or_else(|| retry_after::millis_from_body(&body));
        Some(Self::classify(response.status, &body, delay))
    }

    /// Classifies an error that a service sends in the body of a successful response, such as in a
    /// stream.
    pub fn from_stream_error(body: &Value) -> Self {
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
        Self::classify(status, body, retry_after::millis_from_body(body))
    }

    fn classify(status: u16, body: &Value, retry_after_millis: Option<u32>) -> Self {
        let message = error_message::extract_message(body);
        let codes = error_message::error_codes(body);
        let has = |wanted: &str| codes.iter().any(|code| code == wanted);
        let says = |phrases: &[&str]| {
            let lower = message.to_lowercase();
            phrases.iter().any(|phrase| lower.contains(phrase))
        };
        // Tavily returns 432 or 433 if the account has no credit left.
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
        let is_about_model = status == 404 && says(&["model"]);
        let unknown = says(&["not found", "does not exist", "model: "]);
        if has("model_not_found") || says(&["not a valid model"]) || (is_about_model && unknown) {
            return Self::NoSuchModel;
        }
        match status {
            401 => Self::Unauthorized,
            403 => Self::Forbidden { message },
            429 => Self::RateLimited { retry_after: retry_after_millis },
            _ => Self::Refused { status, message },
        }
    }

    /// Removes the service's message if it repeats text of the request, which may be private.
    pub fn without_request_echo(self, request: &HttpRequest) -> Self {
        match self {
            Self::Refused { status, message } => Self::Refused {
                status,
                message: error_message::message_unless_request_echo(message, request),
            },
            Self::Forbidden { message } => Self::Forbidden {
                message: error_message::message_unless_request_echo(message, request),
            },
            other => other,
        }
    }

    /// Whether the service rejects the content of this request. A different request may succeed.
    pub fn is_bad_request(&self) -> bool {
        matches!(self, Self::TooLong | Self::Refused { status: 400 | 422, .. })
    }

    /// Whether the user stopped the run, so that this is not a failure of the service.
    pub fn is_cancelled(&self) -> bool {
        match self {
            Self::Cancelled => true,
            Self::NoResponse(error) => error.code == ErrorCode::Cancelled,
            _ => false,
        }
    }

    /// The error as it is shown to users, with the name of the service.
    pub fn to_user_error(&self, service: &str) -> Error {
        if self.is_cancelled() {
            return Error::cancelled();
        }
        // If the request was not sent because it quotes a private note, the error must not name the
        // service. A device without a connection reaches no service at all, so none is named.
        if let Self::NoResponse(error) = self
            && matches!(error.code, ErrorCode::NotePrivate | ErrorCode::Offline)
        {
            return error.clone();
        }
        let (code, hint) = self.code_and_hint();
        Error::new(code, format!("{service} {self}")).hint(hint)
    }

    fn code_and_hint(&self) -> (ErrorCode, String) {
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
            Self::RateLimited { retry_after } => {
                return (ErrorCode::RateLimited, retry_hint(*retry_after));
            }
            Self::TooLong => (
                ErrorCode::TooLong,
                "Choose a model with a larger context window, or select fewer topics.",
            ),
            Self::RobotCheck => {
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
            Self::NoResponse(error) => return (ErrorCode::NoAnswer, error.hint.clone()),
            Self::Suspended { .. } => {
                (ErrorCode::Resting, "Try again later, or choose another service.")
            }
            Self::Cancelled => (ErrorCode::Cancelled, ""),
        };
        (code, hint.to_owned())
    }
}

/// When the user may try again after too many requests, in full seconds if the service says how
/// long to wait.
fn retry_hint(retry_after_millis: Option<u32>) -> String {
    let pause = |millis: u32| duration_text(u64::from(millis.div_ceil(1_000)) * 1_000);
    let when = retry_after_millis.map_or_else(|| "a few minutes".to_owned(), pause);
    format!("Try again in {when}.")
}

/// The words for an HTTP status in an error message. A successful status is not named: some
/// services report an error with status 200.
fn status_name(status: u16) -> String {
    if (200..=299).contains(&status) { "an error".into() } else { format!("HTTP {status}") }
}

fn quoted_message(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!(" (“{message}”)") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::http::endpoint::Endpoint;
    use serde_json::json;

    fn check(status: u16, body: &str, expected: &str) {
        let error = ServiceError::from_response(&HttpResponse::from_text(status, body));
        let shown = |error: ServiceError| {
            let error = error.to_user_error("X");
            format!("{} {}", error.code, error.message.trim_start_matches("X "))
        };
        assert_eq!(error.map_or_else(|| "fine".to_owned(), shown), expected, "{status} {body}");
    }

    #[test]
    fn each_status_has_its_error() {
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
    fn the_same_error_is_recognised_in_different_formats() {
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
        let wait = "rate-limited rate limit reached";
        check(
            429,
            r#"{"error":{"code":429,"message":"You exceeded your current quota","details":[{"retryDelay":"34.4s"}]}}"#,
            wait,
        );
        check(
            429,
            r#"{"error":{"code":"x","message":"m","retry_after_seconds":3}}"#,
            "rate-limited rate limit reached",
        );
    }

    #[test]
    fn errors_in_a_stream_are_classified() {
        let check = |body: Value, expected: &str| {
            assert_eq!(ServiceError::from_stream_error(&body).to_string(), expected);
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
    fn a_message_shows_no_keys_no_queries_and_no_sent_text() {
        let error = r#"{"error":"Key sk-abc123 or AbCdEf1234567890XyZw0 at https://a.example/x?q=note is bad"}"#;
        check(400, error, "refused returned HTTP 400 (“Key … or … at https://a.example/x is bad”)");
        let request = HttpRequest::post(
            Endpoint::fixed("https://a.example").with_path("/x"),
            &json!({ "text": "the words of a private note" }),
        );
        let repeated = r#"{"error":"cannot read: the words of a private note"}"#;
        let error = ServiceError::from_response(&HttpResponse::from_text(400, repeated)).unwrap();
        assert_eq!(error.without_request_echo(&request).to_string(), "returned HTTP 400");
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
    fn sent_text_is_not_shown_in_any_encoding() {
        let shown = |request: &HttpRequest, message: &str| {
            let body = json!({ "error": { "message": message } }).to_string();
            ServiceError::from_response(&HttpResponse::from_text(400, body))
                .unwrap()
                .without_request_echo(request)
                .to_string()
        };
        let endpoint = Endpoint::fixed("https://a.example");
        let query =
            HttpRequest::get(endpoint.with_path("/s").with_query([("q", "divorce lawyer & Anna")]));
        assert_eq!(shown(&query, "no results for Divorce  Lawyer & Anna"), "returned HTTP 400");
        assert_eq!(shown(&query, "query is bad"), "returned HTTP 400 (“query is bad”)");
        let form = HttpRequest::post_form(endpoint.with_path("/s"), [("q", "a secret affair")]);
        assert_eq!(shown(&form, "unknown: a secret affair"), "returned HTTP 400");
        let json = HttpRequest::post(
            endpoint.with_path("/s"),
            &json!({ "m": [{ "t": "he said \"no\"\nand left" }] }),
        );
        assert_eq!(shown(&json, "bad input he said \"no\" and left"), "returned HTTP 400");
    }

    #[test]
    fn validation_errors_are_read_without_their_input() {
        let list = r#"[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted","input":"private"}]"#;
        let expected =
            "refused returned HTTP 422 (“body.stream_options: Extra inputs are not permitted”)";
        check(422, &format!("{{\"detail\":{list}}}"), expected);
        check(422, &format!("{{\"message\":{{\"detail\":{list}}}}}"), expected);
    }
}
