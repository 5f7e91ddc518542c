//! Text for a single line: without line breaks or characters that hide or reorder text, and of
//! limited length.

use crate::values::text::hash::{FNV1A_OFFSET_BASIS, extend_fnv1a, fnv1a_step};
use crate::values::text::invisible;

/// Maximum number of characters of a title or name; the rest is cut off, because no title is that
/// long.
const MAX_TITLE_CHARS: usize = 300;

/// Maximum number of characters that a message repeats of what a caller wrote.
const MAX_QUOTED_CHARS: usize = 200;

/// Returns a title or name on one line, of at most `MAX_TITLE_CHARS` characters.
pub(crate) fn single_line(text: &str) -> String {
    truncated_line(text, MAX_TITLE_CHARS)
}

/// Joins the words of a text on one line.
pub(crate) fn collapse_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Joins the words of a text on one line, truncated between words to at most `max_chars`
/// characters.
pub(crate) fn truncated_line(text: &str, max_chars: usize) -> String {
    if text.len() <= max_chars && is_plain_line(text) {
        return text.to_owned();
    }
    let mut line = String::new();
    let mut count = 0;
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        let word: String = word.chars().filter(|c| !hides_or_reorders_text(*c)).collect();
        if word.is_empty() {
            continue;
        }
        let gap = usize::from(count > 0);
        let room = max_chars.saturating_sub(count + gap);
        let length = word.chars().count();
        if length > room && count > 0 {
            break;
        }
        line.extend((gap > 0).then_some(' '));
        line.extend(word.chars().take(room));
        count += gap + length.min(room);
    }
    line
}

/// A text of a caller in quotation marks, as a message repeats it: on one line, and of a long text only
/// the beginning.
pub(crate) fn quoted(text: &str) -> String {
    format!("“{}”", truncated_line(text, MAX_QUOTED_CHARS))
}

/// Whether a text has only visible ASCII characters and single spaces between them, as most names do.
fn is_plain_line(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_visible = |byte: &u8| byte.is_ascii_graphic() || *byte == b' ';
    bytes.iter().all(is_visible)
        && bytes.first() != Some(&b' ')
        && bytes.last() != Some(&b' ')
        && !bytes.windows(2).any(|pair| pair == b"  ")
}

/// Returns the letters and digits of a text in lower case. Titles that differ only in case, spaces
/// or punctuation become equal.
pub(crate) fn comparison_key(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The hash of the `comparison_key` of a text, without making the key.
pub(crate) fn comparison_hash(text: &str) -> u64 {
    text.chars().filter(|c| c.is_alphanumeric()).fold(FNV1A_OFFSET_BASIS, |hash, c| {
        if c.is_ascii() {
            return fnv1a_step(hash, u64::from(c.to_ascii_lowercase()));
        }
        let add = |hash, c: char| extend_fnv1a(hash, c.encode_utf8(&mut [0; 4]).as_bytes());
        c.to_lowercase().fold(hash, add)
    })
}

/// Whether a character hides or reorders text. Joiners are excepted: some scripts and emoji need
/// them.
fn hides_or_reorders_text(c: char) -> bool {
    invisible::is_invisible(c) && !invisible::is_joiner(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_one_line_without_hidden_characters() {
        let check =
            |text: &str, expected: &str| assert_eq!(single_line(text), expected, "{text:?}");
        check("  Two\n\twords ", "Two words");
        check("a\u{202e}b\u{200b}c\u{e0041}d", "abcd");
        check("one\u{0}two", "one two");
        check("می\u{200c}خواهم", "می\u{200c}خواهم");
        check("\u{feff} \u{200e}", "");
    }

    #[test]
    fn the_hash_of_a_key_needs_no_key() {
        for text in ["", "!?", "Tea: the Leaf 2", "İstanbul – Ärger", "茶 と Ｔ"] {
            let expected = crate::values::text::hash::fnv1a(comparison_key(text).as_bytes());
            assert_eq!(comparison_hash(text), expected, "{text}");
        }
    }

    #[test]
    fn a_long_text_is_cut_between_words() {
        let cut = single_line(&"word ".repeat(200));
        assert_eq!(cut.chars().count(), 299);
        assert!(cut.ends_with("word"));
        assert_eq!(single_line(&"界".repeat(500)).chars().count(), 300);
    }
}
