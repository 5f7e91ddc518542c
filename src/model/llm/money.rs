//! Amounts of money as integers: sums of many small costs stay exact, and none can overflow.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Number of billionths in one US dollar. A billionth of a dollar is the unit of [`Money`].
const NANOS_PER_DOLLAR: u64 = 1_000_000_000;

/// The smallest amount that is shown as a number, one cent. Less is shown as `under $0.01`.
const MIN_SHOWN_NANOS: u64 = NANOS_PER_DOLLAR / 100;

/// An amount in billionths of a US dollar.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(transparent)]
pub struct Money(u64);

impl Money {
    /// Zero dollars.
    pub const ZERO: Self = Self(0);

    /// The largest amount, about nine million dollars: larger integers are not exact in JavaScript.
    pub const MAX: Self = Self((1 << 53) - 1);

    /// Creates an amount from billionths of a US dollar.
    pub const fn from_nanos(nanos: u64) -> Self {
        if nanos > Self::MAX.0 { Self::MAX } else { Self(nanos) }
    }

    /// Creates an amount from US cents.
    pub const fn from_cents(cents: u64) -> Self {
        Self::from_nanos(cents.saturating_mul(NANOS_PER_DOLLAR / 100))
    }

    /// Parses a decimal number of dollars; `None` if it isn't a number or is negative.
    pub fn from_dollars(text: &str) -> Option<Self> {
        parse_scaled_decimal(text, 9).map(Self::from_nanos)
    }

    /// The amount in billionths of a dollar.
    pub const fn nanos(self) -> u64 {
        self.0
    }

    /// Whether the amount is zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The whole cents of the amount.
    pub const fn whole_cents(self) -> u64 {
        self.0 / MIN_SHOWN_NANOS
    }

    /// The amount in dollars, for display only: it isn't exact.
    pub fn dollars(self) -> f64 {
        self.0 as f64 / NANOS_PER_DOLLAR as f64
    }

    /// The sum of two amounts.
    pub const fn plus(self, other: Self) -> Self {
        Self::from_nanos(self.0.saturating_add(other.0))
    }

    /// The difference of two amounts, at least zero.
    pub const fn minus(self, other: Self) -> Self {
        Self::from_nanos(self.0.saturating_sub(other.0))
    }

    /// Rounds up to whole cents, to show a cost.
    pub const fn rounded_up_to_cents(self) -> Self {
        Self::from_nanos(self.0.div_ceil(MIN_SHOWN_NANOS).saturating_mul(MIN_SHOWN_NANOS))
    }

    /// Rounds down to whole cents, to show what is left of a budget.
    pub const fn rounded_down_to_cents(self) -> Self {
        Self(self.0 / MIN_SHOWN_NANOS * MIN_SHOWN_NANOS)
    }
}

/// Writes dollars and cents: `$0.03`. An amount below a cent is `under $0.01`.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cents = self.0.saturating_add(MIN_SHOWN_NANOS / 2) / MIN_SHOWN_NANOS;
        match self.0 {
            0 => f.write_str("$0"),
            1..MIN_SHOWN_NANOS => f.write_str("under $0.01"),
            _ => write!(f, "${}.{:02}", cents / 100, cents % 100),
        }
    }
}

/// Maximum number of digits of a number. A longer number is rejected; prices have fewer digits.
const MAX_PARSED_DIGITS: usize = 24;

/// Parses a decimal number and multiplies it by ten to the power of `decimal_places`, rounded
/// up; `None` if it isn't a number, is negative or is too large.
pub(super) fn parse_scaled_decimal(text: &str, decimal_places: i32) -> Option<u64> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole, fraction].concat();
    if digits.len() > MAX_PARSED_DIGITS || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: u128 = digits.parse().ok()?;
    let decimals = i32::try_from(fraction.len()).ok()?;
    let exponent: i32 = exponent.parse().ok()?;
    let shift = decimal_places.checked_add(exponent)?.checked_sub(decimals)?;
    let scaled = match 10_u128.checked_pow(shift.unsigned_abs()) {
        Some(power) if shift >= 0 => number.checked_mul(power)?,
        Some(power) => number.div_ceil(power),
        None if number == 0 => 0,
        None if shift > 0 => return None,
        None => 1,
    };
    u64::try_from(scaled).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_shown_in_dollars() {
        let check = |dollars: &str, expected: &str| {
            assert_eq!(Money::from_dollars(dollars).unwrap().to_string(), expected, "{dollars}");
        };
        check("0", "$0");
        check("0.000000001", "under $0.01");
        check("0.009999999", "under $0.01");
        check("0.01", "$0.01");
        check("0.034", "$0.03");
        check("0.035", "$0.04");
        check("0.25", "$0.25");
        check("0.99999", "$1.00");
        check("12.345", "$12.35");
        check("9999999999", "$9007199.25");
    }

    #[test]
    fn an_amount_is_rounded_up_or_down() {
        let check = |dollars: &str, up: &str, down: &str| {
            let money = Money::from_dollars(dollars).unwrap();
            let shown = (
                money.rounded_up_to_cents().to_string(),
                money.rounded_down_to_cents().to_string(),
            );
            assert_eq!(shown, (up.to_owned(), down.to_owned()), "{dollars}");
        };
        check("0", "$0", "$0");
        check("0.000000001", "$0.01", "$0");
        check("0.02", "$0.02", "$0.02");
        check("0.021", "$0.03", "$0.02");
        check("9999999999", "$9007199.25", "$9007199.25");
    }

    #[test]
    fn a_decimal_number_is_read_exactly() {
        let check = |text: &str, expected: Option<u64>| {
            assert_eq!(parse_scaled_decimal(text, 12), expected, "{text}");
        };
        check("0.00000015", Some(150_000));
        check("0.0000000075", Some(7_500));
        check("1.5e-7", Some(150_000));
        check("5E-07", Some(500_000));
        check("2", Some(2_000_000_000_000));
        check("2.", Some(2_000_000_000_000));
        check(".5", Some(500_000_000_000));
        check("0", Some(0));
        check("0e99", Some(0));
        check("0.0000000000001", Some(1));
        check("1e-99", Some(1));
        for text in [
            "",
            ".",
            "-1",
            "+1",
            "-0.5",
            " 1",
            "1 ",
            "1,5",
            "abc",
            "NaN",
            "inf",
            "1e",
            "1e1.5",
            "1e99",
            "1e-99999999999",
            "99999999999",
            "1.2.3",
            "٣",
            "0000000000000000000000000",
        ] {
            check(text, None);
        }
    }

    #[test]
    fn sums_and_differences_saturate() {
        assert_eq!(Money::MAX.plus(Money::from_cents(1)), Money::MAX);
        assert_eq!(Money::from_cents(u64::MAX), Money::MAX);
        assert_eq!(Money::from_cents(1).minus(Money::from_cents(2)), Money::ZERO);
        assert_eq!(Money::from_cents(25), Money::from_dollars("0.25").unwrap());
    }
}
