//! Finds the quantities of a sentence and their values: `1,000`, `1.000`, `1 000`, `1k` and `one
//! thousand` may all be the same. Digits that belong to a name (`CD4`, `IL-18`) are no quantities.

use std::borrow::Cow;

use crate::language::{
    Language, is_approximation_word, is_lower_or_upper_limit_word, is_unspaced_script,
    month_number, multiplier_value, number_word_value, tokenize,
};

/// A number in a sentence, in digits or in words, with its unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// The number as the sentence writes it, such as `1,000` or `two thousand`.
    pub as_written: String,
    /// The possible values of the number: `1.000` may be 1000 or 1.
    pub possible_values: Vec<f64>,
    /// The stem of the word after the number, which tells what is counted.
    pub unit_stem: Option<String>,
    /// The unit after the number, as written: a word, letters or a sign such as `%`.
    pub written_unit: Option<String>,
    /// Whether the number is a percentage: `%` or a word such as `percent` follows it.
    pub is_percent: bool,
    /// Whether the number is written in digits. Only such a number must occur in the evidence,
    /// because a number in words (`two`, `March`) can be expressed differently.
    pub is_written_in_digits: bool,
    /// Whether the sentence says that the number is not exact: `about 30`.
    pub is_approximate: bool,
    /// Whether the number is a limit instead of an exact value: `over 30`, `up to 30`.
    pub is_lower_or_upper_limit: bool,
}

impl Quantity {
    /// Whether one of `others` equals this quantity. If some of them have the same unit, only those
    /// are compared.
    pub fn occurs_in(&self, others: &[&Quantity]) -> bool {
        let has_same_unit =
            |other: &&&Quantity| self.unit_stem.is_some() && self.unit_stem == other.unit_stem;
        let mut same_unit = others.iter().filter(has_same_unit).peekable();
        match same_unit.peek() {
            Some(_) => same_unit.any(|other| self.may_equal(other)),
            None => others.iter().any(|other| self.may_equal(other)),
        }
    }

    /// Whether another quantity may have the same value. If this quantity is approximate, a close
    /// value is enough. A percentage equals only a percentage.
    fn may_equal(&self, other: &Quantity) -> bool {
        let is_same = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(1.0);
        let is_close = |a: f64, b: f64| {
            self.is_approximate && (a - b).abs() <= MAX_APPROXIMATE_DEVIATION_SHARE * b.abs()
        };
        let is_value =
            |a: f64| other.possible_values.iter().any(|b| is_same(a, *b) || is_close(a, *b));
        (!self.is_percent || other.is_percent) && self.possible_values.iter().any(|a| is_value(*a))
    }
}

/// An approximate number (`about 30`) may differ from the exact one by at most this share of the
/// exact one.
const MAX_APPROXIMATE_DEVIATION_SHARE: f64 = 0.05;

/// Returns the quantities of a sentence, in order.
pub fn find_quantities(sentence: &str, language: Language) -> Vec<Quantity> {
    let tokens = split_tokens(sentence);
    // Each quantity with the index of the token after it.
    let mut found: Vec<(usize, Quantity)> = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let rest = tokens.get(at..).unwrap_or_default();
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let taken = match read_quantity(rest, before, language) {
            Some((quantity, taken)) => {
                found.push((at + taken, quantity));
                taken
            }
            None => {
                found.extend(date_parts(token).into_iter().map(|part| (at + 1, part)));
                1
            }
        };
        at += taken.max(1);
    }
    mark_range_as_percent(&mut found);
    found.into_iter().map(|(_, quantity)| quantity).collect()
}

/// Marks both ends of `63 to 86%` as percentages.
fn mark_range_as_percent(quantities_with_end: &mut [(usize, Quantity)]) {
    let mut after: Option<(usize, bool)> = None;
    for (end, quantity) in quantities_with_end.iter_mut().rev() {
        if let Some((next, true)) = after {
            quantity.is_percent |= next.saturating_sub(*end) <= 3;
        }
        after = Some((*end, quantity.is_percent));
    }
}

