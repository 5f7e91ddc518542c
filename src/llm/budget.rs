//! What a run may spend. A call is let through only if its worst case still fits, and until it is
//! settled that worst case counts as spent: calls that run at the same time cannot pass the limit
//! together.

use std::cell::Cell;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorCode};
use crate::llm::money::Money;
use crate::llm::price::{Price, cost};
use crate::llm::usage::{MOST_TOKENS, Usage, sum};

/// Of one run, unless the person sets another; in cents of a US dollar.
pub const DEFAULT_CENTS: u32 = 25;

/// Of one run's calls whose price nobody knows.
pub const DEFAULT_TOKENS: u64 = 200_000;

/// The limits of a run, and what it has spent of them.
#[derive(Debug)]
pub struct Budget {
    money: Money,
    tokens: u64,
    state: Cell<State>,
}

#[derive(Debug, Clone, Copy, Default)]
struct State {
    spent: Spent,
    /// Those of the tokens spent that count against the limit: their calls had no known price.
    unpriced_tokens: u64,
    reserved_money: Money,
    reserved_tokens: u64,
}

/// What a run has spent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Spent {
    /// For all calls whose cost is known.
    pub money: Money,
    /// Of all calls.
    pub tokens: u64,
    /// Calls that were answered, or may have been.
    pub calls: u64,
    /// Those of them whose cost is not known.
    pub unknown_price_calls: u64,
}

/// The worst case of a call, or of several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Estimate {
    /// None if the price is unknown.
    pub money: Option<Money>,
    /// Sent and written together.
    pub tokens: u64,
}

/// Why a call was not let through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OverBudget {
    /// It could cost more than is left.
    #[error(
        "The next request could cost up to {}, but only {} of {limit} is left",
        needed.rounded_up(), left.rounded_down()
    )]
    Money {
        /// Its worst case.
        needed: Money,
        /// What may still be spent.
        left: Money,
        /// What might be spent at first.
        limit: Money,
    },
    /// Its price is unknown, and it could take more tokens than are left.
    #[error(
        "The next request could use up to {} tokens, but only {} of {} are left",
        Grouped(*needed), Grouped(*left), Grouped(*limit)
    )]
    Tokens {
        /// Its worst case.
        needed: u64,
        /// What may still be taken.
        left: u64,
        /// What might be taken at first.
        limit: u64,
    },
    /// Its price is unknown, and nothing may cost anything any more.
    #[error("The price of the next request is unknown, and the budget of {limit} is used up")]
    Spent {
        /// What might be spent at first.
        limit: Money,
    },
}

impl Estimate {
    /// The worst case of a call.
    pub fn of(price: Option<Price>, input_tokens: u64, max_output_tokens: u64) -> Self {
        let money = price.map(|price| price.worst_case(input_tokens, max_output_tokens));
        Self { money, tokens: sum(input_tokens, max_output_tokens) }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.money {
            Some(money) if money == Money::ZERO => f.write_str("no cost"),
            Some(money) => write!(f, "up to {}", money.rounded_up()),
            None => write!(f, "up to {} tokens, price unknown", Grouped(self.tokens)),
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(Money::from_cents(DEFAULT_CENTS as u64), DEFAULT_TOKENS)
    }
}

impl Budget {
    /// Limits in money and, for calls whose price is unknown, in tokens.
    pub fn new(money: Money, tokens: u64) -> Self {
        Self { money, tokens: tokens.min(MOST_TOKENS), state: Cell::default() }
    }

    /// Reserves the worst case of the next call, or refuses it.
    pub fn before(
        &self,
        price: Option<Price>,
        input_tokens: u64,
        max_output_tokens: u64,
    ) -> Result<Reservation<'_>, OverBudget> {
        let estimate = Estimate::of(price, input_tokens, max_output_tokens);
        self.check(estimate)?;
        let reservation = Reservation { budget: self, price, estimate };
        self.change(|state| {
            let (money, tokens) = reservation.held();
            state.reserved_money = state.reserved_money.plus(money);
            state.reserved_tokens = sum(state.reserved_tokens, tokens);
        });
        Ok(reservation)
    }

    fn check(&self, estimate: Estimate) -> Result<(), OverBudget> {
        let state = self.state.get();
        let limit = self.money;
        let left = limit.minus(state.spent.money).minus(state.reserved_money);
        if let Some(needed) = estimate.money {
            let fits = needed <= left;
            return if fits { Ok(()) } else { Err(OverBudget::Money { needed, left, limit }) };
        }
        if left == Money::ZERO {
            return Err(OverBudget::Spent { limit });
        }
        let (needed, limit) = (estimate.tokens, self.tokens);
        let taken = sum(state.unpriced_tokens, state.reserved_tokens);
        let left = limit.saturating_sub(taken);
        if needed <= left { Ok(()) } else { Err(OverBudget::Tokens { needed, left, limit }) }
    }

