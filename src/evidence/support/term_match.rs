//! Finds the terms of a claim in its evidence, and the few neighbouring sentences that contain most
//! of them.

use std::ops::Range;

use crate::evidence::support::claim_term::ClaimTerm;
use crate::evidence::support::parsed_text::{ParsedSentence, ParsedText, ParsedWord};
use crate::evidence::support::word_form::WordForm;
use crate::evidence::support::word_sense::WordSense;
use crate::language::{COMPOUND_PART_SIMILARITY, word_similarity};

/// Maximum number of neighbouring sentences that together may support a claim.
const MAX_WINDOW_SENTENCES: usize = 3;

/// A claim of several sentences may be supported by as many neighbouring sentences as it has
/// itself, but by no more than this.
const MAX_LONG_CLAIM_WINDOW_SENTENCES: usize = 8;

/// When windows are compared, this is subtracted from the share of found terms for each sentence
/// after the first: words that are farther apart support a claim less.
const EXTRA_SENTENCE_SCORE_PENALTY: f32 = 0.04;

/// Match score of two different words with the same meaning: `rises`, `increased`.
const SAME_MEANING_MATCH_SCORE: f32 = 0.6;
/// Match score of two words with opposite meanings: `rises`, `falls`. They are about the same
/// thing.
const OPPOSITE_MEANING_MATCH_SCORE: f32 = 0.3;

/// Match score of a name that one of the texts abbreviates to its initials, such as `CKD`.
const INITIALS_MATCH_SCORE: f32 = 0.8;

/// A word with fewer letters is not searched for at the end of compounds: too many words end with
/// it by chance.
const MIN_COMPOUND_PART_LETTERS: usize = 6;
/// A word whose stem has fewer bytes is not searched for at the end of compounds either.
const MIN_COMPOUND_PART_STEM_BYTES: usize = 4;

/// A term of the claim that matches a word of an evidence sentence.
#[derive(Debug, Clone, Copy)]
pub(super) struct TermMatch {
    /// Index of the term among the terms of the claim.
    pub term_index: usize,
    /// Index of the word in its sentence.
    pub word_index: usize,
    /// How well term and word match, from 0 to 1.
    pub score: f32,
}

/// Returns the matches of a claim's terms in each sentence of the evidence.
pub(super) fn find_matches_by_sentence(
    terms: &[ClaimTerm],
    evidence: &ParsedText,
) -> Vec<Vec<TermMatch>> {
    let claim_initials = Initials::new(terms.iter().map(|term| &*term.word.form));
    let by_stem: Vec<_> = evidence
        .forms_by_stem_index
        .iter()
        .map(|form| matching_term_indexes_and_scores(terms, form))
        .collect();
    let abbreviations = abbreviation_terms(terms);
    let mut all = Vec::with_capacity(evidence.sentences.len());
    for sentence in &evidence.sentences {
        let mut matches = Vec::new();
        let compared = sentence.words.iter().enumerate();
        for (at, word) in compared.filter(|(_, word)| !word.form.is_stop_word) {
            let scores = by_stem.get(word.form.stem_index).into_iter().flatten();
            matches.extend(scores.map(|(term, score)| TermMatch {
                term_index: *term,
                word_index: at,
                score: *score,
            }));
            matches.extend(hyphenated_name_matches(terms, word, at));
            let spelled_out = claim_initials.abbreviated_term_range(&word.form, terms.len());
            matches.extend(spelled_out.map(|term| TermMatch {
                term_index: term,
                word_index: at,
                score: INITIALS_MATCH_SCORE,
            }));
        }
        matches.extend(abbreviation_matches(&abbreviations, sentence));
        all.push(matches);
    }
    all
}

/// Returns the indexes of the claim's terms that match a word of the evidence by stem or meaning,
/// with their scores.
fn matching_term_indexes_and_scores(terms: &[ClaimTerm], word: &WordForm) -> Vec<(usize, f32)> {
    let scores = terms.iter().map(|term| match_score(&term.word.form, word));
    scores.enumerate().filter(|(_, score)| *score > 0.0).collect()
}

