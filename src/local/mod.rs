//! The built-in engine: topics and answers from structure and statistics, without a model.

pub mod answer;
mod han;
mod idle;
mod label;
mod leaning;
mod marked;
mod phrase;
mod statement;
pub mod topics;
mod verb;
mod weight;
mod wording;

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

/// What the vault knows about words and links; the built-in engine weighs a note against it.
pub trait Surroundings {
    /// How rare a search term is: the higher, the more telling.
    fn rarity(&self, term: &str) -> f32;
    /// How many notes link to a note of that name that does not exist; `None` if it does exist.
    fn missing_note(&self, target: &str) -> Option<usize>;
}

/// A note looked at by itself: long words are taken for rare ones, and no link for broken.
pub struct Alone;

impl Surroundings for Alone {
    fn rarity(&self, term: &str) -> f32 {
        1.0 + term.chars().count().min(12) as f32 / 6.0
    }

    fn missing_note(&self, _target: &str) -> Option<usize> {
        Some(1)
    }
}
