//! Whether a sentence is about a part of what a claim is about, about something that is named after it, or
//! has another grammatical subject.

use crate::evidence::support::parsed_statement::ParsedStatement;
use crate::evidence::support::statement_word::{TaggedWord, is_auxiliary_verb};
use crate::evidence::support::subject_overlap::SubjectOverlap;
use crate::evidence::support::superlative_conflict::is_superlative;
use crate::evidence::support::word_comparison::find_comparisons;
use crate::language::Language;

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

/// Whether the sentence is about something else than the claim, judged by the noun with which it begins and
/// by the words that restrict a noun of the claim.
pub fn has_other_grammatical_subject(said: &ParsedStatement, overlap: &SubjectOverlap) -> bool {
    let start = SentenceStart::new(said, overlap);
    start.is_other_noun_with_verb()
        || start.is_part_at_place()
        || start.is_for_other_group()
        || begins_with_condition(said, overlap)
        || (0..said.words.len()).any(|at| is_restricted_noun(said, overlap, at))
}

/// The beginning of a sentence: a noun, perhaps with an article before it.
struct SentenceStart<'s> {
    said: &'s ParsedStatement,
    overlap: &'s SubjectOverlap,
    /// The index of the noun.
    noun: usize,
}

impl<'s> SentenceStart<'s> {
    fn new(said: &'s ParsedStatement, overlap: &'s SubjectOverlap) -> Self {
        Self { said, overlap, noun: usize::from(said.word_has_tag(0, "article")) }
    }

    /// Whether a noun that the claim does not have is the subject: `The pizza needs 9 minutes in the oven`.
    fn is_other_noun_with_verb(&self) -> bool {
        let Self { said, overlap, noun } = self;
        // `The luthier charged 85 euros` is about what he did.
        let is_seller = said.word_has_tag(noun + 1, "seller_verb");
        is_unlisted_foreign_word(said, overlap, *noun)
            && !is_superlative_at(said, *noun)
            && (is_verb_at(said, noun + 1) || self.replaces_first_word())
            && !is_seller
            && !self.is_reporter()
    }

    /// Whether the noun only tells who reports something: `Customers were surprised that the link is valid`.
    fn is_reporter(&self) -> bool {
        let mut matches = self.overlap.sentence_matches.iter();
        let first_match = matches.find(|(_, is_matched)| *is_matched);
        let mut reports = self.said.tagged_words("that");
        reports.any(|that| first_match.is_some_and(|(first, _)| that < *first))
    }

    /// Whether the noun replaces the first word of the claim: `the rowing club counts` instead of `the chess
    /// club counts`.
    fn replaces_first_word(&self) -> bool {
        let Self { overlap, noun, .. } = self;
        let lacks_first = overlap.missing.iter().min() < overlap.found.iter().min();
        !overlap.missing.is_empty() && lacks_first && overlap.is_matched(noun + 1)
    }

    /// Whether the noun is something at a place that the claim names: `The weathercock on the church tower is`.
    fn is_part_at_place(&self) -> bool {
        let Self { said, overlap, noun } = self;
        let is_foreign = |at: usize| is_unlisted_foreign_word(said, overlap, at);
        let is_unmatched = |at: &usize| overlap.sentence_matches.contains(&(*at, false));
        let mut nouns = (*noun..said.words.len()).take_while(is_unmatched);
        let end = noun + nouns.clone().count();
        let is_attached = is_foreign(*noun) && said.word_has_tag(noun + 1, "attached_by");
        let is_located = said.word_has_tag(end, "located_by") && nouns.any(is_foreign);
        (is_attached || is_located) && (end + 2..end + 9).any(|at| is_verb_at(said, at))
    }

    /// Whether the sentence begins with a group that the claim does not have: `for siblings the lunch is`.
    fn is_for_other_group(&self) -> bool {
        let is_foreign = |at: usize| is_unlisted_foreign_word(self.said, self.overlap, at);
        let has_article = self.said.word_has_tag(1, "article");
        self.said.word_has_tag(0, "for") && (is_foreign(1) || (has_article && is_foreign(2)))
    }
}

/// Whether an article begins a noun of the claim that another word restricts: `the youth choir`.
fn is_restricted_noun(said: &ParsedStatement, overlap: &SubjectOverlap, article: usize) -> bool {
    let (restriction, noun) = (article + 1, article + 2);
    // `The children's choir` is another one, even if the claim only tells when it was founded.
    let is_group = said.word_has_tag(restriction, "contrast")
        && overlap.sentence_matches.contains(&(restriction, false));
    said.word_has_tag(article, "article")
        && (is_unlisted_foreign_word(said, overlap, restriction) || is_group)
        && !is_superlative_at(said, restriction)
        && overlap.is_matched(noun)
        && !is_verb_at(said, noun)
}

/// Whether the claim does not have a word of the sentence, and the word is in no group of words.
fn is_unlisted_foreign_word(said: &ParsedStatement, overlap: &SubjectOverlap, at: usize) -> bool {
    let is_listed = said.words.get(at).is_some_and(|word| !word.tags.is_empty());
    overlap.sentence_matches.contains(&(at, false)) && !is_listed
}

fn is_superlative_at(said: &ParsedStatement, at: usize) -> bool {
    said.words.get(at).is_some_and(|word| is_superlative(said.language, word))
}

fn is_verb_at(said: &ParsedStatement, at: usize) -> bool {
    said.words.get(at).is_some_and(is_listed_verb)
}

/// Whether a sentence begins with a condition that the claim does not have: `under pressure, the rice
/// is done in`.
fn begins_with_condition(said: &ParsedStatement, overlap: &SubjectOverlap) -> bool {
    let noun = 1 + usize::from(said.word_has_tag(1, "article"));
    let has_later_match = overlap.sentence_matches.iter().any(|(at, is)| *is && *at > noun);
    said.word_has_tag(0, "condition_opener")
        && is_unlisted_foreign_word(said, overlap, noun)
        && !said.is_in_figure(noun)
        && has_later_match
}

fn is_listed_verb(word: &TaggedWord) -> bool {
    word.is_aspect() || is_auxiliary_verb(word)
}
