//! The edit that turns words of a note into a link. It changes nothing else, and nothing at all if
//! the line has changed since the words were found.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::notes::note::linkable_text::{self, LinkableSpan};
use crate::values::text::LineIndex;
use crate::values::{Error, ErrorCode, Result};

/// Words on one line of a note, and the link that replaces them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct WordLink {
    /// The number of the line, counted from one.
    pub line: usize,
    /// The whole line as it must still be, without its line break.
    pub expects: String,
    /// The byte offset of the words in the line.
    pub start: usize,
    /// The words that become a link.
    pub words: String,
    /// The link that replaces the words, as Markdown.
    pub link: String,
}

impl WordLink {
    /// The text of a note after the words became a link. Fails if the line has changed, or if the
    /// words are in code, a link or a comment by now.
    pub fn apply(&self, text: &str) -> Result<String> {
        let range = self.current_byte_range(text).ok_or_else(|| {
            Error::new(ErrorCode::ChangedSince, "The line was edited, so Ibid didn't add the link")
        })?;
        let before = text.get(..range.start).unwrap_or_default();
        let after = text.get(range.end..).unwrap_or_default();
        Ok(format!("{before}{}{after}", self.link))
    }

    /// The byte range of the words in the note, if they may still become a link.
    fn current_byte_range(&self, text: &str) -> Option<Range<usize>> {
        let line = LineIndex::new(text).lines_byte_range(self.line, self.line);
        let current = text.get(line.clone())?;
        let is_unchanged = current.trim_end_matches(['\n', '\r']) == self.expects;
        let start = line.start.checked_add(self.start)?;
        let range = start..start.checked_add(self.words.len())?;
        let is_inside = |span: &LinkableSpan| {
            span.byte_range.start <= range.start && range.end <= span.byte_range.end
        };
        let is_linkable = is_unchanged
            && text.get(range.clone()) == Some(self.words.as_str())
            && linkable_text::linkable_spans(text).iter().any(is_inside);
        is_linkable.then_some(range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Links `okapi` on line 2, which must be `An okapi.`.
    fn check(text: &str, expected: &str) {
        let edit = WordLink {
            line: 2,
            expects: "An okapi.".into(),
            start: 3,
            words: "okapi".into(),
            link: "[[Okapi|okapi]]".into(),
        };
        let got = edit.apply(text).unwrap_or_else(|error| error.code.to_string());
        assert_eq!(got, expected, "{text:?}");
    }

    #[test]
    fn only_the_words_change() {
        check("a\nAn okapi.\nAn okapi.", "a\nAn [[Okapi|okapi]].\nAn okapi.");
        check("\r\nAn okapi.\r\n", "\r\nAn [[Okapi|okapi]].\r\n");
    }

    #[test]
    fn a_changed_line_is_refused() {
        check("a\nAn okapi!\n", "changed-since");
        check("a\nAn okapi. And more.\n", "changed-since");
        check("An okapi.", "changed-since");
        check("```\nAn okapi.\n```\n", "changed-since");
        check("%%\nAn okapi.\n%%\n", "changed-since");
    }
}
