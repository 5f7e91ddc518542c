//! Fields of Dataview inside code. Dataview reads lines of the file without asking what is code:
//! `[key:: value]`, `(key:: value)`, and a line that begins with `key::`, whatever signs stand
//! before it. A space behind the colons is how people write a field, and no language of programs
//! writes it so. `a :: Int` stays unless it begins a line, and `std::vector` stays: where it begins
//! a line Dataview takes that for a field too, but so it does in every note that holds code.

use crate::sanitize::change::Changes;
use crate::sanitize::span::lines;

const WHAT: &str = "a field";

/// Bytes before the colons that are looked at. Keys are shorter.
const MAX_KEY: usize = 200;

/// Two colons in code, with what decides whether they part a key from its value.
struct Colons<'t> {
    /// The line before them, or the end of it.
    before: &'t str,
    /// Whether `before` goes back to where the line begins.
    is_whole: bool,
    after: Option<char>,
}

impl<'t> Colons<'t> {
    fn of(text: &'t str, at: usize) -> Self {
        let mut from = at.saturating_sub(MAX_KEY);
        while !text.is_char_boundary(from) {
            from += 1;
        }
        let window = text.get(from..at).unwrap_or_default();
        let line = window.rfind('\n').map(|end| end + 1);
        let rest = text.get(at + 2..).unwrap_or_default();
        let after = rest.chars().take(MAX_KEY).find(|c| *c != ':');
        let before = window.get(line.unwrap_or_default()..).unwrap_or_default();
        let before = before.trim_end_matches(':');
        Self { before, is_whole: from == 0 || line.is_some(), after }
    }

    fn is_bracketed(&self) -> bool {
        let Some(open) = self.before.rfind(['[', ']', '(', ')']) else { return false };
        let inside = self.before.get(open..).unwrap_or_default();
        inside.starts_with(['[', '(']) && inside.contains(char::is_alphanumeric)
    }

    /// Whether the line holds nothing but signs and a key before the colons.
    fn begins_line(&self) -> bool {
        let key = self.before.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '_');
        let key = key.trim_end_matches(['_', '*', '~', '`']);
        let in_key = |c: char| c.is_alphanumeric() || c.is_whitespace() || "_/-".contains(c);
        self.is_whole && !key.is_empty() && key.chars().all(in_key)
    }

    /// Whether a space follows, but none stands before: `key:: value`.
    fn is_written_as_field(&self) -> bool {
        self.is_spaced_after() && !self.before.ends_with(char::is_whitespace)
    }

    fn is_spaced_after(&self) -> bool {
        self.after.is_some_and(char::is_whitespace)
    }

    fn is_spaced(&self) -> bool {
        self.is_spaced_after() || self.before.ends_with(char::is_whitespace)
    }
}

/// Where two colons stand side by side, be it among more of them.
fn pairs_of_colons(text: &str) -> impl Iterator<Item = usize> {
    text.as_bytes().windows(2).enumerate().filter(|(_, pair)| *pair == b"::").map(|(at, _)| at)
}

/// Breaks fields in code inside a line, which begins at byte `start` of the text.
pub fn mend_inline(text: &str, content: &str, start: usize, changes: &mut Changes) {
    for at in pairs_of_colons(content) {
        let colons = Colons::of(text, start + at);
        let has_key = colons.before.ends_with(|c: char| c != '`');
        if has_key
            && (colons.is_written_as_field()
                || colons.is_bracketed()
                || (colons.begins_line() && colons.is_spaced()))
        {
            changes.insert(start + at + 1, " ", WHAT);
        }
    }
}

/// Breaks fields in the lines of a block, which begins at byte `start` of the text.
pub fn mend_block(content: &str, start: usize, changes: &mut Changes) {
    if !content.contains("::") {
        return;
    }
    for line in lines(content) {
        let here = content.get(line.clone()).unwrap_or_default();
        for at in pairs_of_colons(here) {
            let colons = Colons::of(here, at);
            if colons.is_written_as_field() && (colons.is_bracketed() || colons.begins_line()) {
                changes.insert(start + line.start + at + 1, " ", WHAT);
            }
        }
    }
}
