//! Whether a sentence restricts what it says to something that a claim does not: another place, name,
//! season, person or group, or a part of the whole.

use std::collections::BTreeSet;

use crate::evidence::support::figure::Figure;
use crate::evidence::support::other_subject::{is_about_compound, is_about_part};
use crate::evidence::support::parsed_statement::{ParsedStatement, stems_of_group};
use crate::evidence::support::statement_word::{TaggedWord, is_content_word};
use crate::evidence::support::subject_overlap::{MIN_SUBJECT_WORDS, SubjectOverlap};
use crate::language::Language;

/// How many prepositions and articles may stand between two words that belong together.
const MAX_LINK_WORDS: usize = 2;

/// Whether a sentence restricts what it says to something that the claim does not: another place,
/// name, period, person or group, or a part of the whole.
pub fn is_about_other_case(
    claim: &ParsedStatement,
    said: &ParsedStatement,
    overlap: &SubjectOverlap,
) -> bool {
    is_restricted(claim, said, overlap, None)
        || has_foreign_name(claim, said)
        || is_about_part(said, overlap)
        || is_about_compound(said, overlap)
        || has_word_in_other_place(claim, said, overlap)
}

/// Whether a sentence is about another period, person, group or kind than the claim.
///
/// `compared` is the figure of the sentence that is compared with one of the claim.
pub fn is_restricted(
    claim: &ParsedStatement,
    said: &ParsedStatement,
    overlap: &SubjectOverlap,
    compared: Option<&Figure>,
) -> bool {
    is_before_event(claim, said, overlap)
        || has_other_contrast(claim, said, compared)
        || has_other_owner(claim, said, overlap)
        || has_other_modifier(claim, said, overlap)
}

/// Whether one sentence tells what is so since something, and the other one what was so before it.
fn is_before_event(
    claim: &ParsedStatement,
    said: &ParsedStatement,
    overlap: &SubjectOverlap,
) -> bool {
    let is_event = |at: usize| (at + 1..=at + MAX_LINK_WORDS).any(|at| overlap.is_matched(at));
    let is_date = |at: usize| said.is_in_figure(at + 1);
    let is_before_and_since = |ours: &str, theirs: &str| {
        claim.has_tag(ours) && said.tagged_words(theirs).any(|at| is_event(at) && !is_date(at))
    };
    is_before_and_since("since", "before_event") || is_before_and_since("before_event", "since")
}

/// Whether the same word and preposition stand before different words: `sales of paperbacks`, `sales
/// of audiobooks`.
fn has_word_in_other_place(
    claim: &ParsedStatement,
    said: &ParsedStatement,
    overlap: &SubjectOverlap,
) -> bool {
    let is_link = |word: &TaggedWord| {
        ["place", "part_of", "article", "for"].iter().any(|group| word.has_tag(group))
    };
    let are_same_words = |at: usize, other: usize| {
        let ours = claim.words.get(..at).unwrap_or_default().iter().rev();
        let theirs = said.words.get(..other).unwrap_or_default().iter().rev();
        let mut pairs = ours.zip(theirs).take(MAX_LINK_WORDS + 1).enumerate();
        let differs = pairs.find(|(_, (a, b))| a.lower != b.lower || !is_link(a));
        differs.is_some_and(|(links, (a, b))| links > 0 && !a.is_stop_word && a.matches(b))
    };
    let foreign = || overlap.sentence_matches.iter().filter(|(_, is_matched)| !is_matched);
    overlap.missing.iter().any(|at| foreign().any(|(other, _)| are_same_words(*at, *other)))
}

/// Whether the same preposition stands before different words: `im Dampf`, `im Ofen`.
pub fn has_other_prepositional_object(
    claim: &ParsedStatement,
    said: &ParsedStatement,
    overlap: &SubjectOverlap,
) -> bool {
    let preposition = |statement: &ParsedStatement, at: usize| -> Option<String> {
        let before = statement.words.get(..at)?.iter().rev();
        let word = before.take(MAX_LINK_WORDS).find(|word| !word.has_tag("article"))?;
        let is_preposition = ["place", "attached_by", "for"].iter().any(|it| word.has_tag(it));
        is_preposition.then(|| word.lower.clone())
    };
    let foreign = || overlap.sentence_matches.iter().filter(|(_, is_matched)| !is_matched);
    overlap.missing.iter().filter_map(|at| preposition(claim, *at)).any(|ours| {
        foreign().any(|(at, _)| preposition(said, *at).is_some_and(|theirs| theirs == ours))
    })
}

