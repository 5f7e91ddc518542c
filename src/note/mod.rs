//! One note as text: where it lies, what it is made of, and the edits that may change it.
//!
//! Nothing here knows of other notes (see `graph`) or touches a file.

pub mod edit;
pub mod frontmatter;
pub mod link;
mod opaque;
pub mod outline;
pub mod path;
mod property;
pub mod prose;
mod yaml;
mod yaml_value;

pub use path::NotePath;

/// Where each line of a text begins, so that many places can be named by line at little cost.
pub struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// Looks over a text once.
    pub fn of(text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Self { starts: std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect() }
    }

    /// The one-based line on which a byte stands.
    pub fn at(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte)
    }
}

/// The one-based line on which a byte of the text stands.
pub fn line_of(text: &str, byte: usize) -> usize {
    1 + text.bytes().take(byte).filter(|b| *b == b'\n').count()
}

/// The lines `first..=last` (one-based) of a text, joined as they stand.
pub fn lines(text: &str, first: usize, last: usize) -> &str {
    let start = line_start(text, first);
    let end = line_start(text, last.saturating_add(1));
    text.get(start..end).unwrap_or_default()
}

fn line_start(text: &str, line: usize) -> usize {
    match line.checked_sub(2) {
        None => 0,
        Some(skip) => text.match_indices('\n').nth(skip).map_or(text.len(), |(at, _)| at + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_from_one() {
        let text = "a\nb\n";
        for (byte, line) in [(0, 1), (1, 1), (2, 2), (4, 3)] {
            assert_eq!((line_of(text, byte), Lines::of(text).at(byte)), (line, line));
        }
        assert_eq!(lines("a\nb\nc", 2, 2), "b\n");
        assert_eq!(lines("a\nb\nc", 2, 9), "b\nc");
        assert_eq!(lines("a\nb\nc", 1, 3), "a\nb\nc");
        assert_eq!(lines("a", 5, 6), "");
    }
}
