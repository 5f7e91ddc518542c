//! Measures whether claim and evidence agree or say the opposite: whether they negate the same
//! words, whether they use opposite words (`more`, `less`), and which of two things they call
//! greater.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::evidence::support::claim_evidence_pair::{ClaimEvidencePair, ParsedClaim};
use crate::evidence::support::claim_term::ClaimTerm;
use crate::evidence::support::parsed_text::{ParsedSentence, ParsedWord};
use crate::evidence::support::term_match::TermMatch;
use crate::evidence::support::word_form::CLAIM_WORD_LISTS;
use crate::evidence::support::word_sense::AntonymAxis;
use crate::language::word_list;

/// Maximum distance in words between an antonym word (`increases`) and the words that tell what
/// increases.
const MAX_ANTONYM_DISTANCE_WORDS: usize = 6;

/// Base weight of two antonym words (`rises`, `falls`), one of the claim and one of the evidence.
/// Shared words near both add to it. It is above 0, because short texts may share no other words.
const BASE_ANTONYM_PAIR_WEIGHT: f32 = 0.15;

/// Maximum number of antonym words (`rises`) per sentence; further ones are ignored, because
/// every pair is compared. Ordinary sentences have fewer.
const MAX_SENTENCE_ANTONYM_WORDS: usize = 40;

/// Maximum number of words between a comparative (`larger`) and its `than`.
const MAX_COMPARATIVE_DISTANCE_WORDS: usize = 10;

/// Words between the two sides of a comparison, such as `than`.
static COMPARISON_LINK_WORDS: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| word_list::word_set(CLAIM_WORD_LISTS, "comparison_links"));

/// A word with an opposite, such as `increases` (on the axis of amount) or `later` (on that of
/// time).
struct AntonymWord {
    axis: AntonymAxis,
    sign: f32,
    position: usize,
}

/// Returns the words of a sentence that have an opposite, such as `increases` or `later`.
fn find_antonym_words(words: &[ParsedWord]) -> Vec<AntonymWord> {
    let directed = |(position, word): (usize, &ParsedWord)| {
        let (axis, sign) = word.antonym_axis_and_sign()?;
        Some(AntonymWord { axis, sign, position })
    };
    words.iter().enumerate().filter_map(directed).take(MAX_SENTENCE_ANTONYM_WORDS).collect()
}

/// An antonym word (`rises`) of the claim and one of the evidence on the same axis: whether they
/// agree, and how much that counts.
struct AntonymWordPair {
    axis: AntonymAxis,
    /// 1 if both words point the same way (`rises`, `grows`), -1 if they are opposite (`rises`,
    /// `falls`).
    sign: f32,
    /// How much the pair counts: the more shared words are near both words, the more.
    weight: f32,
}

/// Returns how far the antonym words (`rises`, `later`) of claim and evidence agree: from -1 (all
/// opposite) to 1, and 0 if there are none on the same axis.
pub(super) fn antonym_agreement(pair: &ClaimEvidencePair<'_>) -> f32 {
    let (mut sum, mut total) = (0.0, 0.0);
    for (sentence, matches) in pair.sentences_with_matches() {
        for found in antonym_word_pairs(&pair.claim, sentence, matches) {
            sum += found.weight * found.sign;
            total += found.weight;
        }
    }
    if total > 0.0 { sum / total } else { 0.0 }
}

/// Returns how far a claim and one sentence agree, from -1 to 1, on the axis on which they agree
/// least. `It rose after a year` and `it fell after a year` agree in time, but not in amount.
pub(super) fn lowest_antonym_agreement(
    claim: &ParsedClaim,
    sentence: &ParsedSentence,
    matches: &[TermMatch],
) -> f32 {
    let mut axes: Vec<(AntonymAxis, f32, f32)> = Vec::new();
    for found in antonym_word_pairs(claim, sentence, matches) {
        if !axes.iter().any(|(known, ..)| *known == found.axis) {
            axes.push((found.axis, 0.0, 0.0));
        }
        for (_, sum, total) in axes.iter_mut().filter(|(known, ..)| *known == found.axis) {
            *sum += found.weight * found.sign;
            *total += found.weight;
        }
    }
    axes.into_iter().map(|(_, sum, total)| sum / total).reduce(f32::min).unwrap_or(0.0)
}

