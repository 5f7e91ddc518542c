//! Compares numbers with their units: `2 weeks` equals `14 days`, but `24 hours` is not `24 days`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::evidence::support::quantity::{self, Quantity};
use crate::language::Language;

const UNIT_TABLE: &str = include_str!("units.txt");

/// Figures in different units are equal if, after conversion, they differ by at most this share.
const CONVERSION_TOLERANCE_SHARE: f64 = 0.08;
/// If the claim says `about`, its figure may differ from the evidence by at most this share.
const APPROXIMATE_TOLERANCE_SHARE: f64 = 0.06;
/// By how many percentage points a percentage may differ from a fraction in words: `a third` is
/// also found as 33 or 34 percent.
const FRACTION_TOLERANCE_PERCENT: f64 = 1.5;
/// A figure up to this one is never read as the difference of two figures of the evidence: almost
/// every text has two small numbers that far apart.
const MAX_IGNORED_DIFFERENCE: f64 = 3.0;

/// A unit of measurement, as listed in `units.txt`.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Unit {
    dimension: &'static str,
    /// How many base units of its dimension it is: 60 for a minute. Zero if it can't be converted.
    size: f64,
    /// The first of the unit's names, which is the same for all spellings of the unit.
    name: &'static str,
}

static UNIT_BY_NAME: LazyLock<BTreeMap<&'static str, Unit>> = LazyLock::new(|| {
    let mut units = BTreeMap::new();
    for line in UNIT_TABLE.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split_whitespace();
        let (Some(dimension), Some(size)) = (fields.next(), fields.next()) else { continue };
        let names: Vec<&str> = fields.collect();
        let size = size.parse().unwrap_or(0.0);
        let Some(name) = names.first().copied() else { continue };
        units.extend(names.into_iter().map(|word| (word, Unit { dimension, size, name })));
    }
    units
});

/// Whether a word is the name of a unit.
pub fn is_unit(word: &str) -> bool {
    UNIT_BY_NAME.contains_key(word)
}

/// A number in a sentence, with its unit if it has a known one.
#[derive(Debug, Clone)]
pub struct Measure {
    quantity: Quantity,
    unit: Option<Unit>,
}

/// How a number of a claim occurs in the evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeasureMatch {
    /// The evidence has the number, or one from which it follows.
    Found,
    /// The evidence has the number with another unit of the same kind.
    OtherUnit,
    /// The evidence lacks the number.
    Missing,
}

impl Measure {
    /// Finds the numbers of a sentence, in digits or words, with their units.
    pub fn find_all(sentence: &str, language: Language) -> Vec<Self> {
        let spaced = with_spaces_for_hyphens(sentence);
        let quantities = quantity::find_quantities(&spaced, language);
        let units: Vec<Option<Unit>> = quantities.iter().map(find_unit).collect();
        let measure = |(at, quantity): (usize, Quantity)| {
            // `two to three weeks`: the first number has the unit of the second.
            let is_range = quantity.written_unit.as_deref().is_some_and(is_range_word);
            let next = units.get(at + 1).copied().flatten().filter(|_| is_range);
            Self { quantity, unit: units.get(at).copied().flatten().or(next) }
        };
        quantities.into_iter().enumerate().map(measure).collect()
    }

    /// Whether the number is written in digits, not as a word such as `two`.
    pub fn is_written_in_digits(&self) -> bool {
        self.quantity.is_written_in_digits
    }

    /// Whether the number has a known unit or is a percentage.
    pub fn has_unit(&self) -> bool {
        self.unit.is_some() || self.quantity.is_percent
    }

    /// The number and its unit, as written.
    pub fn as_written(&self) -> String {
        match (&self.quantity.written_unit, self.unit) {
            (Some(unit), Some(_)) => format!("{} {unit}", self.quantity.as_written),
            _ => self.quantity.as_written.clone(),
        }
    }

    /// Looks for the number in the evidence. `evidence_percents` are its fractions in words, such
    /// as `a fifth`, in percent.
    pub fn match_in_evidence(
        &self,
        evidence: &[&Measure],
        evidence_percents: &[f64],
    ) -> MeasureMatch {
        let is_fraction = |percent: &f64| {
            let close = |value: &f64| (value - percent).abs() <= FRACTION_TOLERANCE_PERCENT;
            self.quantity.is_percent && self.quantity.possible_values.iter().any(close)
        };
        if evidence.iter().any(|other| self.equals(other))
            || evidence_percents.iter().any(is_fraction)
        {
            return MeasureMatch::Found;
        }
        if self.has_unit() && evidence.iter().any(|other| self.has_same_value(other)) {
            return MeasureMatch::OtherUnit;
        }
        match self.is_difference_of(evidence) {
            true => MeasureMatch::Found,
            false => MeasureMatch::Missing,
        }
    }

    fn equals(&self, other: &Measure) -> bool {
        let (ours, theirs) = (&self.quantity, &other.quantity);
        let tolerance = if ours.is_approximate { APPROXIMATE_TOLERANCE_SHARE } else { 1e-9 };
        let has_unit = |measure: &Measure| measure.has_unit();
        let same_unit = match (self.unit, other.unit) {
            (Some(a), Some(b)) => a == b,
            _ if ours.is_percent != theirs.is_percent => !has_unit(self) || !has_unit(other),
            _ => true,
        };
        (same_unit && have_common_value(&ours.possible_values, &theirs.possible_values, tolerance))
            || self.equals_converted(other)
    }

