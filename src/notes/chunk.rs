//! Splits a note into passages: small enough to quote and large enough to make sense, each with its
//! line numbers and the headings above it.
//!
//! Every byte of the note is in exactly one passage, in order. A heading belongs to the text below
//! it, blank lines belong to the text above.

use std::ops::Range;

use serde::Serialize;

use crate::language::sentence_split;
use crate::notes::note::{Heading, Outline, OutlineBlock, OutlineBlockKind};
use crate::values::text::LineIndex;

/// Maximum size in bytes of a passage that joins several blocks, such as paragraphs and lists. It
/// holds a few sentences: enough context for a match, and several passages fit into a prompt.
const MAX_JOINED_PASSAGE_BYTES: usize = 900;

/// Maximum size of a passage in bytes. A larger paragraph is split between sentences, any other
/// larger block between lines.
const MAX_PASSAGE_BYTES: usize = 1_800;

/// One of the consecutive passages into which a note is split, with its lines and the headings
/// above it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Passage<'a> {
    /// The headings above the passage, outermost first, including the heading that the passage
    /// starts with.
    #[serde(rename = "trail")]
    pub heading_trail: Vec<String>,
    /// First line of the passage in the note, counted from one.
    pub first_line: usize,
    /// Last line of the passage, counted from one, inclusive, without blank lines at the end.
    pub last_line: usize,
    /// Whether the passage is frontmatter, text, code, a table or a list.
    pub kind: PassageKind,
    /// The text of the passage in Markdown, exactly as in the note.
    pub text: &'a str,
}

/// What a passage contains. A passage with both text and lists is `Text`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum PassageKind {
    /// The properties at the start of the note.
    Frontmatter,
    /// Prose, headings, quotes and everything else.
    Text,
    /// A code block, which is never joined with other blocks.
    Code,
    /// A table, which is never joined with other blocks.
    Table,
    /// A list without other text, except for headings above it.
    List,
}

/// Splits a note into passages, including one for the frontmatter if there is any.
pub fn passages(text: &str) -> Vec<Passage<'_>> {
    let outline = Outline::parse(text);
    let mut chunker = Chunker::new(text);
    if let Some(frontmatter) = &outline.frontmatter_range {
        chunker.open_passage = Some(OpenPassage::new(0..frontmatter.end, PassageKind::Frontmatter));
        chunker.close_passage(frontmatter.end);
    }
    let mut headings = outline.headings.iter();
    for block in &outline.blocks {
        match block.kind {
            OutlineBlockKind::Heading => {
                if let Some(heading) = headings.next() {
                    chunker.add_heading(heading);
                }
            }
            _ => chunker.add_block(block),
        }
    }
    chunker.close_passage(text.len());
    chunker.passages
}

/// The passages of a note without the frontmatter: those that can be searched and quoted.
pub fn passages_without_frontmatter(text: &str) -> impl Iterator<Item = Passage<'_>> {
    let is_text = |passage: &Passage<'_>| passage.kind != PassageKind::Frontmatter;
    passages(text).into_iter().filter(is_text)
}

/// Maximum length of a heading in the trail of a passage, which repeats it.
const MAX_TRAIL_HEADING_BYTES: usize = 500;

/// A passage to which blocks may still be added.
struct OpenPassage {
    range: Range<usize>,
    kind: PassageKind,
    /// Whether the passage contains only headings so far. Any block may then be added to it.
    has_only_headings: bool,
}

impl OpenPassage {
    fn new(range: Range<usize>, kind: PassageKind) -> Self {
        Self { range, kind, has_only_headings: false }
    }
}

struct Chunker<'a> {
    text: &'a str,
    lines: LineIndex,
    trail: Vec<(u8, String)>,
    open_passage: Option<OpenPassage>,
    /// Byte offset at which the last closed passage ends; 0 if none is closed yet.
    last_passage_end: usize,
    passages: Vec<Passage<'a>>,
}

