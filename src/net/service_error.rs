//! The errors of a service, distinguished as far as callers and users react to them differently.

use serde_json::Value;

use crate::error::{Error, ErrorCode};
use crate::net::error_message;
use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::retry_after;

/// Why a service returned no usable result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ServiceError {
    /// The API key is missing or wrong.
    #[error("it did not accept the key")]
    Unauthorized,
    /// Access is refused for another reason than the API key.
    #[error("it refused access{}", quoted(message))]
    Forbidden {
        /// The message of the service.
        message: String,
    },
    /// The account has no credit left.
    #[error("the account has no credit left")]
    NoCredit,
    /// The service doesn't have the model.
    #[error("it has no model of that name")]
    NoSuchModel,
    /// Too many requests.
    #[error("it asks to wait{}", retry_after.map(|millis| format!(" {}", seconds(millis))).unwrap_or_default())]
    RateLimited {
        /// Milliseconds to wait, if the service says so.
        retry_after: Option<u32>,
    },
    /// The text is longer than the service or the model accepts.
    #[error("the text is too long for it")]
    TooLong,
    /// The service asks for a proof that the visitor is not a robot.
    #[error("it asks to prove that you are not a robot")]
    RobotCheck,
    /// Any other error status.
    #[error("it answered {status}{}", quoted(message))]
    Refused {
        /// The HTTP status code.
        status: u16,
        /// The message of the service.
        message: String,
    },
    /// The response doesn't have the expected content.
    #[error("its answer could not be read ({expected})")]
    Unreadable {
        /// The expected content.
        expected: &'static str,
    },
    /// No response; the host's error says why.
    #[error("{}", .0.message)]
    NoResponse(Error),
    /// The user stopped the run before the request was sent.
    #[error("Stopped")]
    Cancelled,
    /// No request was sent because the service failed several times in a row.
    #[error("it failed several times and is left alone for {}", seconds(*.for_millis))]
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
        let delay = retry_after::from_headers(response).or_else(|| retry_after::from_body(&body));
        Some(Self::classify(response.status, &body, delay))
    }

    /// Classifies an error that a service sends as data, as in a stream, where the status is 200.
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
        Self::classify(status, body, retry_after::from_body(body))
    }

    fn classify(status: u16, body: &Value, retry_after: Option<u32>) -> Self {
        let message = error_message::extract(body);
        let codes = error_message::codes(body);
        let has = |wanted: &str| codes.iter().any(|code| code == wanted);
        let says = |phrases: &[&str]| {
            let lower = message.to_lowercase();
            phrases.iter().any(|phrase| lower.contains(phrase))
        };
        // Tavily uses the statuses 432 and 433.
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
            429 => Self::RateLimited { retry_after },
            _ => Self::Refused { status, message },
        }
    }

    /// Removes the message if it repeats text of the request, which may be private.
    pub fn without_echo_of(self, request: &HttpRequest) -> Self {
        match self {
            Self::Refused { status, message } => {
                Self::Refused { status, message: error_message::without_echo(message, request) }
            }
            Self::Forbidden { message } => {
                Self::Forbidden { message: error_message::without_echo(message, request) }
            }
            other => other,
        }
    }

    /// Whether the service rejects this request, so that another one may succeed.
    pub fn is_bad_request(&self) -> bool {
        matches!(self, Self::TooLong | Self::Refused { status: 400 | 422, .. })
    }

    /// Whether the run was cancelled.
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
        // No request was sent.
        if let Self::NoResponse(error) = self
            && error.code == ErrorCode::NotePrivate
        {
            return error.clone();
        }
        let (code, hint) = self.code_and_hint();
        Error::new(code, format!("{service} gave nothing: {self}")).hint(hint)
    }

    fn code_and_hint(&self) -> (ErrorCode, String) {
        let (code, hint) = match self {
            Self::Unauthorized => (ErrorCode::Unauthorized, "Check the key in Ibid's settings."),
            Self::Forbidden { .. } => (
                ErrorCode::Forbidden,
                "Check in the service's account what the key may be used for, and from where.",
            ),
            Self::NoCredit => {
                (ErrorCode::NoCredit, "Add credit to the account, or choose another service.")
            }
            Self::NoSuchModel => {
                (ErrorCode::NoSuchModel, "Choose another model in Ibid's settings.")
            }
            Self::RateLimited { .. } => (ErrorCode::RateLimited, "Try again in a few minutes."),
            Self::TooLong => {
                (ErrorCode::TooLong, "Choose a model that takes longer texts, or fewer topics.")
            }
            Self::RobotCheck => {
                (ErrorCode::Walled, "Try again later, or choose another search service.")
            }
            Self::Refused { status: 404, .. } => {
                (ErrorCode::NotFound, "Check the address in Ibid's settings.")
            }
            Self::Refused { status: 500..=599, .. } => {
                (ErrorCode::Refused, "The service has trouble of its own. Try again later.")
            }
            Self::Refused { .. } => {
                (ErrorCode::Refused, "Check the address and the model in Ibid's settings.")
            }
            Self::Unreadable { .. } => (
                ErrorCode::Unreadable,
                "Check in Ibid's settings that the address is one of this kind of service.",
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

fn seconds(millis: u32) -> String {
    let seconds = millis.div_ceil(1000);
    if seconds == 1 { "1 second".into() } else { format!("{seconds} seconds") }
}

fn quoted(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!(" and said “{message}”") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::endpoint::Endpoint;
    use serde_json::json;

    fn check(status: u16, body: &str, expected: &str) {
        let error = ServiceError::from_response(&HttpResponse::text(status, body));
        let shown = |error: ServiceError| {
            let error = error.to_user_error("X");
            format!("{} {}", error.code, error.message.trim_start_matches("X gave nothing: "))
        };
        assert_eq!(error.map_or_else(|| "fine".to_owned(), shown), expected, "{status} {body}");
    }

    #[test]
    fn each_status_has_its_error() {
        check(200, "", "fine");
        check(401, "", "unauthorized it did not accept the key");
        check(403, "", "forbidden it refused access");
        check(402, "", "no-credit the account has no credit left");
        check(429, "", "rate-limited it asks to wait");
        check(413, "", "too-long the text is too long for it");
        check(503, "<html>", "refused it answered 503");
        check(404, "{\"detail\":\"Not Found\"}", "not-found it answered 404 and said “Not Found”");
        check(400, "{\"error\":\"bad\"}", "refused it answered 400 and said “bad”");
    }

    #[test]
    fn the_same_error_is_recognised_in_different_formats() {
        let no_model = "no-such-model it has no model of that name";
        check(404, r#"{"error":{"code":"model_not_found","message":"No"}}"#, no_model);
        check(404, r#"{"error":{"type":"not_found_error","message":"model: clode"}}"#, no_model);
        check(
            404,
            r#"{"error":{"code":404,"message":"models/x is not found","status":"NOT_FOUND"}}"#,
            no_model,
        );
        check(404, r#"{"error":"model 'x' not found"}"#, no_model);
        check(400, r#"{"error":{"message":"x is not a valid model ID","code":400}}"#, no_model);
        let no_credit = "no-credit the account has no credit left";
        check(429, r#"{"error":{"code":"insufficient_quota","message":"Quota"}}"#, no_credit);
        check(
            400,
            r#"{"error":{"message":"Your credit balance is too low to access"}}"#,
            no_credit,
        );
        check(432, r#"{"detail":{"error":"plan limit"}}"#, no_credit);
        let wrong_key = "unauthorized it did not accept the key";
        check(
            400,
            r#"{"error":{"message":"API key not valid.","details":[{"reason":"API_KEY_INVALID"}]}}"#,
            wrong_key,
        );
        let too_long = "too-long the text is too long for it";
        check(400, r#"{"error":{"code":"context_length_exceeded","message":"…"}}"#, too_long);
        let wait = "rate-limited it asks to wait 35 seconds";
        check(
            429,
            r#"{"error":{"code":429,"message":"You exceeded your current quota","details":[{"retryDelay":"34.4s"}]}}"#,
            wait,
        );
        check(
            429,
            r#"{"error":{"code":"x","message":"m","retry_after_seconds":3}}"#,
            "rate-limited it asks to wait 3 seconds",
        );
    }

    #[test]
    fn errors_in_a_stream_are_classified() {
        let check = |body: Value, expected: &str| {
            assert_eq!(ServiceError::from_stream_error(&body).to_string(), expected);
        };
        let overloaded = json!({ "type": "error", "error": { "type": "overloaded_error", "message": "Overloaded" } });
        check(overloaded, "it answered 529 and said “Overloaded”");
        check(
            json!({ "error": { "code": 400, "message": "Token limit" } }),
            "it answered 400 and said “Token limit”",
        );
        check(json!({ "error": { "code": 429, "message": "m" } }), "it asks to wait");
        check(json!({ "error": "out of memory" }), "it answered 500 and said “out of memory”");
    }

    #[test]
    fn a_message_shows_no_keys_no_queries_and_no_sent_text() {
        let error = r#"{"error":"Key sk-abc123 or AbCdEf1234567890XyZw0 at https://a.example/x?q=note is bad"}"#;
        check(
            400,
            error,
            "refused it answered 400 and said “Key … or … at https://a.example/x is bad”",
        );
        let request = HttpRequest::post(
            Endpoint::fixed("https://a.example").with_path("/x"),
            &json!({ "text": "the words of a private note" }),
        );
        let repeated = r#"{"error":"cannot read: the words of a private note"}"#;
        let error = ServiceError::from_response(&HttpResponse::text(400, repeated)).unwrap();
        assert_eq!(error.without_echo_of(&request).to_string(), "it answered 400");
        for key in [
            "AIzaSyA1-b2C3d4_e5F6g7H8i9J0",
            "0a1b2c3d-1111-2222-3333-444455556666",
            "AbcdefghijKlmnopqrstuvwxyz",
            "api_key:AIza",
        ] {
            let error = json!({ "error": { "message": format!("Consumer '{key}' is bad") } });
            check(
                403,
                &error.to_string(),
                "forbidden it refused access and said “Consumer … is bad”",
            );
        }
    }

    #[test]
    fn sent_text_is_not_shown_in_any_encoding() {
        let shown = |request: &HttpRequest, message: &str| {
            let body = json!({ "error": { "message": message } }).to_string();
            ServiceError::from_response(&HttpResponse::text(400, body))
                .unwrap()
                .without_echo_of(request)
                .to_string()
        };
        let endpoint = Endpoint::fixed("https://a.example");
        let query =
            HttpRequest::get(endpoint.with_path("/s").query([("q", "divorce lawyer & Anna")]));
        assert_eq!(shown(&query, "no results for Divorce  Lawyer & Anna"), "it answered 400");
        assert_eq!(shown(&query, "query is bad"), "it answered 400 and said “query is bad”");
        let form = HttpRequest::post_form(endpoint.with_path("/s"), [("q", "a secret affair")]);
        assert_eq!(shown(&form, "unknown: a secret affair"), "it answered 400");
        let json = HttpRequest::post(
            endpoint.with_path("/s"),
            &json!({ "m": [{ "t": "he said \"no\"\nand left" }] }),
        );
        assert_eq!(shown(&json, "bad input he said \"no\" and left"), "it answered 400");
    }

    #[test]
    fn validation_errors_are_read_without_their_input() {
        let list = r#"[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted","input":"private"}]"#;
        let expected = "refused it answered 422 and said “body.stream_options: Extra inputs are not permitted”";
        check(422, &format!("{{\"detail\":{list}}}"), expected);
        check(422, &format!("{{\"message\":{{\"detail\":{list}}}}}"), expected);
    }
}
