//! Drops evidence from notes that have nothing to do with the researched note. In any vault some
//! note matches a topic by chance, so an unrelated note is quoted only if it matches the topic
//! nearly in full.

use std::collections::BTreeSet;

use crate::evidence::Evidence;
use crate::index::corpus_stats::CorpusStats;
use crate::library::Vault;
use crate::local::{TopicKind, answer};
use crate::note::NotePath;
use crate::research::agenda::AgendaTopic;

/// Minimum relevance to the topic, from 0 to 1, of a passage from an unrelated note. Passages below
/// it are dropped.
const MIN_UNRELATED_NOTE_RELEVANCE: f32 = 0.6;

/// Keeps the evidence of the notes in this set, which are related to the researched note, and drops
/// most evidence of other notes.
pub struct RelevanceFilter(BTreeSet<NotePath>);

impl RelevanceFilter {
    /// Finds the notes that share rare words with the researched note, and the notes to which it
    /// links.
    pub fn new(vault: &dyn Vault, note: &NotePath, text: &str) -> Self {
        Self(vault.related_notes(note, text).into_iter().chain(vault.linked_notes(note)).collect())
    }

    /// Drops evidence from unrelated notes, unless it matches the topic nearly in full. A question
    /// keeps all evidence: the score of an answer says by itself whether it fits.
    pub fn drop_irrelevant_evidence(
        &self,
        item: &AgendaTopic,
        evidence: &[Evidence],
        stats: &dyn CorpusStats,
    ) -> Vec<Evidence> {
        if item.topic.kind == TopicKind::Question {
            return evidence.to_vec();
        }
        // A term that was guessed from the words of the note is in many notes on other subjects: only
        // text below a title or heading with the term is about it.
        let is_relevant = |piece: &Evidence| {
            let headings = piece.title_and_heading();
            let (text, min_relevance) = match item.topic.is_guessed_term() {
                true => (headings, answer::FULL_RELEVANCE),
                false => (format!("{headings} {}", piece.text), MIN_UNRELATED_NOTE_RELEVANCE),
            };
            answer::topic_relevance(&item.topic, &text, stats) >= min_relevance
        };
        let is_kept = |piece: &&Evidence| match piece.note_path() {
            Some(note) => self.0.contains(note) || is_relevant(piece),
            None => true,
        };
        evidence.iter().filter(is_kept).cloned().collect()
    }
}
