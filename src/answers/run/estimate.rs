//! Expected tokens, money and time of a run: data that the plan computes and the agenda shows.

use serde::{Deserialize, Serialize};

use crate::model::llm::CostEstimate;

/// Expected tokens, money and time of one topic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct EffortEstimate {
    /// Tokens and money of one topic.
    #[serde(rename = "each")]
    pub cost_per_topic: CostEstimate,
    /// Milliseconds by which one topic makes the run longer. Topics that are researched in parallel
    /// add less.
    #[serde(rename = "millisEach")]
    pub millis_per_topic: u64,
}

/// Expected tokens, money and time of one topic in a shallow run and in a deep run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TopicEstimate {
    /// Effort in a shallow run, which uses only search results.
    pub shallow: EffortEstimate,
    /// Effort in a deep run, which also reads web pages.
    pub deep: EffortEstimate,
}

/// Expected cost of the request that asks a model for a note's topics, before the user sees the
/// agenda.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TopicsCallEstimate {
    /// Name of the model that would get the request.
    #[serde(rename = "model")]
    pub model_name: String,
    /// Expected tokens and money of the request.
    pub estimate: CostEstimate,
    /// The estimate as text, for example `3,000 tokens, under $0.01`.
    pub cost_text: String,
}

/// Cost and time of all ticked topics of an agenda, as text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AgendaTotal {
    /// Number of ticked topics.
    #[serde(rename = "topics")]
    pub topic_count: usize,
    /// Expected tokens and price, for example `about 8,200 tokens, $0.03`, or `free`.
    #[serde(rename = "cost")]
    pub cost_text: String,
    /// Expected duration, for example `~12 s`.
    #[serde(rename = "time")]
    pub time_text: String,
    /// The maximum cost of a run, for example `$0.25`; empty if the run costs nothing.
    #[serde(rename = "budget")]
    pub budget_text: String,
    /// Whether the expected cost, together with the costs so far, may exceed the budget.
    #[serde(rename = "overBudget")]
    pub is_over_budget: bool,
}
