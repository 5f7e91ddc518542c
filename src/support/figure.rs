//! Figures of a sentence as values: `1,000`, `1.000`, `1 000`, `1k` and `one thousand` are the
//! same. Digits that belong to a name (`CD4`, `IL-18`) are no figures.

use std::borrow::Cow;

use crate::index::language::{Language, is_unspaced};
use crate::index::tokenize;
use crate::support::figure_words::{makes_bound, makes_rough, month, multiplier, number};

/// A figure, however it is written.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// As it stands.
    pub written: String,
    /// What it may mean: the point of `1.000` parts thousands or decimals.
    pub values: Vec<f64>,
    /// The word behind it, which says what is counted.
    pub unit: Option<String>,
    /// The sign or letters behind it, as written.
    pub counted: Option<String>,
    /// Whether it is so many of a hundred.
    pub is_percent: bool,
    /// Whether digits were written: words (`two`, `March`) are also said in other ways.
    pub is_digits: bool,
    /// Whether the sentence says that it is only about right.
    pub is_rough: bool,
    /// Whether it is only the end of a range: `over 30`, `up to 30`.
    pub is_bound: bool,
}

impl Figure {
    /// Whether figures hold this one. If some of them count the same thing, one of those must.
    pub fn stands_in(&self, said: &[&Figure]) -> bool {
        let counts_same = |other: &&&Figure| self.unit.is_some() && self.unit == other.unit;
        let mut same = said.iter().filter(counts_same).peekable();
        match same.peek() {
            Some(_) => same.any(|other| self.agrees(other)),
            None => said.iter().any(|other| self.agrees(other)),
        }
    }

    /// Whether another figure says the same.
    fn agrees(&self, other: &Figure) -> bool {
        let same = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(1.0);
        let close = |a: f64, b: f64| self.is_rough && (a - b).abs() <= ROUGH_SHARE * b.abs();
        let agrees = |a: f64| other.values.iter().any(|b| same(a, *b) || close(a, *b));
        (!self.is_percent || other.is_percent) && self.values.iter().any(|a| agrees(*a))
    }
}

/// "About 30" is said of this much more or less.
const ROUGH_SHARE: f64 = 0.05;

/// The figures of a sentence, in order.
pub fn figures(sentence: &str, language: Language) -> Vec<Figure> {
    let tokens = tokens(sentence);
    let mut found: Vec<(usize, Figure)> = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let rest = tokens.get(at..).unwrap_or_default();
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let taken = match read(rest, before, language) {
            Some((figure, taken)) => {
                found.push((at + taken, figure));
                taken
            }
            None => dated(token, &mut found, at),
        };
        at += taken.max(1);
    }
    share_percent(&mut found);
    found.into_iter().map(|(_, figure)| figure).collect()
}

/// `63 to 86%` is a percentage twice.
fn share_percent(found: &mut [(usize, Figure)]) {
    let mut after: Option<(usize, bool)> = None;
    for (end, figure) in found.iter_mut().rev() {
        if let Some((next, true)) = after {
            figure.is_percent |= next.saturating_sub(*end) <= 3;
        }
        after = Some((*end, figure.is_percent));
    }
}

/// Pieces of a sentence between white space and brackets; `%` and money signs stand alone.
fn tokens(sentence: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    for piece in sentence.split(is_gap) {
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
        span(piece.get(start..).unwrap_or_default(), &mut tokens);
    }
    tokens.retain(|token| !token.is_empty());
    tokens
}

/// Cuts a run where its last figure begins: `海拔8849米`.
fn figure_in_run(piece: &str) -> Option<(&str, &str)> {
    if piece.is_ascii() || !piece.starts_with(is_unspaced) {
        return None;
    }
    piece.split_at_checked(piece.find(|c: char| c.is_ascii_digit())?)
}

