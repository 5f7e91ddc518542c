//! Finds opposite comparisons: `A is faster than B`, `B finished ahead of A`.

use std::ops::Range;

use crate::evidence::support::compared_figures::is_refuted_by_figures;
use crate::evidence::support::conflict::Conflict;
use crate::evidence::support::other_case::{begins_with_other_case, is_about_other_case};
use crate::evidence::support::parsed_statement::ParsedStatement;
use crate::evidence::support::statement_word::{TaggedWord, is_auxiliary_verb, is_content_word};
use crate::evidence::support::subject_overlap::{SubjectOverlap, are_for_same_years};
use crate::evidence::support::trend_conflict::{has_antonym, has_opposite_trend};
use crate::evidence::support::word_comparison::{
    WordComparison, find_comparisons, listed_comparison, words_with_sides,
};
use crate::language::Language;

/// Minimum share of the claim's words that a sentence with an opposite comparison has.
const MIN_COMPARISON_SHARE: f32 = 0.3;

/// Returns how two sentences compare the same things the other way round, or tell opposite trends.
pub fn find(claim: &ParsedStatement, said: &ParsedStatement) -> Option<Conflict> {
    // Opposite words do not match, and need not.
    let is_change = |word: &TaggedWord| {
        word.is_trend() || word.tags.iter().any(|tag| tag.group.starts_with("compare "))
    };
    let overlap = SubjectOverlap::new(claim, said, is_change);
    if is_about_other_case(claim, said, &overlap) || begins_with_other_case(claim, said, &overlap) {
        return None;
    }
    let (ours, theirs) = (find_comparisons(claim), find_comparisons(said));
    if ours.iter().any(|comparison| is_refuted_by_figures((claim, comparison), said)) {
        return Some(Conflict::Antonym);
    }
    if !are_for_same_years(claim, said) {
        return None;
    }
    let is_opposite = match ours.is_empty() {
        true => has_opposite_trend(claim, said, &overlap) || has_antonym(claim, said, &overlap),
        false => {
            let mut pairs = ours.iter().flat_map(|a| theirs.iter().map(move |b| (a, b)));
            overlap.share() >= MIN_COMPARISON_SHARE
                && (says_equal(claim, said, &overlap)
                    || pairs.any(|(a, b)| {
                        (!a.is_time_only() || overlap.missing.is_empty())
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

/// The axis of verbs such as `beats`, which compare whatever the other sentence compares.
const ANY_AXIS: &str = "any";

/// The direction of a comparison in relation to another one: 1 if its first thing has more of what the
/// other one compares. `None` if they compare different properties.
fn direction_beside(
    (claim, ours): (&ParsedStatement, &WordComparison),
    (said, theirs): (&ParsedStatement, &WordComparison),
) -> Option<(i8, i8)> {
    let names_property =
        |verbal: &ParsedStatement, (noun, comparison): (&ParsedStatement, &WordComparison)| {
            // The verb may name it too: `sells better than`, `has outsold`.
            let mut property = noun.content_words().filter(|(at, _)| {
                comparison.between.contains(at)
                    || (*at == comparison.comparative && *at == comparison.middle)
            });
            property.any(|(_, word)| verbal.content_words().any(|(_, other)| other.matches(word)))
        };
    let word = |statement: &ParsedStatement, comparison: &WordComparison| {
        let mut words =
            statement.words.get(comparison.comparative..comparison.between.start)?.iter();
        words.find(|word| word.lower.ends_with("er")).map(|word| word.lower.clone())
    };
    let has_comparatives =
        matches!(claim.language, Language::English | Language::German | Language::Dutch);
    let has_same_word =
        has_comparatives && word(claim, ours).is_some_and(|ours| word(said, theirs) == Some(ours));
    let is_same = match (ours.axis.as_str(), theirs.axis.as_str()) {
        // `Takes longer` is about speed, `lasts longer` about size.
        _ if has_same_word => return Some((1, 1)),
        // `Beats` and `as fast as` do not agree either.
        (ANY_AXIS, _) if theirs.sign == 0 => return Some((1, 0)),
        (_, ANY_AXIS) if ours.sign == 0 => return Some((0, 1)),
        (ANY_AXIS, _) => return Some((theirs.sign, theirs.sign)),
        (_, ANY_AXIS) => return Some((ours.sign, ours.sign)),
        ("speed", "age") | ("age", "speed") => true,
        ("quality" | "size" | "frequency", "amount") => names_property(claim, (said, theirs)),
        ("amount", "quality" | "size" | "frequency") => names_property(said, (claim, ours)),
        (ours, theirs) => ours == theirs,
    };
    is_same.then_some((ours.sign, theirs.sign))
}

fn are_opposite_comparisons(
    (claim, ours): (&ParsedStatement, &WordComparison),
    (said, theirs): (&ParsedStatement, &WordComparison),
) -> bool {
    let denies_other = |statement: &ParsedStatement, comparison: &WordComparison| {
        let is_degree = listed_comparison(statement, comparison.comparative, "degree ").is_some();
        statement.has_tag("deny") && !comparison.is_denied && !is_degree
    };
    let has_other_denial = denies_other(claim, ours) || denies_other(said, theirs);
    let Some((our_sign, their_sign)) = direction_beside((claim, ours), (said, theirs)) else {
        return false;
    };
    if has_other_denial || !compare_same_property((claim, ours), (said, theirs)) {
        return false;
    }
    let [[first, crossed], [back, second]] = shared_sides((claim, ours), (said, theirs));
    let is_exchanged = crossed > 0 && back > 0 && (first == 0 || second == 0);
    let has_same_end = have_same_hollow_end((claim, ours), (said, theirs));
    let is_parallel = first > 0 && (second > 0 || has_same_end) && (crossed == 0 || back == 0);
    let is_denied = ours.is_denied || theirs.is_denied;
    if our_sign == 0 || their_sign == 0 {
        return our_sign != their_sign && !is_denied && (is_exchanged || is_parallel);
    }
    let has_same_sign = our_sign == their_sign;
    // `A is not faster than B` leaves open whether B is faster than A.
    (is_exchanged && has_same_sign && !is_denied)
        || (is_parallel && has_same_sign && ours.is_denied != theirs.is_denied)
        || (is_parallel && !has_same_sign && !is_denied)
}

/// How many words both sentences have, by their side in the claim and their side in the sentence.
fn shared_sides(
    (claim, ours): (&ParsedStatement, &WordComparison),
    (said, theirs): (&ParsedStatement, &WordComparison),
) -> [[usize; 2]; 2] {
    let mut shared = [[0_usize; 2]; 2];
    let (our_words, their_words) = (words_with_sides(claim, ours), words_with_sides(said, theirs));
    let is_on_both_sides = |word: &TaggedWord, side: usize| {
        our_words.iter().any(|(other, other_side)| *other_side != side && word.stem == other.stem)
    };
    for (word, our_side) in &our_words {
        let our_side = *our_side;
        if is_on_both_sides(word, our_side) {
            continue;
        }
        let same =
            their_words.iter().filter(|(other, _)| word.matches(other) || other.begins(word));
        let mut sides: Vec<usize> = same.map(|(_, side)| *side).collect();
        sides.dedup();
        // A word on both sides, as in `olive oil than sunflower oil`, does not tell them apart.
        if let [their_side] = sides.as_slice()
            && let Some(count) = shared.get_mut(our_side).and_then(|row| row.get_mut(*their_side))
        {
            *count += 1;
        }
    }
    shared
}

/// Words that name the second thing as another one of the same kind.
const OTHERS: [&str; 14] = [
    "first", "second", "third", "last", "other", "one", "ones", "erste", "ersten", "zweite",
    "zweiten", "andere", "anderen", "vorige",
];

/// Whether the second things are named by the same words without content: `than the first`.
fn have_same_hollow_end(
    (claim, ours): (&ParsedStatement, &WordComparison),
    (said, theirs): (&ParsedStatement, &WordComparison),
) -> bool {
    let end = |statement: &ParsedStatement, comparison: &WordComparison| -> Option<Vec<String>> {
        let clause = statement.words.get(comparison.middle)?.clause_index;
        let behind = statement.words.get(comparison.middle + 1..)?.iter();
        let behind = behind.take_while(|word| word.clause_index == clause);
        let is_hollow = behind.clone().all(|word| !is_content_word(word));
        let names_thing = behind.clone().any(|word| OTHERS.contains(&word.lower.as_str()));
        (is_hollow && names_thing).then(|| behind.map(|word| word.lower.clone()).collect())
    };
    let ends = end(claim, ours).zip(end(said, theirs));
    ends.is_some_and(|(ours, theirs)| !ours.is_empty() && ours == theirs)
}

/// Whether two comparisons of one axis compare the same property: `more energy` and `more energy`,
/// `hear better` and `hear better`.
fn compare_same_property(
    (claim, ours): (&ParsedStatement, &WordComparison),
    (said, theirs): (&ParsedStatement, &WordComparison),
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
        // `More rain than` and `it rains less than` name it too.
        return (our_property.is_empty() || our_property.iter().any(is_shared))
            && (their_property.is_empty() || their_property.iter().any(is_known));
    }
    // The verb stands right before the comparative, or before an adverb such as `much`.
    let verb = |statement: &ParsedStatement, comparison: &WordComparison| {
        let before = statement.words.get(..comparison.comparative)?.iter().enumerate().rev();
        let (at, word) =
            before.take(3).find(|(_, word)| !word.has_tag("filler") || is_auxiliary_verb(word))?;
        (is_content_word(word) && !is_auxiliary_verb(word)).then_some(at)
    };
    let verbs = verb(claim, ours).zip(verb(said, theirs));
    let has_other_verb = verbs.is_some_and(|(a, b)| !is_shared(&a) && !is_known(&b));
    !has_other_verb
}
