//! The trait `Host`, through which the Rust core uses everything outside itself: the network, the
//! vault, storage and time. It consists of six traits, one for each group of methods.
//!
//! The plugin implements them with Obsidian's API, the tests in memory. A host that changes only
//! the network and the timer of another host implements `HostWrapper`.

pub mod audit;
mod cached_value;
pub mod client;
mod draft_host;
#[cfg(not(target_family = "wasm"))]
mod memory;
mod periodic_yield;
pub mod prices;
pub mod service_check;
pub mod session;
mod storage_state;
pub mod stored_value;
mod wrapper;

use std::future::{Future, pending, ready};
use std::pin::{Pin, pin};

use futures_util::future::{Either, select};
use serde::{Deserialize, Serialize};

use crate::notes::note::{NoteEdit, NotePath};
use crate::values::{Error, ErrorCode, Progress, Result, Timestamp};
use crate::web::http::{HttpRequest, HttpResponse};

pub(crate) use cached_value::CachedValue;
pub(crate) use draft_host::{DraftChange, DraftHost};
pub use memory::MemoryHost;
pub(crate) use periodic_yield::PeriodicYield;
pub(crate) use storage_state::STORAGE_ABSENT_WARNING;
pub use storage_state::{StorageState, answer_limit_millis};
pub use wrapper::HostWrapper;

/// A boxed future that need not be `Send`, because the core runs on a single thread.
pub type LocalFuture<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// What the host tells about each file of the vault, without reading it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NoteInfo {
    /// The path relative to the vault's folder.
    pub path: String,
    /// The time of the last change, in milliseconds since 1970.
    #[serde(rename = "modified")]
    pub modified_millis: i64,
    /// The time at which the file was created, in milliseconds since 1970; `None` if the host does
    /// not know it.
    #[serde(rename = "created", default, skip_serializing_if = "Option::is_none")]
    pub created_millis: Option<i64>,
    /// The size of the file in bytes. Very large notes are not indexed.
    #[serde(rename = "size")]
    pub size_bytes: u64,
}

/// Access to everything outside the Rust core. Every type that implements these six traits is a
/// host.
pub trait Host: Network + NoteAccess + Storage + Platform + TaskControl + Timer {}

impl<T: Network + NoteAccess + Storage + Platform + TaskControl + Timer> Host for T {}

/// The part of the host that sends HTTP requests.
pub trait Network {
    /// Sends a request. A response of any status is `Ok`. The error codes for a missing response
    /// are `offline`, `timeout`, `unreachable`, and `cancelled` when the user stops the run.
    fn http(&self, request: HttpRequest) -> LocalFuture<'_, Result<HttpResponse>>;

    /// Sends a request, passes each part of the response body to `on_bytes` as it arrives, and
    /// returns the whole response at the end. The timeout applies to the pause between two parts.
    /// Returns `no-stream`, without sending anything, where the platform or the service does not
    /// support this.
    fn stream_response<'a>(
        &'a self,
        request: HttpRequest,
        on_bytes: &'a dyn Fn(&[u8]),
    ) -> LocalFuture<'a, Result<HttpResponse>> {
        let _ = (request, on_bytes);
        Box::pin(ready(Err(Error::new(ErrorCode::NoStream, "This host doesn't support streaming"))))
    }
}

/// The part of the host that reads and changes the notes of the vault.
pub trait NoteAccess {
    /// Lists all files of the vault.
    fn notes(&self) -> LocalFuture<'_, Result<Vec<NoteInfo>>>;

    /// Reads the text of a note. The error is `note-missing` if the note does not exist any more.
    fn read<'a>(&'a self, path: &'a NotePath) -> LocalFuture<'a, Result<String>>;

    /// Returns the current path of a note, which differs from `path` if the note was renamed
    /// during the run.
    fn current_path<'a>(&'a self, path: &'a NotePath) -> LocalFuture<'a, Result<NotePath>> {
        Box::pin(ready(Ok(path.clone())))
    }

    /// Applies an edit to the note's current text. Returns the note's current path, which differs
    /// from `path` if the note was renamed after it was read.
    fn edit<'a>(&'a self, path: &'a NotePath, edit: NoteEdit) -> LocalFuture<'a, Result<NotePath>>;

