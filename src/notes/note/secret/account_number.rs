//! Finds the numbers of payment cards and bank accounts by their check digits.

use std::ops::Range;

use crate::notes::note::secret::scan_helpers::char_runs;
use crate::values::text::add_steps;

/// How card numbers are written: the number of digits in each group. The empty list stands for a
/// number without groups.
const CARD_DIGIT_GROUP_LENGTHS: [&[usize]; 5] =
    [&[4, 4, 4, 4], &[4, 6, 5], &[4, 6, 4], &[4, 4, 4, 4, 3], &[]];

/// Allowed lengths of an IBAN without its spaces: 15 to 34 letters and digits.
const IBAN_LENGTHS: Range<usize> = 15..35;

/// Adds the byte ranges of all card and account numbers in a text to `found`.
pub fn find_account_numbers(text: &str, found: &mut Vec<Range<usize>>) {
    for (start, run) in char_runs(text, |c| c.is_ascii_alphanumeric()) {
        if !can_number_start_at(text, start) {
            continue;
        }
        let rest = text.get(start..).unwrap_or_default();
        let number = if run.starts_with(|c: char| c.is_ascii_digit()) {
            leading_card_number_bytes(rest)
        } else {
            leading_iban_bytes(rest)
        };
        found.extend(number.map(|length| start..start + length));
    }
}

/// Whether a number begins at `start` and does not continue a URL, an identifier or a phone number.
fn can_number_start_at(text: &str, start: usize) -> bool {
    let before = text.get(..start).and_then(|before| before.chars().next_back());
    before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '/' | '.' | '+' | '-' | '_'))
}

fn can_number_end_before(text_after: &str) -> bool {
    let mut behind = text_after.chars();
    match behind.next() {
        Some('.' | ',') => !behind.next().is_some_and(|c| c.is_ascii_digit()),
        Some(c) => !c.is_alphanumeric() && !matches!(c, '/' | '_' | '-'),
        None => true,
    }
}

/// The length in bytes of the card number at the start of a text; `None` if there is none.
fn leading_card_number_bytes(text: &str) -> Option<usize> {
    CARD_DIGIT_GROUP_LENGTHS.iter().find_map(|groups| {
        let length = grouped_digits_bytes(text, groups)?;
        let number = text.get(..length)?;
        let digits: Vec<u32> = number.chars().filter_map(|c| c.to_digit(10)).collect();
        let is_card = can_number_end_before(text.get(length..)?)
            && has_card_length(&digits)
            && passes_luhn_check(&digits);
        is_card.then_some(length)
    })
}

/// The length in bytes of a number whose digits form these groups, separated by a space or a
/// hyphen. If `group_lengths` is empty, the length of the digits at the start of the text.
fn grouped_digits_bytes(text: &str, group_lengths: &[usize]) -> Option<usize> {
    let digits = |text: &str| text.bytes().take(20).take_while(u8::is_ascii_digit).count();
    if group_lengths.is_empty() {
        return Some(digits(text));
    }
    let mut at = 0;
    for (place, group) in group_lengths.iter().enumerate() {
        if place > 0 {
            text.get(at..)?.strip_prefix([' ', '-'])?;
            at += 1;
        }
        if digits(text.get(at..)?) != *group {
            return None;
        }
        at += group;
    }
    Some(at)
}

/// Whether a number has the right length for a card number with the same first digits. Timestamps
/// and other long numbers mostly don't.
fn has_card_length(digits: &[u32]) -> bool {
    let head = digits.iter().take(4).fold(0, |head, digit| head * 10 + digit);
    match digits.len() {
        14 => matches!(head / 100, 30 | 36 | 38 | 39),
        15 => matches!(head / 100, 34 | 37),
        16 => matches!(head, 2221..=2720 | 3528..=3589 | 4000..=6999),
        19 => matches!(head / 100, 40..=49 | 62),
        _ => false,
    }
}

/// Luhn's check: every second digit from the end is doubled, and the sum of all must end with 0.
fn passes_luhn_check(digits: &[u32]) -> bool {
    let doubled = |digit: u32| if digit > 4 { digit * 2 - 9 } else { digit * 2 };
    let weigh =
        |(place, digit): (usize, &u32)| if place % 2 == 1 { doubled(*digit) } else { *digit };
    digits.iter().rev().enumerate().map(weigh).sum::<u32>() % 10 == 0
}

/// The length in bytes of the IBAN at the start of a text, with or without spaces; `None` if there
/// is none.
fn leading_iban_bytes(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let has_country_code = bytes.get(..2)?.iter().all(u8::is_ascii_uppercase)
        && bytes.get(2..4)?.iter().all(u8::is_ascii_digit);
    if !has_country_code {
        return None;
    }
    let mut number = Vec::new();
    let mut longest = None;
    for (at, byte) in bytes.iter().enumerate() {
        add_steps(1);
        match byte {
            b'A'..=b'Z' | b'0'..=b'9' => number.push(*byte),
            b' ' if bytes.get(at.wrapping_sub(1)) != Some(&b' ') => continue,
            _ => break,
        }
        if number.len() >= IBAN_LENGTHS.end {
            break;
        }
        let is_whole =
            number.len() >= IBAN_LENGTHS.start && can_number_end_before(text.get(at + 1..)?);
        if is_whole && iban_remainder_mod_97(&number) == 1 {
            longest = Some(at + 1);
        }
    }
    longest
}

/// The remainder of an IBAN divided by 97, with its first four characters moved to the end. It is 1
/// for a valid IBAN.
fn iban_remainder_mod_97(iban: &[u8]) -> u32 {
    let (head, rest) = iban.split_at(iban.len().min(4));
    rest.iter().chain(head).fold(0, |sum, byte| match byte {
        b'0'..=b'9' => (sum * 10 + u32::from(byte - b'0')) % 97,
        _ => (sum * 100 + u32::from(byte.saturating_sub(b'A')) + 10) % 97,
    })
}