/// Splits a sentence at white space and brackets. `%` and currency signs are tokens of their own.
fn split_tokens(sentence: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    for piece in sentence.split(is_token_separator) {
        let piece = piece.trim_matches([',', '.', ':', '\'', '’', '_']);
        if piece.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            tokens.push(piece);
            continue;
        }
        let mut start = 0;
        for (at, sign) in piece.match_indices(['%', '$', '€', '£', '–', '—', '−', '‰']) {
            tokens.extend([piece.get(start..at), Some(sign)].into_iter().flatten());
            start = at + sign.len();
        }
        push_tokens(piece.get(start..).unwrap_or_default(), &mut tokens);
    }
    tokens.retain(|token| !token.is_empty());
    tokens
}

/// Splits text of a script without spaces before its first number: `海拔8849米` into `海拔` and
/// `8849米`.
fn split_before_number(piece: &str) -> Option<(&str, &str)> {
    if piece.is_ascii() || !piece.starts_with(is_unspaced_script) {
        return None;
    }
    piece.split_at_checked(piece.find(|c: char| c.is_ascii_digit())?)
}

fn is_token_separator(c: char) -> bool {
    let is_sign = |c| "()[]{}\"“”„«»*~≈<>=≤≥±/;!?。，、".contains(c);
    !c.is_alphanumeric() && (c.is_whitespace() || is_sign(c))
}

/// Adds the tokens of a text without white space: usually one, but two for a range (`2001-2003`)
/// and for a number after other text in a script without spaces (`海拔8849米`).
fn push_tokens<'t>(piece: &'t str, tokens: &mut Vec<&'t str>) {
    if let Some((before, behind)) = split_before_number(piece) {
        tokens.push(before);
        return push_tokens(behind, tokens);
    }
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    match piece.split_once('-').filter(|_| is_number(piece)) {
        Some((from, to)) if is_number(from) && is_number(to) && !is_date(piece) => {
            tokens.extend([from, to]);
        }
        _ => tokens.push(piece),
    }
}

/// Returns the quantity at the start of the tokens, and how many tokens it takes.
fn read_quantity(
    tokens: &[&str],
    before: Option<&&str>,
    language: Language,
) -> Option<(Quantity, usize)> {
    let (mut values, mut taken, is_in_digits) = match digit_values_and_token_count(tokens) {
        Some((values, taken)) => (values, taken, true),
        None => (vec![number_word_or_month_value(tokens, before, language)?], 1, false),
    };
    let behind = |at: usize| tokens.get(at).map(|t| t.trim_matches(['.', ',']).to_lowercase());
    if let Some(factor) = behind(taken).and_then(|word| multiplier_value(&word, language)) {
        values.iter_mut().for_each(|value| *value *= factor);
        taken += 1;
    }
    let is_percent = is_percent(behind(taken).as_deref(), behind(taken + 1).as_deref());
    let before = before.map(|word| word.to_lowercase()).unwrap_or_default();
    let quantity = Quantity {
        as_written: tokens.get(..taken).unwrap_or_default().join(" "),
        possible_values: values,
        unit_stem: unit_stem(tokens, taken, language).filter(|_| is_in_digits && !is_percent),
        written_unit: written_unit(tokens, taken),
        is_percent,
        is_written_in_digits: is_in_digits,
        is_approximate: is_approximation_word(&before),
        is_lower_or_upper_limit: is_lower_or_upper_limit_word(&before),
    };
    Some((quantity, taken))
}

/// The unit of a number as written: the letters after the digits in the same token, or else the
/// next token.
fn written_unit(tokens: &[&str], number_token_count: usize) -> Option<String> {
    let first = tokens.first()?;
    let attached = first.trim_start_matches(|c: char| !c.is_alphabetic());
    // A token that consists of letters only is the number word itself, not a unit.
    let has_unit = !attached.is_empty() && attached.len() < first.len();
    let unit = if has_unit { attached } else { tokens.get(number_token_count).copied()? };
    match unit.trim_start_matches(|c| character_multiplier(c).is_some()) {
        run if run.starts_with(is_unspaced_script) => Some(run.chars().take(1).collect()),
        word => Some(word.to_owned()),
    }
}

