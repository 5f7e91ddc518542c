//! Decides whether a sentence contradicts a claim: by another number for the same thing, by a
//! negation, or by an opposite word, such as `less` instead of `more`.
//!
//! A false alarm is worse than a missed contradiction. So claim and sentence must share most of
//! their words, and the difference must be unambiguous.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde::Serialize;

use crate::evidence::support::claim_evidence_pair::{
    ClaimEvidencePair, MIN_TERM_MATCH_SCORE, ParsedClaim,
};
use crate::evidence::support::parsed_text::{ParsedSentence, ParsedWord};
use crate::evidence::support::polarity;
use crate::evidence::support::quantity::Quantity;
use crate::evidence::support::term_match::{self, TermMatch};
use crate::evidence::support::word_form::CLAIM_WORD_LISTS;
use crate::evidence::support::word_sense::WordSense;
use crate::language::word_list;

/// How a sentence contradicts a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub enum Conflict {
    /// The sentence has another number than the claim for the same thing.
    #[serde(rename = "figures")]
    Quantities {
        /// The claim's quantity, as written.
        claimed: String,
        /// The sentence's quantity, as written.
        #[serde(rename = "said")]
        stated: String,
    },
    /// Either the claim or the sentence negates what the other one says.
    #[serde(rename = "denial")]
    Negation,
    /// Claim and sentence use words with opposite meanings: more and less, before and after.
    #[serde(rename = "direction")]
    Antonym,
}

/// How many words claim and sentence share, as a share of each (from 0 to 1).
#[derive(Debug, Clone, Copy)]
struct ClaimOverlap {
    /// The share of the claim's terms that the sentence contains. Long words and names count more.
    claim: f32,
    /// The share of the sentence's words that match a term of the claim.
    sentence: f32,
}

/// Minimum overlap of claim and sentence for each kind of conflict. With a lower overlap they may
/// be about different things.
const MIN_QUANTITY_OVERLAP: ClaimOverlap = ClaimOverlap { claim: 0.7, sentence: 0.3 };
const MIN_NEGATION_OVERLAP: ClaimOverlap = ClaimOverlap { claim: 0.8, sentence: 0.4 };
const MIN_ANTONYM_OVERLAP: ClaimOverlap = ClaimOverlap { claim: 0.6, sentence: 0.2 };

/// Claim and sentence count as opposite if the agreement of words such as `more` and `less` (1 if
/// the same, -1 if opposite) is at most this. It is above -1, because unrelated words may agree by
/// chance.
const MAX_CONFLICTING_ANTONYM_AGREEMENT: f32 = -0.8;

/// Two quantities count as the same if they differ by at most this share of the larger one.
const EXACT_QUANTITY_TOLERANCE_SHARE: f64 = 0.01;
/// Two quantities of which one is approximate (`about 30`) count as the same if they differ by at
/// most this share of the larger one.
const APPROXIMATE_QUANTITY_TOLERANCE_SHARE: f64 = 0.1;

/// Words that cancel the negation before them, such as `only` in `not only`.
static NEGATION_CANCELLERS: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| word_list::word_set(CLAIM_WORD_LISTS, "limiters"));

/// Returns the first contradiction between a claim and the sentences of its evidence that contain
/// most of its words.
pub(super) fn find_conflict(pair: &ClaimEvidencePair<'_>) -> Option<Conflict> {
    if pair.has_verbatim_claim() {
        return None;
    }
    pair.sentences_with_matches().find_map(|(sentence, matches)| {
        let pair = ClaimSentencePair::new(&pair.claim, sentence, matches);
        let quantities = pair.quantity_conflict();
        quantities.or_else(|| pair.negation_conflict()).or_else(|| pair.antonym_conflict())
    })
}

/// A claim and one sentence of its evidence, with the matches between them.
struct ClaimSentencePair<'p> {
    claim: &'p ParsedClaim,
    sentence: &'p ParsedSentence,
    matches: &'p [TermMatch],
    overlap: ClaimOverlap,
    /// Whether the sentence can contradict the claim at all: it contains every name of the claim,
    /// and it states something instead of asking (`whether`).
    is_comparable: bool,
}

