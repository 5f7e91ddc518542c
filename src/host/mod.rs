//! The door: the one trait through which the core reaches the outside world.
//!
//! The plugin implements it over Obsidian, the tests over memory.

pub mod cached;
#[cfg(not(target_family = "wasm"))]
pub mod memory;
pub mod stored;

use std::cell::Cell;
use std::future::{Future, pending, ready};
use std::pin::Pin;

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorCode, Result};
use crate::net::http::{HttpRequest, HttpResponse};
use crate::note::NotePath;
use crate::note::edit::NoteEdit;
use crate::progress::Progress;
use crate::time::Timestamp;

/// A future of the worker's single thread.
pub type LocalFuture<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// A note as the vault lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NoteInfo {
    /// Relative to the vault.
    pub path: String,
    /// Milliseconds since 1970.
    pub modified: i64,
    /// Bytes.
    pub size: u64,
}

/// The outside world.
pub trait Host {
    /// Sends a request. Any status is an answer; only no answer is an error: `offline`, `timeout`,
    /// `unreachable`, or `cancelled` as soon as the person stops the run.
    fn http(&self, request: HttpRequest) -> LocalFuture<'_, Result<HttpResponse>>;
    /// The same with the answer's body in pieces as they come, and whole at the end. Only where
    /// the platform and the service allow it; else `ErrorCode::NoStream`, and nothing was asked. The timeout
    /// counts from piece to piece.
    fn stream<'a>(
        &'a self,
        request: HttpRequest,
        piece: &'a dyn Fn(&[u8]),
    ) -> LocalFuture<'a, Result<HttpResponse>> {
        let _ = (request, piece);
        Box::pin(ready(Err(Error::new(ErrorCode::NoStream, "This host doesn't support streaming"))))
    }
    /// The vault's files.
    fn notes(&self) -> LocalFuture<'_, Result<Vec<NoteInfo>>>;
    /// A note's text; `note-missing` when it is gone.
    fn read<'a>(&'a self, path: &'a NotePath) -> LocalFuture<'a, Result<String>>;
    /// Where a note is now, if it was renamed while something is done with it.
    fn locate<'a>(&'a self, path: &'a NotePath) -> LocalFuture<'a, Result<NotePath>> {
        Box::pin(ready(Ok(path.clone())))
    }
    /// Applies an edit to the note as it is at that moment; answers with the path it has now,
    /// which differs from the one given if the note was renamed since it was read.
    fn edit<'a>(&'a self, path: &'a NotePath, edit: NoteEdit) -> LocalFuture<'a, Result<NotePath>>;
    /// Creates a note and never overwrites; answers with the name that was free.
    fn create<'a>(&'a self, path: &'a NotePath, text: String) -> LocalFuture<'a, Result<NotePath>>;
    /// Bytes kept on this device, if there are any of that name.
    fn load<'a>(&'a self, name: &'a str) -> LocalFuture<'a, Result<Option<Vec<u8>>>>;
    /// Keeps bytes on this device; none drop what was kept under that name.
    fn save<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> LocalFuture<'a, Result<()>>;
    /// Drops everything that was kept on this device.
    fn forget(&self) -> LocalFuture<'_, Result<()>>;
    /// Gives the event loop a turn, or waits; not longer than the person lets the run go on.
    fn sleep(&self, millis: u32) -> LocalFuture<'_, ()>;
    /// The time.
    fn now(&self) -> Timestamp;
    /// A random number.
    fn random(&self) -> u64;
    /// Bytes as text, by the name of their encoding: the platform knows all of them.
    fn decode(&self, bytes: &[u8], charset: &str) -> String;
    /// Tells the person how far the work is.
    fn report(&self, progress: &Progress);
    /// Whether the person stopped the run.
    fn cancelled(&self) -> bool;
    /// Waits until the person stops the run, or its time is over, for whatever else waits
    /// meanwhile.
    fn stopped(&self) -> LocalFuture<'_, ()> {
        Box::pin(pending())
    }
    /// Waits until a time has come, without making anybody else wait.
    fn alarm(&self, at: Timestamp) -> LocalFuture<'_, ()>;
}

/// Long enough to get work done, short enough for cancel and progress to feel immediate.
const TURN_MILLIS: u64 = 30;

/// Keeps a long loop polite: stops it when the person cancels, and gives the event loop a
/// turn every few milliseconds.
pub struct Pace<'a> {
    host: &'a dyn Host,
    last: Cell<Timestamp>,
}

impl<'a> Pace<'a> {
    /// Starts counting now.
    pub fn new(host: &'a dyn Host) -> Self {
        Self { host, last: Cell::new(host.now()) }
    }

    /// To be called once a step; fails when the run was cancelled.
    pub async fn step(&self) -> Result<()> {
        if self.host.now().since(self.last.get()) >= TURN_MILLIS {
            self.host.sleep(0).await;
            self.last.set(self.host.now());
        }
        if self.host.cancelled() { Err(Error::cancelled()) } else { Ok(()) }
    }
}
