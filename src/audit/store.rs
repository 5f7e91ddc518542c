//! The books of what leaves the device. A line is written before anything goes out, so that it
//! stands there even if the app is closed while the answer is awaited.

use crate::audit::{AuditLog, RunLog, SentRequest};
use crate::host::Host;
use crate::host::cached::Cached;

/// Characters in the book of what goes out now: it is kept anew with every line.
const MOST_NOW: usize = 100_000;

/// A small book for what goes out now, and the ledger, which is too large to be kept at each line.
pub struct AuditStore {
    now: Cached<Vec<RunLog>>,
    audit_log: Cached<AuditLog>,
}

impl Default for AuditStore {
    fn default() -> Self {
        Self { now: Cached::new("sent-now"), audit_log: Cached::new("ledger") }
    }
}

impl AuditStore {
    /// Writes down what is about to be sent by a run.
    pub async fn note(&self, host: &dyn Host, run: &RunLog, request: SentRequest) {
        let run_log = RunLog { requests: vec![request], ..run.clone() };
        let mut bytes = 0;
        let add = |runs: &mut Vec<RunLog>| {
            RunLog::add_to(runs, &run_log);
            bytes = runs.iter().flat_map(|it| &it.requests).map(|it| it.sent.len()).sum();
        };
        self.now.change(host, add).await;
        if bytes > MOST_NOW {
            self.settle(host).await;
        }
    }

    /// Brings what went out into the ledger.
    pub async fn settle(&self, host: &dyn Host) {
        let runs = self.now.get(host).await;
        if runs.is_empty() {
            return;
        }
        let add = |audit_log: &mut AuditLog| runs.iter().for_each(|run_log| audit_log.add(run_log));
        self.audit_log.change(host, add).await;
        // More may have gone out meanwhile.
        let is_settled = |run: &RunLog, request: &SentRequest| {
            runs.iter().any(|done| done.run == run.run && done.requests.contains(request))
        };
        let drop_settled = |now: &mut Vec<RunLog>| {
            for run in now.iter_mut() {
                let requests = std::mem::take(&mut run.requests);
                run.requests = requests.into_iter().filter(|e| !is_settled(run, e)).collect();
            }
            now.retain(|run| !run.requests.is_empty());
        };
        self.now.change(host, drop_settled).await;
    }

    /// Everything that went out.
    pub async fn read(&self, host: &dyn Host) -> AuditLog {
        self.settle(host).await;
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

    struct Nameless;

    impl PrivacyRules for Nameless {
        fn settings(&self) -> Settings {
            Settings::default()
        }

        fn names(&self) -> Rc<VaultNames> {
            Rc::default()
        }
    }

    #[test]
    fn the_book_of_what_goes_out_now_stays_small_and_nothing_is_lost() {
        let (host, audit) = (MemoryHost::default(), AuditStore::default());
        let run_host =
            RunHost::without_limit(&host, &Nameless).logging(&audit, "learning", "Learning");
        let text = "x".repeat(15_000);
        for number in 0..60 {
            let url = Endpoint::fixed("https://api.example.org").with_path("/x");
            let request = HttpRequest::post(url, &format!("{number} {text}").into());
            let _ = pollster::block_on(run_host.http(request));
        }
        let now = pollster::block_on(audit.now.get(&host));
        let sent: usize = now.iter().flat_map(|run| &run.requests).map(|it| it.sent.len()).sum();
        assert!(sent <= MOST_NOW, "{sent}");
        let audit_log = pollster::block_on(AuditStore::default().read(&host));
        assert_eq!((audit_log.runs.len(), audit_log.runs[0].requests.len()), (1, 60));
    }
}
