//! The responses that a run has received, each under a text that identifies its request. A request
//! that has a response in the log is not sent again.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use futures_util::lock::Mutex;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::values::{Error, ErrorCode, Result};

/// Whether a logged response is used again when the run is resumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponseReuse {
    /// The response is also used when the run is resumed later.
    Always,
    /// The response is used only until the run ends. No service had a result, so the request is
    /// sent again when the run is resumed.
    ThisRun,
}

/// The requests of a run and their responses, including failures.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ResponseLog {
    responses: RefCell<BTreeMap<String, LoggedResponse>>,
    #[serde(skip)]
    closed: Cell<bool>,
    #[serde(skip)]
    changed: Cell<bool>,
    /// One lock per request, so that a request is never sent twice at the same time.
    #[serde(skip)]
    locks: RefCell<BTreeMap<String, Rc<Mutex<()>>>>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LoggedResponse {
    #[serde(alias = "told")]
    Received(Value),
    /// A response without results, which only says which services failed.
    #[serde(alias = "invain")]
    Empty(Value),
    Failed(Error),
}

impl ResponseLog {
    /// Closes the log: from now on no request is sent, and a request that has no response in the
    /// log fails.
    pub fn forbid_new_requests(&self) {
        self.closed.set(true);
    }

    /// Whether `forbid_new_requests` was called.
    pub fn are_new_requests_forbidden(&self) -> bool {
        self.closed.get()
    }

    /// Drops failures and empty responses, so that these requests are sent again.
    pub fn reset_failures(&self) {
        let is_received = |logged: &LoggedResponse| matches!(logged, LoggedResponse::Received(_));
        self.responses.borrow_mut().retain(|_, logged| is_received(logged));
    }

    /// Returns the logged response of a request. If the log is closed and has none, returns an
    /// error.
    pub fn find_response<T: DeserializeOwned>(&self, key: &str) -> Option<Result<T>> {
        match self.responses.borrow().get(key) {
            // A response logged by an older version may have another format; then the request is
            // sent again.
            Some(LoggedResponse::Received(value) | LoggedResponse::Empty(value)) => {
                serde_json::from_value(value.clone()).ok().map(Ok)
            }
            Some(LoggedResponse::Failed(error)) => Some(Err(error.clone())),
            None if self.closed.get() => {
                Some(Err(Error::new(ErrorCode::NotAsked, "Not requested: the run had ended")))
            }
            None => None,
        }
    }

    /// Returns the lock of a request, which is locked while the request is being sent.
    pub fn request_lock(&self, key: &str) -> Rc<Mutex<()>> {
        Rc::clone(self.locks.borrow_mut().entry(key.to_owned()).or_default())
    }

    /// Adds the response of a request, even if it is an error. Only the error that the user stopped
    /// the run is not logged.
    pub fn add_response<T: Serialize>(
        &self,
        key: String,
        response: &Result<T>,
        reuse: ResponseReuse,
    ) {
        let logged = match response {
            Ok(value) if reuse == ResponseReuse::ThisRun => {
                serde_json::to_value(value).ok().map(LoggedResponse::Empty)
            }
            Ok(value) => serde_json::to_value(value).ok().map(LoggedResponse::Received),
            Err(error) if error.code == ErrorCode::Cancelled => None,
            Err(error) => Some(LoggedResponse::Failed(error.clone())),
        };
        if let Some(logged) = logged {
            self.responses.borrow_mut().insert(key, logged);
            self.changed.set(true);
        }
    }

    /// Whether the log contains neither responses nor failures.
    pub fn has_no_entries(&self) -> bool {
        self.responses.borrow().is_empty()
    }

    /// Whether all entries of the log are failures or responses without results.
    pub fn has_no_results(&self) -> bool {
        let responses = self.responses.borrow();
        !responses.values().any(|logged| matches!(logged, LoggedResponse::Received(_)))
    }

    /// Returns whether a response was added since the last call, and resets the flag.
    pub fn take_change_flag(&self) -> bool {
        self.changed.take()
    }
}
