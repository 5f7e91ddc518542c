//! What one call took, as the service counted it.

use serde::{Deserialize, Serialize};

use crate::llm::money::Money;

/// The most tokens that are ever counted: a reply can claim any number, and one above this is not
/// exact in JavaScript and cannot cross to it.
pub const MOST_TOKENS: u64 = (1 << 53) - 1;

/// Two counts together, at most `MOST_TOKENS`.
pub const fn sum(one: u64, other: u64) -> u64 {
    let sum = one.saturating_add(other);
    if sum > MOST_TOKENS { MOST_TOKENS } else { sum }
}

/// Tokens of one call, and its cost where the service tells it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(default, rename_all = "camelCase")]
pub struct Usage {
    /// All that was sent, with what the service had kept from earlier calls.
    pub input: u64,
    /// The part of the input that it had kept.
    pub cached: u64,
    /// All that was written, with what the model only thought.
    pub output: u64,
    /// The part of the output that it only thought.
    pub reasoning: u64,
    /// The cost in the service's own words, which no table knows better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Money>,
}

impl Usage {
    /// Tokens in both directions.
    pub fn tokens(&self) -> u64 {
        sum(self.input, self.output)
    }
}