    fn equals_converted(&self, other: &Measure) -> bool {
        let (Some(ours), Some(theirs)) = (self.unit, other.unit) else { return false };
        // Only the likeliest value: `2,300` could also be 2.3, and 2.3 tons are 2,300 kilograms.
        let scaled = |measure: &Measure, unit: Unit| -> Vec<f64> {
            let values = measure.quantity.possible_values.iter().take(1);
            values.map(|value| value * unit.size).collect()
        };
        ours.dimension == theirs.dimension
            && ours.name != theirs.name
            && ours.size * theirs.size > 0.0
            && have_common_value(
                &scaled(self, ours),
                &scaled(other, theirs),
                CONVERSION_TOLERANCE_SHARE,
            )
    }

    fn has_same_value(&self, other: &Measure) -> bool {
        have_common_value(&self.quantity.possible_values, &other.quantity.possible_values, 1e-9)
    }

    /// Whether the number is the difference of two others: `11 metres higher`.
    fn is_difference_of(&self, evidence: &[&Measure]) -> bool {
        let Some(value) = self.quantity.possible_values.first().copied() else { return false };
        let is_year = self.unit.is_none() && (1000.0..2100.0).contains(&value);
        if !self.is_written_in_digits() || is_year || value <= MAX_IGNORED_DIFFERENCE {
            return false;
        }
        let values = || evidence.iter().filter_map(|other| other.quantity.possible_values.first());
        let is_difference = |a: &f64, b: &f64| {
            a > b && ((a - b) - value).abs() <= APPROXIMATE_TOLERANCE_SHARE * value
        };
        values().any(|a| values().any(|b| is_difference(a, b)))
    }
}

fn find_unit(quantity: &Quantity) -> Option<Unit> {
    let written = quantity.written_unit.as_deref()?.to_lowercase();
    UNIT_BY_NAME.get(written.as_str()).copied()
}

fn is_range_word(word: &str) -> bool {
    matches!(word, "to" | "or" | "and" | "bis" | "oder" | "und" | "a" | "o" | "à" | "ou")
}

/// Replaces hyphens between letters, or between a number and a letter, by spaces: `two-week`.
fn with_spaces_for_hyphens(sentence: &str) -> String {
    let bytes = sentence.as_bytes();
    let mut spaced = String::with_capacity(sentence.len());
    for (at, c) in sentence.char_indices() {
        let next_is_digit = bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        spaced.push(if c == '-' && !next_is_digit { ' ' } else { c });
    }
    spaced
}

fn have_common_value(ours: &[f64], theirs: &[f64], tolerance: f64) -> bool {
    let is_close = |a: f64, b: f64| (a - b).abs() <= tolerance * a.abs().max(b.abs());
    ours.iter().any(|a| theirs.iter().any(|b| is_close(*a, *b)))
}

/// Returns the shares in percent that a text states as fractions in words: 20 for `a fifth`.
pub fn fraction_percents(folded: &str) -> Vec<f64> {
    const FRACTION_PERCENTS: [(&str, f64); 12] = [
        ("half", 50.0),
        ("hälfte", 50.0),
        ("mitad", 50.0),
        ("third", 33.3),
        ("drittel", 33.3),
        ("tercio", 33.3),
        ("quarter", 25.0),
        ("viertel", 25.0),
        ("fifth", 20.0),
        ("fünftel", 20.0),
        ("tenth", 10.0),
        ("zehntel", 10.0),
    ];
    const NUMERATOR_WORDS: [(&str, f64); 6] =
        [("two", 2.0), ("three", 3.0), ("four", 4.0), ("zwei", 2.0), ("drei", 3.0), ("dos", 2.0)];
    let lower = folded.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let percent = |(at, word): (usize, &&str)| {
        let singular = word.strip_suffix('s').unwrap_or(word);
        let (_, share) = FRACTION_PERCENTS.iter().find(|(name, _)| *name == singular)?;
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        let count = NUMERATOR_WORDS.iter().find(|(name, _)| before == Some(name));
        Some(share * count.map_or(1.0, |(_, count)| *count))
    };
    words.iter().enumerate().filter_map(percent).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(claim: &str, evidence: &str, expected: MeasureMatch) {
        let claimed = Measure::find_all(claim, Language::English);
        let stated = Measure::find_all(evidence, Language::English);
        let stated: Vec<&Measure> = stated.iter().collect();
        let found = claimed.first().expect("a number");
        assert_eq!(
            found.match_in_evidence(&stated, &fraction_percents(evidence)),
            expected,
            "{claim}"
        );
    }

    #[test]
    fn a_number_counts_only_with_its_unit() {
        check("within 24 days", "within 24 hours", MeasureMatch::OtherUnit);
        check("within two weeks", "within 14 days", MeasureMatch::Found);
        check("a two-week trip", "it took two weeks", MeasureMatch::Found);
        check("three days to five years", "three weeks to five years", MeasureMatch::OtherUnit);
        check("2,300 kilograms", "about 2,300 tons", MeasureMatch::OtherUnit);
        check("17 percent", "covering 17% of it", MeasureMatch::Found);
        check("20 percent", "a fifth of them", MeasureMatch::Found);
        check("18 percent", "covering 17% of it", MeasureMatch::Missing);
        check("11 metres higher", "172.5 metres against 161.5", MeasureMatch::Found);
        check("in 1966", "in 1932 and 3898", MeasureMatch::Missing);
    }
}
