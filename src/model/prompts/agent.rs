//! The prompt of the loop in which a model answers a question by calling tools.

use crate::model::llm::{CompletionRequest, Message, OfferedTools};
use crate::model::prompts::fence::PromptFence;
use crate::model::prompts::prompt::fill_template;
use crate::safety::privacy::OutgoingText;

/// Maximum number of tokens of one reply. A call needs far fewer and an answer at most 800; the rest
/// is for the model's reasoning.
const MAX_REPLY_TOKENS: u32 = 4_000;

/// Inserted if the web may be searched.
const WEB_PERMITTED: &str = ", and from the web where the notes say nothing";

/// What a model is told before it answers a question by calling tools.
pub struct AgentPrompt {
    /// The question of the user.
    pub question: OutgoingText,
    /// An earlier question and its answer, to which this question belongs.
    pub earlier: Option<OutgoingText>,
    /// The folder or the note to which the question is limited.
    pub scope: Option<OutgoingText>,
    /// Today's date.
    pub today: OutgoingText,
    /// The language of the answer, by its English name.
    pub language_name: &'static str,
    /// Maximum number of steps.
    pub max_steps: usize,
    /// Whether the web may be searched.
    pub web: WebInPrompt,
}

/// Whether the prompt mentions the web.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebInPrompt {
    /// The web may be searched.
    Mentioned,
    /// Only notes may be read.
    NotMentioned,
}

impl AgentPrompt {
    /// The first messages of the conversation.
    pub fn first_messages(&self, fence: &PromptFence) -> Vec<Message> {
        let earlier = self.earlier.as_ref().map(|text| {
            let introduction = OutgoingText::from_constant(
                "The user asked before; this is the question with its answer and the passages it \
                 cites:",
            );
            let name = OutgoingText::from_constant("earlier");
            OutgoingText::join([&introduction, &fence.wrap_text(&name, None, text)], "\n")
        });
        let label = OutgoingText::from_constant("The question:");
        let parts: Vec<&OutgoingText> =
            earlier.as_ref().into_iter().chain([&label, &self.question]).collect();
        vec![Message::from_user(OutgoingText::join(parts, "\n"))]
    }

    /// The request for the next step of the conversation.
    pub fn completion_request(
        &self,
        messages: Vec<Message>,
        tools: OfferedTools,
    ) -> CompletionRequest {
        let web = match self.web {
            WebInPrompt::Mentioned => WEB_PERMITTED,
            WebInPrompt::NotMentioned => "",
        };
        let values = [
            ("today", &self.today),
            ("web", &OutgoingText::from_constant(web)),
            ("language", &OutgoingText::from_constant(self.language_name)),
            ("steps", &OutgoingText::from_constant_and_number("", self.max_steps)),
            ("scope", &self.scope_sentence()),
        ];
        CompletionRequest {
            purpose: "choose the next step for a question".to_owned(),
            system_prompt: fill_template(include_str!("agent.md"), &values),
            messages,
            reply_schema: None,
            tools: Some(tools),
            max_reply_tokens: MAX_REPLY_TOKENS,
        }
    }

    fn scope_sentence(&self) -> OutgoingText {
        let Some(scope) = &self.scope else { return OutgoingText::default() };
        let before = OutgoingText::from_constant("The user asks only about ");
        let after = OutgoingText::from_constant("; other notes don't exist for the tools.\n\n");
        OutgoingText::concat([&before, scope, &after])
    }
}
