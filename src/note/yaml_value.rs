//! Values as YAML writes them, and whether one in a file says what one of ours says.

use serde_json::Value;

use crate::note::yaml::{Node, NodeKind};

/// A value behind its key: nothing for null.
pub fn inline(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => scalar(text, Place::Block),
        _ => flow(value),
    }
}

/// A value on one line, as it may stand anywhere, also inside brackets.
pub fn flow(value: &Value) -> String {
    match value {
        Value::String(text) => scalar(text, Place::Flow),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(flow).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(name, value)| format!("{}: {}", key(name), flow(value)))
                .collect();
            format!("{{{}}}", fields.join(", "))
        }
        other => other.to_string(),
    }
}

/// A key, quoted where it must be.
pub fn key(name: &str) -> String {
    scalar(name, Place::Flow)
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Block,
    Flow,
}

/// Text without quotes where it can only be read as that text, else in double quotes.
fn scalar(text: &str, place: Place) -> String {
    let mut characters = text.chars();
    let starts_well = characters
        .next()
        .is_some_and(|c| c.is_alphanumeric() || matches!(c, '/' | '_' | '(' | '.' | '+' | '$'));
    let ends_well = !text.ends_with([' ', ':']);
    let breaks_out = |c: char| {
        c.is_control()
            || matches!(c, '\u{feff}' | '\u{85}' | '\u{2028}' | '\u{2029}')
            || (place == Place::Flow && matches!(c, ',' | '[' | ']' | '{' | '}'))
    };
    let plain = starts_well
        && ends_well
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.chars().any(breaks_out);
    if plain && !reads_as_other(text) && !older_yaml(text) { text.to_owned() } else { quoted(text) }
}

/// JSON's strings are YAML's double-quoted ones, but for characters that YAML does not print.
fn quoted(text: &str) -> String {
    let json = Value::from(text).to_string();
    let escape = |c: char| match c {
        '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => {
            format!("\\u{:04x}", u32::from(c))
        }
        c => c.to_string(),
    };
    json.chars().map(escape).collect()
}

/// Words and figures that YAML takes for something other than text.
fn reads_as_other(text: &str) -> bool {
    let word = text.to_lowercase();
    let named = ["null", "true", "false", ".inf", ".nan"];
    let figure =
        text.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let number = figure
        && text
            .chars()
            .all(|c| c.is_ascii_hexdigit() || matches!(c, '.' | '_' | 'x' | 'o' | '+' | '-' | ':'));
    // A date is text in YAML 1.2 and is what Obsidian itself writes without quotes.
    named.contains(&word.as_str())
        || word.trim_start_matches(['+', '-']) == ".inf"
        || (number && !is_date(text))
}

/// Words that older readers of YAML take for true or false.
fn older_yaml(text: &str) -> bool {
    ["yes", "no", "on", "off"].contains(&text.to_lowercase().as_str())
}

fn is_date(text: &str) -> bool {
    let digits: Vec<&str> = text.split('-').collect();
    matches!(digits.as_slice(), [y, m, d] if y.len() == 4 && m.len() == 2 && d.len() == 2)
}

/// Whether a value is empty.
pub fn is_nothing(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Scalar { text, plain: true } if matches!(text.as_str(), "" | "~" | "null"))
}

/// Whether a value in the file says what a JSON value says.
pub fn matches_value(node: &Node, value: &Value) -> bool {
    match (&node.kind, value) {
        (NodeKind::Scalar { text, plain }, Value::String(wanted)) => {
            text == wanted && !(*plain && reads_as_other(text))
        }
        (NodeKind::Scalar { .. }, Value::Null) => is_nothing(node),
        (NodeKind::Scalar { text, plain: true }, Value::Bool(wanted)) => {
            text.to_lowercase().parse() == Ok(*wanted)
        }
        (NodeKind::Scalar { text, plain: true }, Value::Number(wanted)) => {
            text.parse().ok() == wanted.as_f64()
        }
        (NodeKind::List { items, .. }, Value::Array(values)) => {
            items.len() == values.len()
                && items.iter().zip(values).all(|(item, value)| matches_value(item, value))
        }
        (NodeKind::Map(parts), Value::Object(fields)) => {
            let pairs = parts.chunks(2).filter_map(|pair| match pair {
                [Node { kind: NodeKind::Scalar { text, .. }, .. }, value] => Some((text, value)),
                _ => None,
            });
            let found: Vec<_> = pairs.collect();
            found.len() == fields.len()
                && found.iter().all(|(key, node)| {
                    fields.get(*key).is_some_and(|value| matches_value(node, value))
                })
        }
        _ => false,
    }
}

/// Two values that say the same, wherever they stand.
pub fn same_value(a: &Node, b: &Node) -> bool {
    let same_nodes = |a: &[Node], b: &[Node]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b))
    };
    match (&a.kind, &b.kind) {
        (NodeKind::List { items: a, .. }, NodeKind::List { items: b, .. }) => same_nodes(a, b),
        (NodeKind::Map(a), NodeKind::Map(b)) => same_nodes(a, b),
        (a, b) => a == b,
    }
}
