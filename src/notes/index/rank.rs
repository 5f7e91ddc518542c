//! Scores notes for a query with BM25F. For the best hundred notes, adds scores for their best
//! passage and for adjacent query words. So a note with all words in one passage beats a note in
//! which the words are spread out.

use crate::notes::index::bm25::{Bm25, idf};
use crate::notes::index::note_id::NoteId;
use crate::notes::index::note_table::NoteTable;
use crate::notes::index::passage_score::{PassageScorer, ScoredPassage};
use crate::notes::index::term_matches::TermMatches;

/// Minimum number of notes that get a passage score, best notes first. Passage scores take time, so
/// the other notes get none. A search for more hits than this computes one for each hit.
const MIN_PASSAGE_SCORED_NOTES: usize = 100;

/// The score of a note's best passage is multiplied by this weight and added to the note's score.
const PASSAGE_SCORE_WEIGHT: f32 = 0.3;

/// The score for adjacent query words is multiplied by this weight and added to the note's score.
const ADJACENCY_SCORE_WEIGHT: f32 = 0.1;

/// A note that a search found, with its best passage and its score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct RankedNote {
    /// The id of the note.
    pub note: NoteId,
    /// The index of the best passage in the note, counted from zero.
    pub best_passage_index: usize,
    /// How well the note matches the query: higher is better.
    pub score: f32,
}

/// Returns the notes with the highest scores, unsorted. The caller sorts them and breaks ties.
pub(super) fn rank_notes(
    note_table: &NoteTable,
    matches: &mut [TermMatches<'_>],
    limit: usize,
    admits: &dyn Fn(NoteId) -> bool,
) -> Vec<RankedNote> {
    let scores = note_scores(note_table, matches);
    let best = best_notes(&scores, limit.max(MIN_PASSAGE_SCORED_NOTES), admits);
    let rank_note = |(note, score): (NoteId, f32)| {
        let scorer = PassageScorer::new(note_table, matches, note);
        let best = scorer.best_passage();
        let score = score
            + PASSAGE_SCORE_WEIGHT * best.score
            + ADJACENCY_SCORE_WEIGHT * scorer.adjacency_score();
        RankedNote { note, best_passage_index: best.passage_index, score }
    };
    best.into_iter().map(rank_note).collect()
}

/// The notes with the highest scores, at most `limit`, among those that `admits` accepts.
fn best_notes(scores: &[f32], limit: usize, admits: &dyn Fn(NoteId) -> bool) -> Vec<(NoteId, f32)> {
    let scored = scores.iter().enumerate().filter(|(_, score)| **score > 0.0);
    let with_id = scored.map(|(note, score)| (NoteId(note as u32), *score));
    let mut best: Vec<(NoteId, f32)> = with_id.filter(|(note, _)| admits(*note)).collect();
    if best.len() > limit {
        best.select_nth_unstable_by(limit, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        best.truncate(limit);
    }
    best
}

/// Scores the passages of some notes, with the same weights as in a search for notes.
pub(super) fn scored_passages(
    note_table: &NoteTable,
    matches: &mut [TermMatches<'_>],
    notes: &[NoteId],
) -> Vec<(NoteId, Vec<ScoredPassage>)> {
    note_scores(note_table, matches);
    let passages = |note| PassageScorer::new(note_table, matches, note).scored_passages();
    notes.iter().map(|note| (*note, passages(*note))).collect()
}

/// The BM25F score of every note, in order of id. Also multiplies the weight of each term by its
/// rarity, because passage scores need that weight later.
fn note_scores(note_table: &NoteTable, matches: &mut [TermMatches<'_>]) -> Vec<f32> {
    let bm25 = Bm25::new(note_table.average_note_words());
    let mut scores = vec![0.0; note_table.note_count_with_removed()];
    let mut frequencies = vec![0.0_f32; note_table.note_count_with_removed()];
    let mut notes = Vec::new();
    for term in matches {
        term.add_note_frequencies(note_table, &mut frequencies, &mut notes);
        term.weight *= idf(note_table.len(), notes.len());
        for note in notes.drain(..) {
            let slots = frequencies.get_mut(note.index()).zip(scores.get_mut(note.index()));
            if let Some((frequency, score)) = slots {
                let words = note_table.note_word_count(note).unwrap_or_default();
                *score += bm25.term_score(term.weight, *frequency, words);
                *frequency = 0.0;
            }
        }
    }
    scores
}