/// Returns all pairs of an antonym word (`rises`) of the claim and one of the sentence on the same
/// axis.
fn antonym_word_pairs(
    claim: &ParsedClaim,
    sentence: &ParsedSentence,
    matches: &[TermMatch],
) -> Vec<AntonymWordPair> {
    let ours = find_antonym_words(&claim.words);
    let mut pairs = Vec::new();
    for theirs in find_antonym_words(&sentence.words) {
        let near =
            matches.iter().filter(|found| is_near_antonym(found.word_index, theirs.position));
        let near: Vec<&TermMatch> = near.collect();
        for ours in ours.iter().filter(|ours| ours.axis == theirs.axis) {
            let weight = (BASE_ANTONYM_PAIR_WEIGHT
                + nearby_shared_word_weight(ours, &claim.terms, &near))
            .powi(2);
            pairs.push(AntonymWordPair { axis: ours.axis, sign: ours.sign * theirs.sign, weight });
        }
    }
    pairs
}

fn is_near_antonym(word_index: usize, antonym_index: usize) -> bool {
    (1..=MAX_ANTONYM_DISTANCE_WORDS).contains(&word_index.abs_diff(antonym_index))
}

/// The weight of the shared words that are near an antonym word in both texts. The higher it is,
/// the more likely both antonym words are about the same thing.
fn nearby_shared_word_weight(
    claim_word: &AntonymWord,
    terms: &[ClaimTerm],
    nearby_matches: &[&TermMatch],
) -> f32 {
    let weight = |found: &&TermMatch| {
        let term = terms
            .get(found.term_index)
            .filter(|term| is_near_antonym(term.word_index, claim_word.position));
        term.map_or(0.0, |term| found.score * term.weight)
    };
    nearby_matches.iter().map(weight).sum()
}

/// Returns the share of the words common to claim and evidence that the evidence negates, from 0 to
/// 1.
pub(super) fn negated_match_share(pair: &ClaimEvidencePair<'_>) -> f32 {
    let (mut negated, mut total) = (0.0, 0.0);
    for (sentence, matches) in pair.sentences_with_matches() {
        for found in matches {
            let is_negated =
                sentence.words.get(found.word_index).is_some_and(|word| word.is_negated);
            negated += if is_negated { found.score } else { 0.0 };
            total += found.score;
        }
    }
    if total > 0.0 { negated / total } else { 0.0 }
}

/// Returns 1 if claim and evidence compare the same two things the same way, -1 if the other way
/// round (by an opposite word or by exchanged sides), 0 if one of them compares nothing.
pub(super) fn comparison_agreement(pair: &ClaimEvidencePair<'_>) -> f32 {
    let agreement =
        |(sentence, matches)| sentence_comparison_agreement(&pair.claim, sentence, matches);
    pair.sentences_with_matches().map(agreement).sum::<f32>().clamp(-1.0, 1.0)
}

/// Returns 1 if the claim and one sentence of the evidence compare the same two things the same
/// way, -1 if the other way round, 0 if one of them compares nothing. Unclear cases are in between.
pub(super) fn sentence_comparison_agreement(
    claim: &ParsedClaim,
    sentence: &ParsedSentence,
    matches: &[TermMatch],
) -> f32 {
    let comparisons = find_comparison(&claim.words).zip(find_comparison(&sentence.words));
    let Some((ours, theirs)) = comparisons else { return 0.0 };
    comparison_side_agreement(&ours, &theirs, &claim.terms, matches) * ours.sign * theirs.sign
}

