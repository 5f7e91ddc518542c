//! The score of a pair: how likely the two speak of the same thing, times how likely they say the
//! same of it. Two logistic sums, fitted by `tests/bench/support/train.py`.

use super::feature::Features;

/// Weights of `Features::related`, in its order.
const RELATED: [f32; 6] = [5.44, 1.16, -0.24, -0.11, -3.44, 0.97];
const RELATED_BASE: f32 = -1.87;

/// Weights of `Features::agreeing`, in its order.
const AGREEING: [f32; 6] = [0.67, 1.91, 2.12, 1.25, -1.4, -2.08];
const AGREEING_BASE: f32 = 0.3;

/// Below this share of its words a claim is about something else, whatever the rest says.
const FEWEST_WORDS: f32 = 0.3;

/// Moves the best cut between support and the rest to one half.
const STRETCH: f32 = 0.33;

/// Between 0 and 1.
pub fn score(features: &Features) -> f32 {
    let related = likely(&features.related(), &RELATED, RELATED_BASE);
    let agreeing = likely(&features.agreeing(), &AGREEING, AGREEING_BASE);
    let covered = (features.share / FEWEST_WORDS).min(1.0).powi(2);
    (related * agreeing * covered).powf(STRETCH)
}

fn likely(values: &[f32], weights: &[f32], base: f32) -> f32 {
    let sum: f32 = values.iter().zip(weights).map(|(value, weight)| value * weight).sum();
    1.0 / (1.0 + (-(sum + base)).exp())
}
