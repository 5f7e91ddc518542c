//! The engine's methods for the index of the vault: they keep it up to date and search it.

use std::collections::BTreeMap;

use crate::engine::Engine;
use crate::host::Host;
use crate::library::{
    LibraryStatus, MentionsRequest, NoteChange, NoteSearchResults, RelatedRequest, UnlinkedMentions,
};
use crate::notes::index::Query;
use crate::notes::note::NotePath;
use crate::values::Result;

impl Engine {
    /// Updates the index with the new and changed notes of the vault.
    pub async fn sync_index(&self, host: &dyn Host) -> Result<LibraryStatus> {
        self.library.sync(host, &self.settings()).await
    }

    /// Applies changes of notes to the index. Stored runs, sections and conversations get the new paths
    /// of renamed notes.
    pub async fn apply_note_changes(
        &self,
        host: &dyn Host,
        changes: Vec<NoteChange>,
    ) -> Result<LibraryStatus> {
        let renamed = changes.iter().filter_map(|change| match change {
            NoteChange::Renamed { from, note } => {
                Some((NotePath::parse(from).ok()?, NotePath::parse(&note.path).ok()?))
            }
            _ => None,
        });
        let renamed: BTreeMap<NotePath, NotePath> = renamed.collect();
        self.conversation_store.update_renamed_paths(host, &renamed).await;
        self.health_check.update_renamed_paths(host, &renamed).await;
        self.store.update_renamed_paths(host, renamed).await;
        self.library.apply_changes(host, &self.settings(), changes).await
    }

    /// Updates the embeddings of the vault's passages, which search by meaning needs, if the user
    /// chose an embedding service.
    pub async fn update_embeddings(&self, host: &dyn Host) -> Result<()> {
        let run_host = self.host_with_daily_log(host, "Indexing for search by meaning");
        self.library
            .update_embeddings(&run_host, run_host.privacy_check(), &|| self.settings())
            .await
    }

    /// Searches the notes that are indexed so far, or one note if the query names one.
    pub async fn search_notes(&self, host: &dyn Host, query: &Query) -> Result<NoteSearchResults> {
        if let Some(path) = &query.note {
            return self.library.search_in_note(host, query, path).await;
        }
        let run_host = self.host_with_daily_log(host, "Search by meaning");
        self.library
            .search_notes(&run_host, &self.settings(), run_host.privacy_check(), query)
            .await
    }

    /// Returns the notes most similar to a note, among those that are indexed so far.
    pub async fn search_related_notes(
        &self,
        host: &dyn Host,
        request: &RelatedRequest,
    ) -> Result<NoteSearchResults> {
        self.library.search_related_notes(host, request).await
    }

    /// Returns the places where other notes name a note without a link, among the notes that are
    /// indexed so far.
    pub async fn find_unlinked_mentions(
        &self,
        host: &dyn Host,
        request: &MentionsRequest,
    ) -> Result<UnlinkedMentions> {
        self.library.find_unlinked_mentions(host, request).await
    }
}