    /// Creates a note and never overwrites one: if the path is taken, it chooses a free one.
    /// Returns the path of the new note.
    fn create<'a>(&'a self, path: &'a NotePath, text: String) -> LocalFuture<'a, Result<NotePath>>;

    /// Moves a note and creates missing folders. Links to it follow. It never overwrites a file: the
    /// error is `note-exists`. Returns the new path.
    fn rename<'a>(
        &'a self,
        from: &'a NotePath,
        to: &'a NotePath,
    ) -> LocalFuture<'a, Result<NotePath>> {
        let _ = (from, to);
        Box::pin(ready(Err(unsupported_error("move notes"))))
    }

    /// Moves a note to the trash. It is called only to take back the creation of a note that nobody
    /// changed since.
    fn trash<'a>(&'a self, path: &'a NotePath) -> LocalFuture<'a, Result<()>> {
        let _ = path;
        Box::pin(ready(Err(unsupported_error("delete notes"))))
    }

    /// Reads the bytes of a file that is no note, such as an audio file.
    fn read_file<'a>(&'a self, path: &'a str) -> LocalFuture<'a, Result<Vec<u8>>> {
        let _ = path;
        Box::pin(ready(Err(unsupported_error("read attachments"))))
    }

    /// Today's daily note, by the settings of the app; `None` if the app doesn't say.
    fn daily_note(&self) -> LocalFuture<'_, Result<Option<DailyNote>>> {
        Box::pin(ready(Ok(None)))
    }
}

/// Today's daily note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DailyNote {
    /// Its path, whether it exists or not.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// The text with which it is created: the template, filled in.
    #[serde(rename = "text", default)]
    pub new_text: String,
}

/// The error for an action that the host doesn't support.
pub fn unsupported_error(action: &str) -> Error {
    Error::new(ErrorCode::HostMismatch, format!("This app can't {action}"))
}

/// Storage for named values on this device, outside the vault.
pub trait Storage {
    /// Loads the bytes stored under a name, if there are any.
    fn load<'a>(&'a self, name: &'a str) -> LocalFuture<'a, Result<Option<Vec<u8>>>>;

    /// Stores bytes under a name. Empty bytes delete the stored value.
    fn save<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> LocalFuture<'a, Result<()>>;

    /// Deletes all stored values.
    fn delete_all(&self) -> LocalFuture<'_, Result<()>>;

    /// Whether the storage stopped answering. Nothing is stored then, and every value is missing.
    fn is_storage_absent(&self) -> bool {
        false
    }
}

/// The clock, the random numbers and the text decoding of the platform. These functions don't wait.
pub trait Platform {
    /// The current time by the clock of the device, which the user may set back.
    fn now(&self) -> Timestamp;

    /// A random number, for ids, pauses between retries and markers in prompts.
    fn random(&self) -> u64;

    /// Decodes bytes in the character encoding `charset`. The platform does this because it
    /// supports every encoding that web pages use.
    fn decode(&self, bytes: &[u8], charset: &str) -> String;
}

/// Connects the running call with the user, who sees its progress and can cancel it.
pub trait TaskControl {
    /// Shows the user how far the running call is.
    fn report(&self, progress: &Progress);

    /// Whether the user cancelled the call.
    fn is_cancelled(&self) -> bool;
}

/// Waits for a given time, or until the user cancels the running call.
pub trait Timer {
    /// Waits, or only yields to the event loop if `millis` is zero. Ends early when the user
    /// cancels the call.
    fn sleep(&self, millis: u32) -> LocalFuture<'_, ()>;

    /// Waits until the clock of the device reaches `at`. Ends early when the user cancels the call.
    fn sleep_until(&self, at: Timestamp) -> LocalFuture<'_, ()>;

    /// Waits until the user cancels the call or its time limit passes.
    fn wait_until_stopped(&self) -> LocalFuture<'_, ()> {
        Box::pin(pending())
    }
}

/// Runs a future until it is done, or fails as soon as the user cancels the call (`cancelled`) or
/// its time limit passes (`time-up`).
pub async fn run_until_stopped<T>(host: &dyn Host, work: impl Future<Output = T>) -> Result<T> {
    match select(pin!(work), host.wait_until_stopped()).await {
        Either::Left((value, _)) => Ok(value),
        Either::Right(_) if host.is_cancelled() => Err(Error::cancelled()),
        Either::Right(_) => Err(Error::time_limit_reached()),
    }
}
