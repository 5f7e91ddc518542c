//! The rate limit of a service as plain data. The module `client` enforces it.

use crate::web::http::message::HttpResponse;

/// How many requests a service accepts at the same time, and how quickly one after another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    /// The minimum time between the starts of two requests to the same host, in milliseconds.
    pub min_request_interval_millis: u32,
    /// Maximum number of requests to the host at the same time.
    pub max_concurrent_requests: usize,
}

/// Upper limit for the interval that a service announces in a response header. A longer one is
/// reduced to it, because it would stall a run.
const MAX_REQUEST_INTERVAL_MILLIS: u64 = 60_000;

/// Upper limit for the concurrent requests that a service allows in a response header. A higher
/// number is reduced to it, because it wouldn't make a run faster.
const MAX_CONCURRENT_REQUESTS: usize = 8;

impl RateLimit {
    /// Creates a limit from the minimum interval in milliseconds and the maximum number of
    /// concurrent requests.
    pub const fn new(min_request_interval_millis: u32, max_concurrent: usize) -> Self {
        Self { min_request_interval_millis, max_concurrent_requests: max_concurrent }
    }

    /// Reads the limit from Crossref's response headers: Crossref changes its limit with its load.
    pub fn from_crossref_headers(response: &HttpResponse) -> Option<Self> {
        let requests: u64 = response.header("x-rate-limit-limit")?.trim().parse().ok()?;
        let window = parse_duration_millis(response.header("x-rate-limit-interval")?)?;
        let interval = window.div_ceil(requests.max(1)).min(MAX_REQUEST_INTERVAL_MILLIS);
        let max_concurrent =
            response.header("x-concurrency-limit").and_then(|n| n.trim().parse().ok());
        let max_concurrent = max_concurrent.unwrap_or(1).clamp(1, MAX_CONCURRENT_REQUESTS);
        Some(Self::new(u32::try_from(interval).ok()?, max_concurrent))
    }
}

/// Parses a duration such as `1s` or `2m` and returns it in milliseconds.
fn parse_duration_millis(interval: &str) -> Option<u64> {
    let interval = interval.trim();
    let number = interval.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match interval.strip_prefix(number)? {
        "ms" => 1,
        "" | "s" => 1_000,
        "m" => 60_000,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(headers: [&str; 3], expected: Option<(u32, usize)>) {
        let names = ["x-rate-limit-limit", "x-rate-limit-interval", "x-concurrency-limit"];
        let response = names
            .iter()
            .zip(headers)
            .filter(|(_, value)| !value.is_empty())
            .fold(HttpResponse::from_text(200, ""), |response, (name, value)| {
                response.with_header(name, value)
            });
        let rate_limit = RateLimit::from_crossref_headers(&response);
        assert_eq!(
            rate_limit.map(|m| (m.min_request_interval_millis, m.max_concurrent_requests)),
            expected,
            "{headers:?}"
        );
    }

    #[test]
    fn the_limit_is_read_from_headers() {
        check(["5", "1s", "1"], Some((200, 1)));
        check(["10", "1s", "3"], Some((100, 3)));
        check(["50", "1m", ""], Some((1200, 1)));
        check(["3", "100ms", "1"], Some((34, 1)));
    }

    #[test]
    fn limits_from_headers_are_bounded() {
        check(["0", "1s", "0"], Some((1000, 1)));
        check(["1", "900m", "999"], Some((60_000, 8)));
        check(["1", "1s", "many"], Some((1000, 1)));
        check(["1", "18446744073709551615m", "1"], None);
        check(["x", "1s", "1"], None);
        check(["1", "1h", "1"], None);
        check(["1", "", "1"], None);
    }
}
