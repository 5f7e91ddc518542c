//! Finds two sentences that give the same superlative to different things: `The Nile is the longest
//! river in the world`, `the longest river in the world is the Amazon`, `the Amazon is longer than the
//! Nile`.

use std::ops::Range;

use crate::evidence::support::conflict::Conflict;
use crate::evidence::support::parsed_statement::ParsedStatement;
use crate::evidence::support::statement_word::{TaggedWord, is_auxiliary_verb, is_content_word};
use crate::evidence::support::subject_overlap::are_for_same_years;
use crate::language::Language;

/// How many words behind a superlative tell of what kind the thing is: `largest coffee producer`.
const MAX_KIND_WORDS: usize = 3;

/// How many words before a superlative `one of the` may begin.
const MAX_GROUP_DISTANCE_WORDS: usize = 3;

/// A superlative, and the thing to which a sentence gives it.
struct Superlative {
    /// The superlative without its ending.
    degree: String,
    /// The words that tell of what kind the thing is.
    kind: Range<usize>,
    /// The words among which the thing is named.
    thing: Range<usize>,
    /// The words that tell among which things it is the largest: `in the world`.
    group: Range<usize>,
}

/// Returns how a sentence denies the superlative of a claim.
pub fn find(claim: &ParsedStatement, said: &ParsedStatement) -> Option<Conflict> {
    let ours = superlative_of(claim)?;
    let has_thing = content_words_in(claim, ours.thing.clone()).next().is_some();
    let is_denied = claim.has_tag("deny") || said.has_tag("deny");
    let is_other = is_given_to_other((claim, &ours), said) || is_exceeded((claim, &ours), said);
    (has_thing && !is_denied && is_other && are_for_same_years(claim, said))
        .then_some(Conflict::Antonym)
}

/// Whether the sentence gives the superlative of the claim to another thing.
fn is_given_to_other(
    (claim, ours): (&ParsedStatement, &Superlative),
    said: &ParsedStatement,
) -> bool {
    let Some(theirs) = superlative_of(said) else { return false };
    let has = |statement: &ParsedStatement, range: &Range<usize>, word: &TaggedWord| {
        content_words_in(statement, range.clone()).any(|(_, other)| other.matches(word))
    };
    let is_in_claim = |word: &TaggedWord| {
        claim.words.iter().chain(&claim.title_words).any(|other| other.matches(word))
    };
    let is_in_said = |word: &TaggedWord| {
        said.words.iter().chain(&said.title_words).any(|other| other.matches(word))
    };
    let is_same_kind = content_words_in(claim, ours.kind.clone())
        .all(|(_, word)| has(said, &theirs.kind, word))
        && content_words_in(said, theirs.kind.clone())
            .all(|(_, word)| has(claim, &ours.kind, word));
    // The words of the kind are among those of the group, but both sentences have them.
    let is_same_group = content_words_in(claim, ours.group.clone())
        .all(|(_, word)| is_in_said(word))
        && content_words_in(said, theirs.group.clone()).all(|(_, word)| is_in_claim(word));
    let is_other_thing = !content_words_in(claim, ours.thing.clone())
        .any(|(_, word)| has(said, &theirs.thing, word))
        && content_words_in(said, theirs.thing.clone()).any(|(_, word)| !is_in_claim(word));
    ours.degree == theirs.degree && is_same_kind && is_same_group && is_other_thing
}

