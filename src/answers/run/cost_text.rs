//! Writes the cost and the duration of a run as text for the user. `Money` and `duration_text`
//! format the single numbers.

use crate::model::llm::{CostEstimate, Money, Spending, WithThousandsCommas};
use crate::values::duration_text;

/// Durations below this are shown as `under 1 s`, because the estimated time of a search is not
/// more precise than that.
const MIN_SHOWN_DURATION_MILLIS: u64 = 1_000;

/// Returns the costs so far as text. The text is `free` only if every price is known to be zero.
pub fn spent_text(spent: &Spending) -> String {
    match spent.money {
        _ if spent.unknown_price_calls > 0 => {
            format!("{} tokens, price unknown", WithThousandsCommas(spent.tokens))
        }
        Money::ZERO => "free".to_owned(),
        money => money.to_string(),
    }
}

/// Returns the expected tokens and price as text, for example `about 8,200 tokens, under $0.01`;
/// `free` if no model is called.
pub fn estimate_text(estimate: &CostEstimate) -> String {
    match estimate.max_tokens {
        0 => "free".to_owned(),
        _ => format!("about {}", tokens_and_price_text(estimate)),
    }
}

/// Returns the rounded number of tokens and the price, for example `8,200 tokens, under $0.01`.
pub fn tokens_and_price_text(estimate: &CostEstimate) -> String {
    let price = match estimate.max_cost {
        None => "price unknown".to_owned(),
        Some(Money::ZERO) => "free".to_owned(),
        Some(money) => money.to_string(),
    };
    format!("{} tokens, {price}", WithThousandsCommas(round_tokens(estimate.max_tokens)))
}

/// Returns an expected duration as text, for example `~12 s`.
pub fn time_estimate_text(millis: u64) -> String {
    match millis {
        0..MIN_SHOWN_DURATION_MILLIS => {
            format!("under {}", duration_text(MIN_SHOWN_DURATION_MILLIS))
        }
        _ => format!("~{}", duration_text(millis.saturating_add(500) / 1_000 * 1_000)),
    }
}

/// Rounds a number of tokens to tens, or to hundreds from 1,000 on, because an estimate is not more
/// precise.
fn round_tokens(tokens: u64) -> u64 {
    let unit = if tokens < 1_000 { 10 } else { 100 };
    (tokens.saturating_add(unit / 2) / unit * unit).max(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_known_price_of_zero_is_free() {
        let free = Spending { tokens: 12_345, call_count: 2, ..Spending::default() };
        assert_eq!(spent_text(&free), "free");
        let unknown = Spending { unknown_price_calls: 1, ..free };
        assert_eq!(spent_text(&unknown), "12,345 tokens, price unknown");
        let paid = Spending { money: Money::from_cents(2), ..free };
        assert_eq!(spent_text(&paid), "$0.02");
    }

    #[test]
    fn an_estimate_names_rounded_tokens_and_the_price() {
        let check = |tokens, money, expected: &str| {
            assert_eq!(
                estimate_text(&CostEstimate { max_cost: money, max_tokens: tokens }),
                expected
            );
        };
        check(0, Some(Money::ZERO), "free");
        check(904, Some(Money::ZERO), "about 900 tokens, free");
        check(3, Some(Money::ZERO), "about 10 tokens, free");
        check(2_968, None, "about 3,000 tokens, price unknown");
        check(8_249, Some(Money::from_nanos(4_000_000)), "about 8,200 tokens, under $0.01");
        check(21_400, Some(Money::from_cents(3)), "about 21,400 tokens, $0.03");
    }

    #[test]
    fn an_expected_duration_is_rounded_to_seconds() {
        let check = |millis, expected: &str| assert_eq!(time_estimate_text(millis), expected);
        check(0, "under 1\u{a0}s");
        check(999, "under 1\u{a0}s");
        check(1_750, "~2\u{a0}s");
        check(119_000, "~119\u{a0}s");
        check(150_000, "~3\u{a0}min");
    }
}
