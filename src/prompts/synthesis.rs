//! The question for the sentences of a report on one topic.

use std::iter;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Fence, ask, fill, shape};
use crate::llm::chat::Ask;

/// More sentences on one topic are not read.
const SENTENCES: &str = "6";

/// Six sentences are short; the rest is for thoughts.
const MAX_TOKENS: u32 = 4_000;

/// What is asked.
pub struct Synthesis<'a> {
    /// The topic's label.
    pub topic: &'a str,
    /// `claim`, `question` or `concept`.
    pub kind: &'a str,
    /// What the note says about it.
    pub context: &'a str,
    /// The language of the report, by its English name.
    pub language: &'a str,
    /// What it is to be made of.
    pub evidence: Vec<Piece<'a>>,
}

/// A piece of evidence as a model sees it.
pub struct Piece<'a> {
    /// By which it is cited.
    pub id: String,
    /// A title, for orientation.
    pub title: &'a str,
    /// What it says.
    pub text: &'a str,
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

impl Synthesis<'_> {
    /// The question.
    pub fn ask(&self, fence: &Fence) -> Ask {
        let values = [
            ("kind", self.kind),
            ("language", self.language),
            ("limit", SENTENCES),
            ("marker", fence.mark()),
        ];
        let system = fill(include_str!("synthesis.md"), &values);
        let piece =
            |piece: &Piece<'_>| fence.around(&format!("{}: {}", piece.id, piece.title), piece.text);
        let note = fence.around("note", &format!("{}\n{}", self.topic, self.context));
        let data: Vec<String> = iter::once(note).chain(self.evidence.iter().map(piece)).collect();
        ask("write up a topic", system, data.join("\n\n"), reply(), MAX_TOKENS)
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
