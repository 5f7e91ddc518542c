//! The spending limit of a run. A call to a model is allowed only if its highest possible cost is
//! at most what is left of the budget. That cost stays reserved until the real usage is recorded,
//! so that concurrent calls cannot exceed the limit together.

use std::cell::Cell;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::model::llm::money::Money;
use crate::model::llm::price::{Price, cost};
use crate::model::llm::usage::{MAX_TOKEN_COUNT, Usage, add_tokens};
use crate::values::{Error, ErrorCode};

/// Default budget of one run, in US cents.
pub const DEFAULT_BUDGET_CENTS: u32 = 25;

/// Default token limit of one run, for calls with an unknown price.
pub const DEFAULT_BUDGET_TOKENS: u64 = 200_000;

/// The spending limits of a run, and what the run has spent so far.
#[derive(Debug)]
pub struct Budget {
    money: Money,
    tokens: u64,
    state: Cell<BudgetState>,
}

#[derive(Debug, Clone, Copy, Default)]
struct BudgetState {
    spent: Spending,
    /// Number of tokens used by calls with an unknown price. Only these calls count towards the
    /// token limit.
    unpriced_tokens: u64,
    reserved_money: Money,
    reserved_tokens: u64,
}

/// What a run has spent so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Spending {
    /// Total cost of the calls whose cost is known.
    pub money: Money,
    /// Number of tokens that all calls sent and generated.
    pub tokens: u64,
    /// Number of calls for which the service may have charged money.
    #[serde(rename = "calls")]
    pub call_count: u64,
    /// Number of calls whose cost is unknown.
    pub unknown_price_calls: u64,
}

impl Spending {
    /// What was spent in all.
    pub fn plus(self, other: Self) -> Self {
        Self {
            money: self.money.plus(other.money),
            tokens: self.tokens.saturating_add(other.tokens),
            call_count: self.call_count.saturating_add(other.call_count),
            unknown_price_calls: self.unknown_price_calls.saturating_add(other.unknown_price_calls),
        }
    }

    /// What was spent since `earlier`.
    pub fn since(self, earlier: Self) -> Self {
        Self {
            money: self.money.minus(earlier.money),
            tokens: self.tokens.saturating_sub(earlier.tokens),
            call_count: self.call_count.saturating_sub(earlier.call_count),
            unknown_price_calls: self
                .unknown_price_calls
                .saturating_sub(earlier.unknown_price_calls),
        }
    }
}

/// The highest possible cost of one call or of several calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CostEstimate {
    /// Highest possible cost; `None` if the price of the model is unknown.
    #[serde(rename = "money")]
    pub max_cost: Option<Money>,
    /// Highest possible number of tokens sent and generated.
    #[serde(rename = "tokens")]
    pub max_tokens: u64,
}

/// Why the budget doesn't allow a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OverBudget {
    /// The call could cost more money than is left.
    #[error(
        "The next request could cost up to {}, but only {} of {limit} is left",
        needed.rounded_up_to_cents(), left.rounded_down_to_cents()
    )]
    Money {
        /// Highest possible cost of the call.
        needed: Money,
        /// The money that is left of the budget.
        left: Money,
        /// The budget of the run, including what is already spent.
        limit: Money,
    },
    /// The price of the call is unknown, and it could use more tokens than are left.
    #[error(
        "The next request could use up to {} tokens, but only {} of {} are left",
        WithThousandsCommas(*needed), WithThousandsCommas(*left), WithThousandsCommas(*limit)
    )]
    Tokens {
        /// Highest possible number of tokens of the call.
        needed: u64,
        /// Number of tokens that are left of the token limit.
        left: u64,
        /// The token limit of the run, including the tokens that are already used.
        limit: u64,
    },
    /// The price of the call is unknown, and no money is left.
    #[error("The price of the next request is unknown, and the budget of {limit} is used up")]
    NothingLeft {
        /// The budget of the run, including what is already spent.
        limit: Money,
    },
}

impl CostEstimate {
    /// The highest possible cost of a call with at most this many tokens.
    pub fn worst_case(price: Option<Price>, input_tokens: u64, max_output_tokens: u64) -> Self {
        let money = price.map(|price| price.worst_case_cost(input_tokens, max_output_tokens));
        Self { max_cost: money, max_tokens: add_tokens(input_tokens, max_output_tokens) }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(Money::from_cents(DEFAULT_BUDGET_CENTS as u64), DEFAULT_BUDGET_TOKENS)
    }
}

