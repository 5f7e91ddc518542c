//! Stores the log of sent requests. Each entry is saved before its request is sent, so that it
//! exists even if the app is closed during the request.

use std::cell::Cell;

use crate::host::audit::log::MAX_LOGGED_RUNS;
use crate::host::audit::{AuditLog, RunLog, SentRequest};
use crate::host::{CachedValue, Host, stored_value};

/// Maximum number of characters of all pending entries together. Beyond it they are moved into the
/// log, because every request saves all pending entries again.
const MAX_PENDING_LOG_CHARACTERS: usize = 100_000;

/// The name under which earlier versions stored the whole log.
const WHOLE_LOG_NAME: &str = "ledger";

/// The name under which the requests of a run are stored.
fn run_name(run_id: &str) -> String {
    format!("sent-by-{run_id}")
}

/// Stores the log of sent requests, each run for itself: the whole log is too large to be kept in
/// memory, or to be saved again for some requests. New entries are collected in a short list first
/// (`pending`).
pub struct AuditStore {
    pending: CachedValue<Vec<RunLog>>,
    /// The ids of the runs in the log, newest first.
    run_ids: CachedValue<Vec<String>>,
    /// Whether entries are being moved into the log. Two calls at once would overwrite each other's.
    is_flushing: Cell<bool>,
}

/// Exists while entries are moved into the log, also if that is given up in the middle.
struct Flushing<'a> {
    is_flushing: &'a Cell<bool>,
}

impl<'a> Flushing<'a> {
    /// Begins, unless it goes on already.
    fn begin(is_flushing: &'a Cell<bool>) -> Option<Self> {
        if is_flushing.replace(true) {
            return None;
        }
        Some(Self { is_flushing })
    }
}

impl Drop for Flushing<'_> {
    fn drop(&mut self) {
        self.is_flushing.set(false);
    }
}

impl Default for AuditStore {
    fn default() -> Self {
        Self {
            pending: CachedValue::new("sent-now"),
            run_ids: CachedValue::new("sent-runs"),
            is_flushing: Cell::default(),
        }
    }
}

impl AuditStore {
    /// Adds a request that a run is about to send to the pending entries, and saves them.
    pub async fn record_request(&self, host: &dyn Host, run: &RunLog, request: SentRequest) {
        let run_log = RunLog { requests: vec![request], ..run.clone() };
        let mut characters = 0;
        let add = |runs: &mut Vec<RunLog>| {
            RunLog::merge_into(runs, &run_log);
            characters = runs.iter().flat_map(|it| &it.requests).map(|it| it.sent_text.len()).sum();
        };
        self.pending.change(host, add).await;
        if characters > MAX_PENDING_LOG_CHARACTERS {
            self.flush(host).await;
        }
    }

    /// Moves the pending entries into the log, so that the next request saves a short list again.
    pub async fn flush(&self, host: &dyn Host) {
        let Some(_flushing) = Flushing::begin(&self.is_flushing) else { return };
        self.split_whole_log(host).await;
        let runs = self.pending.get(host).await;
        if !runs.is_empty() {
            self.add_runs(host, &runs).await;
            self.drop_pending(host, &runs).await;
        }
    }

    /// Adds requests to the log. The requests of a run that goes on are added to its existing entry.
    async fn add_runs(&self, host: &dyn Host, runs: &[RunLog]) {
        for run in runs {
            let stored = stored_value::load(host, &run_name(&run.run_id)).await;
            let mut entries: Vec<RunLog> = stored.into_iter().collect();
            RunLog::merge_into(&mut entries, run);
            if let Some(entry) = entries.first() {
                stored_value::save(host, &run_name(&run.run_id), entry).await;
            }
        }
        let mut dropped = Vec::new();
        let add = |ids: &mut Vec<String>| {
            for run in runs.iter().filter(|run| !run.requests.is_empty()) {
                if !ids.contains(&run.run_id) {
                    ids.insert(0, run.run_id.clone());
                }
            }
            dropped = ids.split_off(MAX_LOGGED_RUNS.min(ids.len()));
        };
        self.run_ids.change(host, add).await;
        for id in dropped {
            stored_value::delete(host, &run_name(&id)).await;
        }
    }

    /// Drops the entries that are in the log. Requests that were recorded while the log was being saved
    /// are not in it yet, so they stay.
    async fn drop_pending(&self, host: &dyn Host, flushed: &[RunLog]) {
        let is_flushed = |run: &RunLog, request: &SentRequest| {
            flushed.iter().any(|it| it.run_id == run.run_id && it.requests.contains(request))
        };
        let drop_flushed = |pending: &mut Vec<RunLog>| {
            for run in pending.iter_mut() {
                let requests = std::mem::take(&mut run.requests);
                run.requests =
                    requests.into_iter().filter(|request| !is_flushed(run, request)).collect();
            }
            pending.retain(|run| !run.requests.is_empty());
        };
        self.pending.change(host, drop_flushed).await;
    }

