//! The doors of services: who may knock, when, and whether at all.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::future::poll_fn;
use std::task::{Poll, Waker};

use super::Answer;
use crate::error::Error;
use crate::host::Host;
use crate::net::http::HttpRequest;
use crate::net::manners::Manners;
use crate::net::service::ServiceError;

/// So many failures in a row, each after all tries, and a service is left alone.
const FAILURES: u32 = 3;

/// For so long at first; twice as long after each further failure.
const FIRST_REST_MILLIS: u32 = 30_000;

const LONGEST_REST_MILLIS: u32 = 600_000;

/// The doors that were knocked at, by host.
#[derive(Default)]
pub(super) struct Doors(RefCell<BTreeMap<String, Door>>);

#[derive(Default)]
struct Door {
    /// As the service itself says, which counts more than what is known of it.
    told: Option<Manners>,
    inside: usize,
    waiting: VecDeque<Waker>,
    /// Before this nobody may knock.
    free_at: i64,
    failures: u32,
    rests_until: i64,
    /// A key that was refused once is refused again: nobody needs to ask ten times. By the name of
    /// the secret, empty for none.
    refusals: BTreeMap<String, ServiceError>,
}

/// Someone is inside for as long as it lives.
pub(super) struct Turn<'a> {
    doors: &'a Doors,
    name: String,
    secret: String,
    manners: Manners,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.doors.with(&self.name, |door| {
            door.inside = door.inside.saturating_sub(1);
            // All of them: one that was given up meanwhile would not hand its turn on.
            door.waiting.drain(..).for_each(Waker::wake);
        });
    }
}

impl Doors {
    fn with<T>(&self, name: &str, act: impl FnOnce(&mut Door) -> T) -> T {
        act(self.0.borrow_mut().entry(name.to_owned()).or_default())
    }

    /// Waits until there is room inside.
    pub(super) async fn turn(&self, request: &HttpRequest, manners: Manners) -> Turn<'_> {
        let name = request.host();
        poll_fn(|context| {
            self.with(name, |door| {
                if door.inside < door.told.unwrap_or(manners).together.max(1) {
                    door.inside += 1;
                    return Poll::Ready(());
                }
                door.waiting.push_back(context.waker().clone());
                Poll::Pending
            })
        })
        .await;
        let secret = request.secret.as_ref().map(|secret| secret.secret.clone());
        Turn { doors: self, name: name.to_owned(), secret: secret.unwrap_or_default(), manners }
    }

    /// Forgets all that failed.
    pub(super) fn open_all(&self) {
        for door in self.0.borrow_mut().values_mut() {
            (door.failures, door.rests_until) = (0, 0);
            door.refusals.clear();
        }
    }
}

impl Turn<'_> {
    fn with<T>(&self, act: impl FnOnce(&mut Door) -> T) -> T {
        self.doors.with(&self.name, act)
    }

    /// Nobody knocks for a while.
    pub(super) fn hold(&self, host: &dyn Host, millis: u32) {
        let until = host.now().millis.saturating_add(i64::from(millis));
        self.with(|door| door.free_at = door.free_at.max(until));
    }

    /// Takes over what the service itself says of its manners.
    pub(super) fn adapt(&self, manners: Manners) {
        self.with(|door| door.told = Some(manners));
    }

    pub(super) fn succeeded(&self) {
        self.with(|door| (door.failures, door.rests_until) = (0, 0));
    }

    pub(super) fn failed(&self, host: &dyn Host, error: &ServiceError) {
        let now = host.now().millis;
        self.with(|door| match error {
            ServiceError::Unauthorized | ServiceError::NoCredit => {
                door.refusals.insert(self.secret.clone(), error.clone());
            }
            // The service is well: it is the request that it did not take.
            ServiceError::NoSuchModel
            | ServiceError::TooLong
            | ServiceError::Refused { status: 400..=499, .. } => {}
            // Nor does it tell of the service that this device is offline, or that nobody waited.
            ServiceError::NoAnswer(error) if !matches!(&*error.code, "timeout" | "unreachable") => {
            }
            _ => {
                door.failures = door.failures.saturating_add(1);
                if door.failures >= FAILURES {
                    let rest =
                        FIRST_REST_MILLIS.saturating_mul(1 << (door.failures - FAILURES).min(8));
                    door.rests_until = now.saturating_add(i64::from(rest.min(LONGEST_REST_MILLIS)));
                }
            }
        });
    }

    /// Waits until it is time to knock; fails if nobody wants it any more, or nobody should.
    pub(super) async fn ready(&self, host: &dyn Host) -> Answer<()> {
        let now = host.now().millis;
        let wait = self.with(|door| {
            if let Some(refusal) = door.refusals.get(&self.secret) {
                return Err(refusal.clone());
            }
            if door.rests_until > now {
                return Err(ServiceError::Resting { for_millis: millis(door.rests_until - now) });
            }
            let at = door.free_at.max(now);
            let every = door.told.unwrap_or(self.manners).every_millis;
            door.free_at = at.saturating_add(i64::from(every));
            Ok(at - now)
        })?;
        if wait > 0 && !host.cancelled() {
            host.sleep(millis(wait)).await;
        }
        if host.cancelled() { Err(ServiceError::NoAnswer(Error::cancelled())) } else { Ok(()) }
    }
}

fn millis(millis: i64) -> u32 {
    u32::try_from(millis.max(0)).unwrap_or(u32::MAX)
}
