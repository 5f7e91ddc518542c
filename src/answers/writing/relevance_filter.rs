//! Drops evidence from notes that have nothing to do with the topic. In any vault some note matches a
//! question by chance, and most questions do not name their subject, because their note does. So it counts
//! how well a passage matches the topic and how much it shares with the researched note.

use std::collections::BTreeSet;

use crate::answers::built_in::{AnswerLevel, TopicKind, answer};
use crate::answers::run::AgendaTopic;
use crate::evidence::Evidence;
use crate::library::{NoteVocabulary, TermVector, Vault};
use crate::notes::index::CorpusStats;
use crate::notes::note::NotePath;

/// Minimum relevance to the topic, from 0 to 1, of a passage that has most of its words.
const MIN_RELEVANCE_OF_MOST_WORDS: f32 = 0.6;

/// Minimum of what is sent to a model: the share of the topic's words that a passage has in the sense of the researched
/// note, and a quarter for each step of [`AnswerLevel`]. Of passages of five vaults that were read one by one, nearly
/// nine of ten that reach it concern their topic, in each of two groups of vaults (`tests/bench/sent_passages.rs`).
const MIN_SCORE_TO_SEND: f32 = 1.2;
const SCORE_OF_ANSWER_LEVEL: f32 = 0.25;
/// From this similarity to the researched note on, a passage means the same by its words, unless the note links to it.
const SAME_SENSE_SIMILARITY: f32 = 0.15;
/// A claim brings all words of its sentence; a passage about it rarely has more than half of them.
const CLAIM_WORD_SHARE: f32 = 0.5;

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

    /// The evidence that may be sent to a model, which takes for relevant what it is given: what probably concerns the
    /// topic. No passage is better than one on something else.
    pub fn evidence_for_model(
        &self,
        item: &AgendaTopic,
        evidence: &[Evidence],
        stats: &dyn CorpusStats,
    ) -> Vec<Evidence> {
        let levels = answer::answer_levels(&item.topic, evidence, stats);
        let is_sent = |(piece, level): &(&Evidence, AnswerLevel)| match piece.note_path() {
            Some(_) if piece.is_asked_property() => true,
            Some(note) => self.score(item, piece, note, *level, stats) >= MIN_SCORE_TO_SEND,
            None => true,
        };
        evidence.iter().zip(levels).filter(is_sent).map(|(piece, _)| piece.clone()).collect()
    }

    /// How much a passage of a note says on the topic.
    fn score(
        &self,
        item: &AgendaTopic,
        piece: &Evidence,
        note: &NotePath,
        level: AnswerLevel,
        stats: &dyn CorpusStats,
    ) -> f32 {
        let whole = if item.topic.kind == TopicKind::Claim { CLAIM_WORD_SHARE } else { 1.0 };
        let words = (relevance_with_headings(item, piece, stats) / whole).min(1.0);
        let same_sense = match self.linked_notes.contains(note) {
            true => 1.0,
            false => {
                let similarity = self.words.similarity(&term_vector(note, &piece.text, stats));
                (similarity / SAME_SENSE_SIMILARITY).min(1.0)
            }
        };
        words * same_sense + SCORE_OF_ANSWER_LEVEL * f32::from(level as u8)
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
            piece.note_path().is_none_or(is_related) || matches_in_full(item, piece, stats)
        };
        evidence.iter().filter(is_quotable).cloned().collect()
    }
}

fn term_vector(note: &NotePath, text: &str, stats: &dyn CorpusStats) -> TermVector {
    let words = NoteVocabulary::read(note.title(), text);
    // In a small vault, every second note has the words of its subject; not every second sentence.
    words.term_vector(&|term| stats.sentence_rarity(term))
}

/// Whether a passage matches a claim or concept whatever its note is about. A term that was guessed from the words of
/// the note is in many notes on other subjects: only text below a title or heading with the term is about it.
fn matches_in_full(item: &AgendaTopic, piece: &Evidence, stats: &dyn CorpusStats) -> bool {
    match item.topic.is_guessed_term() {
        true => {
            answer::topic_relevance(&item.topic, &piece.title_and_heading(), stats)
                >= answer::FULL_RELEVANCE
        }
        false => relevance_with_headings(item, piece, stats) >= MIN_RELEVANCE_OF_MOST_WORDS,
    }
}

fn relevance_with_headings(item: &AgendaTopic, piece: &Evidence, stats: &dyn CorpusStats) -> f32 {
    let text = format!("{} {}", piece.title_and_heading(), piece.text);
    answer::topic_relevance(&item.topic, &text, stats)
}
