//! What left the device: when, to which host, why, and the words themselves.

use serde::{Deserialize, Serialize};

use crate::net::http::HttpRequest;
use crate::time::Timestamp;

/// Runs that are kept: enough to answer "what did it send last week".
const MOST_RUNS: usize = 30;

/// Characters that are kept of one request: more is not read, and a device has little room.
const MOST_CHARACTERS: usize = 20_000;

/// Everything that was sent, the newest run first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Ledger {
    /// Of one run each.
    pub outings: Vec<Outing>,
}

/// What one run sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Outing {
    /// Names the run.
    pub run: String,
    /// The note that was researched.
    pub path: String,
    /// When it began.
    pub started: Timestamp,
    /// In the order in which it was sent.
    pub errands: Vec<Errand>,
}

/// One request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Errand {
    /// When.
    pub at: Timestamp,
    /// Where it went.
    pub host: String,
    /// What it was for, in words.
    pub why: String,
    /// The words that were sent: the address, and the body where there is one. Never a key.
    pub sent: String,
    /// Bytes of both.
    pub bytes: usize,
}

impl Ledger {
    /// Adds what a run sent; a run that goes on later stays one.
    pub fn add(&mut self, outing: &Outing) {
        if outing.errands.is_empty() {
            return;
        }
        match self.outings.iter_mut().find(|known| known.run == outing.run) {
            Some(known) => known.errands.extend_from_slice(&outing.errands),
            None => self.outings.insert(0, outing.clone()),
        }
        self.outings.truncate(MOST_RUNS);
    }
}

impl Errand {
    /// What a request sends, and where.
    pub fn of(request: &HttpRequest, at: Timestamp) -> Self {
        let body = request.body.as_deref().unwrap_or_default();
        let sent = format!("{} {body}", request.url);
        Self {
            at,
            host: request.host().to_owned(),
            why: request.why.clone(),
            sent: sent.trim_end().chars().take(MOST_CHARACTERS).collect(),
            bytes: request.url.len() + body.len(),
        }
    }
}
