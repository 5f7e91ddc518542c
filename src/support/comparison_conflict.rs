//! Finds opposite comparisons (`A is faster than B`, `B finished ahead of A`) and opposite trends
//! (`prices rose`, `prices fell`).

use std::ops::Range;

use crate::support::conflict::Conflict;
use crate::support::other_case::{is_about_other_case, is_auxiliary_verb};
use crate::support::parsed_statement::ParsedStatement;
use crate::support::statement_word::{TaggedWord, is_content_word};
use crate::support::subject_overlap::{SubjectOverlap, are_for_same_years};
use crate::support::word_sense::{AntonymAxis, SenseLexicon, WordSense};

/// How many words a comparative and its `than` may be apart.
const MAX_COMPARATIVE_DISTANCE_WORDS: usize = 8;
/// How many words `costs` and `less` may be apart.
const MAX_PRICE_VERB_DISTANCE_WORDS: usize = 2;
/// How many words before a comparative a negation applies to it.
const NEGATION_REACH_WORDS: usize = 4;
/// Minimum share of the claim's words that a sentence with an opposite comparison has.
const MIN_COMPARISON_SHARE: f32 = 0.3;
/// Minimum share of the claim's words that a sentence with an opposite trend has.
const MIN_TREND_SHARE: f32 = 0.5;
/// Maximum number of words of such a sentence that the claim lacks.
const MAX_FOREIGN_TREND_WORDS: usize = 6;
const MAX_FOREIGN_OPPOSITE_WORDS: usize = 3;
/// Maximum number of words of the claim that a sentence with an opposite word lacks.
const MAX_MISSING_OPPOSITE_WORDS: usize = 2;

/// A comparison of two things.
struct Comparison {
    /// What is compared, such as `speed`.
    axis: &'static str,
    /// 1 if the first thing has more, -1 if the second has, 0 if both have the same.
    sign: i8,
    is_denied: bool,
    /// The words between the comparative and `than`, such as `energy` in `more energy than`.
    between: Range<usize>,
    comparative: usize,
    /// The index of `than`.
    middle: usize,
}

/// Returns how two sentences compare the same things the other way round, or tell opposite trends.
pub fn find(claim: &ParsedStatement, said: &ParsedStatement) -> Option<Conflict> {
    // Opposite words do not match, and need not.
    let is_change = |word: &TaggedWord| {
        word.is_trend() || word.tags.iter().any(|tag| tag.group.starts_with("compare "))
    };
    let overlap = SubjectOverlap::new(claim, said, is_change);
    if !are_for_same_years(claim, said) || is_about_other_case(claim, said, &overlap, None) {
        return None;
    }
    let (ours, theirs) = (find_comparisons(claim), find_comparisons(said));
    let is_opposite = match ours.is_empty() {
        true => has_opposite_trend(claim, said, &overlap) || has_antonym(claim, said, &overlap),
        false => {
            let mut pairs = ours.iter().flat_map(|a| theirs.iter().map(move |b| (a, b)));
            overlap.share() >= MIN_COMPARISON_SHARE
                && (says_equal(claim, said, &overlap)
                    || pairs.any(|(a, b)| {
                        let is_time_only = a.axis == "age" && a.comparative == a.middle;
                        (!is_time_only || overlap.missing.is_empty())
                            && are_opposite_comparisons((claim, a), (said, b))
                    }))
        }
    };
    is_opposite.then_some(Conflict::Antonym)
}

/// Whether the sentence says that the things are equal which the claim compares.
fn says_equal(claim: &ParsedStatement, said: &ParsedStatement, overlap: &SubjectOverlap) -> bool {
    let is_denied = claim.has_tag("deny") || claim.has_tag("equality");
    said.has_tag("equality") && !is_denied && overlap.missing.len() <= 1
}

/// Finds the comparatives (`faster`) that are nearest before each `than`.
fn find_comparisons(statement: &ParsedStatement) -> Vec<Comparison> {
    let comparison = |middle: usize| {
        let first = middle.saturating_sub(MAX_COMPARATIVE_DISTANCE_WORDS);
        // `Ahead of` is about any property that stands before it: `bigger, ahead of the hospital`.
        let is_link = statement.words.get(middle).is_some_and(|word| word.has_tag("compare_link"));
        let before = (first..middle).rev().find_map(|at| comparative_at(statement, at));
        let before = before.filter(|_| is_link);
        let nearest = before
            .or_else(|| (first..=middle).rev().find_map(|at| comparative_at(statement, at)))?;
        // `In less time` is about speed, `less` alone about an amount.
        let mut longer = (1..=2).filter_map(|distance| {
            let found = comparative_at(statement, nearest.0.checked_sub(distance)?)?;
            Some(found).filter(|(.., length)| *length > distance)
        });
        let (comparative, axis, sign, length) = longer.next_back().unwrap_or(nearest);
        let axis = if is_amount_of_price(statement, comparative, axis) { "price" } else { axis };
        let end = (comparative + length).min(middle);
        // `Higher in the hospital than` names the first thing there, not what is compared.
        let is_place = |at: &usize| {
            let word = statement.words.get(*at);
            word.is_some_and(|word| word.has_tag("attached_by") && !word.has_tag("part_of"))
        };
        let property_end = (end..middle).find(is_place).unwrap_or(middle);
        let denied = comparative.saturating_sub(NEGATION_REACH_WORDS)..comparative;
        let denied = statement.words.get(denied).unwrap_or_default();
        Some(Comparison {
            axis,
            sign,
            is_denied: denied.iter().any(|word| word.has_tag("deny")),
            between: end..property_end,
            comparative,
            middle,
        })
    };
    let mut comparisons: Vec<Comparison> =
        statement.tagged_words("than").filter_map(comparison).collect();
    comparisons.extend(find_degrees(statement));
    comparisons
}

