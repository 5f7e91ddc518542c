//! Finds long strings that look random, such as keys in a format that is not listed.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::notes::note::secret::scan_helpers::char_runs;

/// Minimum length of a string with small letters, capitals and digits: shorter ones are often
/// names.
const MIN_MIXED_CASE_STRING_CHARS: usize = 24;
/// Minimum length of a string without capitals or without small letters.
const MIN_SINGLE_CASE_STRING_CHARS: usize = 32;
/// Minimum mean length of the parts between hyphens. Hyphenated words and chemical names have
/// shorter parts.
const MIN_MEAN_PART_CHARS: usize = 8;
/// Minimum number of distinct characters: a repeating pattern has fewer.
const MIN_DISTINCT_CHARS: usize = 12;
/// Minimum percentage of neighbouring characters of different classes (small letter, capital,
/// digit). Random strings have 45; a camel-case identifier with a capital every six letters has 17.
const MIN_CHAR_CLASS_CHANGE_PERCENT: usize = 28;

/// A long string with one of these substrings is no secret: it is a URL, an identifier of a paper,
/// a link or a hash.
const NON_SECRET_SUBSTRINGS: [&str; 8] = ["://", "www.", "doi", "](", "[[", "]]", "sha", "10."];

/// Adds the byte ranges of all random-looking strings to `found`.
pub(super) fn find_random_strings(text: &str, found: &mut Vec<Range<usize>>) {
    for (at, chunk) in char_runs(text, |c| !c.is_whitespace()) {
        if chunk.len() < MIN_MIXED_CASE_STRING_CHARS
            || NON_SECRET_SUBSTRINGS.iter().any(|mark| chunk.contains(mark))
        {
            continue;
        }
        for (start, run) in char_runs(chunk, is_candidate_char) {
            let padding = chunk.get(start + run.len()..).unwrap_or_default();
            let padding = padding.len() - padding.trim_start_matches('=').len();
            if looks_random(run) {
                found.push(at + start..at + start + run.len() + padding);
            }
        }
    }
}

fn is_candidate_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || is_part_separator(c)
}

fn is_part_separator(c: char) -> bool {
    matches!(c, '-' | '_' | '+' | '/')
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Clone, Copy)]
enum CharClass {
    Small,
    Capital,
    Digit,
}

fn char_class(c: char) -> CharClass {
    match c {
        'a'..='z' => CharClass::Small,
        'A'..='Z' => CharClass::Capital,
        _ => CharClass::Digit,
    }
}

fn looks_random(run: &str) -> bool {
    let parts = run.split(is_part_separator).filter(|part| !part.is_empty()).count();
    let chars: Vec<char> = run.chars().filter(|c| !is_part_separator(*c)).collect();
    let classes: BTreeSet<CharClass> = chars.iter().copied().map(char_class).collect();
    let min_length = match classes.len() {
        3 => MIN_MIXED_CASE_STRING_CHARS,
        // A string of hexadecimal digits is the hash of a commit or a file, not a secret.
        2 if classes.contains(&CharClass::Digit)
            && chars.iter().any(|c| !c.is_ascii_hexdigit()) =>
        {
            MIN_SINGLE_CASE_STRING_CHARS
        }
        _ => return false,
    };
    let distinct: BTreeSet<&char> = chars.iter().collect();
    chars.len() >= min_length
        && chars.len() >= parts * MIN_MEAN_PART_CHARS
        && distinct.len() >= MIN_DISTINCT_CHARS
        && char_class_change_count(&chars) * 100 >= chars.len() * MIN_CHAR_CLASS_CHANGE_PERCENT
}

/// How often the class (small letter, capital, digit) changes from one character to the next. A
/// capital before a small letter doesn't count, because it begins a word.
fn char_class_change_count(chars: &[char]) -> usize {
    let pairs = chars.iter().zip(chars.iter().skip(1));
    let classes = pairs.map(|(one, next)| (char_class(*one), char_class(*next)));
    classes
        .filter(|pair| pair.0 != pair.1 && *pair != (CharClass::Capital, CharClass::Small))
        .count()
}
