//! Carries requests to services by the one policy for all of them: no more at once and no faster
//! than a service likes, again where that helps, and not at all for a while when it keeps failing.
//! What was asked on the same day is not asked again.

mod cache;
mod chat;
mod door;
mod page;
mod search;

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::error::Error;
use crate::host::{Host, LocalFuture};
use crate::llm::dialect::Dialect;
use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::manners::Manners;
use crate::net::retry;
use crate::net::service::ServiceError;
use cache::Cache;
pub use chat::Call;
use door::Doors;
pub use search::Searched;

/// What a request comes to.
pub type Answer<T> = Result<T, ServiceError>;

/// Remembers of every service how it was found to be, for as long as the settings stay.
#[derive(Default)]
pub struct Courier {
    doors: Doors,
    /// How models want to be asked, by endpoint and name.
    dialects: RefCell<BTreeMap<(String, String), Dialect>>,
    cache: Cache,
}

/// What is to be asked, and how.
struct Errand {
    request: HttpRequest,
    manners: Manners,
    patience: Patience,
}

/// Whether a request is sent again where that helps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Patience {
    Usual,
    None,
}

/// How a request is handed over: whole, or with its answer in pieces.
type Carry<'a> = &'a dyn Fn(HttpRequest) -> LocalFuture<'a, crate::error::Result<HttpResponse>>;

impl Courier {
    /// Forgets which services failed: the person may have mended what was wrong.
    pub fn forgive(&self) {
        self.doors.open_all();
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
        manners: Manners,
        parse: impl Fn(&HttpResponse) -> Answer<T>,
    ) -> Answer<T> {
        let carry = |request| host.http(request);
        let errand = Errand { request, manners, patience: Patience::Usual };
        let answer = self.carry(host, &errand, &carry, &parse).await;
        answer.map_err(|error| error.about(&errand.request))
    }

    /// The same for somebody who would rather go on without an answer than wait for a second try.
    pub async fn ask_once<T>(
        &self,
        host: &dyn Host,
        request: HttpRequest,
        manners: Manners,
        parse: impl Fn(&HttpResponse) -> Answer<T>,
    ) -> Answer<T> {
        let carry = |request| host.http(request);
        let errand = Errand { request, manners, patience: Patience::None };
        let answer = self.carry(host, &errand, &carry, &parse).await;
        answer.map_err(|error| error.about(&errand.request))
    }

    /// The same by another way than the host's usual one, with all that the service said.
    async fn carry<T>(
        &self,
        host: &dyn Host,
        errand: &Errand,
        carry: Carry<'_>,
        parse: &dyn Fn(&HttpResponse) -> Answer<T>,
    ) -> Answer<T> {
        let turn = self.doors.turn(&errand.request, errand.manners).await;
        for tries in 0.. {
            turn.ready(host).await?;
            let answered = carry(errand.request.clone()).await.map_err(ServiceError::NoAnswer);
            let response = answered.as_ref().ok().cloned();
            if let Some(manners) = response.as_ref().and_then(Manners::from_headers) {
                turn.adapt(manners);
            }
            let error = match answered.and_then(|response| parse(&response)) {
                Ok(value) => {
                    turn.succeeded();
                    return Ok(value);
                }
                Err(error) => error,
            };
            match retry::pause(&error, response.as_ref(), tries, host.random()) {
                Some(millis) if errand.patience == Patience::Usual => turn.hold(host, millis),
                _ => {
                    turn.failed(host, &error);
                    return Err(error);
                }
            }
        }
        Err(ServiceError::NoAnswer(Error::cancelled()))
    }
}