impl<'p> ClaimSentencePair<'p> {
    fn new(claim: &'p ParsedClaim, sentence: &'p ParsedSentence, matches: &'p [TermMatch]) -> Self {
        let mut term_scores = vec![0.0_f32; claim.terms.len()];
        term_match::raise_term_scores(&mut term_scores, matches);
        let mut scored = claim.terms.iter().zip(&term_scores);
        let lacks_name = scored.any(|(term, score)| term.is_name && *score < MIN_TERM_MATCH_SCORE);
        let is_inquiry = |word: &ParsedWord| word.form.sense == Some(WordSense::Inquiry);
        let overlap = ClaimOverlap {
            claim: term_match::weighted_found_term_share(&claim.terms, &term_scores),
            sentence: matched_word_share(sentence, matches),
        };
        let is_comparable = !lacks_name && !sentence.words.iter().any(is_inquiry);
        Self { claim, sentence, matches, overlap, is_comparable }
    }

    fn has_min_overlap(&self, min_overlap: ClaimOverlap) -> bool {
        self.is_comparable
            && self.overlap.claim >= min_overlap.claim
            && self.overlap.sentence >= min_overlap.sentence
    }

    /// Finds a quantity of the claim and one of the sentence that conflict: they differ, they
    /// measure the same thing, and no other quantity of either text measures it.
    fn quantity_conflict(&self) -> Option<Conflict> {
        if !self.has_min_overlap(MIN_QUANTITY_OVERLAP) {
            return None;
        }
        let (claimed, stated) = (&self.claim.quantities, &self.sentence.quantities);
        claimed.iter().filter(|ours| is_only_quantity_of_kind(ours, claimed)).find_map(|ours| {
            let mut same = stated.iter().filter(|theirs| are_same_kind(ours, theirs));
            let theirs = same.next().filter(|_| same.next().is_none())?;
            let is_stated = stated.iter().any(|theirs| have_common_value(ours, theirs));
            let conflicts = values_differ(ours, theirs) && !is_stated;
            conflicts.then(|| Conflict::Quantities {
                claimed: text_with_unit(ours),
                stated: text_with_unit(theirs),
            })
        })
    }

    fn negation_conflict(&self) -> Option<Conflict> {
        let negates = |words: &[ParsedWord]| words.iter().any(ParsedWord::is_negation);
        let (ours, theirs) = (negates(&self.claim.words), negates(&self.sentence.words));
        let agreement = self.antonym_agreement();
        let is_clear = agreement == 0.0 || agreement <= MAX_CONFLICTING_ANTONYM_AGREEMENT;
        let may_conflict = self.has_min_overlap(MIN_NEGATION_OVERLAP) && is_clear;
        let is_shared_negated = if ours {
            self.claim_negates_shared_word()
        } else {
            self.sentence_negates_shared_word()
        };
        (ours != theirs && may_conflict && is_shared_negated).then_some(Conflict::Negation)
    }

    fn matches_above_min_score(&self) -> impl Iterator<Item = &TermMatch> {
        self.matches.iter().filter(|found| found.score >= MIN_TERM_MATCH_SCORE)
    }

    /// Whether the claim negates a word that also occurs in the sentence.
    fn claim_negates_shared_word(&self) -> bool {
        let mut terms = self
            .matches_above_min_score()
            .filter_map(|found| self.claim.terms.get(found.term_index));
        terms.any(|term| term.word.is_negated) && !has_cancelled_negation(&self.claim.words)
    }

    /// Whether the sentence negates a word that also occurs in the claim.
    fn sentence_negates_shared_word(&self) -> bool {
        let mut words = self
            .matches_above_min_score()
            .filter_map(|found| self.sentence.words.get(found.word_index));
        words.any(|word| word.is_negated) && !has_cancelled_negation(&self.sentence.words)
    }

    fn antonym_conflict(&self) -> Option<Conflict> {
        let is_opposite = self.has_min_overlap(MIN_ANTONYM_OVERLAP)
            && self.antonym_agreement() <= MAX_CONFLICTING_ANTONYM_AGREEMENT;
        is_opposite.then_some(Conflict::Antonym)
    }

    /// Returns how far claim and sentence agree, from -1 (opposite) to 1: by their comparisons
    /// (`larger than`) or, if there are none to compare, by words such as `more` or `less`.
    fn antonym_agreement(&self) -> f32 {
        let (claim, sentence) = (self.claim, self.sentence);
        let compared = polarity::sentence_comparison_agreement(claim, sentence, self.matches);
        if compared != 0.0 {
            return compared;
        }
        polarity::lowest_antonym_agreement(claim, sentence, self.matches)
    }
}

