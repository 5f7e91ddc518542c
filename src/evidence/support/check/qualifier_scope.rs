//! Compares the qualifiers (negations, hedges such as `may`, and opposites) near the words that a
//! claim and its evidence share.

use crate::evidence::support::check::evidence_window::SentenceWindow;
use crate::evidence::support::check::lexicon::CheckLexicon;
use crate::evidence::support::check::parsed_text::TokenizedSentence;
use crate::evidence::support::check::token::Token;

/// Minimum similarity, from 0 to 1, at which a word of the claim counts as a word of the evidence.
const MIN_SCOPE_SIMILARITY: f32 = 0.6;
/// Maximum number of words that a negation or hedge applies to, without function words such as
/// `the`. They must be among the next `MAX_SCOPE_DISTANCE_WORDS` words.
const MAX_SCOPE_WORDS: usize = 3;
const MAX_SCOPE_DISTANCE_WORDS: usize = 8;
/// How many words are searched for a negation of a word: first those before it, then the word
/// itself and those after it.
const NEGATION_BEFORE_AFTER_WORDS: (usize, usize) = (6, 5);
/// How many words on each side of two opposites are compared to see if both say it of the same
/// thing.
const NEIGHBOUR_WORDS_PER_SIDE: usize = 4;

/// The words that the negation or hedge at this index applies to, without function words.
fn words_in_scope(tokens: &[Token], qualifier_index: usize) -> Vec<&Token> {
    let clause = tokens.get(qualifier_index).map_or(0, |token| token.clause_index);
    let mut found: Vec<&Token> = Vec::new();
    for token in tokens.iter().skip(qualifier_index + 1).take(MAX_SCOPE_DISTANCE_WORDS) {
        if (token.clause_index > clause && !found.is_empty()) || found.len() == MAX_SCOPE_WORDS {
            break;
        }
        found.extend(token.is_content_or_number().then_some(token));
    }
    found
}

/// The tokens of a claim that are similar to `word`, a word of the evidence, with their indexes.
fn matching_tokens<'c>(claim: &'c TokenizedSentence, word: &Token) -> Vec<(usize, &'c Token)> {
    let indexed = claim.tokens.iter().enumerate();
    indexed.filter(|(_, token)| token.similarity(word) >= MIN_SCOPE_SIMILARITY).collect()
}

fn has_negation_near(tokens: &[Token], token_index: usize, lexicon: &CheckLexicon) -> bool {
    let first = token_index.saturating_sub(NEGATION_BEFORE_AFTER_WORDS.0);
    let near = tokens
        .get(first..tokens.len().min(token_index + NEGATION_BEFORE_AFTER_WORDS.1))
        .unwrap_or_default();
    near.iter().any(|token| lexicon.negations.contains(&*token.normalized_word))
}

/// How much of what the evidence negates the claim states without a negation: a share of the
/// negated words, from 0 to 1.
pub(super) fn share_negated_in_evidence(
    claim: &TokenizedSentence,
    window: &SentenceWindow<'_>,
    lexicon: &CheckLexicon,
) -> f32 {
    sum_over_tokens(window, |tokens, at| {
        let lower = |at: usize| tokens.get(at).map_or("", |token| token.normalized_word.as_str());
        let negates = lexicon.negations.contains(lower(at));
        match negates && !lexicon.negation_limiters.contains(lower(at + 1)) {
            true => unnegated_scope_share(claim, &words_in_scope(tokens, at), lexicon),
            false => 0.0,
        }
    })
}

/// Calls `share` for each token of the window, and adds up the results. The sum is at most 1.
fn sum_over_tokens(window: &SentenceWindow<'_>, share: impl Fn(&[Token], usize) -> f32) -> f32 {
    let of_sentence = |sentence: &&TokenizedSentence| -> f32 {
        (0..sentence.tokens.len()).map(|at| share(&sentence.tokens, at)).sum()
    };
    window.sentences.iter().map(of_sentence).sum::<f32>().min(1.0)
}

