//! The prompt that sums up a note.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::model::llm::{CompletionRequest, ReplySchema};
use crate::model::prompts::fence::PromptFence;
use crate::model::prompts::prompt::{Prompt, fill_template, reply_schema, user_message};
use crate::safety::privacy::OutgoingText;

/// Maximum number of sentences of a summary.
const MAX_SENTENCES: &str = "8";

/// Maximum number of tokens of the reply, including the model's reasoning.
const MAX_REPLY_TOKENS: u32 = 2_000;

/// The values that are filled into the prompt.
pub struct SummaryPrompt {
    /// The title of the note.
    pub note_title: OutgoingText,
    /// The text of the note.
    pub note_text: OutgoingText,
}

/// The model's reply: a summary of a note or of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SummaryReply {
    /// The summary.
    pub summary: String,
}

impl Prompt for SummaryPrompt {
    fn completion_request(&self, fence: &PromptFence) -> CompletionRequest {
        let values = [
            ("limit", &OutgoingText::from_constant(MAX_SENTENCES)),
            ("marker", &fence.delimiter()),
        ];
        let note = fence.wrap_text(
            &OutgoingText::from_constant("note"),
            Some(&self.note_title),
            &self.note_text,
        );
        CompletionRequest {
            purpose: "sum up a note".to_owned(),
            system_prompt: fill_template(include_str!("summary.md"), &values),
            messages: user_message(note),
            reply_schema: Some(summary_schema()),
            tools: None,
            max_reply_tokens: MAX_REPLY_TOKENS,
        }
    }
}

/// The JSON schema of a reply that is a summary.
pub(super) fn summary_schema() -> ReplySchema {
    let schema = json!({
        "type": "object",
        "properties": { "summary": { "type": "string" } },
        "required": ["summary"],
        "additionalProperties": false,
    });
    reply_schema("summary", schema, &json!({ "summary": "…" }))
}
