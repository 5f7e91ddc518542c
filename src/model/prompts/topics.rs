//! The prompt that names the topics of a note.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::model::llm::{CompletionRequest, ReplySchema};
use crate::model::prompts::fence::PromptFence;
use crate::model::prompts::prompt::{Prompt, fill_template, reply_schema, user_message};
use crate::safety::privacy::OutgoingText;

/// Maximum number of tokens of the reply. Ten topics need about a thousand; the other tokens are
/// for the model's reasoning.
const MAX_REPLY_TOKENS: u32 = 4_000;

/// The sentence that is added to the prompt if the user entered a focus.
const FOCUS_SENTENCE: &str =
    "\nThe person wants to know this above all; name only topics that serve it: {{focus}}\n";

/// The values that are filled into the prompt.
#[derive(Default)]
pub struct TopicsPrompt {
    /// The title of the note.
    pub note_title: OutgoingText,
    /// The text of the note.
    pub note_text: OutgoingText,
    /// What the user wants the topics to focus on; may be empty.
    pub focus: OutgoingText,
    /// Today's date.
    pub today: OutgoingText,
    /// Maximum number of topics.
    pub max_topics: usize,
    /// The language of labels and sentences, by its English name.
    pub language_name: &'static str,
}

/// The model's reply: the topics of a note.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TopicsReply {
    /// The topics, the most useful first.
    pub topics: Vec<SuggestedTopic>,
}

/// A topic that the model suggests.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SuggestedTopic {
    /// The label of the topic.
    pub topic: String,
    /// What the note says about the topic.
    #[serde(rename = "context")]
    pub note_context: String,
    /// The kind of topic: `claim`, `question` or `concept`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Why the topic is worth researching.
    #[serde(rename = "reason")]
    pub research_reason: String,
    /// Search queries for the topic.
    #[serde(rename = "queries")]
    pub search_queries: Vec<String>,
}

impl Prompt for TopicsPrompt {
    fn completion_request(&self, fence: &PromptFence) -> CompletionRequest {
        let focus = match self.focus.as_str().trim() {
            "" => OutgoingText::default(),
            _ => fill_template(FOCUS_SENTENCE, &[("focus", &self.focus)]),
        };
        let values = [
            ("today", &self.today),
            ("limit", &OutgoingText::from_constant_and_number("", self.max_topics)),
            ("language", &OutgoingText::from_constant(self.language_name)),
            ("focus", &focus),
            ("marker", &fence.delimiter()),
        ];
        let system = fill_template(include_str!("topics.md"), &values);
        let data = fence.wrap_text(
            &OutgoingText::from_constant("note"),
            Some(&self.note_title),
            &self.note_text,
        );
        CompletionRequest {
            purpose: "find topics".to_owned(),
            system_prompt: system,
            messages: user_message(data),
            reply_schema: Some(schema()),
            tools: None,
            max_reply_tokens: MAX_REPLY_TOKENS,
        }
    }
}

/// The JSON schema of the reply.
fn schema() -> ReplySchema {
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
    reply_schema("topics", schema, &example)
}