fn match_score(term: &WordForm, word: &WordForm) -> f32 {
    let meaning_score = match (term.sense, word.sense) {
        (Some(WordSense::Antonym(axis, sign)), Some(WordSense::Antonym(other, other_sign)))
            if axis == other =>
        {
            if sign == other_sign {
                SAME_MEANING_MATCH_SCORE
            } else {
                OPPOSITE_MEANING_MATCH_SCORE
            }
        }
        _ => 0.0,
    };
    word_similarity(&term.stem, &word.stem)
        .max(meaning_score)
        .max(compound_match_score(term, word))
        .max(compound_match_score(word, term))
}

/// Returns the score of a word that is the last part of a compound (`Wasser` in `Grundwasser`); 0
/// if it is not.
fn compound_match_score(part: &WordForm, whole: &WordForm) -> f32 {
    let is_long = part.letter_count >= MIN_COMPOUND_PART_LETTERS
        && part.stem.len() >= MIN_COMPOUND_PART_STEM_BYTES;
    let is_part = is_long && part.stem.len() < whole.stem.len() && whole.stem.ends_with(&part.stem);
    if is_part { COMPOUND_PART_SIMILARITY } else { 0.0 }
}

/// Returns the matches of terms that differ from a word only in hyphens: `GATA-3` and `GATA3`.
fn hyphenated_name_matches<'a>(
    terms: &'a [ClaimTerm],
    word: &'a ParsedWord,
    word_index: usize,
) -> impl Iterator<Item = TermMatch> + 'a {
    let matches = |term: &ParsedWord| match (&term.hyphenated_name, &word.hyphenated_name) {
        (Some(ours), Some(theirs)) => ours == theirs,
        (Some(ours), None) => **ours == *word.form.stem,
        (None, Some(theirs)) => *term.form.stem == **theirs,
        (None, None) => false,
    };
    let found = terms.iter().enumerate().filter(move |(_, term)| matches(&term.word));
    found.map(move |(term, _)| TermMatch { term_index: term, word_index, score: 1.0 })
}

/// The first letters of a sequence of words, to find the words that an abbreviation stands for.
struct Initials {
    /// The first letter of each word's stem, in lower case.
    of_stems: String,
    /// The first letter of each word as written, in which capitals are kept.
    as_written: String,
}

impl Initials {
    fn new<'a>(words: impl Iterator<Item = &'a WordForm> + Clone) -> Self {
        let first = |word: &str| word.chars().next().unwrap_or(' ');
        Self {
            of_stems: words.clone().map(|word| first(&word.stem)).collect(),
            as_written: words.map(|word| first(&word.as_written)).collect(),
        }
    }

    /// Returns the index of the first word that an abbreviation stands for. Two given initials
    /// often follow each other by chance, so the words of a two-letter abbreviation must have
    /// capitals.
    fn first_abbreviated_word_index(&self, abbreviation: &WordForm) -> Option<usize> {
        let (letters, name) = match abbreviation.as_written.len() {
            2 => (&self.as_written, &abbreviation.as_written),
            _ => (&self.of_stems, &abbreviation.lowercase_word),
        };
        let start = letters.find(name.as_str())?;
        Some(letters.get(..start)?.chars().count())
    }

    /// Returns the indexes of the words that an abbreviation stands for, such as `chronic kidney
    /// disease` for `CKD`; empty if there are none.
    fn abbreviated_term_range(&self, word: &WordForm, term_count: usize) -> Range<usize> {
        let found = if has_abbreviation_form(word) {
            self.first_abbreviated_word_index(word)
        } else {
            None
        };
        found.map_or(0..0, |first| first..(first + word.as_written.len()).min(term_count))
    }
}

/// Whether a word has two to six capitals and nothing else.
fn has_abbreviation_form(word: &WordForm) -> bool {
    (2..=6).contains(&word.as_written.len())
        && word.as_written.chars().all(|c| c.is_ascii_uppercase())
}

/// Returns the terms of a claim that are abbreviations, with their indexes. The evidence may spell
/// them out.
fn abbreviation_terms(terms: &[ClaimTerm]) -> Vec<(usize, &WordForm)> {
    let indexed = terms.iter().enumerate();
    let found = indexed.filter(|(_, term)| has_abbreviation_form(&term.word.form));
    found.map(|(at, term)| (at, &*term.word.form)).collect()
}

