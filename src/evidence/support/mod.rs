//! Checks whether evidence supports a claim, from the two texts alone.
//!
//! The evidence must contain the words and numbers of the claim, and negations, antonyms (such as
//! more or less) and comparisons must agree. The check compares words and does not understand the
//! texts, so a report shows an accepted claim together with its quotation.
//!
//! In reading order: `parsed_text` parses both texts (with `word_form`, `word_sense` and
//! `quantity`), `claim_evidence_pair` matches the terms of the claim with the evidence
//! (`claim_term`, `term_match`), `support_features` measures the pair (`polarity`), `support_score`
//! and `conflict` judge it. `contradiction` compares a claim with any other sentence instead:
//! `parsed_statement` parses both (with `statement_word` and `figure`), `subject_overlap` tells whether they
//! are about the same thing, and the modules `…_conflict` whether they say opposite things.

// Modules that parse claim and evidence.
mod parsed_text;
mod quantity;
mod word_form;
mod word_sense;

// Modules that match a claim with its evidence.
mod claim_evidence_pair;
mod claim_term;
mod term_match;

// The check of a report's sentences against the pieces of evidence that they cite.
pub mod check;

// Modules that judge how well claim and evidence match.
mod conflict;
mod polarity;
mod support_features;
mod support_score;

// Modules that find contradictions in other words, for reports.
mod compared_figures;
mod comparison_conflict;
mod contradiction;
mod contradiction_lexicon;
mod denial_conflict;
mod figure;
mod figure_clock;
mod figure_conflict;
mod figure_date;
mod figure_event;
mod figure_interval;
mod figure_kind;
mod figure_number;
mod figure_pair;
mod figure_period;
mod figure_property;
mod figure_unit;
mod other_case;
mod other_subject;
mod parsed_statement;
mod statement_word;
mod subject_overlap;
mod superlative_conflict;
mod trend_conflict;
mod word_comparison;

use std::collections::BTreeSet;

use serde::Serialize;

use crate::evidence::support::claim_evidence_pair::{ClaimEvidencePair, parse_in_joint_language};
use crate::evidence::support::support_features::SupportFeatures;

/// The result of checking a claim against its evidence.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Support {
    /// Whether a report may state the claim with a link to the evidence: `verdict` is `Supported`.
    #[serde(rename = "supported")]
    pub is_supported: bool,
    /// Whether the evidence supports the claim, contradicts it, or neither.
    pub verdict: Verdict,
    /// How well the claim is supported, from 0 to 1.
    pub score: f32,
    /// Numbers, names and other words of the claim that the evidence lacks, as written. May be
    /// empty for a claim that is contradicted.
    #[serde(rename = "missing")]
    pub missing_words: Vec<String>,
}

/// How the evidence relates to the claim. Only a supported claim may be stated in a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub enum Verdict {
    /// The report may state the claim with a link to the evidence.
    Supported,
    /// The evidence contains the words of the claim, but negates something, says something
    /// opposite, or only asks.
    Doubtful,
    /// The evidence says the opposite of the claim.
    Contradicted,
    /// The evidence does not say what the claim says.
    Unsupported,
}

/// Minimum score of a supported claim. Scores are scaled so that this value separates supported and
/// unsupported claims best.
const MIN_SUPPORTED_SCORE: f32 = 0.5;

/// The support score is multiplied by this if the evidence lacks a number of the claim.
const MISSING_NUMBER_SCORE_FACTOR: f32 = 0.9;

/// Two texts in different languages count as related if they share a number or at least this many
/// names.
const MIN_CROSS_LANGUAGE_NAMES: usize = 2;

/// Checks whether evidence supports a claim. Both texts are parsed with the rules of the language
/// that is detected from both together.
pub fn check_support(claim: &str, evidence: &str) -> Support {
    let (claim, evidence) = parse_in_joint_language(claim, evidence);
    check_pair(&ClaimEvidencePair::new(claim, &evidence))
}

/// Checks whether evidence that is already parsed supports a claim. The evidence is parsed again
/// only if another language is detected from both texts together.
pub fn check_parsed_evidence(claim: &str, evidence: &ParsedText) -> Support {
    let language = evidence.joint_language(claim);
    let claim = ParsedText::parse_in_language(claim, language);
    if language == evidence.language {
        check_pair(&ClaimEvidencePair::new(claim, evidence))
    } else {
        check_pair(&ClaimEvidencePair::new(claim, &evidence.reparse(language)))
    }
}

