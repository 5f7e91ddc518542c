//! Tests for the extraction of JSON: named cases, and properties that hold for any reply.

use proptest::prelude::*;
use serde_json::Value;

use crate::golden;
use crate::model::llm::reply_json::{extract, extract_as};
use crate::values::text::assert_linear;

/// The value extracted from a reply, and the repairs, as text.
fn shown(reply: &str) -> String {
    let Some(found) = extract(reply) else {
        return "none".into();
    };
    let repairs: Vec<String> = found.repairs.iter().map(|repair| format!("{repair:?}")).collect();
    match repairs.is_empty() {
        true => found.value.to_string(),
        false => format!("{}\n! {}", found.value, repairs.join(" ")),
    }
}

#[test]
fn every_named_case_holds() {
    let path = "src/model/llm/cases/reply_json.txt";
    assert!(golden::check_cases(path, |case| shown(&case.input)) >= 60);
}

#[test]
fn a_type_is_read_from_the_value_that_fits_it() {
    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct TopicName {
        name: String,
    }
    let topic = TopicName { name: "tea".into() };
    assert_eq!(extract_as(r#"As [1, 2, 3, 4, 5, 6, 7] say: {"name": "tea"}"#), Some(topic));
    assert_eq!(extract_as::<TopicName>(r#"{"title": "tea"}"#), None);
    assert_eq!(extract_as::<TopicName>("I cannot help with that."), None);
}

#[test]
fn unclosed_brackets_take_linear_work() {
    let pieces = [
        "[",
        "{",
        "{\"a\":",
        "[\"",
        "{\"",
        "[/*",
        "[//",
        "\"[",
        "\"\" ",
        "\",",
        "</think>[",
        "<think>",
        "[1,",
        "{a:[",
        "[\"a\" ",
        "{\"</think>",
        "\\\"{",
        "```\n[\"",
        "[tru",
        "“,",
    ];
    for piece in pieces {
        for before in ["", "[\"", "{\"a\": \""] {
            assert_linear(piece, 10_000 / piece.len(), |reply| {
                extract(&format!("{before}{reply}"));
            });
        }
    }
}

#[test]
fn values_are_parsed_down_to_a_maximum_depth() {
    let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    let in_prose = |depth: usize| extract(&format!("Here: {}", nested(depth)));
    assert!(in_prose(128).expect("a value").is_complete());
    assert_eq!(in_prose(129), None);
}

/// Random JSON, with strings that look like reasoning tags, fences and JSON.
fn any_json() -> impl Strategy<Value = Value> {
    let words = ["", "a", "<think>", "</think>", "```", "\n```\n", "}", "{\"a\":1}", "\\", "// x"];
    let text = prop_oneof![
        "\\PC{0,8}",
        "[\"'{}\\[\\]:,\\\\/\n\t\u{0}“”a ]{0,8}",
        proptest::sample::select(words.to_vec()).prop_map(str::to_owned)
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::vec((text.clone(), inner), 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Random replies made of JSON tokens, reasoning tags, code fences and words.
fn any_reply() -> impl Strategy<Value = String> {
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "'",
        "“",
        "”",
        "‘",
        "’",
        "\\",
        "\\\"",
        "\\n",
        "\\u00e9",
        "\\ud83d\\ude00",
        "\\ud800",
        "\\x41",
        "//",
        "/*",
        "*/",
        "\n",
        " ",
        "```json\n",
        "\n```\n",
        "<think>",
        "</think>",
        "a",
        "\"a\": ",
        "\"b\"",
        "key",
        "true",
        "None",
        "NaN",
        "-",
        "1",
        "2.5",
        "1e9",
        "é",
        "\u{feff}",
        "…",
    ];
    let piece = proptest::sample::select(pieces.to_vec());
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Decodes the escape at the start of a text. Returns the characters and the length of the escape.
fn decode_escape(reply: &[char]) -> Option<(Vec<char>, usize)> {
    let code = |from: usize, to: usize| {
        let digits: String = reply.get(from..to)?.iter().collect();
        u32::from_str_radix(&digits, 16).ok()
    };
    let one = |c: char, length: usize| Some((vec![c], length));
    match reply.get(1)? {
        'n' => one('\n', 2),
        't' => one('\t', 2),
        'r' => one('\r', 2),
        'b' => one('\u{8}', 2),
        'f' => one('\u{c}', 2),
        'x' => one(char::from_u32(code(2, 4)?)?, 4),
        'u' => match char::from_u32(code(2, 6)?) {
            Some(c) => one(c, 6),
            None => {
                let pair = [code(2, 6)? as u16, code(8, 12)? as u16];
                one(char::decode_utf16(pair).next()?.ok()?, 12)
            }
        },
        c @ ('"' | '\\' | '/' | '\'') => one(*c, 2),
        _ => None,
    }
}

/// Whether the reply starts with the text, unchanged or with its escapes decoded.
fn begins(text: &[char], reply: &[char]) -> bool {
    let (Some(first), Some(next)) = (text.first(), reply.first()) else {
        return text.is_empty();
    };
    let plain = first == next && begins(&text[1..], &reply[1..]);
    plain
        || (*next == '\\'
            && decode_escape(reply).is_some_and(|(meant, length)| {
                text.strip_prefix(&meant[..]).is_some_and(|rest| begins(rest, &reply[length..]))
            }))
}

fn occurs_in(text: &str, reply: &str) -> bool {
    let (text, reply): (Vec<char>, Vec<char>) = (text.chars().collect(), reply.chars().collect());
    (0..=reply.len()).any(|start| begins(&text, &reply[start..]))
}

/// All strings of a value, its keys too.
fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(strings).collect(),
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(key, value)| [vec![key.as_str()], strings(value)].concat())
            .collect(),
        _ => Vec::new(),
    }
}

/// The number of values inside a value.
fn size(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(fields) => 1 + fields.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

fn check_nothing_is_invented(reply: &str) {
    let Some(found) = extract(reply) else {
        return;
    };
    let opened = crate::model::llm::reply_json::json_string::unescape(reply);
    for text in strings(&found.value) {
        assert!(occurs_in(text, reply) || occurs_in(text, &opened), "{text:?} is not in {reply:?}");
    }
    // Each value has at least one character of its own.
    assert!(size(&found.value) <= reply.chars().count(), "too many values from {reply:?}");
}

#[test]
fn the_check_for_invented_text_works() {
    assert!(occurs_in("a\nb", r#"{"x": "a\nb"}"#));
    assert!(occurs_in(r"\alpha", r#"["\alpha"]"#));
    assert!(occurs_in("😀", r#"["\ud83d\ude00"]"#));
    assert!(!occurs_in("ab", r#"["a b"]"#));
    assert!(!occurs_in("a", r#"["\n"]"#));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1024) })]

    #[test]
    fn valid_json_is_returned_unchanged(json in any_json(), pretty in any::<bool>()) {
        let written = match pretty {
            true => serde_json::to_string_pretty(&json),
            false => serde_json::to_string(&json),
        }.expect("JSON");
        let expected: Value = serde_json::from_str(&written).expect("JSON");
        if !expected.is_string() {
            let found = extract(&written).expect("a value");
            prop_assert_eq!(&found.value, &expected);
            prop_assert!(found.repairs.is_empty());
        }
        if expected.is_object() || expected.is_array() {
            // If there are two closing tags, it is unknown which one ends the reasoning.
            let thought = if written.contains("</think>") { "" } else { "{ \"a\": \"b </think>" };
            for reply in [
                format!("Here it is, as you [asked]:\n\n```json\n{written}\n```\nIt's done (1)."),
                format!("<think>{{\"a\": [1]}} or \"so</think>~~~\n{written}"),
                format!("Let me see {thought}\n{written} That's \"all\"."),
                format!("{written}\n{written}"),
            ] {
                let found = extract(&reply).expect("a value");
                prop_assert_eq!(&found.value, &expected, "{}", reply);
                prop_assert_eq!(found.repairs, [crate::model::llm::reply_json::Repair::SurroundingText]);
            }
            let encoded = serde_json::to_string(&written).expect("JSON");
            prop_assert_eq!(&extract(&encoded).expect("a value").value, &expected);
        }
    }

    #[test]
    fn json_that_is_cut_off_keeps_only_what_was_there(json in any_json(), share in 0.0..1.0) {
        // A text with a closing reasoning tag may be reasoning.
        let written = json.to_string().replace("</think>", "/think");
        let end = written.floor_char_boundary((written.len() as f64 * share) as usize);
        check_nothing_is_invented(&written[..end]);
        if let (Some(found), true) = (extract(&written[..end]), json.is_object() || json.is_array()) {
            let whole = serde_json::from_str(&written).expect("JSON");
            prop_assert!(is_part(&found.value, &whole), "{}", found.value);
        }
    }

    #[test]
    fn nothing_is_invented_from_any_reply(reply in any_reply(), other in "\\PC{0,60}") {
        check_nothing_is_invented(&reply);
        check_nothing_is_invented(&other);
    }
}

/// Whether `part` equals `whole` except that the ends of its containers may be missing.
fn is_part(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Array(part), Value::Array(whole)) => {
            part.len() <= whole.len() && part.iter().zip(whole).all(|(a, b)| is_part(a, b))
        }
        (Value::Object(part), Value::Object(whole)) => {
            part.iter().all(|(key, a)| whole.get(key).is_some_and(|b| is_part(a, b)))
        }
        _ => part == whole,
    }
}