/// Returns the stem of the unit: of the letters after the digits (`30km`), or else of the next
/// word, unless that is a stop word.
fn unit_stem(tokens: &[&str], number_token_count: usize, language: Language) -> Option<String> {
    let is_letter = |c: char| c.is_alphabetic();
    let attached = tokens.first()?.trim_start_matches(|c: char| !is_letter(c));
    let next = tokens.get(number_token_count).copied().unwrap_or_default();
    let unit = if attached.is_empty() { next } else { attached }.to_lowercase();
    let is_word = unit.chars().all(is_letter) && unit.chars().count() > 1;
    let unit = tokenize::stem_unless_stop_word(&unit, language).filter(|_| is_word)?;
    (month_number(&unit, language).is_none()).then_some(unit)
}

fn is_percent(next_token: Option<&str>, token_after_next: Option<&str>) -> bool {
    let word = next_token.unwrap_or_default();
    let pair = (word, token_after_next.unwrap_or_default());
    matches!(word, "%" | "percent" | "prozent" | "procent" | "pct" | "％")
        || word.starts_with("процент")
        || word.strip_prefix('-').is_some_and(|rest| rest == "percent")
        || matches!(
            pair,
            ("per", "cent" | "cento") | ("pour", "cent") | ("por", "ciento" | "cento")
        )
}

/// Returns the possible values of the number at the start of the tokens, and how many tokens it
/// takes. Further groups of three digits may follow after spaces.
fn digit_values_and_token_count(tokens: &[&str]) -> Option<(Vec<f64>, usize)> {
    let first = tokens.first()?;
    let first = first.trim_start_matches(['+', '-', '#']);
    let length = first.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',' && c != '\'');
    let (number, unit) = first.split_at_checked(length.unwrap_or(first.len()))?;
    let number = number.trim_end_matches(['.', ',', '\'']);
    if !number.starts_with(|c: char| c.is_ascii_digit()) || is_date(first) {
        return None;
    }
    let mut joined = number.to_owned();
    let mut taken = 1;
    while unit.is_empty()
        && number.len() <= 3
        && tokens.get(taken).is_some_and(|t| is_three_digit_group(t))
    {
        joined.push_str(tokens.get(taken).copied().unwrap_or_default());
        taken += 1;
    }
    let factor = match unit {
        "k" | "K" => 1e3,
        "M" => 1e6,
        "bn" => 1e9,
        run => run.chars().next().and_then(character_multiplier).unwrap_or(1.0),
    };
    let values = possible_values(&joined).into_iter().map(|value| value * factor).collect();
    Some((values, taken))
}

/// Returns the factor of a character that multiplies the number before it, such as 10,000 for `万`.
fn character_multiplier(c: char) -> Option<f64> {
    Some(match c {
        '千' | '천' => 1e3,
        '万' | '萬' | '만' => 1e4,
        '亿' | '億' | '억' => 1e8,
        _ => return None,
    })
}