/// The share of a sentence's words that match a term of the claim. Stop words and negations do not
/// count.
fn matched_word_share(sentence: &ParsedSentence, matches: &[TermMatch]) -> f32 {
    let counts = |word: &&ParsedWord| !word.form.is_stop_word && !word.is_negation();
    let all = sentence.words.iter().filter(counts).count();
    let matched: BTreeSet<usize> = matches.iter().map(|found| found.word_index).collect();
    if all > 0 { matched.len() as f32 / all as f32 } else { 0.0 }
}

/// Whether the words contain a negation that denies nothing because of the word after it: `not
/// only`, `no more than`.
fn has_cancelled_negation(words: &[ParsedWord]) -> bool {
    let limits = |word: &ParsedWord| {
        let sense = word.form.sense;
        NEGATION_CANCELLERS.contains(&*word.form.lowercase_word)
            || matches!(sense, Some(WordSense::Antonym(..) | WordSense::Negation))
    };
    words.windows(2).any(|pair| match pair {
        [first, second] => first.is_negation() && limits(second),
        _ => false,
    })
}

/// Whether no other quantity in `all` measures the same thing, so that it is clear which numbers to
/// compare.
fn is_only_quantity_of_kind(quantity: &Quantity, all: &[Quantity]) -> bool {
    all.iter().filter(|other| are_same_kind(quantity, other)).count() == 1
}

/// Whether two quantities measure the same thing: both are percentages, both are years, or both
/// have the same unit.
fn are_same_kind(a: &Quantity, b: &Quantity) -> bool {
    match (a.is_percent, b.is_percent) {
        (true, true) => true,
        (false, false) if is_year(a) || is_year(b) => is_year(a) && is_year(b),
        (false, false) => match (&a.unit_stem, &b.unit_stem) {
            (Some(a), Some(b)) => a == b,
            (None, None) => {
                a.is_written_in_digits && b.is_written_in_digits && a.written_unit == b.written_unit
            }
            _ => false,
        },
        _ => false,
    }
}

fn is_year(quantity: &Quantity) -> bool {
    let written = &quantity.as_written;
    let has_four_digits = written.len() == 4 && written.bytes().all(|b| b.is_ascii_digit());
    has_four_digits && quantity.possible_values.iter().any(|value| (1000.0..2100.0).contains(value))
}

/// Whether two quantities may be the same number: `1.000` may be 1 or 1000.
fn have_common_value(a: &Quantity, b: &Quantity) -> bool {
    a.possible_values.iter().any(|a| b.possible_values.contains(a))
}

/// Whether two quantities certainly have different values: they differ by more than the tolerance,
/// and neither of them is a limit (`over 30`).
fn values_differ(a: &Quantity, b: &Quantity) -> bool {
    let tolerance = match (is_year(a), a.is_approximate || b.is_approximate) {
        (true, false) => 0.0,
        (_, true) => APPROXIMATE_QUANTITY_TOLERANCE_SHARE,
        (false, false) => EXACT_QUANTITY_TOLERANCE_SHARE,
    };
    let are_apart = |a: f64, b: f64| (a - b).abs() > tolerance * a.abs().max(b.abs());
    let all_apart =
        a.possible_values.iter().all(|a| b.possible_values.iter().all(|b| are_apart(*a, *b)));
    all_apart && !a.is_lower_or_upper_limit && !b.is_lower_or_upper_limit
}

/// A quantity as shown to the user, with its unit.
fn text_with_unit(quantity: &Quantity) -> String {
    let has_unit = quantity.is_percent || (quantity.unit_stem.is_some() && !is_year(quantity));
    match &quantity.written_unit {
        Some(unit) if unit == "%" => format!("{}%", quantity.as_written),
        Some(unit) if has_unit && !quantity.as_written.ends_with(unit.as_str()) => {
            format!("{} {unit}", quantity.as_written)
        }
        _ => quantity.as_written.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::Conflict;
    use crate::evidence::support::find_conflict;
    use crate::golden;

    #[test]
    fn only_contradictions_are_found() {
        golden::check_cases("src/evidence/support/cases/conflicts.txt", |case| {
            let [claim, sentence] = case.parts();
            match find_conflict(claim, sentence) {
                None => "none".to_owned(),
                Some(Conflict::Negation) => "denial".to_owned(),
                Some(Conflict::Antonym) => "direction".to_owned(),
                Some(Conflict::Quantities { claimed, stated }) => format!("{claimed} / {stated}"),
            }
        });
    }
}