impl Budget {
    /// A budget with a limit in money and, for calls with an unknown price, in tokens.
    pub fn new(money_limit: Money, token_limit: u64) -> Self {
        Self {
            money: money_limit,
            tokens: token_limit.min(MAX_TOKEN_COUNT),
            state: Cell::default(),
        }
    }

    /// Reserves the highest possible cost of the next call, or returns why the call is not allowed.
    pub fn reserve(
        &self,
        price: Option<Price>,
        input_tokens: u64,
        max_output_tokens: u64,
    ) -> Result<Reservation<'_>, OverBudget> {
        let estimate = CostEstimate::worst_case(price, input_tokens, max_output_tokens);
        self.check_limits(estimate)?;
        let reservation = Reservation { budget: self, price, estimate };
        self.update_state(|state| {
            let (money, tokens) = reservation.reserved_money_and_tokens();
            state.reserved_money = state.reserved_money.plus(money);
            state.reserved_tokens = add_tokens(state.reserved_tokens, tokens);
        });
        Ok(reservation)
    }

    /// Fails if a call with this estimate could exceed the money that is left or, if its price is
    /// unknown, the tokens that are left.
    fn check_limits(&self, estimate: CostEstimate) -> Result<(), OverBudget> {
        let state = self.state.get();
        let limit = self.money;
        let left = limit.minus(state.spent.money).minus(state.reserved_money);
        if let Some(needed) = estimate.max_cost {
            let fits = needed <= left;
            return if fits { Ok(()) } else { Err(OverBudget::Money { needed, left, limit }) };
        }
        if left == Money::ZERO {
            return Err(OverBudget::NothingLeft { limit });
        }
        let (needed, limit) = (estimate.max_tokens, self.tokens);
        let taken = add_tokens(state.unpriced_tokens, state.reserved_tokens);
        let left = limit.saturating_sub(taken);
        if needed <= left { Ok(()) } else { Err(OverBudget::Tokens { needed, left, limit }) }
    }

    /// Adds what was spent before the run was started or resumed: to find its topics, and before an
    /// interruption.
    pub fn add_earlier_spending(&self, spent: Spending) {
        self.update_state(|state| {
            state.spent.money = state.spent.money.plus(spent.money);
            state.spent.tokens = add_tokens(state.spent.tokens, spent.tokens);
            state.spent.call_count = add_tokens(state.spent.call_count, spent.call_count);
            state.spent.unknown_price_calls =
                add_tokens(state.spent.unknown_price_calls, spent.unknown_price_calls);
            if spent.unknown_price_calls > 0 {
                state.unpriced_tokens = add_tokens(state.unpriced_tokens, spent.tokens);
            }
        });
    }

    /// The amount of money that the run may spend.
    pub fn money_limit(&self) -> Money {
        self.money
    }

    /// Number of tokens that calls with an unknown price may use together.
    pub fn token_limit(&self) -> u64 {
        self.tokens
    }

    /// The money that is neither spent nor reserved.
    pub fn money_left(&self) -> Money {
        let state = self.state.get();
        self.money.minus(state.spent.money).minus(state.reserved_money)
    }

    /// The tokens that calls with an unknown price may still use.
    pub fn tokens_left(&self) -> u64 {
        let state = self.state.get();
        self.tokens.saturating_sub(add_tokens(state.unpriced_tokens, state.reserved_tokens))
    }

    /// What the finished calls have spent.
    pub fn spent(&self) -> Spending {
        self.state.get().spent
    }

    fn update_state(&self, update: impl FnOnce(&mut BudgetState)) {
        let mut state = self.state.get();
        update(&mut state);
        self.state.set(state);
    }
}

/// The cost that is reserved for a running call. Dropping the `Reservation` releases the reserved
/// cost; if nothing was recorded before, the call counts as free.
#[derive(Debug)]
#[must_use = "a dropped reservation counts as a call that cost nothing"]
pub struct Reservation<'a> {
    budget: &'a Budget,
    price: Option<Price>,
    estimate: CostEstimate,
}

