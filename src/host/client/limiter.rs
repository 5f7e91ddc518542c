//! Rate limiter and circuit breaker of each host: how many requests may run at the same time, when
//! the next one may start, and for how long none may start after failures.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::future::poll_fn;
use std::task::{Context, Poll, Waker};

use crate::host::client::job::{Job, RetryPolicy, ServiceResult};
use crate::host::{Host, run_until_stopped};
use crate::values::ErrorCode;
use crate::web::http::{RateLimit, ServiceError};

/// Number of failed requests in a row after which no requests are sent to a host for a while. A
/// request counts as failed only after its last retry.
const FAILURES_BEFORE_PAUSE: u32 = 3;

/// How long no requests are sent to a host after `FAILURES_BEFORE_PAUSE` failures. The pause
/// doubles with each further failure, up to `MAX_HOST_PAUSE_MILLIS`.
const FIRST_HOST_PAUSE_MILLIS: u32 = 30_000;

const MAX_HOST_PAUSE_MILLIS: u32 = 600_000;

/// How long an API key that the service rejected is not sent again. Within this time every request
/// with the key fails at once; afterwards the user may have corrected the key or bought credit.
const REJECTED_API_KEY_PAUSE_MILLIS: i64 = 60_000;

/// Maximum wait for a rate limit. No service requires a longer wait, so a longer one means that the
/// clock was set back, and the request is sent at once.
const MAX_RATE_LIMIT_WAIT_MILLIS: i64 = 60_000;

/// The limiters of all hosts, by host name.
#[derive(Default)]
pub(super) struct Limiters(RefCell<BTreeMap<String, HostLimiter>>);

#[derive(Default)]
struct HostLimiter {
    /// The rate limit that the service announced in its response headers. It is used instead of the
    /// rate limit of the job.
    announced_rate_limit: Option<RateLimit>,
    /// Number of jobs that are sending requests to this host. Each of them holds a `Permit`.
    in_flight: usize,
    /// The waiting jobs in order of arrival: the ticket number of each job and the waker that
    /// resumes it.
    queue: VecDeque<(u64, Waker)>,
    last_ticket: u64,
    /// The earliest time at which the next request may start, in milliseconds since 1970.
    next_request_at: i64,
    consecutive_failures: u32,
    paused_until_millis: i64,
    /// The API keys that the service rejected, by the name of their secret: the time until which
    /// each key is not sent again, and the error to return instead.
    rejected_keys: BTreeMap<String, (i64, ServiceError)>,
}

impl HostLimiter {
    /// Lets the job with this ticket start if it is the first in the queue and fewer than
    /// `max_in_flight` jobs are running. Otherwise adds it to the queue.
    fn poll_admission(
        &mut self,
        ticket: u64,
        max_in_flight: usize,
        context: &Context<'_>,
    ) -> Poll<()> {
        let is_next = self.queue.front().is_none_or(|(first, _)| *first == ticket);
        if is_next && self.in_flight < max_in_flight {
            self.queue.retain(|(other, _)| *other != ticket);
            self.in_flight += 1;
            return Poll::Ready(());
        }
        let waker = context.waker().clone();
        match self.queue.iter_mut().find(|(other, _)| *other == ticket) {
            Some((_, known)) => *known = waker,
            None => self.queue.push_back((ticket, waker)),
        }
        Poll::Pending
    }

    /// Wakes the first job in the queue, so that it checks again whether it may start.
    fn wake_next_job(&self) {
        if let Some((_, waker)) = self.queue.front() {
            waker.wake_by_ref();
        }
    }

    fn count_failure(&mut self, now_millis: i64) {
        self.consecutive_failures = self.consecutive_failures.saturating_add(1);
        if self.consecutive_failures >= FAILURES_BEFORE_PAUSE {
            let doublings = (self.consecutive_failures - FAILURES_BEFORE_PAUSE).min(8);
            let pause =
                FIRST_HOST_PAUSE_MILLIS.saturating_mul(1 << doublings).min(MAX_HOST_PAUSE_MILLIS);
            self.paused_until_millis = now_millis.saturating_add(i64::from(pause));
        }
    }

    fn clear_failures(&mut self) {
        (self.consecutive_failures, self.paused_until_millis) = (0, 0);
    }
}

/// The position of a job in the queue of a host. Dropping the value removes the job from the queue.
struct QueuePosition<'a> {
    limiters: &'a Limiters,
    host_name: &'a str,
    ticket: u64,
}

impl Drop for QueuePosition<'_> {
    fn drop(&mut self) {
        self.limiters.with_host_limiter(self.host_name, |limiter| {
            limiter.queue.retain(|(ticket, _)| *ticket != self.ticket);
            limiter.wake_next_job();
        });
    }
}

/// Permission to send the requests of one job. Dropping the value lets the next job start.
pub(super) struct Permit<'a> {
    limiters: &'a Limiters,
    job: &'a Job,
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.with_host_limiter(|limiter| {
            limiter.in_flight = limiter.in_flight.saturating_sub(1);
            limiter.wake_next_job();
        });
    }
}

impl Limiters {
    fn with_host_limiter<T>(&self, host_name: &str, act: impl FnOnce(&mut HostLimiter) -> T) -> T {
        act(self.0.borrow_mut().entry(host_name.to_owned()).or_default())
    }