impl<'a> Chunker<'a> {
    fn new(text: &'a str) -> Self {
        let lines = LineIndex::new(text);
        Self {
            text,
            lines,
            trail: Vec::new(),
            open_passage: None,
            last_passage_end: 0,
            passages: Vec::new(),
        }
    }

    fn add_heading(&mut self, heading: &Heading) {
        // A subheading directly below its heading belongs to the same passage.
        let nested = self.open_passage.as_ref().is_some_and(|open| open.has_only_headings)
            && self.trail.last().is_some_and(|(level, _)| *level < heading.level);
        if !nested {
            self.close_passage(heading.byte_range.start);
        }
        self.trail.retain(|(level, _)| *level < heading.level);
        let length = heading.text.floor_char_boundary(MAX_TRAIL_HEADING_BYTES);
        let title = heading.text.get(..length).unwrap_or_default();
        self.trail.push((heading.level, title.to_owned()));
        match &mut self.open_passage {
            Some(open) => open.range.end = heading.byte_range.end,
            None => {
                let range = self.last_passage_end..heading.byte_range.end;
                let open = OpenPassage::new(range, PassageKind::Text);
                self.open_passage = Some(OpenPassage { has_only_headings: true, ..open });
            }
        }
    }

    fn add_block(&mut self, block: &OutlineBlock) {
        let kind = block_kind(self.text, block);
        let joins = self.open_passage.as_ref().is_some_and(|open| {
            open.has_only_headings
                || (block.byte_range.end - open.range.start <= MAX_JOINED_PASSAGE_BYTES
                    && can_share_passage(open.kind, kind))
        });
        if !joins {
            self.close_passage(block.byte_range.start);
        }
        match &mut self.open_passage {
            Some(open) => {
                let is_uniform = open.has_only_headings || open.kind == kind;
                open.kind = if is_uniform { kind } else { PassageKind::Text };
                open.has_only_headings = false;
                open.range.end = block.byte_range.end;
            }
            None => {
                self.open_passage =
                    Some(OpenPassage::new(self.last_passage_end..block.byte_range.end, kind))
            }
        }
    }

    /// Closes the open passage at `end`, where the next one starts. Blank lines between the two
    /// belong to the closed passage.
    fn close_passage(&mut self, end: usize) {
        let end = self.line_start_offset(end);
        if end <= self.last_passage_end {
            return;
        }
        let kind = self.open_passage.take().map_or(PassageKind::Text, |open| open.kind);
        let range = self.last_passage_end..end;
        for part in passage_byte_ranges(self.text, range, kind) {
            self.push_passage(part, kind);
        }
        self.last_passage_end = end;
    }

    /// Adds the text in this byte range as a finished passage.
    fn push_passage(&mut self, range: Range<usize>, kind: PassageKind) {
        let text = self.text.get(range.clone()).unwrap_or_default();
        self.passages.push(Passage {
            heading_trail: self.trail.iter().map(|(_, title)| title.clone()).collect(),
            first_line: self.lines.line_number(range.start),
            last_line: self
                .lines
                .line_number(range.start + text.trim_end().len().saturating_sub(1)),
            kind,
            text,
        });
    }

    /// Byte offset of the start of the line that contains the byte at `offset`. Passages start at
    /// the start of a line, but the range of a block excludes the indentation of its first line.
    fn line_start_offset(&self, offset: usize) -> usize {
        if offset >= self.text.len() {
            return self.text.len();
        }
        self.lines.line_start_offset(offset)
    }
}

fn block_kind(text: &str, block: &OutlineBlock) -> PassageKind {
    match block.kind {
        OutlineBlockKind::List => PassageKind::List,
        OutlineBlockKind::Code => PassageKind::Code,
        OutlineBlockKind::Text
            if is_table(text.get(block.byte_range.clone()).unwrap_or_default()) =>
        {
            PassageKind::Table
        }
        OutlineBlockKind::Text | OutlineBlockKind::Html | OutlineBlockKind::Heading => {
            PassageKind::Text
        }
    }
}