fn is_gap(c: char) -> bool {
    let is_sign = |c| "()[]{}\"“”„«»*~≈<>=≤≥±/;!?。，、".contains(c);
    !c.is_alphanumeric() && (c.is_whitespace() || is_sign(c))
}

/// Both ends of `2001-2003`; of a script without spaces, what stands before a figure and the
/// figure.
fn span<'t>(piece: &'t str, tokens: &mut Vec<&'t str>) {
    if let Some((before, behind)) = figure_in_run(piece) {
        tokens.push(before);
        return span(behind, tokens);
    }
    let is_figure = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    match piece.split_once('-').filter(|_| is_figure(piece)) {
        Some((from, to)) if is_figure(from) && is_figure(to) && !dates(piece) => {
            tokens.extend([from, to]);
        }
        _ => tokens.push(piece),
    }
}

/// The figure that some tokens begin with, and how many it takes.
fn read(tokens: &[&str], before: Option<&&str>, language: Language) -> Option<(Figure, usize)> {
    let (mut values, mut taken, is_digits) = match digits(tokens) {
        Some((values, taken)) => (values, taken, true),
        None => (vec![word_value(tokens, before, language)?], 1, false),
    };
    let behind = |at: usize| tokens.get(at).map(|t| t.trim_matches(['.', ',']).to_lowercase());
    if let Some(times) = behind(taken).and_then(|word| multiplier(&word, language)) {
        values.iter_mut().for_each(|value| *value *= times);
        taken += 1;
    }
    let is_percent = is_percent(behind(taken).as_deref(), behind(taken + 1).as_deref());
    let unit = unit(tokens, taken, language).filter(|_| is_digits && !is_percent);
    let counted = counted(tokens, taken);
    let before = before.map(|word| word.to_lowercase()).unwrap_or_default();
    let (is_rough, is_bound) = (makes_rough(&before), makes_bound(&before));
    let written = tokens.get(..taken).unwrap_or_default().join(" ");
    let figure =
        Figure { written, values, unit, counted, is_percent, is_digits, is_rough, is_bound };
    Some((figure, taken))
}

/// What stands behind a figure, in the same piece or the next.
fn counted(tokens: &[&str], taken: usize) -> Option<String> {
    let attached = tokens.first()?.trim_start_matches(|c: char| !c.is_alphabetic());
    let counted = if attached.is_empty() { tokens.get(taken).copied()? } else { attached };
    match counted.trim_start_matches(|c| many(c).is_some()) {
        run if run.starts_with(is_unspaced) => Some(run.chars().take(1).collect()),
        word => Some(word.to_owned()),
    }
}

/// What is counted: letters behind the digits, or the next word if it is a telling one.
fn unit(tokens: &[&str], taken: usize, language: Language) -> Option<String> {
    let is_letter = |c: char| c.is_alphabetic();
    let attached = tokens.first()?.trim_start_matches(|c: char| !is_letter(c));
    let next = tokens.get(taken).copied().unwrap_or_default();
    let unit = if attached.is_empty() { next } else { attached }.to_lowercase();
    let tells = unit.chars().all(is_letter) && unit.chars().count() > 1;
    let unit = tokenize::term(&unit, language).filter(|_| tells)?;
    (month(&unit, language).is_none()).then_some(unit)
}

fn is_percent(next: Option<&str>, after: Option<&str>) -> bool {
    let word = next.unwrap_or_default();
    let pair = (word, after.unwrap_or_default());
    matches!(word, "%" | "percent" | "prozent" | "procent" | "pct" | "％")
        || word.starts_with("процент")
        || word.strip_prefix('-').is_some_and(|rest| rest == "percent")
        || matches!(
            pair,
            ("per", "cent" | "cento") | ("pour", "cent") | ("por", "ciento" | "cento")
        )
}

