//! Dates as web pages write them: in standard formats, with month names of many languages, or in
//! numbers. An ambiguous date, such as 03/04/2025, is ignored.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::language::word_list::{self, WordSet};
use crate::values::{Date, Timestamp};

/// Maximum number of characters that are read: a date is near the beginning of its text.
const MAX_SEARCHED_CHARACTERS: usize = 120;

/// The earliest year that is accepted. A lower number is not the year of a web page.
const MIN_YEAR: u32 = 1000;

const DATE_WORDS: &str = include_str!("date_words.txt");

/// Name of the section in the word list with words that may occur inside a date, such as `of`. All
/// other sections are months.
const FILLER_SECTION: &str = "fillers";

/// The number of each month (1 to 12) by its names and abbreviations in many languages.
static MONTH_NUMBERS: LazyLock<BTreeMap<&'static str, u64>> = LazyLock::new(|| {
    let parse_sections = word_list::parse_sections(DATE_WORDS).into_iter();
    let months = parse_sections.filter(|section| section.name != FILLER_SECTION).zip(1..);
    months
        .flat_map(|(month, number)| month.words.into_iter().map(move |name| (name, number)))
        .collect()
});

/// Words that may occur between the numbers and the month name of a date, such as `th` and `of`.
static FILLER_WORDS: WordSet = LazyLock::new(|| word_list::word_set(DATE_WORDS, FILLER_SECTION));

/// Finds the first unambiguous date near the beginning of a text.
pub fn find_date(text: &str) -> Option<Date> {
    let tokens = date_tokens(text);
    let starts = 0..tokens.len();
    let found = parse_digits_or_unix_time(&tokens).or_else(|| {
        starts.filter_map(|at| tokens.get(at..)).find_map(|rest| {
            parse_year_first(rest)
                .or_else(|| parse_with_month_name(rest))
                .or_else(|| parse_day_or_month_first(rest))
        })
    });
    // 1 January 1970 is the date of a clock that was never set.
    found.filter(|date| Date::new(1970, 1, 1) != Some(*date))
}

#[derive(Debug, PartialEq)]
enum DateToken {
    /// A number and how many digits it has.
    Number(u64, usize),
    /// A word in lower case.
    Word(String),
    /// A single character that is neither a digit nor a letter, such as `/`.
    Mark(char),
}

fn date_tokens(text: &str) -> Vec<DateToken> {
    let mut tokens = Vec::new();
    for c in text.chars().take(MAX_SEARCHED_CHARACTERS) {
        match (c.to_digit(10), tokens.last_mut()) {
            (Some(digit), Some(DateToken::Number(number, digits))) => {
                *number = number.saturating_mul(10).saturating_add(u64::from(digit));
                *digits += 1;
            }
            (Some(digit), _) => tokens.push(DateToken::Number(u64::from(digit), 1)),
            (None, Some(DateToken::Word(word))) if c.is_alphabetic() => {
                word.extend(c.to_lowercase())
            }
            (None, _) if c.is_alphabetic() => {
                tokens.push(DateToken::Word(c.to_lowercase().collect()))
            }
            // White space stays a token until all characters are read, so that it separates words
            // and numbers.
            _ => tokens.push(DateToken::Mark(if c.is_whitespace() { ' ' } else { c })),
        }
    }
    tokens.retain(|token| *token != DateToken::Mark(' '));
    tokens
}

/// Returns a date if it exists in the calendar and is not before `MIN_YEAR`.
fn plausible_date(year: u64, month: u64, day: u64) -> Option<Date> {
    let small = |number: u64| u32::try_from(number).ok();
    let year = small(year).filter(|year| *year >= MIN_YEAR)?;
    Date::new(year, small(month)?, small(day)?)
}

/// Parses `20250319`, or the seconds or milliseconds since 1970.
fn parse_digits_or_unix_time(tokens: &[DateToken]) -> Option<Date> {
    match *tokens.first()? {
        DateToken::Number(number, 8) => {
            plausible_date(number / 10_000, number / 100 % 100, number % 100)
        }
        DateToken::Number(seconds, 10) => Some(date_from_unix_millis(seconds.saturating_mul(1000))),
        DateToken::Number(millis, 13) => Some(date_from_unix_millis(millis)),
        _ => None,
    }
}

fn date_from_unix_millis(millis: u64) -> Date {
    let millis = i64::try_from(millis).unwrap_or_default();
    Timestamp { unix_millis: millis, utc_offset_minutes: 0 }.local_date()
}

/// Parses `2025-03-19`, `2025/3/19`, `2025年3月19日`, `2025년 3월 19일`.
fn parse_year_first(tokens: &[DateToken]) -> Option<Date> {
    let [
        DateToken::Number(year, 4),
        one,
        DateToken::Number(month, 1..=2),
        two,
        DateToken::Number(day, 1..=2),
        ..,
    ] = tokens
    else {
        return None;
    };
    let divides = match (one, two) {
        (DateToken::Mark(one), DateToken::Mark(two)) => {
            one == two && matches!(one, '-' | '/' | '.' | '‐' | '–')
        }
        (DateToken::Word(one), DateToken::Word(two)) => {
            matches!((one.as_str(), two.as_str()), ("年", "月") | ("년", "월"))
        }
        _ => false,
    };
    divides.then(|| plausible_date(*year, *month, *day)).flatten()
}

