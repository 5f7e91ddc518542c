//! Characters that hide or reorder text, or steer a terminal: nobody sees them, so nobody could
//! object to what they say.

use std::collections::BTreeSet;

const WHAT: &str = "invisible characters";

/// A text without characters that cannot be seen. Lone carriage returns and the line ends of
/// Unicode become line ends and spaces.
pub fn without(text: &str, removed: &mut BTreeSet<&'static str>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let before = out.chars().next_back();
        let kept = match c {
            '\r' if chars.peek() != Some(&'\n') => Some('\n'),
            '\u{2028}' | '\u{2029}' => Some(' '),
            '\u{200c}' | '\u{200d}' if joins(before, chars.peek()) => Some(c),
            '\u{fe00}'..='\u{fe0f}' if before.is_some_and(is_varied) => Some(c),
            c if is_hidden(c) => None,
            c => Some(c),
        };
        if kept != Some(c) {
            removed.insert(WHAT);
        }
        out.extend(kept);
    }
    out
}

/// Whether a character cannot be seen.
pub fn is_hidden(c: char) -> bool {
    let format = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}');
    format || (c.is_control() && !matches!(c, '\n' | '\t' | '\r'))
}

/// Joiners are spelling between letters of Arabic and the scripts of India, and make one emoji
/// of two.
fn joins(before: Option<char>, after: Option<&char>) -> bool {
    let letter = |c: char| matches!(c, '\u{600}'..='\u{11ff}');
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
