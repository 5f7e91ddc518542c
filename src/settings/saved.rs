//! Reads the saved settings, whatever shape they are in: what can be kept is kept, the rest
//! becomes the default with a warning in words. Loading never fails.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::settings::{
    LEAST_SIMILARITY, MAX_CONCURRENCY, MAX_RESULTS, MAX_TOPICS, SECTION_HEADING, Settings,
};

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
        _ => loaded.warnings.push("The saved settings couldn't be read; using the defaults".into()),
    }
    let endpoint = loaded.settings.embedding_endpoint();
    loaded.notes_sent_to = endpoint.map(|endpoint| endpoint.url.host().to_owned());
    loaded
}

/// Takes one value after the other over the defaults, so that a broken one costs only itself.
fn take_all(values: &Map<String, Value>, loaded: &mut Loaded) {
    let mut whole = json!(loaded.settings);
    for (key, value) in values {
        let Some(place) = whole.get_mut(key) else { continue };
        // A list that was written by hand as one text is still a list: above all one of folders
        // that are to stay private.
        let value = match (&*place, value) {
            (Value::Array(_), Value::String(lines)) => lines.lines().collect(),
            _ => value.clone(),
        };
        let before = std::mem::replace(place, value);
        match Settings::deserialize(&whole) {
            Ok(settings) => loaded.settings = settings,
            Err(why) => {
                let warning = format!("The saved “{key}” isn't valid ({why}); using the default");
                loaded.warnings.push(warning);
                if let Some(place) = whole.get_mut(key) {
                    *place = before;
                }
            }
        }
    }
    let settings = &mut loaded.settings;
    settings.topics = settings.topics.clamp(1, MAX_TOPICS);
    settings.results = settings.results.clamp(1, MAX_RESULTS);
    settings.concurrency = settings.concurrency.clamp(1, MAX_CONCURRENCY);
    settings.similarity = settings.similarity.clamp(LEAST_SIMILARITY, 100);
    if settings.heading().line() != settings.section_heading.trim() {
        let warning = format!(
            "“{}” can't be a section heading; using “{SECTION_HEADING}”",
            settings.section_heading
        );
        loaded.warnings.push(warning);
        settings.section_heading = SECTION_HEADING.to_owned();
    }
    if settings.inbox_folder.trim().is_empty() {
        settings.inbox_folder = Settings::default().inbox_folder;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Depth;

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
        let loaded = load(&json!({ "privateFolders": "Diary\nWork" }));
        assert_eq!(loaded.settings.private_folders, ["Diary", "Work"]);
    }
}
