//! Replaces braces with attributes, such as `{.hidden}`, by parentheses: some plugins style or hide
//! the text before them. A backslash would not help, because these plugins read the rendered text,
//! in which escapes are gone.

use crate::sanitize::handled_bytes::HandledBytes;
use crate::sanitize::plugin_triggers::{self, TriggerContext};
use crate::sanitize::replacements::Replacements;
use crate::sanitize::text_scan::line_ranges;

const REMOVAL_DESCRIPTION: &str = "attributes between braces";

/// Replaces braces that contain attributes by parentheses, except in bytes that an earlier rule has
/// handled.
pub fn add_brace_replacements(text: &str, handled: &HandledBytes, replacements: &mut Replacements) {
    if !text.contains('{') {
        return;
    }
    for at in attribute_brace_offsets(&blank_handled_bytes(text, handled)) {
        replacements.replace(at..at + 1, parenthesis_for_brace(text, at), REMOVAL_DESCRIPTION);
    }
}

/// Replaces code, formulas and links, which an earlier rule has handled, by spaces. A plugin reads
/// the text before and after them as one text, so braces may begin before and end after them.
fn blank_handled_bytes(text: &str, handled: &HandledBytes) -> String {
    let bytes =
        text.bytes().enumerate().map(|(at, byte)| if handled.is_handled(at) { b' ' } else { byte });
    String::from_utf8(bytes.collect()).unwrap_or_else(|_| text.to_owned())
}

/// Replaces all braces in a text that contain attributes by parentheses.
pub fn replace_attribute_braces(text: &str) -> String {
    let mut replacements = Replacements::default();
    for at in attribute_brace_offsets(text) {
        replacements.replace(at..at + 1, parenthesis_for_brace(text, at), REMOVAL_DESCRIPTION);
    }
    replacements.apply(text, &mut Default::default())
}

fn parenthesis_for_brace(text: &str, at: usize) -> &'static str {
    if text.as_bytes().get(at) == Some(&b'{') { "(" } else { ")" }
}

/// The offsets of all braces that contain attributes, opening and closing.
fn attribute_brace_offsets(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    for line in line_ranges(text) {
        let mut start = line.start;
        let whole = text.get(line).unwrap_or_default();
        for part in whole.split_inclusive('}') {
            add_attribute_brace_offsets(part, start, &mut found);
            start += part.len();
        }
    }
    found
}

/// Finds the braces that contain attributes in `part`, a piece of a line that ends with its only
/// closing brace or at the end of the line. `start` is its offset in the text.
fn add_attribute_brace_offsets(part: &str, start: usize, brace_offsets: &mut Vec<usize>) {
    let closed = part.strip_suffix('}');
    let inside = closed.and_then(|part| part.split_once('{')).map_or("", |(_, inside)| inside);
    let mut words = inside.split(|c: char| c == '{' || c.is_whitespace());
    let all = words.any(is_brace_attribute) || may_have_hidden_mark(inside);
    for (at, _) in part.match_indices('{') {
        let rest = part.get(at + 1..).unwrap_or_default();
        // `{\>>` is `{>>` in the rendered text.
        let rendered: String = rest.chars().filter(|c| *c != '\\').take(2).collect();
        let mut marks = plugin_triggers::trigger_patterns(TriggerContext::Braces);
        let may_begin_mark = rest.starts_with('&') && may_have_hidden_mark(rest);
        if all || may_begin_mark || marks.any(|mark| mark.len() == 2 && mark == rendered) {
            brace_offsets.push(start + at);
        }
    }
    if let Some(closed) = closed.filter(|_| all) {
        brace_offsets.push(start + closed.len());
    }
}

/// Names of the HTML character references that stand for no mark of a plugin.
const HARMLESS_REFERENCES: [&str; 4] = ["amp", "lt", "nbsp", "quot"];

/// Whether a text between braces has an HTML character reference that may stand for a mark of a plugin, such as
/// `&gt;`.
fn may_have_hidden_mark(inside: &str) -> bool {
    inside.split('&').skip(1).any(|rest| {
        let name = rest.split_once(';').map_or("", |(name, _)| name);
        let is_reference =
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '#');
        is_reference && !HARMLESS_REFERENCES.contains(&name)
    })
}

/// Whether a plugin reads a word between braces as an attribute.
fn is_brace_attribute(word: &str) -> bool {
    // Plugins read the rendered text, in which the backslash of an escape is gone.
    let word = word.trim_start_matches('\\');
    plugin_triggers::trigger_patterns(TriggerContext::Braces).any(|pattern| match pattern {
        "=" => word.contains('='),
        "." => word.strip_prefix('.').is_some_and(|rest| rest.starts_with(char::is_alphabetic)),
        ":" => word.starts_with(':'),
        _ if pattern.len() > 2 => {
            word.get(..pattern.len()).is_some_and(|start| start.eq_ignore_ascii_case(pattern))
        }
        _ => false,
    })
}