/// The number a token begins with, with the groups of three that spaces part from it.
fn digits(tokens: &[&str]) -> Option<(Vec<f64>, usize)> {
    let first = tokens.first()?;
    let first = first.trim_start_matches(['+', '-', '#']);
    let length = first.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',' && c != '\'');
    let (number, unit) = first.split_at_checked(length.unwrap_or(first.len()))?;
    let number = number.trim_end_matches(['.', ',', '\'']);
    if !number.starts_with(|c: char| c.is_ascii_digit()) || dates(first) {
        return None;
    }
    let mut joined = number.to_owned();
    let mut taken = 1;
    while unit.is_empty() && number.len() <= 3 && tokens.get(taken).is_some_and(|t| is_group(t)) {
        joined.push_str(tokens.get(taken).copied().unwrap_or_default());
        taken += 1;
    }
    let times = match unit {
        "k" | "K" => 1e3,
        "M" => 1e6,
        "bn" => 1e9,
        run => run.chars().next().and_then(many).unwrap_or(1.0),
    };
    let values = meanings(&joined).into_iter().map(|value| value * times).collect();
    Some((values, taken))
}

/// Characters that multiply the figure they stand behind.
fn many(c: char) -> Option<f64> {
    Some(match c {
        '千' | '천' => 1e3,
        '万' | '萬' | '만' => 1e4,
        '亿' | '億' | '억' => 1e8,
        _ => return None,
    })
}

fn is_group(token: &str) -> bool {
    token.len() == 3 && token.bytes().all(|byte| byte.is_ascii_digit())
}

/// What digits with points and commas may mean.
fn meanings(number: &str) -> Vec<f64> {
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

fn word_value(tokens: &[&str], before: Option<&&str>, language: Language) -> Option<f64> {
    let word = tokens.first()?.trim_matches([',', '.']);
    let counts = |token: &&str| token.starts_with(|c: char| c.is_ascii_digit());
    let is_plain = word.bytes().all(|byte| byte.is_ascii_lowercase());
    let lower = if is_plain { Cow::Borrowed(word) } else { Cow::Owned(word.to_lowercase()) };
    number(&lower, language).or_else(|| {
        let beside = before.is_some_and(counts) || tokens.get(1).is_some_and(counts);
        if beside { month(&lower, language).map(f64::from) } else { None }
    })
}

/// `2020-03-12`, `12.03.2020`, `3/12/2020`: each of the three is a figure.
fn dates(token: &str) -> bool {
    let parts: Vec<&str> = token.split(['-', '.']).collect();
    let all = parts.iter().all(|part| (1..=4).contains(&part.len()) && part.parse::<u16>().is_ok());
    parts.len() == 3 && all && parts.iter().any(|part| part.len() == 4)
}

fn dated(token: &str, found: &mut Vec<(usize, Figure)>, at: usize) -> usize {
    if token.starts_with(|c: char| !c.is_alphabetic()) && dates(token) {
        for part in token.split(['-', '.']) {
            let values = part.parse::<f64>().into_iter().collect();
            let figure = Figure {
                written: token.to_owned(),
                values,
                unit: None,
                counted: None,
                is_percent: false,
                is_digits: true,
                is_rough: false,
                is_bound: false,
            };
            found.push((at + 1, figure));
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(claim: &str, evidence: &str, agrees: bool) {
        let language = Language::detect(&format!("{claim} {evidence}"));
        let (claimed, said) = (figures(claim, language), figures(evidence, language));
        assert!(!claimed.is_empty(), "{claim}");
        let said: Vec<&Figure> = said.iter().collect();
        let all = claimed.iter().all(|figure| figure.stands_in(&said));
        assert_eq!(all, agrees, "{claim} | {evidence}: {claimed:?} {said:?}");
    }

    #[test]
    fn a_figure_is_the_same_however_it_is_written() {
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
    fn another_figure_is_another() {
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
    fn names_with_digits_are_no_figures() {
        for text in ["CD4", "IL-18", "p53", "the one", "it may be"] {
            assert_eq!(figures(text, Language::English), [], "{text}");
        }
    }
}
