//! How long a service asks the client to wait before the next request, read from the headers or the
//! body of its response.

use std::time::Duration;

use serde_json::Value;

use crate::web::http::message::HttpResponse;

/// Reads the delay from the headers `retry-after-ms` or `retry-after`, in milliseconds.
pub(super) fn millis_from_headers(response: &HttpResponse) -> Option<u32> {
    if let Some(millis) =
        response.header("retry-after-ms").and_then(|value| value.trim().parse::<f64>().ok())
    {
        return rounded_up_millis(millis);
    }
    let value = response.header("retry-after")?.trim();
    if let Ok(seconds) = value.parse::<f64>() {
        return rounded_up_millis(seconds * 1000.0);
    }
    let until = httpdate::parse_http_date(value).ok()?;
    let now = httpdate::parse_http_date(response.header("date")?).ok()?;
    let wait = until.duration_since(now).unwrap_or(Duration::ZERO);
    u32::try_from(wait.as_millis()).ok()
}

/// Reads the delay from the body of an error, in milliseconds: Gemini's `"retryDelay": "34.4s"` or
/// Tavily's `"retry_after_seconds": 3`.
pub(super) fn millis_from_body(body: &Value) -> Option<u32> {
    let error = body.get("error")?;
    if let Some(seconds) = error.get("retry_after_seconds").and_then(Value::as_f64) {
        return rounded_up_millis(seconds * 1000.0);
    }
    let details = error.get("details").and_then(Value::as_array)?;
    let delay = details.iter().find_map(|detail| detail.get("retryDelay")?.as_str())?;
    rounded_up_millis(delay.strip_suffix('s')?.parse::<f64>().ok()? * 1000.0)
}

/// Rounds up to whole milliseconds; `None` for a negative number or one that isn't finite.
fn rounded_up_millis(millis: f64) -> Option<u32> {
    (millis.is_finite() && millis >= 0.0).then_some(millis.ceil().min(f64::from(u32::MAX)) as u32)
}
