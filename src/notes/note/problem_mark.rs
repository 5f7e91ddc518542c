//! Marks after the sentences of a note whose citation has a problem. They are highlighted text, such as
//! `==⚠ Ibid: not found in the source==`, because Obsidian shows a highlight in the editor and in
//! reading view, and because it needs no plugin. A comment would be invisible in reading view, and a
//! callout can't follow a sentence within a paragraph.
//!
//! The name in the mark says who wrote it, and makes it a text that nobody else writes, so that exactly
//! the marks can be removed. They are not part of what the note says: they are left out when its
//! sentences are read, and they don't make a report count as edited.

use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::notes::note::inline_structure::InlineStructure;
use crate::notes::note::outline::Outline;
use crate::notes::note::section_text::heading_levels_and_texts;
use crate::values::text::{LineIndex, all_line_ends_to_lf, fnv1a};
use crate::values::{Error, ErrorCode, Result};

/// The beginning of every mark.
const MARK_START: &str = "==⚠ Ibid: ";

/// The end of every mark.
const MARK_END: &str = "==";

/// What is wrong with the citation of a sentence, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum CitationProblem {
    /// The source says something else.
    Contradicted,
    /// The source doesn't say it.
    NotFound,
    /// The link leads nowhere.
    Gone,
}

impl CitationProblem {
    const ALL: [Self; 3] = [Self::Contradicted, Self::NotFound, Self::Gone];

    /// The mark as it is written into a note.
    fn mark_text(self) -> String {
        let words = match self {
            Self::Contradicted => "contradicted by the source",
            Self::NotFound => "not found in the source",
            Self::Gone => "source missing",
        };
        format!("{MARK_START}{words}{MARK_END}")
    }
}

/// A mark and its place in the text of a note without marks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct ProblemMark {
    /// The number of the line, counted from one.
    pub line: usize,
    /// The byte offset in the line after which the mark is written.
    pub offset: usize,
    /// What the mark says.
    pub problem: CitationProblem,
}

/// The marks of a note. They replace the marks that the note already has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct ProblemMarks {
    /// The hash of the note as it must still be, apart from its marks.
    pub expects: String,
    /// The marks in the order of the note.
    pub marks: Vec<ProblemMark>,
}

impl ProblemMarks {
    /// Places marks after sentences of a note. Takes the end of each sentence as a byte offset in the
    /// note without marks. Leaves out marks that would break a link, code, a table or another element.
    pub fn place(unmarked: &str, sentence_ends: &[(usize, CitationProblem)]) -> Self {
        let lines = LineIndex::new(unmarked);
        let marks = safe_marks(unmarked, sentence_ends).into_iter().map(|(at, problem)| {
            let offset = at - lines.line_start_offset(at);
            ProblemMark { line: lines.line_number(at), offset, problem }
        });
        Self { expects: text_hash(unmarked), marks: marks.collect() }
    }

    /// The text of a note with these marks and no others. Fails if the note has changed otherwise.
    pub fn apply(&self, text: &str) -> Result<String> {
        let unmarked = without_marks(text);
        if text_hash(&unmarked) != self.expects {
            return Err(Error::new(
                ErrorCode::ChangedSince,
                "The note has changed since its citations were checked",
            )
            .hint("Check again, then mark."));
        }
        let lines = LineIndex::new(&unmarked);
        let offset = |mark: &ProblemMark| {
            let line = lines.lines_byte_range(mark.line, mark.line);
            let offset = line.start.checked_add(mark.offset)?;
            (offset <= line.end && unmarked.is_char_boundary(offset))
                .then_some((offset, mark.problem))
        };
        let marks: Option<Vec<_>> = self.marks.iter().map(offset).collect();
        let structure = InlineStructure::parse(&unmarked);
        let check = SafetyCheck { unmarked: &unmarked, structure: &structure };
        let safe = marks.filter(|marks| marks.is_sorted() && check.is_safe(marks));
        safe.map(|marks| insert(&unmarked, &marks)).ok_or_else(|| {
            let message = "The marks would break the structure of the note";
            Error::new(ErrorCode::ContentBreaksOut, message)
        })
    }
}

/// How often marks are removed at most. Without a mark, its line may be another element, such as a list item, and a
/// mark that was in a comment may be in ordinary text.
const MAX_REMOVAL_PASSES: usize = 8;

/// How often the marks of a note are halved at most to find those that would break something: each part
/// takes a reading of the whole note.
const MAX_MARK_SPLITS: usize = 7;

/// The text of a note without its marks, each with the space before it. Lines stay where they are.
pub fn without_marks(text: &str) -> Cow<'_, str> {
    let mut unmarked = Cow::Borrowed(text);
    for _ in 0..MAX_REMOVAL_PASSES {
        let ranges = mark_ranges(&unmarked);
        if ranges.is_empty() {
            break;
        }
        unmarked = Cow::Owned(without_ranges(&unmarked, &ranges));
    }
    unmarked
}

fn without_ranges(text: &str, ranges: &[Range<usize>]) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut end = 0;
    for range in ranges {
        kept.push_str(text.get(end..range.start).unwrap_or_default());
        end = range.end;
    }
    kept.push_str(text.get(end..).unwrap_or_default());
    kept
}

/// Number of marks in a note.
pub fn count_marks(text: &str) -> usize {
    mark_ranges(text).len()
}

