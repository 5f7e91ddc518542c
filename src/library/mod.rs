//! The vault's notes, ready to be searched: an index of their passages and the links between them,
//! stored on the device and kept up to date with the vault.
//!
//! In reading order:
//! - `vault`: the trait through which research uses the library.
//! - `library_state`, `status`, `unindexed_files`, `stored_library`: what is known, progress, files that are not
//!   indexed, and the stored form.
//! - `vault_sync`: updates the library when notes change.
//! - `note_search`, `search_results`, `hit_display`, `snippet`: search results and related notes as
//!   the user sees them.
//! - `shared_words`, `similarity`: why and how far notes are related.
//! - `unlinked_mentions`, `mention_finder`, `searchable_name`: notes that name a note without a link.
//! - `note_names`, `name_linker`: the notes that a text names, and links to them.
//! - `link_resolution`: the note that a link leads to.
//! - `embedding_sync`, `passage_text`, `embedding_trial`, `query_embedding`: search by meaning.
//!
//! All methods take `&self`, and no `RefCell` stays borrowed while a call waits.

mod embedding_sync;
mod embedding_trial;
mod hit_display;
mod library_state;
mod link_resolution;
mod mention_finder;
mod name_linker;
mod note_names;
mod note_search;
mod passage_text;
mod query_embedding;
mod search_results;
mod searchable_name;
mod shared_words;
mod similarity;
mod snippet;
mod status;
mod stored_library;
mod unindexed_files;
mod unlinked_mentions;
mod vault;
mod vault_sync;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures_util::lock::Mutex;

use crate::host::client::Client;
use crate::host::{Host, LocalFuture};
use crate::language::Language;
use crate::notes::index::{CorpusStats, EmbeddingIndex, Hit, Query};
use crate::notes::note::NotePath;
use crate::safety::privacy::{OutgoingText, VaultNames};
use crate::settings::Settings;
use crate::values::{Result, Timestamp};

use library_state::LibraryState;
use searchable_name::{is_common_name, is_searchable_name};

pub(crate) use link_resolution::ResolvedLink;
pub(crate) use mention_finder::MentionFinder;
pub(crate) use name_linker::{NameLink, NameLinker};
pub(crate) use note_names::NotesWithName;
pub use search_results::{FoundNote, NoteSearchResults, RelatedRequest};
pub(crate) use shared_words::{NoteVocabulary, TermVector};
pub use status::LibraryStatus;
use status::SkippedNote;
pub use unlinked_mentions::{MentionsRequest, UnlinkedMentions};
pub(crate) use vault::{EmbeddingHits, Vault};
pub use vault_sync::NoteChange;

/// Maximum number of skipped notes that `LibraryStatus` lists by name.
const MAX_LISTED_SKIPPED_NOTES: usize = 100;

/// The indexed notes of one vault, with their links and their embeddings.
#[derive(Default)]
pub struct Library {
    /// Sends requests to the embedding service.
    client: Rc<Client>,
    state: RefCell<LibraryState>,
    /// Locked by the call that is reading the vault; other calls wait for it.
    sync_lock: Mutex<()>,
    /// The embeddings of the passages; `None` until they are loaded or computed for the first time.
    embeddings: RefCell<Option<EmbeddingIndex>>,
    /// Locked by the call that is computing embeddings; other such calls return at once.
    embedding_lock: Mutex<()>,
    /// Number of vectors that are not saved on the device yet.
    unsaved_vectors: Cell<usize>,
    vectors_saved_at: Cell<Option<Timestamp>>,
    /// The text of the last query and its vector, so that the same query is not sent twice in a
    /// row.
    last_query: RefCell<Option<(String, Vec<f32>)>>,
    file_names: RefCell<FileNames>,
}

/// The names of all files of the vault, which are collected when they are first needed.
#[derive(Default)]
enum FileNames {
    /// The vault was not read yet, so that there may be notes that the library does not know.
    #[default]
    Unread,
    /// A name was added or removed since the names were collected.
    Changed,
    Collected(Rc<VaultNames>),
}

impl Library {
    /// Creates an empty library that sends its requests with this client.
    pub fn with_client(client: Rc<Client>) -> Self {
        Self { client, ..Self::default() }
    }

    /// The names of all files of the vault, including excluded notes and attachments. Reads the vault
    /// first if that was never done to the end.
    pub async fn vault_file_names(
        &self,
        host: &dyn Host,
        settings: &Settings,
    ) -> Result<Rc<VaultNames>> {
        if self.is_unread() {
            self.sync(host, settings).await?;
        }
        Ok(self.collect_file_names())
    }

    fn is_unread(&self) -> bool {
        matches!(*self.file_names.borrow(), FileNames::Unread)
    }

    fn collect_file_names(&self) -> Rc<VaultNames> {
        if let FileNames::Collected(names) = &*self.file_names.borrow() {
            return Rc::clone(names);
        }
        let names = Rc::new(self.state.borrow().collect_file_names());
        *self.file_names.borrow_mut() = FileNames::Collected(Rc::clone(&names));
        names
    }

    /// All indexed notes with the time at which each was last modified, in order of path.
    pub fn indexed_notes(&self) -> Vec<(NotePath, i64)> {
        let state = self.state.borrow();
        let notes = state.index.paths_with_modified_millis();
        notes.map(|(path, modified)| (path.clone(), modified)).collect()
    }

