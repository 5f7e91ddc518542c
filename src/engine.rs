//! The handle that the plugin holds: settings, index and links of one vault, and the workflows
//! over them. Everything is behind `&self`, and nothing stays borrowed while a call waits.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::error::Result;
use crate::graph::Graph;
use crate::host::{Host, NoteInfo, Pace};
use crate::index::{Hit, Index, Query, store};
use crate::local::Surroundings;
use crate::note::NotePath;
use crate::progress::{Progress, Stage};
use crate::research::plan::{self, PlanRequest};
use crate::research::run::{self, RunRequest};
use crate::research::{Agenda, Report, Vault, section};
use crate::settings::Settings;
use crate::settings::saved::{self, Loaded};

/// The name under which the host keeps the index.
const INDEX_NAME: &str = "index";

/// Longer files are not indexed: they are exports or logs, and one of them can take longer to
/// read than the rest of a vault.
const MAX_INDEXED_BYTES: u64 = 5_000_000;

/// The index is kept on the device after so many notes, so that little is lost with a run.
const SAVED_TOGETHER: usize = 500;

/// How reading some notes went.
struct ReadPart {
    changed: bool,
    end: Result<()>,
}

/// One vault, ready to work on.
#[derive(Default)]
pub struct Engine {
    settings: RefCell<Settings>,
    library: RefCell<Library>,
}

/// What is known of the vault's notes.
#[derive(Default)]
struct Library {
    index: Index,
    graph: Graph,
    /// Notes whose links are in the graph. Links are not stored, so after a start the graph is
    /// filled again, even where the index is up to date.
    linked: BTreeSet<NotePath>,
    loaded: bool,
}

impl Engine {
    /// Takes settings as saved, whatever their shape; answers with what is used and what was wrong.
    pub fn configure(&self, saved: &Value) -> Loaded {
        let loaded = saved::load(saved);
        *self.settings.borrow_mut() = loaded.settings.clone();
        loaded
    }

    /// Reads a note and answers with what a run would look up.
    pub async fn plan(&self, host: &dyn Host, request: &PlanRequest) -> Result<Agenda> {
        let settings = self.settings.borrow().clone();
        let note = plan::read(host, &settings, request).await?;
        self.sync(host).await?;
        plan::agenda(host, self, &settings, note)
    }

    /// Carries out an agenda and writes the section.
    pub async fn run(&self, host: &dyn Host, request: &RunRequest) -> Result<Report> {
        let settings = self.settings.borrow().clone();
        self.sync(host).await?;
        run::run(host, self, &settings, request).await
    }

    /// Brings index and links up to the vault as it is now. What was read is kept even when the
    /// run is stopped, so that a large vault is not begun anew each time.
    async fn sync(&self, host: &dyn Host) -> Result<()> {
        self.load(host).await;
        let notes = self.listed(host).await?;
        self.forget_missing(&notes);
        let stale: Vec<(NotePath, i64)> =
            notes.into_iter().filter(|(path, modified)| self.is_stale(path, *modified)).collect();
        for part in stale.chunks(SAVED_TOGETHER).enumerate() {
            let read = self.read_part(host, part, stale.len()).await;
            if read.changed {
                let bytes = store::encode(&self.library.borrow().index);
                // Not being able to keep the index costs time at the next start, not this run.
                let _ = host.save(INDEX_NAME, bytes).await;
            }
            read.end?;
        }
        Ok(())
    }

    /// Reads the n-th part of the stale notes.
    async fn read_part(
        &self,
        host: &dyn Host,
        (number, part): (usize, &[(NotePath, i64)]),
        total: usize,
    ) -> ReadPart {
        let pace = Pace::new(host);
        let mut changed = false;
        for (done, (path, modified)) in part.iter().enumerate() {
            host.report(&Progress::counted(Stage::Index, number * SAVED_TOGETHER + done, total));
            if let Err(stopped) = pace.step().await {
                return ReadPart { changed, end: Err(stopped) };
            }
            // A note that vanished or cannot be read is simply not in the index.
            if let Ok(text) = host.read(path).await {
                changed |= self.take(path, &text, *modified);
            }
        }
        ReadPart { changed, end: Ok(()) }
    }

    async fn load(&self, host: &dyn Host) {
        if self.library.borrow().loaded {
            return;
        }
        let stored = host.load(INDEX_NAME).await.ok().flatten();
        let index = stored.and_then(|bytes| store::decode(&bytes)).unwrap_or_default();
        let mut library = self.library.borrow_mut();
        if !library.loaded {
            library.index = index;
            library.loaded = true;
        }
    }

    /// The vault's notes that may be searched, with the time of their last change.
    async fn listed(&self, host: &dyn Host) -> Result<Vec<(NotePath, i64)>> {
        let notes = host.notes().await?;
        let settings = self.settings.borrow();
        let admitted = |note: NoteInfo| {
            let path = plan::admit(&note.path, &settings).ok()?;
            (note.size <= MAX_INDEXED_BYTES).then_some((path, note.modified))
        };
        Ok(notes.into_iter().filter_map(admitted).collect())
    }

    fn forget_missing(&self, notes: &[(NotePath, i64)]) {
        let present: BTreeSet<&NotePath> = notes.iter().map(|(path, _)| path).collect();
        let mut library = self.library.borrow_mut();
        let indexed = library.index.modified().map(|(path, _)| path.clone());
        let gone: Vec<NotePath> = indexed.filter(|path| !present.contains(path)).collect();
        for path in gone {
            library.index.remove(&path);
            library.graph.remove(&path);
            library.linked.remove(&path);
        }
    }

    fn is_stale(&self, path: &NotePath, modified: i64) -> bool {
        let library = self.library.borrow();
        !library.linked.contains(path) || library.index.modified_at(path) != Some(modified)
    }

    /// Takes a note in; answers whether the index itself changed.
    fn take(&self, path: &NotePath, text: &str, modified: i64) -> bool {
        let text = &section::without_reports(text);
        let mut library = self.library.borrow_mut();
        library.graph.upsert(path, text);
        library.linked.insert(path.clone());
        let changed = library.index.modified_at(path) != Some(modified);
        if changed {
            library.index.upsert(path, text, modified);
        }
        changed
    }
}

impl Vault for Engine {
    fn search(&self, query: &Query) -> Vec<Hit> {
        self.library.borrow().index.search(query)
    }

    fn around<'a>(&'a self, note: &'a NotePath) -> Box<dyn Surroundings + 'a> {
        Box::new(Around { engine: self, note, known: RefCell::default() })
    }

    fn linktext(&self, path: &NotePath) -> String {
        self.library.borrow().graph.linktext(path).to_owned()
    }

    fn linked(&self, path: &NotePath) -> Vec<NotePath> {
        self.library.borrow().graph.outlinks(path).into_iter().cloned().collect()
    }
}

/// The vault as seen from one note.
struct Around<'a> {
    engine: &'a Engine,
    note: &'a NotePath,
    /// Terms that were weighed: the same few are asked for again and again.
    known: RefCell<BTreeMap<String, f32>>,
}

impl Surroundings for Around<'_> {
    fn rarity(&self, term: &str) -> f32 {
        if let Some(rarity) = self.known.borrow().get(term) {
            return *rarity;
        }
        let rarity = self.engine.library.borrow().index.rarity(term);
        self.known.borrow_mut().insert(term.to_owned(), rarity);
        rarity
    }

    fn missing_note(&self, target: &str) -> Option<usize> {
        let library = self.engine.library.borrow();
        match library.graph.resolve(target, self.note) {
            Some(_) => None,
            None => Some(library.graph.mentions(target)),
        }
    }
}
