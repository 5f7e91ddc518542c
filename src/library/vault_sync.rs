//! Updates the library when the vault changes. At the start it compares the modification times of
//! all notes; later it reads single notes that changed. A note that cannot be read is skipped and
//! listed.

use std::hash::{DefaultHasher, Hash, Hasher};

use futures_util::future::join_all;
use futures_util::lock::MutexGuard;
use serde::{Deserialize, Serialize};

use crate::host::{Host, NoteInfo, PeriodicYield, run_until_stopped};
use crate::library::{FileNames, Library, LibraryStatus, stored_library};
use crate::notes::note::{NotePath, frontmatter, report_section};
use crate::settings::{Settings, note_path_check};
use crate::values::{Progress, Result, Stage};

/// The name under which the library is stored.
const STORAGE_KEY: &str = "library";

/// Maximum size of an indexed note in bytes. Larger files are skipped: they are mostly exports or
/// logs, and one of them can take longer to read than the rest of a vault.
const MAX_NOTE_BYTES: u64 = 5_000_000;

/// Number of notes that are read at the same time. The number is small, because each read needs the
/// app's main thread.
const CONCURRENT_NOTE_READS: usize = 16;

/// During a sync, the library is saved after this many new notes. A large library is saved less
/// often, after half as many new notes as it contains, so that saving never takes longer than
/// reading.
const MIN_CHANGED_NOTES_TO_SAVE: usize = 500;

/// Minimum time between two saves while single notes change. After a crash, notes that changed
/// since the last save are read again at the next start.
const MIN_SAVE_INTERVAL_MILLIS: u64 = 30_000;

/// The pause between two saves is at least this many times as long as the last save took, so that
/// saving takes at most one percent of the time.
const MIN_PAUSE_TO_SAVE_TIME_RATIO: u64 = 100;

/// A change of a note in the vault, as the app reports it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum NoteChange {
    /// The note was created or its text changed.
    Changed {
        /// The path, size and modification time of the note after the change.
        note: NoteInfo,
    },
    /// The note was renamed or moved.
    Renamed {
        /// The path before the change.
        from: String,
        /// The path, size and modification time of the note after the change.
        note: NoteInfo,
    },
    /// The note was deleted.
    Removed {
        /// The path of the deleted note.
        path: String,
    },
}

impl Library {
    /// Compares the library with the vault and reads new and changed notes. Waits if another call
    /// is already reading. If the call is cancelled, the notes read so far stay indexed, so that a
    /// large vault need not be read from the beginning again.
    pub async fn sync(&self, host: &dyn Host, settings: &Settings) -> Result<LibraryStatus> {
        let guard = run_until_stopped(host, self.sync_lock.lock()).await?;
        let is_first_sync = !self.state.borrow().is_loaded;
        self.load_library_once(host).await;
        let files = host.notes().await?;
        let listing = listing_fingerprint(&files, settings);
        if self.state.borrow().synced_listing == Some(listing) {
            return Ok(self.status_when_done(guard));
        }
        // Until this sync is finished, the library may agree with no listing.
        self.state.borrow_mut().synced_listing = None;
        let empty_folders =
            settings.nonexistent_folders(files.iter().map(|file| file.path.as_str()));
        self.state.borrow_mut().empty_folders = empty_folders;
        let notes = self.reselect_indexable_notes(files, settings);
        let has_removed_notes = self.remove_missing_notes(&notes);
        let stale: Vec<(NotePath, i64)> = notes
            .into_iter()
            .filter(|(path, modified)| self.needs_indexing(path, *modified))
            .collect();
        let result = self.index_stale_notes(host, &stale).await;
        // Somebody waits for a later sync, and saving a large library takes longer than reading the few
        // notes that changed. What is gone from the vault must not stay on the device.
        let has_changes = self.state.borrow().unsaved_notes > 0;
        if has_changes && (is_first_sync || has_removed_notes || self.has_many_unsaved_notes()) {
            self.save_library(host).await;
        }
        if is_first_sync {
            self.state.borrow().graph.build_indexes();
        }
        let is_complete =
            stale.iter().all(|(path, modified)| !self.needs_indexing(path, *modified));
        self.state.borrow_mut().synced_listing = is_complete.then_some(listing);
        result?;
        if self.is_unread() {
            *self.file_names.borrow_mut() = FileNames::Changed;
        }
        Ok(self.status_when_done(guard))
    }

    /// Reads the vault if that was never done. A call that needs the index then works without an
    /// earlier `sync`.
    pub async fn sync_once(&self, host: &dyn Host, settings: &Settings) -> Result<()> {
        if self.state.borrow().is_loaded {
            return Ok(());
        }
        self.sync(host, settings).await.map(drop)
    }