/// Decides whether the evidence of a pair supports its claim, and lists the words that the evidence
/// lacks.
fn check_pair(pair: &ClaimEvidencePair<'_>) -> Support {
    if pair.claim.words.is_empty() {
        let verdict = Verdict::Unsupported;
        return Support { is_supported: false, verdict, score: 0.0, missing_words: Vec::new() };
    }
    let missing_numbers = pair.missing_quantities();
    let features = SupportFeatures::new(pair);
    let word_score =
        if pair.has_verbatim_claim() { 1.0 } else { support_score::support_score(&features) };
    let has_numbers = missing_numbers.is_empty();
    let score = if has_numbers { word_score } else { word_score * MISSING_NUMBER_SCORE_FACTOR };
    let is_covered = score >= MIN_SUPPORTED_SCORE && has_numbers && !pair.evidence_lacks_name();
    let missing_words = if word_score < 1.0 { pair.missing_words() } else { Vec::new() };
    let verdict = match is_covered {
        _ if conflict::find_conflict(pair).is_some() => Verdict::Contradicted,
        true if pair.has_verbatim_claim() || features.has_no_contradiction() => Verdict::Supported,
        true => Verdict::Doubtful,
        false => Verdict::Unsupported,
    };
    Support {
        is_supported: verdict == Verdict::Supported,
        verdict,
        score,
        missing_words: missing_numbers.into_iter().chain(missing_words).collect(),
    }
}

/// Counts the distinct words that fulfil a condition and occur in both texts with the same
/// spelling. The first word of a sentence does not count, because it has a capital even if it is no
/// name.
fn count_shared_words(claim: &str, evidence: &str, condition: impl Fn(&str) -> bool) -> usize {
    let words = |text: &str| {
        let mut is_first = true;
        let mut found = BTreeSet::new();
        for word in text.split_whitespace() {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
            if !is_first && condition(bare) {
                found.insert(bare.to_owned());
            }
            is_first = word.ends_with(['.', '!', '?', ':', '。', '！', '？']);
        }
        found
    };
    words(claim).intersection(&words(evidence)).count()
}

/// Whether evidence in another language supports a claim, as far as numbers and names show: the
/// evidence has all numbers of the claim, and the texts share a number or two names.
pub fn supports_across_languages(claim: &str, evidence: &str) -> bool {
    let (parsed_claim, parsed_evidence) = parse_in_joint_language(claim, evidence);
    let has_digits = |word: &str| word.chars().filter(char::is_ascii_digit).count() > 1;
    let is_name = |word: &str| word.chars().count() > 2 && word.starts_with(char::is_uppercase);
    let is_related = count_shared_words(claim, evidence, has_digits) > 0
        || count_shared_words(claim, evidence, is_name) >= MIN_CROSS_LANGUAGE_NAMES;
    let pair = ClaimEvidencePair::new(parsed_claim, &parsed_evidence);
    is_related && pair.missing_quantities().is_empty()
}

/// Returns how a text contradicts a claim, if that is fairly certain.
pub fn find_conflict(claim: &str, text: &str) -> Option<Conflict> {
    let (claim, text) = parse_in_joint_language(claim, text);
    conflict::find_conflict(&ClaimEvidencePair::new(claim, &text))
}

/// Whether a text can't say the same as a claim, however similar it is: it lacks a number of the
/// claim or contradicts it.
pub fn is_incompatible(claim: &str, text: &str) -> bool {
    let (claim, text) = parse_in_joint_language(claim, text);
    let pair = ClaimEvidencePair::new(claim, &text);
    !pair.missing_quantities().is_empty() || conflict::find_conflict(&pair).is_some()
}

/// Returns the features of each figure of a claim and each different figure of a sentence, from which
/// `tests/bench/contradictions/train.py` fits the weights.
pub fn figure_pair_features(
    claim: &SubjectSentence<'_>,
    said: &SubjectSentence<'_>,
) -> Vec<Vec<f32>> {
    let (claim, said) = contradiction::parse_statements(claim, said);
    let pairs = figure_pair::figure_pairs(&claim, &said);
    pairs.iter().map(|pair| pair.features().to_vec()).collect()
}

/// Returns the features of a claim and its evidence, from which `tests/bench/support/train.py` fits
/// the weights.
pub fn feature_vector(claim: &str, evidence: &str) -> Vec<f32> {
    let (claim, evidence) = parse_in_joint_language(claim, evidence);
    let features = SupportFeatures::new(&ClaimEvidencePair::new(claim, &evidence));
    [features.relatedness_features().to_vec(), features.agreement_features().to_vec()].concat()
}

#[cfg(test)]
mod tests;

pub(crate) use check::CheckVerdict;
pub use check::{CheckResult, CitedPiece};
pub use conflict::Conflict;
pub use contradiction::{SubjectSentence, find_contradiction};
pub(crate) use figure::dimension_of_first_unit;
pub(crate) use figure::has_figure_of;
pub(crate) use parsed_text::ParsedText;
