//! Removes invisible characters, which hide or reorder text or control a terminal: users could not
//! notice them in their notes.

use std::collections::BTreeSet;

use crate::values::text::invisible;

const REMOVAL_DESCRIPTION: &str = "invisible characters";

/// Removes invisible characters, and records in `removal_descriptions` that it did so. A carriage
/// return without a line feed becomes a line feed; other Unicode line ends become spaces.
pub(super) fn remove_invisible(
    text: &str,
    removal_descriptions: &mut BTreeSet<&'static str>,
) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let kept = match c {
            '\n' | '\t' => Some(c),
            '\r' if chars.peek() == Some(&'\n') => Some(c),
            '\r' => Some('\n'),
            '\u{2028}' | '\u{2029}' => Some(' '),
            c if c.is_control() && c.is_whitespace() => Some(' '),
            c if !invisible::is_invisible(c) => Some(c),
            c if is_needed_for_spelling(out.chars().next_back(), c, chars.peek()) => Some(c),
            _ => None,
        };
        if kept != Some(c) {
            removal_descriptions.insert(REMOVAL_DESCRIPTION);
        }
        out.extend(kept);
    }
    out
}

/// Removes invisible characters without recording that it did so.
pub(super) fn visible_text(text: &str) -> String {
    remove_invisible(text, &mut BTreeSet::new())
}

/// Whether an invisible character is needed to write its neighbours correctly, such as a joiner
/// between Arabic letters.
fn is_needed_for_spelling(before: Option<char>, c: char, after: Option<&char>) -> bool {
    match c {
        '\u{200c}' | '\u{200d}' => is_joiner_allowed(before, after),
        '\u{fe00}'..='\u{fe0f}' => before.is_some_and(has_glyph_variants),
        _ => false,
    }
}

/// Whether a zero-width joiner or non-joiner is allowed between two characters: both are letters of
/// Arabic or Indic scripts, or both are emoji.
fn is_joiner_allowed(before: Option<char>, after: Option<&char>) -> bool {
    let letter = |c: char| matches!(c, '\u{600}'..='\u{11ff}') && !invisible::is_invisible(c);
    let emoji = |c: char| is_emoji(c) || c == '\u{fe0f}';
    match (before, after) {
        (Some(before), Some(after)) => {
            (letter(before) && letter(*after)) || (emoji(before) && is_emoji(*after))
        }
        _ => false,
    }
}

fn is_emoji(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// Whether an invisible variation selector may follow a character to choose between text and emoji
/// style.
fn has_glyph_variants(c: char) -> bool {
    is_emoji(c)
        || matches!(
            c,
            '#' | '*' | '0'..='9' | '©' | '®' | '‼' | '⁉' | '™' | 'ℹ' | '〰' | '〽' | '㊗' | '㊙'
        )
}
