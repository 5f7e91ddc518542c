//! Requests, responses and addresses as plain values. Nothing here sends anything.
//!
//! In reading order:
//! - [`message`]: a request and its response
//! - [`endpoint`] and [`public_url`]: the only addresses that a request can be made to; `ip_range`
//!   and `host_name` decide what is public
//! - [`service_error`]: what can be wrong with a response; `error_message`: its text, safe to show
//! - [`retry`], `retry_after` and [`rate_limit`]: when a request may be sent, and sent again

mod endpoint;
mod host_name;
mod ip_range;
pub mod message;
mod public_url;

mod error_message;
mod service_error;

mod rate_limit;
pub(crate) mod retry;
mod retry_after;

pub use endpoint::Endpoint;
pub use message::{HttpRequest, HttpResponse, Method, SecretHeader};
pub use public_url::{AllowedSchemes, PublicUrl};
pub use rate_limit::RateLimit;
pub use service_error::ServiceError;
