//! The sentences of the evidence that a claim is compared with, and how well they cover its words.

use crate::evidence::support::check::parsed_text::{EvidencePiece, TokenizedSentence};
use crate::evidence::support::check::token::{Token, TokenKind};
use crate::values::StableSort;

/// Minimum similarity, from 0 to 1, of a claim's word and a word of the evidence. If no word of the
/// evidence reaches it, the claim's word is missing.
pub const MIN_FOUND_SIMILARITY: f32 = 0.4;

/// Maximum number of neighbouring sentences of a piece that are compared together.
const MAX_WINDOW_SENTENCES: usize = 3;

/// How much each sentence after the first lowers the score of a window, so that short ones win.
const EXTRA_SENTENCE_COST: f32 = 0.04;

/// A word of the claim that evidence should contain.
#[derive(Debug)]
pub struct ClaimWord<'c> {
    /// The word as it occurs in the claim.
    pub token: &'c Token,
    /// How much the word counts: long words and names count more.
    pub weight: f32,
    /// The word's similarity, from 0 to 1, to the most similar word of the window.
    pub window_similarity: f32,
    /// The word's similarity, from 0 to 1, to the most similar word of all evidence.
    pub evidence_similarity: f32,
}

/// The sentences of the evidence that a claim is compared with: the best few of each piece.
#[derive(Debug)]
pub struct SentenceWindow<'t> {
    /// The sentences, in the order of the pieces; the best piece is first.
    pub sentences: Vec<&'t TokenizedSentence>,
    /// The words of the claim, each once, without function words such as `the`.
    pub terms: Vec<ClaimWord<'t>>,
    /// The share of the claim's words, by weight, that occur in the window, from 0 to 1.
    pub claim_coverage: f32,
    /// For each piece, the share of the claim's words (by weight) that its best sentences contain.
    pub coverage_by_piece: Vec<f32>,
}

impl<'t> SentenceWindow<'t> {
    /// Selects, from each piece, the adjacent sentences that contain most words of the claim.
    pub fn select(claim: &'t TokenizedSentence, pieces: &[&'t EvidencePiece]) -> Self {
        let mut terms = distinct_claim_words(claim);
        let mut windows = Vec::new();
        let mut piece_coverage = Vec::new();
        for piece in pieces {
            let scores: Vec<Vec<f32>> = piece
                .sentences
                .iter()
                .map(|sentence| term_similarities(&terms, sentence))
                .collect();
            for row in &scores {
                keep_higher_scores(terms.iter_mut().map(|term| &mut term.evidence_similarity), row);
            }
            let best = best_window(&terms, &scores);
            piece_coverage.push(best.coverage);
            windows.push((*piece, best));
        }
        windows.stable_sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
        let mut sentences = Vec::new();
        for (piece, window) in windows {
            keep_higher_scores(
                terms.iter_mut().map(|term| &mut term.window_similarity),
                &window.scores,
            );
            sentences.extend(piece.sentences.get(window.sentences).into_iter().flatten());
        }
        let coverage = weighted_coverage(&terms, terms.iter().map(|term| term.window_similarity));
        Self { sentences, terms, claim_coverage: coverage, coverage_by_piece: piece_coverage }
    }

    /// Whether `is_listed` is true of any word of the window, in lower case.
    pub fn has_word(&self, is_listed: impl Fn(&str) -> bool + Copy) -> bool {
        self.sentences.iter().any(|sentence| sentence.has_word(is_listed))
    }
}

/// Adjacent sentences of a piece, and how many of the claim's words they contain.
#[derive(Debug, Default)]
struct WindowCandidate {
    sentences: std::ops::Range<usize>,
    scores: Vec<f32>,
    coverage: f32,
    value: f32,
}

fn best_window(terms: &[ClaimWord<'_>], sentence_scores: &[Vec<f32>]) -> WindowCandidate {
    let mut best = WindowCandidate { value: f32::MIN, ..WindowCandidate::default() };
    for first in 0..sentence_scores.len() {
        let mut covered = vec![0.0_f32; terms.len()];
        for last in first..sentence_scores.len().min(first + MAX_WINDOW_SENTENCES) {
            keep_higher_scores(
                covered.iter_mut(),
                sentence_scores.get(last).map_or(&[], Vec::as_slice),
            );
            let coverage = weighted_coverage(terms, covered.iter().copied());
            let value = coverage - EXTRA_SENTENCE_COST * (last - first) as f32;
            if value > best.value {
                best = WindowCandidate {
                    sentences: first..last + 1,
                    scores: covered.clone(),
                    coverage,
                    value,
                };
            }
        }
    }
    best
}

fn keep_higher_scores<'s>(scores: impl Iterator<Item = &'s mut f32>, others: &[f32]) {
    for (score, other) in scores.zip(others) {
        *score = score.max(*other);
    }
}

fn weighted_coverage(terms: &[ClaimWord<'_>], scores: impl Iterator<Item = f32>) -> f32 {
    let total: f32 = terms.iter().map(|term| term.weight).sum();
    let covered: f32 = terms.iter().zip(scores).map(|(term, score)| term.weight * score).sum();
    if total > 0.0 { covered / total } else { 0.0 }
}

/// The words of a claim, each once, with their weights. Function words such as `the` are left out.
fn distinct_claim_words(claim: &TokenizedSentence) -> Vec<ClaimWord<'_>> {
    let mut terms: Vec<ClaimWord<'_>> = Vec::new();
    for token in claim.tokens.iter().filter(|token| token.kind == TokenKind::Content) {
        if !terms.iter().any(|term| term.token.stem == token.stem) {
            let length = token.normalized_word.chars().count().min(10) as f32;
            let bonus = if token.is_name { 0.5 } else { 0.0 };
            let weight = 0.6 + length / 10.0 + bonus;
            terms.push(ClaimWord {
                token,
                weight,
                window_similarity: 0.0,
                evidence_similarity: 0.0,
            });
        }
    }
    terms
}

fn term_similarities(terms: &[ClaimWord<'_>], sentence: &TokenizedSentence) -> Vec<f32> {
    let best = |term: &ClaimWord<'_>| {
        let scores = sentence.tokens.iter().map(|token| term.token.similarity(token));
        scores.fold(0.0, f32::max)
    };
    terms.iter().map(best).collect()
}
