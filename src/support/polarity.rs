//! Whether claim and evidence point the same way: denials near the same words, more or less of the
//! same things, and which of two things is the greater.

use crate::support::pair::{Claim, Pair};
use crate::support::reading::{Sentence, Word};
use crate::support::sense::{Axis, Sense};
use crate::support::term::Term;
use crate::support::wording::Place;

/// Words this far from a direction say what it is the direction of.
const AROUND: usize = 6;

/// A direction with no shared words around it hardly counts, but is all there is in short texts.
const LEAST: f32 = 0.15;

/// What is pointed out, which way, and where.
struct Direction {
    axis: Axis,
    sign: f32,
    at: usize,
}

fn directions(words: &[Word]) -> Vec<Direction> {
    let directed = |(at, word): (usize, &Word)| match word.form.sense {
        Some(Sense::Points(axis, way)) => {
            Some(Direction { axis, sign: way.sign(word.is_denied), at })
        }
        _ => None,
    };
    words.iter().enumerate().filter_map(directed).take(MOST_DIRECTIONS).collect()
}

/// A sentence has few; a text of nothing else is no sentence, and every pair is looked at.
const MOST_DIRECTIONS: usize = 40;

/// From -1, all directions are opposite, to 1, all agree; 0 if there are none. Each pair counts by
/// the words that stand around both.
pub fn agreement(pair: &Pair<'_>) -> f32 {
    let (mut sum, mut total) = (0.0, 0.0);
    for (sentence, places) in pair.sentences() {
        agreements(&pair.claim, sentence, places, |_, sign, weight| {
            sum += weight * sign;
            total += weight;
        });
    }
    if total > 0.0 { sum / total } else { 0.0 }
}

/// The same for one sentence, along the axis where it agrees least: what rose after a year and
/// what fell after it agree in time alone.
pub fn least_agreement(claim: &Claim, sentence: &Sentence, places: &[Place]) -> f32 {
    let mut axes: Vec<(Axis, f32, f32)> = Vec::new();
    agreements(claim, sentence, places, |axis, sign, weight| {
        if !axes.iter().any(|(known, ..)| *known == axis) {
            axes.push((axis, 0.0, 0.0));
        }
        for (_, sum, total) in axes.iter_mut().filter(|(known, ..)| *known == axis) {
            *sum += weight * sign;
            *total += weight;
        }
    });
    axes.into_iter().map(|(_, sum, total)| sum / total).reduce(f32::min).unwrap_or(0.0)
}

/// Calls back for each two directions along one axis, with whether they agree and their weight.
fn agreements(
    claim: &Claim,
    sentence: &Sentence,
    places: &[Place],
    mut found: impl FnMut(Axis, f32, f32),
) {
    let ours = directions(&claim.words);
    for theirs in directions(&sentence.words) {
        let near: Vec<&Place> = places.iter().filter(|p| is_near(p.at, theirs.at)).collect();
        for ours in ours.iter().filter(|ours| ours.axis == theirs.axis) {
            let weight = (LEAST + shared_around(ours, &claim.terms, &near)).powi(2);
            found(ours.axis, ours.sign * theirs.sign, weight);
        }
    }
}

fn is_near(at: usize, direction: usize) -> bool {
    (1..=AROUND).contains(&at.abs_diff(direction))
}

/// The weight of the terms near a direction of the claim, of those near one of the evidence.
fn shared_around(ours: &Direction, terms: &[Term], near: &[&Place]) -> f32 {
    let weight = |place: &&Place| {
        let term = terms.get(place.term).filter(|term| is_near(term.at, ours.at));
        term.map_or(0.0, |term| place.credit * term.weight)
    };
    near.iter().map(weight).sum()
}

/// The share of the shared words that the evidence denies.
pub fn denied_share(pair: &Pair<'_>) -> f32 {
    let (mut denied, mut total) = (0.0, 0.0);
    for (sentence, places) in pair.sentences() {
        for place in places {
            let is_denied = sentence.words.get(place.at).is_some_and(|word| word.is_denied);
            denied += if is_denied { place.credit } else { 0.0 };
            total += place.credit;
        }
    }
    if total > 0.0 { denied / total } else { 0.0 }
}

