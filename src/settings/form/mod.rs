//! The settings tab as data: every field with its sentence of help. The plugin draws it in
//! whichever way the app's version offers, and knows no field by name.

mod model;
mod research;
mod sources;
mod vault;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::settings::Settings;

/// The settings in the order in which they are shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Form {
    /// Top to bottom.
    pub groups: Vec<Group>,
}

/// Settings of one matter.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Group {
    /// What they are about.
    pub heading: &'static str,
    /// Top to bottom.
    pub fields: Vec<Field>,
}

/// One setting, or something to do.
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
    #[cfg_attr(
        target_family = "wasm",
        tsify(type = "string | number | boolean | string[] | null")
    )]
    pub default: Value,
    /// Shown only while all of these hold.
    pub shown_when: Vec<Condition>,
    /// Fields that go back to their defaults when this one changes: what they hold was meant for
    /// the value before, and a key above all must not go to another service.
    pub resets: Vec<&'static str>,
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
    /// On or off.
    Toggle,
    /// One line of text.
    Text {
        /// Shown while it is empty.
        placeholder: &'static str,
    },
    /// The name of a model, with those of the service to choose from.
    Model,
    /// A list, one a line.
    Lines {
        /// Shown while it is empty.
        placeholder: &'static str,
    },
    /// The name of a secret in the app's secret storage.
    Secret,
    /// Something to do: nothing of it is saved.
    Action {
        /// What the core does.
        action: Action,
        /// On the button.
        label: &'static str,
        /// What is asked before, where it cannot be taken back.
        #[serde(skip_serializing_if = "Option::is_none")]
        question: Option<Question>,
    },
}

/// Asked before something is done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Question {
    /// The question itself.
    pub title: &'static str,
    /// What goes.
    pub what: &'static str,
    /// What stays.
    pub limits: &'static str,
    /// The word for yes.
    pub yes: &'static str,
}

/// What can be done on the tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Asks the model for a word.
    TestModel,
    /// Searches for a word.
    TestSearch,
    /// Fetches today's prices.
    RefreshPrices,
    /// Drops everything that is kept on this device.
    Forget,
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
    let groups = [
        ("Engine", model::fields()),
        ("Research", research::fields()),
        ("Report", research::report()),
        ("Web sources", sources::fields()),
        ("Vault and privacy", vault::fields()),
    ];
    let defaults = json!(Settings::default());
    let filled = |field: Field| Field {
        default: defaults.get(field.key).cloned().unwrap_or_default(),
        ..field
    };
    let group = |(heading, fields): (&'static str, Vec<Field>)| Group {
        heading,
        fields: fields.into_iter().map(filled).collect(),
    };
    Form { groups: groups.map(group).into() }
}

impl Form {
    /// All fields, top to bottom.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.groups.iter().flat_map(|group| &group.fields)
    }
}

/// A field that is always shown.
fn field(key: &'static str, name: &'static str, control: Control, help: &'static str) -> Field {
    Field {
        key,
        name,
        help,
        control,
        default: Value::Null,
        shown_when: Vec::new(),
        resets: Vec::new(),
    }
}

impl Field {
    /// Shown only while another field has one of these values.
    fn when(mut self, key: &'static str, values: &[&'static str]) -> Self {
        self.shown_when.push(Condition { key, values: values.to_vec() });
        self
    }

    /// Sets others back when it changes.
    fn resetting(mut self, keys: &[&'static str]) -> Self {
        self.resets = keys.to_vec();
        self
    }
}

fn action(action: Action, label: &'static str) -> Control {
    Control::Action { action, label, question: None }
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
        let form = form();
        let settings =
            form.fields().filter(|field| !matches!(field.control, Control::Action { .. }));
        let mut keys: Vec<&str> = settings.map(|field| field.key).collect();
        keys.sort_unstable();
        let known: Vec<&String> = defaults.as_object().unwrap().keys().collect();
        assert_eq!(keys, known);
        for field in form.fields() {
            assert!(field.help.ends_with('.'), "{}", field.key);
            assert_eq!(&field.default, defaults.get(field.key).unwrap_or(&Value::Null));
        }
    }

    #[test]
    fn every_choice_is_a_value_that_loads() {
        for field in form().fields() {
            if let Control::Choice { options } = &field.control {
                for option in options {
                    let loaded = super::super::saved::load(&json!({ field.key: option.value }));
                    assert_eq!(loaded.warnings, Vec::<String>::new());
                }
            }
        }
    }

    #[test]
    fn a_key_is_not_kept_when_another_service_is_chosen() {
        let form = form();
        let is_secret = |key: &&str| {
            form.fields().any(|field| field.key == *key && field.control == Control::Secret)
        };
        let chooses = ["provider", "webSearch", "papers", "embeddings", "embeddingUrl", "modelUrl"];
        let reset: Vec<&str> = form
            .fields()
            .filter(|field| chooses.contains(&field.key))
            .flat_map(|field| field.resets.iter().copied().filter(is_secret))
            .collect();
        let expected =
            ["apiKey", "apiKey", "searchKey", "papersKey", "embeddingKey", "embeddingKey"];
        assert_eq!(reset, expected);
        let mut secrets = form.fields().filter(|field| field.control == Control::Secret);
        assert!(secrets.all(|secret| reset.contains(&secret.key)));
    }

    #[test]
    fn what_a_field_depends_on_is_a_choice_above_it() {
        let form = form();
        let mut above: Vec<&Field> = Vec::new();
        for field in form.fields() {
            for condition in &field.shown_when {
                let other = above.iter().find(|other| other.key == condition.key);
                let Some(Control::Choice { options }) = other.map(|other| &other.control) else {
                    panic!("{} depends on {}", field.key, condition.key);
                };
                let is_option = |value: &&str| options.iter().any(|option| option.value == *value);
                assert!(condition.values.iter().all(is_option), "{}", field.key);
            }
            above.push(field);
        }
    }
}
