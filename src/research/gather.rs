//! Evidence for each topic, from the vault's own notes and, if the person allowed it, from the web.
//! What cannot be read is skipped and listed, never fatal. Pages that say the same as another one
//! are no second source.

use std::collections::BTreeMap;

use futures_util::stream::{self, StreamExt};

use super::board::Board;
use super::model::Model;
use super::reader::{Quoting, Read, Reader};
use super::record::Record;
use super::web::{self, Found, FromWeb};
use super::{AgendaTopic, Means, Meant, Use, Vault};
use crate::error::{Error, Result};
use crate::evidence::{Evidence, EvidenceId, likeness};
use crate::host::Pace;
use crate::index::fuse::{Ranking, fuse};
use crate::index::{Hit, Query};
use crate::journal::NOT_ASKED;
use crate::llm::budget::Budget;
use crate::local::{Topic, answer};
use crate::note::NotePath;
use crate::privacy::{OutgoingText, Redactor};
use crate::progress::{Stage, TopicState};
use crate::settings::Depth;

/// Passages looked at for each topic.
const PASSAGES: usize = 5;

/// What a run looks up, and how.
pub struct Search<'a> {
    pub run: &'a str,
    pub note: &'a NotePath,
    /// What the note says.
    pub own: &'a str,
    pub topics: &'a [&'a AgendaTopic],
    pub depth: Depth,
    pub web: Use,
    /// Whether the service that knows meanings may be asked.
    pub meanings: Use,
    /// Reads pages, and will be told what was found.
    pub model: Option<&'a Model<'a>>,
    pub board: &'a Board<'a>,
    pub record: &'a Record<'a>,
    pub budget: &'a Budget,
    /// Which notes may be quoted.
    pub quoting: Quoting,
}

impl Search<'_> {
    /// Keeps what the run was told and has spent so far.
    pub async fn keep(&self, means: &Means<'_>) {
        self.record.made.borrow_mut().spent = self.budget.spent();
        self.record.keep(means.desk.host).await;
    }

    /// A redactor for texts about the note. Names to which the note links are hidden in all of them.
    pub async fn redactor(&self, means: &Means<'_>, texts: &[&str]) -> Result<Redactor> {
        means.privacy.redactor(&[self.note], texts, self.own).await
    }

    /// What the vault has near to some texts in meaning; nothing where nobody is asked for it.
    pub async fn meant(&self, means: &Means<'_>, texts: Vec<String>) -> Vec<Meant> {
        if texts.is_empty() || self.meanings == Use::Off {
            return Vec::new();
        }
        let ask = async {
            let raw: Vec<&str> = texts.iter().map(String::as_str).collect();
            let redactor = self.redactor(means, &raw).await?;
            let texts: Vec<OutgoingText> = raw.iter().map(|text| redactor.text(text)).collect();
            means.vault.meant(means.desk.host, means.settings, &texts).await
        };
        let meant = means.desk.once(format!("meant {}", texts.join("\n")), ask).await;
        meant.unwrap_or_else(|error| {
            if error.code != NOT_ASKED {
                self.board.skip(format!("Notes were found by words alone: {}", error.message));
            }
            Vec::new()
        })
    }
}

/// Everything that was found.
#[derive(Debug, Default)]
pub struct Gathered {
    /// One list for each topic, in the topics' order.
    pub evidence: Vec<Vec<Evidence>>,
    /// Services of the web that answered.
    pub services: Vec<String>,
    /// Private notes that speak to topics and may be named in the report, with the topics' labels.
    pub named: BTreeMap<NotePath, Vec<String>>,
}

impl Gathered {
    /// The pieces of all topics.
    pub fn pieces(&self) -> impl Iterator<Item = &Evidence> {
        self.evidence.iter().flatten()
    }
}

/// Looks for evidence on every topic; the note itself is never evidence.
pub async fn gather(means: &Means<'_>, search: &Search<'_>) -> Result<Gathered> {
    let (mut found, named_notes) = from_vault(means, search).await?;
    let mut services = Vec::new();
    if search.web == Use::Allowed {
        for (place, result) in found.iter_mut().zip(from_web(means, search).await?) {
            place.extend(result.found);
            services.extend(result.services);
        }
    }
    services.sort();
    services.dedup();
    let mut number = 0;
    let mut named = |found: Found| {
        number += 1;
        let Found { origin, text, score } = found;
        Evidence { id: EvidenceId::new(search.run, number), origin, text, score }
    };
    let named = |found: Vec<Found>| found.into_iter().map(&mut named).collect();
    let mut evidence: Vec<Vec<Evidence>> = found.into_iter().map(named).collect();
    without_copies(&mut evidence);
    Ok(Gathered { evidence, services, named: named_notes })
}

