//! Stores the log of sent requests. Each entry is saved before its request is sent, so that it
//! exists even if the app is closed during the request.

use crate::audit::{AuditLog, RunLog, SentRequest};
use crate::host::Host;
use crate::host::cached_value::CachedValue;

/// Maximum number of characters of all pending entries together. Beyond it they are moved into the
/// log, because every request saves all pending entries again.
const MAX_PENDING_LOG_CHARACTERS: usize = 100_000;

/// Stores the log of sent requests. New entries are collected in a short list first (`pending`),
/// because the whole log is too large to be saved for each request.
pub struct AuditStore {
    pending: CachedValue<Vec<RunLog>>,
    audit_log: CachedValue<AuditLog>,
}

impl Default for AuditStore {
    fn default() -> Self {
        Self { pending: CachedValue::new("sent-now"), audit_log: CachedValue::new("ledger") }
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
        let runs = self.pending.get(host).await;
        if runs.is_empty() {
            return;
        }
        let add =
            |audit_log: &mut AuditLog| runs.iter().for_each(|run_log| audit_log.add_run(run_log));
        self.audit_log.change(host, add).await;
        // Requests that were recorded while the log was being saved are not in the log yet, so they
        // stay pending.
        let is_flushed = |run: &RunLog, request: &SentRequest| {
            runs.iter()
                .any(|flushed| flushed.run_id == run.run_id && flushed.requests.contains(request))
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

    /// Returns the log, including the entries that were pending.
    pub async fn read_log(&self, host: &dyn Host) -> AuditLog {
        self.flush(host).await;
        self.audit_log.get(host).await
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::host::Network;
    use crate::host::memory::MemoryHost;
    use crate::net::endpoint::Endpoint;
    use crate::net::http::HttpRequest;
    use crate::privacy::VaultNames;
    use crate::session::{PrivacyRules, RunHost};
    use crate::settings::Settings;

    struct DefaultRules;

    impl PrivacyRules for DefaultRules {
        fn settings(&self) -> Settings {
            Settings::default()
        }

        fn vault_names(&self) -> Rc<VaultNames> {
            Rc::default()
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
}
