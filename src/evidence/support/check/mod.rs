//! Checks a sentence of a report against the pieces of evidence that it cites, without a model.
//!
//! A sentence that follows its evidence can still be wrong by one word: another unit, a dropped
//! `not`, `all` for `some`, two values exchanged. So the check looks for differences of these kinds.
//! Each has a weight that was fitted on written examples (`tests/bench/support`), and a sentence with
//! too many differences is not supported.
//!
//! In reading order: `parsed_text` parses claim and evidence (`token`, `spelling`, `measure`,
//! `lexicon`), `evidence_window` selects the sentences to compare, `alignment`, `qualifier_scope`
//! and `swap` find the differences, `difference` collects them, and this module judges.

mod alignment;
mod difference;
mod evidence_window;
mod lexicon;
mod measure;
mod parsed_text;
mod qualifier_scope;
mod spelling;
mod swap;
mod token;

use serde::Serialize;

use crate::evidence::support::check::difference::{
    DIFFERENCE_KIND_COUNT, DifferenceKind, Differences,
};
use crate::evidence::support::check::parsed_text::{EvidencePiece, TokenizedClaim};
use crate::evidence::support::{check_support, supports_across_languages};
use crate::language::{Language, is_unspaced_script};

/// Whether the evidence supports a claim, contradicts it, or neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub enum CheckVerdict {
    /// The evidence supports the claim.
    Supported,
    /// The evidence contradicts the claim.
    Refuted,
    /// The evidence neither supports nor contradicts the claim, as far as the check can tell.
    Undecided,
}

/// Whether the evidence supports a claim, which pieces do, and if none, why not.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct CheckResult {
    /// Whether a report may state the claim.
    #[serde(rename = "kept")]
    pub is_supported: bool,
    /// Whether the evidence supports or contradicts the claim.
    pub verdict: CheckVerdict,
    /// The indexes of the pieces that support the claim.
    #[serde(rename = "cites")]
    pub cited_piece_indexes: Vec<usize>,
    /// Why the claim is not supported, as text for the user; `None` if it is supported.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "why")]
    pub rejection_reason: Option<String>,
}

/// Weights of the differences, in the order of `DifferenceKind`, fitted by
/// `tests/bench/support/fit-check.py`. None is negative: a difference only counts against a claim.
#[rustfmt::skip]
const DIFFERENCE_WEIGHTS: [f32; DIFFERENCE_KIND_COUNT] = [
    2.93, // Uncovered
    0.77, // Name
    1.60, // Figure
    2.81, // Unit
    0.52, // ClaimNegation
    0.40, // EvidenceNegation
    1.15, // Negated
    1.26, // DroppedNegation
    0.48, // AddedNegation
    0.81, // Supposed
    0.81, // DroppedHedge
    2.85, // Announced
    2.31, // Universal
    1.95, // AddedUniversal
    1.46, // DroppedPartial
    3.10, // Connection
    0.94, // Cause
    1.33, // Speaker
    2.84, // Quotation
    3.10, // Address
    0.55, // Opposite
    1.66, // Exchange
    1.81, // Replaced
    0.42, // Moved
    4.27, // Order
];

/// The score of a claim without differences. A claim is supported if its score is positive.
const BASE_SCORE: f32 = 1.48;

/// Minimum weighted size of the largest difference for a claim to be refuted, not just undecided.
const MIN_REFUTING_WEIGHT: f32 = 1.5;

/// Minimum weight of a difference by which one of several pieces contradicts a claim.
const MIN_CONTRADICTING_WEIGHT: f32 = 1.0;

/// Maximum score of a claim that is refuted: above it the check is not sure enough to keep a model
/// from looking.
const MAX_REFUTED_SCORE: f32 = -0.3;

/// Minimum share of a claim's words that a piece must contain to contradict the claim.
const MIN_COVERAGE_TO_CONTRADICT: f32 = 0.6;

/// Minimum share of a claim's words that a piece must contain to be cited for it.
const MIN_COVERAGE_TO_CITE: f32 = 0.35;

/// A piece of evidence that a claim cites.
#[derive(Debug, Clone, Copy)]
pub struct CitedPiece<'e> {
    /// The title of the note or page, which counts as evidence.
    pub title: &'e str,
    /// The text of the piece, without its title.
    pub text: &'e str,
}