    /// Counts what was spent before the run, for it.
    pub fn charge(&self, spent: Spent) {
        self.change(|state| {
            state.spent.money = state.spent.money.plus(spent.money);
            state.spent.tokens = sum(state.spent.tokens, spent.tokens);
            state.spent.calls = sum(state.spent.calls, spent.calls);
            state.spent.unknown_price_calls =
                sum(state.spent.unknown_price_calls, spent.unknown_price_calls);
            if spent.unknown_price_calls > 0 {
                state.unpriced_tokens = sum(state.unpriced_tokens, spent.tokens);
            }
        });
    }

    /// The limit in money.
    pub fn money(&self) -> Money {
        self.money
    }

    /// The limit in tokens, for calls whose price is unknown.
    pub fn tokens(&self) -> u64 {
        self.tokens
    }

    /// What the settled calls have spent.
    pub fn spent(&self) -> Spent {
        self.state.get().spent
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state.get();
        change(&mut state);
        self.state.set(state);
    }
}

/// The worst case of a call on its way. Dropped, it is given back: the call failed and cost nothing.
#[derive(Debug)]
#[must_use = "what is dropped counts as a call that cost nothing"]
pub struct Reservation<'a> {
    budget: &'a Budget,
    price: Option<Price>,
    estimate: Estimate,
}

impl Reservation<'_> {
    /// What is reserved.
    pub fn estimate(&self) -> Estimate {
        self.estimate
    }

    /// The call was answered and took this much.
    pub fn settle(self, usage: &Usage) {
        let cost = usage.cost.or_else(|| self.price.map(|price| cost(price, usage)));
        self.spend(cost, usage.tokens());
    }

    /// The call may have been answered, but nobody said what it took: the worst case counts.
    pub fn settle_unmeasured(self) {
        self.spend(self.estimate.money, self.estimate.tokens);
    }

    fn spend(&self, cost: Option<Money>, tokens: u64) {
        let unpriced = if self.price.is_none() { tokens } else { 0 };
        self.budget.change(|state| {
            let spent = &mut state.spent;
            spent.money = spent.money.plus(cost.unwrap_or_default());
            spent.tokens = sum(spent.tokens, tokens);
            spent.calls = sum(spent.calls, 1);
            spent.unknown_price_calls = sum(spent.unknown_price_calls, u64::from(cost.is_none()));
            state.unpriced_tokens = sum(state.unpriced_tokens, unpriced);
        });
    }

    /// What is held of the money and of the tokens: tokens only count without a price.
    fn held(&self) -> (Money, u64) {
        self.estimate.money.map_or((Money::ZERO, self.estimate.tokens), |money| (money, 0))
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        let (money, tokens) = self.held();
        self.budget.change(|state| {
            state.reserved_money = state.reserved_money.minus(money);
            state.reserved_tokens = state.reserved_tokens.saturating_sub(tokens);
        });
    }
}

impl From<OverBudget> for Error {
    fn from(over: OverBudget) -> Self {
        let hint = match over {
            OverBudget::Tokens { .. } => {
                "Raise the token budget in settings, or choose a model with a known price."
            }
            OverBudget::Money { .. } | OverBudget::Spent { .. } => {
                "Raise the budget in settings, choose a cheaper model, or select fewer topics."
            }
        };
        Error::new(ErrorCode::OverBudget, over.to_string()).hint(hint)
    }
}

