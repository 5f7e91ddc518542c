//! The figures of a sentence with their units: single numbers, ranges, years and dates. Units of one
//! dimension are converted, so that `90 minutes` and `1.5 hours` are equal.

use std::ops::Range;

use crate::evidence::support::figure_clock::{read_clock, read_weekday};
use crate::evidence::support::figure_date::{is_year, is_year_value, read_date, start_of_month};
use crate::evidence::support::figure_interval::{
    Interval, find_plain_interval, read_counted_interval,
};
use crate::evidence::support::figure_kind::FigureKind;
use crate::evidence::support::figure_number::{
    Number, read_fraction, read_half, read_number, read_one,
};
use crate::evidence::support::figure_unit::Unit;
use crate::evidence::support::statement_word::{self, TaggedWord, ends_with_tag, parse_words};
use crate::language::{Language, multiplier_value};

/// Whether a figure is a value, or only limits one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FigureLimit {
    /// The figure is a value.
    Value,
    /// The value is at least this: `at least 30`.
    Lowest,
    /// The value is at most this: `up to 30`.
    Highest,
    /// The figure tells when (`two years ago`) or until when.
    Other,
}

/// A number or a range in a sentence.
#[derive(Debug, Clone)]
pub struct Figure {
    /// What the figure measures.
    pub kind: FigureKind,
    /// The lowest and the highest value, in the base unit of the dimension. Both are the same for
    /// a single number.
    pub low: f64,
    pub high: f64,
    /// Whether the sentence says that the figure is not exact: `about 30`.
    pub is_approximate: bool,
    /// Whether the figure only limits a value.
    pub limit: FigureLimit,
    /// Whether the figure says how often something happens: `every two weeks`.
    pub is_interval: bool,
    /// The words of the figure, with its unit.
    pub word_range: Range<usize>,
}

/// How far an exact figure may be rounded, as a share of it.
const EXACT_TOLERANCE_SHARE: f64 = 0.02;
/// The same for a number that is not rounded, such as 214.
const UNROUNDED_TOLERANCE_SHARE: f64 = 0.005;
/// How far a range and an approximate figure may be off, as a share of it.
const RANGE_TOLERANCE_SHARE: f64 = 0.05;
const APPROXIMATE_TOLERANCE_SHARE: f64 = 0.12;
/// How many years an approximate year may be off.
const APPROXIMATE_YEARS: f64 = 10.0;
/// How far a time of day may be rounded.
const CLOCK_TOLERANCE_HOURS: f64 = 0.2;
/// Minimum number of digits of a number that identifies something.
const MIN_IDENTIFIER_DIGITS: usize = 5;
/// The dimension of days of the week.
const WEEKDAY: &str = "weekday";
/// Two figures with this ratio may be the same number whose point was read as another sign.
const AMBIGUOUS_POINT_RATIO: f64 = 1000.0;

impl Figure {
    /// Whether two figures of the same kind certainly have different values.
    pub fn differs_from(&self, other: &Figure) -> bool {
        let (lower, higher) = if self.low <= other.low { (self, other) } else { (other, self) };
        let ratio = if lower.low > 0.0 { higher.low / lower.low } else { 0.0 };
        let is_ambiguous = (ratio / AMBIGUOUS_POINT_RATIO - 1.0).abs() < EXACT_TOLERANCE_SHARE;
        let (above, below) = (lower.high + lower.tolerance(), higher.low - higher.tolerance());
        // Two limits of the same kind are comparable, and a value that lies beyond a limit.
        let is_comparable = match (lower.limit, higher.limit) {
            (FigureLimit::Other, _) | (_, FigureLimit::Other) => false,
            (ours, theirs) if ours == theirs => true,
            (ours, theirs) => {
                matches!(ours, FigureLimit::Value | FigureLimit::Highest)
                    && matches!(theirs, FigureLimit::Value | FigureLimit::Lowest)
            }
        };
        is_comparable && !is_ambiguous && above < below
    }

    /// Whether the figure only limits a value, or tells when.
    pub fn is_limit(&self) -> bool {
        self.limit != FigureLimit::Value
    }

    /// Whether two figures of the same kind have the same value.
    pub fn equals(&self, other: &Figure) -> bool {
        let is_close =
            |a: f64, b: f64| (a - b).abs() <= EXACT_TOLERANCE_SHARE * a.abs().max(b.abs());
        is_close(self.low, other.low) && is_close(self.high, other.high)
    }

