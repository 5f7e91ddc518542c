//! Finds the marks in a block that only cite: links in parentheses, footnotes and numbered links. They
//! are cut out of the text before a sentence is compared with its sources.

use std::cmp::Reverse;
use std::ops::Range;

use crate::notes::note::{LinkTarget, LinkedBlock, PlacedLink};
use crate::values::StableSort;
use crate::values::text::RangeIndex;

/// Maximum number of words beside the links in parentheses that only cite: `(see [A](…), p. 12)`.
const MAX_WORDS_IN_CITATION: usize = 4;

/// A part of a block that only cites sources.
#[derive(Debug, Clone)]
pub struct CitationMark {
    /// The byte range of the mark in the text of the block, including spaces before it.
    pub text_range: Range<usize>,
    /// The links of the mark.
    pub targets: Vec<LinkTarget>,
    /// Which sentences the mark cites for.
    pub style: MarkStyle,
}

/// Which sentences a mark after a full stop cites for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkStyle {
    /// A link in parentheses: also for the sentences before, up to the previous citation.
    Parentheses,
    /// A footnote or a numbered link: for one sentence.
    Number,
}

/// Finds the marks of a block, in order. They don't overlap.
pub fn find_marks(block: &LinkedBlock) -> Vec<CitationMark> {
    let mut marks: Vec<CitationMark> = enclosed_ranges(block)
        .into_iter()
        .filter_map(|range| enclosed_mark(block, range))
        .collect();
    let enclosed = RangeIndex::new(marks.iter().map(|mark| mark.text_range.clone()));
    let mut numbered_end = None;
    for link in &block.links {
        // Links are in order, so one that ends before the last numbered one did is part of it.
        let is_marked =
            enclosed.covers(&link.text_range) || numbered_end >= Some(link.text_range.end);
        if !is_marked && is_number(block, link) {
            numbered_end = Some(link.text_range.end);
            marks.push(CitationMark {
                text_range: link.text_range.clone(),
                targets: vec![link.target.clone()],
                style: MarkStyle::Number,
            });
        }
    }
    marks.stable_sort_by_key(|mark| (mark.text_range.start, mark.text_range.end));
    for mark in &mut marks {
        mark.text_range.start = without_space_before(&block.text, mark.text_range.start);
    }
    marks
}

/// Whether a link is a footnote, or its words are a number or a symbol: `[1](https://…)`.
fn is_number(block: &LinkedBlock, link: &PlacedLink) -> bool {
    let words = block.text.get(link.text_range.clone()).unwrap_or_default();
    matches!(link.target, LinkTarget::Footnote(_)) || !words.contains(char::is_alphabetic)
}

fn enclosed_mark(block: &LinkedBlock, text_range: Range<usize>) -> Option<CitationMark> {
    let inside: Vec<&PlacedLink> = block
        .links_starting_in(text_range.start..text_range.end + 1)
        .filter(|link| link.text_range.end <= text_range.end)
        .collect();
    let first_link = inside.first()?;
    let is_footnote = block.text.get(text_range.clone())?.starts_with('^');
    let words = text_beside(block, &inside, &text_range);
    let count = words.split_whitespace().filter(|it| it.contains(char::is_alphanumeric)).count();
    let only_cites = is_footnote || count <= MAX_WORDS_IN_CITATION;
    let is_footnote_reference = first_link.text_range.is_empty();
    (only_cites && !is_footnote_reference).then(|| CitationMark {
        text_range,
        targets: inside.into_iter().map(|link| link.target.clone()).collect(),
        style: if is_footnote { MarkStyle::Number } else { MarkStyle::Parentheses },
    })
}

/// The text of a range without the words of its links.
fn text_beside(block: &LinkedBlock, links: &[&PlacedLink], range: &Range<usize>) -> String {
    let mut beside = String::new();
    let mut start = range.start;
    for link in links {
        beside.push_str(block.text.get(start..link.text_range.start).unwrap_or_default());
        beside.push(' ');
        start = start.max(link.text_range.end);
    }
    beside.push_str(block.text.get(start..range.end).unwrap_or_default());
    beside
}

/// The innermost pairs of parentheses and the inline footnotes (`^[…]`) outside the words of links.
fn enclosed_ranges(block: &LinkedBlock) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut parenthesis = None;
    let mut footnote = None;
    let mut before = ' ';
    let links = RangeIndex::new(block.links.iter().map(|link| link.text_range.clone()));
    for (at, c) in block.text.char_indices() {
        match c {
            '(' | '（' | ')' | '）' | '[' | ']' if links.contains(at) => {}
            '(' | '（' => parenthesis = Some(at),
            ')' | '）' => ranges.extend(parenthesis.take().map(|from| from..at + c.len_utf8())),
            '[' if before == '^' => footnote = Some(at - 1),
            ']' => ranges.extend(footnote.take().map(|from| from..at + 1)),
            _ => {}
        }
        before = c;
    }
    // Parentheses in an inline footnote are part of it.
    ranges.stable_sort_by_key(|range| (range.start, Reverse(range.end)));
    let mut outer_end = 0;
    ranges.retain(|range| {
        let is_outer = range.end > outer_end;
        outer_end = outer_end.max(range.end);
        is_outer
    });
    ranges
}

fn without_space_before(text: &str, offset: usize) -> usize {
    text.get(..offset).map_or(offset, |before| before.trim_end().len())
}