/// Whether an amount is that of a price: `costs clearly less than`.
fn is_amount_of_price(statement: &ParsedStatement, comparative: usize, axis: &str) -> bool {
    let verb = comparative.saturating_sub(MAX_PRICE_VERB_DISTANCE_WORDS)..comparative;
    let near = statement.words.get(verb).unwrap_or_default();
    axis == "amount" && near.iter().any(|word| word.has_tag("aspect price"))
}

/// Finds comparisons of degrees: `as fast as`, `twice as fast as`, `not as fast as`.
fn find_degrees(statement: &ParsedStatement) -> Vec<Comparison> {
    let degree = |middle: usize| {
        let first = middle.saturating_sub(MAX_COMPARATIVE_DISTANCE_WORDS);
        let (comparative, axis, sign, length) =
            (first..middle).rev().find_map(|at| listed_comparison(statement, at, "degree "))?;
        let before = comparative.saturating_sub(NEGATION_REACH_WORDS)..comparative;
        let before = statement.words.get(before).unwrap_or_default();
        let has_before = |group: &str| before.iter().any(|word| word.has_tag(group));
        let factor = match (has_before("deny") || has_before("half"), has_before("multiple")) {
            (true, _) => -1,
            (false, true) => 1,
            (false, false) => 0,
        };
        Some(Comparison {
            axis,
            sign: sign * factor,
            is_denied: false,
            between: (comparative + length).min(middle)..middle,
            comparative,
            middle,
        })
    };
    statement.tagged_words("as").filter_map(degree).collect()
}

/// The index, axis, sign and length of the comparative at a word. The longest listed phrase counts:
/// `más rápido` is about speed, `más` alone about an amount.
fn comparative_at(
    statement: &ParsedStatement,
    at: usize,
) -> Option<(usize, &'static str, i8, usize)> {
    listed_comparison(statement, at, "compare ")
}

/// The same for the listed groups of a kind.
fn listed_comparison(
    statement: &ParsedStatement,
    at: usize,
    kind: &str,
) -> Option<(usize, &'static str, i8, usize)> {
    let tags = statement.words.get(at)?.tags.iter();
    let compared = tags.filter_map(|tag| {
        let (axis, direction) = tag.group.strip_prefix(kind)?.split_once(' ')?;
        Some((at, axis, if direction == "up" { 1 } else { -1 }, tag.word_count))
    });
    compared.max_by_key(|(.., length)| *length)
}

/// Whether two comparisons are about the same: speed and being ready before something else, or
/// gripping better and having more grip.
fn are_same_axis(
    (claim, ours): (&ParsedStatement, &Comparison),
    (said, theirs): (&ParsedStatement, &Comparison),
) -> bool {
    let names_property =
        |verbal: &ParsedStatement, (noun, comparison): (&ParsedStatement, &Comparison)| {
            // The verb may name it too: `sells better than`, `has outsold`.
            let mut property = noun.content_words().filter(|(at, _)| {
                comparison.between.contains(at)
                    || (*at == comparison.comparative && *at == comparison.middle)
            });
            property.any(|(_, word)| verbal.content_words().any(|(_, other)| other.matches(word)))
        };
    match (ours.axis, theirs.axis) {
        ("speed", "age") | ("age", "speed") => true,
        ("quality", "amount") => names_property(claim, (said, theirs)),
        ("amount", "quality") => names_property(said, (claim, ours)),
        (ours, theirs) => ours == theirs,
    }
}

