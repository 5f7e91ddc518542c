//! A host in memory, for tests: notes in a map, scripted HTTP responses, and a clock that advances
//! only when it is read and during `sleep`.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::{pending, poll_fn, ready};
use std::task::Poll;

use crate::host::{
    LocalFuture, Network, NoteAccess, NoteInfo, Platform, Storage, StorageState, TaskControl, Timer,
};
use crate::notes::note::{NoteEdit, NotePath, apply};
use crate::values::{Error, ErrorCode, Progress, Result, Timestamp};
use crate::web::http::{HttpRequest, HttpResponse};

/// The initial time of the clock, in milliseconds since 1970: 15 November 2026, noon UTC.
const CLOCK_START_MILLIS: i64 = 1_794_744_000_000;

/// A change that a test makes to the vault during a run.
type HostCallback = Box<dyn Fn(&MemoryHost)>;

/// A function that computes the response to a request.
type ScriptedService = Box<dyn Fn(&HttpRequest) -> HttpResponse>;

/// A host in memory. Tests prepare its vault and responses, and read what was sent and saved.
#[derive(Default)]
pub struct MemoryHost {
    /// The text and the modification time of each note, by path.
    pub texts_and_times_by_path: RefCell<BTreeMap<String, (String, i64)>>,
    /// The time at which notes were created, by path. A note without an entry has none.
    pub created_millis_by_path: RefCell<BTreeMap<String, i64>>,
    /// The new path of each note that was renamed during a run, by its old path.
    pub new_paths_by_old: RefCell<BTreeMap<String, String>>,
    /// The bytes of files that are no notes, by path.
    pub files_by_path: RefCell<BTreeMap<String, Vec<u8>>>,
    /// The values in the device's storage, by name.
    pub stored_values: RefCell<BTreeMap<String, Vec<u8>>>,
    /// Whether the storage has stopped answering. Its time limit then passes at once.
    pub storage_hangs: Cell<bool>,
    /// Number of times that the storage was asked.
    pub storage_call_count: Cell<usize>,
    storage_state: StorageState,
    /// All HTTP requests that were sent, in order.
    pub sent_requests: RefCell<Vec<HttpRequest>>,
    /// The progress of every call of `report`, in order.
    pub progress_reports: RefCell<Vec<Progress>>,
    /// Total number of times that a note was read.
    pub total_note_reads: Cell<usize>,
    /// Number of times that each note was read, by path.
    pub read_counts_by_path: RefCell<BTreeMap<String, usize>>,
    /// Number of times that the notes of the vault were listed.
    pub vault_listing_count: Cell<usize>,
    /// The response to every request of a URL, by URL.
    pub responses_by_url: RefCell<BTreeMap<String, HttpResponse>>,
    /// Responds to requests whose URL has no entry in `responses_by_url`.
    pub scripted_service: RefCell<Option<ScriptedService>>,
    /// Cancels the call after this many progress reports.
    pub cancel_after_progress_reports: Cell<Option<usize>>,
    /// Number of times that each request yields to other tasks before its response arrives.
    pub yields_per_request: Cell<usize>,
    /// After this many writes the app is closed: nothing more is written, and every write fails.
    pub writes_until_closed: Cell<Option<usize>>,
    /// Called once, before the next edit of a note.
    pub before_next_edit: RefCell<Option<HostCallback>>,
    /// The duration of each call of `sleep`, in milliseconds.
    pub sleep_durations_millis: RefCell<Vec<u32>>,
    ticks: Cell<i64>,
}

impl MemoryHost {
    /// Creates a host whose vault has these notes, given as pairs of path and text.
    pub fn with_notes(notes: &[(&str, &str)]) -> Self {
        let host = Self::default();
        for (path, text) in notes {
            host.put_note(path, text);
        }
        host
    }

    /// Writes a note and advances its modification time, as another program would.
    pub fn put_note(&self, path: &str, text: &str) {
        let modified = self.advance_and_read_clock();
        self.texts_and_times_by_path
            .borrow_mut()
            .insert(path.to_owned(), (text.to_owned(), modified));
    }

    /// The text of a note; empty if the note does not exist.
    pub fn note_text(&self, path: &str) -> String {
        self.texts_and_times_by_path
            .borrow()
            .get(path)
            .map(|(text, _)| text.clone())
            .unwrap_or_default()
    }

    /// Sets the clock back, as a user or a time server might.
    pub fn set_clock_back(&self, millis: i64) {
        self.ticks.set(self.ticks.get() - millis);
    }

