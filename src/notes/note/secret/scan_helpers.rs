//! Helpers for finding secrets in a text: runs of characters, the mixture of letters and digits
//! that is typical of keys, and the text that replaces a secret.

use std::ops::Range;

use crate::values::text::add_steps;

/// The text that replaces every secret.
pub const MASK: &str = "[masked]";

/// All runs of characters that `is_run_char` accepts, each with its byte offset.
pub fn char_runs(text: &str, is_run_char: fn(char) -> bool) -> impl Iterator<Item = (usize, &str)> {
    add_steps(text.len());
    let start_of = |run: &str| run.as_ptr() as usize - text.as_ptr() as usize;
    let runs = text.split(move |c| !is_run_char(c)).filter(|run| !run.is_empty());
    runs.map(move |run| (start_of(run), run))
}

/// Whether a text has letters and digits, unlike an ordinary word.
pub fn has_letters_and_digits(text: &str) -> bool {
    add_steps(text.len());
    text.contains(|c: char| c.is_ascii_digit()) && text.contains(char::is_alphabetic)
}

/// Merges sorted ranges that overlap or touch.
pub fn merge_ranges(sorted: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(sorted.len());
    for range in sorted {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}