fn is_three_digit_group(token: &str) -> bool {
    token.len() == 3 && token.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the possible values of digits with points and commas: `1.000` may be 1000 or 1.
fn possible_values(number: &str) -> Vec<f64> {
    let parse = |text: String| text.parse::<f64>().ok();
    let bare: String = number.chars().filter(char::is_ascii_digit).collect();
    let Some((_, fraction)) = number.rsplit_once(['.', ',', '\'']) else {
        return parse(bare).into_iter().collect();
    };
    let grouped = number.split(['.', ',', '\'']).skip(1).all(|group| group.len() == 3);
    let whole = bare.get(..bare.len().saturating_sub(fraction.len())).unwrap_or_default();
    let decimal = parse(format!("{whole}.{fraction}"));
    grouped.then(|| parse(bare.clone())).flatten().into_iter().chain(decimal).collect()
}

/// Returns the value of a number word, or the number of a month that is named beside a number (`12
/// March`).
fn number_word_or_month_value(
    tokens: &[&str],
    before: Option<&&str>,
    language: Language,
) -> Option<f64> {
    let word = tokens.first()?.trim_matches([',', '.']);
    let is_number = |token: &&str| token.starts_with(|c: char| c.is_ascii_digit());
    let is_lower = word.bytes().all(|byte| byte.is_ascii_lowercase());
    let lower = if is_lower { Cow::Borrowed(word) } else { Cow::Owned(word.to_lowercase()) };
    number_word_value(&lower, language).or_else(|| {
        // `May` counts as a month only beside a number.
        let is_beside = before.is_some_and(is_number) || tokens.get(1).is_some_and(is_number);
        if is_beside { month_number(&lower, language).map(f64::from) } else { None }
    })
}

/// Whether a token is a date: `2020-03-12`, `12.03.2020`. Each of its parts is a quantity.
fn is_date(token: &str) -> bool {
    let parts: Vec<&str> = token.split(['-', '.']).collect();
    let are_numbers =
        parts.iter().all(|part| (1..=4).contains(&part.len()) && part.parse::<u16>().is_ok());
    parts.len() == 3 && are_numbers && parts.iter().any(|part| part.len() == 4)
}

/// Returns year, month and day of a date as quantities; empty if the token is no date.
fn date_parts(token: &str) -> Vec<Quantity> {
    if !token.starts_with(|c: char| !c.is_alphabetic()) || !is_date(token) {
        return Vec::new();
    }
    let part = |part: &str| Quantity {
        as_written: token.to_owned(),
        possible_values: part.parse::<f64>().into_iter().collect(),
        unit_stem: None,
        written_unit: None,
        is_percent: false,
        is_written_in_digits: true,
        is_approximate: false,
        is_lower_or_upper_limit: false,
    };
    token.split(['-', '.']).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(claim: &str, evidence: &str, agrees: bool) {
        let language = Language::detect(&format!("{claim} {evidence}"));
        let claimed = find_quantities(claim, language);
        let stated = find_quantities(evidence, language);
        assert!(!claimed.is_empty(), "{claim}");
        let stated: Vec<&Quantity> = stated.iter().collect();
        let all = claimed.iter().all(|quantity| quantity.occurs_in(&stated));
        assert_eq!(all, agrees, "{claim} | {evidence}: {claimed:?} {stated:?}");
    }

    #[test]
    fn a_quantity_is_the_same_however_it_is_written() {
        check("1,000 men", "it was 1.000", true);
        check("1,000 men", "it was 1 000", true);
        check("1k men", "it was one thousand", true);
        check("2.5 million", "it was 2,500,000", true);
        check("3,5 Prozent der Leute", "es waren 3.5 % und mehr", true);
        check("32%", "32 per cent", true);
        check("63%", "from 63 to 86%", true);
        check("about 30", "it was 31", true);
        check("drei von ihnen sind das", "es sind 3 und nicht mehr", true);
    }

    #[test]
    fn other_values_and_units_are_other_quantities() {
        check("32%", "33%", false);
        check("32%", "32 people", false);
        check("30", "31", false);
        check("1.5", "15", false);
        check("4 men", "CD4 and IL-4", false);
        check("5 hours", "5 people slept 7 hours", false);
        check("40mg", "40 mg", true);
    }

    #[test]
    fn a_date_is_the_same_in_every_form() {
        check("on 12 March 2020", "2020-03-12", true);
        check("2020-03-12", "March 12, 2020", true);
        check("am 12. März 2020 war es", "es war der 12.03.2020", true);
        check("on 12 April 2020", "2020-03-12", false);
    }

    #[test]
    fn names_with_digits_are_no_quantities() {
        for text in ["CD4", "IL-18", "p53", "the one", "it may be"] {
            assert_eq!(find_quantities(text, Language::English), [], "{text}");
        }
    }
}
