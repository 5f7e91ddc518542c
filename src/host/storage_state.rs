//! Notices that the storage of the device does not answer. It then counts as absent, so that nothing
//! waits for it again.

use std::cell::Cell;
use std::pin::pin;

use futures_util::future::{Either, select};

use crate::values::{Error, ErrorCode, Result};

/// Time in milliseconds in which storage must answer. Opening a database takes about a second on a
/// slow phone, and the plugin's own storage gives up after five.
const ANSWER_LIMIT_MILLIS: u32 = 10_000;

/// Number of bytes that slow storage writes in a millisecond.
const BYTES_PER_MILLI: usize = 1_000;

/// What the user is told if nothing can be stored on the device.
pub const STORAGE_ABSENT_WARNING: &str =
    "This device's storage doesn't answer, so nothing is kept when you close the app";

/// Whether the storage of a device has answered so far.
#[derive(Debug, Default)]
pub struct StorageState {
    is_absent: Cell<bool>,
}

impl StorageState {
    /// Whether the storage failed to answer once.
    pub fn is_absent(&self) -> bool {
        self.is_absent.get()
    }

    /// Waits for an answer of the storage until `half_limit` has passed twice: a device that slept finds the
    /// first half over when it wakes, and then storage has the second to answer. Fails at once if the storage
    /// failed to answer before.
    pub async fn answer_in_time<T, L: Future<Output = ()>>(
        &self,
        answer: impl Future<Output = Result<T>>,
        half_limit: impl Fn() -> L,
    ) -> Result<T> {
        if !self.is_absent() {
            let limit = async {
                half_limit().await;
                half_limit().await;
            };
            match select(pin!(answer), pin!(limit)).await {
                Either::Left((answer, _)) => return answer,
                Either::Right(_) => self.is_absent.set(true),
            }
        }
        Err(Error::new(ErrorCode::Timeout, "This device's storage doesn't answer")
            .hint("Restart the app to try again."))
    }
}

/// Time in milliseconds in which storage must have saved this many bytes.
pub fn answer_limit_millis(bytes: usize) -> u32 {
    let extra = u32::try_from(bytes / BYTES_PER_MILLI).unwrap_or(u32::MAX);
    ANSWER_LIMIT_MILLIS.saturating_add(extra)
}