    /// Applies changes of single notes. Does nothing before the first `sync`, which reads all
    /// notes.
    pub async fn apply_changes(
        &self,
        host: &dyn Host,
        settings: &Settings,
        changes: Vec<NoteChange>,
    ) -> Result<LibraryStatus> {
        if changes.is_empty() || !self.state.borrow().is_loaded {
            return Ok(self.status());
        }
        // Waits until a running sync is finished. That sync listed the vault before these changes,
        // so they must be applied after it.
        let guard = run_until_stopped(host, self.sync_lock.lock()).await?;
        self.state.borrow_mut().synced_listing = None;
        let mut changed = Vec::new();
        for change in changes {
            match change {
                NoteChange::Changed { note } => changed.push(note),
                NoteChange::Renamed { from, note } => {
                    self.rename_file(&from, &note, settings);
                    changed.push(note);
                }
                NoteChange::Removed { path } => self.remove_file(&path),
            }
        }
        let notes = self.select_indexable_notes(changed, settings);
        let stale: Vec<(NotePath, i64)> = notes
            .into_iter()
            .filter(|(path, modified)| self.needs_indexing(path, *modified))
            .collect();
        for batch in stale.chunks(CONCURRENT_NOTE_READS) {
            self.index_note_batch(host, batch).await;
        }
        if self.is_save_due(host) {
            self.save_library(host).await;
        }
        Ok(self.status_when_done(guard))
    }

    /// The status after a call that had the vault to itself: no longer being read.
    fn status_when_done(&self, guard: MutexGuard<'_, ()>) -> LibraryStatus {
        drop(guard);
        self.status()
    }

    /// Reads and indexes new and changed notes in batches, and saves the library now and then.
    async fn index_stale_notes(
        &self,
        host: &dyn Host,
        notes_and_modified_millis: &[(NotePath, i64)],
    ) -> Result<()> {
        let pace = PeriodicYield::new(host);
        let mut done = 0;
        for batch in notes_and_modified_millis.chunks(CONCURRENT_NOTE_READS) {
            host.report(&Progress::from_counts(
                Stage::Index,
                done,
                notes_and_modified_millis.len(),
            ));
            pace.yield_if_due().await?;
            self.index_note_batch(host, batch).await;
            done += batch.len();
            if self.has_many_unsaved_notes() && done < notes_and_modified_millis.len() {
                self.save_library(host).await;
            }
        }
        Ok(())
    }

    /// Reads all notes of a batch at the same time, then indexes them.
    async fn index_note_batch(
        &self,
        host: &dyn Host,
        notes_and_modified_millis: &[(NotePath, i64)],
    ) {
        let known: Vec<_> = notes_and_modified_millis
            .iter()
            .map(|(path, _)| self.indexed_modified_millis(path))
            .collect();
        let texts =
            join_all(notes_and_modified_millis.iter().map(|(path, _)| host.read(path))).await;
        for (((path, modified), text), known) in
            notes_and_modified_millis.iter().zip(texts).zip(known)
        {
            // Skips a note that another call indexed in the meantime, because that text may be
            // newer.
            if self.indexed_modified_millis(path) != known {
                continue;
            }
            match text {
                Ok(text) => self.index_note(path, &text, *modified),
                Err(why) => self.mark_note_skipped(path, why.message),
            }
        }
    }

    /// Loads the stored library from the device, at the first call only.
    async fn load_library_once(&self, host: &dyn Host) {
        if self.state.borrow().is_loaded {
            return;
        }
        let stored = host.load(STORAGE_KEY).await.ok().flatten();
        let stored = stored.and_then(|bytes| stored_library::decode(&bytes)).unwrap_or_default();
        let mut state = self.state.borrow_mut();
        (state.index, state.graph, state.aliases) = stored;
        state.is_loaded = true;
        state.saved_at = Some(host.now());
    }

    /// Saves the library on the device. If that fails, the notes are read again at the next start.
    async fn save_library(&self, host: &dyn Host) {
        let started = host.now();
        let bytes = {
            let mut state = self.state.borrow_mut();
            let bytes = stored_library::encode(&state.index, &state.graph, &state.aliases);
            // Encoding and decoding removes the remaining data of deleted notes.
            if state.index.needs_compaction()
                && let Some((index, graph, _)) = stored_library::decode(&bytes)
            {
                (state.index, state.graph) = (index, graph);
            }
            bytes
        };
        {
            let mut state = self.state.borrow_mut();
            state.unsaved_notes = 0;
            state.saved_at = Some(started);
            state.save_millis = host.now().millis_since(started);
        }
        let _ = host.save(STORAGE_KEY, bytes).await;
    }

    fn is_save_due(&self, host: &dyn Host) -> bool {
        let state = self.state.borrow();
        let pause = MIN_SAVE_INTERVAL_MILLIS.max(state.save_millis * MIN_PAUSE_TO_SAVE_TIME_RATIO);
        let is_due = state.saved_at.is_none_or(|last| host.now().millis_since(last) >= pause);
        state.unsaved_notes > 0 && is_due
    }

    /// Whether so many notes changed that reading them again would take longer than saving.
    fn has_many_unsaved_notes(&self) -> bool {
        let state = self.state.borrow();
        state.unsaved_notes >= MIN_CHANGED_NOTES_TO_SAVE.max(state.index.note_count() / 2)
    }

