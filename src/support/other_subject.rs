//! Whether a sentence is about a part of what a claim is about, about something that is named after it, or
//! has another grammatical subject.

use crate::index::language::Language;
use crate::support::parsed_statement::ParsedStatement;
use crate::support::statement_word::{TaggedWord, is_auxiliary_verb};
use crate::support::subject_overlap::SubjectOverlap;
use crate::support::superlative_conflict::is_superlative;
use crate::support::word_comparison::find_comparisons;

/// How many words a part and its whole may be apart: `the heart of a blue whale`.
const MAX_PART_DISTANCE_WORDS: usize = 2;

/// Whether the sentence is about a part of what the claim is about: `the heart of a blue whale`.
pub fn is_about_part(said: &ParsedStatement, overlap: &SubjectOverlap) -> bool {
    // `Grandfather's brother` is not the grandfather.
    let is_owner = |at: usize| {
        let word = said.words.get(at).filter(|_| overlap.is_matched(at));
        word.is_some_and(|word| word.written.ends_with("'s") || word.written.ends_with("’s"))
    };
    let has_owner = (0..=1).any(|at| is_owner(at) && is_foreign_noun(said, overlap, at + 1));
    find_part(said, overlap).is_some() || has_owner || said.has_tag("alone")
}

/// Whether the sentence begins with a part of what the claim is about.
pub fn begins_with_part(said: &ParsedStatement, overlap: &SubjectOverlap) -> bool {
    find_part(said, overlap).is_some_and(|at| at <= 1)
}

/// The index of a noun that names a part of what the claim is about.
fn find_part(said: &ParsedStatement, overlap: &SubjectOverlap) -> Option<usize> {
    let is_foreign = |at: &usize| {
        let follows_match = at.checked_sub(1).is_some_and(|before| overlap.is_matched(before));
        is_foreign_noun(said, overlap, *at) && !follows_match
    };
    let is_after_preposition = |at: &usize| {
        let near = said.words.get(at.saturating_sub(3)..*at).unwrap_or_default();
        near.iter().any(|word| word.has_tag("place") || word.has_tag("limit"))
    };
    // The Italian `della` is also a `than`.
    let comparisons = find_comparisons(said);
    let mut links = said
        .tagged_words("part_of")
        .filter(|link| comparisons.iter().all(|comparison| comparison.middle != *link));
    links.find_map(|link| {
        let part = link.checked_sub(1).filter(is_foreign)?;
        let mut whole = link + 1..=link + MAX_PART_DISTANCE_WORDS;
        let whole =
            whole.find(|at| overlap.sentence_matches.iter().any(|(known, _)| known == at))?;
        Some(part).filter(|part| overlap.is_matched(whole) && !is_after_preposition(part))
    })
}

/// Whether a word of the sentence is a noun that the claim does not have.
fn is_foreign_noun(said: &ParsedStatement, overlap: &SubjectOverlap, at: usize) -> bool {
    // `The top of` is listed only as the opposite of `the bottom of`.
    let is_meaning =
        |word: &TaggedWord| word.tags.iter().any(|tag| !tag.group.starts_with("modifier "));
    let is_listed = said.words.get(at).is_some_and(is_meaning);
    overlap.sentence_matches.contains(&(at, false)) && !is_listed
}

/// Whether a noun behind the claim's word is what the sentence is about: `the laptop bag costs`.
pub fn is_about_compound(said: &ParsedStatement, overlap: &SubjectOverlap) -> bool {
    if said.language != Language::English {
        return false;
    }
    overlap.sentence_matches.windows(2).any(|pair| match pair {
        [(first, true), (second, false)] => {
            // `The iPhone 13 Pro weighs`.
            let is_beside = (first + 1..*second).all(|between| said.is_in_figure(between));
            let words = said.words.get(*second).zip(said.words.get(second + 1));
            let is_head = words.is_some_and(|(head, next)| {
                head.tags.is_empty() && head.gap_before == " " && is_listed_verb(next)
            });
            is_beside && is_head
        }
        _ => false,
    })
}

