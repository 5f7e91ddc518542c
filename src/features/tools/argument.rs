//! The arguments of a tool as a table. Its JSON schema and the check of the arguments of a call are
//! both made from this table, so they cannot disagree.
//!
//! A crate that derives the schema from a type would need a second check, because its errors do not
//! tell a model what to do.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::values::text::truncated_line;
use crate::values::{Error, ErrorCode, Result};

/// Maximum number of characters of a wrong value that an error message shows.
const MAX_SHOWN_CHARACTERS: usize = 60;

/// One argument of a tool.
#[derive(Debug, Clone, Copy)]
pub struct Argument {
    /// The name of the field in the arguments of a call.
    pub name: &'static str,
    /// Which values are valid.
    pub kind: ArgumentKind,
    /// What the argument means, for a model.
    pub description: &'static str,
    /// Whether the argument may be missing, and what it is then.
    pub presence: Presence,
}

/// The values that an argument accepts.
#[derive(Debug, Clone, Copy)]
pub enum ArgumentKind {
    /// A text that is not empty.
    Text,
    /// A text that may be empty.
    AnyText,
    /// A text, a number or a boolean; a property of a note may be each of them.
    Scalar,
    /// A whole number within limits.
    Integer {
        /// The smallest valid number.
        min: usize,
        /// The largest valid number.
        max: usize,
    },
    /// True or false.
    Boolean,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A list of texts that are not empty.
    TextList,
    /// An object whose values are any JSON.
    Object,
    /// A list of objects with the texts `from` and `to`.
    Moves,
    /// Any JSON value.
    AnyValue,
}

