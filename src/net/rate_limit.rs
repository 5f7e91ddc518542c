//! How often a service may be asked: what it says it bears, as a value. Whoever sends requests
//! keeps to it.

use crate::net::http::HttpResponse;

/// What a service bears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    /// The least time between the starts of two requests to its host, in milliseconds.
    pub every_millis: u32,
    /// How many requests may be under way at once.
    pub together: usize,
}

/// No answer of a service may make us slower than this between two requests: it would stand still.
const LONGEST_GAP_MILLIS: u64 = 60_000;

/// More than this at once helps nobody, whatever a service allows.
const MOST_TOGETHER: usize = 8;

impl RateLimit {
    /// Manners in milliseconds and requests at once.
    pub const fn new(every_millis: u32, together: usize) -> Self {
        Self { every_millis, together }
    }

    /// What an answer itself says is borne, in Crossref's headers; they change with its load.
    pub fn from_headers(response: &HttpResponse) -> Option<Self> {
        let requests: u64 = response.header("x-rate-limit-limit")?.trim().parse().ok()?;
        let interval = millis(response.header("x-rate-limit-interval")?)?;
        let gap = interval.div_ceil(requests.max(1)).min(LONGEST_GAP_MILLIS);
        let together = response.header("x-concurrency-limit").and_then(|n| n.trim().parse().ok());
        let together = together.unwrap_or(1).clamp(1, MOST_TOGETHER);
        Some(Self::new(u32::try_from(gap).ok()?, together))
    }
}

/// A time as `1s` or `2m`.
fn millis(interval: &str) -> Option<u64> {
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
            .fold(HttpResponse::text(200, ""), |response, (name, value)| {
                response.with_header(name, value)
            });
        let rate_limit = RateLimit::from_headers(&response);
        assert_eq!(rate_limit.map(|m| (m.every_millis, m.together)), expected, "{headers:?}");
    }

    #[test]
    fn a_service_may_say_how_often_it_may_be_asked() {
        check(["5", "1s", "1"], Some((200, 1)));
        check(["10", "1s", "3"], Some((100, 3)));
        check(["50", "1m", ""], Some((1200, 1)));
        check(["3", "100ms", "1"], Some((34, 1)));
    }

    #[test]
    fn what_it_says_has_bounds() {
        check(["0", "1s", "0"], Some((1000, 1)));
        check(["1", "900m", "999"], Some((60_000, 8)));
        check(["1", "1s", "many"], Some((1000, 1)));
        check(["1", "18446744073709551615m", "1"], None);
        check(["x", "1s", "1"], None);
        check(["1", "1h", "1"], None);
        check(["1", "", "1"], None);
    }
}
