//! What a run gives back, and what it made on the way.

use serde::{Deserialize, Serialize};

use crate::evidence::Evidence;
use crate::llm::budget::Spending;
use crate::note::NotePath;

/// What a run did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Names the run.
    pub run: String,
    /// Where the section was written.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// The words of the section's heading.
    pub heading: String,
    /// Topics for which something was found.
    pub topics_researched: usize,
    /// Different notes and pages that are cited.
    pub sources: usize,
    /// Sentences that their evidence does not bear out.
    pub unverified: usize,
    /// The first characters of the section.
    pub preview: String,
    /// Dollars; the built-in engine costs none.
    pub cost: f64,
    /// What models took.
    pub spent: Spending,
    /// How long it took.
    pub elapsed_millis: u64,
    /// What was skipped or went another way, in words.
    pub warnings: Vec<String>,
}

/// What a run made of what it was told, for whoever wants to understand it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunOutput {
    /// The pieces that sentences could rest on.
    pub evidence: Vec<Evidence>,
    /// Sentences that their evidence does not bear out.
    pub unsupported: Vec<String>,
    /// What was skipped, and why.
    pub skipped: Vec<String>,
    /// What was spent.
    pub spent: Spending,
}
