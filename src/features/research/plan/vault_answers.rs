//! Finds for each topic of an agenda the notes that answer it, with the same answerer as a run: the
//! agenda promises only what the report will quote.

use crate::answers::built_in::{Answer, AskingNote, QuoteChoice, answer};
use crate::answers::gather::{
    self, FoundPassage, NoteReader, PassageReadResult, SearchScope, best_passages, search_by_words,
};
use crate::answers::run::{AgendaTopic, NoteRef, QuotableNotes, RunContext, asking_note};
use crate::answers::writing::RelevanceFilter;
use crate::evidence::{Evidence, EvidenceId, Origin};
use crate::features::research::plan::estimator::TopicEstimator;
use crate::features::research::plan::researched_note::ResearchedNote;
use crate::notes::index::CorpusStats;
use crate::values::{Error, Result};

/// Maximum number of notes that the agenda lists as answering a topic, and as related to it.
const MAX_LISTED_NOTES: usize = 2;

/// Minimum relevance of a passage, from 0 to 1, for its note to be listed as related to a topic.
const MIN_LISTED_RELEVANCE: f32 = 0.5;

/// Adds to each topic the notes that answer it or are related to it, and an estimate of its cost.
pub async fn add_answers_and_estimates(
    context: &RunContext<'_>,
    note: &ResearchedNote,
    topics: &mut [AgendaTopic],
    estimator: &TopicEstimator,
) -> Result<()> {
    let stats = context.vault.corpus_stats(&note.path);
    let mut reader = NoteReader::new(context, QuotableNotes::AllNotes);
    let finder = AnswerFinder {
        relevance: RelevanceFilter::new(context.vault, &note.path, &note.user_text),
        asking_note: asking_note(context.vault, &note.path, &note.user_text),
        stats: stats.as_ref(),
    };
    for item in topics {
        let mut passages = Vec::new();
        let found = search_by_words(context.vault, SearchScope::Except(&note.path), &item.topic);
        for hit in reader.with_asked_properties(&item.topic, found).await {
            if let PassageReadResult::Passage(passage) = reader.read_passage(hit).await {
                passages.push(passage);
            }
        }
        let passages = best_passages(&item.topic, passages, stats.as_ref());
        item.estimate = Some(estimator.estimate_topic(passages.len()));
        finder.add_notes(item, passages);
        if !note.privacy.is_private() {
            move_private_notes(context, item).await;
        }
        if context.host.is_cancelled() {
            return Err(Error::cancelled());
        }
    }
    Ok(())
}

/// Lists private notes as related notes only: a report in a public note does not quote them.
async fn move_private_notes(context: &RunContext<'_>, item: &mut AgendaTopic) {
    for note in std::mem::take(&mut item.answering_notes) {
        match context.privacy.is_private(&note.path).await {
            true => item.related_notes.push(note),
            false => item.answering_notes.push(note),
        }
    }
}

/// Finds the notes that answer a topic among the passages that were found for it.
struct AnswerFinder<'a> {
    relevance: RelevanceFilter,
    asking_note: AskingNote<'a>,
    stats: &'a dyn CorpusStats,
}

impl AnswerFinder<'_> {
    fn add_notes(&self, item: &mut AgendaTopic, passages: Vec<FoundPassage>) {
        let evidence = gather::with_evidence_ids("", vec![passages]).into_iter().flatten();
        let evidence: Vec<Evidence> = evidence.collect();
        let quotable = self.relevance.evidence_to_quote(item, &evidence, self.stats);
        let found = answer::answer_topic(&item.topic, &quotable, &self.asking_note, self.stats);
        let choice = QuoteChoice { topic: &item.topic, evidence: &quotable, stats: self.stats };
        let found = choice.choose(found);
        let cited = |ids: &[EvidenceId]| -> Vec<NoteRef> {
            let pieces = ids.iter().filter_map(|id| evidence.iter().find(|it| it.id == *id));
            distinct_notes(pieces, &[])
        };
        match found {
            Answer::Sentences(sentences) => {
                let ids: Vec<EvidenceId> =
                    sentences.into_iter().map(|sentence| sentence.evidence_id).collect();
                item.answering_notes = cited(&ids);
            }
            Answer::Closest(sentence) => item.related_notes = cited(&[sentence.evidence_id]),
            Answer::Nothing => {}
        }
        let is_related = |piece: &&Evidence| {
            let relevance = answer::topic_relevance(&item.topic, &piece.text, self.stats);
            relevance >= MIN_LISTED_RELEVANCE
        };
        if item.related_notes.is_empty() {
            let related = quotable.iter().filter(is_related);
            item.related_notes = distinct_notes(related, &item.answering_notes);
        }
    }
}

/// The notes of some pieces of evidence, without those in `listed`.
fn distinct_notes<'e>(
    pieces: impl Iterator<Item = &'e Evidence>,
    listed: &[NoteRef],
) -> Vec<NoteRef> {
    let mut notes: Vec<NoteRef> = Vec::new();
    for piece in pieces {
        let Origin::Note(place) = &piece.origin else { continue };
        let is_listed = notes.iter().chain(listed).any(|note| note.path == place.path);
        if notes.len() < MAX_LISTED_NOTES && !is_listed {
            notes.push(NoteRef {
                path: place.path.clone(),
                note_title: place.path.title().to_owned(),
                passage_heading: place.heading.clone(),
            });
        }
    }
    notes
}
