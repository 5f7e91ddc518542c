//! The agenda of a run: the topics that it would research. The user ticks, renames, reorders and
//! adds topics before the run starts.

use serde::{Deserialize, Serialize};

use crate::answers::built_in::{Topic, TopicKind, key_words};
use crate::answers::run::estimate::{AgendaTotal, EffortEstimate, TopicEstimate};
use crate::model::llm::{Money, Spending};
use crate::notes::note::{NotePath, SectionState};
use crate::settings::Depth;

/// Maximum number of web searches per topic; further ones are dropped. Each search is sent to
/// several search services.
const MAX_QUERIES_PER_TOPIC: usize = 2;

/// Maximum number of words in a search query; longer ones are shortened. A query with more words is
/// probably a passage of the note that a model copied.
const MAX_QUERY_WORDS: usize = 32;

/// Maximum number of characters in a search query; longer ones are shortened.
const MAX_QUERY_CHARACTERS: usize = 240;

/// The topics that a run would research, and the services it would call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
// Makes the topics plain objects in JavaScript. By default, a struct with a flattened field would
// become a `Map`.
#[cfg_attr(target_family = "wasm", tsify(hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct Agenda {
    /// Id of the run that the agenda is for.
    #[serde(rename = "run")]
    pub run_id: String,
    /// Path of the researched note.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// Whether the note was private when the agenda was made.
    #[serde(rename = "private", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub is_note_private: bool,
    /// Whether the run reads web pages (deep) or only search results (shallow).
    pub depth: Depth,
    /// Whether only a selection of the note or a focus is researched.
    #[serde(rename = "partial", default)]
    pub is_partial: bool,
    /// The topics, in the order of the report.
    pub topics: Vec<AgendaTopic>,
    /// Whether the note has a Research section, and whether the user edited it.
    #[serde(rename = "section")]
    pub section_state: SectionState,
    /// Content of the Research section when the agenda was made, to notice later changes.
    pub section_content: String,
    /// Web services that the run would call; empty if the note is private.
    #[serde(rename = "asks")]
    pub web_service_names: Vec<String>,
    /// The model that would write the report; `None` for the built-in engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<ChosenModel>,
    /// Host of the embedding service, if the user chose one.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "meanings")]
    pub embedding_host: Option<String>,
    /// Expected effort of a topic that the user adds, in a shallow run.
    #[serde(rename = "shallow")]
    pub added_topic_shallow_estimate: EffortEstimate,
    /// Expected effort of a topic that the user adds, in a deep run.
    #[serde(rename = "deep")]
    pub added_topic_deep_estimate: EffortEstimate,
    /// Tokens and money already spent on naming the topics.
    pub spent: Spending,
    /// `spent` as text; empty if no model was called.
    #[serde(default)]
    pub spent_text: String,
    /// Maximum cost of a run.
    pub budget_money: Money,
    /// Maximum number of tokens of a run, used instead of `budget_money` if a price is unknown.
    pub budget_tokens: u64,
    /// Cost and time of the ticked topics.
    #[serde(default)]
    #[serde(rename = "total")]
    pub ticked_topics_total: AgendaTotal,
    /// Problems that the user should know about before the run starts.
    pub warnings: Vec<String>,
}

/// The model chosen in the settings, and its host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ChosenModel {
    /// Name of the model in the settings.
    pub name: String,
    /// The host to which text is sent.
    #[serde(rename = "host")]
    pub model_host: String,
    /// Whether the model runs on the user's own machine or network.
    #[serde(rename = "local")]
    pub is_local_model: bool,
}

/// A topic on the agenda, with its planned searches and its expected cost. The user can tick and
/// rename it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AgendaTopic {
    /// The topic as found in the note, or as the user named it.
    #[serde(flatten)]
    pub topic: Topic,
    /// The name shown to the user. If the user changed it, `update_after_edit` replaces the topic.
    #[serde(default)]
    pub name: String,
    /// The name under which the topic was found in the note; empty if the user added it. It stays
    /// when the user renames the topic.
    #[serde(default)]
    pub found_name: String,
    /// The note of the topic, if one agenda has the topics of several notes.
    #[serde(rename = "note", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(type = "string", optional))]
    pub note_path: Option<NotePath>,
    /// Whether the topic does not come from a sentence of the note: the user added it, or a model
    /// named it in its own words.
    #[serde(rename = "added", default)]
    pub is_not_from_note: bool,
    /// Planned web searches; empty to derive them from the topic.
    #[serde(default)]
    #[serde(rename = "queries")]
    pub planned_queries: Vec<String>,
    /// Notes of the vault that the report will quote on the topic.
    #[serde(rename = "answeredBy", default)]
    pub answering_notes: Vec<NoteRef>,
    /// Other notes of the vault that have to do with the topic.
    #[serde(rename = "seeAlso", default)]
    pub related_notes: Vec<NoteRef>,
    /// Expected effort of the topic; `None` if the user added or renamed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate: Option<TopicEstimate>,
    /// Expected cost and time of the topic as text; empty if no model is called.
    #[serde(default)]
    #[serde(rename = "costText")]
    pub estimate_text: String,
    /// Whether the run researches the topic.
    #[serde(rename = "ticked", default = "ticked_by_default")]
    pub is_ticked: bool,
}

