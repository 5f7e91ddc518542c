//! The prompt that writes the sentences of a report about one topic.

use std::iter;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::model::llm::{CompletionRequest, ReplySchema};
use crate::model::prompts::evidence_text::{EvidenceText, fenced_evidence};
use crate::model::prompts::fence::PromptFence;
use crate::model::prompts::prompt::{Prompt, fill_template, reply_schema, user_message};
use crate::safety::privacy::OutgoingText;

/// Maximum number of sentences about one topic: users don't read more.
const MAX_SENTENCES: &str = "6";

/// Maximum number of tokens of the reply. Six sentences need far fewer; most tokens are for the
/// model's reasoning.
const MAX_REPLY_TOKENS: u32 = 4_000;

/// The values that are filled into the prompt.
pub struct SynthesisPrompt {
    /// The label of the topic.
    pub topic: OutgoingText,
    /// The kind of topic: `claim`, `question` or `concept`.
    pub topic_kind: &'static str,
    /// What the note says about the topic.
    pub note_context: OutgoingText,
    /// Today's date, so that the model knows how old a page is.
    pub today: OutgoingText,
    /// The language of the report, by its English name.
    pub language_name: &'static str,
    /// The evidence for the sentences, which cite it as `e1`, `e2` and so on.
    pub evidence: Vec<EvidenceText>,
}

/// The model's reply: the sentences of a report about one topic.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SynthesisReply {
    /// The sentences of the report, in order.
    pub sentences: Vec<ReplySentence>,
    /// What in the evidence contradicts the note; an empty sentence if nothing does.
    pub contradiction: ReplySentence,
}

/// A sentence with the evidence it cites.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ReplySentence {
    /// The text of the sentence, without the ids of its evidence.
    pub text: String,
    /// The ids of the cited evidence: `e1`, `e2` and so on.
    #[serde(rename = "cites")]
    pub evidence_ids: Vec<String>,
}

impl Prompt for SynthesisPrompt {
    fn completion_request(&self, fence: &PromptFence) -> CompletionRequest {
        let values = [
            ("today", &self.today),
            ("kind", &OutgoingText::from_constant(self.topic_kind)),
            ("language", &OutgoingText::from_constant(self.language_name)),
            ("limit", &OutgoingText::from_constant(MAX_SENTENCES)),
            ("marker", &fence.delimiter()),
        ];
        let system = fill_template(include_str!("synthesis.md"), &values);
        let note = fence.wrap_text(
            &OutgoingText::from_constant("note"),
            Some(&self.topic),
            &self.note_context,
        );
        let evidence = fenced_evidence(fence, &self.evidence);
        let data: Vec<OutgoingText> = iter::once(note).chain(evidence).collect();
        let data = OutgoingText::join(&data, "\n\n");
        CompletionRequest {
            purpose: "write the report on a topic".to_owned(),
            system_prompt: system,
            messages: user_message(data),
            reply_schema: Some(schema()),
            tools: None,
            max_reply_tokens: MAX_REPLY_TOKENS,
        }
    }
}

/// The JSON schema of a [`ReplySentence`].
pub(super) fn sentence_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "text": { "type": "string" },
            "cites": { "type": "array", "items": { "type": "string" } },
        },
        "required": ["text", "cites"],
        "additionalProperties": false,
    })
}

/// The JSON schema of the reply.
fn schema() -> ReplySchema {
    let sentence = sentence_schema();
    let schema = json!({
        "type": "object",
        "properties": { "sentences": { "type": "array", "items": sentence }, "contradiction": sentence },
        "required": ["sentences", "contradiction"],
        "additionalProperties": false,
    });
    let example = json!({
        "sentences": [{ "text": "…", "cites": ["e1"] }],
        "contradiction": { "text": "", "cites": [] },
    });
    reply_schema("report", schema, &example)
}
