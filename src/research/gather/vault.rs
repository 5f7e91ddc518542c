//! Evidence from the vault's own notes.

use std::collections::BTreeMap;

use crate::error::Result;
use crate::host::Pace;
use crate::index::rank_fusion::{Ranking, fuse_hits};
use crate::index::{Hit, Query};
use crate::library::{EmbeddingHits, Vault};
use crate::local::{Topic, answer};
use crate::note::NotePath;
use crate::progress::{Stage, TopicState};
use crate::research::context::RunContext;
use crate::research::gather::found::{FoundPassage, NamedNotes};
use crate::research::gather::note_reader::{NoteReader, ReadPassage};
use crate::research::gather::search::Search;
use crate::research::request::Permission;

/// Passages looked at for each topic.
const PASSAGES: usize = 5;

pub async fn from_vault(
    context: &RunContext<'_>,
    search: &Search<'_>,
) -> Result<(Vec<Vec<FoundPassage>>, NamedNotes)> {
    search.progress.stage(Stage::Gather);
    let pace = Pace::new(context.client.host);
    let mut reader = NoteReader::new(context, search.quoting);
    reader.kept_by = Some(search.run_record.run_host);
    let mut named = NamedNotes::new();
    let asked = search.topics.iter().map(|item| answer::query(&item.topic));
    let mut meant = search.meant(context, asked.collect()).await.into_iter();
    let mut all = Vec::new();
    for (number, item) in search.topics.iter().enumerate() {
        search.progress.topic(number, TopicState::Searching);
        let mut found = Vec::new();
        for hit in hits_by_both(context.vault, search.note, &item.topic, meant.next()) {
            pace.step().await?;
            let note = hit.path.clone();
            match reader.evidence(hit).await {
                ReadPassage::Passage(passage) => found.push(passage),
                ReadPassage::Private
                    if context.settings.name_private_notes && search.model.is_none() =>
                {
                    named.entry(note).or_default().push(item.topic.topic.clone());
                }
                ReadPassage::Private | ReadPassage::Nothing => {}
            }
        }
        search.progress.found(number, found.len());
        let is_all = search.web == Permission::Off;
        search
            .progress
            .topic(number, if is_all { TopicState::Gathered } else { TopicState::Waiting });
        all.push(found);
    }
    reader.skipped.take().into_iter().for_each(|reason| search.progress.skip(reason));
    Ok((all, named))
}

/// The passages of the vault that match a topic best, the note's own left out.
pub fn hits(vault: &dyn Vault, note: &NotePath, topic: &Topic) -> Vec<Hit> {
    hits_by_both(vault, note, topic, None)
}

/// The same with what is near to the topic in meaning.
fn hits_by_both(
    vault: &dyn Vault,
    note: &NotePath,
    topic: &Topic,
    meant: Option<EmbeddingHits>,
) -> Vec<Hit> {
    // One more than needed: the note itself is usually the best match for its own words.
    let query =
        Query { limit: Some(PASSAGES + 1), ..Query::from_plain_text(&answer::query(topic)) };
    let worded = vault.search(&query);
    let both = match meant {
        Some(meant) if meant.trust > 0.0 => fused(worded, meant),
        _ => worded,
    };
    both.into_iter().filter(|hit| hit.path != *note).take(PASSAGES).collect()
}

/// Both in the order of their ranks, and each with a score as if found by words, by which passages
/// of notes are compared.
fn fused(worded: Vec<Hit>, meant: EmbeddingHits) -> Vec<Hit> {
    let best = |hits: &[Hit]| hits.first().map_or(1.0, |hit| hit.score.max(f32::MIN_POSITIVE));
    let (best_word, best_meaning) = (best(&worded), best(&meant.hits));
    let scores: BTreeMap<NotePath, f32> = meant
        .hits
        .iter()
        .map(|hit| (hit.path.clone(), best_word * hit.score / best_meaning))
        .chain(worded.iter().map(|hit| (hit.path.clone(), hit.score)))
        .collect();
    let rankings = [(worded, 1.0), (meant.hits, meant.trust)];
    let rankings = rankings.map(|(items, weight)| Ranking { items, weight });
    let mut hits = fuse_hits(rankings.into(), PASSAGES + 1);
    hits.iter_mut().for_each(|hit| hit.score = scores.get(&hit.path).copied().unwrap_or_default());
    hits
}