/// Returns 1 if the words before and after `than` in the claim are on the same sides of `than` in
/// the evidence, -1 if the sides are exchanged. Unclear cases are in between.
fn comparison_side_agreement(
    claim_comparison: &Comparison,
    sentence_comparison: &Comparison,
    terms: &[ClaimTerm],
    matches: &[TermMatch],
) -> f32 {
    // The first index is the side in the claim, the second the side in the evidence: 0 before
    // `than`, 1 after it.
    let mut weights = [[0.0_f32; 2]; 2];
    for found in matches {
        let Some(term) = terms.get(found.term_index) else { continue };
        let is_second = term.word_index >= claim_comparison.middle;
        let matches_second = found.word_index >= sentence_comparison.middle;
        let side = weights.get_mut(usize::from(is_second));
        if let Some(weight) = side.and_then(|side| side.get_mut(usize::from(matches_second))) {
            *weight += term.weight * found.score;
        }
    }
    let [[first_first, first_second], [second_first, second_second]] = weights;
    let (same, exchanged) = (first_first * second_second, first_second * second_first);
    if same + exchanged > 0.0 { (same - exchanged) / (same + exchanged) } else { 0.0 }
}

/// A comparison that a sentence makes: `A is larger than B`.
struct Comparison {
    /// 1 if the first side is the greater, the better or the later one, -1 if the second is.
    sign: f32,
    /// Index of the word between the two sides, such as `than`.
    middle: usize,
}

/// The comparison that a sentence makes; `None` if it compares nothing.
fn find_comparison(words: &[ParsedWord]) -> Option<Comparison> {
    let is_link = |word: &ParsedWord| COMPARISON_LINK_WORDS.contains(&*word.form.lowercase_word);
    let middle = words.iter().position(is_link)?;
    let before = words.get(..middle).unwrap_or_default().iter().rev();
    let mut signs = before.take(MAX_COMPARATIVE_DISTANCE_WORDS).filter_map(|word| {
        let (axis, sign) = word.antonym_axis_and_sign()?;
        matches!(axis, AntonymAxis::Amount | AntonymAxis::Quality | AntonymAxis::Time)
            .then_some(sign)
    });
    Some(Comparison { sign: signs.next()?, middle })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::support::claim_evidence_pair::parse_in_joint_language;

    fn check(
        measure: fn(&ClaimEvidencePair<'_>) -> f32,
        claim: &str,
        evidence: &str,
        expected: f32,
    ) {
        let (parsed_claim, parsed_evidence) = parse_in_joint_language(claim, evidence);
        let pair = ClaimEvidencePair::new(parsed_claim, &parsed_evidence);
        assert_eq!(measure(&pair), expected, "{claim} | {evidence}");
    }

    #[test]
    fn directions_agree_or_are_opposite() {
        check(antonym_agreement, "The tax rises.", "In spring the tax was increased.", 1.0);
        check(antonym_agreement, "The tax rises.", "In spring the tax was reduced.", -1.0);
        check(
            antonym_agreement,
            "The tax does not rise.",
            "In spring the tax was increased.",
            -1.0,
        );
        check(antonym_agreement, "The tax does not fall.", "In spring the tax was increased.", 1.0);
        check(antonym_agreement, "The tax rises.", "The tax is old.", 0.0);
    }

    #[test]
    fn exchanged_sides_of_a_comparison_disagree() {
        check(
            comparison_agreement,
            "Owls are faster than hawks.",
            "Owls flew faster than hawks.",
            1.0,
        );
        check(
            comparison_agreement,
            "Owls are faster than hawks.",
            "Hawks flew faster than owls.",
            -1.0,
        );
        check(
            comparison_agreement,
            "Owls are faster than hawks.",
            "Hawks flew slower than owls.",
            1.0,
        );
        check(comparison_agreement, "Owls are faster than hawks.", "Owls flew over hawks.", 0.0);
    }

    #[test]
    fn the_negated_share_is_measured() {
        check(negated_match_share, "Owls hunt.", "These owls hunt.", 0.0);
        check(negated_match_share, "Owls hunt.", "These owls do not hunt.", 0.5);
    }
}
