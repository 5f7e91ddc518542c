//! Writes JSON values as YAML, and compares values in the frontmatter with JSON values.

use serde_json::Value;

use crate::notes::note::yaml::{YamlNode, YamlNodeKind};

/// Writes a value so that it can follow its key on the same line. Null becomes an empty text.
pub(super) fn to_inline_yaml(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => to_yaml_scalar(text, ScalarContext::Block),
        _ => to_flow_yaml(value),
    }
}

/// Writes a value on one line in a form that is also valid inside brackets, such as `[a, b]`.
pub(super) fn to_flow_yaml(value: &Value) -> String {
    match value {
        Value::String(text) => to_yaml_scalar(text, ScalarContext::Flow),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(to_flow_yaml).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(name, value)| format!("{}: {}", to_yaml_key(name), to_flow_yaml(value)))
                .collect();
            format!("{{{}}}", fields.join(", "))
        }
        other => other.to_string(),
    }
}

/// Writes a key, with quotes if it needs them.
pub(super) fn to_yaml_key(name: &str) -> String {
    to_yaml_scalar(name, ScalarContext::Flow)
}

/// Where a scalar is written: inside brackets more characters need quotes.
#[derive(Clone, Copy, PartialEq)]
enum ScalarContext {
    Block,
    Flow,
}

/// Writes text without quotes if every YAML parser reads it as that text, else in double quotes.
fn to_yaml_scalar(text: &str, context: ScalarContext) -> String {
    let mut characters = text.chars();
    let starts_well = characters
        .next()
        .is_some_and(|c| c.is_alphanumeric() || matches!(c, '/' | '_' | '(' | '.' | '+' | '$'));
    let ends_well = !text.ends_with([' ', ':']);
    let needs_quotes = |c: char| {
        c.is_control()
            || matches!(c, '\u{feff}' | '\u{85}' | '\u{2028}' | '\u{2029}')
            || (context == ScalarContext::Flow && matches!(c, ',' | '[' | ']' | '{' | '}'))
    };
    let plain = starts_well
        && ends_well
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.chars().any(needs_quotes);
    if plain && !is_parsed_as_non_text(text) && !is_yaml_1_1_boolean(text) {
        text.to_owned()
    } else {
        to_quoted_yaml(text)
    }
}

/// Writes text in double quotes. JSON's strings are valid in YAML, except for characters that YAML
/// calls non-printable.
fn to_quoted_yaml(text: &str) -> String {
    let json = Value::from(text).to_string();
    let escape = |c: char| match c {
        '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => {
            format!("\\u{:04x}", u32::from(c))
        }
        c => c.to_string(),
    };
    json.chars().map(escape).collect()
}

/// Whether YAML parses a text without quotes as null, a boolean or a number.
pub(crate) fn is_parsed_as_non_text(text: &str) -> bool {
    let word = text.to_lowercase();
    let named = ["null", "true", "false", ".inf", ".nan"];
    let figure =
        text.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let number = figure
        && text
            .chars()
            .all(|c| c.is_ascii_hexdigit() || matches!(c, '.' | '_' | 'x' | 'o' | '+' | '-' | ':'));
    // Dates don't count: they are text in YAML 1.2, and Obsidian writes them without quotes.
    named.contains(&word.as_str())
        || word.trim_start_matches(['+', '-']) == ".inf"
        || (number && !is_date(text))
}

/// Whether a parser of YAML 1.1 reads a word as true or false.
fn is_yaml_1_1_boolean(text: &str) -> bool {
    ["yes", "no", "on", "off"].contains(&text.to_lowercase().as_str())
}

fn is_date(text: &str) -> bool {
    let digits: Vec<&str> = text.split('-').collect();
    matches!(digits.as_slice(), [y, m, d] if y.len() == 4 && m.len() == 2 && d.len() == 2)
}

/// Whether a value is null or missing.
pub(super) fn is_null(node: &YamlNode) -> bool {
    matches!(&node.kind, YamlNodeKind::Scalar { text, plain: true } if matches!(text.as_str(), "" | "~" | "null"))
}

/// Whether a value in the frontmatter equals a JSON value.
pub(super) fn equals_json_value(node: &YamlNode, value: &Value) -> bool {
    match (&node.kind, value) {
        (YamlNodeKind::Scalar { text, plain }, Value::String(wanted)) => {
            text == wanted && !(*plain && is_parsed_as_non_text(text))
        }
        (YamlNodeKind::Scalar { .. }, Value::Null) => is_null(node),
        (YamlNodeKind::Scalar { text, plain: true }, Value::Bool(wanted)) => {
            text.to_lowercase().parse() == Ok(*wanted)
        }
        (YamlNodeKind::Scalar { text, plain: true }, Value::Number(wanted)) => {
            text.parse().ok() == wanted.as_f64()
        }
        (YamlNodeKind::List { items, .. }, Value::Array(values)) => {
            items.len() == values.len()
                && items.iter().zip(values).all(|(item, value)| equals_json_value(item, value))
        }
        (YamlNodeKind::Map(parts), Value::Object(fields)) => {
            let pairs = parts.chunks(2).filter_map(|pair| match pair {
                [YamlNode { kind: YamlNodeKind::Scalar { text, .. }, .. }, value] => {
                    Some((text, value))
                }
                _ => None,
            });
            let found: Vec<_> = pairs.collect();
            found.len() == fields.len()
                && found.iter().all(|(key, node)| {
                    fields.get(*key).is_some_and(|value| equals_json_value(node, value))
                })
        }
        _ => false,
    }
}

/// Whether two values are equal, ignoring their byte ranges.
pub(super) fn is_same_value(a: &YamlNode, b: &YamlNode) -> bool {
    let same_nodes = |a: &[YamlNode], b: &[YamlNode]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same_value(a, b))
    };
    match (&a.kind, &b.kind) {
        (YamlNodeKind::List { items: a, .. }, YamlNodeKind::List { items: b, .. }) => {
            same_nodes(a, b)
        }
        (YamlNodeKind::Map(a), YamlNodeKind::Map(b)) => same_nodes(a, b),
        (a, b) => a == b,
    }
}
