//! The vault's notes, ready to be asked: an index of their passages and the links between them,
//! kept on the device and up to date with the vault.
//!
//! Everything is behind `&self`, and nothing stays borrowed while a call waits.

mod embedding_sync;
mod embedding_trial;
mod find;
mod left_out;
mod passage_text;
mod query_embedding;
mod snippet;
mod store;
mod sync;
mod vault;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::client::Client;
use crate::error::Result;
use crate::graph::LinkGraph;
use crate::host::{Host, LocalFuture};
use crate::index::corpus_stats::CorpusStats;
use crate::index::embedding::EmbeddingIndex;
use crate::index::{Hit, Query, VaultIndex};
use crate::note::NotePath;
use crate::privacy::{OutgoingText, VaultNames};
use crate::settings::Settings;
use crate::time::Timestamp;

use left_out::LeftOut;
use store::Aliases;

pub use find::{Answer, FoundNote, RelatedRequest};
pub use snippet::Part;
pub use sync::Change;
pub use vault::{Meant, Vault};

/// Notes that are named when they were skipped; more are only counted.
const NAMED_SKIPPED: usize = 100;

/// What is known of one vault.
#[derive(Default)]
pub struct Library {
    /// Carries what is asked of the embedding service.
    client: Rc<Client>,
    state: RefCell<LibraryState>,
    /// Held by the one call that is reading the vault; others wait for it.
    reading: Cell<bool>,
    /// What the passages mean; none before that was first asked for.
    meanings: RefCell<Option<EmbeddingIndex>>,
    /// Held by the one call that asks for meanings.
    learning: Cell<bool>,
    /// Vectors that are not kept on the device yet, and when they were last kept.
    unkept: Cell<usize>,
    meanings_kept: Cell<Option<Timestamp>>,
    /// The query that was asked last, and its meaning.
    asked: RefCell<Option<(String, Vec<f32>)>>,
    /// The names of everything in the vault; none before they were first asked for.
    names: RefCell<Option<Rc<VaultNames>>>,
}

#[derive(Default)]
struct LibraryState {
    index: VaultIndex,
    graph: LinkGraph,
    /// The other names of notes.
    aliases: Aliases,
    left_out: LeftOut,
    /// Notes that are not in the index, and why.
    skipped: BTreeMap<NotePath, String>,
    /// Folders of the settings in which nothing lay when the vault was last compared with.
    empty_folders: Vec<String>,
    /// Notes of the vault when it was last compared with.
    total: usize,
    loaded: bool,
    /// Changes since the library was last kept on the device.
    unsaved: usize,
    saved_at: Option<Timestamp>,
    /// How long it took then.
    save_millis: u64,
}

/// How far the library is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LibraryStatus {
    /// Notes that can be found.
    pub notes: usize,
    /// Notes that the vault has, those left out included.
    pub total: usize,
    /// Whether notes are being read just now.
    pub reading: bool,
    /// How many notes were left out.
    pub skipped: usize,
    /// The first of them, each with the reason.
    pub why_skipped: Vec<Skipped>,
    /// Private and excluded folders of the settings in which no file lies.
    pub empty_folders: Vec<String>,
}

/// A note that cannot be found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Skipped {
    /// The note.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// In words for a person.
    pub why: String,
}

impl Library {
    /// An empty library whose requests are carried by the same policy as all others.
    pub fn over(client: Rc<Client>) -> Self {
        Self { client, ..Self::default() }
    }

    /// The names of everything in the vault, excluded notes and attachments included.
    pub fn names(&self) -> Rc<VaultNames> {
        let known = self.names.borrow().clone();
        known.unwrap_or_else(|| {
            let names = Rc::new(self.state.borrow().names());
            *self.names.borrow_mut() = Some(Rc::clone(&names));
            names
        })
    }

    /// To be called when a name came or went.
    fn forget_names(&self) {
        *self.names.borrow_mut() = None;
    }

    /// How far it is.
    pub fn state(&self) -> LibraryStatus {
        let state = self.state.borrow();
        let skipped =
            |(path, why): (&NotePath, &String)| Skipped { path: path.clone(), why: why.clone() };
        let settled = state.index.note_count() + state.skipped.len();
        LibraryStatus {
            notes: state.index.note_count(),
            total: if self.reading.get() { state.total.max(settled) } else { settled },
            reading: self.reading.get(),
            skipped: state.skipped.len(),
            empty_folders: state.empty_folders.clone(),
            why_skipped: state.skipped.iter().take(NAMED_SKIPPED).map(skipped).collect(),
        }
    }
}

impl LibraryState {
    fn names(&self) -> VaultNames {
        let mut names = VaultNames::default();
        for (path, _) in self.index.modified_times() {
            let aliases = self.aliases.get(path).map(Vec::as_slice).unwrap_or_default();
            names.add(path.as_str(), aliases);
        }
        self.left_out.paths().for_each(|path| names.add(path, &[]));
        names
    }
}

impl Vault for Library {
    fn search(&self, query: &Query) -> Vec<Hit> {
        self.state.borrow().index.search(query)
    }

    fn knows_meanings(&self, settings: &Settings) -> Option<String> {
        self.known_endpoint(settings).map(|endpoint| endpoint.url.host().to_owned())
    }

    fn meant<'a>(
        &'a self,
        host: &'a dyn Host,
        settings: &'a Settings,
        texts: &'a [OutgoingText],
    ) -> LocalFuture<'a, Result<Vec<Meant>>> {
        Box::pin(self.meant_by(host, settings, texts))
    }

    fn around<'a>(&'a self, note: &'a NotePath) -> Box<dyn CorpusStats + 'a> {
        Box::new(Around { library: self, note, known: RefCell::default() })
    }

    fn kin(&self, note: &NotePath, text: &str) -> Vec<NotePath> {
        self.state.borrow().index.related_notes(note, text)
    }

    fn linktext(&self, path: &NotePath) -> String {
        self.state.borrow().graph.linktext(path).to_owned()
    }

    fn linked(&self, path: &NotePath) -> Vec<NotePath> {
        self.state.borrow().graph.outlinks(path).into_iter().cloned().collect()
    }
}

/// The vault as seen from one note.
struct Around<'a> {
    library: &'a Library,
    note: &'a NotePath,
    /// Terms that were weighed: the same few are asked for again and again.
    known: RefCell<BTreeMap<String, f32>>,
}

impl CorpusStats for Around<'_> {
    fn rarity(&self, term: &str) -> f32 {
        if let Some(rarity) = self.known.borrow().get(term) {
            return *rarity;
        }
        let rarity = self.library.state.borrow().index.rarity(term);
        self.known.borrow_mut().insert(term.to_owned(), rarity);
        rarity
    }

    fn missing_note(&self, target: &str) -> Option<usize> {
        let state = self.library.state.borrow();
        let exists = state.graph.resolve(target, self.note).is_some() || state.left_out.has(target);
        (!exists).then(|| state.graph.mention_count(target))
    }
}
