//! Evidence for each topic, from the vault's own notes and, if the person allowed it, from the web.
//! What cannot be read is skipped and listed, never fatal. Pages that say the same as another one
//! are no second source.

use std::cell::RefCell;
use std::collections::BTreeMap;

use futures_util::stream::{self, StreamExt};

use super::board::Board;
use super::hidden::Hidden;
use super::model::Model;
use super::record::Record;
use super::section;
use super::web::{self, Found, FromWeb};
use super::{AgendaTopic, Means, Meant, Use, Vault};
use crate::error::{Error, Result};
use crate::evidence::{Evidence, EvidenceId, NotePlace, Origin, likeness};
use crate::host::{Host, Pace};
use crate::index::fuse::{Ranking, fuse};
use crate::index::{Hit, Query};
use crate::journal::NOT_ASKED;
use crate::llm::budget::Budget;
use crate::local::{Topic, answer};
use crate::note::{Lines, NotePath, prose, secret};
use crate::progress::{Stage, TopicState};
use crate::settings::{Depth, Settings};

/// Passages looked at for each topic.
const PASSAGES: usize = 5;

/// What a run looks up, and how.
pub struct Search<'a> {
    pub run: &'a str,
    pub note: &'a NotePath,
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
    /// What must not be named in anything that is sent.
    pub hidden: &'a Hidden,
}

impl Search<'_> {
    /// Keeps what the run was told and has spent so far.
    pub async fn keep(&self, means: &Means<'_>) {
        self.record.made.borrow_mut().spent = self.budget.spent();
        self.record.keep(means.desk.host).await;
    }

    /// What the vault has near to some texts in meaning; nothing where nobody is asked for it.
    pub async fn meant(&self, means: &Means<'_>, texts: Vec<String>) -> Vec<Meant> {
        if texts.is_empty() || self.meanings == Use::Off {
            return Vec::new();
        }
        let texts: Vec<String> = texts.iter().map(|text| self.sendable(text)).collect();
        let ask = means.vault.meant(means.desk.host, means.settings, &texts);
        let meant = means.desk.once(format!("meant {}", texts.join("\n")), ask).await;
        meant.unwrap_or_else(|error| {
            if error.code != NOT_ASKED {
                self.board.skip(format!("Notes were found by words alone: {}", error.message));
            }
            Vec::new()
        })
    }

    /// A text as it may be sent.
    pub fn sendable(&self, text: &str) -> String {
        self.hidden.without(&secret::mask(text).text)
    }
}

/// Everything that was found.
#[derive(Debug, Default)]
pub struct Gathered {
    /// One list for each topic, in the topics' order.
    pub evidence: Vec<Vec<Evidence>>,
    /// Services of the web that answered.
    pub services: Vec<String>,
}

impl Gathered {
    /// The pieces of all topics.
    pub fn pieces(&self) -> impl Iterator<Item = &Evidence> {
        self.evidence.iter().flatten()
    }
}

/// Looks for evidence on every topic; the note itself is never evidence.
pub async fn gather(means: &Means<'_>, search: &Search<'_>) -> Result<Gathered> {
    let mut found = from_vault(means, search).await?;
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
    Ok(Gathered { evidence, services })
}

async fn from_vault(means: &Means<'_>, search: &Search<'_>) -> Result<Vec<Vec<Found>>> {
    search.board.stage(Stage::Gather);
    let pace = Pace::new(means.desk.host);
    let mut reader = Reader::new(means.desk.host, means.settings);
    // What a model is told leaves the device.
    reader.hides_private = search.model.is_some();
    let asked = search.topics.iter().map(|item| answer::query(&item.topic));
    let mut meant = search.meant(means, asked.collect()).await.into_iter();
    let mut all = Vec::new();
    for (number, item) in search.topics.iter().enumerate() {
        search.board.topic(number, TopicState::Searching);
        let mut found = Vec::new();
        for hit in hits_by_both(means.vault, search.note, &item.topic, meant.next()) {
            pace.step().await?;
            if search.model.is_some() {
                search.hidden.add(means, &hit.path).await?;
            }
            found.extend(reader.evidence(hit).await);
        }
        search.board.found(number, found.len());
        let is_all = search.web == Use::Off;
        search.board.topic(number, if is_all { TopicState::Gathered } else { TopicState::Waiting });
        all.push(found);
    }
    reader.skipped.take().into_iter().for_each(|reason| search.board.skip(reason));
    Ok(all)
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

/// Reads passages of notes, each note once.
pub struct Reader<'a> {
    host: &'a dyn Host,
    settings: &'a Settings,
    texts: BTreeMap<NotePath, Option<String>>,
    /// Whether private notes are passed over.
    pub hides_private: bool,
    /// Notes that could not be read, and why.
    pub skipped: RefCell<Vec<String>>,
}

impl<'a> Reader<'a> {
    /// One that has read nothing yet.
    pub fn new(host: &'a dyn Host, settings: &'a Settings) -> Self {
        Self {
            host,
            settings,
            texts: BTreeMap::new(),
            hides_private: false,
            skipped: RefCell::default(),
        }
    }

    /// The passage that was hit, if it can be read and may be shown.
    pub async fn evidence(&mut self, hit: Hit) -> Option<Found> {
        if !self.texts.contains_key(&hit.path) {
            let text = self.text(&hit.path).await;
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

    async fn text(&self, path: &NotePath) -> Option<String> {
        match self.host.read(path).await {
            Ok(text) if self.hides_private && self.settings.is_private(path, &text) => None,
            // The index knows no reports, and its lines are those of the text without them.
            Ok(text) => Some(section::without_reports(&text)),
            Err(_) if self.hides_private && self.settings.is_private(path, "") => None,
            Err(why) => {
                self.skipped.borrow_mut().push(format!("{}: {}", path.title(), why.message));
                None
            }
        }
    }
}