/// 1 if both compare the same two things the same way, -1 if the other way round — by another
/// word or by changed places —, 0 if one compares nothing.
pub fn comparison(pair: &Pair<'_>) -> f32 {
    let compared = |(sentence, places)| comparison_with(&pair.claim, sentence, places);
    pair.sentences().map(compared).sum::<f32>().clamp(-1.0, 1.0)
}

/// The same for one sentence.
pub fn comparison_with(claim: &Claim, sentence: &Sentence, places: &[Place]) -> f32 {
    let (Some(ours), Some(theirs)) = (compared(&claim.words), compared(&sentence.words)) else {
        return 0.0;
    };
    order(&ours, &theirs, &claim.terms, places) * ours.sign * theirs.sign
}

/// 1 if the words before and behind the claim's `than` stand so in the evidence too, -1 if they
/// changed sides.
fn order(ours: &Comparison, theirs: &Comparison, terms: &[Term], places: &[Place]) -> f32 {
    // By side in the claim, then in the evidence.
    let mut weights = [[0.0_f32; 2]; 2];
    for place in places {
        let Some(term) = terms.get(place.term) else { continue };
        let (claimed, said) = (term.at >= ours.middle, place.at >= theirs.middle);
        let side = weights.get_mut(usize::from(claimed));
        if let Some(weight) = side.and_then(|side| side.get_mut(usize::from(said))) {
            *weight += term.weight * place.credit;
        }
    }
    let [[first_first, first_second], [second_first, second_second]] = weights;
    let (kept, turned) = (first_first * second_second, first_second * second_first);
    if kept + turned > 0.0 { (kept - turned) / (kept + turned) } else { 0.0 }
}

/// A comparison: which way, and where its second side begins.
struct Comparison {
    sign: f32,
    middle: usize,
}

fn compared(words: &[Word]) -> Option<Comparison> {
    let is_than = |word: &Word| THAN.contains(&word.form.lower.as_str());
    let middle = words.iter().position(is_than)?;
    let before = words.get(..middle).unwrap_or_default().iter().rev().take(COMPARED_WITHIN);
    let mut ways = before.filter_map(|word| match word.form.sense {
        Some(Sense::Points(Axis::Amount | Axis::Worth | Axis::Time, way)) => {
            Some(way.sign(word.is_denied))
        }
        _ => None,
    });
    Some(Comparison { sign: ways.next()?, middle })
}

/// How far before `than` the word stands that it belongs to.
const COMPARED_WITHIN: usize = 10;

const THAN: [&str; 12] = [
    "than",
    "compared",
    "versus",
    "vs",
    "als",
    "gegenüber",
    "que",
    "qu",
    "di",
    "rispetto",
    "dan",
    "чем",
];

#[cfg(test)]
mod tests {
    use super::super::pair::read_both;
    use super::*;

    fn check(judge: fn(&Pair<'_>) -> f32, claim: &str, evidence: &str, expected: f32) {
        let (claimed, said) = read_both(claim, evidence);
        assert_eq!(judge(&Pair::of(claimed, &said)), expected, "{claim} | {evidence}");
    }

    #[test]
    fn directions_agree_or_not() {
        check(agreement, "The tax rises.", "In spring the tax was increased.", 1.0);
        check(agreement, "The tax rises.", "In spring the tax was reduced.", -1.0);
        check(agreement, "The tax does not rise.", "In spring the tax was increased.", -1.0);
        check(agreement, "The tax does not fall.", "In spring the tax was increased.", 1.0);
        check(agreement, "The tax rises.", "The tax is old.", 0.0);
    }

    #[test]
    fn sides_of_a_comparison_may_not_be_changed() {
        check(comparison, "Owls are faster than hawks.", "Owls flew faster than hawks.", 1.0);
        check(comparison, "Owls are faster than hawks.", "Hawks flew faster than owls.", -1.0);
        check(comparison, "Owls are faster than hawks.", "Hawks flew slower than owls.", 1.0);
        check(comparison, "Owls are faster than hawks.", "Owls flew over hawks.", 0.0);
    }

    #[test]
    fn the_share_that_is_denied_is_told() {
        check(denied_share, "Owls hunt.", "These owls hunt.", 0.0);
        check(denied_share, "Owls hunt.", "These owls do not hunt.", 0.5);
    }
}
