//! A request to a service with the rules by which it is sent. Data only.

use crate::error;
use crate::host::LocalFuture;
use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::rate_limit::RateLimit;
use crate::net::service_error::ServiceError;

/// The parsed response of a service, or why there is none.
pub type ServiceResult<T> = Result<T, ServiceError>;

/// A request, how often its service accepts requests, and whether a failed request is repeated.
pub(super) struct Job {
    pub(super) request: HttpRequest,
    pub(super) rate_limit: RateLimit,
    pub(super) retry: RetryPolicy,
}

/// Whether a failed request is sent again where that may help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RetryPolicy {
    /// As `net::retry` decides.
    Usual,
    /// Never, and never waits for the service's rate limit.
    None,
}

/// Sends an HTTP request.
pub(super) type SendRequest<'a> =
    dyn Fn(HttpRequest) -> LocalFuture<'a, error::Result<HttpResponse>> + 'a;

/// How a request is sent.
pub(super) struct Transport<'a> {
    /// Sends the request once, with a whole or a streamed response.
    pub(super) send: &'a SendRequest<'a>,
    /// Called with the error before each retry; an error from it ends the job, for example because
    /// another attempt could exceed the budget.
    pub(super) before_retry: &'a dyn Fn(&ServiceError) -> ServiceResult<()>,
}