    /// Waits until a job may start. Fails if the user cancels the call or its time limit passes.
    pub(super) async fn acquire_permit<'a>(
        &'a self,
        host: &dyn Host,
        job: &'a Job,
    ) -> ServiceResult<Permit<'a>> {
        let host_name = job.request.host();
        let ticket = self.with_host_limiter(host_name, |limiter| {
            limiter.last_ticket += 1;
            limiter.last_ticket
        });
        let position = QueuePosition { limiters: self, host_name, ticket };
        let entered = poll_fn(|context| {
            self.with_host_limiter(host_name, |limiter| {
                let rate_limit = limiter.announced_rate_limit.unwrap_or(job.rate_limit);
                limiter.poll_admission(
                    position.ticket,
                    rate_limit.max_concurrent_requests.max(1),
                    context,
                )
            })
        });
        match run_until_stopped(host, entered).await {
            Ok(()) => Ok(Permit { limiters: self, job }),
            Err(error) if error.code == ErrorCode::Cancelled => Err(ServiceError::Cancelled),
            Err(error) => Err(ServiceError::NoResponse(error)),
        }
    }

    /// Ends the pauses of all hosts, and allows rejected API keys to be sent again.
    pub(super) fn reset_failures(&self) {
        for limiter in self.0.borrow_mut().values_mut() {
            limiter.clear_failures();
            limiter.rejected_keys.clear();
        }
    }
}

impl Permit<'_> {
    fn with_host_limiter<T>(&self, act: impl FnOnce(&mut HostLimiter) -> T) -> T {
        self.limiters.with_host_limiter(self.job.request.host(), act)
    }

    /// The name of the secret that holds the request's API key; empty if the request has no key.
    fn secret_name(&self) -> &str {
        self.job.request.secret_header.as_ref().map_or("", |secret| &secret.secret_name)
    }

    /// Waits until the rate limit allows the next request. Fails if the host is paused, its API key
    /// was rejected within the last minute, or the user cancelled the call.
    pub(super) async fn wait_for_rate_limit(&self, host: &dyn Host) -> ServiceResult<()> {
        let now = host.now().unix_millis;
        let wait = self.with_host_limiter(|limiter| self.reserve_request_slot(limiter, now))?;
        if wait > 0 {
            if self.job.retry == RetryPolicy::None {
                return Err(ServiceError::RateLimited { retry_after: Some(wait) });
            }
            host.sleep(wait).await;
        }
        if host.is_cancelled() { Err(ServiceError::Cancelled) } else { Ok(()) }
    }

    /// Reserves the next time at which the rate limit allows a request, and returns the
    /// milliseconds until then. Fails if the host is paused or the API key was rejected within the
    /// last minute.
    fn reserve_request_slot(
        &self,
        limiter: &mut HostLimiter,
        now_millis: i64,
    ) -> ServiceResult<u32> {
        if let Some((until, rejection)) = limiter.rejected_keys.get(self.secret_name())
            && (now_millis..=now_millis.saturating_add(REJECTED_API_KEY_PAUSE_MILLIS))
                .contains(until)
        {
            return Err(rejection.clone());
        }
        let pause = limiter.paused_until_millis - now_millis;
        if pause > 0 && pause <= i64::from(MAX_HOST_PAUSE_MILLIS) {
            return Err(ServiceError::Suspended { for_millis: clamp_millis_to_u32(pause) });
        }
        let at = if limiter.next_request_at > now_millis + MAX_RATE_LIMIT_WAIT_MILLIS {
            now_millis
        } else {
            limiter.next_request_at.max(now_millis)
        };
        let interval =
            limiter.announced_rate_limit.unwrap_or(self.job.rate_limit).min_request_interval_millis;
        limiter.next_request_at = at.saturating_add(i64::from(interval));
        Ok(clamp_millis_to_u32(at - now_millis))
    }

    /// Delays the next request to the host by at least `millis`.
    pub(super) fn delay_requests(&self, host: &dyn Host, millis: u32) {
        let until = host.now().unix_millis.saturating_add(i64::from(millis));
        self.with_host_limiter(|limiter| {
            limiter.next_request_at = limiter.next_request_at.max(until)
        });
    }

    /// Sets the rate limit that the service announced in a response, for all further requests to
    /// it.
    pub(super) fn set_announced_rate_limit(&self, rate_limit: RateLimit) {
        self.with_host_limiter(|limiter| limiter.announced_rate_limit = Some(rate_limit));
    }

    pub(super) fn record_success(&self) {
        self.with_host_limiter(HostLimiter::clear_failures);
    }

    pub(super) fn record_failure(&self, host: &dyn Host, error: &ServiceError) {
        let now = host.now().unix_millis;
        match error {
            // If the request has no API key, the error only says that this page requires a login;
            // other pages of the host may work.
            ServiceError::Unauthorized | ServiceError::NoCredit => {
                if !self.secret_name().is_empty() {
                    let rejection =
                        (now.saturating_add(REJECTED_API_KEY_PAUSE_MILLIS), error.clone());
                    let secret = self.secret_name().to_owned();
                    self.with_host_limiter(|limiter| {
                        limiter.rejected_keys.insert(secret, rejection)
                    });
                }
            }
            // The service works; it only refused this request, so this doesn't count as a failure.
            ServiceError::NoSuchModel
            | ServiceError::TooLong
            | ServiceError::Cancelled
            | ServiceError::Refused { status: 400..=499, .. } => {}
            // An offline device or a cancelled call says nothing about the service, so it doesn't
            // count as a failure.
            ServiceError::NoResponse(error) if !error.is_missing_response() => {}
            _ if self.job.retry == RetryPolicy::None => {}
            _ => self.with_host_limiter(|limiter| limiter.count_failure(now)),
        }
    }
}

/// Converts milliseconds to `u32`. A negative value becomes 0, a too large one the maximum.
fn clamp_millis_to_u32(millis: i64) -> u32 {
    u32::try_from(millis.max(0)).unwrap_or(u32::MAX)
}
