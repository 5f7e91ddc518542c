//! What a run may spend. A call is let through only if its worst case still fits, and until it is
//! settled that worst case counts as spent: calls that run at the same time cannot pass the limit
//! together.

use std::cell::Cell;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::money::Money;
use super::price::{Price, cost};
use super::usage::Usage;
use crate::error::Error;

/// Of one run, unless the person sets another.
pub const DEFAULT_MONEY: Money = Money::from_cents(25);

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
    /// Calls that were answered.
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
    #[error("The next call could cost up to {needed}, and {left} of {limit} is left")]
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
        "The next call could take up to {} tokens, and {} of {} are left",
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
    #[error("The price of the next call is unknown, and nothing of {limit} is left")]
    Spent {
        /// What might be spent at first.
        limit: Money,
    },
}

impl Estimate {
    /// The worst case of a call.
    pub fn of(price: Option<Price>, input_tokens: u64, max_output_tokens: u64) -> Self {
        let money = price.map(|price| price.worst_case(input_tokens, max_output_tokens));
        Self { money, tokens: input_tokens.saturating_add(max_output_tokens) }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.money {
            Some(money) if money == Money::ZERO => f.write_str("no cost"),
            Some(money) => write!(f, "up to {money}"),
            None => write!(f, "up to {} tokens, price unknown", Grouped(self.tokens)),
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(DEFAULT_MONEY, DEFAULT_TOKENS)
    }
}

impl Budget {
    /// Limits in money and, for calls whose price is unknown, in tokens.
    pub fn new(money: Money, tokens: u64) -> Self {
        Self { money, tokens, state: Cell::default() }
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
            state.reserved_tokens = state.reserved_tokens.saturating_add(tokens);
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
        let taken = state.unpriced_tokens.saturating_add(state.reserved_tokens);
        let left = limit.saturating_sub(taken);
        if needed <= left { Ok(()) } else { Err(OverBudget::Tokens { needed, left, limit }) }
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
            spent.tokens = spent.tokens.saturating_add(tokens);
            spent.calls = spent.calls.saturating_add(1);
            spent.unknown_price_calls =
                spent.unknown_price_calls.saturating_add(u64::from(cost.is_none()));
            state.unpriced_tokens = state.unpriced_tokens.saturating_add(unpriced);
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
                "Raise the limit of tokens in Ibid's settings, or choose a model whose price is known."
            }
            OverBudget::Money { .. } | OverBudget::Spent { .. } => {
                "Raise the budget in Ibid's settings, or choose a cheaper model or fewer topics."
            }
        };
        Error::new("over-budget", over.to_string()).hint(hint)
    }
}

/// A number with its thousands set apart.
struct Grouped(u64);

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
