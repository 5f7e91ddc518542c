//! What a run is expected to take: tokens, money and time.

use serde::{Deserialize, Serialize};

use crate::llm::budget::CostEstimate;

/// About what one topic of a run takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunEstimate {
    /// Tokens and money.
    pub each: CostEstimate,
    /// Time, with others at once counted in.
    pub millis_each: u64,
}

/// The same for both depths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TopicEstimate {
    /// In a shallow run.
    pub shallow: RunEstimate,
    /// In a deep run.
    pub deep: RunEstimate,
}

/// The call that names a note's topics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TopicsCall {
    /// The name of the model.
    pub model: String,
    /// About what it takes.
    pub estimate: CostEstimate,
}
