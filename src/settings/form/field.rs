//! The parts of the settings form as data, and functions that build them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// All settings in the order in which they are shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SettingsForm {
    /// The groups of settings, in the order in which they are shown.
    pub groups: Vec<FieldGroup>,
}

/// Related settings under one heading.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FieldGroup {
    /// The heading above the group on the settings tab.
    pub heading: &'static str,
    /// The settings of the group, in the order in which they are shown.
    pub fields: Vec<Field>,
}

/// One setting, or a button that starts an action.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Field {
    /// The name of the setting in the saved file.
    pub key: &'static str,
    /// The name of the setting on the settings tab.
    pub name: &'static str,
    /// The help text: one or two sentences.
    pub help: &'static str,
    /// The control with which the user changes the value, such as a toggle.
    pub control: Control,
    /// The value of the setting until the user changes it.
    #[cfg_attr(
        target_family = "wasm",
        tsify(type = "string | number | boolean | string[] | null")
    )]
    pub default: Value,
    /// The field is shown only while all of these conditions are true.
    pub shown_when: Vec<ShownCondition>,
    /// The field is hidden while all of these conditions are true; never, if there are none.
    pub hidden_when: Vec<ShownCondition>,
    /// Fields that are reset to their defaults when this field changes, because their values belong
    /// to its old value: an API key, for example, must not be sent to another service.
    #[serde(rename = "resets")]
    pub reset_field_keys: Vec<&'static str>,
    /// What the field shows for certain values of another field. The first one whose condition is
    /// true applies.
    pub variants: Vec<FieldVariant>,
}

/// What a field shows while another field has a certain value, for example for one provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FieldVariant {
    /// When this variant applies.
    pub when: ShownCondition,
    /// The text that is shown while the field is empty; empty for that of the control.
    pub placeholder: String,
    /// A link to a web page below the help text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<FieldLink>,
    /// Whether the models of the service are listed as soon as the variant applies.
    pub lists_models: bool,
}

/// A link to a web page that helps with a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct FieldLink {
    /// The text of the link.
    pub text: &'static str,
    /// The address of the page.
    pub url: &'static str,
}

/// A condition that is true while another field has one of the listed values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct ShownCondition {
    /// The key of the other field, on whose value the condition depends.
    pub key: &'static str,
    /// The values of the other field for which the condition is true.
    #[serde(rename = "values")]
    pub matching_values: Vec<&'static str>,
}

/// How a setting is shown on the settings tab, and which values it accepts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Control {
    /// A list of options of which one is chosen.
    Choice {
        /// The options, in the order in which they are shown.
        options: Vec<Choice>,
    },
    /// A number field for a whole number.
    Number {
        /// Smallest number that can be entered.
        min: usize,
        /// Largest number that can be entered.
        max: usize,
    },
    /// A switch that is on or off.
    Toggle,
    /// A text field of one line.
    Text {
        /// The text that is shown while the field is empty.
        placeholder: &'static str,
    },
    /// A text field for the name of a model, with the names of the service's models as suggestions.
    Model,
    /// A text area with one entry per line.
    Lines {
        /// The text that is shown while the field is empty.
        placeholder: &'static str,
    },
    /// A field that chooses a secret from the app's secret storage.
    Secret,
    /// A button that starts an action; it saves no value.
    Action {
        /// The action that the button starts.
        action: Action,
        /// The text of the button.
        label: &'static str,
        /// The dialog that asks for confirmation first, if the action cannot be undone.
        #[serde(rename = "question", skip_serializing_if = "Option::is_none")]
        confirmation: Option<Confirmation>,
    },
}

/// The text of a dialog that asks the user to confirm an action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Confirmation {
    /// The title of the dialog: the question to the user.
    pub title: &'static str,
    /// Text about the data that the action deletes.
    #[serde(rename = "what")]
    pub deleted_data_text: &'static str,
    /// Text about the data that the action does not delete.
    #[serde(rename = "limits")]
    pub unchanged_data_text: &'static str,
    /// The text of the button that confirms.
    #[serde(rename = "yes")]
    pub confirm_button_label: &'static str,
}

/// What a button on the settings tab can do.
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
    /// The value that is saved if the user chooses this option.
    pub value: &'static str,
    /// The text of the option that users see.
    pub label: &'static str,
}

impl SettingsForm {
    /// The fields of all groups, in the order in which they are shown.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.groups.iter().flat_map(|group| &group.fields)
    }
}

/// Creates a field that is always shown and resets no other field. Its default is filled in by
/// `settings_form`.
pub(super) fn new_field(
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
        hidden_when: Vec::new(),
        reset_field_keys: Vec::new(),
        variants: Vec::new(),
    }
}

impl FieldVariant {
    /// A variant for one value of the field `key` that changes nothing yet.
    pub(super) fn new(key: &'static str, value: &'static str) -> Self {
        Self {
            when: ShownCondition { key, matching_values: vec![value] },
            placeholder: String::new(),
            link: None,
            lists_models: false,
        }
    }
}

impl Field {
    /// Adds a condition: the field is shown only while the field `key` has one of these values.
    pub(super) fn shown_when(mut self, key: &'static str, values: &[&'static str]) -> Self {
        self.shown_when.push(ShownCondition { key, matching_values: values.to_vec() });
        self
    }

    /// Adds a condition: the field is hidden while the field `key` has one of these values, and all other
    /// such conditions are true too.
    pub(super) fn hidden_when(mut self, key: &'static str, values: &[&'static str]) -> Self {
        self.hidden_when.push(ShownCondition { key, matching_values: values.to_vec() });
        self
    }

    /// Adds what the field shows for certain values of another field.
    pub(super) fn with_variants(mut self, variants: impl Iterator<Item = FieldVariant>) -> Self {
        self.variants.extend(variants);
        self
    }

    /// Makes every change of this field reset the fields `keys` to their defaults.
    pub(super) fn resets_fields(mut self, keys: &[&'static str]) -> Self {
        self.reset_field_keys = keys.to_vec();
        self
    }
}

pub(super) fn action_control(action: Action, label: &'static str) -> Control {
    Control::Action { action, label, confirmation: None }
}

pub(super) fn choice_control(options: &[(&'static str, &'static str)]) -> Control {
    let option = |(value, label): &(&'static str, &'static str)| Choice { value, label };
    Control::Choice { options: options.iter().map(option).collect() }
}
