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

/// How a request is handed over.
struct Way<'a> {
    /// Whole, or with its answer in pieces.
    carry: &'a dyn Fn(HttpRequest) -> LocalFuture<'a, crate::error::Result<HttpResponse>>,
    /// Asked before another try, with what was wrong: it may cost too much.
    again: &'a dyn Fn(&ServiceError) -> Answer<()>,
}

impl Courier {
    /// Forgets which services failed: the person may have mended what was wrong.
    pub fn forgive(&self) {
        self.doors.open_all();
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
        manners: Manners,
        parse: impl Fn(&HttpResponse) -> Answer<T>,
    ) -> Answer<T> {
        self.run(host, &Errand { request, manners, patience: Patience::Usual }, parse).await
    }

    /// The same for somebody who would rather go on without an answer than wait for a second try.
    pub async fn ask_once<T>(
        &self,
        host: &dyn Host,
        request: HttpRequest,
        manners: Manners,
        parse: impl Fn(&HttpResponse) -> Answer<T>,
    ) -> Answer<T> {
        self.run(host, &Errand { request, manners, patience: Patience::None }, parse).await
    }

    async fn run<T>(
        &self,
        host: &dyn Host,
        errand: &Errand,
        parse: impl Fn(&HttpResponse) -> Answer<T>,
    ) -> Answer<T> {
        let way = Way { carry: &|request| host.http(request), again: &|_| Ok(()) };
        let answer = self.carry(host, errand, &way, &parse).await;
        answer.map_err(|error| error.about(&errand.request))
    }

    /// Sends a request by any way, with all that the service said in its error.
    async fn carry<T>(
        &self,
        host: &dyn Host,
        errand: &Errand,
        way: &Way<'_>,
        parse: &dyn Fn(&HttpResponse) -> Answer<T>,
    ) -> Answer<T> {
        let turn = self.doors.turn(host, errand).await?;
        let mut tries = 0;
        loop {
            turn.ready(host).await?;
            let (error, response) = match (way.carry)(errand.request.clone()).await {
                Ok(response) => {
                    Manners::from_headers(&response).inspect(|manners| turn.adapt(*manners));
                    match parse(&response) {
                        Ok(value) => {
                            turn.succeeded();
                            return Ok(value);
                        }
                        Err(error) => (error, Some(response)),
                    }
                }
                Err(error) => (ServiceError::NoAnswer(error), None),
            };
            match retry::pause(&error, response.as_ref(), tries, host.random()) {
                Some(millis) if errand.patience == Patience::Usual => {
                    (way.again)(&error)?;
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
