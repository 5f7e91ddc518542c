//! The network as values: what is asked and what comes back. Nothing here sends anything.

pub mod address;
pub mod host_name;
pub mod http;
pub mod public_url;
pub mod service;
