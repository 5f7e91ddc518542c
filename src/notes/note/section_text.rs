//! Compares and trims the content of a section before it is written.

use crate::notes::note::outline::{Heading, HeadingTitle, Outline};
use crate::values::text::{crlf_to_lf, trim_blank_lines};

/// Which headings the inserted text may contain.
pub enum AllowedInsertedHeadings {
    /// Only headings of a lower rank than `level` (with more hashes), because any other heading
    /// would end the section. The first `skipped` headings may have any rank.
    Below { level: u8, skipped: usize },
    /// Headings of any level.
    Any,
}

/// Whether the first line of a text is blank.
pub fn starts_with_blank_line(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.trim().is_empty())
}

/// Whether two texts are equal, apart from line ends and blank lines around them.
pub fn is_same_trimmed_text(a: &str, b: &str) -> bool {
    trim_blank_lines(&crlf_to_lf(a)) == trim_blank_lines(&crlf_to_lf(b))
}

/// Removes the heading of a section from the start of its content, if it is there.
pub fn without_heading<'c>(content: &'c str, title: &HeadingTitle) -> &'c str {
    let content = content.trim_matches(['\r', '\n']);
    let (first, rest) = content.split_once('\n').unwrap_or((content, ""));
    // The line is parsed as Markdown, because hashes after four spaces or a form feed begin no
    // heading. The line break before it keeps U+FEFF from being read as a byte order mark.
    let outline = Outline::parse(&format!("\n{first}"));
    let is_same =
        outline.headings.first().is_some_and(|first| title.matches(first.level, &first.text));
    if is_same { rest.trim_matches(['\r', '\n']) } else { content }
}

/// The levels and texts of headings, by which the outlines of two texts are compared.
pub fn heading_levels_and_texts<'h>(
    headings: impl Iterator<Item = &'h Heading>,
) -> Vec<(u8, &'h str)> {
    headings.map(|heading| (heading.level, heading.text.as_str())).collect()
}
