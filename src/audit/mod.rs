//! The log of all requests that left this device, with host, purpose and text, for the user to
//! look up.

mod log;
mod store;

pub use log::{AuditLog, MAX_RUN_CHARACTERS, RunLog, SentRequest};
pub use store::AuditStore;
