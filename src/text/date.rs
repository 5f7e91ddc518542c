//! Dates as pages write them: by the standards, in words of many languages, in numbers. A date
//! that can be read in two ways is not read at all.

use crate::time::{Date, Timestamp};

/// Characters that are read; a date stands at the beginning.
const MOST_CHARACTERS: usize = 120;

/// The earliest year that a page may be of; lower numbers are something else.
const FIRST_YEAR: u32 = 1000;

/// The names of the months in lower case.
const MONTHS: [&str; 12] = [
    "jan january januar jänner januari janvier janv janeiro enero ene gennaio gen января янв \
     stycznia sty ocak tammikuuta ledna ianuarie",
    "feb february februar februari février févr fév fevereiro fev febrero febbraio февраля фев \
     lutego lut şubat helmikuuta února februarie",
    "mar march märz mär mrz mars marzo março marco maart mrt марта мар marca mart maaliskuuta \
     března martie",
    "apr april avril avr abril abr aprile апреля апр kwietnia kwi nisan huhtikuuta dubna aprilie",
    "may mai mei maj mayo maio maggio mag мая maja mayıs toukokuuta května",
    "jun june juni juin junio junho giugno giu июня июн czerwca cze haziran kesäkuuta června \
     iunie",
    "jul july juli juillet juil julio julho luglio lug июля июл lipca lip temmuz heinäkuuta \
     července iulie",
    "aug august augustus augusti août aout agosto ago августа авг sierpnia sie ağustos elokuuta \
     srpna",
    "sep sept september septembre septiembre setembro settembre set сентября сен września wrz \
     eylül syyskuuta září septembrie",
    "oct october okt oktober octobre octubre outubro out ottobre ott октября окт października \
     paź ekim lokakuuta října octombrie",
    "nov november novembre noviembre novembro ноября ноя listopada lis kasım marraskuuta \
     noiembrie",
    "dec december dez dezember décembre déc diciembre dic dezembro dicembre декабря дек grudnia \
     gru aralık joulukuuta prosince decembrie desember des",
];

/// The first date in a text.
pub fn find(text: &str) -> Option<Date> {
    let parts = parts(text);
    let starts = 0..parts.len();
    let found = stamp(&parts).or_else(|| {
        starts.filter_map(|at| parts.get(at..)).find_map(|rest| {
            year_first(rest).or_else(|| month_in_words(rest)).or_else(|| numbers(rest))
        })
    });
    // What a clock shows that was never set.
    found.filter(|date| Date::new(1970, 1, 1) != Some(*date))
}

#[derive(Debug, PartialEq)]
enum Part {
    /// A number and how many digits it has.
    Number(u64, usize),
    /// A word in lower case.
    Word(String),
    /// Any other character that is not a blank.
    Mark(char),
}

fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    for c in text.chars().take(MOST_CHARACTERS) {
        match (c.to_digit(10), parts.last_mut()) {
            (Some(digit), Some(Part::Number(number, digits))) => {
                *number = number.saturating_mul(10).saturating_add(u64::from(digit));
                *digits += 1;
            }
            (Some(digit), _) => parts.push(Part::Number(u64::from(digit), 1)),
            (None, Some(Part::Word(word))) if c.is_alphabetic() => word.extend(c.to_lowercase()),
            (None, _) if c.is_alphabetic() => parts.push(Part::Word(c.to_lowercase().collect())),
            // A blank ends a word, which the next character must see.
            _ => parts.push(Part::Mark(if c.is_whitespace() { ' ' } else { c })),
        }
    }
    parts.retain(|part| *part != Part::Mark(' '));
    parts
}

/// A date of a page.
fn date(year: u64, month: u64, day: u64) -> Option<Date> {
    let small = |number: u64| u32::try_from(number).ok();
    let year = small(year).filter(|year| *year >= FIRST_YEAR)?;
    Date::new(year, small(month)?, small(day)?)
}

