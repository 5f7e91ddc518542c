//! Characters that hide or reorder text, or steer a terminal: nobody sees them, so nobody could
//! object to what they say.

use std::collections::BTreeSet;

use crate::text::invisible;

const WHAT: &str = "invisible characters";

/// A text without characters that cannot be seen. Lone carriage returns become line ends, the
/// other line ends of Unicode spaces.
pub fn without(text: &str, removed: &mut BTreeSet<&'static str>) -> String {
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
            c if is_spelling(out.chars().next_back(), c, chars.peek()) => Some(c),
            _ => None,
        };
        if kept != Some(c) {
            removed.insert(WHAT);
        }
        out.extend(kept);
    }
    out
}

/// A text without characters that cannot be seen, where nobody asks what they were.
pub fn visible(text: &str) -> String {
    without(text, &mut BTreeSet::new())
}

/// Whether an unseen character belongs to how its neighbours are written.
fn is_spelling(before: Option<char>, c: char, after: Option<&char>) -> bool {
    match c {
        '\u{200c}' | '\u{200d}' => joins(before, after),
        '\u{fe00}'..='\u{fe0f}' => before.is_some_and(is_varied),
        _ => false,
    }
}

/// Joiners are spelling between letters of Arabic and the scripts of India, and make one emoji
/// of two.
fn joins(before: Option<char>, after: Option<&char>) -> bool {
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

/// What comes in more than one look: signs that are also emoji, and keycaps.
fn is_varied(c: char) -> bool {
    is_emoji(c)
        || matches!(
            c,
            '#' | '*' | '0'..='9' | '©' | '®' | '‼' | '⁉' | '™' | 'ℹ' | '〰' | '〽' | '㊗' | '㊙'
        )
}