fn are_opposite_comparisons(
    (claim, ours): (&ParsedStatement, &Comparison),
    (said, theirs): (&ParsedStatement, &Comparison),
) -> bool {
    let denies_other = |statement: &ParsedStatement, comparison: &Comparison| {
        let is_degree = listed_comparison(statement, comparison.comparative, "degree ").is_some();
        statement.has_tag("deny") && !comparison.is_denied && !is_degree
    };
    let has_other_denial = denies_other(claim, ours) || denies_other(said, theirs);
    if !are_same_axis((claim, ours), (said, theirs))
        || has_other_denial
        || !compare_same_property((claim, ours), (said, theirs))
    {
        return false;
    }
    let side = |at: usize, comparison: &Comparison| usize::from(at > comparison.middle);
    // The first index is the side in the claim, the second the side in the sentence.
    let mut shared = [[0_usize; 2]; 2];
    let sided = |statement: &ParsedStatement, comparison: &Comparison| -> Vec<(usize, usize)> {
        let content = statement.content_words().map(|(at, _)| at);
        let kept =
            content.filter(|at| *at != comparison.comparative && !comparison.between.contains(at));
        kept.map(|at| (at, side(at, comparison))).collect()
    };
    let their_words = sided(said, theirs);
    for (at, our_side) in sided(claim, ours) {
        let is_same = |other: &&(usize, usize)| {
            let words = claim.words.get(at).zip(said.words.get(other.0));
            words.is_some_and(|(a, b)| a.stem == b.stem || a.matches(b))
        };
        let mut sides: Vec<usize> = their_words.iter().filter(is_same).map(|(_, s)| *s).collect();
        sides.dedup();
        // A word on both sides, as in `olive oil than sunflower oil`, does not tell them apart.
        if let [their_side] = sides.as_slice()
            && let Some(count) = shared.get_mut(our_side).and_then(|row| row.get_mut(*their_side))
        {
            *count += 1;
        }
    }
    let [[first, crossed], [back, second]] = shared;
    let is_exchanged = crossed > 0 && back > 0 && (first == 0 || second == 0);
    let is_parallel = first > 0 && second > 0 && (crossed == 0 || back == 0);
    let is_denied = ours.is_denied || theirs.is_denied;
    if ours.sign == 0 || theirs.sign == 0 {
        return ours.sign != theirs.sign && !is_denied && (is_exchanged || is_parallel);
    }
    let has_same_sign = ours.sign == theirs.sign;
    // `A is not faster than B` leaves open whether B is faster than A.
    (is_exchanged && has_same_sign && !is_denied)
        || (is_parallel && has_same_sign && ours.is_denied != theirs.is_denied)
        || (is_parallel && !has_same_sign && !is_denied)
}

/// Whether two comparisons of one axis compare the same property: `more energy` and `more energy`,
/// `hear better` and `hear better`.
fn compare_same_property(
    (claim, ours): (&ParsedStatement, &Comparison),
    (said, theirs): (&ParsedStatement, &Comparison),
) -> bool {
    let contains = |statement: &ParsedStatement, range: &Range<usize>| -> Vec<usize> {
        statement.content_words().map(|(at, _)| at).filter(|at| range.contains(at)).collect()
    };
    let is_shared = |at: &usize| {
        let word = claim.words.get(*at);
        word.is_some_and(|word| said.words.iter().any(|other| other.matches(word)))
    };
    let is_known = |at: &usize| {
        let word = said.words.get(*at);
        word.is_some_and(|word| claim.words.iter().any(|other| other.matches(word)))
    };
    let (our_property, their_property) =
        (contains(claim, &ours.between), contains(said, &theirs.between));
    if ours.axis != theirs.axis && ours.axis != "speed" && theirs.axis != "speed" {
        return true;
    }
    if ours.axis == "amount" && !(our_property.is_empty() && their_property.is_empty()) {
        return our_property.iter().any(is_shared) && their_property.iter().any(is_known);
    }
    // The verb stands right before the comparative, or before an adverb such as `much`.
    let verb = |statement: &ParsedStatement, comparison: &Comparison| {
        let before = statement.words.get(..comparison.comparative)?.iter().enumerate().rev();
        let (at, word) =
            before.take(3).find(|(_, word)| !word.has_tag("filler") || is_auxiliary_verb(word))?;
        (is_content_word(word) && !is_auxiliary_verb(word)).then_some(at)
    };
    let verbs = verb(claim, ours).zip(verb(said, theirs));
    let has_other_verb = verbs.is_some_and(|(a, b)| !is_shared(&a) && !is_known(&b));
    !has_other_verb
}

/// Whether one sentence says that something becomes more, and the other one that it becomes less.
fn has_opposite_trend(
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
    let comparatives = |statement: &ParsedStatement| -> Vec<(&'static str, i8)> {
        let found = (0..statement.words.len()).filter_map(|at| comparative_at(statement, at));
        let found = found.map(|(_, axis, sign, _)| (axis, sign));
        // `Before` and `more` may belong to anything.
        found.filter(|(axis, _)| !matches!(*axis, "age" | "amount")).collect()
    };
    match (comparatives(claim).as_slice(), comparatives(said).as_slice()) {
        ([(axis, sign)], [(other, other_sign)]) => axis == other && sign != other_sign,
        _ => false,
    }
}

/// Whether the sentences use opposite words for the same thing: safe and dangerous, required and
/// optional.
fn has_antonym(claim: &ParsedStatement, said: &ParsedStatement, overlap: &SubjectOverlap) -> bool {
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
