//! The prompt by which a model checks the sentences of a report against their evidence alone, without
//! the prompt and the text from which they come.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::model::llm::{CompletionRequest, ReplySchema};
use crate::model::prompts::evidence_text::{CitedPieces, EvidenceText, cited_ids, fenced_evidence};
use crate::model::prompts::fence::PromptFence;
use crate::model::prompts::prompt::{Prompt, fill_template, reply_schema, user_message};
use crate::safety::privacy::OutgoingText;

/// Maximum number of tokens of the reply: a verdict and a quote for each of ten sentences, and the
/// model's reasoning.
const MAX_REPLY_TOKENS: u32 = 4_000;

/// The word of the reply for a sentence without a difference.
const NO_DIFFERENCE: &str = "nothing";

/// What can be different in a sentence, as the reply names it.
const DIFFERENCES: [&str; 9] =
    ["who", "how much", "unit", "when", "how sure", "how many", "why", "who says so", "not stated"];

/// The values that are filled into the prompt.
pub struct SecondReadingPrompt {
    /// What the researched note says about the topic.
    pub note_context: OutgoingText,
    /// The sentences to check; the reply names them `s1`, `s2` and so on.
    pub sentences: Vec<SentenceToCheck>,
    /// The evidence that the sentences cite.
    pub evidence: Vec<EvidenceText>,
}

/// A sentence to check.
pub struct SentenceToCheck {
    /// The sentence as the report would show it.
    pub text: OutgoingText,
    /// What the sentence cites.
    pub cited_pieces: CitedPieces,
}

/// The model's reply: a verdict on each sentence.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SecondReadingReply {
    /// At most one verdict for each sentence.
    pub verdicts: Vec<SentenceVerdict>,
}

/// The model's verdict on one sentence.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SentenceVerdict {
    /// The id of the sentence: `s1`, `s2` and so on.
    #[serde(rename = "id")]
    pub sentence_id: String,
    /// The words of the evidence that carry the sentence. They should be copied exactly, but the
    /// model may have invented them.
    pub quotes: Vec<String>,
    /// What is different in the sentence, or `nothing`.
    #[serde(rename = "differs")]
    pub difference: String,
    /// `supported`, `contradicted` or `not stated`.
    pub verdict: String,
}

impl SentenceVerdict {
    /// Whether the reply names a difference. Models without schemas write `none` or `-` for nothing.
    pub fn names_difference(&self) -> bool {
        DIFFERENCES.iter().any(|name| self.difference.trim().eq_ignore_ascii_case(name))
    }
}

impl Prompt for SecondReadingPrompt {
    fn completion_request(&self, fence: &PromptFence) -> CompletionRequest {
        let system =
            fill_template(include_str!("second_reading.md"), &[("marker", &fence.delimiter())]);
        let sentence = |(index, sentence): (usize, &SentenceToCheck)| {
            let id = OutgoingText::from_constant_and_number("s", index + 1);
            fence.wrap_text(&id, Some(&cited_ids(&sentence.cited_pieces)), &sentence.text)
        };
        let mut data: Vec<OutgoingText> = self.sentences.iter().enumerate().map(sentence).collect();
        data.push(fence.wrap_text(&OutgoingText::from_constant("note"), None, &self.note_context));
        data.extend(fenced_evidence(fence, &self.evidence));
        CompletionRequest {
            purpose: "check sentences against their sources".to_owned(),
            system_prompt: system,
            messages: user_message(OutgoingText::join(&data, "\n\n")),
            reply_schema: Some(schema()),
            tools: None,
            max_reply_tokens: MAX_REPLY_TOKENS,
        }
    }
}

/// The JSON schema of the reply. The quotes come before the verdict, so that the model looks for
/// them first.
fn schema() -> ReplySchema {
    let differences: Vec<&str> = [NO_DIFFERENCE].into_iter().chain(DIFFERENCES).collect();
    let verdict = json!({
        "type": "object",
        "properties": {
            "id": { "type": "string" },
            "quotes": { "type": "array", "items": { "type": "string" } },
            "differs": { "type": "string", "enum": differences },
            "verdict": { "type": "string", "enum": ["supported", "contradicted", "not stated"] },
        },
        "required": ["id", "quotes", "differs", "verdict"],
        "additionalProperties": false,
    });
    let schema = json!({
        "type": "object",
        "properties": { "verdicts": { "type": "array", "items": verdict } },
        "required": ["verdicts"],
        "additionalProperties": false,
    });
    let example = json!({ "verdicts": [
        { "id": "s1", "quotes": ["…"], "differs": "nothing", "verdict": "supported" },
    ] });
    reply_schema("verdicts", schema, &example)
}
