//! The features of a claim and its evidence, such as the share of common words, from which the
//! support score is computed. Each feature is from -1 to 1.

use crate::evidence::support::claim_evidence_pair::ClaimEvidencePair;
use crate::evidence::support::parsed_text::ParsedWord;
use crate::evidence::support::polarity;
use crate::evidence::support::word_sense::WordSense;

/// The evidence counts as fully negated if it negates at least this share of the words that it
/// shares with the claim. The share is low, because a negation mostly applies only to the words
/// after it.
const FULL_NEGATION_WORD_SHARE: f32 = 0.33;

/// From this number of inquiry words (`whether`) or result words (`found`) on, their feature is 1;
/// fewer words give a lower value.
const MAX_COUNTED_SENSE_WORDS: usize = 2;

/// Words such as `more` and `less` may disagree by this much (0 none, 1 fully) before a claim is
/// doubtful: a small disagreement may come from words about something else.
const MAX_IGNORED_ANTONYM_DISAGREEMENT: f32 = 0.05;

/// The features of a claim and its evidence, from which the support score is computed.
#[derive(Debug, Default)]
pub(super) struct SupportFeatures {
    /// The share of the claim's terms that the sentences of the window contain. Long words and
    /// names count more.
    pub found_term_share: f32,
    /// The share of the claim's quantities that the evidence has; 0 without quantities.
    quantities_found: f32,
    /// The share of the claim's quantities that the evidence lacks; 0 without quantities.
    quantities_missing: f32,
    /// The share of the claim's names that the evidence lacks.
    names_missing: f32,
    /// How much the evidence asks instead of stating something: from 0 to 1, by its number of words
    /// such as `whether`.
    inquiry: f32,
    /// How much the evidence reports a result: from 0 to 1, by its number of words such as `found`.
    result: f32,
    /// How far words such as `more` and `later` agree in claim and evidence: from -1 (all opposite)
    /// to 1.
    antonym_agreement: f32,
    /// How far the comparisons (`larger than`) of claim and evidence agree: from -1 (opposite) to
    /// 1; 0 if one of them compares nothing.
    comparison_agreement: f32,
    /// If the claim has a negation: how much the evidence negates the words they share, from 0 to
    /// 1. Otherwise 0.
    both_negate: f32,
    /// If the claim has no negation: how much the evidence negates the words they share, from 0 to
    /// 1. Otherwise 0.
    only_evidence_negates: f32,
    /// 1 if the claim has a negation and the evidence has none; otherwise 0.
    only_claim_negates: f32,
}

impl SupportFeatures {
    /// Computes the features from a claim and the sentences of its evidence that contain most of
    /// its words.
    pub(super) fn new(pair: &ClaimEvidencePair<'_>) -> Self {
        let words = || pair.window_sentences.iter().flat_map(|sentence| &sentence.words);
        let cues = |sense: WordSense| {
            let count = words().filter(|word| word.form.sense == Some(sense)).count();
            count.min(MAX_COUNTED_SENSE_WORDS) as f32 / MAX_COUNTED_SENSE_WORDS as f32
        };
        let negated = (polarity::negated_match_share(pair) / FULL_NEGATION_WORD_SHARE).min(1.0);
        let claim_negates = pair.claim.words.iter().any(ParsedWord::is_negation);
        let evidence_negates = words().any(ParsedWord::is_negation);
        let found = pair.found_quantity_share();
        Self {
            found_term_share: pair.window.found_term_share,
            quantities_found: found.unwrap_or(0.0),
            quantities_missing: found.map_or(0.0, |found| 1.0 - found),
            names_missing: missing_name_share(pair),
            inquiry: cues(WordSense::Inquiry),
            result: cues(WordSense::Result),
            antonym_agreement: polarity::antonym_agreement(pair),
            comparison_agreement: polarity::comparison_agreement(pair),
            both_negate: if claim_negates { negated } else { 0.0 },
            only_evidence_negates: if claim_negates { 0.0 } else { negated },
            only_claim_negates: if claim_negates && !evidence_negates { 1.0 } else { 0.0 },
        }
    }

    /// Whether nothing contradicts the claim: antonyms and comparisons are not opposite, neither
    /// text negates what the other states, and the evidence does not only ask.
    pub(super) fn has_no_contradiction(&self) -> bool {
        self.antonym_agreement >= -MAX_IGNORED_ANTONYM_DISAGREEMENT
            && self.comparison_agreement >= 0.0
            && self.only_claim_negates == 0.0
            && self.only_evidence_negates <= 0.5
            && self.inquiry <= 0.5
    }

    /// The features that tell whether claim and evidence are about the same thing.
    pub(super) fn relatedness_features(&self) -> [f32; 6] {
        [
            self.found_term_share,
            self.quantities_found,
            self.quantities_missing,
            self.names_missing,
            self.inquiry,
            self.result,
        ]
    }

    /// The features that tell whether claim and evidence agree or say the opposite.
    pub(super) fn agreement_features(&self) -> [f32; 6] {
        [
            self.antonym_agreement.max(0.0),
            self.antonym_agreement.min(0.0),
            self.comparison_agreement,
            self.both_negate,
            self.only_evidence_negates,
            self.only_claim_negates,
        ]
    }
}

/// The share of the claim's names that the evidence lacks; 0 without names.
fn missing_name_share(pair: &ClaimEvidencePair<'_>) -> f32 {
    let scored = pair.claim.terms.iter().zip(&pair.window.term_scores);
    let names: Vec<f32> =
        scored.filter(|(term, _)| term.is_name).map(|(_, score)| *score).collect();
    let missing: f32 = names.iter().map(|score| 1.0 - score).sum();
    if names.is_empty() { 0.0 } else { missing / names.len() as f32 }
}
