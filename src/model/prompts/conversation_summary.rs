//! The prompt that sums up the older part of a conversation.

use crate::model::llm::CompletionRequest;
use crate::model::prompts::fence::PromptFence;
use crate::model::prompts::prompt::{Prompt, fill_template, user_message};
use crate::model::prompts::summary::summary_schema;
use crate::safety::privacy::OutgoingText;

/// Maximum number of sentences of a summary.
const MAX_SENTENCES: &str = "15";

/// Maximum number of tokens of the reply, including the model's reasoning.
const MAX_REPLY_TOKENS: u32 = 3_000;

/// The values that are filled into the prompt. The reply is a `SummaryReply`.
pub struct ConversationSummaryPrompt {
    /// The summary of still older turns; empty if there is none.
    pub earlier_summary: OutgoingText,
    /// The turns that are summed up, the oldest first.
    pub turns: Vec<SummedUpTurn>,
}

/// A turn that is summed up.
pub struct SummedUpTurn {
    /// What the person wrote.
    pub message: OutgoingText,
    /// What the assistant replied; empty if it did not.
    pub reply: OutgoingText,
}

impl Prompt for ConversationSummaryPrompt {
    fn completion_request(&self, fence: &PromptFence) -> CompletionRequest {
        let values = [
            ("limit", &OutgoingText::from_constant(MAX_SENTENCES)),
            ("marker", &fence.delimiter()),
        ];
        let wrap = |name: &'static str, text: &OutgoingText| {
            let is_there = !text.as_str().is_empty();
            is_there.then(|| fence.wrap_text(&OutgoingText::from_constant(name), None, text))
        };
        let turns = self.turns.iter().flat_map(|turn| {
            [wrap("message of the person", &turn.message), wrap("reply", &turn.reply)]
        });
        let parts = std::iter::once(wrap("summary of older messages", &self.earlier_summary));
        let parts: Vec<OutgoingText> = parts.chain(turns).flatten().collect();
        CompletionRequest {
            purpose: "sum up a conversation".to_owned(),
            system_prompt: fill_template(include_str!("conversation_summary.md"), &values),
            messages: user_message(OutgoingText::join(&parts, "\n")),
            reply_schema: Some(summary_schema()),
            tools: None,
            max_reply_tokens: MAX_REPLY_TOKENS,
        }
    }
}
