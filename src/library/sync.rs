//! Bringing the library up to the vault as it is now: all of it at a start, by comparing times of
//! change, and note by note afterwards. A note that cannot be read is skipped and listed.

use futures_util::future::join_all;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::host::{Host, NoteInfo, Pace};
use crate::library::{Library, LibraryStatus, store};
use crate::note::{NotePath, frontmatter, report_section};
use crate::progress::{Progress, Stage};
use crate::settings::{Settings, admission};

/// The name under which the host keeps the library.
const NAME: &str = "library";

/// Longer files are not indexed: they are exports or logs, and one of them can take longer to
/// read than the rest of a vault.
const MAX_BYTES: u64 = 5_000_000;

/// Notes that are asked for at once: each answer takes a turn of the app's thread.
const READ_TOGETHER: usize = 16;

/// The library is kept on the device after so many new notes at first, then after as many as it
/// holds already, so that keeping it never takes longer than reading.
const FIRST_KEPT: usize = 500;

/// While single notes change, the library is kept this seldom: whatever is lost with a crash is
/// read again at the next start.
const KEPT_EVERY_MILLIS: u64 = 30_000;

/// Keeping may take at most this share of the time.
const KEPT_SHARE: u64 = 100;

/// How long a call waits before it looks again whether another one has read the vault.
const WAIT_MILLIS: u32 = 50;

/// What happened to a note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Change {
    /// It was created or its text changed.
    Changed {
        /// As the vault lists it now.
        note: NoteInfo,
    },
    /// It has another path now.
    Renamed {
        /// The path it had.
        from: String,
        /// As the vault lists it now.
        note: NoteInfo,
    },
    /// It is gone.
    Removed {
        /// The path it had.
        path: String,
    },
}

/// Marks the library as being read for as long as it lives, also when the call is given up.
struct Reading<'a>(&'a Library);

impl<'a> Reading<'a> {
    /// Waits for its turn; fails when the call is cancelled meanwhile.
    async fn begin(library: &'a Library, host: &dyn Host) -> Result<Self> {
        let pace = Pace::new(host);
        while library.reading.get() {
            host.sleep(WAIT_MILLIS).await;
            pace.step().await?;
        }
        library.reading.set(true);
        Ok(Self(library))
    }
}

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        self.0.reading.set(false);
    }
}

impl Library {
    /// Compares with the vault and reads what is new. What was read is kept even when the call is
    /// cancelled, so that a large vault is not begun anew each time.
    pub async fn sync(&self, host: &dyn Host, settings: &Settings) -> Result<LibraryStatus> {
        let reading = Reading::begin(self, host).await?;
        self.load(host).await;
        let files = host.notes().await?;
        let empty_folders = settings.folders_without(files.iter().map(|file| file.path.as_str()));
        self.state.borrow_mut().empty_folders = empty_folders;
        let notes = self.admitted(files, settings);
        self.forget_missing(&notes);
        let stale: Vec<(NotePath, i64)> =
            notes.into_iter().filter(|(path, modified)| self.is_stale(path, *modified)).collect();
        let end = self.read_all(host, &stale).await;
        if self.state.borrow().unsaved > 0 {
            self.keep(host).await;
        }
        drop(reading);
        end.map(|()| self.state())
    }

    /// Follows single changes. Before the first `sync` there is nothing to follow.
    pub async fn follow(
        &self,
        host: &dyn Host,
        settings: &Settings,
        changes: Vec<Change>,
    ) -> Result<LibraryStatus> {
        if changes.is_empty() || !self.state.borrow().loaded {
            return Ok(self.state());
        }
        // Whoever reads the whole vault has listed it before these changes.
        let reading = Reading::begin(self, host).await?;
        let mut changed = Vec::new();
        for change in changes {
            match change {
                Change::Changed { note } => changed.push(note),
                Change::Renamed { from, note } => {
                    self.rename(&from, &note, settings);
                    changed.push(note);
                }
                Change::Removed { path } => self.forget(&path),
            }
        }
        let notes = self.admitted_more(changed, settings);
        let stale: Vec<(NotePath, i64)> =
            notes.into_iter().filter(|(path, modified)| self.is_stale(path, *modified)).collect();
        for part in stale.chunks(READ_TOGETHER) {
            self.read_together(host, part).await;
        }
        if self.is_time_to_keep(host) {
            self.keep(host).await;
        }
        drop(reading);
        Ok(self.state())
    }

    async fn read_all(&self, host: &dyn Host, stale: &[(NotePath, i64)]) -> Result<()> {
        let pace = Pace::new(host);
        let mut done = 0;
        for part in stale.chunks(READ_TOGETHER) {
            host.report(&Progress::counted(Stage::Index, done, stale.len()));
            pace.step().await?;
            self.read_together(host, part).await;
            done += part.len();
            let worth_keeping = {
                let state = self.state.borrow();
                state.unsaved >= FIRST_KEPT.max(state.index.note_count() / 2)
            };
            if worth_keeping && done < stale.len() {
                self.keep(host).await;
            }
        }
        Ok(())
    }

    async fn read_together(&self, host: &dyn Host, notes: &[(NotePath, i64)]) {
        let known: Vec<_> = notes.iter().map(|(path, _)| self.modified_at(path)).collect();
        let texts = join_all(notes.iter().map(|(path, _)| host.read(path))).await;
        for (((path, modified), text), known) in notes.iter().zip(texts).zip(known) {
            // Another call may have read a later text meanwhile.
            if self.modified_at(path) != known {
                continue;
            }
            match text {
                Ok(text) => self.take(path, &text, *modified),
                Err(why) => self.skip(path, why.message),
            }
        }
    }

