//! The retry policy for all services: whether and when a failed request is sent again.
//!
//! The numbers are those of the services' own client libraries: two retries, after a pause of half
//! a second that doubles up to eight seconds. This pause is shortened at random, so that not all
//! clients send their requests again at the same time. A service may ask for another pause, up to a
//! minute.

use crate::values::ErrorCode;
use crate::web::http::message::HttpResponse;
use crate::web::http::retry_after;
use crate::web::http::service_error::ServiceError;

/// Maximum number of retries, not counting the first attempt.
pub const MAX_RETRIES: u32 = 2;

/// The pause before the first retry; each further pause is twice as long.
const FIRST_PAUSE_MILLIS: u32 = 500;

/// Upper limit for the pause that doubles with each retry.
const MAX_BACKOFF_MILLIS: u32 = 8_000;

/// Maximum pause that a service may ask for. If it asks for a longer one, the request isn't sent
/// again, and the run continues without the service.
const MAX_RETRY_AFTER_MILLIS: u32 = 60_000;

/// Returns the milliseconds to wait before the request is sent again; `None` if it should not be
/// sent again. `retries` is the number of retries so far, `random` a random number that shortens
/// the pause.
pub fn retry_pause_millis(
    error: &ServiceError,
    response: Option<&HttpResponse>,
    retries: u32,
    random: u64,
) -> Option<u32> {
    let should_retry = response.and_then(|response| response.header("x-should-retry"));
    let again = match should_retry {
        Some("true") => true,
        Some("false") => false,
        _ => retries < max_retries(error),
    };
    let requested = match error {
        ServiceError::RateLimited { retry_after } => *retry_after,
        _ => response.and_then(retry_after::millis_from_headers),
    };
    let pause =
        requested.unwrap_or_else(|| with_jitter(exponential_backoff_millis(retries), random));
    (again && retries < MAX_RETRIES && pause <= MAX_RETRY_AFTER_MILLIS).then_some(pause)
}

/// How often a request is sent again after this error; 0 if a retry can't help.
fn max_retries(error: &ServiceError) -> u32 {
    match error {
        ServiceError::RateLimited { .. }
        | ServiceError::Refused { status: 408 | 409 | 500..=599, .. } => MAX_RETRIES,
        // After a broken connection a retry may work. After a timeout, a retry would probably time
        // out too.
        ServiceError::NoResponse(error)
            if error.is_missing_response() && error.code != ErrorCode::Timeout =>
        {
            MAX_RETRIES
        }
        // Only one retry: an unreadable response may be an accident, but two of them mean that the
        // address belongs to another type of service.
        ServiceError::Unreadable { .. } => 1,
        _ => 0,
    }
}

fn exponential_backoff_millis(retries: u32) -> u32 {
    FIRST_PAUSE_MILLIS.saturating_mul(1 << retries.min(8)).min(MAX_BACKOFF_MILLIS)
}

/// Shortens a pause at random by up to a quarter, so that clients don't retry at the same moment.
fn with_jitter(pause_millis: u32, random: u64) -> u32 {
    let quarter = u64::from(pause_millis / 4).max(1);
    pause_millis - u32::try_from(random % quarter).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::Error;

    fn check(status: u16, headers: &[(&str, &str)], expected: [Option<u32>; 3]) {
        let response =
            headers.iter().fold(HttpResponse::from_text(status, ""), |response, (n, v)| {
                response.with_header(n, v)
            });
        let error = ServiceError::from_response(&response).unwrap();
        let pauses =
            [0, 1, 2].map(|retries| retry_pause_millis(&error, Some(&response), retries, 0));
        assert_eq!(pauses, expected, "{status} {headers:?}");
    }

    #[test]
    fn a_server_error_is_retried_twice() {
        let twice = [Some(500), Some(1000), None];
        check(429, &[], twice);
        for status in [408, 409, 500, 502, 503, 504, 529] {
            check(status, &[], twice);
        }
        for status in [400, 401, 402, 403, 404, 413, 422] {
            check(status, &[], [None, None, None]);
        }
    }

    #[test]
    fn the_pause_that_a_service_asks_for_is_kept() {
        let twice = |millis| [Some(millis), Some(millis), None];
        check(429, &[("retry-after", "7")], twice(7_000));
        check(429, &[("retry-after", "0.5")], twice(500));
        check(429, &[("retry-after-ms", "1500"), ("retry-after", "9")], twice(1_500));
        check(503, &[("retry-after", "3")], twice(3_000));
        let date = ("date", "Sun, 15 Nov 2026 12:00:00 GMT");
        check(429, &[date, ("retry-after", "Sun, 15 Nov 2026 12:00:20 GMT")], twice(20_000));
        check(429, &[date, ("retry-after", "Sun, 15 Nov 2026 11:00:00 GMT")], twice(0));
        check(
            429,
            &[("retry-after", "Sun, 15 Nov 2026 12:00:20 GMT")],
            [Some(500), Some(1000), None],
        );
        check(429, &[("retry-after", "600")], [None, None, None]);
        check(429, &[("retry-after", "soon")], [Some(500), Some(1000), None]);
        check(429, &[("retry-after", "NaN")], [Some(500), Some(1000), None]);
    }

    #[test]
    fn the_service_decides_whether_a_retry_helps() {
        check(429, &[("x-should-retry", "false")], [None, None, None]);
        check(400, &[("x-should-retry", "true")], [Some(500), Some(1000), None]);
    }

    #[test]
    fn a_broken_connection_is_retried_and_a_slow_one_is_not() {
        let pauses = |code| {
            let error = ServiceError::NoResponse(Error::new(code, "x"));
            [0, 1, 2].map(|retries| retry_pause_millis(&error, None, retries, 0))
        };
        assert_eq!(pauses(ErrorCode::Unreachable), [Some(500), Some(1000), None]);
        assert_eq!(pauses(ErrorCode::BrokeOff), [Some(500), Some(1000), None]);
        for code in
            [ErrorCode::Timeout, ErrorCode::Offline, ErrorCode::Cancelled, ErrorCode::SecretMissing]
        {
            assert_eq!(pauses(code), [None, None, None]);
        }
        let garbled = ServiceError::Unreadable { expected: "JSON" };
        assert_eq!(
            [0, 1].map(|retries| retry_pause_millis(&garbled, None, retries, 0)),
            [Some(500), None]
        );
    }

    #[test]
    fn jitter_makes_a_pause_up_to_a_quarter_shorter() {
        let error = ServiceError::RateLimited { retry_after: None };
        for random in [0, 1, 77, 124, u64::MAX] {
            let pause = retry_pause_millis(&error, None, 0, random).unwrap();
            assert!((376..=500).contains(&pause), "{pause}");
        }
        assert_ne!(retry_pause_millis(&error, None, 0, 3), retry_pause_millis(&error, None, 0, 4));
    }
}
