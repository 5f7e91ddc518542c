//! What the library knows of the vault, and how a removed or renamed note changes it.

use std::collections::BTreeMap;

use crate::library::stored_library::AliasesByNote;
use crate::library::unindexed_files::UnindexedFiles;
use crate::notes::graph::LinkGraph;
use crate::notes::index::VaultIndex;
use crate::notes::note::NotePath;
use crate::safety::privacy::VaultNames;
use crate::values::Timestamp;

/// The indexed notes with their links and aliases, and what the last sync found.
#[derive(Default)]
pub struct LibraryState {
    pub index: VaultIndex,
    pub graph: LinkGraph,
    pub aliases: AliasesByNote,
    pub unindexed: UnindexedFiles,
    /// The notes that could not be indexed, each with the reason.
    pub skipped_notes: BTreeMap<NotePath, String>,
    /// Folders that the settings name as private or excluded, but that contained no file at the
    /// last sync. Most likely the user misspelled them.
    pub empty_folders: Vec<String>,
    /// Number of notes in the vault at the last sync.
    pub total_notes: usize,
    /// The fingerprint of the vault's listing with which the library agrees completely; `None` if a
    /// note could not be read, or changed since the last sync.
    pub synced_listing: Option<u64>,
    /// Whether the stored library was loaded from the device.
    pub is_loaded: bool,
    /// Number of changed notes since the library was last saved.
    pub unsaved_notes: usize,
    pub saved_at: Option<Timestamp>,
    /// Duration of the last save in milliseconds, which determines the pause before the next save.
    pub save_millis: u64,
}

impl LibraryState {
    /// Collects the names of all indexed and unindexed files.
    pub fn collect_file_names(&self) -> VaultNames {
        let mut names = VaultNames::default();
        for (path, _) in self.index.paths_with_modified_millis() {
            let aliases = self.aliases.get(path).map(Vec::as_slice).unwrap_or_default();
            names.add_file(path.as_str(), aliases);
        }
        self.unindexed.paths().for_each(|path| names.add_file(path, &[]));
        names
    }

    /// Removes a note from the index, the link graph, the aliases and the skipped notes.
    pub fn remove_note(&mut self, path: &NotePath) {
        self.index.remove(path);
        self.graph.remove(path);
        self.aliases.remove(path);
        self.skipped_notes.remove(path);
        self.unsaved_notes += 1;
    }

    /// Replaces the aliases of a note. A note without aliases, like most notes, has no entry.
    pub fn set_aliases(&mut self, path: &NotePath, aliases: Vec<String>) {
        match aliases.is_empty() {
            true => self.aliases.remove(path),
            false => self.aliases.insert(path.clone(), aliases),
        };
    }

    /// Changes the path of a note in the index, the link graph and the aliases.
    pub fn rename_note(&mut self, from: &NotePath, to: &NotePath) {
        self.index.rename(from, to);
        self.graph.rename(from, to);
        let aliases = self.aliases.remove(from).unwrap_or_default();
        self.set_aliases(to, aliases);
        self.skipped_notes.remove(from);
        self.unsaved_notes += 1;
    }
}