/// Whether a block is a table: its second line consists of dashes, colons and bars.
fn is_table(block: &str) -> bool {
    let row = block.lines().nth(1).unwrap_or_default().trim();
    let is_delimiter = row.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ' | '\t'));
    is_delimiter && row.contains('|') && row.contains('-')
}

/// Whether two blocks may share a passage. Prose and lists may; code blocks and tables get their
/// own passage.
fn can_share_passage(open: PassageKind, next: PassageKind) -> bool {
    let is_prose = |kind| matches!(kind, PassageKind::Text | PassageKind::List);
    is_prose(open) && is_prose(next)
}

/// Splits a byte range of the note into ranges of at most `MAX_PASSAGE_BYTES`: text between
/// sentences, everything else between lines.
fn passage_byte_ranges(text: &str, range: Range<usize>, kind: PassageKind) -> Vec<Range<usize>> {
    if range.len() <= MAX_PASSAGE_BYTES {
        return vec![range];
    }
    let mut parts = Vec::new();
    let mut start = range.start;
    let source = text.get(range.clone()).unwrap_or_default();
    let pieces: Vec<&str> = match kind {
        PassageKind::Text => sentence_split::split_at_sentences(source).collect(),
        _ => source.split_inclusive('\n').collect(),
    };
    let mut end = start;
    for piece in pieces.into_iter().flat_map(split_long_text) {
        if end > start && end + piece.len() - start > MAX_PASSAGE_BYTES {
            parts.push(start..end);
            start = end;
        }
        end += piece.len();
    }
    parts.push(start..range.end);
    parts
}

/// Splits a sentence or line that is longer than `MAX_PASSAGE_BYTES`: after a space, or between any
/// two characters if it has no space.
fn split_long_text(piece: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = piece;
    while rest.len() > MAX_PASSAGE_BYTES {
        let limit = rest.floor_char_boundary(MAX_PASSAGE_BYTES);
        let head = rest.get(..limit).unwrap_or_default();
        let cut = head.rfind(' ').map_or(limit, |at| at + 1);
        let (before, after) = rest.split_at(cut);
        pieces.push(before);
        rest = after;
    }
    pieces.push(rest);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::text::{add_steps, assert_linear};

    #[test]
    fn a_long_heading_is_not_repeated_by_every_passage() {
        assert_linear("Tea ", 2_000, |words| {
            let paragraphs = "Tea is hot.\n\n".repeat(words.len() / 13);
            let note = format!("# {words}\n\n{paragraphs}");
            let trails = passages(&note).into_iter().flat_map(|passage| passage.heading_trail);
            add_steps(words.len() + trails.map(|heading| heading.len()).sum::<usize>());
        });
    }

    fn check(text: &str, expected: &[&str]) {
        let got: Vec<String> = passages(text)
            .iter()
            .map(|p| {
                format!(
                    "{}-{} {:?} {}: {}",
                    p.first_line,
                    p.last_line,
                    p.kind,
                    p.heading_trail.join(" > "),
                    p.text.trim()
                )
            })
            .collect();
        assert_eq!(got, expected);
    }

    fn check_coverage(text: &str) {
        let joined: String = passages(text).iter().map(|p| p.text).collect();
        assert_eq!(joined, text);
    }

    #[test]
    fn passages_have_headings_and_lines() {
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
    fn code_and_tables_are_separate_passages() {
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
    fn long_text_is_split_between_blocks_and_long_blocks_inside() {
        let paragraph = "Some words here. ".repeat(30);
        let text = format!("# A\n{paragraph}\n\n{paragraph}\n\n- item\n");
        let lines: Vec<_> = passages(&text).iter().map(|p| (p.first_line, p.last_line)).collect();
        assert_eq!(lines, [(1, 2), (4, 6)]);
        let long = "一句话。".repeat(400);
        assert!(
            passages(&long).len() > 1
                && passages(&long).iter().all(|p| p.text.len() <= MAX_PASSAGE_BYTES)
        );
        check_coverage(&long);
    }

    #[test]
    fn passages_cover_the_whole_note() {
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
            check_coverage(text);
        }
    }
}
