//! The support score of a pair: the probability that claim and evidence are about the same thing,
//! times the probability that they agree. Both are logistic functions, fitted by
//! `tests/bench/support/train.py`.

use crate::evidence::support::support_features::SupportFeatures;

/// Weights of `SupportFeatures::relatedness_features`, in its order. The weight of missing names
/// (the fourth) is set by hand: the training data has many genes with several names each, so that a
/// missing name means less there than in other texts.
const RELATEDNESS_WEIGHTS: [f32; 6] = [5.42, 1.18, -0.29, -0.5, -3.46, 0.95];
/// Added to the sum of the weighted relatedness features before the logistic function.
const RELATEDNESS_BIAS: f32 = -1.9;

/// Weights of `SupportFeatures::agreement_features`, in its order.
const AGREEMENT_WEIGHTS: [f32; 6] = [0.62, 1.99, 2.15, 1.23, -1.36, -2.09];
/// Added to the sum of the weighted agreement features before the logistic function.
const AGREEMENT_BIAS: f32 = 0.34;

/// If the evidence contains less than this share of the claim's terms, the score is strongly
/// reduced: the texts are then about different things, whatever the other features are.
const MIN_FULL_SCORE_TERM_SHARE: f32 = 0.3;

/// Exponent that scales the score so that 0.5 separates supported and unsupported claims best.
const SUPPORT_SCORE_EXPONENT: f32 = 0.31;

/// Returns how well the evidence supports the claim, from 0 to 1.
pub(super) fn support_score(features: &SupportFeatures) -> f32 {
    let relatedness =
        logistic(&features.relatedness_features(), &RELATEDNESS_WEIGHTS, RELATEDNESS_BIAS);
    let agreement = logistic(&features.agreement_features(), &AGREEMENT_WEIGHTS, AGREEMENT_BIAS);
    let covered = (features.found_term_share / MIN_FULL_SCORE_TERM_SHARE).min(1.0).powi(3);
    (relatedness * agreement * covered).powf(SUPPORT_SCORE_EXPONENT)
}

/// The logistic function of a weighted sum.
pub(super) fn logistic(values: &[f32], weights: &[f32], bias: f32) -> f32 {
    let sum: f32 = values.iter().zip(weights).map(|(value, weight)| value * weight).sum();
    1.0 / (1.0 + (-(sum + bias)).exp())
}
