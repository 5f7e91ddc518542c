//! Whether a piece of evidence supports a claim, told from the two texts alone.
//!
//! The wording must be covered, figures must be in it, and denials, directions and comparisons
//! must agree. Nothing here understands the texts: the score orders pairs, and a claim that is
//! accepted still stands beside its quotation.

mod feature;
mod figure;
mod figure_words;
mod form;
mod near;
mod pair;
mod polarity;
mod reading;
mod sense;
mod sense_words;
mod sentence;
mod term;
mod weigh;
mod wording;

use serde::Serialize;

use feature::Features;
use pair::{Pair, read_both};

pub use reading::Reading;

/// What the evidence says of a claim.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Support {
    /// Whether the claim may stand.
    pub supported: bool,
    /// How well it is supported, from 0 to 1.
    pub score: f32,
    /// Figures, names and telling words of the claim that are not in the evidence, as written. A
    /// claim that is contradicted may miss nothing.
    pub missing: Vec<String>,
}

/// Scores from here on are taken for support; the formula is stretched so that it lies here.
const THRESHOLD: f32 = 0.5;

/// What a figure that the evidence does not have leaves of the score.
const FIGURE_COST: f32 = 0.9;

/// Compares a claim with the evidence it cites. Any two texts give a result.
pub fn support(claim: &str, evidence: &str) -> Support {
    let (claim, evidence) = read_both(claim, evidence);
    judge(&Pair::of(claim, &evidence))
}

/// As `support`, for evidence that was read before: it is read again only if the claim is in
/// another language.
pub fn support_in(claim: &str, evidence: &Reading) -> Support {
    let language = evidence.language_beside(claim);
    let claim = Reading::in_language(claim, language);
    if language == evidence.language {
        judge(&Pair::of(claim, evidence))
    } else {
        judge(&Pair::of(claim, &evidence.again(language)))
    }
}

fn judge(pair: &Pair<'_>) -> Support {
    if pair.claim.words.is_empty() {
        return Support { supported: false, score: 0.0, missing: Vec::new() };
    }
    let figures = pair.missing_figures();
    let stands = if pair.is_quoted() { 1.0 } else { weigh::score(&Features::of(pair)) };
    let score = if figures.is_empty() { stands } else { stands * FIGURE_COST };
    let supported = score >= THRESHOLD && figures.is_empty() && !pair.lacks_name();
    let missing = if stands < 1.0 { pair.missing_words() } else { Vec::new() };
    Support { supported, score, missing: figures.into_iter().chain(missing).collect() }
}

/// The numbers by which a pair is judged, for those who fit the weights anew.
pub fn features(claim: &str, evidence: &str) -> Vec<f32> {
    let (claim, evidence) = read_both(claim, evidence);
    let features = Features::of(&Pair::of(claim, &evidence));
    [features.related().to_vec(), features.agreeing().to_vec()].concat()
}

#[cfg(test)]
mod tests;