    fn tolerance(&self) -> f64 {
        let share = match (self.is_approximate, self.low < self.high) {
            (true, _) => APPROXIMATE_TOLERANCE_SHARE,
            (false, true) => RANGE_TOLERANCE_SHARE,
            (false, false) => EXACT_TOLERANCE_SHARE,
        };
        match &self.kind {
            FigureKind::Year if self.is_approximate => APPROXIMATE_YEARS,
            FigureKind::Year | FigureKind::Date => 0.0,
            FigureKind::Measure(dimension) if dimension == WEEKDAY => 0.0,
            FigureKind::Measure(dimension) if dimension == "clock" => CLOCK_TOLERANCE_HOURS,
            FigureKind::Count(_) | FigureKind::Plain
                if share == EXACT_TOLERANCE_SHARE && !is_round(self.high) =>
            {
                self.high.abs() * UNROUNDED_TOLERANCE_SHARE
            }
            _ => self.high.abs() * share,
        }
    }

    /// Whether the figure is an amount of money.
    pub fn is_price(&self) -> bool {
        matches!(&self.kind, FigureKind::Measure(unit) if CURRENCIES.contains(&unit.as_str()))
    }

    /// Whether the figure tells when something happened.
    pub fn is_year_or_date(&self) -> bool {
        matches!(self.kind, FigureKind::Year | FigureKind::Date)
    }
}

/// Whether a number has at most two digits besides zeros at its beginning and end.
fn is_round(value: f64) -> bool {
    let digits = format!("{value}").replace('.', "");
    digits.trim_matches('0').len() <= 2
}

/// The dimensions of amounts of money.
const CURRENCIES: [&str; 5] = ["eur", "usd", "gbp", "chf", "yen"];

/// Whether a sentence has a figure of a dimension such as `time`, or of `money`.
pub fn has_figure_of(dimension: &str, sentence: &str, language: Language) -> bool {
    let figures = find_figures(&parse_words(sentence, language), language);
    figures.iter().any(|figure| match dimension {
        "money" => figure.is_price(),
        _ => matches!(&figure.kind, FigureKind::Measure(unit) if unit == dimension),
    })
}

/// The dimension of the unit with which a text begins: “litres of juice” is a volume.
pub fn dimension_of_first_unit(text: &str, language: Language) -> Option<String> {
    if text.starts_with(char::is_numeric) {
        return None;
    }
    let figures = find_figures(&parse_words(&format!("5 {text}"), language), language);
    let first = figures.into_iter().next().filter(|figure| figure.word_range.start == 0)?;
    match first.kind {
        // “times a week” is no time.
        FigureKind::Measure(dimension) if !first.is_interval => Some(dimension),
        _ => None,
    }
}

/// Returns the figures of a sentence, in order.
pub fn find_figures(words: &[TaggedWord], language: Language) -> Vec<Figure> {
    let mut figures: Vec<Figure> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let date =
            read_date(words, at, language).map(|(value, end)| (FigureKind::Date, value, end));
        let weekday = || {
            let (value, end) = read_weekday(words, at)?;
            Some((FigureKind::Measure(WEEKDAY.to_owned()), value, end))
        };
        let time = date.or_else(|| read_clock(words, at)).or_else(weekday);
        let time = time.map(|time| time_figure(words, at, time));
        let share = || read_fraction(words, at, language).map(|share| share_figure(words, share));
        let interval =
            || read_counted_interval(words, at, language).map(|it| interval_figure(words, it));
        let found =
            time.or_else(interval).or_else(share).or_else(|| read_figure(words, at, language));
        match found {
            Some(figure) => {
                at = figure.word_range.end.max(at + 1);
                figures.push(figure);
            }
            None => at += 1,
        }
    }
    if figures.is_empty() {
        figures.extend(find_plain_interval(words).map(|it| interval_figure(words, it)));
    }
    figures
}

/// A date, a time of day, a duration or a day of the week, which was read at a word.
fn time_figure(
    words: &[TaggedWord],
    at: usize,
    (kind, value, end): (FigureKind, f64, usize),
) -> Figure {
    let before = words.get(..at).unwrap_or_default();
    Figure {
        kind,
        low: value,
        high: value,
        is_approximate: ends_with_tag(before, "approximate"),
        limit: match ends_with_tag(before, "limit") && !ends_with_tag(before, "until") {
            true => FigureLimit::Other,
            false => FigureLimit::Value,
        },
        is_interval: false,
        word_range: at..end,
    }
}

