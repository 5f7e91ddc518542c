//! Translation between byte offsets and line numbers of a text.

use std::ops::{Range, RangeInclusive};

/// The byte offset at which each line of a text begins. As in an editor, a lone `\r` ends a line.
pub(crate) struct LineIndex {
    starts: Vec<usize>,
    end: usize,
}

impl LineIndex {
    /// Indexes the lines of a text in one pass.
    pub(crate) fn new(text: &str) -> Self {
        // Most texts have no carriage return, and a search for one byte is fast.
        if !text.contains('\r') {
            let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
            return Self { starts: std::iter::once(0).chain(breaks).collect(), end: text.len() };
        }
        let bytes = text.as_bytes();
        let breaks = bytes.iter().enumerate().filter(|(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        let starts = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        Self { starts, end: text.len() }
    }

    /// Number of lines. The empty line after the last line end does not count.
    pub(crate) fn line_count(&self) -> usize {
        let is_open = self.starts.last().is_some_and(|start| *start < self.end);
        self.starts.len() - usize::from(!is_open)
    }

    /// The one-based number of the line that contains a byte offset.
    pub(crate) fn line_number(&self, byte_offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte_offset)
    }

    /// The byte offset at which the line that contains `byte_offset` begins.
    pub(crate) fn line_start_offset(&self, byte_offset: usize) -> usize {
        let line = self.line_number(byte_offset).checked_sub(1);
        line.and_then(|line| self.starts.get(line)).copied().unwrap_or(0)
    }

    /// The byte offset at which the line after the one that contains `byte_offset` begins.
    pub(crate) fn next_line_start_offset(&self, byte_offset: usize) -> usize {
        self.starts.get(self.line_number(byte_offset)).copied().unwrap_or(self.end)
    }

    /// The byte range of the lines `first_line..=last_line`, which are one-based.
    pub(crate) fn lines_byte_range(&self, first_line: usize, last_line: usize) -> Range<usize> {
        let start = |line: usize| self.starts.get(line).copied().unwrap_or(self.end);
        let from = start(first_line.saturating_sub(1));
        from..start(last_line).max(from)
    }

    /// The text of some lines of the indexed text, counted from one, without the line end of the last
    /// one.
    pub(crate) fn lines_text<'t>(&self, text: &'t str, lines: &RangeInclusive<usize>) -> &'t str {
        let range = self.lines_byte_range(*lines.start(), *lines.end());
        let lines = text.get(range).unwrap_or_default();
        let without_feed = lines.strip_suffix('\n').unwrap_or(lines);
        without_feed.strip_suffix('\r').unwrap_or(without_feed)
    }
}

/// The text of some lines, counted from one, without the line end of the last one.
pub(crate) fn lines_text<'t>(text: &'t str, lines: &RangeInclusive<usize>) -> &'t str {
    LineIndex::new(text).lines_text(text, lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_from_one() {
        let lines = LineIndex::new("a\nb\n");
        assert_eq!([0, 1, 2, 4].map(|byte| lines.line_number(byte)), [1, 1, 2, 3]);
        assert_eq!(LineIndex::new("a\rb\r\nc").line_number(5), 3);
        let counts = ["", "a", "a\n", "a\nb", "\n\n"].map(|text| LineIndex::new(text).line_count());
        assert_eq!(counts, [0, 1, 1, 2, 2]);
        let next = [3, 4].map(|byte| lines.next_line_start_offset(byte));
        assert_eq!((lines.line_start_offset(3), next), (2, [4, 4]));
    }

    #[test]
    fn line_numbers_become_byte_ranges() {
        let check = |text: &str, first, last, expected: &str| {
            let range = LineIndex::new(text).lines_byte_range(first, last);
            assert_eq!(text.get(range), Some(expected), "{text:?}");
        };
        check("a\nb\nc", 2, 2, "b\n");
        check("a\nb\nc", 2, 9, "b\nc");
        check("a\nb\nc", 1, 3, "a\nb\nc");
        check("a", 5, 6, "");
        check("a\nb", 2, 1, "");
    }
}
