//! The trait `Vault`, through which research uses the library. All methods return owned values, so
//! that nothing stays borrowed while a run waits.

use serde::{Deserialize, Serialize};

use crate::host::{Host, LocalFuture};
use crate::notes::index::{CorpusStats, Hit, Query};
use crate::notes::note::NotePath;
use crate::safety::privacy::OutgoingText;
use crate::settings::Settings;
use crate::values::Result;

/// The passages whose embeddings are nearest to the embedding of a text.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct EmbeddingHits {
    /// The nearest passage of each note, nearest first, with the cosine similarity as its score.
    pub hits: Vec<Hit>,
    /// How much these hits count when they are merged with keyword hits, which count 1. It is
    /// between 0 and 1 and depends on the language of the text.
    #[serde(rename = "trust")]
    pub embedding_ranking_weight: f32,
}

/// The trait through which research uses the library: search, links and statistics of the notes
/// that are indexed so far.
pub trait Vault {
    /// Finds the best passages for a query by keywords.
    fn search(&self, query: &Query) -> Vec<Hit>;
    /// Returns the passages of some notes that contain words of a query, a few of each note.
    fn matching_passages(&self, query: &Query, notes: &[NotePath]) -> Vec<Hit>;
    /// The host name of the embedding service, if the vault's embeddings come from it.
    fn embedding_host_name(&self, settings: &Settings) -> Option<String>;
    /// Finds the passages nearest to each text by embedding. Sends the texts to the embedding
    /// service.
    fn search_by_embedding<'a>(
        &'a self,
        host: &'a dyn Host,
        settings: &'a Settings,
        texts: &'a [OutgoingText],
    ) -> LocalFuture<'a, Result<Vec<EmbeddingHits>>>;
    /// Statistics about the words and links of the vault. Link targets are resolved as if written
    /// in `note`.
    fn corpus_stats<'a>(&'a self, note: &'a NotePath) -> Box<dyn CorpusStats + 'a>;
    /// Finds notes whose text is similar to `text`, the text of this note.
    fn related_notes(&self, note: &NotePath, text: &str) -> Vec<NotePath>;
    /// The text between `[[` and `]]` in a link to a note.
    fn wikilink_target(&self, path: &NotePath) -> String;
    /// The notes to which a note links.
    fn linked_notes(&self, path: &NotePath) -> Vec<NotePath>;
}
