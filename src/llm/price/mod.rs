//! What a model costs. A model that no list knows has no price: nothing is guessed from a name that
//! looks alike, since a wrong price is worse than none.

mod list;
mod refresh;
mod service;

use serde::{Deserialize, Serialize};

pub use list::PriceList;
pub use refresh::{list_request, parse_list};

use crate::llm::money::Money;
use crate::llm::usage::Usage;

/// The price of a model's tokens, each in millionths of a US dollar per million tokens. That is
/// fine enough for every price to be a whole number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Price {
    /// What is sent.
    pub input: u64,
    /// What is sent and was kept by the service from earlier calls.
    pub cached: u64,
    /// What the model writes or thinks.
    pub output: u64,
}

impl Price {
    /// Of a model on the person's own machine.
    pub const FREE: Self = Self { input: 0, cached: 0, output: 0 };

    /// The most that so many tokens can cost.
    pub fn worst_case(self, input_tokens: u64, output_tokens: u64) -> Money {
        let dearest = self.input.max(self.cached);
        total([(input_tokens, dearest), (output_tokens, self.output)])
    }
}

/// What a call cost: as the service says, or else by the price.
pub fn cost(price: Price, usage: &Usage) -> Money {
    let cached = usage.cached.min(usage.input);
    let parts = [
        (usage.input.saturating_sub(cached), price.input),
        (cached, price.cached),
        (usage.output, price.output),
    ];
    usage.cost.unwrap_or_else(|| total(parts))
}

/// Tokens times prices, rounded up to what money counts in.
fn total<const N: usize>(parts: [(u64, u64); N]) -> Money {
    const TRILLIONTHS_PER_NANO: u128 = 1_000;
    let trillionths = parts
        .iter()
        .map(|&(tokens, price)| u128::from(tokens).saturating_mul(u128::from(price)))
        .fold(0_u128, u128::saturating_add);
    let nanos = trillionths.div_ceil(TRILLIONTHS_PER_NANO);
    Money::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PRICE: Price = Price { input: 2_000_000, cached: 100_000, output: 10_000_000 };

    fn usage(input: u64, cached: u64, output: u64, reasoning: u64) -> Usage {
        Usage { input, cached, output, reasoning, cost: None }
    }

    #[test]
    fn a_call_costs_its_tokens_at_their_prices() {
        let check = |usage: Usage, dollars: &str| {
            let expected = Money::from_dollars(dollars).unwrap();
            assert_eq!(cost(PRICE, &usage), expected, "{usage:?}");
        };
        check(usage(0, 0, 0, 0), "0");
        check(usage(1_000_000, 0, 0, 0), "2");
        check(usage(1_000_000, 1_000_000, 0, 0), "0.1");
        check(usage(10_000, 4_000, 500, 200), "0.0174");
        check(usage(10, 99, 0, 0), "0.000001");
        let said = Some(Money::from_cents(3));
        check(Usage { cost: said, ..usage(1_000_000, 0, 0, 0) }, "0.03");
    }

    #[test]
    fn what_is_free_costs_nothing_and_too_much_does_not_overflow() {
        let endless = usage(u64::MAX, 0, u64::MAX, 0);
        assert_eq!(cost(Price::FREE, &endless), Money::ZERO);
        assert_eq!(cost(PRICE, &endless), Money::MAX);
        let dearest = Price { input: u64::MAX, cached: u64::MAX, output: u64::MAX };
        assert_eq!(dearest.worst_case(u64::MAX, u64::MAX), Money::MAX);
    }

    proptest! {
        #[test]
        fn no_call_costs_more_than_the_worst_case(
            prices in any::<(u32, u32, u32)>(),
            tokens in any::<(u32, u32, u32)>(),
        ) {
            let price = Price { input: prices.0.into(), cached: prices.1.into(), output: prices.2.into() };
            let usage = usage(tokens.0.into(), tokens.1.into(), tokens.2.into(), 0);
            prop_assert!(cost(price, &usage) <= price.worst_case(usage.input, usage.output));
        }
    }
}
