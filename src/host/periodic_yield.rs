//! Lets long loops yield to the event loop, so that they can be cancelled.

use std::cell::Cell;

use crate::host::Host;
use crate::values::{Error, Result, Timestamp};

/// Time between two yields: long enough to get work done, short enough that cancelling and progress
/// feel immediate.
const YIELD_EVERY_MILLIS: u64 = 30;

/// Yields to the event loop every few milliseconds, and ends a loop when the user cancels the call.
pub struct PeriodicYield<'a> {
    host: &'a dyn Host,
    last: Cell<Timestamp>,
}

impl<'a> PeriodicYield<'a> {
    /// Starts to measure the time: the first yield is due after `YIELD_EVERY_MILLIS`.
    pub fn new(host: &'a dyn Host) -> Self {
        Self { host, last: Cell::new(host.now()) }
    }

    /// Yields to the event loop if the last yield was long enough ago. Must be called once per
    /// iteration of a loop; fails if the user cancelled the call.
    pub async fn yield_if_due(&self) -> Result<()> {
        if self.host.now().millis_since(self.last.get()) >= YIELD_EVERY_MILLIS {
            self.host.sleep(0).await;
            self.last.set(self.host.now());
        }
        if self.host.is_cancelled() { Err(Error::cancelled()) } else { Ok(()) }
    }
}
