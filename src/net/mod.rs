//! The network as values: what is asked and what comes back. Nothing here sends anything.

mod address;
pub mod endpoint;
mod host_name;
pub mod http;
pub mod public_url;
pub mod rate_limit;
pub mod retry;
pub mod service;
