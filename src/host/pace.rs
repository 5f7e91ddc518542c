//! Keeps long loops interruptible.

use std::cell::Cell;

use crate::error::{Error, Result};
use crate::host::Host;
use crate::time::Timestamp;

/// Time between two yields: long enough to get work done, short enough for cancelling and progress
/// to feel immediate.
const YIELD_EVERY_MILLIS: u64 = 30;

/// Yields to the event loop every few milliseconds, and ends a loop when the user cancels the call.
pub struct Pace<'a> {
    host: &'a dyn Host,
    last: Cell<Timestamp>,
}

impl<'a> Pace<'a> {
    /// Starts measuring the time now.
    pub fn new(host: &'a dyn Host) -> Self {
        Self { host, last: Cell::new(host.now()) }
    }

    /// To be called once per iteration; fails when the call was cancelled.
    pub async fn step(&self) -> Result<()> {
        if self.host.now().since(self.last.get()) >= YIELD_EVERY_MILLIS {
            self.host.sleep(0).await;
            self.last.set(self.host.now());
        }
        if self.host.cancelled() { Err(Error::cancelled()) } else { Ok(()) }
    }
}