    /// Replaces the lists of skipped and unindexed files by those for `files`, all files of the
    /// vault. Returns the notes to index, with their modification times.
    fn reselect_indexable_notes(
        &self,
        files: Vec<NoteInfo>,
        settings: &Settings,
    ) -> Vec<(NotePath, i64)> {
        {
            let mut state = self.state.borrow_mut();
            state.skipped_notes.clear();
            state.unindexed.clear();
        }
        self.invalidate_file_names();
        let notes = self.select_indexable_notes(files, settings);
        let mut state = self.state.borrow_mut();
        state.total_notes = notes.len() + state.skipped_notes.len();
        notes
    }

    /// Returns the notes to index, with their modification times. Lists files that are too large as
    /// skipped, and attachments and excluded notes as unindexed.
    fn select_indexable_notes(
        &self,
        files: Vec<NoteInfo>,
        settings: &Settings,
    ) -> Vec<(NotePath, i64)> {
        let excluded = settings.excluded_folder_patterns();
        let admit = |note: NoteInfo| {
            let Ok(path) = note_path_check::check_path_not_excluded(&note.path, &excluded) else {
                self.add_unindexed_file(note.path);
                return None;
            };
            if note.size_bytes <= MAX_NOTE_BYTES {
                // Its name must be known before it is read.
                if self.indexed_modified_millis(&path).is_none() {
                    self.add_unindexed_file(note.path);
                }
                return Some((path, note.modified_millis));
            }
            self.mark_note_skipped(&path, format!("larger than {} MB", MAX_NOTE_BYTES / 1_000_000));
            None
        };
        files.into_iter().filter_map(admit).collect()
    }

    /// Removes all notes from the index that are not among `existing_notes`; returns whether there were
    /// any.
    fn remove_missing_notes(&self, existing_notes: &[(NotePath, i64)]) -> bool {
        let mut state = self.state.borrow_mut();
        let missing =
            state.index.indexed_paths_missing_from(existing_notes.iter().map(|(path, _)| path));
        for path in &missing {
            state.remove_note(path);
        }
        !missing.is_empty()
    }

    /// Removes a deleted file from the library, whether it was indexed or not.
    fn remove_file(&self, path: &str) {
        self.state.borrow_mut().unindexed.remove(path);
        self.invalidate_file_names();
        if let Ok(path) = NotePath::parse(path) {
            self.state.borrow_mut().remove_note(&path);
        }
    }

    /// Renames a note in the index without reading it, because its text is unchanged. Removes the
    /// note if its new path is excluded.
    fn rename_file(&self, from: &str, note: &NoteInfo, settings: &Settings) {
        self.state.borrow_mut().unindexed.remove(from);
        self.invalidate_file_names();
        let Ok(from) = NotePath::parse(from) else { return };
        let mut state = self.state.borrow_mut();
        match note_path_check::check_note_path(&note.path, settings) {
            Ok(to) => state.rename_note(&from, &to),
            Err(_) => state.remove_note(&from),
        }
    }

    fn needs_indexing(&self, path: &NotePath, modified_millis: i64) -> bool {
        self.indexed_modified_millis(path) != Some(modified_millis)
    }

    fn indexed_modified_millis(&self, path: &NotePath) -> Option<i64> {
        self.state.borrow().index.modified_millis(path)
    }

    /// Adds an attachment or an excluded note to the list of unindexed files.
    fn add_unindexed_file(&self, path: String) {
        self.state.borrow_mut().unindexed.insert(path);
        self.invalidate_file_names();
    }

    /// Removes a note that cannot be indexed from the index, and lists it as skipped with the
    /// `reason`.
    fn mark_note_skipped(&self, path: &NotePath, reason: String) {
        let mut state = self.state.borrow_mut();
        state.remove_note(path);
        state.skipped_notes.insert(path.clone(), reason);
        state.unindexed.insert(path.to_string());
        self.invalidate_file_names();
    }

    fn index_note(&self, path: &NotePath, text: &str, modified_millis: i64) {
        let text = report_section::without_reports(text);
        let aliases = frontmatter::aliases(&text);
        let mut state = self.state.borrow_mut();
        let former = state.aliases.get(path).map(Vec::as_slice).unwrap_or_default();
        if state.index.modified_millis(path).is_none() || former != aliases {
            self.invalidate_file_names();
        }
        state.unindexed.remove(path.as_str());
        state.set_aliases(path, aliases);
        state.graph.upsert(path, &text);
        state.index.upsert(path, &text, modified_millis);
        state.skipped_notes.remove(path);
        state.unsaved_notes += 1;
    }
}

/// A fingerprint of everything that decides which notes a sync reads: all files of the vault with
/// their sizes and times, and the folders of the settings. Comparing ten thousand files one by one
/// takes as long as all other work before an agenda.
fn listing_fingerprint(files: &[NoteInfo], settings: &Settings) -> u64 {
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    settings.excluded_folders.hash(&mut hasher);
    settings.private_folders.hash(&mut hasher);
    settings.inbox_file_path().hash(&mut hasher);
    hasher.finish()
}