/// Checks a claim against the pieces of evidence that it cites. This is the rule that a run applies
/// to every sentence before any model is asked.
pub fn check(claim: &str, pieces: &[CitedPiece<'_>]) -> CheckResult {
    let language = joint_language(claim, pieces);
    if is_mostly_unspaced(claim) {
        let result = check_unspaced_script(claim, pieces);
        return match result.verdict {
            CheckVerdict::Undecided if languages_differ(claim, pieces) => {
                check_across_languages(claim, pieces)
            }
            _ => result,
        };
    }
    let parsed: Vec<EvidencePiece> =
        pieces.iter().map(|it| EvidencePiece::parse(it.title, it.text, language)).collect();
    let parsed_claim = TokenizedClaim::parse(claim, language);
    let all = Differences::find(&parsed_claim, &parsed.iter().collect::<Vec<_>>());
    let result = judge(&parsed_claim, &all);
    if result.is_supported && pieces.len() > 1 {
        let contradicted = parsed.iter().find_map(|piece| find_contradiction(&parsed_claim, piece));
        return contradicted.unwrap_or(result);
    }
    match result.verdict {
        CheckVerdict::Undecided if languages_differ(claim, pieces) => {
            check_across_languages(claim, pieces)
        }
        _ => result,
    }
}

/// Judges a claim by its differences from evidence in the same language.
fn judge(claim: &TokenizedClaim, differences: &Differences) -> CheckResult {
    let score =
        BASE_SCORE - weighted_size_by_kind(differences).map(|(_, weight)| weight).sum::<f32>();
    let verdict = match heaviest_kind(differences) {
        _ if claim.affirmed_sentence.tokens.is_empty() => CheckVerdict::Undecided,
        _ if score > 0.0 => CheckVerdict::Supported,
        // A figure that the evidence lacks is never a matter of wording.
        _ if differences.has(DifferenceKind::Figure) => CheckVerdict::Refuted,
        Some((kind, weight))
            if is_refuting_difference(kind)
                && weight >= MIN_REFUTING_WEIGHT
                && score <= MAX_REFUTED_SCORE =>
        {
            CheckVerdict::Refuted
        }
        _ => CheckVerdict::Undecided,
    };
    let kept = verdict == CheckVerdict::Supported;
    let covered = differences.coverage_by_piece.iter().enumerate();
    let cites = covered.filter(|(_, share)| kept && **share >= MIN_COVERAGE_TO_CITE);
    CheckResult {
        is_supported: kept,
        verdict,
        cited_piece_indexes: cites.map(|(at, _)| at).collect(),
        rejection_reason: heaviest_kind(differences)
            .filter(|_| !kept)
            .map(|(kind, _)| rejection_reason(kind, differences)),
    }
}

/// Checks whether one of several pieces contradicts a claim that they support together. A piece that
/// only lacks something, such as the figure of another piece, contradicts nothing.
fn find_contradiction(claim: &TokenizedClaim, piece: &EvidencePiece) -> Option<CheckResult> {
    const CONTRADICTING_KINDS: [DifferenceKind; 5] = [
        DifferenceKind::Unit,
        DifferenceKind::Negated,
        DifferenceKind::DroppedNegation,
        DifferenceKind::Opposite,
        DifferenceKind::Exchange,
    ];
    let differences = Differences::find(claim, &[piece]);
    let is_covered =
        differences.coverage_by_piece.iter().all(|share| *share >= MIN_COVERAGE_TO_CONTRADICT);
    let (kind, weight) = heaviest_kind(&differences)?;
    let contradicts = is_covered
        && weight >= MIN_CONTRADICTING_WEIGHT
        && CONTRADICTING_KINDS.iter().any(|it| *it as usize == kind);
    let result = judge(claim, &differences);
    (contradicts && !result.is_supported)
        .then_some(CheckResult { verdict: CheckVerdict::Refuted, ..result })
}

/// Checks a claim in a script without spaces, such as Chinese, by another rule: `check_support`.
fn check_unspaced_script(claim: &str, pieces: &[CitedPiece<'_>]) -> CheckResult {
    let is_supported = |text: &str| check_support(claim, text).is_supported;
    let indexed = pieces.iter().enumerate();
    let mut cites: Vec<usize> =
        indexed.filter(|(_, piece)| is_supported(piece.text)).map(|(at, _)| at).collect();
    if cites.is_empty() && pieces.len() > 1 && is_supported(&joined_texts(pieces)) {
        cites = (0..pieces.len()).collect();
    }
    let missing = missing_figures(claim, pieces);
    match cites.is_empty() && !missing.is_empty() {
        true => CheckResult {
            is_supported: false,
            verdict: CheckVerdict::Refuted,
            cited_piece_indexes: Vec::new(),
            rejection_reason: Some(format!("the source does not mention {}", missing.join(", "))),
        },
        false => result_from_cited(cites),
    }
}

/// Returns the figures of a claim in digits that are in no piece or title.
fn missing_figures(claim: &str, pieces: &[CitedPiece<'_>]) -> Vec<String> {
    let figures = |text: &str| -> Vec<String> {
        let numbers = text.split(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','));
        let plain = numbers.map(|number| number.replace(',', "").trim_matches('.').to_owned());
        plain.filter(|number| !number.is_empty()).collect()
    };
    let stated: Vec<String> = pieces
        .iter()
        .flat_map(|piece| [figures(piece.title), figures(piece.text)].concat())
        .collect();
    figures(claim).into_iter().filter(|figure| !stated.contains(figure)).collect()
}

/// Whether most letters of a text are of a script without spaces between words.
fn is_mostly_unspaced(text: &str) -> bool {
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    letters().filter(|c| is_unspaced_script(*c)).count() * 2 > letters().count()
}

/// Checks a claim in another language than its evidence, as far as figures and names show.
fn check_across_languages(claim: &str, pieces: &[CitedPiece<'_>]) -> CheckResult {
    let agrees = supports_across_languages(claim, &joined_texts(pieces));
    result_from_cited(if agrees { (0..pieces.len()).collect() } else { Vec::new() })
}

fn result_from_cited(cited_piece_indexes: Vec<usize>) -> CheckResult {
    let kept = !cited_piece_indexes.is_empty();
    let verdict = if kept { CheckVerdict::Supported } else { CheckVerdict::Undecided };
    let why = (!kept).then(|| "the source says too little of it".to_owned());
    CheckResult { is_supported: kept, verdict, cited_piece_indexes, rejection_reason: why }
}

fn languages_differ(claim: &str, pieces: &[CitedPiece<'_>]) -> bool {
    Language::detect(claim) != Language::detect(&joined_texts(pieces))
}

fn joined_texts(pieces: &[CitedPiece<'_>]) -> String {
    pieces.iter().map(|piece| piece.text).collect::<Vec<_>>().join("\n")
}

/// Returns the sizes of all differences of a claim, from which `tests/bench/support` fits the
/// weights.
pub fn difference_sizes(claim: &str, pieces: &[CitedPiece<'_>]) -> Vec<f32> {
    let language = joint_language(claim, pieces);
    let parsed: Vec<EvidencePiece> =
        pieces.iter().map(|it| EvidencePiece::parse(it.title, it.text, language)).collect();
    let claim = TokenizedClaim::parse(claim, language);
    Differences::find(&claim, &parsed.iter().collect::<Vec<_>>()).size_by_kind.to_vec()
}

/// Returns the language in which a claim and its evidence are compared.
fn joint_language(claim: &str, pieces: &[CitedPiece<'_>]) -> Language {
    Language::detect(&format!("{claim}\n{}", joined_texts(pieces)))
}

fn weighted_size_by_kind(differences: &Differences) -> impl Iterator<Item = (usize, f32)> {
    let sizes = differences.size_by_kind.iter().zip(DIFFERENCE_WEIGHTS).enumerate();
    sizes.map(|(kind, (size, weight))| (kind, size * weight))
}

/// The difference with the largest weighted size: the index of its kind, and that size.
fn heaviest_kind(differences: &Differences) -> Option<(usize, f32)> {
    weighted_size_by_kind(differences)
        .filter(|(_, weight)| *weight > 0.0)
        .max_by(|(_, a), (_, b)| a.total_cmp(b))
}

/// Whether a difference of this kind shows that the evidence contradicts the claim. Other kinds
/// only show that the evidence does not support it.
fn is_refuting_difference(kind_index: usize) -> bool {
    const NON_REFUTING_KINDS: [DifferenceKind; 6] = [
        DifferenceKind::Uncovered,
        DifferenceKind::Name,
        DifferenceKind::ClaimNegation,
        DifferenceKind::EvidenceNegation,
        DifferenceKind::Moved,
        DifferenceKind::Order,
    ];
    !NON_REFUTING_KINDS.iter().any(|silent| *silent as usize == kind_index)
}

/// Says why a claim is not supported, as text for the user. `kind_index` is its largest difference.
fn rejection_reason(kind_index: usize, differences: &Differences) -> String {
    let missing = differences.missing_figures_and_names.join(", ");
    let is = |other: DifferenceKind| other as usize == kind_index;
    if is(DifferenceKind::Figure) || is(DifferenceKind::Name) {
        return format!("the source does not mention {missing}");
    }
    if is(DifferenceKind::Unit) {
        return format!("the source has another unit than {missing}");
    }
    let reasons: [(&[DifferenceKind], &str); 9] = [
        (&[DifferenceKind::Uncovered], "the source says too little of it"),
        (
            &[
                DifferenceKind::ClaimNegation,
                DifferenceKind::EvidenceNegation,
                DifferenceKind::Negated,
                DifferenceKind::DroppedNegation,
                DifferenceKind::AddedNegation,
            ],
            "the source and the sentence differ in a negation",
        ),
        (
            &[DifferenceKind::Supposed, DifferenceKind::DroppedHedge, DifferenceKind::Announced],
            "the source is less certain",
        ),
        (
            &[
                DifferenceKind::Universal,
                DifferenceKind::AddedUniversal,
                DifferenceKind::DroppedPartial,
            ],
            "the source says it of a part only",
        ),
        (&[DifferenceKind::Connection, DifferenceKind::Cause], "the source names no cause"),
        (&[DifferenceKind::Speaker], "the source does not say who said it"),
        (&[DifferenceKind::Quotation], "the quotation is not in the source"),
        (&[DifferenceKind::Address], "the sentence contains an address"),
        (&[DifferenceKind::Opposite], "the source says the opposite"),
    ];
    let found = reasons.iter().find(|(kinds, _)| kinds.iter().any(|it| is(*it)));
    found.map_or("the source says it of something else", |(_, text)| text).to_owned()
}

#[cfg(test)]
mod tests;