impl Reservation<'_> {
    /// The highest possible cost of the call, which is reserved.
    pub fn estimate(&self) -> CostEstimate {
        self.estimate
    }

    /// Records what a finished call really used, instead of its highest possible cost.
    pub fn record_usage(self, usage: &Usage) {
        let cost = usage.cost.or_else(|| self.price.map(|price| cost(price, usage)));
        self.record_spending(cost, usage.total_tokens());
    }

    /// Records the highest possible cost, for a call that the service may have charged although it
    /// reported no usage.
    pub fn record_worst_case(self) {
        self.record_spending(self.estimate.max_cost, self.estimate.max_tokens);
    }

    /// Adds a call with this cost and number of tokens to what was spent.
    fn record_spending(&self, cost: Option<Money>, tokens: u64) {
        let unpriced = if self.price.is_none() { tokens } else { 0 };
        self.budget.update_state(|state| {
            let spent = &mut state.spent;
            spent.money = spent.money.plus(cost.unwrap_or_default());
            spent.tokens = add_tokens(spent.tokens, tokens);
            spent.call_count = add_tokens(spent.call_count, 1);
            spent.unknown_price_calls =
                add_tokens(spent.unknown_price_calls, u64::from(cost.is_none()));
            state.unpriced_tokens = add_tokens(state.unpriced_tokens, unpriced);
        });
    }

    /// The reserved money and tokens. Tokens are reserved only if the price is unknown.
    fn reserved_money_and_tokens(&self) -> (Money, u64) {
        self.estimate.max_cost.map_or((Money::ZERO, self.estimate.max_tokens), |money| (money, 0))
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        let (money, tokens) = self.reserved_money_and_tokens();
        self.budget.update_state(|state| {
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
            OverBudget::Money { .. } | OverBudget::NothingLeft { .. } => {
                "Raise the budget in settings, choose a cheaper model, or select fewer topics."
            }
        };
        Error::new(ErrorCode::OverBudget, over.to_string()).hint(hint)
    }
}

/// Formats a number with commas between thousands: `1,234,567`.
pub struct WithThousandsCommas(pub u64);

impl fmt::Display for WithThousandsCommas {
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

    /// A price of one dollar per million tokens.
    const DOLLAR: Price = Price {
        input_picodollars_per_token: 1_000_000,
        cached_input_picodollars_per_token: 1_000_000,
        output_picodollars_per_token: 1_000_000,
    };

    fn used(input: u64, output: u64) -> Usage {
        Usage { input_tokens: input, output_tokens: output, ..Usage::default() }
    }

    fn shown(budget: &Budget) -> String {
        let Spending { money, tokens, call_count: calls, unknown_price_calls } = budget.spent();
        format!("{money}, {tokens} tokens, {calls} calls, {unknown_price_calls} unknown")
    }

