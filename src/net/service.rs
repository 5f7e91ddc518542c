//! What can be wrong with the answer of a service, told apart only as far as callers act on it.

use super::http::HttpResponse;
use crate::error::Error;

/// Why a service gave nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ServiceError {
    /// The key is missing, wrong or has no credit.
    #[error("it did not accept the key")]
    Unauthorized,
    /// Too many requests; the service may say for how long.
    #[error("it asks to wait")]
    RateLimited {
        /// Seconds, if it said so.
        retry_after: Option<u32>,
    },
    /// Anything else that it answered with.
    #[error("it answered {status}{}", said(message))]
    Refused {
        /// The HTTP status.
        status: u16,
        /// In the service's own words, cut short.
        message: String,
    },
    /// An answer that is not what it should be.
    #[error("its answer could not be read ({what})")]
    Unreadable {
        /// What was expected.
        what: &'static str,
    },
}

/// A service's own words are shown only as far as they fit into a line.
const LONGEST_MESSAGE: usize = 200;

/// How often a request is sent again when the service asks to wait or stumbles.
const RETRIES: u32 = 2;

/// Longer than this nobody waits for a service.
const LONGEST_WAIT_SECONDS: u32 = 60;

impl ServiceError {
    /// The code of a request that the service does not take as it is: too long, mostly.
    pub const TOO_MUCH: &'static str = "too-much";

    /// What is wrong with an answer by its status; `None` when it is one to be read.
    pub fn of(response: &HttpResponse) -> Option<Self> {
        match response.status {
            200..=299 => None,
            401..=403 => Some(Self::Unauthorized),
            429 => Some(Self::RateLimited {
                retry_after: response.header("retry-after").and_then(|value| value.parse().ok()),
            }),
            status => Some(Self::Refused { status, message: message(&response.text) }),
        }
    }

    /// How long to wait before the request is sent again, in milliseconds; `None` to give up.
    pub fn pause(&self, tries: u32) -> Option<u32> {
        let growing = 500_u32.saturating_mul(1 << tries.min(4));
        let pause = match self {
            Self::RateLimited { retry_after } => {
                retry_after.map_or(growing, |s| s.saturating_mul(1000))
            }
            Self::Refused { status: 408 | 409 | 500..=599, .. } => growing,
            _ => return None,
        };
        (tries < RETRIES && pause <= LONGEST_WAIT_SECONDS * 1000).then_some(pause)
    }

    /// The error for a person, with the name of the service.
    pub fn told(&self, service: &str) -> Error {
        let (code, hint) = match self {
            Self::Unauthorized => ("unauthorized", "Check the key in Ibid's settings."),
            Self::RateLimited { .. } => ("rate-limited", "Try again in a few minutes."),
            Self::Refused { status: 404, .. } => {
                ("not-found", "Check the address and the model in Ibid's settings.")
            }
            Self::Refused { status: 400 | 413 | 422, .. } => {
                (Self::TOO_MUCH, "Check the model in Ibid's settings.")
            }
            Self::Refused { .. } => (
                "refused",
                "Check the address and the model in Ibid's settings, or try again later.",
            ),
            Self::Unreadable { .. } => (
                "unreadable",
                "Check in Ibid's settings that the address is one of this kind of service.",
            ),
        };
        Error::new(code, format!("{service} gave nothing: {self}")).hint(hint)
    }
}

fn said(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!(" and said “{message}”") }
}

/// The words of an error: `{"error": {"message": …}}` or `{"error": …}`.
fn message(body: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
    let error = value.get("error").unwrap_or(&value);
    let words = error.get("message").unwrap_or(error).as_str().unwrap_or_default();
    words.chars().take(LONGEST_MESSAGE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(status: u16, headers: &[(&str, &str)], text: &str, expected: &str) {
        let headers = headers.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        let response = HttpResponse { status, headers, text: text.into(), final_url: None };
        let error = ServiceError::of(&response);
        let got = error.map_or_else(
            || "fine".to_owned(),
            |error| {
                format!("{} {:?} {:?}", error.told("X").message, error.pause(0), error.pause(2))
            },
        );
        assert_eq!(got, expected);
    }

    #[test]
    fn what_is_wrong_is_told_in_words_and_tried_again_where_it_helps() {
        check(200, &[], "", "fine");
        check(401, &[], "", "X gave nothing: it did not accept the key None None");
        check(429, &[], "", "X gave nothing: it asks to wait Some(500) None");
        check(429, &[("retry-after", "7")], "", "X gave nothing: it asks to wait Some(7000) None");
        check(429, &[("retry-after", "600")], "", "X gave nothing: it asks to wait None None");
        check(503, &[], "<html>", "X gave nothing: it answered 503 Some(500) None");
        check(
            404,
            &[],
            "{\"error\":{\"message\":\"no such model\"}}",
            "X gave nothing: it answered 404 and said “no such model” None None",
        );
        check(
            400,
            &[],
            "{\"error\":\"bad\"}",
            "X gave nothing: it answered 400 and said “bad” None None",
        );
    }
}
