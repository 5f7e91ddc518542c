//! The doors of services: who may knock, when, and whether at all.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::future::poll_fn;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use futures_util::future::{Either, select};

use crate::client::{Job, RetryPolicy, ServiceResult};
use crate::error::Error;
use crate::host::Host;
use crate::net::rate_limit::RateLimit;
use crate::net::service_error::ServiceError;

/// So many failures in a row, each after all tries, and a service is left alone.
const FAILURES: u32 = 3;

/// For so long at first; twice as long after each further failure.
const FIRST_REST_MILLIS: u32 = 30_000;

const LONGEST_REST_MILLIS: u32 = 600_000;

/// A key that was refused is refused again, so nobody needs to ask ten times in one run. Later it
/// may have been mended, or a new day may have brought new credit.
const REFUSED_MILLIS: i64 = 60_000;

/// No service asks for a longer pause; a clock that was set back would.
const LONGEST_WAIT_MILLIS: i64 = 60_000;

/// The doors that were knocked at, by host.
#[derive(Default)]
pub(super) struct Limiters(RefCell<BTreeMap<String, HostLimiter>>);

#[derive(Default)]
struct HostLimiter {
    /// As the service itself says, which counts more than what is known of it.
    told: Option<RateLimit>,
    inside: usize,
    /// Those who wait, in the order in which they came.
    waiting: VecDeque<(u64, Waker)>,
    tickets: u64,
    /// Before this nobody may knock.
    free_at: i64,
    failures: u32,
    rests_until: i64,
    /// Keys that were refused, by the name of the secret, and until when that counts.
    refusals: BTreeMap<String, (i64, ServiceError)>,
}

impl HostLimiter {
    /// Lets the first in line in, if there is room. `ticket` is the one who asks.
    fn enter(&mut self, ticket: u64, together: usize, context: &Context<'_>) -> Poll<()> {
        let is_next = self.waiting.front().is_none_or(|(first, _)| *first == ticket);
        if is_next && self.inside < together {
            self.waiting.retain(|(other, _)| *other != ticket);
            self.inside += 1;
            return Poll::Ready(());
        }
        let waker = context.waker().clone();
        match self.waiting.iter_mut().find(|(other, _)| *other == ticket) {
            Some((_, known)) => *known = waker,
            None => self.waiting.push_back((ticket, waker)),
        }
        Poll::Pending
    }

    fn call_next(&self) {
        if let Some((_, waker)) = self.waiting.front() {
            waker.wake_by_ref();
        }
    }
}

/// A place in the line, left when it is dropped.
struct QueuePlace<'a> {
    limiters: &'a Limiters,
    name: &'a str,
    ticket: u64,
}

impl Drop for QueuePlace<'_> {
    fn drop(&mut self) {
        self.limiters.with(self.name, |limiter| {
            limiter.waiting.retain(|(ticket, _)| *ticket != self.ticket);
            limiter.call_next();
        });
    }
}

/// Someone is inside for as long as it lives.
pub(super) struct Permit<'a> {
    limiters: &'a Limiters,
    job: &'a Job,
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.with(|limiter| {
            limiter.inside = limiter.inside.saturating_sub(1);
            limiter.call_next();
        });
    }
}

impl Limiters {
    fn with<T>(&self, name: &str, act: impl FnOnce(&mut HostLimiter) -> T) -> T {
        act(self.0.borrow_mut().entry(name.to_owned()).or_default())
    }

    /// Waits in line until there is room inside, for as long as the person wants and the run lasts.
    pub(super) async fn turn<'a>(
        &'a self,
        host: &dyn Host,
        job: &'a Job,
    ) -> ServiceResult<Permit<'a>> {
        let name = job.request.host();
        let ticket = self.with(name, |limiter| {
            limiter.tickets += 1;
            limiter.tickets
        });
        let place = QueuePlace { limiters: self, name, ticket };
        let inside = poll_fn(|context| {
            self.with(name, |limiter| {
                let rate_limit = limiter.told.unwrap_or(job.rate_limit);
                limiter.enter(place.ticket, rate_limit.max_concurrent.max(1), context)
            })
        });
        match select(pin!(inside), host.stopped()).await {
            Either::Left(_) => Ok(Permit { limiters: self, job }),
            Either::Right(_) if host.cancelled() => Err(ServiceError::Cancelled),
            Either::Right(_) => Err(ServiceError::NoResponse(Error::time_up())),
        }
    }

    /// Forgets all that failed.
    pub(super) fn open_all(&self) {
        for limiter in self.0.borrow_mut().values_mut() {
            (limiter.failures, limiter.rests_until) = (0, 0);
            limiter.refusals.clear();
        }
    }
}

