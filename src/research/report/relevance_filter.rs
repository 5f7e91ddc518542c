//! Drops evidence from notes that have nothing to do with the topic. In any vault some note matches a
//! question by chance, and most questions do not name their subject, because their note does. So it counts
//! how well a passage matches the topic and how much it shares with the researched note.

use std::collections::BTreeSet;

use crate::evidence::Evidence;
use crate::index::corpus_stats::CorpusStats;
use crate::library::{NoteVocabulary, TermVector, Vault};
use crate::local::answer::{self, AnswerLevel};
use crate::local::{GeneralWordLists, TopicKind};
use crate::note::NotePath;
use crate::research::agenda::AgendaTopic;

/// Minimum relevance to the topic, from 0 to 1, of a passage that has most of its words.
const MIN_RELEVANCE_OF_MOST_WORDS: f32 = 0.6;

/// What the traits of a passage say for its concerning the topic: the log odds of a logistic regression over 638
/// passages of five vaults that were read one by one. Fitted on the sample vault and measured on the others, and the
/// other way round, 86 of 100 passages that reach the minimum concern their topic (`tests/bench/sent_passages.rs`).
const ODDS_OF_TOPIC_WORDS: f32 = 3.0;
const ODDS_OF_ANSWER_LEVEL: f32 = 0.9;
const ODDS_OF_RELATED_NOTE: f32 = 0.75;
const MIN_ODDS: f32 = 4.05;

/// Minimum similarity, from 0 to 1, of a passage on the subject of the researched note.
const MIN_RELATED_SIMILARITY: f32 = 0.078;
/// From this similarity on, the words of the topic count in full: the passage means the same by them as the note.
const FULL_SIMILARITY: f32 = 0.15;

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
            Some(note) => self.odds_of_concern(item, piece, note, *level, stats) >= MIN_ODDS,
            None => true,
        };
        evidence.iter().zip(levels).filter(is_sent).map(|(piece, _)| piece.clone()).collect()
    }

    fn odds_of_concern(
        &self,
        item: &AgendaTopic,
        piece: &Evidence,
        note: &NotePath,
        level: AnswerLevel,
        stats: &dyn CorpusStats,
    ) -> f32 {
        let similarity = self.words.similarity(&term_vector(note, &piece.text, stats));
        let is_on_subject = self.linked_notes.contains(note)
            || self.similar_notes.contains(note) && similarity >= MIN_RELATED_SIMILARITY;
        let shared_subject = (similarity / FULL_SIMILARITY).min(1.0);
        ODDS_OF_TOPIC_WORDS * relevance_with_headings(item, piece, stats) * shared_subject
            + ODDS_OF_ANSWER_LEVEL * f32::from(level as u8)
            + if is_on_subject { ODDS_OF_RELATED_NOTE } else { 0.0 }
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
    let words = NoteVocabulary::read(note.title(), text, &GeneralWordLists);
    words.term_vector(&|term| stats.rarity(term))
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
