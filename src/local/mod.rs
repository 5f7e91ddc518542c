//! The built-in engine: topics and answers from structure and statistics, without a model.

pub mod answer;
mod context_dependence;
mod emphasis;
mod han;
mod label;
mod phrase;
mod phrasing;
mod statement;
mod stop_words;
mod term_weight;
pub mod topics;
mod verb;

use serde::{Deserialize, Serialize};

/// Something in a note that is worth looking up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Topic {
    /// A label of a few words.
    pub topic: String,
    /// What the note says about it.
    pub context: String,
    /// What sort of thing it is.
    #[serde(rename = "type")]
    pub kind: TopicKind,
    /// Why it was chosen, in words for a person.
    pub reason: String,
}

impl Topic {
    /// How the topic is called in a report: a question by its own words.
    pub fn name(&self) -> &str {
        match self.kind {
            TopicKind::Question => &self.context,
            TopicKind::Claim | TopicKind::Concept => &self.topic,
        }
    }
}

/// Sorts of topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum TopicKind {
    /// A statement that can be right or wrong.
    Claim,
    /// A thing or an idea.
    Concept,
    /// Something the note asks.
    Question,
}
