//! What a run would look up, for the person to tick, change, reorder and add to.

use serde::{Deserialize, Serialize};

use crate::llm::budget::Spending;
use crate::llm::money::Money;
use crate::local::{Topic, TopicKind};
use crate::note::NotePath;
use crate::note::report_section::SectionState;
use crate::research::estimate::{RunEstimate, TopicEstimate};
use crate::settings::Depth;

/// Searches for one topic at the most: each costs a request at every service.
const MAX_QUERIES: usize = 2;

/// Words of one search at the most: a long question has as many, and a model that hands a note on
/// has more.
const MOST_WORDS: usize = 32;

/// Characters of one search at the most.
const MOST_CHARACTERS: usize = 240;

/// What a run would look up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
// A topic within a topic is written like a map, and would be a `Map` in JavaScript.
#[cfg_attr(target_family = "wasm", tsify(hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct Agenda {
    /// Names the run.
    pub run: String,
    /// The note.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// Whether the note was private when its topics were named.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub private: bool,
    /// How far to look.
    pub depth: Depth,
    /// In order.
    pub topics: Vec<AgendaTopic>,
    /// What stands in the note's Research section now.
    pub section: SectionState,
    /// That section's content, so that a change made meanwhile is noticed.
    pub section_content: String,
    /// Services of the web that would be asked; none where the note is private.
    pub asks: Vec<String>,
    /// The model that would write the report; none for the built-in engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<AskedModel>,
    /// Where meanings would be asked for, if the person chose a service for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meanings: Option<String>,
    /// What a topic that the person adds would take in a shallow run.
    pub shallow: RunEstimate,
    /// The same in a deep run.
    pub deep: RunEstimate,
    /// What was spent on the topics already.
    pub spent: Spending,
    /// What a run may cost.
    pub budget_money: Money,
    /// What a run may use where the price is unknown.
    pub budget_tokens: u64,
    /// What the person should know about this run.
    pub warnings: Vec<String>,
}

/// A model and where it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AskedModel {
    /// Its name.
    pub name: String,
    /// The host that would be sent something.
    pub host: String,
    /// Whether that is the person's own machine or network.
    pub local: bool,
}

/// A topic on the agenda.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AgendaTopic {
    /// What it is.
    #[serde(flatten)]
    pub topic: Topic,
    /// What would be searched on the web; empty for the usual words of the topic.
    #[serde(default)]
    pub queries: Vec<String>,
    /// Notes that answer it already.
    #[serde(default)]
    pub answered_by: Vec<NoteRef>,
    /// About what it takes; none for one that the person added or changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate: Option<TopicEstimate>,
    /// Whether it is looked up.
    #[serde(default = "yes")]
    pub ticked: bool,
}

/// A note, by what a person sees of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NoteRef {
    /// Where it is.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// Its name.
    pub title: String,
    /// The heading above the passage, empty before the first one.
    pub heading: String,
}

fn yes() -> bool {
    true
}

impl AgendaTopic {
    /// A topic with the searches that its own words suggest.
    pub fn new(topic: Topic) -> Self {
        Self { queries: Vec::new(), topic, answered_by: Vec::new(), estimate: None, ticked: true }
    }

    /// What is searched on the web: what is planned, else words that all stand in a text on the
    /// topic. A question is asked as it is; a claim is searched by what it is about, and not by
    /// what it says of it.
    pub fn searches(&self) -> Vec<String> {
        let planned = self.queries.iter().map(|query| query.trim()).filter(|q| !q.is_empty());
        let planned: Vec<String> = planned.take(MAX_QUERIES).map(few_words).collect();
        if !planned.is_empty() {
            return planned;
        }
        vec![match self.topic.kind {
            TopicKind::Question => few_words(&self.topic.context),
            TopicKind::Claim | TopicKind::Concept => few_words(&self.topic.topic),
        }]
    }
}

/// As much of a text as may be searched for: whoever planned it, a note is not sent as a search.
/// What divides no words is cut anywhere; else a key would lose its end, and its looks with it.
fn few_words(text: &str) -> String {
    let mut few = String::new();
    for word in text.split_whitespace().take(MOST_WORDS) {
        if few.is_empty() {
            few.extend(word.chars().take(MOST_CHARACTERS));
        } else if few.chars().count() + word.chars().count() < MOST_CHARACTERS {
            few.push(' ');
            few.push_str(word);
        } else {
            break;
        }
    }
    few
}

impl Agenda {
    /// The topics that are looked up.
    pub fn ticked(&self) -> impl Iterator<Item = &AgendaTopic> {
        self.topics.iter().filter(|topic| topic.ticked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_a_few_words_whatever_was_planned() {
        let check = |text: &str, expected: &str| assert_eq!(few_words(text), expected);
        check("how  is tea\nmade", "how is tea made");
        check(&"tea ".repeat(40), "tea ".repeat(32).trim());
        check(&"茶".repeat(300), &"茶".repeat(240));
        check(&format!("{} {}", "a".repeat(200), "b".repeat(60)), &"a".repeat(200));
    }
}
