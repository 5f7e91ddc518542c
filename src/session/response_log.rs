//! The responses of a run by the key of their request. A request with a response in the log is not
//! sent again.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use futures_util::lock::Mutex;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{Error, ErrorCode, Result};

/// For how long a response is used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reuse {
    /// Also when the run is resumed later.
    Always,
    /// Only until the run ends: no service gave a result, so the request is sent again when the run
    /// is resumed.
    ThisRun,
}

/// Requests of a run and their responses, failures included.
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
    /// A response that says only which services failed.
    #[serde(alias = "invain")]
    Empty(Value),
    Failed(Error),
}

impl ResponseLog {
    /// From now on no request is sent: a request without a response in the log fails.
    pub fn close(&self) {
        self.closed.set(true);
    }

    /// Whether no request is sent any more.
    pub fn is_closed(&self) -> bool {
        self.closed.get()
    }

    /// Drops failures and empty responses: sending the request again may succeed.
    pub fn reset_failures(&self) {
        let is_received = |logged: &LoggedResponse| matches!(logged, LoggedResponse::Received(_));
        self.responses.borrow_mut().retain(|_, logged| is_received(logged));
    }

    /// Returns the response of a request. In a closed log, a request without one has failed.
    pub fn find<T: DeserializeOwned>(&self, key: &str) -> Option<Result<T>> {
        match self.responses.borrow().get(key) {
            // A response from an older version may have another shape; its request is sent again.
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

    /// The lock of a request, which is held while it is being sent.
    pub fn lock(&self, key: &str) -> Rc<Mutex<()>> {
        Rc::clone(self.locks.borrow_mut().entry(key.to_owned()).or_default())
    }

    /// Adds a response. Nothing is added if the user stopped the run.
    pub fn add<T: Serialize>(&self, key: String, response: &Result<T>, reuse: Reuse) {
        let logged = match response {
            Ok(value) if reuse == Reuse::ThisRun => {
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

    /// Whether the log has no entry at all.
    pub fn is_untouched(&self) -> bool {
        self.responses.borrow().is_empty()
    }

    /// Whether no request had a result.
    pub fn is_empty(&self) -> bool {
        let responses = self.responses.borrow();
        !responses.values().any(|logged| matches!(logged, LoggedResponse::Received(_)))
    }

    /// Whether something was added since the last call of this function.
    pub fn take_changed(&self) -> bool {
        self.changed.take()
    }
}