/// The byte ranges of the marks in the ordinary text of a note, each with the space before it.
fn mark_ranges(text: &str) -> Vec<Range<usize>> {
    if !text.contains(MARK_START) {
        return Vec::new();
    }
    let structure = InlineStructure::parse(text);
    let range = |start: Range<usize>| {
        let rest = structure.text_from(start.start);
        let length = CitationProblem::ALL
            .into_iter()
            .map(CitationProblem::mark_text)
            .find(|mark| rest.starts_with(mark.as_str()))?
            .len();
        let has_space = text.get(..start.start)?.ends_with(' ');
        let is_ordinary = structure.is_ordinary_text(&(start.start..start.start + length));
        is_ordinary.then_some(start.start - usize::from(has_space)..start.start + length)
    };
    structure.text_occurrences(MARK_START).into_iter().filter_map(range).collect()
}

/// The marks that can be written without breaking the note, with their places, in order.
fn safe_marks(
    unmarked: &str,
    sentence_ends: &[(usize, CitationProblem)],
) -> Vec<(usize, CitationProblem)> {
    let structure = InlineStructure::parse(unmarked);
    let place = |(end, problem): &(usize, CitationProblem)| {
        structure.insertion_offset(*end).map(|offset| (offset, *problem))
    };
    let mut marks: Vec<_> = sentence_ends.iter().filter_map(place).collect();
    marks.sort();
    // Sentences in one highlight share a place; the worst problem is named.
    marks.dedup_by_key(|(offset, _)| *offset);
    let check = SafetyCheck { unmarked, structure: &structure };
    let kept = check.safe_part(&marks, MAX_MARK_SPLITS);
    if check.is_safe(&kept) { kept } else { Vec::new() }
}

/// Whether marks leave a note as it is, apart from themselves.
struct SafetyCheck<'a> {
    unmarked: &'a str,
    structure: &'a InlineStructure,
}

impl SafetyCheck<'_> {
    /// The marks without those that would break something. They are halved at most `splits` times.
    fn safe_part(
        &self,
        marks: &[(usize, CitationProblem)],
        splits: usize,
    ) -> Vec<(usize, CitationProblem)> {
        if marks.is_empty() || self.is_safe(marks) {
            return marks.to_vec();
        }
        if marks.len() == 1 || splits == 0 {
            return Vec::new();
        }
        let (first, second) = marks.split_at(marks.len() / 2);
        [self.safe_part(first, splits - 1), self.safe_part(second, splits - 1)].concat()
    }

    /// Whether the note keeps its headings and elements with these marks, and they can be removed
    /// again.
    fn is_safe(&self, marks: &[(usize, CitationProblem)]) -> bool {
        let marked = insert(self.unmarked, marks);
        let [before, after] = [self.unmarked, &marked].map(Outline::parse);
        let [old, new] =
            [&before, &after].map(|outline| heading_levels_and_texts(outline.headings.iter()));
        without_marks(&marked) == self.unmarked
            && self.structure.has_same_elements(&InlineStructure::parse(&marked))
            && old == new
            && before.unclosed.is_some() == after.unclosed.is_some()
    }
}

/// Inserts marks, each after a space. The places are sorted.
fn insert(unmarked: &str, marks: &[(usize, CitationProblem)]) -> String {
    let mut marked = String::with_capacity(unmarked.len());
    let mut start = 0;
    for (offset, problem) in marks {
        marked.push_str(unmarked.get(start..*offset).unwrap_or_default());
        marked.push(' ');
        marked.push_str(&problem.mark_text());
        start = *offset;
    }
    marked.push_str(unmarked.get(start..).unwrap_or_default());
    marked
}

/// The hash of a note without marks, whatever its line ends are. It detects edits of the user.
fn text_hash(unmarked: &str) -> String {
    format!("{:016x}", fnv1a(all_line_ends_to_lf(unmarked).as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::text::assert_linear;

    #[test]
    fn marks_are_placed_in_linear_time() {
        for piece in ["Tea is hot. ", "Tea.[^1] ", "*Tea.* ", "==Tea.== ", "`Tea.` ", "Tea. ^a\n"] {
            assert_linear(piece, 400, |text| {
                let stops = text.match_indices('.').map(|(at, _)| at + 1);
                let ends: Vec<_> = stops.map(|end| (end, CitationProblem::Gone)).collect();
                ProblemMarks::place(text, &ends);
            });
        }
    }

    #[test]
    fn a_mark_that_appears_when_another_is_removed_is_removed_too() {
        let mark = " ==⚠ Ibid: source missing==";
        let note = format!("{mark}- !%%%%%%\n---\n%%[[a]]{mark}\n---\n");
        assert_eq!(without_marks(&note), "- !%%%%%%\n---\n%%[[a]]\n---\n");
    }

    proptest::proptest! {
        /// Marks at any offsets of any text keep its elements, can be removed, and aren't written twice.
        #[test]
        fn no_text_is_broken(
            note in "(\\PC|[\\[\\]()^|#*`>~$%\\n!:.=-]|http://a|- |\\[\\[a\\]\\]|\\[\\^1\\]|\\[b\\]\\(c\\)|Tea is. |==|%%|\\| a \\| b \\||\n---\n| \\^id\n| ==⚠ Ibid: source missing==){0,40}",
            step in 1_usize..7,
        ) {
            let unmarked = without_marks(&note).into_owned();
            let ends: Vec<_> = unmarked
                .char_indices()
                .step_by(step)
                .map(|(at, _)| (at, CitationProblem::NotFound))
                .collect();
            let marks = ProblemMarks::place(&unmarked, &ends);
            let marked = marks.apply(&unmarked).unwrap();
            proptest::prop_assert_eq!(without_marks(&marked), unmarked.as_str());
            proptest::prop_assert_eq!(&marks.apply(&marked).unwrap(), &marked);
            proptest::prop_assert_eq!(count_marks(&marked), marks.marks.len());
            let [before, after] = [&unmarked, &marked].map(|text| InlineStructure::parse(text));
            proptest::prop_assert!(before.has_same_elements(&after));
        }
    }
}