/// Whether the subjects of both sentences have different modifiers: `white rice`, `brown rice`.
fn has_other_modifier(
    claim: &ParsedStatement,
    said: &ParsedStatement,
    overlap: &SubjectOverlap,
) -> bool {
    let follows = matches!(
        claim.language,
        Language::French | Language::Spanish | Language::Italian | Language::Portuguese
    );
    // A word before a comma or a figure is no modifier.
    let beside = |statement: &ParsedStatement, at: usize| {
        let (first, modifier) = if follows { (at, Some(at + 1)) } else { (at, at.checked_sub(1)) };
        let second = statement.words.get(first.max(modifier?))?;
        let is_verb =
            follows && (modifier? + 1..=modifier? + 2).any(|at| statement.is_in_figure(at));
        modifier.filter(|_| second.gap_before == " " && !is_verb)
    };
    let is_missing = |at: usize| overlap.missing.contains(&at);
    let is_foreign = |at: usize| {
        let is_listed = said.words.get(at).is_some_and(|word| !word.tags.is_empty());
        overlap.sentence_matches.contains(&(at, false)) && !is_listed
    };
    let mut subjects = claim.content_words().take(MIN_SUBJECT_WORDS + 1);
    subjects.any(|(at, ours)| {
        let is_other = |(other, theirs): (usize, &TaggedWord)| {
            let is_compound =
                theirs.stem.len() > ours.stem.len() && theirs.stem.ends_with(&ours.stem);
            ours.matches(theirs) && (is_compound || beside(said, other).is_some_and(is_foreign))
        };
        beside(claim, at).is_some_and(is_missing) && said.content_words().any(is_other)
    })
}

/// Whether the sentence names a place that the claim and its titles do not name. If the claim has no
/// name at all, any other name but that of a source counts.
pub fn has_foreign_name(claim: &ParsedStatement, said: &ParsedStatement) -> bool {
    let has_names = (0..claim.words.len()).any(|at| claim.is_name(at) && !claim.is_in_figure(at));
    let is_known = |word: &TaggedWord| {
        claim.words.iter().chain(&claim.title_words).any(|other| other.matches(word))
    };
    let is_beside_source = |at: usize| {
        let near = at.saturating_sub(2)..(at + 2).min(said.words.len());
        said.words.get(near).unwrap_or_default().iter().any(|word| word.has_tag("source"))
    };
    let mut content = said.content_words();
    content.any(|(at, word)| {
        let is_place = said.has_tag_before("place", at);
        said.is_name(at) && !is_known(word) && !is_beside_source(at) && (is_place || !has_names)
    })
}

/// Whether the sentence is about another season, day or group of people than the claim.
fn has_other_contrast(
    claim: &ParsedStatement,
    said: &ParsedStatement,
    compared: Option<&Figure>,
) -> bool {
    if has_another_of_kind(claim, said) {
        return true;
    }
    if has_opposite_modifier(claim, said) {
        return true;
    }
    let has_year_only = claim.figures.iter().all(Figure::is_year_or_date);
    let claimed = claim.words.iter().chain(&claim.title_words);
    let claimed: Vec<&TaggedWord> = claimed.collect();
    let is_new = |word: &TaggedWord| !claimed.iter().any(|other| other.matches(word));
    // `Since the summer` tells when something became so, not when it is so.
    let is_since = |at: usize| {
        let near = said.words.get(at.saturating_sub(MAX_LINK_WORDS)..at).unwrap_or_default();
        near.iter().any(|word| word.has_tag("since"))
    };
    // `On Tuesdays` is no restriction if it is compared with `on Thursdays`.
    let is_compared = |at: usize| compared.is_some_and(|figure| figure.word_range.contains(&at));
    // `28 beds, two nurses at night`: what follows in another clause is about something else.
    let clause = |at: usize| said.words.get(at).map(|word| word.clause_index);
    let is_behind = |at: usize| {
        compared.is_some_and(|figure| {
            clause(at) > clause(figure.word_range.start) && at > figure.word_range.end
        })
    };
    let is_restriction = |at: &usize| {
        !is_since(*at) && !is_in_added_clause(said, *at) && !is_compared(*at) && !is_behind(*at)
    };
    let mut contrasts = said.tagged_words("contrast").filter(is_restriction);
    let tells_when = has_year_only && !claim.figures.is_empty();
    !tells_when && contrasts.any(|at| said.words.get(at).is_some_and(is_new))
}