/// A passage of a note as shown to the user, by the note's title and the heading above it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NoteRef {
    /// Path of the note that contains the passage.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// Title of the note.
    #[serde(rename = "title")]
    pub note_title: String,
    /// The heading above the passage; empty if there is none.
    #[serde(rename = "heading")]
    pub passage_heading: String,
}

/// A topic without the field `ticked` in JSON is ticked.
fn ticked_by_default() -> bool {
    true
}

impl AgendaTopic {
    /// Creates an agenda topic that is ticked and has no planned searches and no estimate.
    pub fn new(topic: Topic) -> Self {
        Self {
            name: topic.title().to_owned(),
            topic,
            found_name: String::new(),
            note_path: None,
            is_not_from_note: false,
            planned_queries: Vec::new(),
            answering_notes: Vec::new(),
            related_notes: Vec::new(),
            estimate: None,
            estimate_text: String::new(),
            is_ticked: true,
        }
    }

    /// Returns the web searches for the topic: the planned ones, or else one that is derived from
    /// the topic: the key words of a question or claim, or the label of a concept. What the user typed
    /// is searched as it is.
    pub fn search_queries(&self) -> Vec<String> {
        let planned =
            self.planned_queries.iter().map(|query| query.trim()).filter(|q| !q.is_empty());
        let planned: Vec<String> =
            planned.take(MAX_QUERIES_PER_TOPIC).map(truncate_query).collect();
        if !planned.is_empty() {
            return planned;
        }
        let Topic { label, context_sentence, kind, .. } = &self.topic;
        let query = match kind {
            _ if self.is_not_from_note => label.clone(),
            TopicKind::Question => key_words::search_words(context_sentence),
            TopicKind::Claim => key_words::search_words_without_numbers(context_sentence),
            TopicKind::Concept => label.clone(),
        };
        let query = Some(query).filter(|query| !query.is_empty());
        vec![truncate_query(query.as_ref().unwrap_or(label))]
    }
}

/// Shortens a query, so that no search can send a whole note to a service. A text without spaces is
/// cut between two characters. Other texts lose whole words: half an API key would not be
/// recognised and removed.
fn truncate_query(text: &str) -> String {
    let mut query = String::new();
    for word in text.split_whitespace().take(MAX_QUERY_WORDS) {
        if query.is_empty() {
            query.extend(word.chars().take(MAX_QUERY_CHARACTERS));
        } else if query.chars().count() + word.chars().count() < MAX_QUERY_CHARACTERS {
            query.push(' ');
            query.push_str(word);
        } else {
            break;
        }
    }
    query
}

impl Agenda {
    /// The topics that the user ticked.
    pub fn ticked_topics(&self) -> impl Iterator<Item = &AgendaTopic> {
        self.topics.iter().filter(|topic| topic.is_ticked)
    }
}

/// An estimate for tests.
#[cfg(test)]
pub(super) fn example_estimate(
    nanos: Option<u64>,
    tokens: u64,
    millis_each: u64,
) -> EffortEstimate {
    EffortEstimate {
        cost_per_topic: crate::model::llm::CostEstimate {
            max_cost: nanos.map(Money::from_nanos),
            max_tokens: tokens,
        },
        millis_per_topic: millis_each,
    }
}

/// An agenda for tests.
#[cfg(test)]
pub(crate) fn example_agenda(topics: Vec<AgendaTopic>) -> Agenda {
    Agenda {
        run_id: "1".into(),
        path: NotePath::parse("Coffee.md").unwrap(),
        is_note_private: false,
        is_partial: false,
        depth: Depth::Shallow,
        topics,
        section_state: SectionState::Absent,
        section_content: String::new(),
        web_service_names: Vec::new(),
        model: Some(ChosenModel {
            name: "mini".into(),
            model_host: "api.example.com".into(),
            is_local_model: false,
        }),
        embedding_host: None,
        added_topic_shallow_estimate: example_estimate(Some(2_000_000), 4_100, 1_750),
        added_topic_deep_estimate: example_estimate(Some(6_000_000), 10_700, 4_000),
        spent: Spending::default(),
        spent_text: String::new(),
        budget_money: Money::from_cents(25),
        budget_tokens: 200_000,
        ticked_topics_total: AgendaTotal::default(),
        warnings: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_a_truncate_query_whatever_was_planned() {
        let check = |text: &str, expected: &str| assert_eq!(truncate_query(text), expected);
        check("how  is tea\nmade", "how is tea made");
        check(&"tea ".repeat(40), "tea ".repeat(32).trim());
        check(&"茶".repeat(300), &"茶".repeat(240));
        check(&format!("{} {}", "a".repeat(200), "b".repeat(60)), &"a".repeat(200));
    }
}
