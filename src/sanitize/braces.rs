//! Words between braces, by which some plugins give attributes to what stands before them, or
//! hide it. They read what is shown, where an escape is gone, so the braces become parentheses.

use crate::sanitize::change::Changes;
use crate::sanitize::plugins::{self, Form};
use crate::sanitize::span::{Covered, lines};

const WHAT: &str = "attributes between braces";

/// Disarms the braces that are not covered.
pub fn mend(text: &str, covered: &Covered, changes: &mut Changes) {
    if !text.contains('{') {
        return;
    }
    for at in active(&shown(text, covered)) {
        changes.replace(at..at + 1, parenthesis(text, at), WHAT);
    }
}

/// A text with what is covered blank: plugins read the words beside code and formulas as if they
/// stood side by side.
fn shown(text: &str, covered: &Covered) -> String {
    let bytes =
        text.bytes().enumerate().map(|(at, byte)| if covered.has(at) { b' ' } else { byte });
    String::from_utf8(bytes.collect()).unwrap_or_else(|_| text.to_owned())
}

/// A text with such braces as parentheses.
pub fn without(text: &str) -> String {
    let mut changes = Changes::default();
    for at in active(text) {
        changes.replace(at..at + 1, parenthesis(text, at), WHAT);
    }
    changes.apply(text, &mut Default::default())
}

fn parenthesis(text: &str, at: usize) -> &'static str {
    if text.as_bytes().get(at) == Some(&b'{') { "(" } else { ")" }
}

/// Where the braces stand that a plugin would act on.
fn active(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    for line in lines(text) {
        let mut start = line.start;
        let whole = text.get(line).unwrap_or_default();
        for part in whole.split_inclusive('}') {
            read_part(part, start, &mut found);
            start += part.len();
        }
    }
    found
}

/// A part of a line up to a closing brace, which closes every brace in it.
fn read_part(part: &str, start: usize, found: &mut Vec<usize>) {
    let closed = part.strip_suffix('}');
    let inside = closed.and_then(|part| part.split_once('{')).map_or("", |(_, inside)| inside);
    let all = inside.split(|c: char| c == '{' || c.is_whitespace()).any(gives_attributes);
    for (at, _) in part.match_indices('{') {
        let rest = part.get(at + 1..).unwrap_or_default();
        if all
            || plugins::patterns(Form::Braces).any(|mark| mark.len() == 2 && rest.starts_with(mark))
        {
            found.push(start + at);
        }
    }
    if let Some(closed) = closed.filter(|_| all) {
        found.push(start + closed.len());
    }
}

/// Whether a word between braces is an attribute for a plugin.
fn gives_attributes(word: &str) -> bool {
    // An escape is not shown.
    let word = word.trim_start_matches('\\');
    plugins::patterns(Form::Braces).any(|pattern| match pattern {
        "=" => word.contains('='),
        "." => word.strip_prefix('.').is_some_and(|rest| rest.starts_with(char::is_alphabetic)),
        ":" => word.starts_with(':'),
        _ if pattern.len() > 2 => {
            word.get(..pattern.len()).is_some_and(|start| start.eq_ignore_ascii_case(pattern))
        }
        _ => false,
    })
}
