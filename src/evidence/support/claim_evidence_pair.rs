//! Pairs a claim with its window: the few neighbouring sentences of the evidence that contain most
//! of the claim's words.

use std::collections::BTreeSet;

use crate::evidence::support::claim_term::{self, ClaimTerm};
use crate::evidence::support::parsed_text::{ParsedSentence, ParsedText, ParsedWord};
use crate::evidence::support::quantity::Quantity;
use crate::evidence::support::term_match::{self, EvidenceWindow, TermMatch};
use crate::language::{Language, tokenize};

/// A term of the claim counts as found in the evidence if the score of its best match (0 to 1) is
/// at least this.
pub const MIN_TERM_MATCH_SCORE: f32 = 0.4;

/// Maximum number of missing words that are returned: more are of no use to a reader.
const MAX_LISTED_MISSING_WORDS: usize = 12;

/// Maximum number of quantities per claim; further ones are ignored, because comparing two long
/// tables would take too long.
const MAX_CLAIM_QUANTITIES: usize = 100;

/// A claim, parsed for comparison. The words of all its sentences are in one list.
#[derive(Debug, Default)]
pub struct ParsedClaim {
    /// All words of the claim, in order.
    pub words: Vec<ParsedWord>,
    /// The words of the claim that the evidence must contain.
    pub terms: Vec<ClaimTerm>,
    /// The quantities of the claim, in order.
    pub quantities: Vec<Quantity>,
}

/// A claim, the sentences of its evidence that contain most of its words, and the matches between
/// both.
#[derive(Debug)]
pub struct ClaimEvidencePair<'r> {
    /// The claim, with the words of all its sentences in one list.
    pub claim: ParsedClaim,
    /// The neighbouring sentences of the evidence that contain most of the claim's words.
    pub window_sentences: &'r [ParsedSentence],
    /// The matches of the claim's terms in each sentence of the window.
    matches: Vec<Vec<TermMatch>>,
    /// Where these sentences are in the evidence, and how well they match each term of the claim.
    pub window: EvidenceWindow,
    /// The quantities of the window and of the sentences before and after it.
    evidence_quantities: Vec<&'r Quantity>,
    is_verbatim: bool,
}

impl<'r> ClaimEvidencePair<'r> {
    /// Matches a claim with evidence that was parsed in the same language.
    pub fn new(claim: ParsedText, evidence: &'r ParsedText) -> Self {
        let terms = claim_term::claim_terms(&claim.sentences);
        let mut matches = term_match::find_matches_by_sentence(&terms, evidence);
        let window = term_match::best_evidence_window(&terms, &matches, claim.sentences.len());
        let is_verbatim = evidence.normalized_text.contains(&claim.normalized_text);
        let (first, length) = (window.sentence_range.start, window.sentence_range.len());
        let nearby = evidence.sentences.iter().skip(first.saturating_sub(1)).take(length + 2);
        let evidence_quantities = nearby.flat_map(|sentence| &sentence.quantities).collect();
        let quantities = claim.sentences.iter().flat_map(|sentence| &sentence.quantities);
        let quantities = quantities.take(MAX_CLAIM_QUANTITIES).cloned().collect();
        let words = claim.sentences.into_iter().flat_map(|sentence| sentence.words).collect();
        matches.truncate(window.sentence_range.end);
        Self {
            claim: ParsedClaim { words, terms, quantities },
            window_sentences: evidence
                .sentences
                .get(window.sentence_range.clone())
                .unwrap_or_default(),
            matches: matches.split_off(first.min(matches.len())),
            window,
            evidence_quantities,
            is_verbatim,
        }
    }

    /// Whether the evidence contains the claim word for word, in whole sentences.
    pub fn has_verbatim_claim(&self) -> bool {
        self.is_verbatim
    }

    /// The sentences of the window, each with the matches of the claim's terms.
    pub fn sentences_with_matches(&self) -> impl Iterator<Item = (&ParsedSentence, &[TermMatch])> {
        self.window_sentences.iter().zip(self.matches.iter().map(Vec::as_slice))
    }

    /// Returns the numbers of the claim that the evidence lacks, as written. Only numbers in digits
    /// count.
    pub fn missing_quantities(&self) -> Vec<String> {
        let in_digits =
            self.claim.quantities.iter().filter(|quantity| quantity.is_written_in_digits);
        let missing = in_digits.filter(|quantity| !quantity.occurs_in(&self.evidence_quantities));
        missing.map(|quantity| quantity.as_written.clone()).collect()
    }

    /// Returns the share of the claim's quantities that the evidence has; `None` if the claim has
    /// no quantities.
    pub fn found_quantity_share(&self) -> Option<f32> {
        let all = &self.claim.quantities;
        let found = all.iter().filter(|quantity| quantity.occurs_in(&self.evidence_quantities));
        (!all.is_empty()).then(|| found.count() as f32 / all.len() as f32)
    }

    /// Whether the window lacks a name of the claim: an abbreviation, or two neighbouring
    /// capitalised words that are both missing (`Rachel Carson`).
    pub fn evidence_lacks_name(&self) -> bool {
        let terms: Vec<_> = self.claim.terms.iter().zip(&self.window.term_scores).collect();
        let lacks_abbreviation = |(term, score): &(&ClaimTerm, &f32)| {
            term.word.form.is_abbreviation && **score < MIN_TERM_MATCH_SCORE
        };
        terms.iter().any(lacks_abbreviation)
            || terms.windows(2).any(|pair| match pair {
                [(first, a), (second, b)] => {
                    let is_missing = a.max(**b) < MIN_TERM_MATCH_SCORE
                        && second.word_index == first.word_index + 1;
                    is_missing
                        && second.is_name
                        && is_capitalized_word(first)
                        && is_capitalized_word(second)
                }
                _ => false,
            })
    }

    /// Returns the terms of the claim that the window lacks, as written, so that the user sees why
    /// a claim isn't supported.
    pub fn missing_words(&self) -> Vec<String> {
        let scores = self.window.term_scores.iter().copied().chain(std::iter::repeat(0.0));
        let terms = self.claim.terms.iter().map(|term| &term.word.form.as_written).zip(scores);
        let (missing, matched): (Vec<_>, Vec<_>) =
            terms.partition(|(_, score)| *score < MIN_TERM_MATCH_SCORE);
        let known: BTreeSet<char> = matched.iter().flat_map(|(word, _)| word.chars()).collect();
        // In a script without spaces, a pair of characters may be the end of one word and the start
        // of the next. Such a pair is not missing if other pairs with its characters are found.
        let spans_two_words = |word: &str| {
            tokenize::is_in_unspaced_script(word) && word.chars().all(|c| known.contains(&c))
        };
        let words = missing.into_iter().map(|(word, _)| word).filter(|word| !spans_two_words(word));
        words.take(MAX_LISTED_MISSING_WORDS).cloned().collect()
    }
}

/// Whether a term consists of a capital followed by small letters. Such a name (`Carson`) has no
/// other spelling, unlike `CKD` and `p53`.
fn is_capitalized_word(term: &ClaimTerm) -> bool {
    let mut letters = term.word.form.as_written.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.all(char::is_lowercase)
}

/// Parses a claim and its evidence with the rules of the language that is detected from both texts
/// together.
pub fn parse_in_joint_language(claim: &str, evidence: &str) -> (ParsedText, ParsedText) {
    let language = Language::detect(&format!("{claim}\n{evidence}"));
    (
        ParsedText::parse_in_language(claim, language),
        ParsedText::parse_in_language(evidence, language),
    )
}