/// `20250319`, or the seconds or milliseconds since 1970.
fn stamp(parts: &[Part]) -> Option<Date> {
    match *parts.first()? {
        Part::Number(number, 8) => date(number / 10_000, number / 100 % 100, number % 100),
        Part::Number(seconds, 10) => Some(moment(seconds.saturating_mul(1000))),
        Part::Number(millis, 13) => Some(moment(millis)),
        _ => None,
    }
}

fn moment(millis: u64) -> Date {
    let millis = i64::try_from(millis).unwrap_or_default();
    Timestamp { millis, offset_minutes: 0 }.date()
}

/// `2025-03-19`, `2025/3/19`, `2025年3月19日`, `2025년 3월 19일`.
fn year_first(parts: &[Part]) -> Option<Date> {
    let [Part::Number(year, 4), one, Part::Number(month, 1..=2), two, Part::Number(day, 1..=2), ..] =
        parts
    else {
        return None;
    };
    let divides = match (one, two) {
        (Part::Mark(one), Part::Mark(two)) => {
            one == two && matches!(one, '-' | '/' | '.' | '‐' | '–')
        }
        (Part::Word(one), Part::Word(two)) => {
            matches!((one.as_str(), two.as_str()), ("年", "月") | ("년", "월"))
        }
        _ => false,
    };
    divides.then(|| date(*year, *month, *day)).flatten()
}

/// `19 March 2025`, `19. März 2025`, `19th of March, 2025`, `March 19, 2025`, `2025 March 19`.
fn month_in_words(parts: &[Part]) -> Option<Date> {
    let words: Vec<&Part> = parts.iter().filter(|part| !is_filling(part)).take(3).collect();
    match words.as_slice() {
        [Part::Number(day, 1..=2), Part::Word(month), Part::Number(year, 4)]
        | [Part::Word(month), Part::Number(day, 1..=2), Part::Number(year, 4)]
        | [Part::Number(year, 4), Part::Word(month), Part::Number(day, 1..=2)] => {
            date(*year, month_number(month)?, *day)
        }
        _ => None,
    }
}

/// What may stand between the numbers and the month.
fn is_filling(part: &Part) -> bool {
    const ORDINALS: [&str; 12] =
        ["st", "nd", "rd", "th", "of", "de", "del", "er", "º", "ª", "den", "the"];
    match part {
        Part::Mark(mark) => matches!(mark, '.' | ',' | '-' | '/' | '°' | 'º' | '\'' | '’'),
        Part::Word(word) => ORDINALS.contains(&word.as_str()),
        Part::Number(..) => false,
    }
}

fn month_number(word: &str) -> Option<u64> {
    let is_named = |names: &&str| names.split_whitespace().any(|name| name == word);
    let at = MONTHS.iter().position(is_named)?;
    u64::try_from(at + 1).ok()
}

/// `19.03.2025`, and `19/03/2025` where only one of the two can be the month.
fn numbers(parts: &[Part]) -> Option<Date> {
    let [
        Part::Number(first, 1..=2),
        Part::Mark(one),
        Part::Number(second, 1..=2),
        Part::Mark(two),
        Part::Number(year, 4),
        ..,
    ] = parts
    else {
        return None;
    };
    match (one, two) {
        ('.', '.') => date(*year, *second, *first),
        ('/', '/') | ('-', '-') if *first > 12 || first == second => date(*year, *second, *first),
        ('/', '/') | ('-', '-') if *second > 12 => date(*year, *first, *second),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let found = find(text).map(|date| date.to_string()).unwrap_or_default();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn dates_by_the_standards() {
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
    fn dates_in_words() {
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
    fn dates_in_numbers_only_if_they_can_be_read_in_one_way() {
        check("19/03/2025", "2025-03-19");
        check("03/19/2025", "2025-03-19");
        check("03/04/2025", "");
        check("04/04/2025", "2025-04-04");
        check("3.4.2025", "2025-04-03");
    }

    #[test]
    fn what_is_no_date() {
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
