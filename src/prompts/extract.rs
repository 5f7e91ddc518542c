//! The question for what a page says to a topic, word for word.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::llm::chat::Ask;
use crate::privacy::OutgoingText;
use crate::prompts::{Fence, Prompt, ask, fill, shape};

/// Passages of one page: more of the same page is not more evidence.
const PASSAGES: &str = "3";

/// Three passages are short; the rest is for thoughts.
const MAX_TOKENS: u32 = 2_000;

/// What is asked.
pub struct Extract {
    /// The topic's label.
    pub topic: OutgoingText,
    /// What the note says about it.
    pub context: OutgoingText,
    /// The page's title.
    pub title: OutgoingText,
    /// Its text, or the part of it that is looked at.
    pub page: OutgoingText,
}

/// What is answered.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Extracted {
    /// Word for word, if the model did as it was told.
    pub passages: Vec<String>,
}

impl Prompt for Extract {
    fn ask(&self, fence: &Fence) -> Ask {
        let values = [("limit", &OutgoingText::fixed(PASSAGES)), ("marker", &fence.mark())];
        let system = fill(include_str!("extract.md"), &values);
        let topic = fence.around(&OutgoingText::fixed("topic"), Some(&self.topic), &self.context);
        let page = fence.around(&OutgoingText::fixed("page"), Some(&self.title), &self.page);
        let data = OutgoingText::join([&topic, &page], "\n\n");
        ask("extract statements from a page", system, data, reply(), MAX_TOKENS)
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