    /// Splits the log of an earlier version into its runs.
    async fn split_whole_log(&self, host: &dyn Host) {
        let log: Option<AuditLog> = stored_value::load(host, WHOLE_LOG_NAME).await;
        let Some(mut log) = log else { return };
        log.runs.reverse();
        self.add_runs(host, &log.runs).await;
        stored_value::delete(host, WHOLE_LOG_NAME).await;
    }

    /// Returns the log, including the entries that are pending.
    pub async fn read_log(&self, host: &dyn Host) -> AuditLog {
        self.flush(host).await;
        let mut log = AuditLog::default();
        for id in self.run_ids.get(host).await.iter().rev() {
            let run: Option<RunLog> = stored_value::load(host, &run_name(id)).await;
            run.iter().for_each(|run| log.add_run(run));
        }
        self.pending.get(host).await.iter().for_each(|run| log.add_run(run));
        log
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;
    use std::rc::Rc;

    use super::*;
    use crate::host::session::{PrivacyRules, RunHost};
    use crate::host::{Host, LocalFuture, MemoryHost, Network};
    use crate::safety::privacy::VaultNames;
    use crate::settings::Settings;
    use crate::values::Result;
    use crate::web::http::{Endpoint, HttpRequest};

    struct DefaultRules;

    impl PrivacyRules for DefaultRules {
        fn settings(&self) -> Settings {
            Settings::default()
        }

        fn vault_names<'a>(&'a self, _: &'a dyn Host) -> LocalFuture<'a, Result<Rc<VaultNames>>> {
            Box::pin(ready(Ok(Rc::default())))
        }
    }

    #[test]
    fn pending_entries_stay_few_and_none_is_lost() {
        let (host, audit) = (MemoryHost::default(), AuditStore::default());
        let run_host = RunHost::without_time_limit(&host, &DefaultRules)
            .with_audit_log(&audit, "learning", "Learning");
        let text = "x".repeat(15_000);
        for number in 0..60 {
            let url = Endpoint::fixed("https://api.example.org").with_path("/x");
            let request = HttpRequest::post(url, &format!("{number} {text}").into());
            let _ = pollster::block_on(run_host.http(request));
        }
        let pending = pollster::block_on(audit.pending.get(&host));
        let sent: usize =
            pending.iter().flat_map(|run| &run.requests).map(|it| it.sent_text.len()).sum();
        assert!(sent <= MAX_PENDING_LOG_CHARACTERS, "{sent}");
        let audit_log = pollster::block_on(AuditStore::default().read_log(&host));
        assert_eq!((audit_log.runs.len(), audit_log.runs[0].requests.len()), (1, 60));
    }

    #[test]
    fn the_log_of_an_earlier_version_is_kept() {
        let host = MemoryHost::default();
        let run = |id: usize| RunLog {
            run_id: id.to_string(),
            requests: vec![SentRequest {
                sent_at: Default::default(),
                host: "a.example".into(),
                purpose: "try".into(),
                sent_text: "x".into(),
                sent_bytes: 1,
            }],
            ..RunLog::default()
        };
        let old = AuditLog { runs: (0..5).map(run).collect() };
        pollster::block_on(stored_value::save(&host, WHOLE_LOG_NAME, &old));
        let read = || pollster::block_on(AuditStore::default().read_log(&host));
        assert_eq!((read(), read()), (old.clone(), old));
        assert!(!host.stored_values.borrow().contains_key(WHOLE_LOG_NAME));
        let audit = AuditStore::default();
        for id in 5..60 {
            let RunLog { requests, .. } = run(id);
            let log = RunLog { requests: Vec::new(), ..run(id) };
            pollster::block_on(audit.record_request(&host, &log, requests[0].clone()));
            pollster::block_on(audit.flush(&host));
        }
        let ids: Vec<String> = read().runs.into_iter().map(|run| run.run_id).collect();
        let expected: Vec<String> = (30..60).rev().map(|id: usize| id.to_string()).collect();
        assert_eq!(ids, expected);
        let pieces =
            host.stored_values.borrow().keys().filter(|it| it.starts_with("sent-by-")).count();
        assert_eq!(pieces, MAX_LOGGED_RUNS);
    }

    #[test]
    fn a_flush_that_is_given_up_does_not_block_the_next_one() {
        let is_flushing = Cell::default();
        let first = Flushing::begin(&is_flushing);
        assert!(first.is_some() && Flushing::begin(&is_flushing).is_none());
        assert!(Flushing::begin(&is_flushing).is_none());
        drop(first);
        assert!(Flushing::begin(&is_flushing).is_some());
    }
}
