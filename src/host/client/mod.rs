//! Sends all requests to outside services. The client respects the rate limit of each service,
//! retries a request if that may help, and pauses a service that keeps failing. A search or a page
//! that was already requested today comes from the cache.

mod cache;
mod chat;
mod job;
mod limiter;
mod page;
mod search;
mod unreachable_hosts;

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::host::Host;
use crate::model::llm::RequestOptions;
use crate::web::http::{HttpRequest, HttpResponse, RateLimit, ServiceError, retry};
use cache::ResponseCache;
use job::{Job, RetryPolicy, Transport};
use limiter::Limiters;
use unreachable_hosts::UnreachableHosts;

pub use chat::ChatCall;
pub(crate) use job::ServiceResult;
pub(crate) use page::page_cache_key;
pub use search::WebSearchResult;

/// Sends requests to services, and remembers failures of services and the options that each model
/// accepts.
#[derive(Default)]
pub struct Client {
    limiters: Limiters,
    unreachable_hosts: UnreachableHosts,
    /// The request options that a model accepts, by endpoint and model name.
    request_options: RefCell<BTreeMap<(String, String), RequestOptions>>,
    cache: ResponseCache,
}

impl Client {
    /// Forgets all failures of services and all rejected API keys, because the user may have fixed
    /// the cause.
    pub fn reset_failures(&self) {
        self.limiters.reset_failures();
    }

    /// A client that caches responses in memory only: it neither loads nor saves them on the
    /// device.
    pub fn with_memory_cache() -> Self {
        Self { cache: ResponseCache::in_memory(), ..Self::default() }
    }

    /// Saves the cache of today's responses on the device, if it has changed.
    pub async fn save_cache(&self, host: &dyn Host) {
        self.cache.save(host).await;
    }

    /// Sends a request, with retries, and parses its response.
    pub async fn send_request<T>(
        &self,
        host: &dyn Host,
        request: HttpRequest,
        rate_limit: RateLimit,
        parse: impl Fn(&HttpResponse) -> ServiceResult<T>,
    ) -> ServiceResult<T> {
        self.run_job(host, &Job { request, rate_limit, retry: RetryPolicy::Usual }, parse).await
    }

    /// Sends a request without retries, for callers that prefer no response to a late one.
    pub async fn send_without_retries<T>(
        &self,
        host: &dyn Host,
        request: HttpRequest,
        rate_limit: RateLimit,
        parse: impl Fn(&HttpResponse) -> ServiceResult<T>,
    ) -> ServiceResult<T> {
        self.run_job(host, &Job { request, rate_limit, retry: RetryPolicy::None }, parse).await
    }

    /// Sends the request of a job through the host, with retries, and parses the response.
    async fn run_job<T>(
        &self,
        host: &dyn Host,
        job: &Job,
        parse: impl Fn(&HttpResponse) -> ServiceResult<T>,
    ) -> ServiceResult<T> {
        let transport =
            Transport { send: &|request| host.http(request), before_retry: &|_| Ok(()) };
        let result = self.run_job_with_transport(host, job, &transport, &parse).await;
        result.map_err(|error| error.without_request_echo(&job.request))
    }

    /// Sends the request of a job with the functions of `transport`, with retries. The message of
    /// an error may repeat private text of the request; the caller must remove it.
    async fn run_job_with_transport<T>(
        &self,
        host: &dyn Host,
        job: &Job,
        transport: &Transport<'_>,
        parse: &dyn Fn(&HttpResponse) -> ServiceResult<T>,
    ) -> ServiceResult<T> {
        let permit = self.limiters.acquire_permit(host, job).await?;
        let mut retries = 0;
        loop {
            permit.wait_for_rate_limit(host).await?;
            let (error, response) = match (transport.send)(job.request.clone()).await {
                Ok(response) => {
                    self.unreachable_hosts.record_response(&job.request);
                    RateLimit::from_crossref_headers(&response)
                        .inspect(|rate_limit| permit.set_announced_rate_limit(*rate_limit));
                    match parse(&response) {
                        Ok(value) => {
                            permit.record_success();
                            return Ok(value);
                        }
                        Err(error) => (error, Some(response)),
                    }
                }
                Err(error) => {
                    let error = self.unreachable_hosts.record_failure(&job.request, error);
                    (ServiceError::NoResponse(error), None)
                }
            };
            match retry::retry_pause_millis(&error, response.as_ref(), retries, host.random()) {
                Some(millis) if job.retry == RetryPolicy::Usual => {
                    (transport.before_retry)(&error)?;
                    permit.delay_requests(host, millis);
                    retries += 1;
                }
                _ => {
                    permit.record_failure(host, &error);
                    return Err(error);
                }
            }
        }
    }
}
