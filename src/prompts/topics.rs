//! The question for a note's topics.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::llm::chat::Ask;
use crate::privacy::OutgoingText;
use crate::prompts::{Fence, Prompt, ask, fill, shape};

/// Ten topics with their sentences take about a thousand tokens; the rest is for thoughts.
const MAX_TOKENS: u32 = 4_000;

/// What is said of a focus, where there is one.
const FOCUS: &str =
    "\nThe person wants to know this above all; name only topics that serve it: {{focus}}\n";

/// What is asked.
#[derive(Default)]
pub struct Topics {
    /// The note's title.
    pub title: OutgoingText,
    /// What it says.
    pub note: OutgoingText,
    /// What the person wants to know, if they said so.
    pub focus: OutgoingText,
    /// Topics at the most.
    pub limit: usize,
    /// The language of labels and sentences, by its English name.
    pub language: &'static str,
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

impl Prompt for Topics {
    fn ask(&self, fence: &Fence) -> Ask {
        let focus = match self.focus.as_str().trim() {
            "" => OutgoingText::default(),
            _ => fill(FOCUS, &[("focus", &self.focus)]),
        };
        let values = [
            ("limit", &OutgoingText::numbered("", self.limit)),
            ("language", &OutgoingText::fixed(self.language)),
            ("focus", &focus),
            ("marker", &fence.mark()),
        ];
        let system = fill(include_str!("topics.md"), &values);
        let data = fence.around(&OutgoingText::fixed("note"), Some(&self.title), &self.note);
        ask("find topics", system, data, reply(), MAX_TOKENS)
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