impl Permit<'_> {
    fn with<T>(&self, act: impl FnOnce(&mut HostLimiter) -> T) -> T {
        self.limiters.with(self.job.request.host(), act)
    }

    /// The name of the secret that goes along; empty for none.
    fn secret(&self) -> &str {
        self.job.request.secret.as_ref().map_or("", |secret| &secret.secret)
    }

    /// Waits until it is time to knock; fails if nobody wants it any more, or nobody should.
    pub(super) async fn ready(&self, host: &dyn Host) -> ServiceResult<()> {
        let now = host.now().millis;
        let wait = self.with(|limiter| self.wait(limiter, now))?;
        if wait > 0 {
            if self.job.retry == RetryPolicy::None {
                return Err(ServiceError::RateLimited { retry_after: Some(wait) });
            }
            host.sleep(wait).await;
        }
        if host.cancelled() { Err(ServiceError::Cancelled) } else { Ok(()) }
    }

    fn wait(&self, limiter: &mut HostLimiter, now: i64) -> ServiceResult<u32> {
        if let Some((until, refusal)) = limiter.refusals.get(self.secret())
            && (now..=now.saturating_add(REFUSED_MILLIS)).contains(until)
        {
            return Err(refusal.clone());
        }
        let rest = limiter.rests_until - now;
        if rest > 0 && rest <= i64::from(LONGEST_REST_MILLIS) {
            return Err(ServiceError::Suspended { for_millis: millis(rest) });
        }
        let at = if limiter.free_at > now + LONGEST_WAIT_MILLIS {
            now
        } else {
            limiter.free_at.max(now)
        };
        let every = limiter.told.unwrap_or(self.job.rate_limit).min_interval_millis;
        limiter.free_at = at.saturating_add(i64::from(every));
        Ok(millis(at - now))
    }

    /// Nobody knocks for a while.
    pub(super) fn hold(&self, host: &dyn Host, millis: u32) {
        let until = host.now().millis.saturating_add(i64::from(millis));
        self.with(|limiter| limiter.free_at = limiter.free_at.max(until));
    }

    /// Takes over what the service itself says of its manners.
    pub(super) fn adapt(&self, rate_limit: RateLimit) {
        self.with(|limiter| limiter.told = Some(rate_limit));
    }

    pub(super) fn succeeded(&self) {
        self.with(|limiter| (limiter.failures, limiter.rests_until) = (0, 0));
    }

    pub(super) fn failed(&self, host: &dyn Host, error: &ServiceError) {
        let now = host.now().millis;
        match error {
            // Without a key it is the page that is not for everybody, and not the service.
            ServiceError::Unauthorized | ServiceError::NoCredit => {
                if !self.secret().is_empty() {
                    let refusal = (now.saturating_add(REFUSED_MILLIS), error.clone());
                    self.with(|limiter| limiter.refusals.insert(self.secret().to_owned(), refusal));
                }
            }
            // The service is well: it is the request that it did not take.
            ServiceError::NoSuchModel
            | ServiceError::TooLong
            | ServiceError::Cancelled
            | ServiceError::Refused { status: 400..=499, .. } => {}
            // Nor does it tell of the service that this device is offline, or that nobody waited.
            ServiceError::NoResponse(error) if !error.is_no_answer() => {}
            _ if self.job.retry == RetryPolicy::None => {}
            _ => self.with(|limiter| limiter.count_failure(now)),
        }
    }
}

impl HostLimiter {
    fn count_failure(&mut self, now: i64) {
        self.failures = self.failures.saturating_add(1);
        if self.failures >= FAILURES {
            let rest = FIRST_REST_MILLIS.saturating_mul(1 << (self.failures - FAILURES).min(8));
            self.rests_until = now.saturating_add(i64::from(rest.min(LONGEST_REST_MILLIS)));
        }
    }
}

fn millis(millis: i64) -> u32 {
    u32::try_from(millis.max(0)).unwrap_or(u32::MAX)
}