    fn refusal(result: Result<Reservation<'_>, OverBudget>) -> String {
        let estimate = |reservation: Reservation<'_>| match reservation.estimate() {
            CostEstimate { max_cost: Some(money), .. } => {
                format!("up to {}", money.rounded_up_to_cents())
            }
            CostEstimate { max_cost: None, max_tokens: tokens } => format!("up to {tokens} tokens"),
        };
        result.map_or_else(|over| over.to_string(), estimate)
    }

    #[test]
    fn no_sum_exceeds_what_javascript_can_represent() {
        let budget = Budget::new(Money::MAX, u64::MAX);
        for _ in 0..2 {
            let call = budget.reserve(Some(Price::FREE), 1, 1).unwrap();
            call.record_usage(&used(MAX_TOKEN_COUNT, MAX_TOKEN_COUNT));
        }
        let stored = Spending { tokens: u64::MAX, call_count: u64::MAX, ..Spending::default() };
        budget.add_earlier_spending(Spending { unknown_price_calls: u64::MAX, ..stored });
        let Spending { tokens, call_count: calls, unknown_price_calls, .. } = budget.spent();
        assert_eq!(
            [tokens, calls, unknown_price_calls, budget.token_limit()],
            [MAX_TOKEN_COUNT; 4]
        );
        assert_eq!(CostEstimate::worst_case(None, u64::MAX, 1).max_tokens, MAX_TOKEN_COUNT);
    }

    #[test]
    fn a_call_that_could_exceed_the_limit_is_refused() {
        let budget = Budget::default();
        budget.reserve(Some(DOLLAR), 240_000, 6_000).unwrap().record_usage(&used(240_000, 6_000));
        let check = |price, input, output, expected: &str| {
            assert_eq!(refusal(budget.reserve(price, input, output)), expected);
        };
        check(
            Some(DOLLAR),
            20_000,
            1_000,
            "The next request could cost up to $0.03, but only $0 of $0.25 is left",
        );
        check(Some(DOLLAR), 3_000, 1_000, "up to $0.01");
        check(Some(Price::FREE), u64::MAX, u64::MAX, "up to $0");
        check(None, 199_000, 1_000, "up to 200000 tokens");
        check(
            None,
            1_999_000,
            1_000,
            "The next request could use up to 2,000,000 tokens, but only 200,000 of 200,000 are left",
        );
        assert_eq!(shown(&budget), "$0.25, 246000 tokens, 1 calls, 0 unknown");
    }

    #[test]
    fn concurrent_calls_share_the_rest_of_the_budget() {
        let budget = Budget::new(Money::from_cents(2), 1_000);
        let first = budget.reserve(Some(DOLLAR), 10_000, 0).unwrap();
        let second = budget.reserve(Some(DOLLAR), 10_000, 0).unwrap();
        let third = "The next request could cost up to $0.01, but only $0 of $0.02 is left";
        assert_eq!(refusal(budget.reserve(Some(DOLLAR), 10_000, 0)), third);
        drop(first);
        assert_eq!(refusal(budget.reserve(Some(DOLLAR), 10_000, 0)), "up to $0.01");
        second.record_usage(&used(4_000, 0));
        assert_eq!(refusal(budget.reserve(Some(DOLLAR), 16_000, 0)), "up to $0.02");
        assert_eq!(shown(&budget), "under $0.01, 4000 tokens, 1 calls, 0 unknown");
    }

    #[test]
    fn calls_without_a_price_are_limited_by_tokens() {
        let budget = Budget::new(Money::from_cents(1), 1_000);
        budget.reserve(None, 500, 100).unwrap().record_usage(&used(500, 50));
        budget.reserve(Some(Price::FREE), 5_000, 0).unwrap().record_usage(&used(5_000, 0));
        let over = "The next request could use up to 500 tokens, but only 450 of 1,000 are left";
        assert_eq!(refusal(budget.reserve(None, 400, 100)), over);
        let reservation = budget.reserve(None, 400, 50).unwrap();
        reservation.record_worst_case();
        assert_eq!(shown(&budget), "$0, 6000 tokens, 3 calls, 2 unknown");
    }

    #[test]
    fn a_cost_that_the_service_reports_counts_even_without_a_price() {
        let budget = Budget::new(Money::from_cents(1), 1_000);
        let usage = Usage { cost: Some(Money::from_cents(3)), ..used(10, 10) };
        budget.reserve(None, 10, 10).unwrap().record_usage(&usage);
        assert_eq!(shown(&budget), "$0.03, 20 tokens, 1 calls, 0 unknown");
        let over = "The price of the next request is unknown, and the budget of $0.01 is used up";
        assert_eq!(refusal(budget.reserve(None, 10, 10)), over);
        let over = "The next request could cost up to $0.01, but only $0 of $0.01 is left";
        assert_eq!(refusal(budget.reserve(Some(DOLLAR), 1, 0)), over);
    }

    #[test]
    fn a_refusal_has_a_hint() {
        let budget = Budget::new(Money::ZERO, 0);
        for price in [Some(DOLLAR), None] {
            let error = Error::from(budget.reserve(price, 1, 1).unwrap_err());
            assert_eq!(error.code, ErrorCode::OverBudget);
            assert!(error.hint.starts_with("Raise the budget"), "{}", error.hint);
        }
    }

    proptest! {
        /// Random calls start and end in any order, with or without a price, within what they
        /// reserved.
        #[test]
        fn no_run_exceeds_its_limits(
            limits in (0..1_000_000_u64, 0..100_000_u64),
            steps in prop::collection::vec(
                (any::<bool>(), 0..9_000_u64, 0..9_000_u64, 0..4_u8, 1..9_u64),
                0..60,
            ),
        ) {
            let budget = Budget::new(Money::from_nanos(limits.0), limits.1);
            let mut open = Vec::new();
            for (priced, input, output, end, divisor) in steps {
                let price = priced.then_some(Price { input_picodollars_per_token: 77, cached_input_picodollars_per_token: 7, output_picodollars_per_token: 1_001 });
                let usage = Usage { cached_input_tokens: input / 3, ..used(input / divisor, output / divisor) };
                open.extend(budget.reserve(price, input, output).ok().map(|call| (call, usage)));
                match (end, open.pop()) {
                    (0, Some(call)) => open.insert(0, call),
                    (1, Some((call, _))) => call.record_worst_case(),
                    (2, Some((call, usage))) => call.record_usage(&usage),
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
