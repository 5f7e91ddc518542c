//! Whether a claim and a sentence are about the same thing: which words of the claim the sentence and
//! its titles contain, and whether names, places, periods and groups of people agree.

use std::collections::BTreeSet;

use crate::evidence::support::figure_kind::FigureKind;
use crate::evidence::support::parsed_statement::ParsedStatement;
use crate::evidence::support::statement_word::{TaggedWord, is_content_word};

/// A claim needs at least this many words about its subject; otherwise the words of its titles are
/// added.
pub(super) const MIN_SUBJECT_WORDS: usize = 2;

/// How many words a study and the year in which it appeared may be apart.
const MAX_STUDY_DISTANCE_WORDS: usize = 6;

/// How much a claim and a sentence have in common.
#[derive(Debug)]
pub(super) struct SubjectOverlap {
    /// For each content word of the sentence, by its index: whether the claim has it too.
    pub sentence_matches: Vec<(usize, bool)>,
    /// The indexes of the claim's words that the sentence has, and of those that it lacks.
    pub found: Vec<usize>,
    pub missing: Vec<usize>,
    /// How many words of the claim its figure implies.
    implied: usize,
    /// How many of the found words are not only in the titles of the sentence, and how many tell
    /// what the claim is about rather than what it measures.
    pub found_in_sentence: usize,
    pub found_subjects: usize,
    pub title_only_subjects: usize,
    /// Whether the first words of the claim, which mostly name its subject, are missing.
    lacks_first_words: bool,
    /// Whether a name of the claim is missing.
    pub lacks_name: bool,
    /// Whether a name of the claim is found: then its first words may be missing.
    pub has_name: bool,
}

impl SubjectOverlap {
    /// Compares a claim with a sentence. A word of the claim for which `is_implied` is true counts
    /// as found.
    pub(super) fn new(
        claim: &ParsedStatement,
        said: &ParsedStatement,
        is_implied: impl Fn(&TaggedWord) -> bool,
    ) -> Self {
        let terms = claim_terms(claim, said);
        let mut overlap = Self {
            sentence_matches: Vec::new(),
            found: Vec::new(),
            missing: Vec::new(),
            implied: 0,
            found_in_sentence: 0,
            found_subjects: 0,
            title_only_subjects: 0,
            lacks_first_words: true,
            lacks_name: false,
            has_name: false,
        };
        // Two sentences that begin with different nouns are mostly about different things.
        let claim_start = first_noun_index(claim);
        let said_start = first_noun_index(said);
        let first = said.content_words().next();
        let first = first.filter(|(at, _)| *at == said_start && said_start == claim_start);
        let starts_otherwise =
            first.is_some_and(|(_, first)| !claim.words.iter().any(|word| word.matches(first)));
        for (place, (at, word)) in terms.iter().enumerate() {
            let found = match find_word(word, said) {
                FoundIn::Nowhere if is_implied(word) => FoundIn::Figure,
                found => found,
            };
            overlap.add_term(place, word, found);
            match found {
                FoundIn::Nowhere => {
                    overlap.missing.push(*at);
                    let is_modifier =
                        word.tags.iter().any(|tag| tag.group.starts_with("modifier "));
                    let is_name = claim.is_name(*at) && !is_part_of_found_name(claim, said, *at);
                    overlap.lacks_name |= is_name
                        || word.has_name_shape
                        || (*at == claim_start && starts_otherwise && !is_modifier);
                }
                _ => {
                    overlap.has_name |= claim.is_name(*at);
                    overlap.found.push(*at);
                }
            }
        }
        let is_claimed = |word: &TaggedWord| {
            let titles = claim.title_words.iter();
            let mut claimed = claim.words.iter().chain(titles);
            claimed.any(|other| other.matches(word) || word.begins(other))
        };
        for (at, word) in said.content_words() {
            // The second part of `night-time` goes with the first one.
            let is_second_part = word.gap_before == "-"
                && at.checked_sub(1).is_some_and(|before| overlap.is_matched(before));
            overlap.sentence_matches.push((at, is_second_part || is_claimed(word)));
        }
        overlap
    }

    fn add_term(&mut self, place: usize, word: &TaggedWord, found: FoundIn) {
        let is_subject = !word.is_aspect();
        let (is_in_sentence, is_in_title) = (found == FoundIn::Sentence, found == FoundIn::Title);
        self.implied += usize::from(found == FoundIn::Figure);
        self.found_in_sentence += usize::from(is_in_sentence);
        self.found_subjects += usize::from(is_subject && (is_in_sentence || is_in_title));
        self.title_only_subjects += usize::from(is_subject && is_in_title);
        self.lacks_first_words &= place >= MIN_SUBJECT_WORDS || found == FoundIn::Nowhere;
    }

    /// The share of the claim's words that the sentence has.
    pub(super) fn share(&self) -> f32 {
        let all = self.found.len() + self.missing.len();
        if all > 0 { self.found.len() as f32 / all as f32 } else { 0.0 }
    }

