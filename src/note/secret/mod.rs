//! Keys and passwords in a note, masked before its text leaves the device.
//!
//! Found are well-known shapes of keys, what is labelled as a secret, numbers with a check digit
//! (cards, accounts), and long texts that look drawn by lot. What is found too much costs a model
//! one word; what is found too little costs a password. Still, prose, links, identifiers of
//! papers and hashes of commits are to stay, since research is about them.

mod key;
mod label;
mod number;
mod random;

use std::borrow::Cow;
use std::ops::Range;

/// Stands for what was taken out.
pub const MASK: &str = "[masked]";

/// A text without its secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Masked<'t> {
    /// The text with [`MASK`] in place of each.
    pub text: Cow<'t, str>,
    /// How many were masked.
    pub masked: usize,
}

/// Where a secret is taken out, what stands beside it may be seen for another. In a text that was
/// not made to cost time the second look finds nothing.
const MOST_LOOKS: usize = 6;

/// Masks the secrets of a text. What is masked already stays as it is.
pub fn mask(text: &str) -> Masked<'_> {
    let mut masked = once(text);
    if masked.masked == 0 {
        return masked;
    }
    for _ in 1..MOST_LOOKS {
        let again = once(&masked.text);
        if again.masked == 0 {
            break;
        }
        let count = masked.masked + again.masked;
        masked = Masked { text: Cow::Owned(again.text.into_owned()), masked: count };
    }
    masked
}

fn once(text: &str) -> Masked<'_> {
    let mut found = Vec::new();
    key::find(text, &mut found);
    label::find(text, &mut found);
    number::find(text, &mut found);
    random::find(text, &mut found);
    found.sort_unstable_by_key(|range| (range.start, range.end));
    replaced(text, &joined(found))
}

/// Ranges that overlap or touch as one.
fn joined(sorted: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::with_capacity(sorted.len());
    for range in sorted {
        match joined.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}

fn replaced<'t>(text: &'t str, ranges: &[Range<usize>]) -> Masked<'t> {
    if ranges.is_empty() {
        return Masked { text: Cow::Borrowed(text), masked: 0 };
    }
    let mut clean = String::with_capacity(text.len());
    let mut at = 0;
    for range in ranges {
        clean.push_str(text.get(at..range.start).unwrap_or_default());
        clean.push_str(MASK);
        at = range.end;
    }
    clean.push_str(text.get(at..).unwrap_or_default());
    Masked { text: Cow::Owned(clean), masked: ranges.len() }
}

/// The longest pieces of a text that are made of some characters only, with their places.
fn runs(text: &str, is_inside: fn(char) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let start_of = |piece: &str| piece.as_ptr() as usize - text.as_ptr() as usize;
    let pieces = text.split(move |c| !is_inside(c)).filter(|piece| !piece.is_empty());
    pieces.map(move |piece| (start_of(piece), piece))
}

/// Whether letters and digits are mixed, as in no word.
fn is_mixed(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit()) && text.contains(char::is_alphabetic)
}

#[cfg(test)]
mod tests;