    /// The names of all files of the vault that are not indexed, such as attachments.
    pub fn unindexed_paths(&self) -> Vec<String> {
        self.state.borrow().unindexed.paths().map(str::to_owned).collect()
    }

    /// Number of notes in whose text a name may occur, or `None` if the name is too short or too
    /// common to mean one thing.
    pub fn mentioning_note_count(&self, name: &str) -> Option<usize> {
        let language = Language::detect(name);
        if !is_searchable_name(name, language) {
            return None;
        }
        let state = self.state.borrow();
        let notes = state.index.notes_with_words_of(name).len();
        (!is_common_name(name, notes, state.index.note_count())).then_some(notes)
    }

    /// Returns the notes that link to a note with this name, which need not exist, and then the notes in
    /// whose text the name may occur.
    pub fn notes_naming(&self, name: &str) -> Vec<NotePath> {
        let is_counted = self.mentioning_note_count(name).is_some();
        let state = self.state.borrow();
        let linking = state.graph.notes_linking_to_name(name);
        let mentioning =
            if is_counted { state.index.notes_with_words_of(name) } else { Vec::new() };
        let new = mentioning.iter().filter(|path| !linking.contains(path));
        linking.iter().copied().chain(new).cloned().collect()
    }

    /// Returns the indexed notes that link to a note, in order of path.
    pub fn backlinks(&self, path: &NotePath) -> Vec<NotePath> {
        self.state.borrow().graph.backlinks(path).into_iter().cloned().collect()
    }

    /// Returns the indexed note to which a link in the note `source` leads.
    pub fn resolve_link(&self, target: &str, source: &NotePath) -> Option<NotePath> {
        self.state.borrow().graph.resolve(target, source).cloned()
    }

    /// Discards the collected file names, so that they are collected again when needed. Must be
    /// called after a file was added, renamed or removed.
    fn invalidate_file_names(&self) {
        let names = &mut *self.file_names.borrow_mut();
        if let FileNames::Collected(_) = names {
            *names = FileNames::Changed;
        }
    }

    /// Returns how much of the vault is indexed.
    pub fn status(&self) -> LibraryStatus {
        let state = self.state.borrow();
        let skipped = |(path, why): (&NotePath, &String)| SkippedNote {
            path: path.clone(),
            reason: why.clone(),
        };
        let is_reading = self.sync_lock.try_lock().is_none();
        let processed = state.index.note_count() + state.skipped_notes.len();
        LibraryStatus {
            indexed_notes: state.index.note_count(),
            total_notes: if is_reading { state.total_notes.max(processed) } else { processed },
            is_reading_vault: is_reading,
            skipped_notes: state.skipped_notes.len(),
            empty_settings_folders: state.empty_folders.clone(),
            listed_skipped_notes: state
                .skipped_notes
                .iter()
                .take(MAX_LISTED_SKIPPED_NOTES)
                .map(skipped)
                .collect(),
        }
    }
}

impl Vault for Library {
    fn search(&self, query: &Query) -> Vec<Hit> {
        self.state.borrow().index.search(query)
    }

    fn matching_passages(&self, query: &Query, notes: &[NotePath]) -> Vec<Hit> {
        self.state.borrow().index.matching_passages(query, notes)
    }

    fn embedding_host_name(&self, settings: &Settings) -> Option<String> {
        self.endpoint_with_stored_embeddings(settings)
            .map(|endpoint| endpoint.base_url.host().to_owned())
    }

    fn search_by_embedding<'a>(
        &'a self,
        host: &'a dyn Host,
        settings: &'a Settings,
        texts: &'a [OutgoingText],
    ) -> LocalFuture<'a, Result<Vec<EmbeddingHits>>> {
        Box::pin(self.notes_nearest_to_texts(host, settings, texts))
    }

    fn corpus_stats<'a>(&'a self, note: &'a NotePath) -> Box<dyn CorpusStats + 'a> {
        Box::new(NoteCorpusStats { library: self, note })
    }

    fn related_notes(&self, note: &NotePath, text: &str) -> Vec<NotePath> {
        self.state.borrow().index.related_notes(note, text)
    }

    fn wikilink_target(&self, path: &NotePath) -> String {
        self.state.borrow().graph.linktext(path).to_owned()
    }

    fn linked_notes(&self, path: &NotePath) -> Vec<NotePath> {
        self.state.borrow().graph.outlinks(path).into_iter().cloned().collect()
    }
}

/// Word and link statistics of the vault. Link targets are resolved as if written in `note`,
/// because a short target may mean different notes in different folders.
struct NoteCorpusStats<'a> {
    library: &'a Library,
    note: &'a NotePath,
}

impl CorpusStats for NoteCorpusStats<'_> {
    fn rarity(&self, term: &str) -> f32 {
        self.library.state.borrow().index.rarity(term)
    }

    fn sentence_rarity(&self, term: &str) -> f32 {
        self.library.state.borrow().index.sentence_rarity(term)
    }

    fn missing_note_link_count(&self, target: &str) -> Option<usize> {
        let state = self.library.state.borrow();
        let exists = state.graph.resolve(target, self.note).is_some()
            || state.unindexed.contains_link_target(target);
        (!exists).then(|| state.graph.linking_note_count(target))
    }
}