fn interval_figure(words: &[TaggedWord], interval: Interval) -> Figure {
    let Interval { seconds, word_range } = interval;
    let kind = FigureKind::Measure("time".to_owned());
    let figure = time_figure(words, word_range.start, (kind, seconds, word_range.end));
    Figure { is_interval: true, limit: FigureLimit::Value, ..figure }
}

/// A fraction of something is a rounded percentage.
fn share_figure(words: &[TaggedWord], share: Number) -> Figure {
    let before = words.get(..share.start).unwrap_or_default();
    let behind = words.get(share.end..).unwrap_or_default();
    Figure {
        kind: FigureKind::Percent,
        low: share.value * 100.0,
        high: share.value * 100.0,
        is_approximate: true,
        limit: read_limit(before, behind, &FigureKind::Percent),
        is_interval: false,
        word_range: share.start..share.end,
    }
}

/// Reads a number or a range with its unit.
fn read_figure(words: &[TaggedWord], at: usize, language: Language) -> Option<Figure> {
    let first = read_half(words, at)
        .or_else(|| read_one(words, at))
        .or_else(|| read_number(words, at, language))?;
    let before = words.get(..at).unwrap_or_default();
    let first_unit = Unit::read(words, &first);
    let first_end = first_unit.as_ref().map_or(first.end, |unit| unit.end);
    let second = read_range_end(words, first_end, language, before);
    let second = second.map(|second| (Unit::read(words, &second), second));
    // `45 minutes à 200 °C` is no range.
    let is_other = |unit: &Option<Unit>| {
        let kinds = first_unit.as_ref().zip(unit.as_ref());
        kinds.is_some_and(|(first, unit)| first.kind != unit.kind)
    };
    let is_range = second.as_ref().is_some_and(|(unit, _)| !is_other(unit));
    let (unit, number) = match second {
        Some((unit, second)) if is_range => (unit, second),
        _ => (first_unit, first.clone()),
    };
    let number = &number;
    let mut end = unit.as_ref().map_or(number.end, |unit| unit.end);
    let kind = match &unit {
        _ if is_year(words, at, (first.value, first.end), language)
            && (!is_range || is_year_value(number.value)) =>
        {
            end = number.end;
            FigureKind::Year
        }
        Some(unit) => unit.kind.clone(),
        None if !number.attached.is_empty() || is_ordinal(words, number.end) => return None,
        None => match counted_word(words, number.end, language) {
            Some(counted) => FigureKind::Count(counted),
            None if is_identifier(words, number) => return None,
            None => FigureKind::Plain,
        },
    };
    let unit = unit.filter(|unit| unit.kind == kind);
    let rest = unit.as_ref().filter(|_| !is_range);
    let rest = rest.and_then(|unit| read_smaller_unit(words, unit, language));
    end = rest.as_ref().map_or(end, |(_, end)| *end);
    let rest = rest.map_or(0.0, |(value, _)| value);
    let convert = |value: f64| unit.as_ref().map_or(value, |unit| unit.convert(value)) + rest;
    let (low, high) = (convert(first.value), convert(number.value));
    let start = if kind == FigureKind::Year { start_of_month(words, at, language) } else { at };
    Some(Figure {
        low: low.min(high),
        high: high.max(low),
        is_approximate: ends_with_tag(before, "approximate")
            || words.get(end).is_some_and(|word| word.has_tag("approximate_after")),
        limit: read_limit(before, words.get(end..).unwrap_or_default(), &kind),
        is_interval: ends_with_tag(before, "every"),
        word_range: start..end,
        kind,
    })
}

/// Reads the second part of `4 hours and 45 minutes`: its value in the base unit, and the index behind it.
fn read_smaller_unit(
    words: &[TaggedWord],
    unit: &Unit,
    language: Language,
) -> Option<(f64, usize)> {
    let is_link = words.get(unit.end).is_some_and(|word| word.has_tag("range_and"));
    let number = read_number(words, unit.end + usize::from(is_link), language)?;
    let is_beside = |at: usize| words.get(at).is_some_and(|word| word.gap_before.trim().is_empty());
    let is_added = is_beside(unit.end) && is_beside(number.start) && unit.may_be_added();
    let smaller = Unit::read(words, &number).filter(|smaller| smaller.kind == unit.kind)?;
    let value = smaller.convert(number.value);
    let is_part = value < unit.convert(1.0) && smaller.convert(1.0) < unit.convert(1.0);
    (is_part && is_added).then_some((value, smaller.end))
}