/// The share of `scope`, the words that a negation of the evidence applies to, that the claim has
/// without a negation. Zero unless the claim has the first of these words, or two of them.
fn unnegated_scope_share(
    claim: &TokenizedSentence,
    scope: &[&Token],
    lexicon: &CheckLexicon,
) -> f32 {
    let found: Vec<Vec<(usize, &Token)>> =
        scope.iter().map(|word| matching_tokens(claim, word)).collect();
    let hits = found.iter().filter(|matched| !matched.is_empty()).count();
    let has_first = found.first().is_some_and(|matched| !matched.is_empty());
    let negated = |(at, token): &(usize, &Token)| {
        token.is_negated || has_negation_near(&claim.tokens, *at, lexicon)
    };
    let opposed = claim.tokens.iter().any(|token| {
        scope
            .iter()
            .any(|word| lexicon.are_opposites(&token.normalized_word, &word.normalized_word))
    });
    let is_stated = (has_first || hits >= 2) && !found.iter().flatten().any(negated) && !opposed;
    if is_stated { hits as f32 / scope.len().max(1) as f32 } else { 0.0 }
}

/// How much of what the evidence states only with a hedge (such as `may`) occurs in the claim: a
/// share of the hedged words, from 0 to 1. The caller checks whether the claim is hedged too.
pub(super) fn share_hedged_in_evidence(
    claim: &TokenizedSentence,
    window: &SentenceWindow<'_>,
    lexicon: &CheckLexicon,
) -> f32 {
    sum_over_tokens(window, |tokens, at| {
        let is_hedge = tokens
            .get(at)
            .is_some_and(|token| lexicon.strong_hedges.contains(&*token.normalized_word));
        let scope = if is_hedge { words_in_scope(tokens, at) } else { Vec::new() };
        let hits = scope.iter().filter(|word| !matching_tokens(claim, word).is_empty()).count();
        if hits * 2 >= scope.len() { hits as f32 / scope.len().max(1) as f32 } else { 0.0 }
    })
}

/// Whether the evidence has the opposite of a word of the claim, surrounded by the same other
/// words.
pub(super) fn has_opposite_word(
    claim: &TokenizedSentence,
    window: &SentenceWindow<'_>,
    lexicon: &CheckLexicon,
) -> bool {
    window.sentences.iter().any(|sentence| {
        let has_same = |word: &Token| sentence.has_word(|other| other == word.normalized_word);
        claim.tokens.iter().enumerate().filter(|(_, word)| !has_same(word)).any(|(at, word)| {
            sentence.tokens.iter().enumerate().any(|(place, other)| {
                lexicon.are_opposites(&word.normalized_word, &other.normalized_word)
                    && word.is_negated == other.is_negated
                    && have_common_neighbours((&claim.tokens, at), (&sentence.tokens, place))
            })
        })
    })
}

/// Whether the words around two tokens have two words in common. One is enough if the first token
/// has at most three neighbours.
fn have_common_neighbours(ours: (&[Token], usize), theirs: (&[Token], usize)) -> bool {
    let (ours, theirs) = (neighbouring_content_words(ours), neighbouring_content_words(theirs));
    let is_shared = |word: &&&Token| theirs.iter().any(|other| word.similarity(other) >= 0.8);
    let shared = ours.iter().filter(is_shared).count();
    shared >= 2 || (shared == 1 && ours.len() <= 3)
}

fn neighbouring_content_words((tokens, at): (&[Token], usize)) -> Vec<&Token> {
    let first = at.saturating_sub(NEIGHBOUR_WORDS_PER_SIDE);
    let near =
        tokens.iter().enumerate().skip(first).take(at - first + NEIGHBOUR_WORDS_PER_SIDE + 1);
    near.filter(|(place, token)| *place != at && token.is_content_or_number())
        .map(|(_, token)| token)
        .collect()
}
