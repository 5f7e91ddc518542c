//! The network as values: what is asked and what comes back. Nothing here sends anything.

pub mod endpoint;
pub mod http;
pub mod manners;
pub mod retry;
pub mod service;
