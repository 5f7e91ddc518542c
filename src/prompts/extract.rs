//! The question for what a page says to a topic, word for word.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Fence, ask, fill, shape};
use crate::llm::chat::Ask;

/// Passages of one page: more of the same page is not more evidence.
const PASSAGES: &str = "3";

/// Three passages are short; the rest is for thoughts.
const MAX_TOKENS: u32 = 2_000;

/// What is asked.
pub struct Extract<'a> {
    /// The topic's label.
    pub topic: &'a str,
    /// What the note says about it.
    pub context: &'a str,
    /// The page's title.
    pub title: &'a str,
    /// Its text, or the part of it that is looked at.
    pub page: &'a str,
}

/// What is answered.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Extracted {
    /// Word for word, if the model did as it was told.
    pub passages: Vec<String>,
}

impl Extract<'_> {
    /// The question.
    pub fn ask(&self, fence: &Fence) -> Ask {
        let values = [("limit", PASSAGES), ("marker", fence.mark())];
        let system = fill(include_str!("extract.md"), &values);
        let topic = fence.around("topic", &format!("{}\n{}", self.topic, self.context));
        let page = fence.around(&format!("page: {}", self.title), self.page);
        let data = format!("{topic}\n\n{page}");
        ask("pick out what a page says", system, data, reply(), MAX_TOKENS)
    }
}

fn reply() -> crate::llm::chat::Shape {
    let schema = json!({
        "type": "object",
        "properties": { "passages": { "type": "array", "items": { "type": "string" } } },
        "required": ["passages"],
        "additionalProperties": false,
    });
    shape("passages", schema, &json!({ "passages": ["…"] }))
}
