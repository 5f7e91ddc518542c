//! The token usage of one call, as the service counted it.

use serde::{Deserialize, Serialize};

use crate::model::llm::money::Money;

/// Upper limit for a token count; a larger one is reduced to it. Services can report any number,
/// and JavaScript cannot represent larger integers exactly.
pub(super) const MAX_TOKEN_COUNT: u64 = (1 << 53) - 1;

/// Adds two token counts; the sum is at most `MAX_TOKEN_COUNT`.
pub(super) const fn add_tokens(one: u64, other: u64) -> u64 {
    let sum = one.saturating_add(other);
    if sum > MAX_TOKEN_COUNT { MAX_TOKEN_COUNT } else { sum }
}

/// The tokens of one call, and its cost if the service reports it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(default, rename_all = "camelCase")]
pub struct Usage {
    /// Number of tokens sent, including those that the service had cached from earlier calls.
    #[serde(rename = "input")]
    pub input_tokens: u64,
    /// Number of the input tokens that the service had cached from earlier calls.
    #[serde(rename = "cached")]
    pub cached_input_tokens: u64,
    /// Number of tokens generated, including reasoning.
    #[serde(rename = "output")]
    pub output_tokens: u64,
    /// Number of output tokens that are reasoning.
    #[serde(rename = "reasoning")]
    pub reasoning_tokens: u64,
    /// The cost of the call if the service reports it. It is more reliable than a price list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Money>,
}

impl Usage {
    /// Number of tokens sent and generated.
    pub fn total_tokens(&self) -> u64 {
        add_tokens(self.input_tokens, self.output_tokens)
    }
}
