//! A note cut into passages: pieces small enough to quote and large enough to make sense,
//! each with the headings above it and its lines.

use crate::note::line_of;
use crate::note::outline::{Block, BlockKind, Outline};

/// Blocks are joined up to this many bytes: about a screenful, a few sentences more than an
/// answer needs, so that neighbouring sentences still count for a match.
const PASSAGE_BYTES: usize = 900;

/// A piece of a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage<'a> {
    /// Headings above it, outermost first.
    pub trail: Vec<String>,
    /// One-based.
    pub first_line: usize,
    /// One-based, included.
    pub last_line: usize,
    /// Its Markdown.
    pub text: &'a str,
}

/// The passages of a note in order; frontmatter and headings themselves are not part of any.
pub fn passages(text: &str) -> Vec<Passage<'_>> {
    let outline = Outline::of(text);
    let mut cutter = Cutter { text, trail: Vec::new(), open: None, passages: Vec::new() };
    let mut headings = outline.headings.iter();
    for block in &outline.blocks {
        match block.kind {
            BlockKind::Heading => {
                cutter.close();
                if let Some(heading) = headings.next() {
                    cutter.trail.retain(|(level, _)| *level < heading.level);
                    cutter.trail.push((heading.level, heading.text.clone()));
                }
            }
            _ => cutter.add(block),
        }
    }
    cutter.close();
    cutter.passages
}

struct Cutter<'a> {
    text: &'a str,
    trail: Vec<(u8, String)>,
    open: Option<std::ops::Range<usize>>,
    passages: Vec<Passage<'a>>,
}

impl Cutter<'_> {
    fn add(&mut self, block: &Block) {
        let joined = self.open.as_ref().map(|open| open.start..block.range.end);
        match joined {
            Some(range) if range.len() <= PASSAGE_BYTES => self.open = Some(range),
            _ => {
                self.close();
                self.open = Some(block.range.clone());
            }
        }
    }

    fn close(&mut self) {
        let Some(range) = self.open.take() else {
            return;
        };
        let text = self.text.get(range.clone()).unwrap_or_default();
        self.passages.push(Passage {
            trail: self.trail.iter().map(|(_, title)| title.clone()).collect(),
            first_line: line_of(self.text, range.start),
            last_line: line_of(self.text, range.start + text.trim_end().len()),
            text,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let got: Vec<String> = passages(text)
            .iter()
            .map(|p| {
                format!(
                    "{}-{} {}: {}",
                    p.first_line,
                    p.last_line,
                    p.trail.join(" > "),
                    p.text.trim()
                )
            })
            .collect();
        assert_eq!(got, expected);
    }

    #[test]
    fn passages_keep_their_headings_and_lines() {
        check(
            "---\na: b\n---\nintro\n\n# A\none\n\ntwo\n## B\nthree\n# C\nfour",
            &["4-4 : intro", "7-9 A: one\n\ntwo", "11-11 A > B: three", "13-13 C: four"],
        );
    }

    #[test]
    fn long_sections_are_cut_between_blocks() {
        let paragraph = "word ".repeat(100);
        let text = format!("# A\n{paragraph}\n\n{paragraph}\n\n- item\n");
        let lines: Vec<_> = passages(&text).iter().map(|p| (p.first_line, p.last_line)).collect();
        assert_eq!(lines, [(2, 2), (4, 6)]);
    }
}
