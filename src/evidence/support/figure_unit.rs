//! Units of figures: words and signs behind a number, letters attached to it, and signs before it.

use crate::evidence::support::contradiction_lexicon::{ContradictionLexicon, WordTag};
use crate::evidence::support::figure_kind::FigureKind;
use crate::evidence::support::figure_number::Number;
use crate::evidence::support::statement_word::TaggedWord;
use crate::language::Language;

/// How many litres, the base unit of volumes, a cubic metre has.
const LITRES_PER_CUBIC_METRE: f64 = 1000.0;

/// The unit of a number.
pub struct Unit {
    /// What figures with this unit measure.
    pub kind: FigureKind,
    /// The index behind the last word of the unit.
    pub end: usize,
    conversion: Conversion,
}

/// How a value is converted into the base unit of its dimension.
enum Conversion {
    Factor(f64),
    Fahrenheit,
    /// Hours after noon.
    Afternoon,
}

impl Unit {
    /// Reads the unit behind a number, or the currency before it.
    pub fn read(words: &[TaggedWord], number: &Number) -> Option<Self> {
        let next = words.get(number.end);
        let percent = next.and_then(|word| word.tags.iter().rfind(|tag| tag.group == "percent"));
        if let Some(percent) = percent {
            let end = number.end + percent.word_count;
            return Some(Self {
                kind: FigureKind::Percent,
                end,
                conversion: Conversion::Factor(1.0),
            });
        }
        let (listed, end) = listed_unit(words, number)?;
        let sign = |at: usize| words.get(at).map(|word| word.lower.as_str());
        let (dimension, factor, end) = match (listed.dimension, sign(end), words.get(end + 1)) {
            ("length", Some("²"), _) => ("area".to_owned(), listed.factor.powi(2), end + 1),
            ("length", Some("³"), _) => {
                ("volume".to_owned(), listed.factor.powi(3) * LITRES_PER_CUBIC_METRE, end + 1)
            }
            (dimension, Some("/"), Some(per)) => {
                (format!("{dimension}/{}", per.lower), listed.factor, end + 2)
            }
            (dimension, ..) => (dimension.to_owned(), listed.factor, end),
        };
        let (dimension, conversion) = match dimension.as_str() {
            "fahrenheit" => ("temperature".to_owned(), Conversion::Fahrenheit),
            "afternoon" => ("clock".to_owned(), Conversion::Afternoon),
            _ => (dimension, Conversion::Factor(factor)),
        };
        Some(Self { kind: FigureKind::Measure(dimension), end, conversion })
    }

    /// Whether amounts of two units are added up: `4 hours 45 minutes`, but not times of day.
    pub fn may_be_added(&self) -> bool {
        let is_added = |dimension: &str| {
            ["time", "mass", "length", "volume"].contains(&dimension) || dimension == "eur"
        };
        matches!(&self.kind, FigureKind::Measure(dimension) if is_added(dimension))
    }

    /// Converts a value into the base unit of its dimension.
    pub fn convert(&self, value: f64) -> f64 {
        match self.conversion {
            Conversion::Factor(factor) => value * factor,
            Conversion::Fahrenheit => (value - 32.0) / 1.8,
            Conversion::Afternoon if value < 12.0 => value + 12.0,
            Conversion::Afternoon => value,
        }
    }
}

/// A unit of the word list.
pub struct ListedUnit {
    pub dimension: &'static str,
    /// How many of the base unit of the dimension one is.
    pub factor: f64,
}

impl ListedUnit {
    /// The unit of a group such as `unit time 60`.
    pub fn of_group(group: &'static str) -> Option<Self> {
        let (dimension, factor) = group.strip_prefix("unit ")?.split_once(' ')?;
        Some(Self { dimension, factor: factor.parse().ok()? })
    }
}

/// The listed unit of a number, and the index behind it.
fn listed_unit(words: &[TaggedWord], number: &Number) -> Option<(ListedUnit, usize)> {
    if !number.attached.is_empty() {
        // `7c` is a class and `7C` a temperature, `3d` is no time.
        let is_lower = words.get(number.start)?.written.ends_with(char::is_lowercase);
        let is_class = matches!(number.attached.as_str(), "c" | "f") && is_lower;
        if is_class || (number.attached == "d" && number.value <= 4.0) {
            return None;
        }
        let tags = ContradictionLexicon::for_language(Language::English).tags(&[&number.attached]);
        return Some((longest_unit(&tags)?.0, number.end));
    }
    if let Some(currency) = sign_before(words, number) {
        return Some((currency, number.end));
    }
    // `50 calories`, `50 extra calories`.
    let next = words.get(number.end);
    let is_between = next.is_some_and(|word| word.has_tag("between_number_and_unit"));
    let at = number.end + usize::from(is_between);
    // The French and Italian `ma` is no unit.
    if words.get(at).is_some_and(|word| word.lower == "ma" && word.written != "mA") {
        return None;
    }
    let (unit, word_count) = longest_unit(&words.get(at)?.tags)?;
    Some((unit, at + word_count))
}

/// The unit with the most words among the tags of a word, and their number: `square metres`.
fn longest_unit(tags: &[WordTag]) -> Option<(ListedUnit, usize)> {
    let units = tags.iter().rev();
    let units = units.filter_map(|tag| Some((ListedUnit::of_group(tag.group)?, tag.word_count)));
    units.max_by_key(|(_, word_count)| *word_count)
}

/// The currency of the sign before a number, as in `$30`.
fn sign_before(words: &[TaggedWord], number: &Number) -> Option<ListedUnit> {
    let sign = words.get(number.start.checked_sub(1)?)?;
    let is_sign = matches!(sign.lower.as_str(), "$" | "€" | "£" | "¥");
    longest_unit(&sign.tags).map(|(unit, _)| unit).filter(|_| is_sign)
}
