//! The prompt of a conversation beside a note.

use crate::model::llm::{CompletionRequest, Message, OfferedTools};
use crate::model::prompts::agent::WebInPrompt;
use crate::model::prompts::prompt::fill_template;
use crate::safety::privacy::OutgoingText;

/// Maximum number of tokens of one reply, including reasoning.
const MAX_REPLY_TOKENS: u32 = 6_000;

/// Inserted if the web may be searched.
const WEB_PERMITTED: &str = " and the web";

/// What a model is told before it takes part in a conversation.
pub struct ChatPrompt {
    /// Today's date.
    pub today: OutgoingText,
    /// What the user wants to be remembered; empty if there is nothing.
    pub preferences: OutgoingText,
    /// Whether the web may be searched.
    pub web: WebInPrompt,
}

impl ChatPrompt {
    /// The request for the next reply.
    pub fn completion_request(
        &self,
        messages: Vec<Message>,
        tools: Option<OfferedTools>,
    ) -> CompletionRequest {
        let web = match self.web {
            WebInPrompt::Mentioned => WEB_PERMITTED,
            WebInPrompt::NotMentioned => "",
        };
        let values = [("today", &self.today), ("web", &OutgoingText::from_constant(web))];
        let system = fill_template(include_str!("chat.md"), &values);
        let system = match self.preferences.as_str().is_empty() {
            true => system,
            false => OutgoingText::join([&system, &self.preferences], "\n\n"),
        };
        CompletionRequest {
            purpose: "reply in a conversation".to_owned(),
            system_prompt: system,
            messages,
            reply_schema: None,
            tools,
            max_reply_tokens: MAX_REPLY_TOKENS,
        }
    }
}
