//! Evidence for each topic, from the vault's own notes and, if the person allowed it, from the web.
//! What cannot be read is skipped and listed, never fatal. Pages that say the same as another one
//! are no second source.

pub mod extract;
pub mod found;
pub mod note_reader;
pub mod search;
pub mod vault;
pub mod web;

use crate::research::gather::found::GatheredEvidence;
use crate::research::gather::search::Search;
use crate::research::gather::vault::from_vault;

use futures_util::stream::{self, StreamExt};

use crate::error::{Error, Result};
use crate::evidence::{Evidence, EvidenceId, near_duplicates};
use crate::progress::{Stage, TopicState};
use crate::research::context::RunContext;
use crate::research::gather::found::{FoundPassage, WebFindings};
use crate::research::request::Permission;

/// Looks for evidence on every topic; the note itself is never evidence.
pub async fn gather(context: &RunContext<'_>, search: &Search<'_>) -> Result<GatheredEvidence> {
    let (mut found, named_notes) = from_vault(context, search).await?;
    let mut services = Vec::new();
    if search.web == Permission::Allowed {
        for (place, result) in found.iter_mut().zip(from_web(context, search).await?) {
            place.extend(result.found);
            services.extend(result.services);
        }
    }
    services.sort();
    services.dedup();
    let mut number = 0;
    let mut named = |found: FoundPassage| {
        number += 1;
        let FoundPassage { origin, text, score } = found;
        Evidence { id: EvidenceId::new(search.run, number), origin, text, score }
    };
    let named = |found: Vec<FoundPassage>| found.into_iter().map(&mut named).collect();
    let mut evidence: Vec<Vec<Evidence>> = found.into_iter().map(named).collect();
    without_copies(&mut evidence);
    Ok(GatheredEvidence { evidence, services, named: named_notes })
}

/// What the web says, some topics at once and all in their order.
async fn from_web(context: &RunContext<'_>, search: &Search<'_>) -> Result<Vec<WebFindings>> {
    search.progress.stage(Stage::Web);
    let around = context.vault.corpus_stats(search.note);
    let around = around.as_ref();
    let searches = search.topics.iter().enumerate().map(|(number, item)| async move {
        let found = web::search(context, search, (number, item), around).await;
        // Only what is kept is said to be gathered: the app may be closed right after.
        search.keep(context).await;
        search.progress.topic(number, TopicState::Gathered);
        found
    });
    let together = context.settings.concurrency.max(1);
    let results: Vec<WebFindings> = stream::iter(searches).buffered(together).collect().await;
    if context.client.host.cancelled() {
        return Err(Error::cancelled());
    }
    context.client.client.save_cache(context.client.host).await;
    Ok(results)
}

/// Drops what says the same as an earlier page: a text that was copied is one source, however many
/// carry it.
fn without_copies(evidence: &mut [Vec<Evidence>]) {
    for topic in evidence {
        let texts: Vec<&str> = topic.iter().map(|piece| piece.text.as_str()).collect();
        let first = near_duplicates::group_duplicates(&texts);
        let mut number = 0;
        topic.retain(|piece| {
            let copied = first.get(number).is_some_and(|first| *first != number);
            number += 1;
            // A note of the person's is theirs, whatever they copied into it.
            piece.note().is_some() || !copied
        });
    }
}