/// Whether the sentence says that another thing has more: `Jonas is younger than Marta`.
fn is_exceeded((claim, ours): (&ParsedStatement, &Superlative), said: &ParsedStatement) -> bool {
    let is_comparative = |word: &TaggedWord| {
        let degree = word.lower.strip_suffix("er");
        degree.is_some_and(|degree| degree == ours.degree.trim_end_matches('s'))
    };
    let comparative = said.words.iter().position(is_comparative);
    let than = comparative.and_then(|at| {
        let next = said.words.get(at + 1)?;
        (next.has_tag("than") && next.gap_before == " ").then_some(at + 1)
    });
    let Some(than) = than else { return false };
    let exceeded: Vec<&TaggedWord> =
        content_words_in(said, than..said.words.len()).map(|(_, word)| word).collect();
    let is_exceeded = |word: &TaggedWord| exceeded.iter().any(|other| other.matches(word));
    // The thing that has more must belong to the same group: `from our team`.
    let of_group = content_words_in(claim, ours.kind.start..claim.words.len());
    let mut group = of_group.filter(|(at, _)| !ours.thing.contains(at));
    let first_words: Vec<_> = content_words_in(said, 0..than).collect();
    let is_of_group =
        group.any(|(_, word)| first_words.iter().any(|(_, other)| other.matches(word)));
    content_words_in(claim, ours.thing.clone()).all(|(_, word)| is_exceeded(word)) && is_of_group
}

/// The content words of a range, with their indexes.
fn content_words_in(
    statement: &ParsedStatement,
    range: Range<usize>,
) -> impl Iterator<Item = (usize, &TaggedWord)> {
    statement.content_words().filter(move |(at, _)| range.contains(at))
}

/// Reads the superlative of a sentence that has only one.
fn superlative_of(statement: &ParsedStatement) -> Option<Superlative> {
    let words = &statement.words;
    let degree_at = |at: usize| Some((at, degree(statement.language, words.get(at)?)?));
    let mut found = (1..words.len()).filter_map(degree_at);
    let (at, degree) = found.next().filter(|_| found.next().is_none())?;
    // `One of the largest` leaves room for others.
    let before = words.get(at.saturating_sub(MAX_GROUP_DISTANCE_WORDS)..at).unwrap_or_default();
    let is_determiner = |word: &TaggedWord| word.is_stop_word || word.written.ends_with("s");
    if before.iter().any(|word| word.has_tag("one")) || !before.last().is_some_and(is_determiner) {
        return None;
    }
    let is_kind = |at: &usize| {
        words.get(*at).is_some_and(|word| is_content_word(word) && word.gap_before == " ")
    };
    let kind_end = (at + 1..words.len()).find(|at| !is_kind(at)).unwrap_or(words.len());
    let kind = at + 1..kind_end.min(at + 1 + MAX_KIND_WORDS);
    let is_verb = |at: &usize| words.get(*at).is_some_and(is_auxiliary_verb);
    let verb = (kind.end..words.len()).find(is_verb).filter(|_| !(0..at).any(|at| is_verb(&at)));
    let (thing, group) = match verb {
        // `The longest river in the world is the Amazon, ahead of the Nile` names the thing in the clause
        // of its verb.
        Some(verb) => {
            let clause = words.get(verb)?.clause_index;
            let end = (verb..words.len())
                .find(|at| words.get(*at).is_some_and(|word| word.clause_index != clause));
            (verb + 1..end.unwrap_or(words.len()), 0..verb)
        }
        None => (0..at, kind.end..words.len()),
    };
    (!kind.is_empty()).then_some(Superlative { degree, kind, thing, group })
}

/// Whether a word is a superlative, as far as its ending tells.
pub fn is_superlative(language: Language, word: &TaggedWord) -> bool {
    degree(language, word).is_some()
}

/// A superlative without its ending, by which two of them are compared.
fn degree(language: Language, word: &TaggedWord) -> Option<String> {
    let lower = &word.lower;
    if word.is_capitalized || word.has_tag("no_superlative") {
        return None;
    }
    let bare = match language {
        Language::English => lower.strip_suffix("est"),
        Language::German => {
            let bare = ["te", "ten", "ter", "tes"].iter().find_map(|end| lower.strip_suffix(end));
            bare.filter(|bare| bare.ends_with(['s', 'ß']))
        }
        _ => None,
    };
    bare.filter(|bare| bare.chars().count() > 1).map(str::to_owned)
}
