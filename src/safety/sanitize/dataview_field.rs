//! Breaks Dataview fields inside code. Dataview searches the lines of a file for fields even in
//! code: `[key:: value]`, `(key:: value)`, and a line that begins with `key::` after any
//! punctuation.
//!
//! People write a field with a space only after the colons, which no programming language does. So
//! `a :: Int` stays unless it begins a line. `std::vector` stays everywhere: at the start of a line
//! Dataview reads it as a field too, but it does so in every note with code.

use crate::safety::sanitize::replacements::Replacements;
use crate::safety::sanitize::text_scan::line_ranges;

const REMOVAL_DESCRIPTION: &str = "a field";

/// Maximum number of bytes before `::` that are searched for the key of a field. Real keys are
/// shorter.
const MAX_FIELD_KEY_BYTES: usize = 200;

/// A `::` in code, with the text around it that decides whether Dataview reads a field there.
struct DoubleColon<'t> {
    /// The text before the colons on their line, or the last `MAX_FIELD_KEY_BYTES` of it.
    before: &'t str,
    /// Whether `before` is the whole text from the start of the line to the colons.
    is_whole: bool,
    after: Option<char>,
}

impl<'t> DoubleColon<'t> {
    fn at_offset(text: &'t str, at: usize) -> Self {
        let mut from = at.saturating_sub(MAX_FIELD_KEY_BYTES);
        while !text.is_char_boundary(from) {
            from += 1;
        }
        let window = text.get(from..at).unwrap_or_default();
        let line = window.rfind('\n').map(|end| end + 1);
        let rest = text.get(at + 2..).unwrap_or_default();
        let after = rest.chars().take(MAX_FIELD_KEY_BYTES).find(|c| *c != ':');
        let before = window.get(line.unwrap_or_default()..).unwrap_or_default();
        let before = before.trim_end_matches(':');
        Self { before, is_whole: from == 0 || line.is_some(), after }
    }

    fn is_bracketed(&self) -> bool {
        let Some(open) = self.before.rfind(['[', ']', '(', ')']) else { return false };
        let inside = self.before.get(open..).unwrap_or_default();
        inside.starts_with(['[', '(']) && inside.contains(char::is_alphanumeric)
    }

    /// Whether the line up to the colons consists only of punctuation and a key, as in `- key::`.
    fn has_key_at_line_start(&self) -> bool {
        let key = self.before.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '_');
        let key = key.trim_end_matches(['_', '*', '~', '`']);
        let in_key = |c: char| c.is_alphanumeric() || c.is_whitespace() || "_/-".contains(c);
        self.is_whole && !key.is_empty() && key.chars().all(in_key)
    }

    /// Whether a space follows the colons and none precedes them: `key:: value`.
    fn has_field_spacing(&self) -> bool {
        self.has_space_after() && !self.before.ends_with(char::is_whitespace)
    }

    fn has_space_after(&self) -> bool {
        self.after.is_some_and(char::is_whitespace)
    }

    fn is_next_to_space(&self) -> bool {
        self.has_space_after() || self.before.ends_with(char::is_whitespace)
    }
}

/// The byte offsets of every `::`. In `:::` there are two, which overlap.
fn double_colon_offsets(text: &str) -> impl Iterator<Item = usize> {
    text.as_bytes().windows(2).enumerate().filter(|(_, pair)| *pair == b"::").map(|(at, _)| at)
}

/// Breaks Dataview fields in inline code by a space between the colons. The code `content` begins
/// at offset `content_offset` of the text.
pub(super) fn break_inline_fields(
    text: &str,
    content: &str,
    content_offset: usize,
    replacements: &mut Replacements,
) {
    for at in double_colon_offsets(content) {
        let colons = DoubleColon::at_offset(text, content_offset + at);
        let has_key = colons.before.ends_with(|c: char| c != '`');
        if has_key
            && (colons.has_field_spacing()
                || colons.is_bracketed()
                || (colons.has_key_at_line_start() && colons.is_next_to_space()))
        {
            replacements.insert(content_offset + at + 1, " ", REMOVAL_DESCRIPTION);
        }
    }
}

/// Breaks Dataview fields in a code block by a space between the colons. The code `content` begins
/// at offset `content_offset` of the text.
pub(super) fn break_block_fields(
    content: &str,
    content_offset: usize,
    replacements: &mut Replacements,
) {
    if !content.contains("::") {
        return;
    }
    for line in line_ranges(content) {
        let here = content.get(line.clone()).unwrap_or_default();
        for at in double_colon_offsets(here) {
            let colons = DoubleColon::at_offset(here, at);
            if colons.has_field_spacing()
                && (colons.is_bracketed() || colons.has_key_at_line_start())
            {
                replacements.insert(content_offset + line.start + at + 1, " ", REMOVAL_DESCRIPTION);
            }
        }
    }
}