/// Whether a word is in a clause that another sentence might be: `sleep 11 hours, and rarely at night`.
fn is_in_added_clause(statement: &ParsedStatement, at: usize) -> bool {
    let Some(clause) = statement.words.get(at).map(|word| word.clause_index) else { return false };
    let first = statement.words.iter().find(|word| word.clause_index == clause);
    let is_before = |figure: &Figure| {
        let word = statement.words.get(figure.word_range.start);
        word.is_some_and(|word| word.clause_index < clause)
    };
    first.is_some_and(|word| word.has_tag("range_and")) && statement.figures.iter().any(is_before)
}

/// Whether only one sentence is about the second or another one of a kind. `Third class` is about a
/// kind that the claim does not mention.
fn has_another_of_kind(claim: &ParsedStatement, said: &ParsedStatement) -> bool {
    let (ours, theirs) = (stems_of_group(claim, "another"), stems_of_group(said, "another"));
    let is_known = |word: &TaggedWord| claim.words.iter().any(|other| other.matches(word));
    let is_about_claim = |at: usize| {
        let next = said.words.get(at + 1).filter(|word| is_content_word(word));
        next.is_none_or(is_known)
    };
    let is_only_ours = ours.iter().any(|stem| !theirs.contains(stem));
    is_only_ours
        || said.tagged_words("another").any(|at| {
            let is_new = said.words.get(at).is_some_and(|word| !ours.contains(&word.stem));
            is_new && is_about_claim(at)
        })
}

/// Whether the sentences have opposite adjectives: `the old router`, `the new router`.
fn has_opposite_modifier(claim: &ParsedStatement, said: &ParsedStatement) -> bool {
    let modifiers = |statement: &ParsedStatement| -> BTreeSet<(&'static str, &'static str)> {
        let tags = statement.words.iter().flat_map(|word| &word.tags);
        tags.filter_map(|tag| tag.group.strip_prefix("modifier ")?.split_once(' ')).collect()
    };
    let (ours, theirs) = (modifiers(claim), modifiers(said));
    let is_opposite = |(kind, value): &(&str, &str)| {
        let mut same_kind = theirs.iter().filter(|(other, _)| other == kind).peekable();
        same_kind.peek().is_some() && same_kind.all(|(_, other)| other != value)
    };
    ours.iter().any(is_opposite)
}

/// Whether the sentence is about the thing of somebody else: `his battery`.
fn has_other_owner(
    claim: &ParsedStatement,
    said: &ParsedStatement,
    overlap: &SubjectOverlap,
) -> bool {
    let is_claimed = |word: &TaggedWord| claim.words.iter().any(|other| other.lower == word.lower);
    said.tagged_words("possessive_pronouns").any(|at| {
        let is_new = said.words.get(at).is_some_and(|word| !is_claimed(word));
        // `Petrov sells his honey` is about the owner that the claim names.
        let is_named = (0..at).any(|before| {
            overlap.is_matched(before) && said.words.get(before).is_some_and(|w| w.is_capitalized)
        });
        // A name of the claim behind it tells which thing is meant: `his organ in St. Mary`.
        // `According to her, newborns sleep` is not about her newborns.
        let is_owned = said.words.get(at + 1).is_some_and(|word| word.gap_before == " ");
        is_new && is_owned && !is_named && !overlap.has_name && overlap.is_matched(at + 1)
    })
}

/// Whether a sentence begins with a case to which it restricts its comparison, and which the claim does
/// not name: `for bulk inserts MySQL was faster`.
pub fn begins_with_other_case(
    claim: &ParsedStatement,
    said: &ParsedStatement,
    overlap: &SubjectOverlap,
) -> bool {
    let begins = |statement: &ParsedStatement, group: &str| {
        statement.words.first().is_some_and(|word| word.has_tag(group))
    };
    let begins_with_case = begins(said, "case_opener")
        || ["place", "attached_by", "for"].iter().any(|it| begins(said, it) && begins(claim, it));
    begins_with_case && overlap.sentence_matches.first().is_some_and(|(_, is_matched)| !is_matched)
}