/// Returns a match for each abbreviation of the claim that a sentence spells out.
fn abbreviation_matches(
    abbreviations: &[(usize, &WordForm)],
    sentence: &ParsedSentence,
) -> Vec<TermMatch> {
    if abbreviations.is_empty() {
        return Vec::new();
    }
    let forms = sentence.words.iter().map(|word| &*word.form);
    let initials = Initials::new(forms.filter(|form| !form.is_stop_word));
    let found = abbreviations
        .iter()
        .filter(|(_, name)| initials.first_abbreviated_word_index(name).is_some());
    found
        .map(|(term, _)| TermMatch {
            term_index: *term,
            word_index: 0,
            score: INITIALS_MATCH_SCORE,
        })
        .collect()
}

/// The neighbouring sentences of the evidence that contain most of a claim's words.
#[derive(Debug, Default)]
pub(super) struct EvidenceWindow {
    /// The indexes of these sentences in the evidence.
    pub sentence_range: Range<usize>,
    /// The best match score of each term in these sentences.
    pub term_scores: Vec<f32>,
    /// The share of the claim's terms that these sentences contain. Long words and names count
    /// more.
    pub found_term_share: f32,
}

/// Returns the neighbouring sentences of the evidence that contain most of a claim's words.
pub(super) fn best_evidence_window(
    terms: &[ClaimTerm],
    matches: &[Vec<TermMatch>],
    claim_sentence_count: usize,
) -> EvidenceWindow {
    let max_length =
        MAX_WINDOW_SENTENCES.max(claim_sentence_count.min(MAX_LONG_CLAIM_WINDOW_SENTENCES));
    let mut best: Option<(f32, EvidenceWindow)> = None;
    for first in 0..matches.len() {
        let mut term_scores = vec![0.0_f32; terms.len()];
        for last in first..matches.len().min(first + max_length) {
            raise_term_scores(&mut term_scores, matches.get(last).map_or(&[], Vec::as_slice));
            let coverage = weighted_found_term_share(terms, &term_scores);
            let value = coverage - EXTRA_SENTENCE_SCORE_PENALTY * (last - first) as f32;
            if best.as_ref().is_none_or(|(highest, _)| value > *highest) {
                let (sentences, term_scores) = (first..last + 1, term_scores.clone());
                best = Some((
                    value,
                    EvidenceWindow {
                        sentence_range: sentences,
                        term_scores,
                        found_term_share: coverage,
                    },
                ));
            }
        }
    }
    best.map(|(_, window)| window).unwrap_or_default()
}

/// Raises the score of each term to the score of its best match, unless it is higher already.
pub(super) fn raise_term_scores(term_scores: &mut [f32], matches: &[TermMatch]) {
    for found in matches {
        if let Some(score) = term_scores.get_mut(found.term_index) {
            *score = score.max(found.score);
        }
    }
}

/// Returns the share of a claim's terms that the evidence contains, from 0 to 1: the mean of their
/// match scores, in which each term counts by its weight.
pub(super) fn weighted_found_term_share(terms: &[ClaimTerm], term_scores: &[f32]) -> f32 {
    let total: f32 = terms.iter().map(|term| term.weight).sum();
    let covered: f32 = terms.iter().zip(term_scores).map(|(term, score)| term.weight * score).sum();
    if total > 0.0 { covered / total } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use crate::evidence::support::claim_evidence_pair::{
        ClaimEvidencePair, parse_in_joint_language,
    };

    /// Compares the window's sentences and how much of the claim they cover, in percent.
    fn check(claim: &str, evidence: &str, window: std::ops::Range<usize>, percent: u32) {
        let (parsed_claim, parsed_evidence) = parse_in_joint_language(claim, evidence);
        let found = ClaimEvidencePair::new(parsed_claim, &parsed_evidence).window;
        let coverage = (found.found_term_share * 100.0).round() as u32;
        assert_eq!((found.sentence_range, coverage), (window, percent), "{claim} | {evidence}");
    }

    #[test]
    fn the_sentences_that_cover_most_are_found() {
        check("Moss drinks rain.", "It is old. The moss drinks the rain. It ends.", 1..2, 100);
        check("Moss drinks rain.", "Look at moss. It drinks. Rain is all.", 0..3, 100);
        check("Moss drinks rain.", "Nothing of that kind.", 0..1, 0);
    }

    #[test]
    fn a_name_may_be_abbreviated() {
        check("The Wide Hills Club", "It is the WHC.", 0..1, 80);
        check("The WHC", "Here is the Wide Hills Club.", 0..1, 80);
    }
}
