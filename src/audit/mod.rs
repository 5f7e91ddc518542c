//! What was sent from this device, to whom and why, for the user to look up.

mod log;
mod store;

pub use log::{AuditLog, MAX_RUN_CHARACTERS, RunLog, SentRequest};
pub use store::AuditStore;
