//! The log of all requests that left this device, with host, purpose and text, for the user to
//! look up.

mod audit_store;
mod log;

pub(crate) use audit_store::AuditStore;
pub use log::AuditLog;
pub(crate) use log::{MAX_LOGGED_RUN_CHARACTERS, RunLog, SentRequest};
