//! What stands between other people's words and a person's note.
//!
//! [`markdown`] takes Markdown that a model wrote and leaves in it only what reads: nothing that
//! runs, loads, leaks or breaks the structure of the note. [`text`] does the same for a quotation,
//! which is plain text, and [`sentence`] for one sentence within a line of ours.
//!
//! Markdown is not printed anew: places that are wrong are edited, so what is ordinary stays byte
//! for byte. Programs read Markdown differently, so wherever it can be said without a parser what
//! is dangerous, it is; the parser says what is code, mathematics and a link. Since an edit may
//! change what the rest means, the text is looked at again until nothing is wrong with it, which
//! is also why a text that was cleaned once stays as it is.

mod address;
mod braces;
mod change;
mod code;
mod fence;
mod field;
mod html;
mod invisible;
mod line;
mod math;
mod plugins;
mod quote;
mod sentence;
mod shape;
mod span;
mod tex;
mod word;

use std::collections::BTreeSet;

use serde::Serialize;

pub use address::{AllowedLinks, encode_link_target};
pub use quote::{escape_text, wikilink_text};
pub use sentence::sanitize_sentence;

use address::Known;
use change::Changes;
use plugins::Form;

/// Looks at a text before its markup is given up. Ordinary text needs one, hostile text three or
/// four; each costs time in proportion to the text.
const MAX_LOOKS: usize = 12;

/// Bytes of a text whose markup is looked at, so that no text takes longer than people wait. No
/// answer of a model comes near it.
const MAX_LENGTH: usize = 500_000;

/// Text that may be written into a note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Sanitized {
    /// The text.
    pub markdown: String,
    /// What was taken out or disarmed, each kind once, in words.
    pub removed: Vec<String>,
}

/// Leaves in a text only what may be written into a note.
pub fn sanitize_markdown(text: &str, allowed: &AllowedLinks<'_>) -> Sanitized {
    let known = Known::of(allowed);
    let mut removed = BTreeSet::new();
    let mut text = invisible::without(text, &mut removed);
    for _ in 0..MAX_LOOKS {
        if text.len() > MAX_LENGTH {
            break;
        }
        let changes = look(&text, &known);
        if changes.is_empty() {
            return finished(text, removed);
        }
        // A change may part a carriage return from its line end.
        text = invisible::without(&changes.apply(&text, &mut removed), &mut removed);
    }
    removed.insert("markup that could not be made safe");
    finished(words_only(&text), removed)
}

/// What is wrong with a text. HTML hides what stands in it from the parser, so it goes first.
fn look(text: &str, known: &Known) -> Changes {
    let mut changes = Changes::default();
    line::limit_depth(text, &mut changes);
    commands(text, &mut changes);
    if !changes.is_empty() {
        return changes;
    }
    let mut shape = shape::Shape::of(text, known);
    html::remove(text, &shape.covered, known, &mut changes);
    if !changes.is_empty() {
        return changes;
    }
    line::mend(text, &shape.covered, &mut shape.changes);
    word::mend(text, &mut shape.covered, known, &mut shape.changes);
    shape.changes
}

/// Some plugins read the file and ask for no Markdown: what they look for is broken wherever it
/// stands, in code and behind a backslash too.
fn commands(text: &str, changes: &mut Changes) {
    for at in plugins::last_characters(text, Form::Text) {
        changes.insert(at, " ", code::PLUGIN);
    }
}

/// The last resort: letters, digits and the marks of sentences, none of which begins anything.
fn words_only(text: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || ".,;?'".contains(c) { c } else { ' ' };
    let lines = text.lines().map(|line| {
        let line: String = line.chars().map(plain).collect();
        // A point inside a word may be that of an address.
        let line = line.replace('.', ". ");
        let words = line.split_whitespace().filter(|word| word.contains(char::is_alphanumeric));
        words.skip_while(|word| is_number(word)).collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether a word is the number of a list item.
fn is_number(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn finished(markdown: String, removed: BTreeSet<&'static str>) -> Sanitized {
    Sanitized { markdown, removed: removed.into_iter().map(str::to_owned).collect() }
}

#[cfg(test)]
mod active;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod place_tests;
#[cfg(test)]
mod tests;
