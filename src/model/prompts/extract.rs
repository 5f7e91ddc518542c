//! The prompt that extracts the passages of a web page about a topic, word for word.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::model::llm::{CompletionRequest, ReplySchema};
use crate::model::prompts::fence::PromptFence;
use crate::model::prompts::prompt::{Prompt, fill_template, reply_schema, user_message};
use crate::safety::privacy::OutgoingText;

/// Maximum number of passages that the model may quote from one page: more passages of the same
/// page do not make a claim more certain.
const MAX_PASSAGES: &str = "3";

/// Maximum number of tokens of the reply. Three passages need far fewer; most tokens are for the
/// model's reasoning.
const MAX_REPLY_TOKENS: u32 = 2_000;

/// The values that are filled into the prompt.
pub struct PassagesPrompt {
    /// The label of the topic.
    pub topic: OutgoingText,
    /// What the note says about the topic.
    pub note_context: OutgoingText,
    /// The title of the page.
    pub page_title: OutgoingText,
    /// The text of the page, or a part of it.
    pub page_text: OutgoingText,
}

/// The model's reply: the passages of a web page about a topic.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PassagesReply {
    /// The passages. They should be quoted word for word, but the model may have changed them.
    pub passages: Vec<String>,
}

impl Prompt for PassagesPrompt {
    fn completion_request(&self, fence: &PromptFence) -> CompletionRequest {
        let values =
            [("limit", &OutgoingText::from_constant(MAX_PASSAGES)), ("marker", &fence.delimiter())];
        let system = fill_template(include_str!("extract.md"), &values);
        let topic = fence.wrap_text(
            &OutgoingText::from_constant("topic"),
            Some(&self.topic),
            &self.note_context,
        );
        let page = fence.wrap_text(
            &OutgoingText::from_constant("page"),
            Some(&self.page_title),
            &self.page_text,
        );
        let data = OutgoingText::join([&topic, &page], "\n\n");
        CompletionRequest {
            purpose: "extract statements from a page".to_owned(),
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
    let schema = json!({
        "type": "object",
        "properties": { "passages": { "type": "array", "items": { "type": "string" } } },
        "required": ["passages"],
        "additionalProperties": false,
    });
    reply_schema("passages", schema, &json!({ "passages": ["…"] }))
}
