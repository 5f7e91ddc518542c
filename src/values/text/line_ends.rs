//! Conversions between line ends: `\n`, `\r\n`, and the lone `\r` that editors accept too; and blank lines
//! around a text.

use std::borrow::Cow;

/// Replaces every lone `\r` by `\n`, so that all byte offsets stay valid.
///
/// Editors end a line at a lone `\r`, but the CommonMark parser searches for `\n`, and takes
/// quadratic time in a text without any.
pub(crate) fn lone_cr_to_lf(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let is_lone = |at: usize| bytes.get(at) == Some(&b'\r') && bytes.get(at + 1) != Some(&b'\n');
    if !text.contains('\r') || !(0..bytes.len()).any(is_lone) {
        return Cow::Borrowed(text);
    }
    let feeds = bytes.iter().enumerate().map(|(at, byte)| if is_lone(at) { b'\n' } else { *byte });
    String::from_utf8(feeds.collect()).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Replaces every `\r\n` by `\n`. A lone `\r` stays.
pub(crate) fn crlf_to_lf(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// Replaces every line end, `\r\n` or a lone `\r`, by `\n`.
pub(crate) fn all_line_ends_to_lf(text: &str) -> String {
    crlf_to_lf(text).replace('\r', "\n")
}

/// Removes the blank lines at the ends of a text. The indent of its first line stays.
pub(crate) fn trim_blank_lines(text: &str) -> &str {
    let text = text.trim_end();
    let blank = text.len() - text.trim_start().len();
    let lead = text.get(..blank).unwrap_or_default();
    text.get(lead.rfind('\n').map_or(0, |at| at + 1)..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lone_carriage_returns_become_line_feeds() {
        let check = |text: &str, expected: &str| assert_eq!(lone_cr_to_lf(text), expected);
        check("a\rb\r\nc\r\r\nd\r", "a\nb\r\nc\n\r\nd\n");
        check("ä\r–", "ä\n–");
        assert!(matches!(lone_cr_to_lf("a\r\nb\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn every_line_end_becomes_a_line_feed() {
        assert_eq!(crlf_to_lf("a\r\nb\rc\n"), "a\nb\rc\n");
        assert_eq!(all_line_ends_to_lf("a\r\nb\rc\n"), "a\nb\nc\n");
    }
}
