//! Numbers of cards and accounts, known by their check digits.

use std::ops::Range;

use crate::note::secret::runs;

/// How the digits of a card are grouped where they are not written in one.
const GROUPS: [&[usize]; 5] = [&[4, 4, 4, 4], &[4, 6, 5], &[4, 6, 4], &[4, 4, 4, 4, 3], &[]];

/// Letters and digits of an account's number (IBAN), at least and at most.
const ACCOUNT: Range<usize> = 15..35;

/// Adds the places of all such numbers.
pub fn find(text: &str, found: &mut Vec<Range<usize>>) {
    for (start, run) in runs(text, |c| c.is_ascii_alphanumeric()) {
        if !begins_alone(text, start) {
            continue;
        }
        let rest = text.get(start..).unwrap_or_default();
        let number =
            if run.starts_with(|c: char| c.is_ascii_digit()) { card(rest) } else { account(rest) };
        found.extend(number.map(|length| start..start + length));
    }
}

/// Whether a number is not a part of an address, an identifier or a phone number.
fn begins_alone(text: &str, start: usize) -> bool {
    let before = text.get(..start).and_then(|before| before.chars().next_back());
    before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '/' | '.' | '+' | '-' | '_'))
}

fn ends_alone(behind: &str) -> bool {
    let mut behind = behind.chars();
    match behind.next() {
        Some('.' | ',') => !behind.next().is_some_and(|c| c.is_ascii_digit()),
        Some(c) => !c.is_alphanumeric() && !matches!(c, '/' | '_' | '-'),
        None => true,
    }
}

/// The length of the card's number with which a text begins.
fn card(text: &str) -> Option<usize> {
    GROUPS.iter().find_map(|groups| {
        let length = grouped(text, groups)?;
        let number = text.get(..length)?;
        let digits: Vec<u32> = number.chars().filter_map(|c| c.to_digit(10)).collect();
        let is_card = ends_alone(text.get(length..)?) && is_issued(&digits) && is_checked(&digits);
        is_card.then_some(length)
    })
}

/// The length of digits in groups with a space or a hyphen between them; without groups, of the
/// digits in one piece.
fn grouped(text: &str, groups: &[usize]) -> Option<usize> {
    let digits = |text: &str| text.bytes().take(20).take_while(u8::is_ascii_digit).count();
    if groups.is_empty() {
        return Some(digits(text));
    }
    let mut at = 0;
    for (place, group) in groups.iter().enumerate() {
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

/// Whether cards with this beginning have this length: times and other long numbers do not.
fn is_issued(digits: &[u32]) -> bool {
    let head = digits.iter().take(4).fold(0, |head, digit| head * 10 + digit);
    match digits.len() {
        14 => matches!(head / 100, 30 | 36 | 38 | 39),
        15 => matches!(head / 100, 34 | 37),
        16 => matches!(head, 2221..=2720 | 3528..=3589 | 4000..=6999),
        19 => matches!(head / 100, 40..=49 | 62),
        _ => false,
    }
}

/// Luhn's check: every second digit from the end is doubled, and the sum of all ends with 0.
fn is_checked(digits: &[u32]) -> bool {
    let doubled = |digit: u32| if digit > 4 { digit * 2 - 9 } else { digit * 2 };
    let weigh =
        |(place, digit): (usize, &u32)| if place % 2 == 1 { doubled(*digit) } else { *digit };
    digits.iter().rev().enumerate().map(weigh).sum::<u32>() % 10 == 0
}

/// The length of the account's number with which a text begins, in one piece or in groups.
fn account(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_headed = bytes.get(..2)?.iter().all(u8::is_ascii_uppercase)
        && bytes.get(2..4)?.iter().all(u8::is_ascii_digit);
    if !is_headed {
        return None;
    }
    let mut number = Vec::new();
    let mut longest = None;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'A'..=b'Z' | b'0'..=b'9' => number.push(*byte),
            b' ' if bytes.get(at.wrapping_sub(1)) != Some(&b' ') => continue,
            _ => break,
        }
        if number.len() >= ACCOUNT.end {
            break;
        }
        let is_whole = number.len() >= ACCOUNT.start && ends_alone(text.get(at + 1..)?);
        if is_whole && remainder(&number) == 1 {
            longest = Some(at + 1);
        }
    }
    longest
}

/// The remainder of an account's number by 97, its first four signs read last.
fn remainder(number: &[u8]) -> u32 {
    let (head, rest) = number.split_at(number.len().min(4));
    rest.iter().chain(head).fold(0, |sum, byte| match byte {
        b'0'..=b'9' => (sum * 10 + u32::from(byte - b'0')) % 97,
        _ => (sum * 100 + u32::from(byte.saturating_sub(b'A')) + 10) % 97,
    })
}