/// A number that is written with commas between its thousands.
pub struct Grouped(pub u64);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A dollar for a million tokens of either kind.
    const DOLLAR: Price = Price { input: 1_000_000, cached: 1_000_000, output: 1_000_000 };

    fn used(input: u64, output: u64) -> Usage {
        Usage { input, output, ..Usage::default() }
    }

    fn told(budget: &Budget) -> String {
        let Spent { money, tokens, calls, unknown_price_calls } = budget.spent();
        format!("{money}, {tokens} tokens, {calls} calls, {unknown_price_calls} unknown")
    }

    fn refusal(result: Result<Reservation<'_>, OverBudget>) -> String {
        result
            .map_or_else(|over| over.to_string(), |reservation| reservation.estimate().to_string())
    }

    #[test]
    fn no_sum_is_larger_than_a_number_of_javascript() {
        let budget = Budget::new(Money::MAX, u64::MAX);
        for _ in 0..2 {
            let call = budget.before(Some(Price::FREE), 1, 1).unwrap();
            call.settle(&used(MOST_TOKENS, MOST_TOKENS));
        }
        let kept = Spent { tokens: u64::MAX, calls: u64::MAX, ..Spent::default() };
        budget.charge(Spent { unknown_price_calls: u64::MAX, ..kept });
        let Spent { tokens, calls, unknown_price_calls, .. } = budget.spent();
        assert_eq!([tokens, calls, unknown_price_calls, budget.tokens()], [MOST_TOKENS; 4]);
        assert_eq!(Estimate::of(None, u64::MAX, 1).tokens, MOST_TOKENS);
    }

    #[test]
    fn a_call_that_might_pass_the_limit_is_refused() {
        let budget = Budget::default();
        budget.before(Some(DOLLAR), 240_000, 6_000).unwrap().settle(&used(240_000, 6_000));
        let check = |price, input, output, expected: &str| {
            assert_eq!(refusal(budget.before(price, input, output)), expected);
        };
        check(
            Some(DOLLAR),
            20_000,
            1_000,
            "The next request could cost up to $0.03, but only $0 of $0.25 is left",
        );
        check(Some(DOLLAR), 3_000, 1_000, "up to $0.01");
        check(Some(Price::FREE), u64::MAX, u64::MAX, "no cost");
        check(None, 199_000, 1_000, "up to 200,000 tokens, price unknown");
        check(
            None,
            1_999_000,
            1_000,
            "The next request could use up to 2,000,000 tokens, but only 200,000 of 200,000 are left",
        );
        assert_eq!(told(&budget), "$0.25, 246000 tokens, 1 calls, 0 unknown");
    }

    #[test]
    fn calls_at_the_same_time_share_what_is_left() {
        let budget = Budget::new(Money::from_cents(2), 1_000);
        let first = budget.before(Some(DOLLAR), 10_000, 0).unwrap();
        let second = budget.before(Some(DOLLAR), 10_000, 0).unwrap();
        let third = "The next request could cost up to $0.01, but only $0 of $0.02 is left";
        assert_eq!(refusal(budget.before(Some(DOLLAR), 10_000, 0)), third);
        drop(first);
        assert_eq!(refusal(budget.before(Some(DOLLAR), 10_000, 0)), "up to $0.01");
        second.settle(&used(4_000, 0));
        assert_eq!(refusal(budget.before(Some(DOLLAR), 16_000, 0)), "up to $0.02");
        assert_eq!(told(&budget), "under $0.01, 4000 tokens, 1 calls, 0 unknown");
    }

    #[test]
    fn without_a_price_tokens_are_counted() {
        let budget = Budget::new(Money::from_cents(1), 1_000);
        budget.before(None, 500, 100).unwrap().settle(&used(500, 50));
        budget.before(Some(Price::FREE), 5_000, 0).unwrap().settle(&used(5_000, 0));
        let over = "The next request could use up to 500 tokens, but only 450 of 1,000 are left";
        assert_eq!(refusal(budget.before(None, 400, 100)), over);
        let reservation = budget.before(None, 400, 50).unwrap();
        reservation.settle_unmeasured();
        assert_eq!(told(&budget), "$0, 6000 tokens, 3 calls, 2 unknown");
    }

    #[test]
    fn a_cost_that_the_service_tells_counts_even_without_a_price() {
        let budget = Budget::new(Money::from_cents(1), 1_000);
        let usage = Usage { cost: Some(Money::from_cents(3)), ..used(10, 10) };
        budget.before(None, 10, 10).unwrap().settle(&usage);
        assert_eq!(told(&budget), "$0.03, 20 tokens, 1 calls, 0 unknown");
        let over = "The price of the next request is unknown, and the budget of $0.01 is used up";
        assert_eq!(refusal(budget.before(None, 10, 10)), over);
        let over = "The next request could cost up to $0.01, but only $0 of $0.01 is left";
        assert_eq!(refusal(budget.before(Some(DOLLAR), 1, 0)), over);
    }

    #[test]
    fn a_refusal_says_what_can_be_done() {
        let budget = Budget::new(Money::ZERO, 0);
        for price in [Some(DOLLAR), None] {
            let error = Error::from(budget.before(price, 1, 1).unwrap_err());
            assert_eq!(error.code, ErrorCode::OverBudget);
            assert!(error.hint.starts_with("Raise the budget"), "{}", error.hint);
        }
    }

    proptest! {
        /// Calls with and without a price begin and end in any order; none takes more than its worst
        /// case.
        #[test]
        fn no_run_passes_its_limits(
            limits in (0..1_000_000_u64, 0..100_000_u64),
            steps in prop::collection::vec(
                (any::<bool>(), 0..9_000_u64, 0..9_000_u64, 0..4_u8, 1..9_u64),
                0..60,
            ),
        ) {
            let budget = Budget::new(Money::from_nanos(limits.0), limits.1);
            let mut open = Vec::new();
            for (priced, input, output, end, divisor) in steps {
                let price = priced.then_some(Price { input: 77, cached: 7, output: 1_001 });
                let usage = Usage { cached: input / 3, ..used(input / divisor, output / divisor) };
                open.extend(budget.before(price, input, output).ok().map(|call| (call, usage)));
                match (end, open.pop()) {
                    (0, Some(call)) => open.insert(0, call),
                    (1, Some((call, _))) => call.settle_unmeasured(),
                    (2, Some((call, usage))) => call.settle(&usage),
                    (_, call) => drop(call),
                }
                let state = budget.state.get();
                prop_assert!(state.spent.money.plus(state.reserved_money) <= budget.money);
                prop_assert!(state.unpriced_tokens + state.reserved_tokens <= budget.tokens);
            }
            drop(open);
            let state = budget.state.get();
            prop_assert_eq!((state.reserved_money, state.reserved_tokens), (Money::ZERO, 0));
        }
    }
}
