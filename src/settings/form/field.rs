//! The parts of the settings form as data, and functions that build them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// All settings in the order in which they are shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SettingsForm {
    /// In the order shown.
    pub groups: Vec<FieldGroup>,
}

/// Related settings under one heading.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FieldGroup {
    /// The heading.
    pub heading: &'static str,
    /// In the order shown.
    pub fields: Vec<Field>,
}

/// One setting, or a button that starts an action.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Field {
    /// The name in the saved file.
    pub key: &'static str,
    /// The name on the tab.
    pub name: &'static str,
    /// The help text: one or two sentences.
    pub help: &'static str,
    /// The control that sets the value.
    pub control: Control,
    /// The value until the user sets one.
    #[cfg_attr(
        target_family = "wasm",
        tsify(type = "string | number | boolean | string[] | null")
    )]
    pub default: Value,
    /// The field is shown only while all of these conditions are true.
    pub shown_when: Vec<Condition>,
    /// Fields that are reset to their defaults when this one changes, because their values belong to
    /// its former value. Above all, a key must not be sent to another service.
    pub resets: Vec<&'static str>,
}

/// True while another field has one of some values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Condition {
    /// The other field.
    pub key: &'static str,
    /// Its values.
    pub values: Vec<&'static str>,
}

/// The kinds of controls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Control {
    /// A list of options of which one is chosen.
    Choice {
        /// In the order shown.
        options: Vec<Choice>,
    },
    /// A number field for a whole number.
    Number {
        /// Minimum.
        min: usize,
        /// Maximum.
        max: usize,
    },
    /// A toggle.
    Toggle,
    /// A text field of one line.
    Text {
        /// Shown while the field is empty.
        placeholder: &'static str,
    },
    /// A text field for the name of a model, with the names of the service's models as suggestions.
    Model,
    /// A text area with one entry per line.
    Lines {
        /// Shown while the field is empty.
        placeholder: &'static str,
    },
    /// A field that chooses a secret from the app's secret storage.
    Secret,
    /// A button that starts an action; it saves no value.
    Action {
        /// The action.
        action: Action,
        /// The text of the button.
        label: &'static str,
        /// The confirmation that is needed first, if the action cannot be undone.
        #[serde(rename = "question", skip_serializing_if = "Option::is_none")]
        confirmation: Option<Confirmation>,
    },
}

/// The text of a dialog that asks the user to confirm an action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Confirmation {
    /// The question.
    pub title: &'static str,
    /// What the action deletes.
    #[serde(rename = "what")]
    pub deleted: &'static str,
    /// What stays unchanged.
    #[serde(rename = "limits")]
    pub unchanged: &'static str,
    /// The text of the button that confirms.
    #[serde(rename = "yes")]
    pub confirm: &'static str,
}

/// The actions on the settings tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Sends a short request to the model.
    TestModel,
    /// Searches the web for one word.
    TestSearch,
    /// Downloads the current prices of models.
    RefreshPrices,
    /// Deletes everything that is stored on this device.
    #[serde(rename = "forget")]
    ClearLocalData,
}

/// One option of a `Choice` control.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Choice {
    /// The saved value.
    pub value: &'static str,
    /// The text shown.
    pub label: &'static str,
}

impl SettingsForm {
    /// All fields in the order shown.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.groups.iter().flat_map(|group| &group.fields)
    }
}

/// A field without conditions; its default is filled in by `form`.
pub(super) fn field(
    key: &'static str,
    name: &'static str,
    control: Control,
    help: &'static str,
) -> Field {
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
    /// Shows the field only while another field has one of these values.
    pub(super) fn shown_when(mut self, key: &'static str, values: &[&'static str]) -> Self {
        self.shown_when.push(Condition { key, values: values.to_vec() });
        self
    }

    /// Resets other fields when this one changes.
    pub(super) fn resetting(mut self, keys: &[&'static str]) -> Self {
        self.resets = keys.to_vec();
        self
    }
}

pub(super) fn action(action: Action, label: &'static str) -> Control {
    Control::Action { action, label, confirmation: None }
}

pub(super) fn choice(options: &[(&'static str, &'static str)]) -> Control {
    let option = |(value, label): &(&'static str, &'static str)| Choice { value, label };
    Control::Choice { options: options.iter().map(option).collect() }
}
