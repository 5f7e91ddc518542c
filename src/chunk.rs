//! A note cut into passages: pieces small enough to quote and large enough to make sense, each
//! with the headings above it and its lines.
//!
//! Together the passages are the note: every byte stands in exactly one of them, in order. A
//! heading goes with the text below it, blank lines with the text above.

use std::ops::Range;

use serde::Serialize;

use crate::note::outline::{BlockKind, Heading, Outline, OutlineBlock};
use crate::note::prose;
use crate::text::line_index::LineIndex;

/// Blocks are joined up to this many bytes: a few sentences, so that neighbours still count for
/// a match and a handful of passages fits into any prompt.
const JOINED_BYTES: usize = 900;

/// A single block is cut above this size: at its lines, or a paragraph at its sentences.
const LARGEST_BYTES: usize = 1_800;

/// A piece of a note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Passage<'a> {
    /// Headings above it, outermost first, its own heading included.
    pub trail: Vec<String>,
    /// One-based.
    pub first_line: usize,
    /// One-based, included; blank lines at the end do not count.
    pub last_line: usize,
    /// What it is made of.
    pub kind: PassageKind,
    /// Its bytes.
    pub text: &'a str,
}

/// What a passage is made of; text where it is mixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum PassageKind {
    /// The properties at the note's head.
    Frontmatter,
    /// Prose, headings, quotes, everything else.
    Text,
    /// A code block.
    Code,
    /// A table.
    Table,
    /// A list.
    List,
}

/// The passages of a note in order.
pub fn passages(text: &str) -> Vec<Passage<'_>> {
    let outline = Outline::parse(text);
    let mut cutter = Cutter::new(text);
    if let Some(frontmatter) = &outline.frontmatter {
        cutter.open =
            Some(Piece { range: 0..frontmatter.end, kind: PassageKind::Frontmatter, bare: false });
        cutter.close(frontmatter.end);
    }
    let mut headings = outline.headings.iter();
    for block in &outline.blocks {
        match block.kind {
            BlockKind::Heading => {
                if let Some(heading) = headings.next() {
                    cutter.heading(heading);
                }
            }
            _ => cutter.block(block),
        }
    }
    cutter.close(text.len());
    cutter.passages
}

/// The passages that can be found and quoted: all but the properties, which are no sentences.
pub fn quotable(text: &str) -> impl Iterator<Item = Passage<'_>> {
    let is_text = |passage: &Passage<'_>| passage.kind != PassageKind::Frontmatter;
    passages(text).into_iter().filter(is_text)
}

/// A passage that is still growing.
struct Piece {
    range: Range<usize>,
    kind: PassageKind,
    /// Whether it holds nothing but headings yet.
    bare: bool,
}

struct Cutter<'a> {
    text: &'a str,
    lines: LineIndex,
    trail: Vec<(u8, String)>,
    open: Option<Piece>,
    /// Everything before this byte stands in a passage.
    done: usize,
    passages: Vec<Passage<'a>>,
}

impl<'a> Cutter<'a> {
    fn new(text: &'a str) -> Self {
        let lines = LineIndex::new(text);
        Self { text, lines, trail: Vec::new(), open: None, done: 0, passages: Vec::new() }
    }

    fn heading(&mut self, heading: &Heading) {
        // A heading with nothing below it but a lower one still stands above that one's text.
        let nested = self.open.as_ref().is_some_and(|piece| piece.bare)
            && self.trail.last().is_some_and(|(level, _)| *level < heading.level);
        if !nested {
            self.close(heading.range.start);
        }
        self.trail.retain(|(level, _)| *level < heading.level);
        self.trail.push((heading.level, heading.text.clone()));
        match &mut self.open {
            Some(piece) => piece.range.end = heading.range.end,
            None => {
                let range = self.done..heading.range.end;
                self.open = Some(Piece { range, kind: PassageKind::Text, bare: true });
            }
        }
    }

    fn block(&mut self, block: &OutlineBlock) {
        let kind = kind_of(self.text, block);
        let joins = self.open.as_ref().is_some_and(|piece| {
            piece.bare
                || (block.range.end - piece.range.start <= JOINED_BYTES && fits(piece.kind, kind))
        });
        if !joins {
            self.close(block.range.start);
        }
        match &mut self.open {
            Some(piece) => {
                piece.kind =
                    if piece.bare || piece.kind == kind { kind } else { PassageKind::Text };
                piece.bare = false;
                piece.range.end = block.range.end;
            }
            None => {
                self.open = Some(Piece { range: self.done..block.range.end, kind, bare: false })
            }
        }
    }

    /// Ends the open passage where the next one begins; blank lines between go to the former.
    fn close(&mut self, end: usize) {
        let end = self.line_start(end);
        if end <= self.done {
            return;
        }
        let kind = self.open.take().map_or(PassageKind::Text, |piece| piece.kind);
        let range = self.done..end;
        for part in parts(self.text, range, kind) {
            self.push(part, kind);
        }
        self.done = end;
    }

    fn push(&mut self, range: Range<usize>, kind: PassageKind) {
        let text = self.text.get(range.clone()).unwrap_or_default();
        self.passages.push(Passage {
            trail: self.trail.iter().map(|(_, title)| title.clone()).collect(),
            first_line: self.lines.line_number(range.start),
            last_line: self
                .lines
                .line_number(range.start + text.trim_end().len().saturating_sub(1)),
            kind,
            text,
        });
    }

