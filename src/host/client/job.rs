//! Types that describe a request to a service: its rate limit, whether it is retried, and how it is
//! sent.

use crate::host::LocalFuture;
use crate::values::error;
use crate::web::http::{HttpRequest, HttpResponse, RateLimit, ServiceError};

/// The parsed response of a service, or why there is none.
pub type ServiceResult<T> = Result<T, ServiceError>;

/// A request with the rate limit of its service and the policy for retries.
pub(super) struct Job {
    pub(super) request: HttpRequest,
    pub(super) rate_limit: RateLimit,
    pub(super) retry: RetryPolicy,
}

/// Whether a failed request is sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RetryPolicy {
    /// A failed request is sent again if `net::retry` says that another attempt may help.
    Usual,
    /// The request is sent only once. It fails at once if the rate limit would delay it.
    None,
}

/// A function that sends an HTTP request.
pub(super) type SendRequest<'a> =
    dyn Fn(HttpRequest) -> LocalFuture<'a, error::Result<HttpResponse>> + 'a;

/// How a job sends its request, at once or streamed, and what it does before a retry.
pub(super) struct Transport<'a> {
    /// Sends the request once, and returns the response when all of it has arrived.
    pub(super) send: &'a SendRequest<'a>,
    /// Called with the error before each retry. If it returns an error, there is no retry: for
    /// example, another attempt could exceed the budget.
    pub(super) before_retry: &'a dyn Fn(&ServiceError) -> ServiceResult<()>,
}
