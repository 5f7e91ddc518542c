//! Parses literals and numbers as JSON, Python and JavaScript write them.

use serde_json::{Number, Value};

use crate::model::llm::reply_json::cursor::{Cursor, is_word_char};
use crate::model::llm::reply_json::repair_log::Repair;

/// The value of a literal, and which repair was needed if the literal wasn't valid JSON.
pub(super) struct LiteralValue {
    pub(super) value: Value,
    pub(super) repair: Option<Repair>,
}

/// Whether the word at the cursor is a literal such as `true` or `None`.
pub(super) fn is_literal(mut cursor: Cursor<'_>) -> bool {
    parse_word_literal(cursor.take_while(is_word_char)).is_some()
}

/// Parses a literal such as `true` or `None`.
pub(super) fn parse_word_literal(word: &str) -> Option<LiteralValue> {
    let (value, repair) = match word.to_ascii_lowercase().as_str() {
        "true" => (Value::Bool(true), Repair::Literal),
        "false" => (Value::Bool(false), Repair::Literal),
        "null" | "none" | "undefined" => (Value::Null, Repair::Literal),
        "nan" | "infinity" | "inf" => (Value::Null, Repair::Number),
        _ => return None,
    };
    let is_json = matches!(word, "true" | "false" | "null");
    Some(LiteralValue { value, repair: (!is_json).then_some(repair) })
}

/// Parses a number. A number that is too large becomes null.
pub(super) fn parse_number_literal(text: &str) -> Option<LiteralValue> {
    if let Ok(number) = text.parse::<Number>() {
        return Some(LiteralValue { value: Value::Number(number), repair: None });
    }
    // Rust also parses numbers that JSON doesn't allow: `+1`, `.5`, `5.`, `007`. A number that is
    // too large becomes infinite and then null.
    let number: f64 = text.parse().ok()?;
    let integer = (number.fract() == 0.0).then(|| text.trim_start_matches('+').parse::<i64>());
    let value = match integer {
        Some(Ok(integer)) => Value::from(integer),
        _ => Number::from_f64(number).map_or(Value::Null, Value::Number),
    };
    Some(LiteralValue { value, repair: Some(Repair::Number) })
}
