//! The prompt that sends sentences which failed the check back to the model that wrote them.

use std::iter;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::model::llm::{CompletionRequest, ReplySchema};
use crate::model::prompts::evidence_text::{CitedPieces, EvidenceText, cited_ids, fenced_evidence};
use crate::model::prompts::fence::PromptFence;
use crate::model::prompts::prompt::{Prompt, fill_template, reply_schema, user_message};
use crate::safety::privacy::OutgoingText;

/// Maximum number of tokens of the reply. Few sentences fail; most tokens are for the model's
/// reasoning.
const MAX_REPLY_TOKENS: u32 = 3_000;

/// The values that are filled into the prompt.
pub struct RepairPrompt {
    /// The label of the topic.
    pub topic: OutgoingText,
    /// What the note says about the topic.
    pub note_context: OutgoingText,
    /// The language of the report, by its English name.
    pub language_name: &'static str,
    /// The sentences to correct; the reply names them `s1`, `s2` and so on.
    pub sentences: Vec<SentenceToRepair>,
    /// All evidence on the topic.
    pub evidence: Vec<EvidenceText>,
}

/// A sentence that failed the check.
pub struct SentenceToRepair {
    /// The sentence as the model wrote it.
    pub text: OutgoingText,
    /// What the sentence cites.
    pub cited_pieces: CitedPieces,
    /// Why the sentence failed.
    pub reason: OutgoingText,
}

/// The model's reply: the corrected sentences.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RepairReply {
    /// At most one sentence for each that failed.
    pub sentences: Vec<RepairedSentence>,
}

/// A corrected sentence.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RepairedSentence {
    /// The id of the sentence that it replaces: `s1`, `s2` and so on.
    #[serde(rename = "id")]
    pub sentence_id: String,
    /// The corrected text; empty if the evidence doesn't say it.
    pub text: String,
    /// The ids of the cited evidence: `e1`, `e2` and so on.
    #[serde(rename = "cites")]
    pub evidence_ids: Vec<String>,
}

impl Prompt for RepairPrompt {
    fn completion_request(&self, fence: &PromptFence) -> CompletionRequest {
        let values = [
            ("language", &OutgoingText::from_constant(self.language_name)),
            ("marker", &fence.delimiter()),
        ];
        let system = fill_template(include_str!("repair.md"), &values);
        let note = fence.wrap_text(
            &OutgoingText::from_constant("note"),
            Some(&self.topic),
            &self.note_context,
        );
        let sentence = |(index, sentence): (usize, &SentenceToRepair)| {
            let id = OutgoingText::from_constant_and_number("s", index + 1);
            let cited = cited_ids(&sentence.cited_pieces);
            let first_line = OutgoingText::join([&cited, &sentence.reason], ": ");
            fence.wrap_text(&id, Some(&first_line), &sentence.text)
        };
        let sentences = self.sentences.iter().enumerate().map(sentence);
        let evidence = fenced_evidence(fence, &self.evidence);
        let data: Vec<OutgoingText> = iter::once(note).chain(sentences).chain(evidence).collect();
        CompletionRequest {
            purpose: "correct sentences of the report".to_owned(),
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
    let sentence = json!({
        "type": "object",
        "properties": {
            "id": { "type": "string" },
            "text": { "type": "string" },
            "cites": { "type": "array", "items": { "type": "string" } },
        },
        "required": ["id", "text", "cites"],
        "additionalProperties": false,
    });
    let schema = json!({
        "type": "object",
        "properties": { "sentences": { "type": "array", "items": sentence } },
        "required": ["sentences"],
        "additionalProperties": false,
    });
    let example = json!({ "sentences": [{ "id": "s1", "text": "…", "cites": ["e1"] }] });
    reply_schema("corrections", schema, &example)
}
