//! The question for the sentences of a report on one topic.

use std::iter;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::llm::chat::Ask;
use crate::privacy::OutgoingText;
use crate::prompts::{Fence, Prompt, ask, fill, shape};

/// More sentences on one topic are not read.
const SENTENCES: &str = "6";

/// Six sentences are short; the rest is for thoughts.
const MAX_TOKENS: u32 = 4_000;

/// What is asked.
pub struct Synthesis {
    /// The topic's label.
    pub topic: OutgoingText,
    /// `claim`, `question` or `concept`.
    pub kind: &'static str,
    /// What the note says about it.
    pub context: OutgoingText,
    /// The language of the report, by its English name.
    pub language: &'static str,
    /// What it is to be made of; cited as `e1`, `e2` and so on.
    pub evidence: Vec<Piece>,
}

/// A piece of evidence as a model sees it.
pub struct Piece {
    /// A title, for orientation.
    pub title: OutgoingText,
    /// What it says.
    pub text: OutgoingText,
}

/// What is answered.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Synthesized {
    /// In order.
    pub sentences: Vec<Said>,
    /// What the evidence says against the note; its text is empty where there is nothing.
    pub contradiction: Said,
}

/// A sentence and what it rests on.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Said {
    /// The sentence.
    pub text: String,
    /// Ids of evidence.
    pub cites: Vec<String>,
}

impl Prompt for Synthesis {
    fn ask(&self, fence: &Fence) -> Ask {
        let values = [
            ("kind", &OutgoingText::fixed(self.kind)),
            ("language", &OutgoingText::fixed(self.language)),
            ("limit", &OutgoingText::fixed(SENTENCES)),
            ("marker", &fence.mark()),
        ];
        let system = fill(include_str!("synthesis.md"), &values);
        let piece = |(at, piece): (usize, &Piece)| {
            fence.around(&OutgoingText::numbered("e", at + 1), Some(&piece.title), &piece.text)
        };
        let note = fence.around(&OutgoingText::fixed("note"), Some(&self.topic), &self.context);
        let pieces = self.evidence.iter().enumerate().map(piece);
        let data: Vec<OutgoingText> = iter::once(note).chain(pieces).collect();
        let data = OutgoingText::join(&data, "\n\n");
        ask("write the report on a topic", system, data, reply(), MAX_TOKENS)
    }
}

fn reply() -> crate::llm::chat::Shape {
    let said = json!({
        "type": "object",
        "properties": {
            "text": { "type": "string" },
            "cites": { "type": "array", "items": { "type": "string" } },
        },
        "required": ["text", "cites"],
        "additionalProperties": false,
    });
    let schema = json!({
        "type": "object",
        "properties": { "sentences": { "type": "array", "items": said }, "contradiction": said },
        "required": ["sentences", "contradiction"],
        "additionalProperties": false,
    });
    let example = json!({
        "sentences": [{ "text": "…", "cites": ["e1"] }],
        "contradiction": { "text": "", "cites": [] },
    });
    shape("report", schema, &example)
}
