//! Replaces the whole text of a note.

use crate::values::text::crlf_to_lf;
use crate::values::{Error, ErrorCode, Result};

/// Replaces the whole text of a note that is still as the user saw it. An editor may have changed its
/// line ends.
pub fn replace_text(text: &str, before: &str, after: &str) -> Result<String> {
    match text == before {
        true => Ok(after.to_owned()),
        false if crlf_to_lf(text) == crlf_to_lf(before) => {
            Ok(if text.contains("\r\n") { after.to_owned() } else { crlf_to_lf(after) })
        }
        false => Err(Error::new(ErrorCode::NoteChanged, "The note was changed since")
            .hint("Look at the note and try again.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_text_that_the_user_saw_is_replaced() {
        let check = |text: &str, before: &str, after: &str, expected: &str| {
            let got = replace_text(text, before, after);
            assert_eq!(got.unwrap_or_else(|error| error.code.to_string()), expected);
        };
        check("a\n", "a\n", "b\n", "b\n");
        check("a\nmore\n", "a\n", "b\n", "note-changed");
        check("a\r\nb", "a\r\nb", "a\r\nc", "a\r\nc");
        check("a\nb", "a\r\nb", "a\r\nc", "a\nc");
        check("", "", "b", "b");
    }
}
