//! The question for a note's topics.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Fence, ask, fill, shape};
use crate::llm::chat::Ask;

/// Ten topics with their sentences take about a thousand tokens; the rest is for thoughts.
const MAX_TOKENS: u32 = 4_000;

/// What is asked.
pub struct Topics<'a> {
    /// The note's title.
    pub title: &'a str,
    /// What it says.
    pub note: &'a str,
    /// What the person wants to know, if they said so.
    pub focus: &'a str,
    /// Topics at the most.
    pub limit: usize,
    /// The language of labels and sentences, by its English name.
    pub language: &'a str,
}

/// What is answered.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct NamedTopics {
    /// The most worthwhile first.
    pub topics: Vec<NamedTopic>,
}

/// One topic, as the model put it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct NamedTopic {
    /// Its label.
    pub topic: String,
    /// What the note says about it.
    pub context: String,
    /// `claim`, `question` or `concept`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Why it is worth looking up.
    pub reason: String,
    /// What to search for.
    pub queries: Vec<String>,
}

impl Topics<'_> {
    /// The question.
    pub fn ask(&self, fence: &Fence) -> Ask {
        let focus = match self.focus.trim() {
            "" => String::new(),
            wish => format!(
                "\nThe person wants to know this above all; name only topics that serve it: {wish}\n"
            ),
        };
        let limit = self.limit.to_string();
        let values = [
            ("limit", limit.as_str()),
            ("language", self.language),
            ("focus", &focus),
            ("marker", fence.mark()),
        ];
        let system = fill(include_str!("topics.md"), &values);
        let data = fence.around(&format!("note: {}", self.title), self.note);
        ask("name the topics of the note", system, data, reply(), MAX_TOKENS)
    }
}

fn reply() -> crate::llm::chat::Shape {
    let text = json!({ "type": "string" });
    let topic = json!({
        "type": "object",
        "properties": {
            "topic": text, "context": text,
            "type": { "type": "string", "enum": ["claim", "question", "concept"] },
            "reason": text,
            "queries": { "type": "array", "items": text },
        },
        "required": ["topic", "context", "type", "reason", "queries"],
        "additionalProperties": false,
    });
    let schema = json!({
        "type": "object",
        "properties": { "topics": { "type": "array", "items": topic } },
        "required": ["topics"],
        "additionalProperties": false,
    });
    let example = json!({ "topics": [{
        "topic": "…", "context": "…", "type": "claim", "reason": "…", "queries": ["…"],
    }] });
    shape("topics", schema, &example)
}
