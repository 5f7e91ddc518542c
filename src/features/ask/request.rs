//! A question to the vault, and its answer with the evidence.

use serde::{Deserialize, Serialize};

use crate::answers::run::{ChosenModel, LeftOutSentence, Permission};
use crate::evidence::EvidenceId;
use crate::features::tools::AskEvidence;
use crate::model::llm::Spending;
use crate::notes::index::Hit;
use crate::safety::privacy::RestsOn;
use crate::values::AgentStep;

/// A question to the vault.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AskRequest {
    /// The question as the user typed it.
    pub question: String,
    /// Only notes in this folder are used; `None` for the whole vault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Only this note is used; `None` for the whole vault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The question and answer to which this question belongs. It is answered from their evidence
    /// first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub earlier: Option<EarlierAnswer>,
    /// Whether the web may be searched.
    #[serde(rename = "web", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub web_permission: Permission,
    /// Whether the model in the settings may be called.
    #[serde(rename = "model", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub model_permission: Permission,
}

/// A question that was answered before, with what its answer rests on.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct EarlierAnswer {
    /// The question.
    pub question: String,
    /// The answer as Markdown.
    #[serde(rename = "answer")]
    pub answer_markdown: String,
    /// The passages that were read for it.
    pub evidence: Vec<AskEvidence>,
}

impl EarlierAnswer {
    /// The notes whose text was read for the answer.
    pub fn rests_on(&self) -> RestsOn {
        self.evidence.iter().filter_map(|piece| piece.passage.path.as_ref()).collect()
    }
}

/// The services that the answer to a question would call. The user is asked before anything is sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AskServices {
    /// The model that would answer; `None` for the built-in engine, and for a question about a
    /// private note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub model: Option<ChosenModel>,
    /// The names of the web services that the model could search; none without a model.
    #[serde(rename = "web")]
    pub web_service_names: Vec<String>,
}

/// The answer to a question.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
// Makes the evidence plain objects in JavaScript. By default, a struct with a flattened field would
// become a `Map`.
#[cfg_attr(target_family = "wasm", tsify(hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct AskResult {
    /// The id of the run.
    #[serde(rename = "run")]
    pub run_id: String,
    /// Whether the vault answers the question.
    #[serde(rename = "found")]
    pub is_found: bool,
    /// The answer as Markdown, with links to its sources; empty if the vault has no answer.
    #[serde(rename = "answer")]
    pub answer_markdown: String,
    /// How sure the answer is.
    pub confidence: AnswerConfidence,
    /// The ids of the evidence that the answer cites, in the order of its sentences.
    #[serde(rename = "cites")]
    #[cfg_attr(target_family = "wasm", tsify(type = "string[]"))]
    pub cited_ids: Vec<EvidenceId>,
    /// The passages that were read.
    pub evidence: Vec<AskEvidence>,
    /// The passages that come closest if the vault has no answer, best first.
    pub closest: Vec<Hit>,
    /// Messages about steps that were skipped or done differently.
    pub warnings: Vec<String>,
    /// The steps of the model; empty if the built-in engine answered.
    #[serde(default)]
    pub steps: Vec<AgentStep>,
    /// Sentences of the model that are not in the answer, because its evidence doesn't support them.
    #[serde(default)]
    pub left_out: Vec<LeftOutSentence>,
    /// The model that answered; absent if the built-in engine did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub model: Option<String>,
    /// What the answer cost.
    #[serde(skip)]
    pub spent: Spending,
    /// What the answer cost, as a text; empty if no model was called.
    #[serde(rename = "spent", default)]
    pub spent_text: String,
}

/// How sure an answer is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum AnswerConfidence {
    /// There is little doubt.
    High,
    /// The sources probably answer the question.
    Medium,
    /// The sources hardly answer the question.
    #[default]
    Low,
}
