//! Negations, hedges and opposites near the words that claim and evidence share.

use crate::support::check::lexicon::CheckLexicon;
use crate::support::check::text::CheckSentence;
use crate::support::check::token::Token;
use crate::support::check::window::ComparedWindow;

/// Minimum similarity of a word in the scope of a negation and a word of the claim.
const MIN_SIMILARITY: f32 = 0.6;
/// Number of words after a negation or hedge that are its scope, and how far it may reach.
const SCOPE_WORDS: usize = 3;
const MAX_SCOPE_DISTANCE: usize = 8;
/// How many words before and after a word may contain its negation.
const NEGATION_DISTANCE: (usize, usize) = (6, 5);
/// How many words on each side of an opposite are compared.
const NEIGHBOURS: usize = 4;

/// The content words that a negation or hedge applies to.
fn scope(tokens: &[Token], at: usize) -> Vec<&Token> {
    let clause = tokens.get(at).map_or(0, |token| token.clause_index);
    let mut found: Vec<&Token> = Vec::new();
    for token in tokens.iter().skip(at + 1).take(MAX_SCOPE_DISTANCE) {
        if (token.clause_index > clause && !found.is_empty()) || found.len() == SCOPE_WORDS {
            break;
        }
        found.extend(token.is_compared().then_some(token));
    }
    found
}

/// The tokens of a claim that match one of the evidence.
fn matches<'c>(claim: &'c CheckSentence, word: &Token) -> Vec<(usize, &'c Token)> {
    let indexed = claim.tokens.iter().enumerate();
    indexed.filter(|(_, token)| token.similarity(word) >= MIN_SIMILARITY).collect()
}

fn is_negated(tokens: &[Token], at: usize, lexicon: &CheckLexicon) -> bool {
    let first = at.saturating_sub(NEGATION_DISTANCE.0);
    let near = tokens.get(first..tokens.len().min(at + NEGATION_DISTANCE.1)).unwrap_or_default();
    near.iter().any(|token| lexicon.negations.contains(&*token.lower))
}

/// The share of the words that the evidence negates that the claim has without a negation, from 0 to
/// 1.
pub fn stated_share_of_negated(
    claim: &CheckSentence,
    window: &ComparedWindow<'_>,
    lexicon: &CheckLexicon,
) -> f32 {
    sum_over_tokens(window, |tokens, at| {
        let lower = |at: usize| tokens.get(at).map_or("", |token| token.lower.as_str());
        let negates = lexicon.negations.contains(lower(at));
        match negates && !lexicon.limiters.contains(lower(at + 1)) {
            true => stated_share(claim, &scope(tokens, at), lexicon),
            false => 0.0,
        }
    })
}

/// Adds up a share for each token of the window. The sum is at most 1.
fn sum_over_tokens(window: &ComparedWindow<'_>, share: impl Fn(&[Token], usize) -> f32) -> f32 {
    let of_sentence = |sentence: &&CheckSentence| -> f32 {
        (0..sentence.tokens.len()).map(|at| share(&sentence.tokens, at)).sum()
    };
    window.sentences.iter().map(of_sentence).sum::<f32>().min(1.0)
}

/// The share of the words in the scope of a negation that the claim has without a negation. Zero
/// unless the claim has the first word, or two of them.
fn stated_share(claim: &CheckSentence, scope: &[&Token], lexicon: &CheckLexicon) -> f32 {
    let found: Vec<Vec<(usize, &Token)>> = scope.iter().map(|word| matches(claim, word)).collect();
    let hits = found.iter().filter(|matched| !matched.is_empty()).count();
    let has_first = found.first().is_some_and(|matched| !matched.is_empty());
    let negated =
        |(at, token): &(usize, &Token)| token.is_negated || is_negated(&claim.tokens, *at, lexicon);
    let opposed = claim
        .tokens
        .iter()
        .any(|token| scope.iter().any(|word| lexicon.are_opposites(&token.lower, &word.lower)));
    let is_stated = (has_first || hits >= 2) && !found.iter().flatten().any(negated) && !opposed;
    if is_stated { hits as f32 / scope.len().max(1) as f32 } else { 0.0 }
}

/// The share of the words that the evidence states only with a hedge (such as `may`) that also occur
/// in the claim, from 0 to 1. The caller checks whether the claim is hedged too.
pub fn stated_share_of_hedged(
    claim: &CheckSentence,
    window: &ComparedWindow<'_>,
    lexicon: &CheckLexicon,
) -> f32 {
    sum_over_tokens(window, |tokens, at| {
        let is_hedge =
            tokens.get(at).is_some_and(|token| lexicon.strong_hedges.contains(&*token.lower));
        let scope = if is_hedge { scope(tokens, at) } else { Vec::new() };
        let hits = scope.iter().filter(|word| !matches(claim, word).is_empty()).count();
        if hits * 2 >= scope.len() { hits as f32 / scope.len().max(1) as f32 } else { 0.0 }
    })
}

/// Whether the evidence has the opposite of a word of the claim near the same other words.
pub fn has_opposite(
    claim: &CheckSentence,
    window: &ComparedWindow<'_>,
    lexicon: &CheckLexicon,
) -> bool {
    window.sentences.iter().any(|sentence| {
        let has_same = |word: &Token| sentence.has_word(|other| other == word.lower);
        claim.tokens.iter().enumerate().filter(|(_, word)| !has_same(word)).any(|(at, word)| {
            sentence.tokens.iter().enumerate().any(|(place, other)| {
                lexicon.are_opposites(&word.lower, &other.lower)
                    && word.is_negated == other.is_negated
                    && share_neighbours((&claim.tokens, at), (&sentence.tokens, place))
            })
        })
    })
}

/// Whether the words around two places have two words in common, or one if there are few.
fn share_neighbours(ours: (&[Token], usize), theirs: (&[Token], usize)) -> bool {
    let (ours, theirs) = (compared_neighbours(ours), compared_neighbours(theirs));
    let is_shared = |word: &&&Token| theirs.iter().any(|other| word.similarity(other) >= 0.8);
    let shared = ours.iter().filter(is_shared).count();
    shared >= 2 || (shared == 1 && ours.len() <= 3)
}

fn compared_neighbours((tokens, at): (&[Token], usize)) -> Vec<&Token> {
    let first = at.saturating_sub(NEIGHBOURS);
    let near = tokens.iter().enumerate().skip(first).take(at - first + NEIGHBOURS + 1);
    near.filter(|(place, token)| *place != at && token.is_compared())
        .map(|(_, token)| token)
        .collect()
}
