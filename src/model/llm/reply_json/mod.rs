//! Extracts JSON from the reply of a model. The JSON may come after reasoning, stand inside a code
//! fence or a sentence, contain the usual mistakes of models, or be cut off at the token limit.
//!
//! Nothing is invented: every key and string of the result occurs in the reply, and a value that
//! was cut off is dropped, never completed. Valid JSON gives the same result as `serde_json`. The
//! time is linear in the length of the reply.
//!
//! If the reply contains several values, the longest complete object or array is chosen, and of
//! equally long ones the last: examples and drafts are shorter than the answer or come before it. A
//! value that is cut off at the end of the reply is chosen if it is longer than every complete
//! value: otherwise a short `[1]` would win over a long answer.
//!
//! In reading order: `reply_scan` finds values in the text, `lenient_parser` parses one value with
//! the help of `json_string`, `literal` and `cursor`, `brackets` matches brackets in text that
//! isn't JSON, and `repair_log` records the repairs.

mod brackets;
mod cursor;
mod json_string;
mod lenient_parser;
mod literal;
mod repair_log;
mod reply_scan;

use serde::de::DeserializeOwned;
use serde_json::Value;

pub use repair_log::Repair;
use reply_scan::JsonCandidate;

use crate::values::StableSort;

/// JSON that was extracted from a reply.
#[derive(Debug, Clone, PartialEq)]
pub struct ExtractedJson {
    /// The extracted value, with its mistakes repaired.
    pub value: Value,
    /// The repairs that were necessary, each kind once, in the order of their first occurrence.
    pub repairs: Vec<Repair>,
}

impl ExtractedJson {
    /// Whether the value is complete. If it is not, its end is missing.
    pub fn is_complete(&self) -> bool {
        !self.repairs.contains(&Repair::Cut)
    }
}

/// Extracts the JSON of a reply; `None` if the reply contains no JSON. A number, string or literal
/// counts only if it is the whole reply.
pub fn extract(reply: &str) -> Option<ExtractedJson> {
    json_candidates(reply).into_iter().next()
}

/// Extracts the best JSON value of a reply that can be deserialised as `T`.
pub fn extract_as<T: DeserializeOwned>(reply: &str) -> Option<T> {
    json_candidates(reply).into_iter().find_map(|found| serde_json::from_value(found.value).ok())
}

/// All JSON values in the reply, the best first.
fn json_candidates(reply: &str) -> Vec<ExtractedJson> {
    let reply = reply.trim_start_matches('\u{feff}').trim();
    let whole = match serde_json::from_str(reply) {
        Ok(Value::String(inner)) => match parse_json_in_string(&inner) {
            decoded if decoded.is_empty() => Some(Value::String(inner)),
            decoded => return decoded,
        },
        other => other.ok(),
    };
    if let Some(value) = whole {
        return vec![ExtractedJson { value, repairs: Vec::new() }];
    }
    match ranked_json_values(reply) {
        found if found.is_empty() => parse_escaped_json(reply),
        found => found,
    }
}

/// The JSON values in a reply that is itself a JSON string; empty if the content of the string
/// isn't JSON.
fn parse_json_in_string(inner: &str) -> Vec<ExtractedJson> {
    if !inner.trim_start().starts_with(['{', '[']) {
        return Vec::new();
    }
    mark_as_decoded_from_string(ranked_json_values(inner))
}

/// The JSON values in a reply whose quotes are all escaped, such as `{\"a\": 1}`.
fn parse_escaped_json(reply: &str) -> Vec<ExtractedJson> {
    let brackets = reply.find(['{', '[']).and_then(|start| reply.get(start..));
    let inside = brackets.unwrap_or_default().trim_start_matches(['{', '[']);
    let blanks = ["\\n", "\\r", "\\t", "\n", " "];
    let after_blank =
        |text: &str| blanks.iter().find_map(|blank| text.strip_prefix(blank)).map(str::len);
    let mut rest = inside;
    while let Some(length) = after_blank(rest) {
        rest = rest.get(rest.len() - length..).unwrap_or_default();
    }
    if !rest.starts_with("\\\"") {
        return Vec::new();
    }
    mark_as_decoded_from_string(ranked_json_values(&json_string::unescape(reply)))
}

/// Records for each value that it was JSON inside a string (`Repair::Encoded`).
fn mark_as_decoded_from_string(mut found: Vec<ExtractedJson>) -> Vec<ExtractedJson> {
    for one in &mut found {
        one.repairs.insert(0, Repair::Encoded);
    }
    found
}

/// The JSON values in a text, the best first.
fn ranked_json_values(text: &str) -> Vec<ExtractedJson> {
    let mut found = reply_scan::find_candidates(text);
    // The sort below is stable, so this reversal puts the last of equally good values first.
    found.reverse();
    let longest_complete = found.iter().filter(|one| one.is_complete).map(|one| one.bytes).max();
    let rank = |one: &JsonCandidate| {
        let counts = one.is_complete || (one.at_end && Some(one.bytes) > longest_complete);
        std::cmp::Reverse((counts, one.bytes))
    };
    found.stable_sort_by_key(rank);
    found.into_iter().map(|one| to_extracted_json(one, text)).collect()
}

/// Converts a candidate to a result. Adds `Repair::SurroundingText` if the reply contains other
/// text besides the value.
fn to_extracted_json(candidate: JsonCandidate, text: &str) -> ExtractedJson {
    let mut repairs = candidate.repairs;
    let is_alone = candidate.is_complete && candidate.bytes == text.trim().len();
    if !is_alone && (candidate.is_complete || !text.trim_start().starts_with(['{', '['])) {
        repairs.insert(0, Repair::SurroundingText);
    }
    ExtractedJson { value: candidate.value, repairs }
}

#[cfg(test)]
mod tests;
