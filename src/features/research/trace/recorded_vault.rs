//! Records the results of the vault during a run, and returns them in a replay.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::ready;

use serde::{Deserialize, Serialize};

use crate::host::{Host, LocalFuture};
use crate::library::{EmbeddingHits, Vault};
use crate::notes::index::{CorpusStats, Hit, Query};
use crate::notes::note::NotePath;
use crate::safety::privacy::OutgoingText;
use crate::settings::Settings;
use crate::values::Result;

/// The search results, links and word statistics that a vault returned during a run. In a replay
/// they stand in for the vault.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct RecordedVault {
    searches: BTreeMap<String, Vec<Hit>>,
    #[serde(default)]
    passages: BTreeMap<String, Vec<Hit>>,
    rarities: BTreeMap<String, f32>,
    #[serde(default)]
    sentence_rarities: BTreeMap<String, f32>,
    #[serde(default)]
    #[serde(rename = "relevance")]
    related_notes: BTreeMap<NotePath, Vec<NotePath>>,
    linktexts: BTreeMap<NotePath, String>,
    linked: BTreeMap<NotePath, Vec<NotePath>>,
}

impl RecordedVault {
    /// Drops everything about other notes than those whose text was read: hits in private notes name
    /// them, although they were not used.
    pub fn limited_to_notes(mut self, notes: &BTreeMap<NotePath, String>) -> Self {
        for hits in self.searches.values_mut().chain(self.passages.values_mut()) {
            hits.retain(|hit| notes.contains_key(&hit.path));
        }
        self.linktexts.retain(|path, _| notes.contains_key(path));
        self.linked.clear();
        self.related_notes.clear();
        self
    }
}

/// A vault that passes calls on to `inner` and records the results for a replay.
pub struct RecordingVault<'a> {
    inner: &'a dyn Vault,
    answers: RefCell<RecordedVault>,
}

impl<'a> RecordingVault<'a> {
    /// Starts to record everything that `inner` returns.
    pub fn new(inner: &'a dyn Vault) -> Self {
        Self { inner, answers: RefCell::default() }
    }

    /// Ends the recording and returns the results for a replay.
    pub fn into_recorded(self) -> RecordedVault {
        self.answers.into_inner()
    }
}

impl Vault for RecordingVault<'_> {
    fn search(&self, query: &Query) -> Vec<Hit> {
        let hits = self.inner.search(query);
        self.answers.borrow_mut().searches.insert(query.text.clone(), hits.clone());
        hits
    }

    fn matching_passages(&self, query: &Query, notes: &[NotePath]) -> Vec<Hit> {
        let hits = self.inner.matching_passages(query, notes);
        self.answers.borrow_mut().passages.insert(query.text.clone(), hits.clone());
        hits
    }

    fn embedding_host_name(&self, settings: &Settings) -> Option<String> {
        self.inner.embedding_host_name(settings)
    }

    /// The hits are not recorded here: they are in the response log of the run.
    fn search_by_embedding<'a>(
        &'a self,
        host: &'a dyn Host,
        settings: &'a Settings,
        texts: &'a [OutgoingText],
    ) -> LocalFuture<'a, Result<Vec<EmbeddingHits>>> {
        self.inner.search_by_embedding(host, settings, texts)
    }

    fn corpus_stats<'a>(&'a self, note: &'a NotePath) -> Box<dyn CorpusStats + 'a> {
        Box::new(RecordingStats { inner: self.inner.corpus_stats(note), answers: &self.answers })
    }

    fn related_notes(&self, note: &NotePath, text: &str) -> Vec<NotePath> {
        let relevance = self.inner.related_notes(note, text);
        self.answers.borrow_mut().related_notes.insert(note.clone(), relevance.clone());
        relevance
    }

    fn wikilink_target(&self, path: &NotePath) -> String {
        let text = self.inner.wikilink_target(path);
        self.answers.borrow_mut().linktexts.insert(path.clone(), text.clone());
        text
    }

    fn linked_notes(&self, path: &NotePath) -> Vec<NotePath> {
        let linked = self.inner.linked_notes(path);
        self.answers.borrow_mut().linked.insert(path.clone(), linked.clone());
        linked
    }
}

struct RecordingStats<'a> {
    inner: Box<dyn CorpusStats + 'a>,
    answers: &'a RefCell<RecordedVault>,
}

impl CorpusStats for RecordingStats<'_> {
    fn rarity(&self, term: &str) -> f32 {
        let rarity = self.inner.rarity(term);
        self.answers.borrow_mut().rarities.insert(term.to_owned(), rarity);
        rarity
    }

    fn sentence_rarity(&self, term: &str) -> f32 {
        let rarity = self.inner.sentence_rarity(term);
        self.answers.borrow_mut().sentence_rarities.insert(term.to_owned(), rarity);
        rarity
    }

    fn missing_note_link_count(&self, target: &str) -> Option<usize> {
        self.inner.missing_note_link_count(target)
    }
}

impl Vault for RecordedVault {
    fn search(&self, query: &Query) -> Vec<Hit> {
        self.searches.get(&query.text).cloned().unwrap_or_default()
    }

    fn matching_passages(&self, query: &Query, _notes: &[NotePath]) -> Vec<Hit> {
        self.passages.get(&query.text).cloned().unwrap_or_default()
    }

    /// Returns the host in the settings: without one, a replay would not look up the hits of
    /// embedding searches in the response log.
    fn embedding_host_name(&self, settings: &Settings) -> Option<String> {
        settings.embedding_endpoint().map(|endpoint| endpoint.base_url.host().to_owned())
    }

    fn search_by_embedding<'a>(
        &'a self,
        _host: &'a dyn Host,
        _settings: &'a Settings,
        _texts: &'a [OutgoingText],
    ) -> LocalFuture<'a, Result<Vec<EmbeddingHits>>> {
        Box::pin(ready(Ok(Vec::new())))
    }

    fn corpus_stats<'a>(&'a self, _note: &'a NotePath) -> Box<dyn CorpusStats + 'a> {
        Box::new(self)
    }

    fn related_notes(&self, note: &NotePath, _text: &str) -> Vec<NotePath> {
        self.related_notes.get(note).cloned().unwrap_or_default()
    }

    fn wikilink_target(&self, path: &NotePath) -> String {
        self.linktexts.get(path).cloned().unwrap_or_default()
    }

    fn linked_notes(&self, path: &NotePath) -> Vec<NotePath> {
        self.linked.get(path).cloned().unwrap_or_default()
    }
}

impl CorpusStats for &RecordedVault {
    fn rarity(&self, term: &str) -> f32 {
        self.rarities.get(term).copied().unwrap_or_default()
    }

    fn sentence_rarity(&self, term: &str) -> f32 {
        self.sentence_rarities.get(term).copied().unwrap_or_default()
    }

    /// Needed only to find topics, which a replayed run already has.
    fn missing_note_link_count(&self, _target: &str) -> Option<usize> {
        None
    }
}
