//! Scores the passages of one note: finds the passage that contains most of the query, and counts
//! how often neighbouring words of the query are also neighbours in the note.

use crate::index::bm25::Bm25;
use crate::index::note_id::NoteId;
use crate::index::note_table::{NoteTable, PassageEntry};
use crate::index::term_matches::TermMatches;

/// The higher this number, the more each repetition of a word pair adds to the score.
const WORD_PAIR_SATURATION: f32 = 1.2;

/// Scores the passages of one note by how often the query terms occur in each.
pub struct PassageScorer<'a> {
    passages: &'a [PassageEntry],
    bm25: Bm25,
    /// The position of the first word of the first passage.
    start: u32,
    terms: Vec<TermPositions>,
}

/// The positions of a query term that occurs in the note.
struct TermPositions {
    /// Position of the term in the query, counted from zero.
    query_position: Option<u32>,
    weight: f32,
    positions: Vec<u32>,
}

/// A passage of a note with its score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoredPassage {
    /// Index of the passage in the note, counted from zero.
    pub passage_index: usize,
    /// How well the passage matches the query: higher is better.
    pub score: f32,
}

impl<'a> PassageScorer<'a> {
    /// Reads the positions of the query terms in a note.
    pub fn new(note_table: &'a NoteTable, matches: &[TermMatches<'_>], note: NoteId) -> Self {
        let entry = note_table.note(note);
        let positioned = matches.iter().filter(|term| term.query_position.is_some());
        let terms = positioned.map(|term| TermPositions {
            query_position: term.query_position,
            weight: term.weight,
            positions: term.positions_in_note(note),
        });
        // Most notes have only some of the terms, and each passage is scored by each term.
        let occurring = terms.filter(|term| !term.positions.is_empty());
        Self {
            passages: entry.map(|entry| note_table.passages(entry)).unwrap_or_default(),
            bm25: Bm25::new(note_table.average_passage_words()),
            start: entry.map_or(0, |entry| entry.title_and_property_word_count.saturating_add(1)),
            terms: occurring.collect(),
        }
    }

    /// Returns the passage with the highest score; the first one if no passage contains a query
    /// term.
    pub fn best_passage(&self) -> ScoredPassage {
        let first = ScoredPassage { passage_index: 0, score: 0.0 };
        let better = |best: ScoredPassage, passage: ScoredPassage| {
            if passage.score > best.score { passage } else { best }
        };
        self.scored_passages().into_iter().fold(first, better)
    }

    /// Returns all passages of the note with their scores, in order.
    pub fn scored_passages(&self) -> Vec<ScoredPassage> {
        let mut rest: Vec<&[u32]> =
            self.terms.iter().map(|term| term.positions.as_slice()).collect();
        let mut start = self.start;
        for positions in &mut rest {
            skip_and_count_below(positions, start);
        }
        let mut scored = Vec::with_capacity(self.passages.len());
        for (passage_index, passage) in self.passages.iter().enumerate() {
            let end = start.saturating_add(passage.passage_word_count);
            let mut score = 0.0;
            for (positions, term) in rest.iter_mut().zip(&self.terms) {
                let frequency = skip_and_count_below(positions, end);
                if frequency > 0 {
                    score += self.bm25.term_score(
                        term.weight,
                        frequency as f32,
                        passage.passage_word_count,
                    );
                }
            }
            scored.push(ScoredPassage { passage_index, score });
            start = end.saturating_add(1);
        }
        scored
    }

    /// How often neighbouring words of the query are also neighbours in the note, as a score.
    pub fn adjacency_score(&self) -> f32 {
        let mut score = 0.0;
        for (number, first) in self.terms.iter().enumerate() {
            for second in self.terms.iter().skip(number + 1) {
                let next = first.query_position.map(|position| position + 1);
                if next == second.query_position {
                    let count = adjacent_pair_count(&first.positions, &second.positions) as f32;
                    score +=
                        (first.weight + second.weight) * count / (count + WORD_PAIR_SATURATION);
                }
            }
        }
        score
    }
}

/// Removes the positions below `limit` from the start of a sorted list. Returns their number.
fn skip_and_count_below(positions: &mut &[u32], limit: u32) -> usize {
    let count = positions.iter().take_while(|position| **position < limit).count();
    *positions = positions.get(count..).unwrap_or_default();
    count
}

/// Number of positions in `first` that are directly followed by a position in `second`.
fn adjacent_pair_count(first: &[u32], second: &[u32]) -> usize {
    let is_followed = |position: &&u32| second.binary_search(&position.saturating_add(1)).is_ok();
    first.iter().filter(is_followed).count()
}
