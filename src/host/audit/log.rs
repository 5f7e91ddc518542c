//! The entries of the audit log: for each sent request its time, host, purpose and text.

use std::cell::Cell;

use serde::{Deserialize, Serialize};

use crate::values::Timestamp;
use crate::web::http::HttpRequest;

/// Maximum number of runs in the log, usually enough for a week. Beyond it the oldest run is
/// deleted.
pub(super) const MAX_LOGGED_RUNS: usize = 30;

/// Maximum number of characters of one request that the log stores. The end of a longer request is
/// cut off, because a device has little storage and nobody reads more.
const MAX_LOGGED_REQUEST_CHARACTERS: usize = 20_000;

/// Maximum number of characters stored of one run. Once it is reached, only the beginning of each
/// further request is stored.
pub const MAX_LOGGED_RUN_CHARACTERS: usize = 300_000;

/// Number of characters stored of a request after its run has reached `MAX_LOGGED_RUN_CHARACTERS`.
const MAX_REQUEST_EXCERPT_CHARACTERS: usize = 200;

/// The audit log: the latest runs with the requests that they sent, newest run first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct AuditLog {
    /// One entry per run, newest first.
    #[serde(alias = "outings")]
    pub runs: Vec<RunLog>,
}

/// The requests that one run sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunLog {
    /// The id of the run. Requests outside of a run are grouped by purpose and day instead.
    #[serde(rename = "run")]
    pub run_id: String,
    /// The path of the researched note. For requests outside of a run, their purpose.
    #[serde(rename = "path")]
    pub note_path: String,
    /// When the run started.
    #[serde(rename = "started")]
    pub started_at: Timestamp,
    /// The requests in the order in which they were sent.
    #[serde(alias = "errands")]
    pub requests: Vec<SentRequest>,
}

/// The log entry of one request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SentRequest {
    /// When the request was logged, right before it was sent.
    #[serde(rename = "at")]
    pub sent_at: Timestamp,
    /// The name of the host that received the request, for example `api.openai.com`.
    pub host: String,
    /// The purpose of the request, as text for the user, for example `read a search result`.
    #[serde(rename = "why")]
    pub purpose: String,
    /// The URL and the body of the request, perhaps shortened. Never contains an API key.
    #[serde(rename = "sent")]
    pub sent_text: String,
    /// Length of the URL and the body in bytes, before `sent_text` was shortened.
    #[serde(rename = "bytes")]
    pub sent_bytes: usize,
}

impl AuditLog {
    /// Adds the requests of a run. The requests of a resumed run are added to its existing entry.
    pub fn add_run(&mut self, run_log: &RunLog) {
        RunLog::merge_into(&mut self.runs, run_log);
        self.runs.truncate(MAX_LOGGED_RUNS);
    }
}

impl RunLog {
    /// Adds the requests of a run to a list of runs, except requests that the list already has.
    pub(super) fn merge_into(runs: &mut Vec<RunLog>, run_log: &RunLog) {
        if run_log.requests.is_empty() {
            return;
        }
        let at =
            runs.iter().position(|known| known.run_id == run_log.run_id).unwrap_or_else(|| {
                runs.insert(0, RunLog { requests: Vec::new(), ..run_log.clone() });
                0
            });
        if let Some(known) = runs.get_mut(at) {
            let new = run_log.requests.iter().filter(|request| !known.requests.contains(request));
            let new: Vec<SentRequest> = new.cloned().collect();
            known.requests.extend(new);
            known.shorten_requests();
        }
    }

    /// Shortens the requests to excerpts as soon as the run has reached `MAX_LOGGED_RUN_CHARACTERS`.
    fn shorten_requests(&mut self) {
        let mut remaining_characters = MAX_LOGGED_RUN_CHARACTERS;
        for request in &mut self.requests {
            request.shorten_to_fit(&mut remaining_characters);
        }
    }
}

impl SentRequest {
    /// Creates the log entry of a request that is sent at `sent_at`. Its text is cut off at
    /// `MAX_LOGGED_REQUEST_CHARACTERS`.
    fn from_request(request: &HttpRequest, sent_at: Timestamp) -> Self {
        let body = request.body.as_deref().unwrap_or_default();
        let sent = match request.body_bytes.len() {
            0 => format!("{} {body}", request.url),
            length => format!("{} ({length} bytes of a file)", request.url),
        };
        Self {
            sent_at,
            host: request.host().to_owned(),
            purpose: request.purpose.clone(),
            sent_text: sent.trim_end().chars().take(MAX_LOGGED_REQUEST_CHARACTERS).collect(),
            sent_bytes: request.url.len() + body.len() + request.body_bytes.len(),
        }
    }

    /// Shortens the stored text to an excerpt if it is longer than `remaining_characters`, and
    /// subtracts its length from `remaining_characters`.
    fn shorten_to_fit(&mut self, remaining_characters: &mut usize) {
        if self.sent_text.len() > *remaining_characters {
            self.sent_text = self.sent_text.chars().take(MAX_REQUEST_EXCERPT_CHARACTERS).collect();
        }
        *remaining_characters = remaining_characters.saturating_sub(self.sent_text.len());
    }

    /// Creates the log entry of a request. Its text is shortened to an excerpt if it is longer than
    /// `remaining_in_run`, the characters that its run may still store, which is then reduced.
    pub fn from_request_shortened(
        request: &HttpRequest,
        at: Timestamp,
        remaining_in_run: &Cell<usize>,
    ) -> Self {
        let mut request = Self::from_request(request, at);
        let mut remaining_characters = remaining_in_run.get();
        request.shorten_to_fit(&mut remaining_characters);
        remaining_in_run.set(remaining_characters);
        request
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_log(run: usize, sent: &str) -> RunLog {
        let request = SentRequest {
            sent_at: Timestamp::default(),
            host: "a.example".into(),
            purpose: "try".into(),
            sent_text: sent.into(),
            sent_bytes: sent.len(),
        };
        RunLog { run_id: run.to_string(), requests: vec![request], ..RunLog::default() }
    }

    #[test]
    fn a_run_is_one_entry_and_the_oldest_are_dropped() {
        let mut audit_log = AuditLog::default();
        for run in 0..40 {
            audit_log.add_run(&run_log(run, "x"));
            audit_log.add_run(&run_log(run, "y"));
        }
        audit_log.add_run(&RunLog { run_id: "silent".into(), ..RunLog::default() });
        assert_eq!(audit_log.runs.len(), MAX_LOGGED_RUNS);
        assert!(audit_log.runs.iter().all(|run_log| run_log.requests.len() == 2));
        assert_eq!(audit_log.runs[0].run_id, "39");
    }

    #[test]
    fn beyond_the_limit_only_the_beginning_is_stored() {
        let mut audit_log = AuditLog::default();
        let long = "x".repeat(MAX_LOGGED_RUN_CHARACTERS - 10);
        audit_log.add_run(&run_log(1, &long));
        audit_log.add_run(&run_log(1, &long.replace('x', "y")));
        let lengths: Vec<usize> =
            audit_log.runs[0].requests.iter().map(|request| request.sent_text.len()).collect();
        assert_eq!(lengths, [long.len(), MAX_REQUEST_EXCERPT_CHARACTERS]);
    }
}
