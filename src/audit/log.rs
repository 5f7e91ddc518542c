//! What left the device: when, to which host, why, and the words themselves.

use std::cell::Cell;

use serde::{Deserialize, Serialize};

use crate::net::http::HttpRequest;
use crate::time::Timestamp;

/// Runs that are kept: enough to answer "what did it send last week".
const MOST_RUNS: usize = 30;

/// Characters that are kept of one request: more is not read, and a device has little room.
const MOST_CHARACTERS: usize = 20_000;

/// Characters that are kept of one run; of what is beyond that, the beginning tells what it was.
pub const MAX_RUN_CHARACTERS: usize = 300_000;
const BEGINNING: usize = 200;

/// Everything that was sent, the newest run first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct AuditLog {
    /// Of one run each.
    #[serde(alias = "outings")]
    pub runs: Vec<RunLog>,
}

/// What one run sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunLog {
    /// Names the run.
    pub run: String,
    /// The note that was researched.
    pub path: String,
    /// When it began.
    pub started: Timestamp,
    /// In the order in which it was sent.
    #[serde(alias = "errands")]
    pub requests: Vec<SentRequest>,
}

/// One request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SentRequest {
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

impl AuditLog {
    /// Adds what a run sent; a run that goes on later stays one.
    pub fn add(&mut self, run_log: &RunLog) {
        RunLog::add_to(&mut self.runs, run_log);
        self.runs.truncate(MOST_RUNS);
    }
}

impl RunLog {
    /// Adds what a run sent to what is known of it; what is known already is not added again.
    pub(super) fn add_to(runs: &mut Vec<RunLog>, run_log: &RunLog) {
        if run_log.requests.is_empty() {
            return;
        }
        let at = runs.iter().position(|known| known.run == run_log.run).unwrap_or_else(|| {
            runs.insert(0, RunLog { requests: Vec::new(), ..run_log.clone() });
            0
        });
        if let Some(known) = runs.get_mut(at) {
            let new = run_log.requests.iter().filter(|request| !known.requests.contains(request));
            let new: Vec<SentRequest> = new.cloned().collect();
            known.requests.extend(new);
            known.shorten();
        }
    }

    fn shorten(&mut self) {
        let mut room = MAX_RUN_CHARACTERS;
        for request in &mut self.requests {
            request.fit(&mut room);
        }
    }
}

impl SentRequest {
    /// What a request sends, and where.
    fn of(request: &HttpRequest, at: Timestamp) -> Self {
        let body = request.body.as_deref().unwrap_or_default();
        let sent = format!("{} {body}", request.url);
        Self {
            at,
            host: request.host().to_owned(),
            why: request.purpose.clone(),
            sent: sent.trim_end().chars().take(MOST_CHARACTERS).collect(),
            bytes: request.url.len() + body.len(),
        }
    }

    /// Keeps no more of the words than there is room for, but for their beginning.
    fn fit(&mut self, room: &mut usize) {
        if self.sent.len() > *room {
            self.sent = self.sent.chars().take(BEGINNING).collect();
        }
        *room = room.saturating_sub(self.sent.len());
    }

    /// As `of`, within the room that one run has.
    pub fn within(request: &HttpRequest, at: Timestamp, room: &Cell<usize>) -> Self {
        let mut request = Self::of(request, at);
        let mut left = room.get();
        request.fit(&mut left);
        room.set(left);
        request
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_log(run: usize, sent: &str) -> RunLog {
        let request = SentRequest {
            at: Timestamp::default(),
            host: "a.example".into(),
            why: "try".into(),
            sent: sent.into(),
            bytes: sent.len(),
        };
        RunLog { run: run.to_string(), requests: vec![request], ..RunLog::default() }
    }

    #[test]
    fn a_run_is_one_and_the_oldest_go() {
        let mut audit_log = AuditLog::default();
        for run in 0..40 {
            audit_log.add(&run_log(run, "x"));
            audit_log.add(&run_log(run, "y"));
        }
        audit_log.add(&RunLog { run: "silent".into(), ..RunLog::default() });
        assert_eq!(audit_log.runs.len(), MOST_RUNS);
        assert!(audit_log.runs.iter().all(|run_log| run_log.requests.len() == 2));
        assert_eq!(audit_log.runs[0].run, "39");
    }

    #[test]
    fn of_much_only_the_beginning_is_kept() {
        let mut audit_log = AuditLog::default();
        let long = "x".repeat(MAX_RUN_CHARACTERS - 10);
        audit_log.add(&run_log(1, &long));
        audit_log.add(&run_log(1, &long.replace('x', "y")));
        let lengths: Vec<usize> =
            audit_log.runs[0].requests.iter().map(|request| request.sent.len()).collect();
        assert_eq!(lengths, [long.len(), BEGINNING]);
    }
}
