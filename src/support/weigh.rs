//! The score of a pair: how likely the two speak of the same thing, times how likely they say the
//! same of it. Two logistic sums, fitted by `tests/bench/support/train.py`.

use crate::support::feature::Features;

/// Weights of `Features::related`, in its order. That of missing names is set by hand: the pairs
/// it is fitted on are full of genes that each have several names.
const RELATED: [f32; 6] = [5.42, 1.18, -0.29, -0.5, -3.46, 0.95];
const RELATED_BASE: f32 = -1.9;

/// Weights of `Features::agreeing`, in its order.
const AGREEING: [f32; 6] = [0.62, 1.99, 2.15, 1.23, -1.36, -2.09];
const AGREEING_BASE: f32 = 0.34;

/// Below this share of its words a claim is about something else, whatever the rest says.
const FEWEST_WORDS: f32 = 0.3;

/// Moves the best cut between support and the rest to one half.
const STRETCH: f32 = 0.31;

/// Between 0 and 1.
pub fn score(features: &Features) -> f32 {
    let related = likely(&features.related(), &RELATED, RELATED_BASE);
    let agreeing = likely(&features.agreeing(), &AGREEING, AGREEING_BASE);
    let covered = (features.share / FEWEST_WORDS).min(1.0).powi(3);
    (related * agreeing * covered).powf(STRETCH)
}

fn likely(values: &[f32], weights: &[f32], base: f32) -> f32 {
    let sum: f32 = values.iter().zip(weights).map(|(value, weight)| value * weight).sum();
    1.0 / (1.0 + (-(sum + base)).exp())
}
