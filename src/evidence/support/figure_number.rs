//! Numbers in a sentence: in digits or in words, and fractions of something (`one in four`).

use crate::evidence::support::statement_word::TaggedWord;
use crate::language::{Language, multiplier_value, number_word_value};

/// A number at some words, without its unit.
#[derive(Clone)]
pub struct Number {
    pub value: f64,
    /// The index of its first word, and the index behind its last one.
    pub start: usize,
    pub end: usize,
    /// The letters that are attached to the digits, such as `km` in `30km`.
    pub attached: String,
}

/// Reads the number that begins at a word, in digits or in words, with a following multiplier.
pub fn read_number(words: &[TaggedWord], at: usize, language: Language) -> Option<Number> {
    let word = words.get(at)?;
    let digits_end = word.lower.find(|c: char| !c.is_ascii_digit() && !".,'".contains(c));
    let (digits, attached) = word.lower.split_at_checked(digits_end.unwrap_or(word.lower.len()))?;
    let is_part_of_name = word.gap_before == "-"
        && at
            .checked_sub(1)
            .and_then(|before| words.get(before))
            .is_some_and(|before| before.lower.starts_with(|c: char| c.is_alphabetic()));
    if is_part_of_name {
        return None;
    }
    let mut end = at + 1;
    let mut value = if digits.is_empty() {
        let tens = number_word_or_half_value(&word.lower, language)?;
        let ones = second_number_word(words, end, language).filter(|_| tens % 10.0 == 0.0);
        end += usize::from(ones.is_some());
        tens + ones.unwrap_or_default()
    } else {
        let mut joined = digits.to_owned();
        while attached.is_empty() && digits.len() <= 3 && is_digit_group(words.get(end)) {
            joined.push_str(&words.get(end)?.lower);
            end += 1;
        }
        parse_digits(&joined, language)?
    };
    let multiplier = words.get(end).and_then(|next| match next.has_tag("dozen") {
        true => Some(12.0),
        false => multiplier_value(&next.lower, language),
    });
    let multiplier = multiplier.unwrap_or(1.0);
    end += usize::from(multiplier > 1.0);
    value *= multiplier;
    if let Some(half) = words.get(end).and_then(|word| word.tag("and_a_half")) {
        value += 0.5 * multiplier;
        end += half.word_count;
    }
    let attached = if digits.is_empty() { String::new() } else { attached.to_owned() };
    match attached.as_str() {
        "k" => Some(Number { value: value * 1e3, start: at, end, attached: String::new() }),
        _ => Some(Number { value, start: at, end, attached }),
    }
}

/// Reads `half a` before a unit: `half a kilo`, `eine halbe Stunde`.
pub fn read_half(words: &[TaggedWord], at: usize) -> Option<Number> {
    let half = words.get(at)?.tag("half_of_unit")?;
    let end = at + half.word_count;
    let unit = words.get(end)?.tags.iter().find(|tag| tag.group.starts_with("unit "));
    unit.map(|_| Number { value: 0.5, start: at, end, attached: String::new() })
}

/// Reads the English `one` before a unit: `one hour`, `one and a half hours`. Elsewhere it mostly counts
/// nothing.
pub fn read_one(words: &[TaggedWord], at: usize) -> Option<Number> {
    let half = words.get(at + 1)?.tag("and_a_half").map_or(0, |half| half.word_count);
    let end = at + 1 + half;
    let is_unit = words.get(end)?.tags.iter().any(|tag| tag.group.starts_with("unit "));
    let value = if half > 0 { 1.5 } else { 1.0 };
    // `One minute late` measures something else.
    const BEHIND_DELAY: [&str; 8] =
        ["late", "too", "later", "earlier", "early", "before", "after", "ago"];
    let next = words.get(end + 1).map(|word| word.lower.as_str()).unwrap_or_default();
    let is_delay = BEHIND_DELAY.contains(&next);
    let is_one = words.get(at)?.lower == "one" && is_unit && !is_delay;
    is_one.then(|| Number { value, start: at, end, attached: String::new() })
}

/// The value of a number word, also with a half: `sechseinhalb`.
fn number_word_or_half_value(word: &str, language: Language) -> Option<f64> {
    number_word_value(word, language).or_else(|| match word.strip_suffix("einhalb") {
        Some(whole) => number_word_value(whole, language).map(|value| value + 0.5),
        None => (word == "anderthalb" || word == "eineinhalb").then_some(1.5),
    })
}

/// Whether a word is a group of three digits after a space, as in `10 000`.
fn is_digit_group(word: Option<&TaggedWord>) -> bool {
    word.is_some_and(|word| {
        let has_three_digits =
            word.lower.len() == 3 && word.lower.bytes().all(|b| b.is_ascii_digit());
        has_three_digits
            && word.gap_before.chars().count() == 1
            && word.gap_before.trim().is_empty()
    })
}

/// Reads digits with points and commas by the rules of the language.
fn parse_digits(digits: &str, language: Language) -> Option<f64> {
    let digits = digits.trim_end_matches(['.', ',', '\'']);
    let groups: Vec<&str> = digits.split(['.', ',', '\'']).collect();
    let is_grouped = groups.len() > 1
        && groups.iter().skip(1).all(|group| group.len() == 3)
        && groups.first().is_some_and(|first| !first.starts_with('0') && first.len() <= 3);
    let has_group_sign = match language {
        Language::English | Language::Chinese => !digits.contains('.'),
        _ => !digits.contains(','),
    };
    if is_grouped && (has_group_sign || groups.len() > 2) {
        return groups.concat().parse().ok();
    }
    match groups.as_slice() {
        [.., _] if groups.len() > 2 => None,
        _ => digits.replace([',', '\''], ".").parse().ok(),
    }
}

/// The value of the second part of `twenty-five`.
fn second_number_word(words: &[TaggedWord], at: usize, language: Language) -> Option<f64> {
    let word = words.get(at).filter(|word| word.gap_before == "-")?;
    number_word_value(&word.lower, language).filter(|value| *value < 10.0)
}

/// Reads a fraction of something as a number from 0 to 1: `a third of`, `two thirds of`, `one in four`.
pub fn read_fraction(words: &[TaggedWord], at: usize, language: Language) -> Option<Number> {
    let word = words.get(at)?;
    let part = |at: usize| -> Option<(f64, usize)> {
        let tags = words.get(at)?.tags.iter();
        let mut shares = tags.filter_map(|tag| {
            let denominator: f64 = tag.group.strip_prefix("fraction ")?.parse().ok()?;
            // The `of` behind it belongs to the words that tell of what.
            let last = at + tag.word_count - 1;
            let is_link = words.get(last).is_some_and(|word| word.has_tag("part_of"));
            Some((1.0 / denominator, last + usize::from(!is_link)))
        });
        shares.next()
    };
    let is_one = word.has_tag("one");
    let numerator =
        if is_one { Some(1.0) } else { number_word_value(&word.lower, language) }.unwrap_or(1.0);
    let has_numerator = is_one || numerator > 1.0;
    let found = match part(at + usize::from(has_numerator)) {
        Some((share, end)) => Some((numerator * share, end)),
        None => {
            let link = words.get(at + 1)?.tag("out_of").filter(|_| has_numerator)?;
            let all = read_number(words, at + 1 + link.word_count, language)?;
            Some((numerator / all.value, all.end))
        }
    };
    let (value, end) = found.filter(|(value, _)| *value < 1.0)?;
    Some(Number { value, start: at, end, attached: String::new() })
}
