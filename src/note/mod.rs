//! One note as text: where it lies, what it is made of, and the edits that may change it.
//!
//! Nothing here knows of other notes (see `graph`) or touches a file.

mod change;
pub mod edit;
pub mod folder;
pub mod frontmatter;
pub mod link;
pub mod outline;
pub mod path;
mod property;
pub mod prose;
pub mod report_section;
pub mod secret;
mod spans;
pub mod tag;
mod yaml;
mod yaml_value;

pub use path::NotePath;

use std::borrow::Cow;
use std::ops::Range;

/// The same text, byte for byte, with a line feed for every lone carriage return: an editor ends a
/// line there, but a CommonMark parser looks for line feeds in places, and takes time that grows
/// with the square of a text without any.
pub fn with_line_feeds(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let is_lone = |at: usize| bytes.get(at) == Some(&b'\r') && bytes.get(at + 1) != Some(&b'\n');
    if !text.contains('\r') || !(0..bytes.len()).any(is_lone) {
        return Cow::Borrowed(text);
    }
    let feeds = bytes.iter().enumerate().map(|(at, byte)| if is_lone(at) { b'\n' } else { *byte });
    String::from_utf8(feeds.collect()).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Where each line of a text begins, so that places can be named by line. As in an editor, a lone
/// carriage return ends a line too.
pub struct Lines {
    starts: Vec<usize>,
    end: usize,
}

impl Lines {
    /// Looks over a text once.
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let breaks = bytes.iter().enumerate().filter(|(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        let starts = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        Self { starts, end: text.len() }
    }

    /// The one-based line on which a byte stands.
    pub fn at(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte)
    }

    /// Where the line of a byte begins.
    pub fn start(&self, byte: usize) -> usize {
        self.at(byte).checked_sub(1).and_then(|line| self.starts.get(line)).copied().unwrap_or(0)
    }

    /// Where the line after that of a byte begins.
    pub fn next(&self, byte: usize) -> usize {
        self.starts.get(self.at(byte)).copied().unwrap_or(self.end)
    }

    /// The bytes of the lines `first..=last`, one-based.
    pub fn range(&self, first: usize, last: usize) -> Range<usize> {
        let start = |line: usize| self.starts.get(line).copied().unwrap_or(self.end);
        let from = start(first.saturating_sub(1));
        from..start(last).max(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lone_carriage_returns_become_line_feeds() {
        let check = |text: &str, expected: &str| assert_eq!(with_line_feeds(text), expected);
        check("a\rb\r\nc\r\r\nd\r", "a\nb\r\nc\n\r\nd\n");
        check("ä\r–", "ä\n–");
        assert!(matches!(with_line_feeds("a\r\nb\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn lines_are_counted_from_one() {
        let lines = Lines::of("a\nb\n");
        assert_eq!([0, 1, 2, 4].map(|byte| lines.at(byte)), [1, 1, 2, 3]);
        assert_eq!(Lines::of("a\rb\r\nc").at(5), 3);
        assert_eq!((lines.start(3), lines.next(3), lines.next(4)), (2, 4, 4));
    }

    #[test]
    fn lines_are_named_by_their_numbers() {
        let check = |text: &str, first, last, expected: &str| {
            assert_eq!(text.get(Lines::of(text).range(first, last)), Some(expected), "{text:?}");
        };
        check("a\nb\nc", 2, 2, "b\n");
        check("a\nb\nc", 2, 9, "b\nc");
        check("a\nb\nc", 1, 3, "a\nb\nc");
        check("a", 5, 6, "");
        check("a\nb", 2, 1, "");
    }
}
