//! What research asks of the vault. Answers are values, so nothing stays borrowed while a run waits.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::host::{Host, LocalFuture};
use crate::index::corpus_stats::CorpusStats;
use crate::index::{Hit, Query};
use crate::note::NotePath;
use crate::privacy::OutgoingText;
use crate::settings::Settings;

/// What is near to a text in meaning.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Meant {
    /// A passage of each note, the nearest first, with the cosine as its score.
    pub hits: Vec<Hit>,
    /// How far meaning counts against words in the text's language: once at the most.
    pub trust: f32,
}

/// The vault's notes, as far as they have been read.
pub trait Vault {
    /// The best passages for a query.
    fn search(&self, query: &Query) -> Vec<Hit>;
    /// The host of the service that knows what the vault's passages mean, if there is one.
    fn knows_meanings(&self, settings: &Settings) -> Option<String>;
    /// What is near to each text in meaning. Sends the texts to the service that knows it.
    fn meant<'a>(
        &'a self,
        host: &'a dyn Host,
        settings: &'a Settings,
        texts: &'a [OutgoingText],
    ) -> LocalFuture<'a, Result<Vec<Meant>>>;
    /// The vault as seen from a note.
    fn around<'a>(&'a self, note: &'a NotePath) -> Box<dyn CorpusStats + 'a>;
    /// The notes that have to do with a note, given what it says.
    fn kin(&self, note: &NotePath, text: &str) -> Vec<NotePath>;
    /// The text of a wikilink to a note.
    fn linktext(&self, path: &NotePath) -> String;
    /// Notes that a note links to already.
    fn linked(&self, path: &NotePath) -> Vec<NotePath>;
}
