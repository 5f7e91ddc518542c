//! No reply makes the extraction of JSON panic, valid JSON gives the same result as `serde_json`, and
//! every string of the result occurs in the reply.
#![no_main]

use ibid::model::llm::{extract, extract_as};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|reply: &str| {
    let found = extract(reply);
    if let Ok(valid @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str::<Value>(reply) {
        let found = found.as_ref().expect("a value");
        assert!(found.value == valid && found.repairs.is_empty());
        let prose = format!("Here it is:\n```json\n{reply}\n```\nDone.");
        assert_eq!(extract(&prose).expect("a value").value, valid);
    }
    if let Some(found) = found {
        check(&found.value, reply);
        let _ = extract_as::<Vec<String>>(reply);
    }
});

fn check(value: &Value, reply: &str) {
    match value {
        Value::String(text) => occurs_in(text, reply),
        Value::Array(items) => items.iter().for_each(|item| check(item, reply)),
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            occurs_in(key, reply);
            check(value, reply);
        }),
        _ => {}
    }
}

/// Checks that a string occurs in the reply. If the reply has escapes, only the parts of the string
/// between characters that can be escaped are checked.
fn occurs_in(text: &str, reply: &str) {
    if reply.contains("\\u") || reply.contains("\\x") {
        return;
    }
    let escaped = ['\\', '"', '\'', '/', '\n', '\r', '\t', '\u{8}', '\u{c}'];
    if reply.contains('\\') {
        text.split(escaped).for_each(|piece| assert!(reply.contains(piece), "{text:?}"));
    } else {
        assert!(reply.contains(text), "{text:?}");
    }
}