/// Whether an argument may be missing.
#[derive(Debug, Clone, Copy)]
pub enum Presence {
    /// The argument must be given.
    Required,
    /// The argument may be missing.
    Optional,
    /// A missing argument has this number.
    DefaultNumber(usize),
    /// A missing argument has this text.
    DefaultText(&'static str),
    /// A missing argument is false.
    DefaultFalse,
}

/// The valid value of an argument.
#[derive(Debug, Clone, PartialEq)]
enum ArgumentValue {
    Text(String),
    Number(usize),
    Boolean(bool),
    Json(Value),
}

/// Arguments of a call that match the table of its tool, with defaults for missing ones.
#[derive(Debug, Default)]
pub struct CheckedArguments {
    values: BTreeMap<&'static str, ArgumentValue>,
}

/// Builds the JSON schema of the arguments of a tool.
pub fn json_schema(arguments: &[Argument]) -> Value {
    let properties: Map<String, Value> = arguments
        .iter()
        .map(|argument| (argument.name.to_owned(), argument_schema(argument)))
        .collect();
    let is_required = |argument: &&Argument| matches!(argument.presence, Presence::Required);
    let required: Vec<&str> =
        arguments.iter().filter(is_required).map(|argument| argument.name).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn argument_schema(argument: &Argument) -> Value {
    let mut schema = match argument.kind {
        ArgumentKind::Text => json!({ "type": "string", "minLength": 1 }),
        ArgumentKind::AnyText => json!({ "type": "string" }),
        ArgumentKind::Scalar => json!({ "type": ["string", "number", "boolean"] }),
        ArgumentKind::Integer { min, max } => {
            json!({ "type": "integer", "minimum": min, "maximum": max })
        }
        ArgumentKind::Boolean => json!({ "type": "boolean" }),
        ArgumentKind::Choice(words) => json!({ "type": "string", "enum": words }),
        ArgumentKind::TextList => {
            json!({ "type": "array", "items": { "type": "string", "minLength": 1 } })
        }
        ArgumentKind::Object => json!({ "type": "object" }),
        ArgumentKind::Moves => moves_schema(),
        ArgumentKind::AnyValue => json!({}),
    };
    let default = match argument.presence {
        Presence::Required | Presence::Optional => None,
        Presence::DefaultNumber(number) => Some(json!(number)),
        Presence::DefaultText(text) => Some(json!(text)),
        Presence::DefaultFalse => Some(json!(false)),
    };
    if let Some(fields) = schema.as_object_mut() {
        fields.insert("description".to_owned(), json!(argument.description));
        fields.extend(default.map(|default| ("default".to_owned(), default)));
    }
    schema
}

fn moves_schema() -> Value {
    let path = json!({ "type": "string", "minLength": 1 });
    let one = json!({
        "type": "object",
        "properties": { "from": path, "to": path },
        "required": ["from", "to"],
        "additionalProperties": false,
    });
    json!({ "type": "array", "items": one, "minItems": 1 })
}

/// Checks the arguments of a call against the table of the tool `tool_name`. An argument that is
/// null counts as missing, because many models write null for it.
pub fn check_arguments(
    tool_name: &str,
    arguments: &[Argument],
    given: &Value,
) -> Result<CheckedArguments> {
    let no_fields = Map::new();
    let fields = match given {
        Value::Null => &no_fields,
        Value::Object(fields) => fields,
        _ => return Err(invalid(format!("The arguments of `{tool_name}` must be an object"))),
    };
    let is_known = |name: &str| arguments.iter().any(|argument| argument.name == name);
    if let Some(unknown) = fields.keys().find(|name| !is_known(name)) {
        let names: Vec<String> =
            arguments.iter().map(|argument| format!("`{}`", argument.name)).collect();
        let known = match names.is_empty() {
            true => "It has no arguments.".to_owned(),
            false => format!("Its arguments are {}.", names.join(", ")),
        };
        let unknown = truncated_line(unknown, MAX_SHOWN_CHARACTERS);
        return Err(invalid(format!("`{tool_name}` has no argument `{unknown}`")).hint(known));
    }
    let mut checked = CheckedArguments::default();
    for argument in arguments {
        let value = match fields.get(argument.name).filter(|value| !value.is_null()) {
            Some(value) => Some(argument.check_value(value)?),
            None => argument.default_value(tool_name)?,
        };
        checked.values.extend(value.map(|value| (argument.name, value)));
    }
    Ok(checked)
}

impl Argument {
    fn default_value(&self, tool_name: &str) -> Result<Option<ArgumentValue>> {
        match self.presence {
            Presence::Required => {
                let message = format!("`{tool_name}` needs the argument `{}`", self.name);
                Err(invalid(message).hint(self.description))
            }
            Presence::Optional => Ok(None),
            Presence::DefaultNumber(number) => Ok(Some(ArgumentValue::Number(number))),
            Presence::DefaultText(text) => Ok(Some(ArgumentValue::Text(text.to_owned()))),
            Presence::DefaultFalse => Ok(Some(ArgumentValue::Boolean(false))),
        }
    }

    fn check_value(&self, value: &Value) -> Result<ArgumentValue> {
        let checked = match self.kind {
            ArgumentKind::Text => value.as_str().filter(|text| !text.trim().is_empty()).map(text),
            ArgumentKind::AnyText => value.as_str().map(text),
            ArgumentKind::Scalar => scalar_text(value).map(ArgumentValue::Text),
            ArgumentKind::Integer { min, max } => whole_number(value)
                .filter(|number| (min..=max).contains(number))
                .map(ArgumentValue::Number),
            ArgumentKind::Boolean => boolean(value).map(ArgumentValue::Boolean),
            ArgumentKind::Choice(words) => {
                let word = value.as_str().filter(|word| words.contains(word));
                word.map(text)
            }
            ArgumentKind::TextList => text_list(value).map(ArgumentValue::Json),
            ArgumentKind::Object => value.is_object().then(|| ArgumentValue::Json(value.clone())),
            ArgumentKind::Moves => is_move_list(value).then(|| ArgumentValue::Json(value.clone())),
            ArgumentKind::AnyValue => Some(ArgumentValue::Json(value.clone())),
        };
        checked.ok_or_else(|| self.value_error(value))
    }

    fn value_error(&self, value: &Value) -> Error {
        let shown = truncated_line(&value.to_string(), MAX_SHOWN_CHARACTERS);
        let wanted = match self.kind {
            ArgumentKind::Text => "a text that is not empty".to_owned(),
            ArgumentKind::AnyText => "a text".to_owned(),
            ArgumentKind::Scalar => "a text, a number, true or false".to_owned(),
            ArgumentKind::Integer { min, max } => format!("a whole number from {min} to {max}"),
            ArgumentKind::Boolean => "true or false".to_owned(),
            ArgumentKind::Choice(words) => words.join(" or "),
            ArgumentKind::TextList => "a list of texts".to_owned(),
            ArgumentKind::Object => "an object".to_owned(),
            ArgumentKind::Moves => "a list of objects with `from` and `to`".to_owned(),
            ArgumentKind::AnyValue => "a value".to_owned(),
        };
        invalid(format!("`{}` is {shown}, but must be {wanted}", self.name)).hint(self.description)
    }
}

impl CheckedArguments {
    /// The text of a required argument or of one with a default.
    pub fn text(&self, name: &'static str) -> Result<String> {
        self.optional_text(name).ok_or_else(|| undeclared(name))
    }

    /// The text of an argument that may be missing.
    pub fn optional_text(&self, name: &'static str) -> Option<String> {
        match self.values.get(name) {
            Some(ArgumentValue::Text(text)) => Some(text.clone()),
            _ => None,
        }
    }

    /// The number of a required argument or of one with a default.
    pub fn number(&self, name: &'static str) -> Result<usize> {
        match self.values.get(name) {
            Some(ArgumentValue::Number(number)) => Ok(*number),
            _ => Err(undeclared(name)),
        }
    }

    /// The value of an argument that may be any JSON.
    pub fn json(&self, name: &'static str) -> Option<&Value> {
        match self.values.get(name) {
            Some(ArgumentValue::Json(value)) => Some(value),
            _ => None,
        }
    }

    /// The texts of a list; empty if the argument is missing.
    pub fn text_list(&self, name: &'static str) -> Vec<String> {
        let items = self.json(name).and_then(Value::as_array).into_iter().flatten();
        items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
    }

    /// The value of an argument that is true or false.
    pub fn boolean(&self, name: &'static str) -> Result<bool> {
        match self.values.get(name) {
            Some(ArgumentValue::Boolean(value)) => Ok(*value),
            _ => Err(undeclared(name)),
        }
    }
}

/// The error for arguments that do not match the table of their tool.
pub fn invalid(message: impl Into<String>) -> Error {
    Error::new(ErrorCode::ArgumentInvalid, message)
}

/// The error for code that reads an argument that the table of its tool does not have.
fn undeclared(name: &str) -> Error {
    Error::new(ErrorCode::Unexpected, format!("The argument `{name}` is not declared"))
}

fn text(text: &str) -> ArgumentValue {
    ArgumentValue::Text(text.to_owned())
}

/// A list of texts; a single text counts as a list of one.
fn text_list(value: &Value) -> Option<Value> {
    let is_text = |item: &Value| item.as_str().is_some_and(|text| !text.trim().is_empty());
    match value {
        Value::Array(items) if items.iter().all(is_text) => Some(value.clone()),
        text if is_text(text) => Some(json!([text])),
        _ => None,
    }
}

fn is_move_list(value: &Value) -> bool {
    let is_move = |item: &Value| {
        let text = |name: &str| {
            item.get(name).and_then(Value::as_str).is_some_and(|it| !it.trim().is_empty())
        };
        item.as_object().is_some_and(|fields| fields.len() == 2) && text("from") && text("to")
    };
    value.as_array().is_some_and(|items| !items.is_empty() && items.iter().all(is_move))
}

fn scalar_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

/// A whole number that is not negative, also if it is given as text or as `5.0`.
fn whole_number(value: &Value) -> Option<usize> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        Value::Number(number) => match number.as_u64() {
            Some(whole) => usize::try_from(whole).ok(),
            None => {
                let number = number.as_f64().filter(|number| number.fract() == 0.0)?;
                // Every valid number is far below this limit.
                (0.0..=f64::from(u32::MAX)).contains(&number).then_some(number as usize)
            }
        },
        _ => None,
    }
}

