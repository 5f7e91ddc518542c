//! Carries requests to services by the one policy for all of them: no more at once and no faster
//! than a service likes, again where that helps, and not at all for a while when it keeps failing.
//! What was asked on the same day is not asked again.

mod cache;
mod chat;
mod limiter;
mod page;
mod search;

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::host::{Host, LocalFuture};
use crate::llm::chat::dialect::Dialect;
use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::rate_limit::RateLimit;
use crate::net::retry;
use crate::net::service_error::ServiceError;
use cache::Cache;
pub use chat::Call;
use limiter::Limiters;
pub use search::Searched;

/// What a request comes to.
pub type ServiceResult<T> = Result<T, ServiceError>;

/// Remembers of every service how it was found to be, for as long as the settings stay.
#[derive(Default)]
pub struct Client {
    limiters: Limiters,
    /// How models want to be asked, by endpoint and name.
    dialects: RefCell<BTreeMap<(String, String), Dialect>>,
    cache: Cache,
}

/// What is to be asked, and how.
struct Job {
    request: HttpRequest,
    rate_limit: RateLimit,
    retry: RetryPolicy,
}

/// Whether a request is sent again where that helps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RetryPolicy {
    Usual,
    None,
}

/// How a request is handed over.
struct Transport<'a> {
    /// Whole, or with its answer in pieces.
    carry: &'a dyn Fn(HttpRequest) -> LocalFuture<'a, crate::error::Result<HttpResponse>>,
    /// Asked before another try, with what was wrong: it may cost too much.
    again: &'a dyn Fn(&ServiceError) -> ServiceResult<()>,
}

impl Client {
    /// Forgets which services failed: the person may have mended what was wrong.
    pub fn reset_failures(&self) {
        self.limiters.open_all();
    }

    /// One that has been told nothing yet: what it is asked goes to the services.
    pub fn fresh() -> Self {
        Self { cache: Cache::forgetful(), ..Self::default() }
    }

    /// Keeps what was answered today on the device.
    pub async fn keep(&self, host: &dyn Host) {
        self.cache.keep(host).await;
    }

    /// Sends a request and reads its answer.
    pub async fn ask<T>(
        &self,
        host: &dyn Host,
        request: HttpRequest,
        rate_limit: RateLimit,
        parse: impl Fn(&HttpResponse) -> ServiceResult<T>,
    ) -> ServiceResult<T> {
        self.run(host, &Job { request, rate_limit, retry: RetryPolicy::Usual }, parse).await
    }

    /// The same for somebody who would rather go on without an answer than wait for a second try.
    pub async fn ask_once<T>(
        &self,
        host: &dyn Host,
        request: HttpRequest,
        rate_limit: RateLimit,
        parse: impl Fn(&HttpResponse) -> ServiceResult<T>,
    ) -> ServiceResult<T> {
        self.run(host, &Job { request, rate_limit, retry: RetryPolicy::None }, parse).await
    }

    async fn run<T>(
        &self,
        host: &dyn Host,
        job: &Job,
        parse: impl Fn(&HttpResponse) -> ServiceResult<T>,
    ) -> ServiceResult<T> {
        let transport = Transport { carry: &|request| host.http(request), again: &|_| Ok(()) };
        let answer = self.carry(host, job, &transport, &parse).await;
        answer.map_err(|error| error.without_echo_of(&job.request))
    }

    /// Sends a request by any way, with all that the service said in its error.
    async fn carry<T>(
        &self,
        host: &dyn Host,
        job: &Job,
        transport: &Transport<'_>,
        parse: &dyn Fn(&HttpResponse) -> ServiceResult<T>,
    ) -> ServiceResult<T> {
        let turn = self.limiters.turn(host, job).await?;
        let mut tries = 0;
        loop {
            turn.ready(host).await?;
            let (error, response) = match (transport.carry)(job.request.clone()).await {
                Ok(response) => {
                    RateLimit::from_headers(&response)
                        .inspect(|rate_limit| turn.adapt(*rate_limit));
                    match parse(&response) {
                        Ok(value) => {
                            turn.succeeded();
                            return Ok(value);
                        }
                        Err(error) => (error, Some(response)),
                    }
                }
                Err(error) => (ServiceError::NoResponse(error), None),
            };
            match retry::pause(&error, response.as_ref(), tries, host.random()) {
                Some(millis) if job.retry == RetryPolicy::Usual => {
                    (transport.again)(&error)?;
                    turn.hold(host, millis);
                    tries += 1;
                }
                _ => {
                    turn.failed(host, &error);
                    return Err(error);
                }
            }
        }
    }
}
