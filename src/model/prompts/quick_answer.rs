//! The prompt that answers a question in a few sentences from the results of a web search.

use std::iter;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::model::llm::{CompletionRequest, ReplySchema};
use crate::model::prompts::evidence_text::{EvidenceText, fenced_evidence};
use crate::model::prompts::fence::PromptFence;
use crate::model::prompts::prompt::{Prompt, fill_template, reply_schema, user_message};
use crate::model::prompts::synthesis::{ReplySentence, sentence_schema};
use crate::safety::privacy::OutgoingText;

/// Maximum number of sentences of an answer.
const MAX_SENTENCES: &str = "5";

/// Maximum number of tokens of the reply. Five sentences need far fewer; most tokens are for the
/// model's reasoning.
const MAX_REPLY_TOKENS: u32 = 3_000;

/// The values that are filled into the prompt.
pub struct QuickAnswerPrompt {
    /// The question of the user.
    pub question: OutgoingText,
    /// Today's date, so that the model knows how old a result is.
    pub today: OutgoingText,
    /// The results of the search, which the sentences cite as `e1`, `e2` and so on.
    pub results: Vec<EvidenceText>,
}

/// The model's reply: the sentences of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct QuickAnswerReply {
    /// The sentences of the answer, in order.
    pub sentences: Vec<ReplySentence>,
    /// Whether the results answer the question.
    #[serde(rename = "confident")]
    pub is_confident: bool,
}

impl Prompt for QuickAnswerPrompt {
    fn completion_request(&self, fence: &PromptFence) -> CompletionRequest {
        let values = [
            ("today", &self.today),
            ("limit", &OutgoingText::from_constant(MAX_SENTENCES)),
            ("marker", &fence.delimiter()),
        ];
        let system = fill_template(include_str!("quick_answer.md"), &values);
        let question =
            fence.wrap_text(&OutgoingText::from_constant("question"), None, &self.question);
        let results = fenced_evidence(fence, &self.results);
        let data: Vec<OutgoingText> = iter::once(question).chain(results).collect();
        CompletionRequest {
            purpose: "answer a question".to_owned(),
            system_prompt: system,
            messages: user_message(OutgoingText::join(&data, "\n\n")),
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
        "properties": {
            "sentences": { "type": "array", "items": sentence_schema() },
            "confident": { "type": "boolean" },
        },
        "required": ["sentences", "confident"],
        "additionalProperties": false,
    });
    let example = json!({ "sentences": [{ "text": "…", "cites": ["e1"] }], "confident": true });
    reply_schema("answer", schema, &example)
}
