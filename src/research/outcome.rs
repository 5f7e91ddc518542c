//! The result of a run, and its intermediate results.

use serde::{Deserialize, Serialize};

use crate::evidence::Evidence;
use crate::llm::budget::Spending;
use crate::note::NotePath;
use crate::research::report::statement::LeftOutSentence;

/// The result of a finished run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Identifier of the run.
    #[serde(rename = "run")]
    pub run_id: String,
    /// Path of the note with the section.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// Text of the section's heading.
    #[serde(rename = "heading")]
    pub section_heading: String,
    /// Number of topics for which something was found, even if the user's notes already contain it.
    #[serde(rename = "topicsResearched")]
    pub researched_topic_count: usize,
    /// Number of different notes and pages that the report cites.
    #[serde(rename = "sources")]
    pub source_count: usize,
    /// Number of sentences left out because their evidence does not support them.
    #[serde(rename = "unverified")]
    pub unsupported_sentence_count: usize,
    /// The first characters of the section.
    #[serde(rename = "preview")]
    pub section_preview: String,
    /// Cost in US dollars; zero for the built-in engine.
    #[serde(rename = "cost")]
    pub cost_dollars: f64,
    /// The cost as text, for example `$0.03` or `free`.
    #[serde(default)]
    pub cost_text: String,
    /// Tokens and money that models used.
    pub spent: Spending,
    /// Duration of the run in milliseconds.
    pub elapsed_millis: u64,
    /// The duration as text, for example `12 s`.
    #[serde(default)]
    pub elapsed_text: String,
    /// Messages about steps that were skipped or done differently than planned.
    pub warnings: Vec<String>,
}

/// Intermediate results of a run, for its trace.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunOutput {
    /// The evidence that sentences could cite.
    pub evidence: Vec<Evidence>,
    /// Sentences of the model that are not in the report, because their evidence does not support
    /// them.
    #[serde(default)]
    pub left_out: Vec<LeftOutSentence>,
    /// Messages about sources and steps that were skipped, with the reasons.
    #[serde(rename = "skipped")]
    pub skip_messages: Vec<String>,
    /// Tokens and money that models used.
    pub spent: Spending,
}