fn boolean(value: &Value) -> Option<bool> {
    match value {
        Value::String(text) => text.trim().to_lowercase().parse().ok(),
        value => value.as_bool(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARGUMENTS: [Argument; 5] = [
        Argument {
            name: "query",
            kind: ArgumentKind::Text,
            description: "What to find.",
            presence: Presence::Required,
        },
        Argument {
            name: "limit",
            kind: ArgumentKind::Integer { min: 1, max: 9 },
            description: "How many.",
            presence: Presence::DefaultNumber(5),
        },
        Argument {
            name: "mode",
            kind: ArgumentKind::Choice(&["fast", "slow"]),
            description: "How.",
            presence: Presence::DefaultText("fast"),
        },
        Argument {
            name: "deep",
            kind: ArgumentKind::Boolean,
            description: "Deep.",
            presence: Presence::DefaultFalse,
        },
        Argument {
            name: "value",
            kind: ArgumentKind::Scalar,
            description: "Any.",
            presence: Presence::Optional,
        },
    ];

    fn check(given: Value, expected: &str) {
        let got = match check_arguments("find", &ARGUMENTS, &given) {
            Ok(checked) => format!(
                "{} {} {} {} {}",
                checked.text("query").unwrap(),
                checked.number("limit").unwrap(),
                checked.text("mode").unwrap(),
                checked.boolean("deep").unwrap(),
                checked.optional_text("value").unwrap_or_default(),
            ),
            Err(error) => {
                assert_eq!(error.code, ErrorCode::ArgumentInvalid);
                error.message
            }
        };
        assert_eq!(got, expected, "{given}");
    }

    #[test]
    fn valid_arguments_are_read_and_missing_ones_have_defaults() {
        check(json!({ "query": "a" }), "a 5 fast false ");
        check(json!({ "query": "a", "limit": null, "value": true }), "a 5 fast false true");
        check(json!({ "query": "a", "limit": "7", "value": 3 }), "a 7 fast false 3");
        check(json!({ "query": "a", "limit": 2.0, "deep": "true" }), "a 2 fast true ");
    }

    #[test]
    fn wrong_arguments_are_named() {
        check(json!({}), "`find` needs the argument `query`");
        check(Value::Null, "`find` needs the argument `query`");
        check(json!([1]), "The arguments of `find` must be an object");
        check(json!({ "query": "a", "querry": "b" }), "`find` has no argument `querry`");
        check(json!({ "query": " " }), "`query` is \" \", but must be a text that is not empty");
        check(json!({ "query": 5 }), "`query` is 5, but must be a text that is not empty");
        let number = "but must be a whole number from 1 to 9";
        check(json!({ "query": "a", "limit": 0 }), &format!("`limit` is 0, {number}"));
        check(json!({ "query": "a", "limit": 1.5 }), &format!("`limit` is 1.5, {number}"));
        check(json!({ "query": "a", "limit": -1 }), &format!("`limit` is -1, {number}"));
        check(json!({ "query": "a", "limit": "x" }), &format!("`limit` is \"x\", {number}"));
        check(
            json!({ "query": "a", "mode": "Fast" }),
            "`mode` is \"Fast\", but must be fast or slow",
        );
        check(json!({ "query": "a", "deep": 1 }), "`deep` is 1, but must be true or false");
    }

    #[test]
    fn the_schema_has_every_argument() {
        let schema = json_schema(&ARGUMENTS);
        assert_eq!(schema["required"], json!(["query"]));
        assert_eq!(schema["additionalProperties"], json!(false));
        let limit = json!({
            "type": "integer", "minimum": 1, "maximum": 9, "default": 5, "description": "How many."
        });
        assert_eq!(schema["properties"]["limit"], limit);
        assert_eq!(schema["properties"]["mode"]["enum"], json!(["fast", "slow"]));
    }
}
