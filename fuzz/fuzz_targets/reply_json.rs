//! Any reply gives JSON or nothing, JSON without mistakes comes out as `serde_json` reads it, and
//! no letter or digit of a string is there that is not in the reply.
#![no_main]

use ibid::llm::reply_json::{number, read, text, value};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|reply: &str| {
    let found = value(reply);
    if let Ok(valid @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str::<Value>(reply) {
        let found = found.as_ref().expect("a value");
        assert!(found.value == valid && found.repairs.is_empty());
        let prose = format!("Here it is:\n```json\n{reply}\n```\nDone.");
        assert_eq!(value(&prose).expect("a value").value, valid);
    }
    if let Some(found) = found {
        check(&found.value, reply);
        let _ = read::<Vec<String>>(reply);
    }
});

fn check(value: &Value, reply: &str) {
    let _ = (number(value), text(value));
    match value {
        Value::String(text) => stands_in(text, reply),
        Value::Array(items) => items.iter().for_each(|item| check(item, reply)),
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            stands_in(key, reply);
            check(value, reply);
        }),
        _ => {}
    }
}

/// Without escapes the string stands in the reply as it is; with them, its pieces without
/// characters that an escape can mean do.
fn stands_in(text: &str, reply: &str) {
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
