//! Collects evidence for each topic, from the vault and, if the user allowed it, from the web. A
//! source that can't be read is skipped, and the report lists it. Pages that copy each other count
//! as one source.

mod findings;
mod note_reader;
mod passage_selection;
mod vault;
mod web;
mod web_topic;

use futures_util::stream::{self, StreamExt};

use crate::answers::gather::findings::WebFindings;
use crate::answers::gather::web_topic::WebTopic;
use crate::answers::run::{ActiveRun, Permission};
use crate::evidence::{Evidence, EvidenceId, near_duplicates};
use crate::values::{Error, Result, Stage, TopicState};

pub(crate) use findings::{FoundPassage, GatheredEvidence};
pub(crate) use note_reader::{NoteReader, PassageReadResult};
pub(crate) use passage_selection::MAX_MODEL_PASSAGES_PER_PAGE;
pub use vault::SearchScope;
pub(crate) use vault::{best_passages, search_by_words};
pub(crate) use web::MAX_PAGES_PER_TOPIC;

/// Collects evidence for every topic. The researched note itself is never evidence.
pub async fn gather_evidence(run: &ActiveRun<'_>) -> Result<GatheredEvidence> {
    let vault::VaultFindings {
        passages_by_topic: mut passages,
        nameable_private_notes: named_private,
    } = vault::search_topics(run).await?;
    let mut services = Vec::new();
    if run.web_permission == Permission::Allowed {
        for (passages, findings) in passages.iter_mut().zip(search_web(run).await?) {
            passages.extend(findings.passages);
            services.extend(findings.responding_services);
        }
    }
    services.sort();
    services.dedup();
    let mut evidence = with_evidence_ids(run.run_id, passages);
    evidence.iter_mut().for_each(drop_copied_pages);
    Ok(GatheredEvidence {
        evidence_by_topic: evidence,
        responding_services: services,
        nameable_private_notes: named_private,
    })
}

/// Gives every passage an id within the run.
pub fn with_evidence_ids(run_id: &str, passages: Vec<Vec<FoundPassage>>) -> Vec<Vec<Evidence>> {
    let mut number = 0;
    let mut evidence = |passage: FoundPassage| {
        number += 1;
        let FoundPassage { origin, text, search_score: score, marked_lines } = passage;
        Evidence { id: EvidenceId::new(run_id, number), origin, text, score, marked_lines }
    };
    let topics = passages.into_iter();
    topics.map(|passages| passages.into_iter().map(&mut evidence).collect()).collect()
}

/// Searches the web for several topics at the same time. Returns the findings in the order of the
/// topics.
async fn search_web(run: &ActiveRun<'_>) -> Result<Vec<WebFindings>> {
    run.progress.set_stage(Stage::Web);
    let context = run.context;
    let stats = context.vault.corpus_stats(&run.subject.path);
    let stats = stats.as_ref();
    let searches = run.subject.topics.iter().enumerate().map(|(number, item)| async move {
        let findings =
            web::search_topic(run, WebTopic { topic_index: number, agenda_topic: item }, stats)
                .await;
        // Saves the run before the topic counts as gathered: the app may be closed right after.
        run.save().await;
        run.progress.set_topic_state(number, TopicState::Gathered);
        findings
    });
    let parallel = context.settings.parallel_topics.max(1);
    let findings: Vec<WebFindings> = stream::iter(searches).buffered(parallel).collect().await;
    if context.host.is_cancelled() {
        return Err(Error::cancelled());
    }
    context.client.client.save_cache(context.host).await;
    Ok(findings)
}

/// Drops pages that copy an earlier page of the same topic: a copied text is one source, however
/// many sites publish it.
fn drop_copied_pages(evidence: &mut Vec<Evidence>) {
    let texts: Vec<&str> = evidence.iter().map(|piece| piece.text.as_str()).collect();
    let first_copies = near_duplicates::first_duplicate_indexes(&texts);
    let mut number = 0;
    evidence.retain(|piece| {
        let is_copy = first_copies.get(number).is_some_and(|first| *first != number);
        number += 1;
        // Notes of the user are not dropped, even if their text was copied from a page.
        piece.note_path().is_some() || !is_copy
    });
}
