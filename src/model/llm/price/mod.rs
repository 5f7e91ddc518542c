//! The prices of models. A model that is in no price list has no price: a guess from a similar name
//! could be far from the real price.

mod openrouter_prices;
mod price_list;
mod priced_service;

use serde::{Deserialize, Serialize};

pub(crate) use openrouter_prices::{parse_price_list, price_list_request};
pub(crate) use price_list::PriceList;

use crate::model::llm::money::Money;
use crate::model::llm::usage::Usage;

/// The price of a model's tokens, in trillionths of a US dollar (picodollars) per token, so that
/// every price is an integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Price {
    /// The price of one token that is sent to the model.
    #[serde(rename = "input")]
    pub input_picodollars_per_token: u64,
    /// The price of one sent token that the service has cached from earlier calls.
    #[serde(rename = "cached")]
    pub cached_input_picodollars_per_token: u64,
    /// The price of one token that the model generates, including reasoning.
    #[serde(rename = "output")]
    pub output_picodollars_per_token: u64,
}

impl Price {
    /// The price of a model on the user's own machine.
    pub const FREE: Self = Self {
        input_picodollars_per_token: 0,
        cached_input_picodollars_per_token: 0,
        output_picodollars_per_token: 0,
    };

    /// The highest possible cost of this many tokens, no matter how many of them are cached.
    pub fn worst_case_cost(self, input_tokens: u64, output_tokens: u64) -> Money {
        let highest = self.input_picodollars_per_token.max(self.cached_input_picodollars_per_token);
        sum_of_costs([(input_tokens, highest), (output_tokens, self.output_picodollars_per_token)])
    }
}

/// The cost of a call: what the service reports, or else the token counts times the price.
pub(super) fn cost(price: Price, usage: &Usage) -> Money {
    let cached = usage.cached_input_tokens.min(usage.input_tokens);
    let parts = [
        (usage.input_tokens.saturating_sub(cached), price.input_picodollars_per_token),
        (cached, price.cached_input_picodollars_per_token),
        (usage.output_tokens, price.output_picodollars_per_token),
    ];
    usage.cost.unwrap_or_else(|| sum_of_costs(parts))
}

/// Multiplies each token count by its price in picodollars and adds the results, rounded up to the
/// unit of [`Money`].
fn sum_of_costs<const N: usize>(tokens_and_prices: [(u64, u64); N]) -> Money {
    const PICODOLLARS_PER_NANODOLLAR: u128 = 1_000;
    let trillionths = tokens_and_prices
        .iter()
        .map(|&(tokens, price)| u128::from(tokens).saturating_mul(u128::from(price)))
        .fold(0_u128, u128::saturating_add);
    let nanos = trillionths.div_ceil(PICODOLLARS_PER_NANODOLLAR);
    Money::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PRICE: Price = Price {
        input_picodollars_per_token: 2_000_000,
        cached_input_picodollars_per_token: 100_000,
        output_picodollars_per_token: 10_000_000,
    };

    fn usage(input: u64, cached: u64, output: u64, reasoning: u64) -> Usage {
        Usage {
            input_tokens: input,
            cached_input_tokens: cached,
            output_tokens: output,
            reasoning_tokens: reasoning,
            cost: None,
        }
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
        let reported = Some(Money::from_cents(3));
        check(Usage { cost: reported, ..usage(1_000_000, 0, 0, 0) }, "0.03");
    }

    #[test]
    fn a_free_model_costs_nothing_and_large_costs_do_not_overflow() {
        let endless = usage(u64::MAX, 0, u64::MAX, 0);
        assert_eq!(cost(Price::FREE, &endless), Money::ZERO);
        assert_eq!(cost(PRICE, &endless), Money::MAX);
        let highest = Price {
            input_picodollars_per_token: u64::MAX,
            cached_input_picodollars_per_token: u64::MAX,
            output_picodollars_per_token: u64::MAX,
        };
        assert_eq!(highest.worst_case_cost(u64::MAX, u64::MAX), Money::MAX);
    }

    proptest! {
        #[test]
        fn no_call_costs_more_than_the_worst_case(
            prices in any::<(u32, u32, u32)>(),
            tokens in any::<(u32, u32, u32)>(),
        ) {
            let price = Price { input_picodollars_per_token: prices.0.into(), cached_input_picodollars_per_token: prices.1.into(), output_picodollars_per_token: prices.2.into() };
            let usage = usage(tokens.0.into(), tokens.1.into(), tokens.2.into(), 0);
            prop_assert!(cost(price, &usage) <= price.worst_case_cost(usage.input_tokens, usage.output_tokens));
        }
    }
}
