//! Evidence for each topic, from the vault's own notes and, if the person allowed it, from the web.
//! What cannot be read is skipped and listed, never fatal.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::future::join_all;

use super::run::RunRequest;
use super::web::{self, Found};
use super::{Agenda, Means, Vault, WebUse};
use crate::error::{Error, Result};
use crate::evidence::{Evidence, EvidenceId, NotePlace, Origin};
use crate::host::{Host, Pace};
use crate::index::{Hit, Mode, Query};
use crate::local::Topic;
use crate::local::answer;
use crate::note::{Lines, NotePath, prose};
use crate::progress::{Progress, Stage};

/// Passages looked at for each topic.
const PASSAGES: usize = 5;

/// Topics that are searched on the web at once.
const TOGETHER: usize = 4;

/// Everything that was found.
#[derive(Debug, Default)]
pub struct Gathered {
    /// One list for each topic, in the topics' order.
    pub evidence: Vec<Vec<Evidence>>,
    /// What could not be read or asked, and why.
    pub skipped: Vec<String>,
    /// Services of the web that answered.
    pub services: Vec<String>,
}

/// Looks for evidence on every topic; the note itself is never evidence.
pub async fn gather(means: &Means<'_>, request: &RunRequest, note: &NotePath) -> Result<Gathered> {
    let Agenda { run, topics, .. } = &request.agenda;
    let mut gathered = Gathered::default();
    let mut found = from_vault(means, note, topics, &mut gathered.skipped).await?;
    if request.web == WebUse::Allowed {
        from_web(means, request, note, &mut found, &mut gathered).await?;
    }
    let mut number = 0;
    let mut named = |found: Found| {
        number += 1;
        let Found { origin, text, score } = found;
        Evidence { id: EvidenceId::new(run, number), origin, text, score }
    };
    let named = |found: Vec<Found>| found.into_iter().map(&mut named).collect();
    gathered.evidence = found.into_iter().map(named).collect();
    Ok(gathered)
}

async fn from_vault(
    means: &Means<'_>,
    note: &NotePath,
    topics: &[Topic],
    skipped: &mut Vec<String>,
) -> Result<Vec<Vec<Found>>> {
    let host = means.host;
    let pace = Pace::new(host);
    let mut reader = Reader { host, texts: BTreeMap::new(), skipped };
    let mut all = Vec::new();
    for (done, topic) in topics.iter().enumerate() {
        host.report(&Progress::counted(Stage::Gather, done, topics.len()));
        let mut found = Vec::new();
        for hit in hits(means.vault, note, topic) {
            pace.step().await?;
            found.extend(reader.evidence(hit).await);
        }
        all.push(found);
    }
    Ok(all)
}

/// Adds what the web says, some topics at once and all in their order.
async fn from_web(
    means: &Means<'_>,
    request: &RunRequest,
    note: &NotePath,
    found: &mut [Vec<Found>],
    gathered: &mut Gathered,
) -> Result<()> {
    let Agenda { topics, depth, .. } = &request.agenda;
    let around = means.vault.around(note);
    for (part, together) in topics.chunks(TOGETHER).enumerate() {
        let done = part * TOGETHER;
        means.host.report(&Progress::counted(Stage::Web, done, topics.len()));
        let searches =
            together.iter().map(|topic| web::search(means, topic, *depth, around.as_ref()));
        let results = join_all(searches).await;
        if means.host.cancelled() {
            return Err(Error::cancelled());
        }
        for (place, result) in found.iter_mut().skip(done).zip(results) {
            place.extend(result.found);
            gathered.skipped.extend(result.skipped);
            gathered.services.extend(result.services);
        }
    }
    means.courier.keep(means.host).await;
    once_each(&mut gathered.skipped);
    once_each(&mut gathered.services);
    Ok(())
}

/// In the order in which they came first.
fn once_each(texts: &mut Vec<String>) {
    let mut seen = BTreeSet::new();
    texts.retain(|text| seen.insert(text.clone()));
}

fn hits(vault: &dyn Vault, note: &NotePath, topic: &Topic) -> Vec<Hit> {
    // One more than needed: the note itself is usually the best match for its own words.
    let query = Query {
        text: answer::query(topic),
        mode: Mode::Hybrid,
        limit: Some(PASSAGES + 1),
        ..Query::default()
    };
    let others = vault.search(&query).into_iter().filter(|hit| hit.path != *note);
    others.take(PASSAGES).collect()
}

struct Reader<'a> {
    host: &'a dyn Host,
    texts: BTreeMap<NotePath, Option<String>>,
    skipped: &'a mut Vec<String>,
}

impl Reader<'_> {
    async fn evidence(&mut self, hit: Hit) -> Option<Found> {
        if !self.texts.contains_key(&hit.path) {
            let text = match self.host.read(&hit.path).await {
                Ok(text) => Some(text),
                Err(why) => {
                    self.skipped.push(format!("{}: {}", hit.path.title(), why.message));
                    None
                }
            };
            self.texts.insert(hit.path.clone(), text);
        }
        let text = self.texts.get(&hit.path)?.as_deref()?;
        let passage = prose::plain(
            text.get(Lines::of(text).range(hit.first_line, hit.last_line)).unwrap_or_default(),
        );
        let heading = hit.heading.rsplit(" > ").next().unwrap_or_default().to_owned();
        let place = NotePlace {
            path: hit.path,
            heading,
            first_line: hit.first_line,
            last_line: hit.last_line,
        };
        Some(Found { origin: Origin::Note(place), text: passage, score: hit.score })
    }
}
