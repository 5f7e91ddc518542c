//! Finds claims that exchange what the evidence says of two things: `A is big and B is small` where
//! the evidence has `A is small and B is big`.

use crate::support::check::lexicon::CheckLexicon;
use crate::support::check::text::CheckSentence;
use crate::support::check::token::Token;

/// Minimum similarity of words that are compared.
const MIN_SIMILARITY: f32 = 0.8;
/// How much nearer the exchanged parts must be in the evidence than those of the claim, in words.
const MIN_GAIN: f32 = 4.0;
/// Maximum distance of the exchanged parts in the evidence, in words.
const MAX_DISTANCE: f32 = 8.0;
/// How many words farther apart words count for each clause and each sentence between them.
const CLAUSE_DISTANCE: usize = 2;
const SENTENCE_DISTANCE: usize = 6;
/// Maximum number of words that name the thing at the beginning of a clause.
const MAX_SUBJECT_WORDS: usize = 2;

/// A word of the claim with its places in the evidence.
struct PlacedWord<'c> {
    token: &'c Token,
    places: Vec<usize>,
}

/// Whether two clauses of a claim exchange what the evidence says of their subjects.
pub fn exchanges_parts(
    claim: &CheckSentence,
    window: &[&CheckSentence],
    lexicon: &CheckLexicon,
) -> bool {
    let evidence = placed_evidence(window);
    let clauses = clauses(claim, lexicon);
    let placed: Vec<Vec<PlacedWord<'_>>> =
        clauses.iter().map(|clause| placed_words(clause, &evidence)).collect();
    placed.iter().enumerate().any(|(number, first)| {
        placed.iter().skip(number + 1).any(|second| are_exchanged(first, second))
    })
}

/// The words of the evidence with their positions. Clauses and sentences add to the distance.
fn placed_evidence<'t>(window: &[&'t CheckSentence]) -> Vec<(usize, &'t Token)> {
    let mut placed = Vec::new();
    let mut start = 0;
    for sentence in window {
        let place = |at: usize, token: &Token| start + at + CLAUSE_DISTANCE * token.clause_index;
        placed.extend(
            sentence.tokens.iter().enumerate().map(|(at, token)| (place(at, token), token)),
        );
        let last = sentence.tokens.last().map_or(0, |token| token.clause_index);
        start += sentence.tokens.len() + CLAUSE_DISTANCE * last + SENTENCE_DISTANCE;
    }
    placed
}

/// Splits a claim at commas and at conjunctions such as `and` and `whereas`. Clauses of fewer than
/// two compared words are left out.
fn clauses<'c>(claim: &'c CheckSentence, lexicon: &CheckLexicon) -> Vec<Vec<&'c Token>> {
    let mut clauses: Vec<Vec<&Token>> = vec![Vec::new()];
    let mut clause = 0;
    for token in &claim.tokens {
        let is_break = lexicon.contrasts.contains(&*token.lower) || token.clause_index != clause;
        if is_break && clauses.last().is_some_and(|last| !last.is_empty()) {
            clauses.push(Vec::new());
        }
        clause = token.clause_index;
        clauses.iter_mut().next_back().into_iter().for_each(|last| last.push(token));
    }
    let is_long =
        |words: &Vec<&Token>| words.iter().filter(|token| token.is_compared()).count() >= 2;
    clauses.into_iter().filter(is_long).collect()
}

fn placed_words<'c>(clause: &[&'c Token], evidence: &[(usize, &Token)]) -> Vec<PlacedWord<'c>> {
    let placed = |token: &&'c Token| {
        let same = evidence.iter().filter(|(_, word)| token.similarity(word) >= MIN_SIMILARITY);
        let places: Vec<usize> = same.map(|(place, _)| *place).collect();
        (!places.is_empty()).then_some(PlacedWord { token, places })
    };
    clause.iter().filter_map(placed).collect()
}

fn are_exchanged(first: &[PlacedWord<'_>], second: &[PlacedWord<'_>]) -> bool {
    let ours = only_in(first, second);
    let theirs = only_in(second, first);
    (1..=MAX_SUBJECT_WORDS).any(|count| {
        (1..=MAX_SUBJECT_WORDS).any(|other| match (split(&ours, count), split(&theirs, other)) {
            (Some((a, b)), Some((c, d))) => {
                let straight = distance(a, b) + distance(c, d);
                let (crossed, back) = (distance(a, d), distance(c, b));
                crossed + back + MIN_GAIN < straight
                    && crossed <= MAX_DISTANCE
                    && back <= MAX_DISTANCE
            }
            _ => false,
        })
    })
}

/// The words of a clause that another clause lacks.
fn only_in<'p, 'c>(
    words: &'p [PlacedWord<'c>],
    others: &[PlacedWord<'_>],
) -> Vec<&'p PlacedWord<'c>> {
    let lacks = |word: &&PlacedWord<'_>| others.iter().all(|o| o.token.stem != word.token.stem);
    words.iter().filter(lacks).collect()
}

/// Splits a clause into its subject and the rest; `None` if nothing is left.
fn split<'s, 'p, 'c>(
    words: &'s [&'p PlacedWord<'c>],
    count: usize,
) -> Option<(&'s [&'p PlacedWord<'c>], &'s [&'p PlacedWord<'c>])> {
    (words.len() > count).then(|| words.split_at(count))
}

/// The mean distance of two groups of words in the evidence.
fn distance(first: &[&PlacedWord<'_>], second: &[&PlacedWord<'_>]) -> f32 {
    let mut distances = Vec::new();
    for a in first {
        for b in second {
            let all = a.places.iter().flat_map(|a| b.places.iter().map(|b| a.abs_diff(*b)));
            distances.push(all.min().unwrap_or(0) as f32);
        }
    }
    distances.iter().sum::<f32>() / distances.len().max(1) as f32
}
