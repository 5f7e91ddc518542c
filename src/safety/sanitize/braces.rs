//! Replaces braces with attributes, such as `{.hidden}`, by parentheses: some plugins style or hide
//! the text before them. A backslash would not help, because these plugins read the rendered text,
//! in which escapes are gone.

use crate::safety::sanitize::handled_bytes::HandledBytes;
use crate::safety::sanitize::plugin_triggers::{self, TriggerContext};
use crate::safety::sanitize::replacements::Replacements;
use crate::safety::sanitize::text_scan::line_ranges;
use crate::values::text::referenced_char;

const REMOVAL_DESCRIPTION: &str = "attributes between braces";

/// Replaces braces that contain attributes by parentheses, except in bytes that an earlier rule has
/// handled.
pub fn add_brace_replacements(text: &str, handled: &HandledBytes, replacements: &mut Replacements) {
    if !text.contains('{') {
        return;
    }
    for at in attribute_brace_offsets(&blank_handled_bytes(text, handled), rendered_text) {
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

/// Replaces all braces in a text without markup that contain attributes by parentheses.
pub fn replace_attribute_braces(text: &str) -> String {
    let mut replacements = Replacements::default();
    for at in attribute_brace_offsets(text, str::to_owned) {
        replacements.replace(at..at + 1, parenthesis_for_brace(text, at), REMOVAL_DESCRIPTION);
    }
    replacements.apply(text, &mut Default::default())
}

fn parenthesis_for_brace(text: &str, at: usize) -> &'static str {
    if text.as_bytes().get(at) == Some(&b'{') { "(" } else { ")" }
}

/// The offsets of all braces that contain attributes, opening and closing. Plugins read what `render` returns.
fn attribute_brace_offsets(text: &str, render: fn(&str) -> String) -> Vec<usize> {
    let mut found = Vec::new();
    for line in line_ranges(text) {
        let mut start = line.start;
        let whole = text.get(line).unwrap_or_default();
        for part in whole.split_inclusive('}') {
            let offsets = part_brace_offsets(part, render);
            found.extend(offsets.into_iter().map(|at| start + at));
            start += part.len();
        }
    }
    found
}

/// The offsets of the braces that contain attributes in `part`, a piece of a line that ends with its only
/// closing brace or at the end of the line.
fn part_brace_offsets(part: &str, render: fn(&str) -> String) -> Vec<usize> {
    let mut found = Vec::new();
    let closed = part.strip_suffix('}');
    let inside = closed.and_then(|part| part.split_once('{')).map_or("", |(_, inside)| inside);
    let inside = render(inside);
    let all = inside.split(|c: char| c == '{' || c.is_whitespace()).any(is_brace_attribute);
    for (at, _) in part.match_indices('{') {
        let behind = part.get(at + 1..).unwrap_or_default();
        if all || begins_with_mark(behind, render) {
            found.push(at);
        }
    }
    if let Some(closed) = closed.filter(|_| all) {
        found.push(closed.len());
    }
    found
}

/// Whether a plugin reads a mark such as `++` at the start of a text.
fn begins_with_mark(text: &str, render: fn(&str) -> String) -> bool {
    let marks =
        || plugin_triggers::trigger_patterns(TriggerContext::Braces).filter(|mark| mark.len() == 2);
    // Only an escape or a reference is rendered as another character than its first one.
    let may_begin =
        text.starts_with(['\\', '&']) || marks().any(|mark| text.starts_with(mark.split_at(1).0));
    if !may_begin {
        return false;
    }
    let rendered = render(&text.chars().take(MAX_MARK_SOURCE_CHARS).collect::<String>());
    marks().any(|mark| rendered.starts_with(mark))
}

/// How many characters of Markdown a mark of two characters may have: `&#x0002b;&#x0002b;`.
const MAX_MARK_SOURCE_CHARS: usize = 24;

/// The text that plugins read: without the backslashes of escapes, and with the characters for which HTML
/// character references stand, as far as they may be a part of marks and attributes.
fn rendered_text(markdown: &str) -> String {
    let mut parts = markdown.split('&');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(';').and_then(|(name, rest)| Some((referenced_char(name)?, rest))) {
            Some((character, rest)) => {
                text.push(character);
                text.push_str(rest);
            }
            None => {
                text.push('&');
                text.push_str(part);
            }
        }
    }
    text.replace('\\', "")
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