    /// Whether the sentence has at least two words of the claim, or all of them.
    pub(super) fn has_enough_words(&self) -> bool {
        self.found.len() - self.implied > 1 || self.missing.is_empty()
    }

    /// How many words of the sentence the claim lacks.
    pub(super) fn foreign_word_count(&self) -> usize {
        self.sentence_matches.iter().filter(|(_, is_matched)| !is_matched).count()
    }

    /// Whether a word of the sentence is also a word of the claim.
    pub(super) fn is_matched(&self, word_index: usize) -> bool {
        self.sentence_matches.iter().any(|(at, is_matched)| *at == word_index && *is_matched)
    }

    /// Whether the sentence is about the subject of the claim. A subject that only the titles name
    /// must not be replaced by another one in the sentence.
    pub(super) fn has_same_subject(&self) -> bool {
        let is_only_in_title = self.title_only_subjects == self.found_subjects;
        self.found_subjects > 0
            && self.found_in_sentence > 0
            && !self.lacks_name
            && (!self.lacks_first_words || self.has_name)
            && !(is_only_in_title && self.foreign_word_count() > 0)
    }
}

/// The words of a claim by which it is compared: those of its main clauses, and those of its titles if
/// these are needed to tell what it is about. Each has its index in the claim.
fn claim_terms<'c>(
    claim: &'c ParsedStatement,
    said: &ParsedStatement,
) -> Vec<(usize, &'c TaggedWord)> {
    let core = claim.core_length();
    let mut terms: Vec<(usize, &TaggedWord)> = Vec::new();
    for (at, word) in claim.content_words().filter(|(at, _)| *at < core) {
        if !terms.iter().any(|(_, known)| known.stem == word.stem) {
            terms.push((at, word));
        }
    }
    let subject_count = terms.iter().filter(|(_, word)| !word.is_aspect()).count();
    if subject_count < MIN_SUBJECT_WORDS {
        // `The battery` is that of the title, but `acetone` is the same everywhere.
        let needs_title = subject_count == 0 || is_definite(claim);
        let title = claim.title_words.iter().filter(|word| is_content_word(word));
        let title = title.filter(|word| needs_title || find_word(word, said) != FoundIn::Nowhere);
        terms.extend(title.map(|word| (claim.words.len(), word)));
    }
    terms
}

/// The index at which the first noun of a sentence mostly stands: behind its article.
fn first_noun_index(statement: &ParsedStatement) -> usize {
    usize::from(statement.word_has_tag(0, "article"))
}

/// Whether a word belongs to a name of which the sentence has another word: the `Isle` of `Isle of
/// Eigg`.
fn is_part_of_found_name(claim: &ParsedStatement, said: &ParsedStatement, at: usize) -> bool {
    let is_part_link = claim.word_has_tag(at + 1, "part_of");
    let next = if is_part_link { at + 2 } else { at + 1 };
    let is_found = |at: usize| {
        let word = claim.words.get(at).filter(|_| claim.is_name(at));
        word.is_some_and(|word| find_word(word, said) == FoundIn::Sentence)
    };
    is_part_link && is_found(next)
}

/// Where a word of the claim is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FoundIn {
    Sentence,
    /// Only in the titles above the sentence.
    Title,
    /// The unit of a figure implies the word.
    Figure,
    Nowhere,
}

/// Whether a sentence begins with a definite article or `my`, so that its context tells what it means.
fn is_definite(statement: &ParsedStatement) -> bool {
    statement.word_has_tag(0, "definite")
}

fn find_word(word: &TaggedWord, said: &ParsedStatement) -> FoundIn {
    let is_same = |other: &TaggedWord| other.matches(word) || other.begins(word);
    if said.content_words().any(|(_, other)| is_same(other)) {
        FoundIn::Sentence
    } else if said.title_words.iter().any(|other| other.matches(word)) {
        FoundIn::Title
    } else {
        FoundIn::Nowhere
    }
}

/// Whether two sentences are about the same years. A year that only tells when a study appeared does
/// not restrict its result, unless the other sentence is about another year.
pub(super) fn are_for_same_years(claim: &ParsedStatement, said: &ParsedStatement) -> bool {
    let (ours, theirs) = (years(claim), years(said));
    let dates_study = |statement: &ParsedStatement| {
        let mut figures = statement.figures.iter().filter(|f| f.kind == FigureKind::Year);
        figures.all(|figure| {
            let (start, end) = (figure.word_range.start, figure.word_range.end);
            let near = start.saturating_sub(MAX_STUDY_DISTANCE_WORDS)..end + 2;
            let mut near = near.filter_map(|at| statement.words.get(at));
            near.any(|word| word.has_tag("study"))
        })
    };
    ours == theirs
        || (ours.is_empty() && dates_study(said))
        || (theirs.is_empty() && dates_study(claim))
}

/// The years that a sentence names, besides a compared one.
fn years(statement: &ParsedStatement) -> BTreeSet<i64> {
    let years = statement.figures.iter().filter(|figure| figure.kind == FigureKind::Year);
    years.flat_map(|figure| [figure.low as i64, figure.high as i64]).collect()
}
