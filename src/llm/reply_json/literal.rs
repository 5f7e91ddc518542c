//! Words and numbers, as JSON writes them and as Python, JavaScript and people do.

use serde_json::{Number, Value};

use crate::llm::reply_json::Repair;
use crate::llm::reply_json::cursor::{Cursor, is_word};

/// A value, and what had to be mended if it was not written as JSON does.
pub(super) type Literal = (Value, Option<Repair>);

/// Whether a word that stands for a value is next.
pub(super) fn is_literal(mut cursor: Cursor<'_>) -> bool {
    word(cursor.take_while(is_word)).is_some()
}

/// The value that a word stands for.
pub(super) fn word(word: &str) -> Option<Literal> {
    let (value, repair) = match word.to_ascii_lowercase().as_str() {
        "true" => (Value::Bool(true), Repair::Literal),
        "false" => (Value::Bool(false), Repair::Literal),
        "null" | "none" | "undefined" => (Value::Null, Repair::Literal),
        "nan" | "infinity" | "inf" => (Value::Null, Repair::Number),
        _ => return None,
    };
    let proper = matches!(word, "true" | "false" | "null");
    Some((value, (!proper).then_some(repair)))
}

/// The number that is written so; null if it is too large for one.
pub(super) fn number(written: &str) -> Option<Literal> {
    if let Ok(number) = written.parse::<Number>() {
        return Some((Value::Number(number), None));
    }
    // What Rust reads and JSON does not: `+1`, `.5`, `5.`, `007`, and what is too large.
    let number: f64 = written.parse().ok()?;
    let whole = (number.fract() == 0.0).then(|| written.trim_start_matches('+').parse::<i64>());
    let value = match whole {
        Some(Ok(whole)) => Value::from(whole),
        _ => Number::from_f64(number).map_or(Value::Null, Value::Number),
    };
    Some((value, Some(Repair::Number)))
}
