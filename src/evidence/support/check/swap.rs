//! Finds claims that swap two things: the claim says `A is big and B is small`, but the evidence
//! says `A is small and B is big`.

use crate::evidence::support::check::lexicon::CheckLexicon;
use crate::evidence::support::check::parsed_text::TokenizedSentence;
use crate::evidence::support::check::token::Token;

/// A word of the claim matches a word of the evidence if their similarity (0 to 1) is at least
/// this.
const MIN_WORD_SIMILARITY: f32 = 0.8;
/// Two subjects count as swapped only if, in the evidence, each is nearer to what the claim says of
/// the other subject: by more than this many words in total.
const MIN_SWAP_DISTANCE_GAIN_WORDS: f32 = 4.0;
/// Maximum distance in the evidence, in words, between a subject and what the claim says of the
/// other subject. Words that are farther apart hardly belong together.
const MAX_SWAP_DISTANCE_WORDS: f32 = 8.0;
/// Extra distance, in words, for each clause border (and below, for each sentence border) between
/// two words: words on both sides of a border belong together less.
const EXTRA_CLAUSE_DISTANCE_WORDS: usize = 2;
const EXTRA_SENTENCE_DISTANCE_WORDS: usize = 6;
/// Maximum number of words at the start of a clause that are tried as its subject.
const MAX_SUBJECT_WORDS: usize = 2;

/// A word of the claim with the positions of its matches in the evidence.
struct MatchedClaimWord<'c> {
    token: &'c Token,
    evidence_positions: Vec<usize>,
}

/// Whether two clauses of a claim have swapped subjects: the evidence says of each subject what the
/// claim says of the other.
pub(super) fn has_swapped_subjects(
    claim: &TokenizedSentence,
    window: &[&TokenizedSentence],
    lexicon: &CheckLexicon,
) -> bool {
    let evidence = evidence_word_positions(window);
    let clauses = split_into_clauses(claim, lexicon);
    let placed: Vec<Vec<MatchedClaimWord<'_>>> =
        clauses.iter().map(|clause| match_clause_words(clause, &evidence)).collect();
    placed.iter().enumerate().any(|(number, first)| {
        placed.iter().skip(number + 1).any(|second| are_subjects_swapped(first, second))
    })
}

/// Returns the words of the evidence with their positions. Positions leave a gap at each clause and
/// sentence border, so that words on both sides count as farther apart.
fn evidence_word_positions<'t>(window: &[&'t TokenizedSentence]) -> Vec<(usize, &'t Token)> {
    let mut placed = Vec::new();
    let mut start = 0;
    for sentence in window {
        let place = |at: usize, token: &Token| {
            start + at + EXTRA_CLAUSE_DISTANCE_WORDS * token.clause_index
        };
        placed.extend(
            sentence.tokens.iter().enumerate().map(|(at, token)| (place(at, token), token)),
        );
        let last = sentence.tokens.last().map_or(0, |token| token.clause_index);
        start += sentence.tokens.len()
            + EXTRA_CLAUSE_DISTANCE_WORDS * last
            + EXTRA_SENTENCE_DISTANCE_WORDS;
    }
    placed
}

/// Splits a claim into clauses at commas and at conjunctions such as `and` and `whereas`. A clause
/// with fewer than two tokens that are content words or numbers says too little and is left out.
fn split_into_clauses<'c>(
    claim: &'c TokenizedSentence,
    lexicon: &CheckLexicon,
) -> Vec<Vec<&'c Token>> {
    let mut clauses: Vec<Vec<&Token>> = vec![Vec::new()];
    let mut clause = 0;
    for token in &claim.tokens {
        let is_break = lexicon.contrast_conjunctions.contains(&*token.normalized_word)
            || token.clause_index != clause;
        if is_break && clauses.last().is_some_and(|last| !last.is_empty()) {
            clauses.push(Vec::new());
        }
        clause = token.clause_index;
        clauses.iter_mut().next_back().into_iter().for_each(|last| last.push(token));
    }
    let is_long = |words: &Vec<&Token>| {
        words.iter().filter(|token| token.is_content_or_number()).count() >= 2
    };
    clauses.into_iter().filter(is_long).collect()
}

fn match_clause_words<'c>(
    clause: &[&'c Token],
    evidence: &[(usize, &Token)],
) -> Vec<MatchedClaimWord<'c>> {
    let placed = |token: &&'c Token| {
        let same =
            evidence.iter().filter(|(_, word)| token.similarity(word) >= MIN_WORD_SIMILARITY);
        let places: Vec<usize> = same.map(|(place, _)| *place).collect();
        (!places.is_empty()).then_some(MatchedClaimWord { token, evidence_positions: places })
    };
    clause.iter().filter_map(placed).collect()
}

fn are_subjects_swapped(first: &[MatchedClaimWord<'_>], second: &[MatchedClaimWord<'_>]) -> bool {
    let ours = unshared_words(first, second);
    let theirs = unshared_words(second, first);
    (1..=MAX_SUBJECT_WORDS).any(|count| {
        (1..=MAX_SUBJECT_WORDS).any(|other| {
            match (split_off_subject(&ours, count), split_off_subject(&theirs, other)) {
                (Some((a, b)), Some((c, d))) => {
                    let straight = mean_word_distance(a, b) + mean_word_distance(c, d);
                    let (crossed, back) = (mean_word_distance(a, d), mean_word_distance(c, b));
                    crossed + back + MIN_SWAP_DISTANCE_GAIN_WORDS < straight
                        && crossed <= MAX_SWAP_DISTANCE_WORDS
                        && back <= MAX_SWAP_DISTANCE_WORDS
                }
                _ => false,
            }
        })
    })
}

/// Returns the words of a clause that another clause lacks: words in both can't tell the subjects
/// apart.
fn unshared_words<'p, 'c>(
    words: &'p [MatchedClaimWord<'c>],
    others: &[MatchedClaimWord<'_>],
) -> Vec<&'p MatchedClaimWord<'c>> {
    let lacks =
        |word: &&MatchedClaimWord<'_>| others.iter().all(|o| o.token.stem != word.token.stem);
    words.iter().filter(lacks).collect()
}

/// Splits a clause into its subject (the first words) and the words after it; `None` if there are
/// no words after it.
fn split_off_subject<'s, 'p, 'c>(
    words: &'s [&'p MatchedClaimWord<'c>],
    subject_word_count: usize,
) -> Option<(&'s [&'p MatchedClaimWord<'c>], &'s [&'p MatchedClaimWord<'c>])> {
    (words.len() > subject_word_count).then(|| words.split_at(subject_word_count))
}

/// Returns how far apart two groups of claim words are in the evidence: the mean distance in words.
fn mean_word_distance(first: &[&MatchedClaimWord<'_>], second: &[&MatchedClaimWord<'_>]) -> f32 {
    let mut distances = Vec::new();
    for a in first {
        for b in second {
            let all = a
                .evidence_positions
                .iter()
                .flat_map(|a| b.evidence_positions.iter().map(|b| a.abs_diff(*b)));
            distances.push(all.min().unwrap_or(0) as f32);
        }
    }
    distances.iter().sum::<f32>() / distances.len().max(1) as f32
}