/// Whether the sentence begins with a noun and a verb, or with an article, a noun and a verb, and the
/// claim does not have this noun: `The pizza needs 9 minutes in the oven`. The same holds for a noun
/// of the claim that another word restricts: `the youth choir`.
pub fn has_other_grammatical_subject(said: &ParsedStatement, overlap: &SubjectOverlap) -> bool {
    let first_match = overlap.sentence_matches.iter().find(|(_, is_matched)| *is_matched);
    // `Customers were surprised that the link is valid`: who tells it is not what it is about.
    let reported =
        said.tagged_words("that").find(|that| first_match.is_some_and(|(first, _)| that < first));
    let is_foreign = |at: usize| {
        let is_listed = said.words.get(at).is_some_and(|word| !word.tags.is_empty());
        overlap.sentence_matches.contains(&(at, false)) && !is_listed
    };
    let is_article = |at: usize| said.words.get(at).is_some_and(|word| word.has_tag("article"));
    let is_verb = |at: usize| said.words.get(at).is_some_and(is_listed_verb);
    let noun = usize::from(is_article(0));
    let is_superlative =
        |at: usize| said.words.get(at).is_some_and(|word| is_superlative(said.language, word));
    // `The children's choir` is another one, even if the claim only tells when it was founded.
    let is_group = |at: usize| {
        let is_contrast = said.words.get(at).is_some_and(|word| word.has_tag("contrast"));
        is_contrast && overlap.sentence_matches.contains(&(at, false))
    };
    let is_restricted = |at: usize| {
        is_article(at)
            && (is_foreign(at + 1) || is_group(at + 1))
            && !is_superlative(at + 1)
            && overlap.is_matched(at + 2)
            && !is_verb(at + 2)
    };
    // `The weathercock on the church tower is`, `for siblings the lunch is`.
    let is_place = |at: usize| said.words.get(at).is_some_and(|word| word.has_tag("attached_by"));
    let is_unmatched = |at: &usize| overlap.sentence_matches.contains(&(*at, false));
    let is_located = |at: usize| said.words.get(at).is_some_and(|word| word.has_tag("located_by"));
    let nouns = (noun..said.words.len()).take_while(is_unmatched);
    let part_end = noun + nouns.clone().count();
    let is_part = is_foreign(noun) && is_place(noun + 1);
    let is_located_part = nouns.clone().any(is_foreign) && is_located(part_end);
    let has_part = (is_part || is_located_part) && (part_end + 2..part_end + 9).any(is_verb);
    let starts_with_group = said.words.first().is_some_and(|word| word.has_tag("for"));
    let is_for_others = starts_with_group && (is_foreign(1) || (is_article(1) && is_foreign(2)));
    // `The luthier charged 85 euros` is about what he did.
    let is_seller = said.words.get(noun + 1).is_some_and(|word| word.has_tag("seller_verb"));
    // `The rowing club counts` instead of `the chess club counts`.
    let lacks_first = overlap.missing.iter().min() < overlap.found.iter().min();
    let is_replaced = !overlap.missing.is_empty() && lacks_first && overlap.is_matched(noun + 1);
    let is_subject = is_foreign(noun) && !is_superlative(noun) && reported.is_none();
    (is_subject && (is_verb(noun + 1) || is_replaced) && !is_seller)
        || has_part
        || is_for_others
        || begins_with_condition(said, overlap)
        || (0..said.words.len()).any(is_restricted)
}

/// Whether a sentence begins with a condition that the claim does not have: `under pressure, the rice
/// is done in`.
fn begins_with_condition(said: &ParsedStatement, overlap: &SubjectOverlap) -> bool {
    let begins = said.words.first().is_some_and(|word| word.has_tag("condition_opener"));
    let is_article = said.words.get(1).is_some_and(|word| word.has_tag("article"));
    let noun = 1 + usize::from(is_article);
    let is_listed = said.words.get(noun).is_some_and(|word| !word.tags.is_empty());
    let has_later_match = overlap.sentence_matches.iter().any(|(at, is)| *is && *at > noun);
    begins
        && overlap.sentence_matches.contains(&(noun, false))
        && !is_listed
        && !said.is_in_figure(noun)
        && has_later_match
}

fn is_listed_verb(word: &TaggedWord) -> bool {
    word.is_aspect() || is_auxiliary_verb(word)
}
