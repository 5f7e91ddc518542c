//! Finds references to footnotes that are part of a text: `¹` and `[1]` without a link. They count
//! only if the page has a numbered footnote with this number below.

use std::ops::Range;

use crate::values::html::{Dom, NodeId, Tag};

/// The number of a footnote in a text, and the bytes that show it.
pub struct TextReference {
    pub range: Range<usize>,
    pub number: usize,
}

/// Maximum number of digits of a footnote number. A longer number is something else.
pub const MAX_DIGITS: usize = 3;

/// Returns the numbers in a text node that may refer to footnotes, in their order.
pub fn text_references(dom: &Dom, id: NodeId) -> Vec<TextReference> {
    let Some(text) = dom.text(id).filter(|text| text.contains(is_mark)) else { return Vec::new() };
    let is_code = |ancestor: NodeId| matches!(dom.tag(ancestor), Tag::Pre | Tag::Code | Tag::Sup);
    if dom.ancestors(id).any(is_code) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text.get(from..).and_then(|rest| rest.find(is_mark)) {
        let start = from + start;
        let rest = text.get(start..).unwrap_or_default();
        let before = text.get(..start).unwrap_or_default();
        match marked_number(rest).filter(|_| !rest.starts_with(is_raised) || !is_base(before)) {
            Some((length, number)) => {
                found.push(TextReference { range: start..start + length, number });
                from = start + length;
            }
            None => {
                from = start
                    + rest.chars().take_while(|c| is_mark(*c)).map(char::len_utf8).sum::<usize>()
            }
        }
    }
    found
}

fn is_mark(c: char) -> bool {
    c == '[' || is_raised(c)
}

fn is_raised(c: char) -> bool {
    raised_digit(c).is_some()
}

/// Signs that stand for footnotes without numbers. They count as numbers that no page reaches.
const FOOTNOTE_SIGNS: [&str; 8] = ["*", "**", "***", "†", "‡", "§", "¶", "††"];

/// Returns the number of the footnote with a label of digits or of signs such as `†`.
pub fn label_number(label: &str) -> Option<usize> {
    let sign = || FOOTNOTE_SIGNS.iter().position(|sign| *sign == label);
    label.parse().ok().or_else(|| sign().map(|index| usize::MAX - index))
}

/// Returns the digit that a raised character such as `²` stands for.
fn raised_digit(c: char) -> Option<usize> {
    match c {
        '¹' => Some(1),
        '²' => Some(2),
        '³' => Some(3),
        '⁰' => Some(0),
        '⁴'..='⁹' => usize::try_from(u32::from(c) - u32::from('⁰')).ok(),
        _ => None,
    }
}

/// Returns the number at the beginning of a text, raised or in brackets, and its length in bytes.
pub fn marked_number(text: &str) -> Option<(usize, usize)> {
    if let Some(rest) = text.strip_prefix('[') {
        let digits = rest.get(..rest.find(']')?)?;
        let is_number = !digits.is_empty() && digits.len() <= MAX_DIGITS;
        let number = digits.parse().ok().filter(|_| is_number)?;
        return Some((digits.len() + 2, number));
    }
    let digits: Vec<usize> = text.chars().map_while(raised_digit).collect();
    let length = text.chars().take(digits.len()).map(char::len_utf8).sum();
    let is_number = !digits.is_empty() && digits.len() <= MAX_DIGITS;
    is_number.then(|| (length, digits.iter().fold(0, |number, digit| number * 10 + digit)))
}

/// Whether a raised number after this text is probably an exponent, as in m²: it follows a digit,
/// or a word of at most two characters.
pub fn is_base(before: &str) -> bool {
    let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let letters = word.chars().take(4).count();
    letters > 0 && (letters < 3 || word.ends_with(|c: char| c.is_ascii_digit()))
}
