//! Years and days of a year in a sentence.

use crate::evidence::support::figure_kind::UNIQUE_EVENTS;
use crate::evidence::support::statement_word::TaggedWord;
use crate::language::{Language, month_number};

/// Whether a number may be a year.
pub fn is_year_value(value: f64) -> bool {
    (1000.0..2100.0).contains(&value) && value.fract() == 0.0
}

/// Whether a number is a year: four digits after a preposition, a month or a season, or at the end
/// of a clause.
pub fn is_year(
    words: &[TaggedWord],
    at: usize,
    (value, end): (f64, usize),
    language: Language,
) -> bool {
    const ARTICLES: [&str; 12] =
        ["the", "die", "der", "das", "den", "los", "las", "les", "le", "la", "el", "some"];
    let has_four_digits = words.get(at).is_some_and(|word| {
        word.lower.len() == 4 && word.lower.bytes().all(|byte| byte.is_ascii_digit())
    });
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    let is_after_link = before.is_some_and(|word| {
        let is_link = word.is_stop_word
            || word.has_tag("filler")
            || word.has_tag("contrast")
            || ["limit", "limit lowest", "limit highest"].iter().any(|group| word.has_tag(group));
        is_link && !ARTICLES.contains(&word.lower.as_str())
    });
    let next = words.get(end);
    let has_unit = next.is_some_and(|word| {
        word.has_tag("percent")
            || word.lower == "x"
            || word.tags.iter().any(|tag| tag.group.starts_with("unit "))
    });
    let ends_clause = next.is_none_or(|word| !word.gap_before.trim().is_empty());
    // A German noun has a capital, so that nothing is counted in `Karfreitag 1724 statt`.
    let may_be_counted = [end, end + 1]
        .iter()
        .any(|at| words.get(*at).is_some_and(|word| word.is_capitalized && word.gap_before == " "));
    let has_stop_word_behind = next.is_some_and(|word| word.is_stop_word) && value > 1500.0;
    let ends_clause = ends_clause || (language == Language::German && !may_be_counted);
    // `In the year 1134`, `erschien 1924`, `1927 erschien`.
    let is_event = |word: &TaggedWord| {
        word.has_tag("unit time 31557600")
            || word.tags.iter().any(|tag| UNIQUE_EVENTS.contains(&tag.group))
    };
    let counts_nothing = ends_clause || next.is_some_and(|word| word.is_stop_word);
    let is_beside_event =
        (before.is_some_and(is_event) && counts_nothing) || (at == 0 && next.is_some_and(is_event));
    // `The 2023 annual pass` is hardly a number of things.
    let is_recent = (2001.0..2050.0).contains(&value);
    let is_behind_article = before.is_some_and(|word| word.has_tag("definite"));
    has_four_digits
        && is_year_value(value)
        && !has_unit
        && (is_after_link
            || has_stop_word_behind
            || is_beside_event
            || (is_recent && is_behind_article)
            || (ends_clause && before.is_some_and(|word| word.is_capitalized)))
}

/// The index of the month before a year, or that of the year.
pub fn start_of_month(words: &[TaggedWord], year: usize, language: Language) -> usize {
    let before = year.checked_sub(1);
    let month = before.and_then(|at| words.get(at)).and_then(|word| {
        let may_be_month = word.is_capitalized || language != Language::English;
        month_number(&word.lower, language).filter(|_| may_be_month)
    });
    month.and(before).unwrap_or(year)
}

/// Reads a day with its month: `14 March`, `March 14`, `14. März`, `14 de marzo`. Returns 100 times
/// the month plus the day, and the index behind the date.
pub fn read_date(words: &[TaggedWord], at: usize, language: Language) -> Option<(f64, usize)> {
    let day = |at: usize| -> Option<f64> {
        let digits = words.get(at)?.lower.trim_end_matches(char::is_alphabetic);
        digits.parse::<u8>().ok().filter(|day| (1..=31).contains(day)).map(f64::from)
    };
    let month = |at: usize| -> Option<f64> {
        let word = words.get(at)?;
        let may_be_month = word.lower.chars().count() <= 10 && word.lower.chars().count() >= 3;
        month_number(&word.lower, language).filter(|_| may_be_month).map(f64::from)
    };
    let is_link = |at: usize| {
        words.get(at).is_some_and(|word| matches!(word.lower.as_str(), "de" | "of" | "di"))
    };
    let (day, month, end) = match day(at) {
        Some(day) => {
            let month_at = at + 1 + usize::from(is_link(at + 1));
            (day, month(month_at)?, month_at + 1)
        }
        None => (day(at + 1)?, month(at)?, at + 2),
    };
    Some((month * 100.0 + day, end))
}
