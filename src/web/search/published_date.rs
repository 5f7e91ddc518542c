//! Dates of publication as services give them: a day, a month or a year.

use serde_json::Value;

use crate::language::date;
use crate::values::Date;

/// Finds a date in a text and formats it as `2024-05-31`.
pub fn from_text(text: &str) -> Option<String> {
    date::find_date(text).map(|date| date.to_string())
}

/// Formats a date given as a list of year, month and day. Month and day may be missing: `[2024, 5]`
/// gives `2024-05`.
pub fn from_date_parts(parts: &[Value]) -> Option<String> {
    let number = |at: usize| u32::try_from(parts.get(at)?.as_u64()?).ok();
    let year = number(0)?;
    let first = Date::new(year, number(1).unwrap_or(1), number(2).unwrap_or(1))?.to_string();
    let length = match (number(1), number(2)) {
        (None, _) => "2024".len(),
        (_, None) => "2024-05".len(),
        _ => first.len(),
    };
    Some(first.chars().take(length).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn missing_parts_are_left_out() {
        let check = |parts: Value, expected: Option<&str>| {
            let found = from_date_parts(parts.as_array().unwrap());
            assert_eq!(found.as_deref(), expected, "{parts}");
        };
        check(json!([2024, 5, 17]), Some("2024-05-17"));
        check(json!([2024, 5]), Some("2024-05"));
        check(json!([2024]), Some("2024"));
        check(json!([987]), Some("0987"));
        check(json!([]), None);
        check(json!([null]), None);
        check(json!([2024, 13]), None);
        check(json!([2024, 2, 30]), None);
        check(json!(["2024"]), None);
        check(json!([-5]), None);
    }

    #[test]
    fn days_are_found_in_texts() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(from_text(text).as_deref(), expected, "{text}");
        };
        check("2025-06-30T05:41:00", Some("2025-06-30"));
        check("Mon, 02 Jun 2025 10:00:00 GMT", Some("2025-06-02"));
        check("2014-12-01", Some("2014-12-01"));
        check("1 week ago", None);
        check("", None);
    }
}