/// Private notes that may be named, with the topics to which they speak.
type NamedNotes = BTreeMap<NotePath, Vec<String>>;

async fn from_vault(
    means: &Means<'_>,
    search: &Search<'_>,
) -> Result<(Vec<Vec<Found>>, NamedNotes)> {
    search.board.stage(Stage::Gather);
    let pace = Pace::new(means.desk.host);
    let mut reader = Reader::new(means, search.quoting);
    reader.kept_by = Some(search.record.door);
    let mut named = NamedNotes::new();
    let asked = search.topics.iter().map(|item| answer::query(&item.topic));
    let mut meant = search.meant(means, asked.collect()).await.into_iter();
    let mut all = Vec::new();
    for (number, item) in search.topics.iter().enumerate() {
        search.board.topic(number, TopicState::Searching);
        let mut found = Vec::new();
        for hit in hits_by_both(means.vault, search.note, &item.topic, meant.next()) {
            pace.step().await?;
            let note = hit.path.clone();
            match reader.evidence(hit).await {
                Read::Passage(passage) => found.push(passage),
                Read::Private if means.settings.name_private_notes && search.model.is_none() => {
                    named.entry(note).or_default().push(item.topic.topic.clone());
                }
                Read::Private | Read::Nothing => {}
            }
        }
        search.board.found(number, found.len());
        let is_all = search.web == Use::Off;
        search.board.topic(number, if is_all { TopicState::Gathered } else { TopicState::Waiting });
        all.push(found);
    }
    reader.skipped.take().into_iter().for_each(|reason| search.board.skip(reason));
    Ok((all, named))
}

/// What the web says, some topics at once and all in their order.
async fn from_web(means: &Means<'_>, search: &Search<'_>) -> Result<Vec<FromWeb>> {
    search.board.stage(Stage::Web);
    let around = means.vault.around(search.note);
    let around = around.as_ref();
    let searches = search.topics.iter().enumerate().map(|(number, item)| async move {
        let found = web::search(means, search, (number, item), around).await;
        // Only what is kept is said to be gathered: the app may be closed right after.
        search.keep(means).await;
        search.board.topic(number, TopicState::Gathered);
        found
    });
    let together = means.settings.concurrency.max(1);
    let results: Vec<FromWeb> = stream::iter(searches).buffered(together).collect().await;
    if means.desk.host.cancelled() {
        return Err(Error::cancelled());
    }
    means.desk.courier.keep(means.desk.host).await;
    Ok(results)
}

/// Drops what says the same as an earlier page: a text that was copied is one source, however many
/// carry it.
fn without_copies(evidence: &mut [Vec<Evidence>]) {
    for topic in evidence {
        let texts: Vec<&str> = topic.iter().map(|piece| piece.text.as_str()).collect();
        let first = likeness::groups(&texts);
        let mut number = 0;
        topic.retain(|piece| {
            let copied = first.get(number).is_some_and(|first| *first != number);
            number += 1;
            // A note of the person's is theirs, whatever they copied into it.
            piece.note().is_some() || !copied
        });
    }
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
    meant: Option<Meant>,
) -> Vec<Hit> {
    // One more than needed: the note itself is usually the best match for its own words.
    let query = Query { limit: Some(PASSAGES + 1), ..Query::of_words(&answer::query(topic)) };
    let worded = vault.search(&query);
    let both = match meant {
        Some(meant) if meant.trust > 0.0 => fused(worded, meant),
        _ => worded,
    };
    both.into_iter().filter(|hit| hit.path != *note).take(PASSAGES).collect()
}

/// Both in the order of their ranks, and each with a score as if found by words, by which passages
/// of notes are compared.
fn fused(worded: Vec<Hit>, meant: Meant) -> Vec<Hit> {
    let best = |hits: &[Hit]| hits.first().map_or(1.0, |hit| hit.score.max(f32::MIN_POSITIVE));
    let (best_word, best_meaning) = (best(&worded), best(&meant.hits));
    let scores: BTreeMap<NotePath, f32> = meant
        .hits
        .iter()
        .map(|hit| (hit.path.clone(), best_word * hit.score / best_meaning))
        .chain(worded.iter().map(|hit| (hit.path.clone(), hit.score)))
        .collect();
    let rankings = [(worded, 1.0), (meant.hits, meant.trust)];
    let rankings = rankings.map(|(hits, weight)| Ranking { hits, weight });
    let mut hits = fuse(rankings.into(), PASSAGES + 1);
    hits.iter_mut().for_each(|hit| hit.score = scores.get(&hit.path).copied().unwrap_or_default());
    hits
}
