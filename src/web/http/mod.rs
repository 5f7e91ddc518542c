//! Requests, responses and addresses as plain values. Nothing here sends anything.
//!
//! In reading order:
//! - [`message`]: a request and its response
//! - [`endpoint`] and [`public_url`]: the only addresses that a request can be made to; `ip_range`
//!   and `host_name` decide what is public
//! - [`service_error`]: what can be wrong with a response; `error_message`: its text, safe to show
//! - [`retry`], `retry_after` and [`rate_limit`]: when a request may be sent, and sent again

pub mod endpoint;
mod host_name;
mod ip_range;
pub mod message;
pub mod public_url;

mod error_message;
pub mod service_error;

pub mod rate_limit;
pub mod retry;
mod retry_after;
