//! Drops evidence from notes that have nothing to do with the topic. In any vault some note matches a
//! question by chance, and most questions do not name their subject, because their note does. So a
//! passage counts if its note is on the subject of the researched note, and any other only if it
//! matches the topic nearly in full.

use std::collections::{BTreeMap, BTreeSet};

use crate::evidence::Evidence;
use crate::index::corpus_stats::CorpusStats;
use crate::library::{NoteVocabulary, TermVector, Vault};
use crate::local::answer::{self, AnswerLevel};
use crate::local::{GeneralWordLists, TopicKind};
use crate::note::NotePath;
use crate::research::agenda::AgendaTopic;

/// Minimum relevance to the topic, from 0 to 1, of a passage that has most of its words.
const MIN_RELEVANCE_OF_MOST_WORDS: f32 = 0.6;

/// Minimum similarity, from 0 to 1, of a note on the subject of the researched note. It was chosen on one vault and
/// checked on another, in turn (`tests/bench/sent_passages.rs`).
const MIN_RELATED_NOTE_SIMILARITY: f32 = 0.078;

/// Tells the evidence on a topic of a note from what was found by chance.
pub struct RelevanceFilter {
    words: TermVector,
    linked_notes: BTreeSet<NotePath>,
    /// Notes that share rare words with the researched note.
    similar_notes: BTreeSet<NotePath>,
}

impl RelevanceFilter {
    /// Reads the words of the researched note and the links in it, and finds similar notes.
    pub fn new(vault: &dyn Vault, note: &NotePath, text: &str) -> Self {
        Self {
            words: term_vector(note, text, vault.corpus_stats(note).as_ref()),
            linked_notes: vault.linked_notes(note).into_iter().collect(),
            similar_notes: vault.related_notes(note, text).into_iter().collect(),
        }
    }

    /// The evidence that may be sent to a model, which takes for relevant what it is given: from notes on the subject of
    /// the researched note, and what matches the topic nearly in full.
    pub fn evidence_for_model(
        &self,
        item: &AgendaTopic,
        evidence: &[Evidence],
        stats: &dyn CorpusStats,
    ) -> Vec<Evidence> {
        let related = self.related_notes(evidence, stats);
        let matches = topic_matches(item, evidence, stats).into_iter();
        let is_sent = |(piece, matches): &(&Evidence, TopicMatch)| match piece.note_path() {
            Some(note) if related.contains(note) => *matches >= TopicMatch::Partial,
            Some(_) => *matches == TopicMatch::Full,
            None => true,
        };
        evidence.iter().zip(matches).filter(is_sent).map(|(piece, _)| piece.clone()).collect()
    }

    /// The evidence in which the built-in engine looks for sentences to quote. It judges every sentence that may answer
    /// a question by itself, and compares it with all that was found.
    pub fn evidence_to_quote(
        &self,
        item: &AgendaTopic,
        evidence: &[Evidence],
        stats: &dyn CorpusStats,
    ) -> Vec<Evidence> {
        if item.topic.kind == TopicKind::Question {
            return evidence.to_vec();
        }
        let is_related =
            |note: &NotePath| self.similar_notes.contains(note) || self.linked_notes.contains(note);
        let is_quotable = |piece: &&Evidence| {
            piece.note_path().is_none_or(is_related)
                || match_by_words(item, piece, stats) == TopicMatch::Full
        };
        evidence.iter().filter(is_quotable).cloned().collect()
    }

    /// The notes on the subject of the researched note, judged by what was found in them, and those to which it links.
    fn related_notes<'e>(
        &self,
        evidence: &'e [Evidence],
        stats: &dyn CorpusStats,
    ) -> BTreeSet<&'e NotePath> {
        let mut texts: BTreeMap<&NotePath, String> = BTreeMap::new();
        for piece in evidence {
            if let Some(place) = piece.note_location() {
                let text = texts.entry(&place.path).or_default();
                text.push_str(&format!("{}\n{}\n", place.heading, piece.text));
            }
        }
        let is_related = |note: &NotePath, text: &str| {
            self.linked_notes.contains(note)
                || self.words.similarity(&term_vector(note, text, stats))
                    >= MIN_RELATED_NOTE_SIMILARITY
        };
        texts
            .into_iter()
            .filter(|(note, text)| is_related(note, text))
            .map(|(note, _)| note)
            .collect()
    }
}

fn term_vector(note: &NotePath, text: &str, stats: &dyn CorpusStats) -> TermVector {
    let words = NoteVocabulary::read(note.title(), text, &GeneralWordLists);
    words.term_vector(&|term| stats.rarity(term))
}

/// How well a passage matches a topic, from worst to best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TopicMatch {
    None,
    /// It concerns the topic if its note is on the subject of the researched note.
    Partial,
    /// It concerns the topic whatever its note is about.
    Full,
}

fn topic_matches(
    item: &AgendaTopic,
    evidence: &[Evidence],
    stats: &dyn CorpusStats,
) -> Vec<TopicMatch> {
    if item.topic.kind != TopicKind::Question {
        return evidence.iter().map(|piece| match_by_words(item, piece, stats)).collect();
    }
    let levels = answer::answer_levels(&item.topic, evidence, stats);
    let matches = |(piece, level): (&Evidence, AnswerLevel)| match level {
        _ if piece.is_asked_property() => TopicMatch::Full,
        AnswerLevel::Unrelated => TopicMatch::None,
        AnswerLevel::Possible | AnswerLevel::Related => TopicMatch::Partial,
        AnswerLevel::Clear => TopicMatch::Full,
    };
    evidence.iter().zip(levels).map(matches).collect()
}

/// How well a passage matches a claim or concept. A term that was guessed from the words of the note is in many notes
/// on other subjects: only text below a title or heading with the term is about it whatever its note is about, and one
/// word of it is not enough in any note.
fn match_by_words(item: &AgendaTopic, piece: &Evidence, stats: &dyn CorpusStats) -> TopicMatch {
    let headings = piece.title_and_heading();
    let relevance = |text: &str| answer::topic_relevance(&item.topic, text, stats);
    let has_most_words =
        relevance(&format!("{headings} {}", piece.text)) >= MIN_RELEVANCE_OF_MOST_WORDS;
    match item.topic.is_guessed_term() {
        true if relevance(&headings) >= answer::FULL_RELEVANCE => TopicMatch::Full,
        true if has_most_words => TopicMatch::Partial,
        true => TopicMatch::None,
        false if has_most_words => TopicMatch::Full,
        false => TopicMatch::Partial,
    }
}