/// Reads what the words around a figure say about its limit.
fn read_limit(before: &[TaggedWord], behind: &[TaggedWord], kind: &FigureKind) -> FigureLimit {
    let is_behind = |group: &str| behind.first().is_some_and(|word| word.has_tag(group));
    let ends_then = *kind == FigureKind::Year && ends_with_tag(before, "until");
    // `Not more than 7` is at most 7.
    let clause = before.last().map(|word| word.clause_index);
    let mut near = before.iter().rev().take(4).chain(behind);
    let is_denied = near.any(|word| word.has_tag("deny") && Some(word.clause_index) == clause);
    let (lowest, highest) = match is_denied {
        true => (FigureLimit::Highest, FigureLimit::Lowest),
        false => (FigureLimit::Lowest, FigureLimit::Highest),
    };
    if ends_with_tag(before, "limit lowest") || is_behind("limit_after lowest") {
        lowest
    } else if ends_with_tag(before, "limit highest") || is_behind("limit_after highest") {
        highest
    } else if let Some(sign) = compared_sign(before) {
        // `No penguin has been recorded diving deeper than 250 m` denies at any distance.
        let mut clause = before.iter().filter(|word| Some(word.clause_index) == clause);
        match (sign > 0, clause.any(|word| word.has_tag("deny"))) {
            (true, true) | (false, false) => FigureLimit::Highest,
            (true, false) | (false, true) => FigureLimit::Lowest,
        }
    } else if (ends_with_tag(before, "limit") && !ends_then)
        || ends_with_tag(before, "ago_before")
        || is_behind("ago")
    {
        FigureLimit::Other
    } else {
        FigureLimit::Value
    }
}

/// Whether a comparative with `than` stands before a figure: 1 for `longer than`, -1 for `shorter than`.
fn compared_sign(before: &[TaggedWord]) -> Option<i8> {
    let [.., comparative, than] = before else { return None };
    let is_compared = than.has_tag("than") && than.has_tag("limit");
    let mut directions = comparative.tags.iter().filter_map(|tag| {
        let (axis, direction) = tag.group.strip_prefix("compare ")?.split_once(' ')?;
        // `Earlier than` and `faster than` mean a smaller number.
        let is_measured = !matches!(axis, "age" | "speed");
        is_measured.then_some(if direction == "up" { 1 } else { -1 })
    });
    directions.next().filter(|_| is_compared)
}

/// Reads the second number of a range: after a dash, a word such as `to`, or the `and` of `between`.
fn read_range_end(
    words: &[TaggedWord],
    at: usize,
    language: Language,
    before: &[TaggedWord],
) -> Option<Number> {
    let next = words.get(at)?;
    if matches!(next.gap_before.trim(), "-" | "–" | "—" | "−") {
        return read_number(words, at, language).filter(|number| number.value > 0.0);
    }
    let is_between = ends_with_tag(before, "between") && next.has_tag("range_and");
    let is_link = next.has_tag("range") || is_between;
    if is_link { read_number(words, at + 1, language) } else { None }
}

/// Whether a number only identifies something, such as `bug 788293`: a long one without a separator,
/// right behind a noun.
fn is_identifier(words: &[TaggedWord], number: &Number) -> bool {
    let has_digits = words.get(number.start).is_some_and(|word| {
        word.lower.len() >= MIN_IDENTIFIER_DIGITS && word.lower.bytes().all(|b| b.is_ascii_digit())
    });
    let before = number.start.checked_sub(1).and_then(|before| words.get(before));
    has_digits && before.is_some_and(|it| statement_word::is_content_word(it) && !it.is_aspect())
}

/// Whether a full stop behind a number makes it an ordinal, as in the German `19. Jahrhundert`.
fn is_ordinal(words: &[TaggedWord], end: usize) -> bool {
    words.get(end).is_some_and(|word| word.gap_before.starts_with('.'))
}

/// The index of the word that names what is counted.
fn counted_word(words: &[TaggedWord], end: usize, language: Language) -> Option<usize> {
    let word_at = |at: usize| words.get(at).filter(|word| word.gap_before.trim().is_empty());
    // `2.7 millones de visitantes`.
    let last = end.checked_sub(1).and_then(|last| words.get(last));
    let factor = last.and_then(|word| multiplier_value(&word.lower, language));
    let is_large = factor.is_some_and(|factor| factor >= 1e6);
    let is_linked = is_large && word_at(end)?.has_tag("part_of");
    let at = if word_at(end)?.has_tag("filler") || is_linked { end + 1 } else { end };
    let has_letters = |word: &&TaggedWord| word.lower.starts_with(char::is_alphabetic);
    word_at(at).filter(has_letters).filter(|word| !word.is_stop_word).map(|_| at)
}
