//! Reads the saved settings, even from a damaged file: valid values are used, and every invalid one
//! is replaced by its default, with a warning. Loading never fails.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::settings::{
    DEFAULT_SECTION_HEADING, MAX_ASK_STEPS, MAX_FINDINGS_PER_RUN, MAX_PARALLEL_TOPICS,
    MAX_RESULTS_PER_SEARCH, MAX_TOPICS_PER_RUN, MIN_DUPLICATE_THRESHOLD_PERCENT, Settings,
};

/// Valid settings, and what was wrong with the saved file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LoadedSettings {
    /// The settings, complete and valid.
    pub settings: Settings,
    /// One sentence for each value that could not be used.
    pub warnings: Vec<String>,
    /// The host of the embedding service, to which the text of notes would be sent; `None` without
    /// such a service. The user is asked before anything is sent.
    #[serde(rename = "notesSentTo", default, skip_serializing_if = "Option::is_none")]
    pub embedding_host: Option<String>,
    /// The host of the transcription service, to which audio files would be sent; `None` without such
    /// a service. The user is asked before anything is sent.
    #[serde(rename = "audioSentTo", default, skip_serializing_if = "Option::is_none")]
    pub transcription_host: Option<String>,
    /// The names of the web services to which topics and questions would be sent. The user is asked
    /// before anything is sent.
    #[serde(rename = "webServices")]
    pub web_service_names: Vec<String>,
}

/// Loads the settings from the content of the saved file, which is `null` if nothing was saved yet.
pub(crate) fn load_settings(saved: &Value) -> LoadedSettings {
    let mut loaded = LoadedSettings::default();
    match saved {
        Value::Null => {}
        Value::Object(values) => apply_saved_values(values, &mut loaded),
        _ => loaded.warnings.push("The saved settings couldn't be read; using the defaults".into()),
    }
    let endpoint = loaded.settings.embedding_endpoint();
    loaded.embedding_host = endpoint.map(|endpoint| endpoint.base_url.host().to_owned());
    let transcription = loaded.settings.transcription_endpoint();
    loaded.transcription_host = transcription.map(|endpoint| endpoint.base_url.host().to_owned());
    loaded.web_service_names = loaded.settings.web_service_names();
    loaded
}

/// Replaces the defaults by the saved values one by one, so that an invalid value affects no other.
fn apply_saved_values(values: &Map<String, Value>, loaded: &mut LoadedSettings) {
    let mut merged = json!(loaded.settings);
    for (key, value) in values {
        let Some(place) = merged.get_mut(key) else { continue };
        // A user who edited the file by hand may have written a list as one text with several
        // lines. It is read as a list, so that private folders stay private.
        let value = match (&*place, value) {
            (Value::Array(_), Value::String(lines)) => lines.lines().collect(),
            _ => value.clone(),
        };
        let before = std::mem::replace(place, value);
        match Settings::deserialize(&merged) {
            Ok(settings) => loaded.settings = settings,
            Err(why) => {
                let warning = format!("The saved “{key}” isn't valid ({why}); using the default");
                loaded.warnings.push(warning);
                if let Some(place) = merged.get_mut(key) {
                    *place = before;
                }
            }
        }
    }
    let settings = &mut loaded.settings;
    settings.max_topics = settings.max_topics.clamp(1, MAX_TOPICS_PER_RUN);
    settings.results_per_search = settings.results_per_search.clamp(1, MAX_RESULTS_PER_SEARCH);
    settings.ask_steps = settings.ask_steps.clamp(1, MAX_ASK_STEPS);
    settings.max_findings = settings.max_findings.clamp(1, MAX_FINDINGS_PER_RUN);
    settings.ask_folder = settings.ask_folder.trim().trim_matches('/').to_owned();
    settings.prompts_folder = settings.prompts_folder.trim().trim_matches('/').to_owned();
    settings.parallel_topics = settings.parallel_topics.clamp(1, MAX_PARALLEL_TOPICS);
    settings.duplicate_threshold_percent =
        settings.duplicate_threshold_percent.clamp(MIN_DUPLICATE_THRESHOLD_PERCENT, 100);
    if settings.section_title().markdown_line() != settings.section_heading.trim() {
        let warning = format!(
            "“{}” can't be a section heading; using “{DEFAULT_SECTION_HEADING}”",
            settings.section_heading
        );
        loaded.warnings.push(warning);
        settings.section_heading = DEFAULT_SECTION_HEADING.to_owned();
    }
    let inbox_folder = settings.inbox_folder.trim().trim_matches('/').to_owned();
    settings.inbox_folder = match inbox_folder.is_empty() {
        true => Settings::default().inbox_folder,
        false => inbox_folder,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Depth;

    fn warnings(saved: Value) -> Vec<String> {
        load_settings(&saved).warnings
    }

    #[test]
    fn without_a_file_the_defaults_are_used() {
        let loaded = load_settings(&Value::Null);
        assert_eq!(loaded.settings, Settings::default());
        assert_eq!(loaded.warnings, Vec::<String>::new());
        let services = ["Tavily", "DuckDuckGo", "Wikipedia", "Crossref", "arXiv"];
        assert_eq!(loaded.web_service_names, services);
    }

    #[test]
    fn saved_settings_are_loaded() {
        let settings = Settings { depth: Depth::Deep, max_topics: 3, ..Settings::default() };
        assert_eq!(load_settings(&json!(settings)).settings, settings);
    }

    #[test]
    fn the_host_that_would_get_notes_is_named() {
        let check = |saved: Value, expected: Option<&str>| {
            assert_eq!(load_settings(&saved).embedding_host.as_deref(), expected, "{saved}");
        };
        check(json!({}), None);
        check(json!({ "embeddings": "openai" }), None);
        check(json!({ "embeddings": "openai", "embeddingKey": "k" }), Some("api.openai.com"));
        let url = "http://box.local:1234/v1";
        check(json!({ "embeddings": "openai", "embeddingUrl": url }), Some("box.local:1234"));
        check(json!({ "embeddings": "ollama" }), Some("localhost:11434"));
    }

    #[test]
    fn an_invalid_value_is_replaced_by_its_default_with_a_warning() {
        let loaded = load_settings(&json!({ "depth": "banana", "topics": 5, "later": true }));
        assert_eq!((loaded.settings.depth, loaded.settings.max_topics), (Depth::Shallow, 5));
        assert!(loaded.warnings[0].contains("depth") && loaded.warnings[0].contains("banana"));
        assert_eq!(warnings(json!([1])).len(), 1);
        assert_eq!(load_settings(&json!({ "topics": 99 })).settings.max_topics, MAX_TOPICS_PER_RUN);
        assert_eq!(
            load_settings(&json!({ "inboxFolder": " Inbox/ " })).settings.inbox_folder,
            "Inbox"
        );
        assert_eq!(
            load_settings(&json!({ "inboxFolder": " " })).settings.inbox_folder,
            "Research inbox"
        );
        let loaded = load_settings(&json!({ "privateFolders": "Diary\nWork" }));
        assert_eq!(loaded.settings.private_folders, ["Diary", "Work"]);
    }
}
