//! The passages in which an answer is looked for, with the counts of their words.

use std::collections::BTreeSet;

use crate::answers::built_in::answer::term_counts::{QuestionWord, TermCounts};
use crate::evidence::{Evidence, LineMark, MarkedLine, line_mark};
use crate::language::{Language, sentence_split};
use crate::notes::note::NotePath;

/// The BM25 parameter b for sentences: how much long ones are penalised.
pub const SENTENCE_LENGTH_PENALTY: f32 = 0.4;
/// How often a word of the title and headings counts as a word of each sentence below them: a sentence need not
/// repeat its subject, and a row of a table hardly ever names it.
const HEADING_SHARE: f32 = 0.2;
const HEADING_SHARE_OF_ROW: f32 = 0.5;

/// A passage in which the answer is looked for.
pub struct SearchedPassage<'p> {
    /// The text of the passage without markup.
    pub text: &'p str,
    /// The lines that are no plain statements.
    pub marked_lines: &'p [MarkedLine],
    /// The title of the note or page.
    pub title: &'p str,
    /// The title, and the headings above the passage.
    pub heading: &'p str,
    /// The innermost heading above the passage.
    pub innermost_heading: &'p str,
    /// Whether the note with the question links to the note of the passage.
    pub is_linked: bool,
    /// How well the whole note or page matches the question, from 0 to 1 for the best of its kind.
    pub source_relevance: f32,
}

/// The evidence as passages in which an answer is looked for, below their titles and headings.
pub fn searched_passages<'e>(
    evidence: &'e [Evidence],
    headings: &'e [String],
    linked_notes: &BTreeSet<NotePath>,
) -> Vec<SearchedPassage<'e>> {
    let passage = |(piece, heading): (&'e Evidence, &'e String)| SearchedPassage {
        text: &piece.text,
        marked_lines: &piece.marked_lines,
        title: piece.origin.title(),
        heading,
        innermost_heading: piece.origin.innermost_heading(),
        is_linked: piece.note_path().is_some_and(|path| linked_notes.contains(path)),
        source_relevance: piece.score / best_score(evidence, piece),
    };
    evidence.iter().zip(headings).map(passage).collect()
}

/// The best search score among the evidence of the same origin as a piece: scores of notes and of pages
/// have different scales.
pub fn best_score(evidence: &[Evidence], piece: &Evidence) -> f32 {
    let is_note = piece.note_path().is_some();
    let same_origin = evidence.iter().filter(|other| other.note_path().is_some() == is_note);
    same_origin.map(|other| other.score).fold(f32::MIN_POSITIVE, f32::max)
}

/// A passage with the counts of its terms and those of its sentences.
pub struct ParsedPassage<'p> {
    /// The counts of the text, the title and the headings.
    pub whole: TermCounts,
    pub title: TermCounts,
    /// The counts of the title and the headings.
    pub heading: TermCounts,
    pub sentences: Vec<SearchedSentence<'p>>,
}

/// A sentence of a passage with the counts of its words.
pub struct SearchedSentence<'p> {
    pub text: &'p str,
    pub counts: TermCounts,
    pub is_table_row: bool,
    /// How often a word of the title and headings counts as a word of the sentence.
    pub heading_share: f32,
    /// Whether it is the first sentence of its paragraph or list item.
    pub is_first: bool,
}

impl SearchedSentence<'_> {
    /// The score for the words of a question, if the words of the title and headings above count in part.
    pub fn score(&self, heading: &TermCounts, words: &[QuestionWord], usual_length: f32) -> f32 {
        let frequency = |word: &QuestionWord| match word.frequency(&self.counts) {
            0.0 => self.heading_share * word.frequency(heading).min(1.0),
            frequency => frequency,
        };
        self.counts.score_by_frequency(words, usual_length, SENTENCE_LENGTH_PENALTY, frequency)
    }
}

impl<'p> ParsedPassage<'p> {
    pub fn new(passage: &SearchedPassage<'p>, language: Language) -> Self {
        let mut whole = TermCounts::new(passage.text, language);
        let [title, heading] =
            [passage.title, passage.heading].map(|text| TermCounts::new(text, language));
        for term in heading.counts.keys() {
            *whole.counts.entry(term.clone()).or_default() += 1.0;
        }
        let has_table = passage.marked_lines.iter().any(|line| line.mark == LineMark::TableRow);
        let sentences = passage.text.lines().flat_map(|line| {
            let sentences = sentence_split::whole_sentences(line).into_iter().enumerate();
            sentences.map(|(number, text)| {
                // Few passages have tables, and looking up the mark of each sentence takes time.
                let is_table_row =
                    has_table && line_mark(passage.marked_lines, text) == Some(LineMark::TableRow);
                let heading_share = if is_table_row { HEADING_SHARE_OF_ROW } else { HEADING_SHARE };
                let counts = TermCounts::new(text, language);
                let is_first = number == 0;
                SearchedSentence { text, counts, is_table_row, heading_share, is_first }
            })
        });
        Self { whole, title, heading, sentences: sentences.collect() }
    }
}