    /// Counts a write; fails if the app is closed.
    fn write_allowed(&self) -> Result<()> {
        match self.writes_until_closed.get() {
            Some(0) => Err(Error::new(ErrorCode::Cancelled, "The app is closed")),
            left => {
                self.writes_until_closed.set(left.map(|left| left - 1));
                Ok(())
            }
        }
    }

    /// The answer of the storage; none if it hangs.
    async fn storage_answer<T>(&self, answer: impl Future<Output = Result<T>>) -> Result<T> {
        let hangs = self.storage_hangs.get();
        let answer = async {
            self.storage_call_count.set(self.storage_call_count.get() + 1);
            if hangs { pending().await } else { answer.await }
        };
        let half_limit = || async { if hangs { yield_once().await } else { pending().await } };
        self.storage_state.answer_in_time(answer, half_limit).await
    }

    fn advance_and_read_clock(&self) -> i64 {
        self.ticks.set(self.ticks.get() + 1);
        self.ticks.get()
    }

    fn find_current_path(&self, path: &NotePath) -> Result<NotePath> {
        let current = self
            .new_paths_by_old
            .borrow()
            .get(path.as_str())
            .cloned()
            .unwrap_or_else(|| path.to_string());
        if self.texts_and_times_by_path.borrow().contains_key(&current) {
            NotePath::parse(&current)
        } else {
            Err(note_missing_error(path))
        }
    }

    fn edit_synchronously(&self, path: &NotePath, edit: &NoteEdit) -> Result<NotePath> {
        if let Some(interrupt) = self.before_next_edit.take() {
            interrupt(self);
        }
        let path = self.find_current_path(path)?;
        let text = apply(&self.note_text(path.as_str()), edit)?;
        self.write_allowed()?;
        self.put_note(path.as_str(), &text);
        Ok(path)
    }

    /// Moves a note. Links are not changed.
    fn rename_synchronously(&self, from: &NotePath, to: &NotePath) -> Result<NotePath> {
        let mut notes = self.texts_and_times_by_path.borrow_mut();
        if notes.contains_key(to.as_str()) {
            return Err(Error::new(ErrorCode::NoteExists, format!("“{to}” already exists")));
        }
        let note = notes.remove(from.as_str()).ok_or_else(|| note_missing_error(from))?;
        notes.insert(to.to_string(), note);
        Ok(to.clone())
    }

    fn create_synchronously(&self, path: &NotePath, text: &str) -> Result<NotePath> {
        let mut free = path.clone();
        for number in 1.. {
            if !self.texts_and_times_by_path.borrow().contains_key(free.as_str()) {
                break;
            }
            free = NotePath::parse(&format!("{} {number}.md", path.linkpath()))?;
        }
        self.write_allowed()?;
        self.put_note(free.as_str(), text);
        Ok(free)
    }
}

