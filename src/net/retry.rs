//! Whether and when a request is sent again: the one policy for all services.
//!
//! The numbers are those of the kits that services give out themselves: two more tries, half a
//! second doubling up to eight, what the service asks for up to a minute, and a little chance so
//! that not all come back at once.

use crate::error::ErrorCode;
use std::time::Duration;

use serde_json::Value;

use crate::net::http::HttpResponse;
use crate::net::service::ServiceError;

/// More tries than the first.
pub const RETRIES: u32 = 2;

/// The first pause; each further one is twice as long.
const FIRST_PAUSE_MILLIS: u32 = 500;

const LONGEST_PAUSE_MILLIS: u32 = 8_000;

/// Longer than this nobody waits for a service: the run goes on without it.
const LONGEST_WAIT_MILLIS: u32 = 60_000;

/// How long to wait before the request is sent again; `None` to give up. `chance` is a random
/// number, `tries` the tries so far without the first.
pub fn pause(
    error: &ServiceError,
    response: Option<&HttpResponse>,
    tries: u32,
    chance: u64,
) -> Option<u32> {
    let wish = response.and_then(|response| response.header("x-should-retry"));
    let again = match wish {
        Some("true") => true,
        Some("false") => false,
        _ => tries < retries(error),
    };
    let asked = match error {
        ServiceError::RateLimited { retry_after } => *retry_after,
        _ => response.and_then(asked),
    };
    let pause = asked.unwrap_or_else(|| shaken(growing(tries), chance));
    (again && tries < RETRIES && pause <= LONGEST_WAIT_MILLIS).then_some(pause)
}

/// How often an error is worth another try.
fn retries(error: &ServiceError) -> u32 {
    match error {
        ServiceError::RateLimited { .. }
        | ServiceError::Refused { status: 408 | 409 | 500..=599, .. } => RETRIES,
        // A connection that broke was no answer. One that took too long would take long again.
        ServiceError::NoAnswer(error)
            if error.is_no_answer() && error.code != ErrorCode::Timeout =>
        {
            RETRIES
        }
        // Once: a garbled answer happens, a service of another kind stays one.
        ServiceError::Unreadable { .. } => 1,
        _ => 0,
    }
}

fn growing(tries: u32) -> u32 {
    FIRST_PAUSE_MILLIS.saturating_mul(1 << tries.min(8)).min(LONGEST_PAUSE_MILLIS)
}

/// Up to a quarter shorter.
fn shaken(pause: u32, chance: u64) -> u32 {
    let quarter = u64::from(pause / 4).max(1);
    pause - u32::try_from(chance % quarter).unwrap_or(0)
}

/// The milliseconds that the headers of an answer ask to wait.
pub fn asked(response: &HttpResponse) -> Option<u32> {
    if let Some(millis) =
        response.header("retry-after-ms").and_then(|value| value.trim().parse::<f64>().ok())
    {
        return whole(millis);
    }
    let value = response.header("retry-after")?.trim();
    if let Ok(seconds) = value.parse::<f64>() {
        return whole(seconds * 1000.0);
    }
    let until = httpdate::parse_http_date(value).ok()?;
    let now = httpdate::parse_http_date(response.header("date")?).ok()?;
    let wait = until.duration_since(now).unwrap_or(Duration::ZERO);
    u32::try_from(wait.as_millis()).ok()
}

/// The milliseconds that the body of an error asks to wait: Gemini's `"retryDelay": "34.4s"`,
/// Tavily's `"retry_after_seconds": 3`.
pub fn asked_in(body: &Value) -> Option<u32> {
    let error = body.get("error")?;
    if let Some(seconds) = error.get("retry_after_seconds").and_then(Value::as_f64) {
        return whole(seconds * 1000.0);
    }
    let details = error.get("details").and_then(Value::as_array)?;
    let delay = details.iter().find_map(|detail| detail.get("retryDelay")?.as_str())?;
    whole(delay.strip_suffix('s')?.parse::<f64>().ok()? * 1000.0)
}

fn whole(millis: f64) -> Option<u32> {
    (millis.is_finite() && millis >= 0.0).then_some(millis.ceil().min(f64::from(u32::MAX)) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    fn check(status: u16, headers: &[(&str, &str)], expected: [Option<u32>; 3]) {
        let response = headers
            .iter()
            .fold(HttpResponse::text(status, ""), |response, (n, v)| response.with_header(n, v));
        let error = ServiceError::of(&response).unwrap();
        let pauses = [0, 1, 2].map(|tries| pause(&error, Some(&response), tries, 0));
        assert_eq!(pauses, expected, "{status} {headers:?}");
    }

    #[test]
    fn a_service_in_trouble_is_asked_twice_more_and_no_more() {
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
    fn a_service_is_left_alone_for_as_long_as_it_asks() {
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
    fn the_service_has_the_last_word_on_whether_another_try_helps() {
        check(429, &[("x-should-retry", "false")], [None, None, None]);
        check(400, &[("x-should-retry", "true")], [Some(500), Some(1000), None]);
    }

    #[test]
    fn a_broken_connection_is_tried_again_and_a_slow_one_is_not() {
        let pauses = |code| {
            let error = ServiceError::NoAnswer(Error::new(code, "x"));
            [0, 1, 2].map(|tries| pause(&error, None, tries, 0))
        };
        assert_eq!(pauses(ErrorCode::Unreachable), [Some(500), Some(1000), None]);
        assert_eq!(pauses(ErrorCode::BrokeOff), [Some(500), Some(1000), None]);
        for code in
            [ErrorCode::Timeout, ErrorCode::Offline, ErrorCode::Cancelled, ErrorCode::SecretMissing]
        {
            assert_eq!(pauses(code), [None, None, None]);
        }
        let garbled = ServiceError::Unreadable { what: "JSON" };
        assert_eq!([0, 1].map(|tries| pause(&garbled, None, tries, 0)), [Some(500), None]);
    }

    #[test]
    fn chance_makes_a_pause_up_to_a_quarter_shorter() {
        let error = ServiceError::RateLimited { retry_after: None };
        for chance in [0, 1, 77, 124, u64::MAX] {
            let pause = pause(&error, None, 0, chance).unwrap();
            assert!((376..=500).contains(&pause), "{pause}");
        }
        assert_ne!(pause(&error, None, 0, 3), pause(&error, None, 0, 4));
    }
}
