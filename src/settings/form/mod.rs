//! The settings tab as data: every field with its help text. The plugin draws the fields in
//! whichever way the app's version supports, and its code names no field.

mod ask;
mod chat;
mod embeddings;
mod engine;
mod field;
mod inbox;
mod research;
mod sources;
mod vault;

use serde_json::json;

use crate::settings::Settings;

pub use field::{
    Action, Choice, Confirmation, Control, Field, FieldGroup, FieldLink, FieldVariant,
    SettingsForm, ShownCondition,
};

/// Builds the form of the settings tab.
pub fn settings_form() -> SettingsForm {
    let groups = [
        ("Engine", engine::model_fields()),
        ("Research", research::research_fields()),
        ("Report", research::report_fields()),
        ("Ask the vault", ask::ask_fields()),
        ("Chat", chat::chat_fields()),
        ("Gaps and inbox", inbox::inbox_fields()),
        ("Web sources", sources::source_fields()),
        ("Search by meaning", embeddings::embedding_fields()),
        ("Vault and privacy", vault::vault_fields()),
    ];
    let defaults = json!(Settings::default());
    let with_default = |field: Field| Field {
        default: defaults.get(field.key).cloned().unwrap_or_default(),
        ..field
    };
    let group = |(heading, fields): (&'static str, Vec<Field>)| FieldGroup {
        heading,
        fields: fields.into_iter().map(with_default).collect(),
    };
    SettingsForm { groups: groups.map(group).into() }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::settings::saved_settings;

    #[test]
    fn every_setting_has_a_field_with_help_and_its_default() {
        let defaults = json!(Settings::default());
        let form = settings_form();
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
        for field in settings_form().fields() {
            if let Control::Choice { options } = &field.control {
                for option in options {
                    let loaded = saved_settings::load_settings(&json!({ field.key: option.value }));
                    assert_eq!(loaded.warnings, Vec::<String>::new());
                }
            }
        }
    }

    #[test]
    fn choosing_another_service_resets_its_key() {
        let form = settings_form();
        let is_secret = |key: &&str| {
            form.fields().any(|field| field.key == *key && field.control == Control::Secret)
        };
        let chooses = [
            "provider",
            "webSearch",
            "papers",
            "embeddings",
            "embeddingUrl",
            "modelUrl",
            "transcriptionUrl",
        ];
        let reset: Vec<&str> = form
            .fields()
            .filter(|field| chooses.contains(&field.key))
            .flat_map(|field| field.reset_field_keys.iter().copied().filter(is_secret))
            .collect();
        let expected = [
            "apiKey",
            "apiKey",
            "transcriptionKey",
            "searchKey",
            "papersKey",
            "embeddingKey",
            "embeddingKey",
        ];
        assert_eq!(reset, expected);
        let mut secrets = form.fields().filter(|field| field.control == Control::Secret);
        assert!(secrets.all(|secret| reset.contains(&secret.key)));
    }

    #[test]
    fn a_condition_refers_to_a_choice_above_the_field() {
        let form = settings_form();
        let mut above: Vec<&Field> = Vec::new();
        for field in form.fields() {
            for condition in field.shown_when.iter().chain(&field.hidden_when) {
                let other = above.iter().find(|other| other.key == condition.key);
                let Some(Control::Choice { options }) = other.map(|other| &other.control) else {
                    panic!("{} depends on {}", field.key, condition.key);
                };
                let is_option = |value: &&str| options.iter().any(|option| option.value == *value);
                assert!(condition.matching_values.iter().all(is_option), "{}", field.key);
            }
            above.push(field);
        }
    }
}