    async fn load(&self, host: &dyn Host) {
        if self.state.borrow().loaded {
            return;
        }
        let stored = host.load(NAME).await.ok().flatten();
        let stored = stored.and_then(|bytes| store::decode(&bytes)).unwrap_or_default();
        let mut state = self.state.borrow_mut();
        (state.index, state.graph, state.aliases) = stored;
        state.loaded = true;
        state.saved_at = Some(host.now());
    }

    /// Not being able to keep the library costs time at the next start, and nothing else.
    async fn keep(&self, host: &dyn Host) {
        let started = host.now();
        let bytes = {
            let mut state = self.state.borrow_mut();
            let bytes = store::encode(&state.index, &state.graph, &state.aliases);
            // What was stored is the same without all that is gone.
            if state.index.needs_compaction()
                && let Some((index, graph, _)) = store::decode(&bytes)
            {
                (state.index, state.graph) = (index, graph);
            }
            bytes
        };
        {
            let mut state = self.state.borrow_mut();
            state.unsaved = 0;
            state.saved_at = Some(started);
            state.save_millis = host.now().since(started);
        }
        let _ = host.save(NAME, bytes).await;
    }

    fn is_time_to_keep(&self, host: &dyn Host) -> bool {
        let state = self.state.borrow();
        let pause = KEPT_EVERY_MILLIS.max(state.save_millis * KEPT_SHARE);
        let rested = state.saved_at.is_none_or(|last| host.now().since(last) >= pause);
        state.unsaved > 0 && rested
    }

    /// The notes that may be searched, of all that the vault has.
    fn admitted(&self, notes: Vec<NoteInfo>, settings: &Settings) -> Vec<(NotePath, i64)> {
        {
            let mut state = self.state.borrow_mut();
            state.skipped.clear();
            state.left_out.clear();
        }
        self.forget_names();
        let admitted = self.admitted_more(notes, settings);
        let mut state = self.state.borrow_mut();
        state.total = admitted.len() + state.skipped.len();
        admitted
    }

    fn admitted_more(&self, notes: Vec<NoteInfo>, settings: &Settings) -> Vec<(NotePath, i64)> {
        let excluded = settings.excluded_folder_patterns();
        let admit = |note: NoteInfo| {
            let Ok(path) = admission::admit_unless(&note.path, &excluded) else {
                self.leave_out(note.path);
                return None;
            };
            if note.size <= MAX_BYTES {
                return Some((path, note.modified));
            }
            self.skip(&path, format!("larger than {} MB", MAX_BYTES / 1_000_000));
            None
        };
        notes.into_iter().filter_map(admit).collect()
    }

    fn forget_missing(&self, notes: &[(NotePath, i64)]) {
        let mut state = self.state.borrow_mut();
        let gone = state.index.missing_from(notes.iter().map(|(path, _)| path));
        for path in gone {
            state.forget(&path);
        }
    }

    fn forget(&self, path: &str) {
        self.state.borrow_mut().left_out.remove(path);
        self.forget_names();
        if let Ok(path) = NotePath::parse(path) {
            self.state.borrow_mut().forget(&path);
        }
    }

    /// A rename changes no text: what is known of the note goes with it.
    fn rename(&self, from: &str, note: &NoteInfo, settings: &Settings) {
        self.state.borrow_mut().left_out.remove(from);
        self.forget_names();
        let Ok(from) = NotePath::parse(from) else { return };
        let mut state = self.state.borrow_mut();
        match admission::admit(&note.path, settings) {
            Ok(to) => state.rename(&from, &to),
            Err(_) => state.forget(&from),
        }
    }

    fn is_stale(&self, path: &NotePath, modified: i64) -> bool {
        self.modified_at(path) != Some(modified)
    }

    fn modified_at(&self, path: &NotePath) -> Option<i64> {
        self.state.borrow().index.modified_at(path)
    }

    /// Knows a file by its name only: an attachment, or a note that is excluded.
    fn leave_out(&self, path: String) {
        self.state.borrow_mut().left_out.insert(path);
        self.forget_names();
    }

    fn skip(&self, path: &NotePath, why: String) {
        let mut state = self.state.borrow_mut();
        state.forget(path);
        state.skipped.insert(path.clone(), why);
        state.left_out.insert(path.to_string());
        self.forget_names();
    }

    fn take(&self, path: &NotePath, text: &str, modified: i64) {
        let text = report_section::without_reports(text);
        let aliases = frontmatter::aliases(&text);
        let mut state = self.state.borrow_mut();
        let known = state.aliases.get(path).map(Vec::as_slice).unwrap_or_default();
        if state.index.modified_at(path).is_none() || known != aliases {
            self.forget_names();
        }
        state.left_out.remove(path.as_str());
        state.know_by(path, aliases);
        state.graph.upsert(path, &text);
        state.index.upsert(path, &text, modified);
        state.skipped.remove(path);
        state.unsaved += 1;
    }
}

impl crate::library::LibraryState {
    fn forget(&mut self, path: &NotePath) {
        self.index.remove(path);
        self.graph.remove(path);
        self.aliases.remove(path);
        self.skipped.remove(path);
        self.unsaved += 1;
    }

    /// Knows a note by other names; most notes have none.
    fn know_by(&mut self, path: &NotePath, aliases: Vec<String>) {
        match aliases.is_empty() {
            true => self.aliases.remove(path),
            false => self.aliases.insert(path.clone(), aliases),
        };
    }

    fn rename(&mut self, from: &NotePath, to: &NotePath) {
        self.index.rename(from, to);
        self.graph.rename(from, to);
        let aliases = self.aliases.remove(from).unwrap_or_default();
        self.know_by(to, aliases);
        self.skipped.remove(from);
        self.unsaved += 1;
    }
}