/// Parses `19 March 2025`, `19. März 2025`, `19th of March, 2025`, `March 19, 2025` and
/// `2025 March 19`.
fn parse_with_month_name(tokens: &[DateToken]) -> Option<Date> {
    let words: Vec<&DateToken> = tokens.iter().filter(|token| !is_filler(token)).take(3).collect();
    match words.as_slice() {
        [DateToken::Number(day, 1..=2), DateToken::Word(month), DateToken::Number(year, 4)]
        | [DateToken::Word(month), DateToken::Number(day, 1..=2), DateToken::Number(year, 4)]
        | [DateToken::Number(year, 4), DateToken::Word(month), DateToken::Number(day, 1..=2)] => {
            plausible_date(*year, *MONTH_NUMBERS.get(month.as_str())?, *day)
        }
        _ => None,
    }
}

/// Whether a token may occur between the numbers and the month name of a date, such as `th`, `of`
/// or a comma.
fn is_filler(token: &DateToken) -> bool {
    match token {
        DateToken::Mark(mark) => matches!(mark, '.' | ',' | '-' | '/' | '°' | 'º' | '\'' | '’'),
        DateToken::Word(word) => FILLER_WORDS.contains(word.as_str()),
        DateToken::Number(..) => false,
    }
}

/// Parses `19.03.2025`, and `19/03/2025` where only one of the numbers can be the month.
fn parse_day_or_month_first(tokens: &[DateToken]) -> Option<Date> {
    let [
        DateToken::Number(first, 1..=2),
        DateToken::Mark(one),
        DateToken::Number(second, 1..=2),
        DateToken::Mark(two),
        DateToken::Number(year, 4),
        ..,
    ] = tokens
    else {
        return None;
    };
    match (one, two) {
        ('.', '.') => plausible_date(*year, *second, *first),
        ('/', '/') | ('-', '-') if *first > 12 || first == second => {
            plausible_date(*year, *second, *first)
        }
        ('/', '/') | ('-', '-') if *second > 12 => plausible_date(*year, *first, *second),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let found = find_date(text).map(|date| date.to_string()).unwrap_or_default();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn dates_in_standard_formats() {
        check("2025-03-19", "2025-03-19");
        check("2025-03-19T23:30:00-05:00", "2025-03-19");
        check("2025-3-9 10:00", "2025-03-09");
        check("2025/03/19", "2025-03-19");
        check("20250319", "2025-03-19");
        check("20250319T101500Z", "2025-03-19");
        check("Wed, 19 Mar 2025 10:15:00 +0100", "2025-03-19");
        check("Wed Mar 19 2025 10:15:00 GMT", "2025-03-19");
        check("1742380000", "2025-03-19");
        check("1742380000000", "2025-03-19");
    }

    #[test]
    fn dates_with_month_names() {
        check("March 19, 2025", "2025-03-19");
        check("Published on Sept. 1st, 2025 at 10:00", "2025-09-01");
        check("19. März 2025", "2025-03-19");
        check("den 19 mars 2025", "2025-03-19");
        check("1er août 2025", "2025-08-01");
        check("19 de marzo de 2025", "2025-03-19");
        check("19 марта 2025 г.", "2025-03-19");
        check("19 March, 2025", "2025-03-19");
        check("2025年3月19日", "2025-03-19");
        check("2025년 3월 19일", "2025-03-19");
    }

    #[test]
    fn every_month_has_names_and_no_name_is_two_months() {
        let parse_sections = word_list::parse_sections(DATE_WORDS);
        let names: Vec<&str> = parse_sections.iter().map(|section| section.name).collect();
        assert_eq!(names.len(), 13);
        assert_eq!((names[0], names[11], names[12]), ("january", "december", FILLER_SECTION));
        let listed: usize = parse_sections.iter().take(12).map(|section| section.words.len()).sum();
        assert_eq!(MONTH_NUMBERS.len(), listed);
    }

    #[test]
    fn dates_in_numbers_unless_they_are_ambiguous() {
        check("19/03/2025", "2025-03-19");
        check("03/19/2025", "2025-03-19");
        check("03/04/2025", "");
        check("04/04/2025", "2025-04-04");
        check("3.4.2025", "2025-04-03");
    }

    #[test]
    fn texts_without_a_date_yield_none() {
        for text in ["", "2025", "2025-03", "March 2025", "2025-13-01", "30 February 2025"] {
            check(text, "");
        }
        check("0001-01-01T00:00:00Z", "");
        check("1970-01-01T00:00:00Z", "");
        check("version 1.2.3", "");
        check("call 2025550123", "");
        check("market 19, 2025", "");
        check(&"9".repeat(5000), "");
    }
}
