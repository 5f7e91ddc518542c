//! Lets long loops yield to the event loop, so that they can be cancelled.

use std::cell::Cell;

use crate::error::{Error, Result};
use crate::host::Host;
use crate::time::Timestamp;

/// Time between two yields: long enough to get work done, short enough that cancelling and progress
/// feel immediate.
const YIELD_EVERY_MILLIS: u64 = 30;

/// Yields to the event loop every few milliseconds, and ends a loop when the user cancels the call.
pub struct Pace<'a> {
    host: &'a dyn Host,
    last: Cell<Timestamp>,
}

impl<'a> Pace<'a> {
    /// Creates a pace that measures the time from now on.
    pub fn new(host: &'a dyn Host) -> Self {
        Self { host, last: Cell::new(host.now()) }
    }

    /// Must be called once per iteration of the loop. Fails if the user cancelled the call.
    pub async fn yield_if_due(&self) -> Result<()> {
        if self.host.now().millis_since(self.last.get()) >= YIELD_EVERY_MILLIS {
            self.host.sleep(0).await;
            self.last.set(self.host.now());
        }
        if self.host.cancelled() { Err(Error::cancelled()) } else { Ok(()) }
    }
}