    /// Blocks begin behind their indent; passages begin with the line.
    fn line_start(&self, at: usize) -> usize {
        if at >= self.text.len() {
            return self.text.len();
        }
        self.lines.line_start(at)
    }
}

fn kind_of(text: &str, block: &OutlineBlock) -> PassageKind {
    match block.kind {
        BlockKind::List => PassageKind::List,
        BlockKind::Code => PassageKind::Code,
        BlockKind::Text if is_table(text.get(block.range.clone()).unwrap_or_default()) => {
            PassageKind::Table
        }
        BlockKind::Text | BlockKind::Html | BlockKind::Heading => PassageKind::Text,
    }
}

/// A table's second line is made of dashes, colons and bars.
fn is_table(block: &str) -> bool {
    let row = block.lines().nth(1).unwrap_or_default().trim();
    let drawn = row.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ' | '\t'));
    drawn && row.contains('|') && row.contains('-')
}

/// Prose takes prose and lists in; code and tables stand alone.
fn fits(open: PassageKind, next: PassageKind) -> bool {
    let flows = |kind| matches!(kind, PassageKind::Text | PassageKind::List);
    flows(open) && flows(next)
}

/// A range cut into parts that are not too large.
fn parts(text: &str, range: Range<usize>, kind: PassageKind) -> Vec<Range<usize>> {
    if range.len() <= LARGEST_BYTES {
        return vec![range];
    }
    let mut parts = Vec::new();
    let mut start = range.start;
    let source = text.get(range.clone()).unwrap_or_default();
    let pieces: Vec<&str> = match kind {
        PassageKind::Text => prose::sentence_bounds(source).collect(),
        _ => source.split_inclusive('\n').collect(),
    };
    let mut end = start;
    for piece in pieces.into_iter().flat_map(short_pieces) {
        if end > start && end + piece.len() - start > LARGEST_BYTES {
            parts.push(start..end);
            start = end;
        }
        end += piece.len();
    }
    parts.push(start..range.end);
    parts
}

/// A sentence or line that is too large by itself, cut behind its blanks, or anywhere if it has
/// none: data, mostly.
fn short_pieces(piece: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = piece;
    while rest.len() > LARGEST_BYTES {
        let most = rest.floor_char_boundary(LARGEST_BYTES);
        let head = rest.get(..most).unwrap_or_default();
        let cut = head.rfind(' ').map_or(most, |at| at + 1);
        let (before, behind) = rest.split_at(cut);
        pieces.push(before);
        rest = behind;
    }
    pieces.push(rest);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let got: Vec<String> = passages(text)
            .iter()
            .map(|p| {
                format!(
                    "{}-{} {:?} {}: {}",
                    p.first_line,
                    p.last_line,
                    p.kind,
                    p.trail.join(" > "),
                    p.text.trim()
                )
            })
            .collect();
        assert_eq!(got, expected);
    }

    fn covers(text: &str) {
        let joined: String = passages(text).iter().map(|p| p.text).collect();
        assert_eq!(joined, text);
    }

    #[test]
    fn passages_keep_their_headings_and_lines() {
        check(
            "---\na: b\n---\nintro\n\n# A\none\n\ntwo\n## B\nthree\n# C\n## D\nfour",
            &[
                "1-3 Frontmatter : ---\na: b\n---",
                "4-4 Text : intro",
                "6-9 Text A: # A\none\n\ntwo",
                "10-11 Text A > B: ## B\nthree",
                "12-14 Text C > D: # C\n## D\nfour",
            ],
        );
    }

    #[test]
    fn lone_carriage_returns_end_lines_too() {
        check(
            "one\r\r# A\rtwo\r\r## B\r- three\r\r```\rcode\r```\r",
            &[
                "1-1 Text : one",
                "3-4 Text A: # A\rtwo",
                "6-7 List A > B: ## B\r- three",
                "9-11 Code A > B: ```\rcode\r```",
            ],
        );
    }

    #[test]
    fn code_and_tables_stand_alone() {
        check(
            "text\n\n- a\n- b\n\n```\ncode\n\nmore\n```\n\n|x|\n|-|\n|1|\n\nend",
            &[
                "1-4 Text : text\n\n- a\n- b",
                "6-10 Code : ```\ncode\n\nmore\n```",
                "12-14 Table : |x|\n|-|\n|1|",
                "16-16 Text : end",
            ],
        );
        check("- a\n- b\n", &["1-2 List : - a\n- b"]);
        check("# A\n- a\n", &["1-2 List A: # A\n- a"]);
    }

    #[test]
    fn long_stretches_are_cut_between_blocks_and_long_blocks_inside() {
        let paragraph = "Some words here. ".repeat(30);
        let text = format!("# A\n{paragraph}\n\n{paragraph}\n\n- item\n");
        let lines: Vec<_> = passages(&text).iter().map(|p| (p.first_line, p.last_line)).collect();
        assert_eq!(lines, [(1, 2), (4, 6)]);
        let long = "一句话。".repeat(400);
        assert!(
            passages(&long).len() > 1
                && passages(&long).iter().all(|p| p.text.len() <= LARGEST_BYTES)
        );
        covers(&long);
    }

    #[test]
    fn the_passages_are_the_note() {
        for text in [
            "",
            "\n\n",
            "a",
            "  # A\n",
            "%%\nx\n%%\n",
            "\u{feff}---\nx: 1\n---",
            "# A\r\n\r\nb\r\n",
            "---\n---\n\n\n",
        ] {
            covers(text);
        }
    }
}
