//! The settings tab as data: every field with its sentence of help. The plugin draws it in
//! whichever way the app's version offers, and knows no field by name.

use serde::Serialize;
use serde_json::{Value, json};

use super::{MAX_TOPICS, Settings};

/// The fields in the order in which they are shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Form {
    /// Top to bottom.
    pub fields: Vec<Field>,
}

/// One setting.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Field {
    /// Its name in the saved file.
    pub key: &'static str,
    /// Its name on the tab.
    pub name: &'static str,
    /// One or two sentences of help.
    pub help: &'static str,
    /// How it is set.
    pub control: Control,
    /// Its value until the person sets one.
    #[cfg_attr(target_family = "wasm", tsify(type = "string | number | string[]"))]
    pub default: Value,
    /// Shown only while another field has a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown_when: Option<Condition>,
}

/// Another field and the values of which it must have one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Condition {
    /// The other field.
    pub key: &'static str,
    /// Its values.
    pub values: Vec<&'static str>,
}

/// Ways to set a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Control {
    /// One of several.
    Choice {
        /// In the order shown.
        options: Vec<Choice>,
    },
    /// A whole number.
    Number {
        /// Smallest.
        min: usize,
        /// Largest.
        max: usize,
    },
    /// One line of text.
    Text,
    /// A list, one a line.
    Lines {
        /// Shown while it is empty.
        placeholder: &'static str,
    },
    /// The name of a secret in the app's secret storage.
    Secret,
}

/// One of several values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Choice {
    /// As saved.
    pub value: &'static str,
    /// As shown.
    pub label: &'static str,
}

/// The settings tab.
pub fn form() -> Form {
    let defaults = json!(Settings::default());
    let field = |key: &'static str, name, help, control| Field {
        key,
        name,
        help,
        control,
        default: defaults.get(key).cloned().unwrap_or_default(),
        shown_when: None,
    };
    let when = |key, values: &[&'static str], field: Field| Field {
        shown_when: Some(Condition { key, values: values.to_vec() }),
        ..field
    };
    Form {
        fields: vec![
            field(
                "engine",
                "Engine",
                "The built-in engine works on this device, without a key and at no cost. This version can keep a model's key but does not call a model yet: with “Model” the built-in engine does the work, and the report says so.",
                choice(&[("built-in", "Built-in"), ("model", "Model")]),
            ),
            when(
                "engine",
                &["model"],
                field(
                    "apiKey",
                    "API key",
                    "The key stays in the app's secret storage on this device. Ibid's settings hold only its name.",
                    Control::Secret,
                ),
            ),
            field(
                "depth",
                "Depth",
                "Shallow uses search results and passages of your notes. Deep also opens and reads pages once web sources are available; in your vault both read the same.",
                choice(&[("shallow", "Shallow"), ("deep", "Deep")]),
            ),
            field(
                "topics",
                "Topics",
                "How many topics, claims and questions of a note one run takes up at the most.",
                Control::Number { min: 1, max: MAX_TOPICS },
            ),
            field(
                "excludedFolders",
                "Excluded folders",
                "Notes in these folders are neither searched nor researched. One folder a line.",
                Control::Lines { placeholder: "Templates" },
            ),
            field(
                "inboxFolder",
                "Inbox folder",
                "Where a finished report goes if its note was deleted meanwhile.",
                Control::Text,
            ),
            field(
                "privateFolders",
                "Private folders",
                "Notes in these folders never leave this device. They are found by local search. One folder a line. The same holds for every note with the property “private”.",
                Control::Lines { placeholder: "Diary" },
            ),
            field(
                "privateTags",
                "Private tags",
                "Notes with these tags, or with tags below them, never leave this device. One tag a line.",
                Control::Lines { placeholder: "private" },
            ),
            field(
                "embeddings",
                "Search by meaning",
                "Finds notes also by what they mean. For this the text of your notes, but for private ones, and the words you search for are sent to the service you choose here. Off sends nothing.",
                choice(&[("off", "Off"), ("openai", "OpenAI-compatible"), ("ollama", "Ollama")]),
            ),
            when(
                "embeddings",
                &["openai", "ollama"],
                field(
                    "embeddingUrl",
                    "Address of the service",
                    "Left empty: https://api.openai.com/v1 once a key is set, or http://localhost:11434 for Ollama.",
                    Control::Text,
                ),
            ),
            when(
                "embeddings",
                &["openai", "ollama"],
                field(
                    "embeddingModel",
                    "Embedding model",
                    "Left empty: text-embedding-3-small, or nomic-embed-text for Ollama. With another model all notes are read anew.",
                    Control::Text,
                ),
            ),
            when(
                "embeddings",
                &["openai"],
                field(
                    "embeddingKey",
                    "Key of the service",
                    "The key stays in the app's secret storage on this device. Leave it empty for a service that needs none.",
                    Control::Secret,
                ),
            ),
        ],
    }
}

fn choice(options: &[(&'static str, &'static str)]) -> Control {
    let option = |(value, label): &(&'static str, &'static str)| Choice { value, label };
    Control::Choice { options: options.iter().map(option).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_has_a_field_with_help_and_its_default() {
        let defaults = json!(Settings::default());
        let keys: Vec<&str> = form().fields.iter().map(|field| field.key).collect();
        let mut settings: Vec<&String> = defaults.as_object().unwrap().keys().collect();
        settings.sort_by_key(|key| keys.iter().position(|k| k == key));
        assert_eq!(keys, settings);
        for field in form().fields {
            assert!(field.help.ends_with('.'), "{}", field.key);
            assert_eq!(Some(&field.default), defaults.get(field.key));
        }
    }

    #[test]
    fn every_choice_is_a_value_that_loads() {
        for field in form().fields {
            if let Control::Choice { options } = field.control {
                for option in options {
                    let loaded = super::super::saved::load(&json!({ field.key: option.value }));
                    assert_eq!(loaded.warnings, Vec::<String>::new());
                }
            }
        }
    }
}
