//! Reads the saved settings, whatever shape they are in: what can be kept is kept, the rest
//! becomes the default with a warning in words. Loading never fails.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{MAX_TOPICS, Settings};

/// Settings that can be used, and what was wrong with the file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Loaded {
    /// Complete.
    pub settings: Settings,
    /// One sentence for each value that could not be kept.
    pub warnings: Vec<String>,
    /// Where the text of notes would be sent, so that the person can be asked before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes_sent_to: Option<String>,
}

/// Takes what a saved file holds; nothing saved yet is `null`.
pub fn load(saved: &Value) -> Loaded {
    let mut loaded = Loaded::default();
    match saved {
        Value::Null => {}
        Value::Object(values) => take_all(values, &mut loaded),
        _ => loaded
            .warnings
            .push("The saved settings could not be read; the defaults are used".into()),
    }
    let endpoint = loaded.settings.embedding_endpoint();
    loaded.notes_sent_to = endpoint.map(|endpoint| endpoint.url.host().to_owned());
    loaded
}

fn take_all(values: &Map<String, Value>, loaded: &mut Loaded) {
    let Loaded { settings, warnings, .. } = loaded;
    take(values, "engine", &mut settings.engine, warnings);
    take(values, "apiKey", &mut settings.api_key, warnings);
    take(values, "depth", &mut settings.depth, warnings);
    take(values, "topics", &mut settings.topics, warnings);
    take(values, "excludedFolders", &mut settings.excluded_folders, warnings);
    take(values, "inboxFolder", &mut settings.inbox_folder, warnings);
    take(values, "privateFolders", &mut settings.private_folders, warnings);
    take(values, "privateTags", &mut settings.private_tags, warnings);
    take(values, "embeddings", &mut settings.embeddings, warnings);
    take(values, "embeddingUrl", &mut settings.embedding_url, warnings);
    take(values, "embeddingModel", &mut settings.embedding_model, warnings);
    take(values, "embeddingKey", &mut settings.embedding_key, warnings);
    settings.topics = settings.topics.clamp(1, MAX_TOPICS);
    if settings.inbox_folder.trim().is_empty() {
        settings.inbox_folder = Settings::default().inbox_folder;
    }
}

fn take<T: DeserializeOwned>(
    values: &Map<String, Value>,
    key: &str,
    target: &mut T,
    warnings: &mut Vec<String>,
) {
    let Some(value) = values.get(key) else { return };
    match T::deserialize(value) {
        Ok(kept) => *target = kept,
        Err(why) => {
            warnings.push(format!("The saved “{key}” could not be used ({why}); its default is"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Depth;
    use serde_json::json;

    fn warnings(saved: Value) -> Vec<String> {
        load(&saved).warnings
    }

    #[test]
    fn nothing_saved_gives_the_defaults() {
        assert_eq!(load(&Value::Null), Loaded::default());
    }

    #[test]
    fn what_was_saved_comes_back() {
        let settings = Settings { depth: Depth::Deep, topics: 3, ..Settings::default() };
        let loaded = Loaded { settings: settings.clone(), ..Loaded::default() };
        assert_eq!(load(&json!(settings)), loaded);
    }

    #[test]
    fn it_is_known_where_notes_would_be_sent() {
        let check = |saved: Value, expected: Option<&str>| {
            assert_eq!(load(&saved).notes_sent_to.as_deref(), expected, "{saved}");
        };
        check(json!({}), None);
        check(json!({ "embeddings": "openai" }), None);
        check(json!({ "embeddings": "openai", "embeddingKey": "k" }), Some("api.openai.com"));
        let url = "http://box.local:1234/v1";
        check(json!({ "embeddings": "openai", "embeddingUrl": url }), Some("box.local:1234"));
        check(json!({ "embeddings": "ollama" }), Some("localhost:11434"));
    }

    #[test]
    fn a_broken_value_costs_only_itself_and_is_named() {
        let loaded = load(&json!({ "depth": "banana", "topics": 5, "later": true }));
        assert_eq!((loaded.settings.depth, loaded.settings.topics), (Depth::Shallow, 5));
        assert!(loaded.warnings[0].contains("depth") && loaded.warnings[0].contains("banana"));
        assert_eq!(warnings(json!([1])).len(), 1);
        assert_eq!(load(&json!({ "topics": 99 })).settings.topics, MAX_TOPICS);
    }
}
