//! Scores the passages of one note: finds the passage that contains most of the query, and counts
//! how often neighbouring words of the query are also neighbours in the note.

use std::collections::BTreeMap;

use crate::notes::index::bm25::Bm25;
use crate::notes::index::note_id::NoteId;
use crate::notes::index::note_table::{NoteTable, PassageEntry};
use crate::notes::index::term_matches::TermMatches;
use crate::values::text::add_steps;

/// The higher this number, the more each repetition of a word pair adds to the score.
const WORD_PAIR_SATURATION: f32 = 1.2;

/// Scores the passages of one note by how often the query terms occur in each.
pub struct PassageScorer<'a> {
    passages: &'a [PassageEntry],
    bm25: Bm25,
    /// The position of the first word of the first passage.
    start: u32,
    terms: Vec<PositionedTerm>,
    /// The positions of the terms. A term that the query repeats has them once.
    positions: Vec<Vec<u32>>,
}

/// A query term that occurs in the note.
struct PositionedTerm {
    /// Position of the term in the query, counted from zero.
    query_position: Option<u32>,
    weight: f32,
    /// The place of its positions in the list of all positions.
    positions_index: usize,
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
        let mut indexes: BTreeMap<usize, Option<usize>> = BTreeMap::new();
        let mut all_positions: Vec<Vec<u32>> = Vec::new();
        let mut positions_index = |term: &TermMatches<'_>| {
            *indexes.entry(term.alternatives_number).or_insert_with(|| {
                let positions = term.positions_in_note(note);
                // Most notes have only some of the terms, and each passage is scored by each term.
                (!positions.is_empty()).then(|| {
                    all_positions.push(positions);
                    all_positions.len() - 1
                })
            })
        };
        let positioned = matches.iter().filter(|term| term.query_position.is_some());
        let occurring = positioned.filter_map(|term| {
            let (query_position, weight) = (term.query_position, term.weight);
            Some(PositionedTerm { query_position, weight, positions_index: positions_index(term)? })
        });
        let terms = occurring.collect();
        Self {
            passages: entry.map(|entry| note_table.passages(entry)).unwrap_or_default(),
            bm25: Bm25::new(note_table.average_passage_words()),
            start: entry.map_or(0, |entry| entry.title_and_property_word_count.saturating_add(1)),
            terms,
            positions: all_positions,
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
        let mut rest: Vec<&[u32]> = self.positions.iter().map(Vec::as_slice).collect();
        let mut start = self.start;
        for positions in &mut rest {
            skip_and_count_below(positions, start);
        }
        let mut scored = Vec::with_capacity(self.passages.len());
        for (passage_index, passage) in self.passages.iter().enumerate() {
            let end = start.saturating_add(passage.passage_word_count);
            let mut score = 0.0;
            let frequencies = rest.iter_mut().map(|positions| skip_and_count_below(positions, end));
            let frequencies: Vec<usize> = frequencies.collect();
            for term in &self.terms {
                let frequency = frequencies.get(term.positions_index).copied().unwrap_or_default();
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
        let mut counts: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for (number, first) in self.terms.iter().enumerate() {
            for second in self.terms.iter().skip(number + 1) {
                let next = first.query_position.map(|position| position + 1);
                if next == second.query_position {
                    let pair = (first.positions_index, second.positions_index);
                    let count = *counts.entry(pair).or_insert_with(|| self.adjacent_count(pair));
                    let count = count as f32;
                    score +=
                        (first.weight + second.weight) * count / (count + WORD_PAIR_SATURATION);
                }
            }
        }
        score
    }

    fn adjacent_count(&self, (first, second): (usize, usize)) -> usize {
        let positions = |index: usize| self.positions.get(index).map_or(&[][..], Vec::as_slice);
        adjacent_pair_count(positions(first), positions(second))
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
    add_steps(first.len().min(second.len()));
    let is_followed = |position: &&u32| second.binary_search(&position.saturating_add(1)).is_ok();
    let is_preceded = |position: &&u32| {
        position.checked_sub(1).is_some_and(|before| first.binary_search(&before).is_ok())
    };
    match first.len() <= second.len() {
        true => first.iter().filter(is_followed).count(),
        false => second.iter().filter(is_preceded).count(),
    }
}
