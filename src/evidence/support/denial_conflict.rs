//! Finds denials: one sentence says that something is so, and the other one that it is not, that
//! there is no evidence for it, or that it is a myth.

use crate::evidence::support::conflict::Conflict;
use crate::evidence::support::other_case::is_about_other_case;
use crate::evidence::support::other_subject::has_other_grammatical_subject;
use crate::evidence::support::parsed_statement::ParsedStatement;
use crate::evidence::support::statement_word::TaggedWord;
use crate::evidence::support::subject_overlap::{SubjectOverlap, are_for_same_years};

/// Minimum share of the claim's words that a sentence that denies it has.
const MIN_SHARE: f32 = 0.4;
/// The same for a sentence that states what the claim denies: that is less clear.
const MIN_AFFIRMED_SHARE: f32 = 0.65;
/// Maximum number of words that the claim lacks in a sentence that states what the claim denies.
const MAX_FOREIGN_WORDS: usize = 4;
/// Maximum number of denied words that the claim lacks.
const MAX_FOREIGN_DENIED_WORDS: usize = 1;
/// How many words of the claim the sentence may lack if it has another verb.
const MAX_MISSING_WORDS_FOR_OTHER_VERB: usize = 2;
/// How many words behind a denial tell what is denied.
const MAX_DENIED_WORDS: usize = 3;

/// Returns whether one of two sentences denies what the other one says.
pub(super) fn find(claim: &ParsedStatement, said: &ParsedStatement) -> Option<Conflict> {
    let overlap = SubjectOverlap::new(claim, said, |_| false);
    let is_comparable = overlap.has_same_subject()
        && overlap.found_subjects > 1
        && overlap.share() >= MIN_SHARE
        && are_for_same_years(claim, said)
        && claim.has_tag("rule") == said.has_tag("rule")
        && !gives_other_figure(claim, said)
        && !has_degree(said)
        && !has_other_grammatical_subject(said, &overlap)
        && !is_about_other_case(claim, said, &overlap);
    if !is_comparable {
        return None;
    }
    let (our_denials, their_denials) = (denial_count(claim), denial_count(said));
    let is_denied = match (our_denials, their_denials) {
        (0, 1) => is_denied_by(claim, said, &overlap),
        (1, 0) => affirms(claim, said, &overlap),
        (0, 0) => calls_wrong(claim, said),
        _ => false,
    };
    is_denied.then_some(Conflict::Negation)
}

/// Whether the denial is rather about a figure that the claim does not have: `not more than 28`.
fn gives_other_figure(claim: &ParsedStatement, said: &ParsedStatement) -> bool {
    claim.figures.iter().any(|ours| {
        let mut same = said.figures.iter().filter(|theirs| theirs.kind == ours.kind).peekable();
        same.peek().is_some() && !same.any(|theirs| ours.equals(theirs))
    })
}

/// Whether a sentence denies a degree, which is a comparison: `not as fast as`.
fn has_degree(statement: &ParsedStatement) -> bool {
    let mut tags = statement.words.iter().flat_map(|word| &word.tags);
    tags.any(|tag| tag.group.starts_with("degree "))
}

/// How many denials a sentence has. In some languages one denial has several words: `ne … pas`.
fn denial_count(statement: &ParsedStatement) -> usize {
    let count = statement.tagged_words("deny").count();
    let joins = ["fr", "es", "it", "pt", "ru"].contains(&statement.language.iso_code());
    if joins { count.min(1) } else { count }
}

/// Whether the sentence denies what the claim says: the words right behind the denial, or if there
/// are none those before it, are words of the claim, or say that something has an effect.
fn is_denied_by(claim: &ParsedStatement, said: &ParsedStatement, overlap: &SubjectOverlap) -> bool {
    let Some(denial) = said.tagged_words("deny").next() else { return false };
    // The denied verb stands between `ne` and `pas`.
    let first = denial.saturating_sub(MAX_DENIED_WORDS);
    let has = |at: usize, group: &str| said.word_has_tag(at, group);
    let mut before = (first..denial).rev().filter(|_| has(denial, "deny_verb"));
    let denial = before.find(|at| has(*at, "deny_before_verb")).unwrap_or(denial);
    let clause = said.words.get(denial).map(|word| word.clause_index);
    let is_in_clause = |at: usize| said.words.get(at).map(|word| word.clause_index) == clause;
    let in_clause: Vec<(usize, bool)> =
        overlap.sentence_matches.iter().copied().filter(|(at, _)| is_in_clause(*at)).collect();
    // `No effect on` denies whatever the claim says about it.
    let is_effect = |at: usize| said.word_has_tag(at, "effect_noun");
    let denied: Vec<(usize, bool)> = in_clause
        .iter()
        .copied()
        .filter(|(at, is_matched)| *at > denial && (*is_matched || !is_effect(*at)))
        .take(MAX_DENIED_WORDS)
        .collect();
    let before = in_clause.iter().copied().rfind(|(at, _)| *at < denial);
    let denied = if denied.is_empty() { before.into_iter().collect() } else { denied };
    let foreign = denied.iter().filter(|(_, is_matched)| !is_matched).count();
    let matched_in_clause = in_clause.iter().filter(|(_, is_matched)| *is_matched).count();
    // If the sentence lacks a word of the claim, another denied word may stand in its place.
    let lacks_word = overlap
        .missing
        .iter()
        .any(|at| claim.words.get(*at).is_none_or(|word| !word.has_tag("same effect")));
    let max_foreign = if lacks_word { 0 } else { MAX_FOREIGN_DENIED_WORDS };
    // The verb may be another one if all that follows is the same.
    let is_only_verb_foreign = denied.len() == MAX_DENIED_WORDS
        && foreign == 1
        && denied.first().is_some_and(|(_, is_matched)| !is_matched)
        && overlap.missing.len() <= MAX_MISSING_WORDS_FOR_OTHER_VERB;
    foreign < denied.len()
        && matched_in_clause > 1
        && (foreign <= max_foreign || is_only_verb_foreign)
}

/// Whether the sentence states what the claim denies.
fn affirms(claim: &ParsedStatement, said: &ParsedStatement, overlap: &SubjectOverlap) -> bool {
    if overlap.share() < MIN_AFFIRMED_SHARE || said.has_tag("no_effect") || said.has_tag("myth") {
        return false;
    }
    let Some(denial) = claim.tagged_words("deny").next() else { return false };
    let denied: Vec<(usize, &TaggedWord)> =
        claim.content_words().filter(|(at, _)| *at > denial).take(2).collect();
    let Some((_, predicate)) = denied.first() else { return false };
    let has_effect = |word: &TaggedWord| {
        word.has_tag("same effect") || word.tags.iter().any(|tag| tag.group.starts_with("trend "))
    };
    match predicate.has_tag("same effect") {
        true => said.words.iter().any(has_effect),
        false => {
            denied.iter().all(|(at, _)| overlap.found.contains(at))
                && overlap.foreign_word_count() <= MAX_FOREIGN_WORDS
        }
    }
}

/// Whether the sentence calls the claim a myth or its subject useless.
fn calls_wrong(claim: &ParsedStatement, said: &ParsedStatement) -> bool {
    let is_new = |group: &str| said.has_tag(group) && !claim.has_tag(group);
    is_new("myth") || (is_new("no_effect") && claim.has_tag("same effect"))
}
