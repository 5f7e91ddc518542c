//! Functions for scanning a text: whether a character is escaped, where lines begin and end, and
//! whether a text occurs later in the same paragraph.

use std::ops::Range;

use crate::values::text::add_steps;

/// Whether a backslash escapes the character at this offset.
pub fn is_escaped(text: &str, at: usize) -> bool {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    let backslashes = before.iter().rev().take_while(|byte| **byte == b'\\').count();
    add_steps(backslashes);
    backslashes % 2 == 1
}

/// The byte ranges of the lines of a text, without their line ends.
pub fn line_ranges(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let range = start..start + line.trim_end_matches('\r').len();
        start += line.len() + 1;
        range
    })
}

/// The offset at which the line that contains byte `at` begins.
pub fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}

/// Finds out whether a text such as `]]` occurs later in the same paragraph. Each paragraph is
/// searched only once, so that many queries take linear time.
pub struct ParagraphSearch {
    needle: &'static str,
    paragraph_end: usize,
    last: Option<usize>,
}

impl ParagraphSearch {
    /// Creates a search for the text `needle`. One search serves a whole text.
    pub fn new(needle: &'static str) -> Self {
        Self { needle, paragraph_end: 0, last: None }
    }

    /// Whether `needle` occurs after an offset in the same paragraph. The offsets of successive
    /// calls must increase.
    pub fn search_after(&mut self, text: &str, at: usize) -> bool {
        if at >= self.paragraph_end {
            let rest = text.get(at..).unwrap_or_default();
            let length = rest.find("\n\n").unwrap_or(rest.len());
            add_steps(length);
            self.paragraph_end = at + length + 1;
            let paragraph = rest.get(..length).unwrap_or_default();
            self.last = paragraph.rfind(self.needle).map(|last| at + last);
        }
        self.last.is_some_and(|last| at < last)
    }
}
