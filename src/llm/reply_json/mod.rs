//! The JSON in what a model really sends: behind thoughts, inside fences and prose, with the
//! mistakes that models make, cut off where the tokens ran out.
//!
//! Nothing is invented: every key and every string of the result stands in the reply, and what was
//! cut is left out, never completed. JSON without mistakes comes out as `serde_json` reads it.
//! Work is linear in the length of the reply: no text is read more than a few times.
//!
//! Of several values the longest whole object or array is taken, of equals the last: examples
//! and drafts are shorter than the answer or come before it. A value in which the reply ends is
//! taken only if more of it is left than of any whole one, or `[1]` would win over the answer.

mod brackets;
mod cursor;
mod literal;
mod repair;
mod scan;
mod string;

use serde::de::DeserializeOwned;
use serde_json::Value;

use scan::Candidate;

/// JSON out of a reply.
#[derive(Debug, Clone, PartialEq)]
pub struct Repaired {
    /// What was read.
    pub value: Value,
    /// What had to be done for it, each kind once, in the order in which it was met.
    pub repairs: Vec<Repair>,
}

impl Repaired {
    /// Whether the value came to its end. If not, some of what the model meant to say is missing.
    pub fn is_whole(&self) -> bool {
        !self.repairs.contains(&Repair::Cut)
    }
}

/// A mistake that was mended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repair {
    /// Prose, a fence or a thought around the value.
    SurroundingText,
    /// The value stood as text inside a string.
    Encoded,
    /// The value breaks off; what is whole of it was kept.
    Cut,
    /// A bracket was closed by that of what is around it.
    Bracket,
    /// A comma too many or too few.
    Comma,
    /// A comment.
    Comment,
    /// Single or curly quotes, or none around a key.
    Quotes,
    /// A double quote inside a string without its backslash.
    InnerQuote,
    /// A line break or another control character inside a string.
    Control,
    /// An escape that JSON does not know.
    Escape,
    /// `True`, `None`, `undefined` and the like.
    Literal,
    /// `NaN`, an infinity or a number too large for one: null. Or a number written as JSON does
    /// not, like `+1` and `.5`.
    Number,
}

/// The JSON of a reply. None if nothing whole is in it. A number, a string or a word alone counts
/// only if it is all of the reply.
pub fn value(reply: &str) -> Option<Repaired> {
    candidates(reply).into_iter().next()
}

/// The JSON of a reply as a type: the best value that fits it.
pub fn read<T: DeserializeOwned>(reply: &str) -> Option<T> {
    candidates(reply).into_iter().find_map(|found| serde_json::from_value(found.value).ok())
}

/// A number, also one that the model put in quotes.
pub fn number(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.filter(|number| number.is_finite())
}

/// A text, also one that the model wrote as a number or a truth value.
pub fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

/// All values that the reply may mean, the best first.
fn candidates(reply: &str) -> Vec<Repaired> {
    let reply = reply.trim_start_matches('\u{feff}').trim();
    let whole = match serde_json::from_str(reply) {
        Ok(Value::String(inner)) => match encoded(&inner) {
            opened if opened.is_empty() => Some(Value::String(inner)),
            opened => return opened,
        },
        other => other.ok(),
    };
    if let Some(value) = whole {
        return vec![Repaired { value, repairs: Vec::new() }];
    }
    match ranked(reply) {
        found if found.is_empty() => unescaped(reply),
        found => found,
    }
}

/// The values in a string that holds nothing but JSON.
fn encoded(inner: &str) -> Vec<Repaired> {
    if !inner.trim_start().starts_with(['{', '[']) {
        return Vec::new();
    }
    marked(ranked(inner))
}

/// The values in a reply whose quotes all have backslashes, as in a string without its quotes.
fn unescaped(reply: &str) -> Vec<Repaired> {
    let brackets = reply.find(['{', '[']).and_then(|start| reply.get(start..));
    let inside = brackets.unwrap_or_default().trim_start_matches(['{', '[']);
    let spaces = ["\\n", "\\r", "\\t", "\n", " "];
    let space = |text: &str| spaces.iter().find_map(|space| text.strip_prefix(space)).map(str::len);
    let mut rest = inside;
    while let Some(length) = space(rest) {
        rest = rest.get(rest.len() - length..).unwrap_or_default();
    }
    if !rest.starts_with("\\\"") {
        return Vec::new();
    }
    marked(ranked(&string::unescape(reply)))
}

fn marked(mut found: Vec<Repaired>) -> Vec<Repaired> {
    for one in &mut found {
        one.repairs.insert(0, Repair::Encoded);
    }
    found
}

fn ranked(text: &str) -> Vec<Repaired> {
    let mut found = scan::candidates(text);
    // Stable, so that the last of equals comes first after turning the list around.
    found.reverse();
    let longest_whole = found.iter().filter(|one| one.whole).map(|one| one.bytes).max();
    let rank = |one: &Candidate| {
        let counts = one.whole || (one.at_end && Some(one.bytes) > longest_whole);
        std::cmp::Reverse((counts, one.bytes))
    };
    found.sort_by_key(rank);
    found.into_iter().map(|one| repaired(one, text)).collect()
}

fn repaired(candidate: Candidate, text: &str) -> Repaired {
    let mut repairs = candidate.repairs;
    let alone = candidate.whole && candidate.bytes == text.trim().len();
    if !alone && (candidate.whole || !text.trim_start().starts_with(['{', '['])) {
        repairs.insert(0, Repair::SurroundingText);
    }
    Repaired { value: candidate.value, repairs }
}

#[cfg(test)]
mod tests;
