//! Everything between a run and the outside world: a host with a deadline that logs every request,
//! a client that sends each request once, the log of the responses, and the privacy check before
//! anything is sent.

mod privacy_check;
mod response_log;
mod run_client;
mod run_host;

pub(crate) use privacy_check::{CachedPrivacyCheck, PrivacyCheck, PrivacyRules, TextMentions};
pub use response_log::ResponseLog;
pub use run_client::RunClient;
pub use run_host::RunHost;
