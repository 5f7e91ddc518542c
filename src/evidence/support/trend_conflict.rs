//! Finds opposite trends (`prices rose`, `prices fell`) and opposite judgements (`safe`, `dangerous`).

use crate::evidence::support::parsed_statement::ParsedStatement;
use crate::evidence::support::subject_overlap::SubjectOverlap;
use crate::evidence::support::word_comparison::{comparative_at, find_comparisons};
use crate::evidence::support::word_sense::{AntonymAxis, SenseLexicon, WordSense};

/// Minimum share of the claim's words that a sentence with an opposite trend has.
const MIN_TREND_SHARE: f32 = 0.5;
/// Maximum number of words of such a sentence that the claim lacks.
const MAX_FOREIGN_TREND_WORDS: usize = 6;
const MAX_FOREIGN_OPPOSITE_WORDS: usize = 3;
/// Maximum number of words of the claim that a sentence with an opposite word lacks.
const MAX_MISSING_OPPOSITE_WORDS: usize = 2;

/// Whether one sentence says that something becomes more, and the other one that it becomes less.
pub(super) fn has_opposite_trend(
    claim: &ParsedStatement,
    said: &ParsedStatement,
    overlap: &SubjectOverlap,
) -> bool {
    let trend = |statement: &ParsedStatement, (up, down): (&str, &str)| match (
        statement.has_tag(up),
        statement.has_tag(down),
    ) {
        (true, false) => Some(1),
        (false, true) => Some(-1),
        (false, false) if up == "trend up" => change_of_amount(statement),
        _ => None,
    };
    // If the times of something fall, it becomes faster.
    let pace = |statement: &ParsedStatement| {
        let change = trend(statement, ("trend up", "trend down"));
        let is_time = statement.has_tag("time_noun");
        trend(statement, ("trend faster", "trend slower"))
            .or_else(|| change.filter(|_| is_time).map(|sign: i8| -sign))
    };
    let is_other_pace = pace(claim).zip(pace(said)).is_some_and(|(ours, theirs)| ours != theirs);
    let axes = [("trend up", "trend down"), ("trend better", "trend worse")];
    let is_opposite = axes.iter().any(|axis| {
        let signs = trend(claim, *axis).zip(trend(said, *axis));
        signs.is_some_and(|(ours, theirs): (i8, i8)| ours != theirs)
    });
    let is_denied = claim.has_tag("deny") || said.has_tag("deny");
    (is_opposite || is_other_pace || has_opposite_comparative(claim, said))
        && !is_denied
        && overlap.has_same_subject()
        && overlap.share() >= MIN_TREND_SHARE
        && overlap.has_enough_words()
        && overlap.foreign_word_count() <= MAX_FOREIGN_TREND_WORDS
}

/// The sign of a comparison with an earlier time: `uses more power than before`.
fn change_of_amount(statement: &ParsedStatement) -> Option<i8> {
    let comparisons = find_comparisons(statement).into_iter();
    let mut changes = comparisons.filter(|comparison| {
        let behind = statement.words.get(comparison.middle + 1);
        comparison.axis == "amount"
            && !comparison.is_denied
            && behind.is_some_and(|word| word.has_tag("earlier_time"))
    });
    changes.next().map(|comparison| comparison.sign)
}

/// Whether something became more in the claim and less in the sentence, without anything to compare
/// it with: `the classes have become smaller`, `the classes are larger now`.
fn has_opposite_comparative(claim: &ParsedStatement, said: &ParsedStatement) -> bool {
    let comparatives = |statement: &ParsedStatement| -> Vec<(String, i8)> {
        let found = (0..statement.words.len()).filter_map(|at| comparative_at(statement, at));
        let found = found.map(|(_, axis, sign, _)| (axis, sign));
        // `Before` and `more` may belong to anything.
        found.filter(|(axis, _)| !matches!(axis.as_str(), "age" | "amount")).collect()
    };
    match (comparatives(claim).as_slice(), comparatives(said).as_slice()) {
        ([(axis, sign)], [(other, other_sign)]) => axis == other && sign != other_sign,
        _ => false,
    }
}

/// Whether the sentences use opposite words for the same thing: safe and dangerous, required and
/// optional.
pub(super) fn has_antonym(
    claim: &ParsedStatement,
    said: &ParsedStatement,
    overlap: &SubjectOverlap,
) -> bool {
    let judged = |statement: &ParsedStatement| -> Vec<(AntonymAxis, f32)> {
        let lexicon = SenseLexicon::for_language(statement.language);
        let senses = statement.words.iter().filter_map(|word| lexicon.sense_of(&word.lower));
        let antonyms = senses.filter_map(|sense| match sense {
            WordSense::Antonym(axis, sign) => Some((axis, sign.plus_or_minus_one())),
            _ => None,
        });
        let is_judgement = |axis: &AntonymAxis| {
            matches!(axis, AntonymAxis::Necessity | AntonymAxis::Quality | AntonymAxis::Permission)
        };
        antonyms.filter(|(axis, _)| is_judgement(axis)).collect()
    };
    let is_denied = claim.has_tag("deny") || said.has_tag("deny");
    let is_opposite = match (judged(claim).as_slice(), judged(said).as_slice()) {
        ([(axis, sign)], [(other, other_sign)]) => axis == other && sign * other_sign < 0.0,
        _ => false,
    };
    // The opposite words themselves do not match.
    is_opposite
        && !is_denied
        && overlap.has_same_subject()
        && overlap.missing.len() <= MAX_MISSING_OPPOSITE_WORDS
        && overlap.foreign_word_count() <= MAX_FOREIGN_OPPOSITE_WORDS
}