/// Lets all other tasks run once, as a real timer would.
async fn yield_once() {
    let mut has_yielded = false;
    poll_fn(|context| {
        if std::mem::replace(&mut has_yielded, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

fn note_missing_error(path: &NotePath) -> Error {
    Error::new(ErrorCode::NoteMissing, format!("“{path}” is no longer in the vault"))
}

impl Network for MemoryHost {
    fn http(&self, request: HttpRequest) -> LocalFuture<'_, Result<HttpResponse>> {
        let scripted = self.responses_by_url.borrow().get(&request.url).cloned();
        let service = self.scripted_service.borrow();
        let reply = scripted.or_else(|| service.as_ref().map(|answer| answer(&request)));
        self.sent_requests.borrow_mut().push(request);
        let reply = reply.ok_or_else(|| Error::new(ErrorCode::Unreachable, "No answer"));
        Box::pin(async move {
            for _ in 0..self.yields_per_request.get() {
                yield_once().await;
            }
            reply
        })
    }
}

impl NoteAccess for MemoryHost {
    fn notes(&self) -> LocalFuture<'_, Result<Vec<NoteInfo>>> {
        let info = |(path, (text, modified)): (&String, &(String, i64))| NoteInfo {
            path: path.clone(),
            modified_millis: *modified,
            created_millis: self.created_millis_by_path.borrow().get(path).copied(),
            size_bytes: text.len() as u64,
        };
        self.vault_listing_count.set(self.vault_listing_count.get() + 1);
        let file = |(path, bytes): (&String, &Vec<u8>)| NoteInfo {
            path: path.clone(),
            modified_millis: 0,
            created_millis: None,
            size_bytes: bytes.len() as u64,
        };
        let files: Vec<NoteInfo> = self.files_by_path.borrow().iter().map(file).collect();
        let notes: Vec<NoteInfo> = self.texts_and_times_by_path.borrow().iter().map(info).collect();
        Box::pin(ready(Ok(notes.into_iter().chain(files).collect())))
    }

    fn read<'a>(&'a self, path: &'a NotePath) -> LocalFuture<'a, Result<String>> {
        self.total_note_reads.set(self.total_note_reads.get() + 1);
        *self.read_counts_by_path.borrow_mut().entry(path.to_string()).or_default() += 1;
        Box::pin(ready(self.find_current_path(path).map(|path| self.note_text(path.as_str()))))
    }

    fn current_path<'a>(&'a self, path: &'a NotePath) -> LocalFuture<'a, Result<NotePath>> {
        Box::pin(ready(self.find_current_path(path)))
    }

    fn edit<'a>(&'a self, path: &'a NotePath, edit: NoteEdit) -> LocalFuture<'a, Result<NotePath>> {
        Box::pin(ready(self.edit_synchronously(path, &edit)))
    }

    fn create<'a>(&'a self, path: &'a NotePath, text: String) -> LocalFuture<'a, Result<NotePath>> {
        Box::pin(ready(self.create_synchronously(path, &text)))
    }

    fn rename<'a>(
        &'a self,
        from: &'a NotePath,
        to: &'a NotePath,
    ) -> LocalFuture<'a, Result<NotePath>> {
        Box::pin(ready(self.rename_synchronously(from, to)))
    }

    fn read_file<'a>(&'a self, path: &'a str) -> LocalFuture<'a, Result<Vec<u8>>> {
        let bytes = self.files_by_path.borrow().get(path).cloned();
        Box::pin(ready(bytes.ok_or_else(|| Error::new(ErrorCode::NoteMissing, "No such file"))))
    }

    fn trash<'a>(&'a self, path: &'a NotePath) -> LocalFuture<'a, Result<()>> {
        if let Err(error) = self.write_allowed() {
            return Box::pin(ready(Err(error)));
        }
        let removed = self.texts_and_times_by_path.borrow_mut().remove(path.as_str());
        Box::pin(ready(removed.map(drop).ok_or_else(|| note_missing_error(path))))
    }
}

impl Storage for MemoryHost {
    fn load<'a>(&'a self, name: &'a str) -> LocalFuture<'a, Result<Option<Vec<u8>>>> {
        Box::pin(self.storage_answer(async move {
            yield_once().await;
            Ok(self.stored_values.borrow().get(name).cloned())
        }))
    }

    fn save<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> LocalFuture<'a, Result<()>> {
        Box::pin(self.storage_answer(async move {
            self.write_allowed()?;
            let mut stored = self.stored_values.borrow_mut();
            match bytes.is_empty() {
                true => stored.remove(name),
                false => stored.insert(name.to_owned(), bytes),
            };
            Ok(())
        }))
    }

    fn delete_all(&self) -> LocalFuture<'_, Result<()>> {
        Box::pin(self.storage_answer(async {
            self.stored_values.borrow_mut().clear();
            Ok(())
        }))
    }

    fn is_storage_absent(&self) -> bool {
        self.storage_state.is_absent()
    }
}

impl Platform for MemoryHost {
    fn now(&self) -> Timestamp {
        Timestamp {
            unix_millis: CLOCK_START_MILLIS + self.advance_and_read_clock(),
            utc_offset_minutes: 0,
        }
    }

    fn random(&self) -> u64 {
        self.advance_and_read_clock() as u64
    }

    fn decode(&self, bytes: &[u8], _charset: &str) -> String {
        String::from_utf8_lossy(bytes).into_owned()
    }
}

impl TaskControl for MemoryHost {
    fn report(&self, progress: &Progress) {
        self.progress_reports.borrow_mut().push(progress.clone());
    }

    fn is_cancelled(&self) -> bool {
        self.cancel_after_progress_reports
            .get()
            .is_some_and(|limit| self.progress_reports.borrow().len() >= limit)
    }
}

impl Timer for MemoryHost {
    fn sleep(&self, millis: u32) -> LocalFuture<'_, ()> {
        self.sleep_durations_millis.borrow_mut().push(millis);
        self.ticks.set(self.ticks.get() + i64::from(millis));
        Box::pin(yield_once())
    }

    /// Waits until the clock reaches `at`. This function doesn't advance the clock; other tasks do
    /// so by calling `sleep`.
    fn sleep_until(&self, at: Timestamp) -> LocalFuture<'_, ()> {
        Box::pin(async move {
            while CLOCK_START_MILLIS + self.ticks.get() < at.unix_millis {
                yield_once().await;
            }
        })
    }

    fn wait_until_stopped(&self) -> LocalFuture<'_, ()> {
        Box::pin(async move {
            while !self.is_cancelled() {
                yield_once().await;
            }
        })
    }
}
