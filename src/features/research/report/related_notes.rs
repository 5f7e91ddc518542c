//! Finds notes that the user may have forgotten: they match several topics well, but the report
//! doesn't cite them and the researched note doesn't link to them.

use std::collections::{BTreeMap, BTreeSet};

use crate::answers::built_in::answer;
use crate::answers::gather::GatheredEvidence;
use crate::answers::run::{ResearchSubject, TopicReport};
use crate::evidence::Evidence;
use crate::library::Vault;
use crate::notes::note::NotePath;
use crate::values::StableSort;

/// Maximum number of related notes.
const MAX_RELATED_NOTES: usize = 5;

/// Minimum search score of a passage, as a share of the best score for the topic. Notes whose
/// passages score less are not related to the topic.
const MIN_SHARE_OF_BEST_SCORE: f32 = 0.6;

/// Minimum relevance of a passage to the topic, from 0 to 1. The search score alone is not enough:
/// in a small vault some note always has the best score.
const MIN_RELATED_RELEVANCE: f32 = 0.55;

/// A note that matches several topics of the researched note.
pub struct RelatedNote {
    pub path: NotePath,
    /// Labels of the topics that the note matches.
    pub topic_labels: Vec<String>,
}

/// Finds the related notes, best match first.
pub fn related_notes(
    vault: &dyn Vault,
    subject: &ResearchSubject<'_>,
    parts: &[TopicReport<'_>],
    gathered: &GatheredEvidence,
) -> Vec<RelatedNote> {
    let cited = cited_notes(parts, gathered);
    let linked = vault.linked_notes(&subject.path);
    let stats = vault.corpus_stats(&subject.path);
    let mut shared: BTreeMap<&NotePath, (f32, Vec<String>)> = BTreeMap::new();
    for (item, evidence) in subject.topics.iter().zip(&gathered.evidence_by_topic) {
        let notes = || evidence.iter().filter_map(|piece| Some((piece, piece.note_path()?)));
        let top = notes().map(|(piece, _)| piece.score).fold(f32::MIN_POSITIVE, f32::max);
        let min_relevance = match item.topic.is_guessed_term() {
            true => answer::FULL_RELEVANCE,
            false => MIN_RELATED_RELEVANCE,
        };
        let is_relevant = |piece: &Evidence| {
            let text = format!("{} {}", piece.title_and_heading(), piece.text);
            piece.score >= MIN_SHARE_OF_BEST_SCORE * top
                && answer::topic_relevance(&item.topic, &text, stats.as_ref()) >= min_relevance
        };
        for (piece, note) in notes().filter(|(piece, _)| is_relevant(piece)) {
            let (score, names) = shared.entry(note).or_default();
            *score += piece.score / top;
            names.push(item.topic.label.clone());
        }
    }
    // Notes on other subjects share terms with the note, too.
    let similar: BTreeSet<NotePath> =
        vault.related_notes(&subject.path, &subject.user_text).into_iter().collect();
    let is_new =
        |note: &NotePath| similar.contains(note) && !cited.contains(note) && !linked.contains(note);
    let mut notes: Vec<_> =
        shared.into_iter().filter(|(note, (_, names))| names.len() > 1 && is_new(note)).collect();
    notes.stable_sort_by(|a, b| b.1.0.total_cmp(&a.1.0).then_with(|| a.0.cmp(b.0)));
    let notes = notes
        .into_iter()
        .map(|(note, (_, names))| RelatedNote { path: note.clone(), topic_labels: names });
    let private = gathered.nameable_private_notes.iter().filter(|(note, _)| !linked.contains(note));
    let private = private
        .map(|(note, names)| RelatedNote { path: note.clone(), topic_labels: names.clone() });
    notes.chain(private).take(MAX_RELATED_NOTES).collect()
}

fn cited_notes<'g>(
    parts: &[TopicReport<'_>],
    gathered: &'g GatheredEvidence,
) -> BTreeSet<&'g NotePath> {
    let ids = parts.iter().flat_map(|part| {
        part.all_statements()
            .flat_map(|statement| &statement.cited_evidence)
            .chain(part.already_in_vault.iter().map(|known| &known.evidence_id))
    });
    let ids: BTreeSet<_> = ids.collect();
    let cited = gathered.all_evidence().filter(|piece| ids.contains(&piece.id));
    cited.filter_map(Evidence::note_path).collect()
}
