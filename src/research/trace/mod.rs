//! Everything that a run asked and was told, so that it can be looked at and told again: the same
//! agenda, the same answers, and at the end the same bytes, with no network and no vault. Keys are
//! no part of it: requests only name them.

mod replay;
mod vault;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::host::{Host, stored};
use crate::llm::price::PriceList;
use crate::note::NotePath;
use crate::research::outcome::RunOutput;
use crate::research::run_record::RunRecord;
use crate::research::started_run::StartedRun;
use crate::session::ResponseLog;
use crate::settings::Settings;
use crate::time::Timestamp;
pub use replay::{ReplayedRun, replay};
use vault::RecordedVault;
pub use vault::RecordingVault;

const TRACES: &str = "traces";

/// Traces at the most: each may hold the text of twenty pages.
const MOST_TRACES: usize = 10;

/// A run with all that it was told.
#[derive(Debug, Serialize, Deserialize)]
pub struct RunTrace {
    #[serde(alias = "begun")]
    run: StartedRun,
    base: Option<String>,
    settings: Settings,
    prices: PriceList,
    started: Timestamp,
    #[serde(alias = "notebook")]
    response_log: ResponseLog,
    vault: RecordedVault,
    notes: BTreeMap<NotePath, String>,
    #[serde(alias = "made")]
    output: RunOutput,
}

impl RunTrace {
    /// The trace of a run that ended.
    pub fn of(
        run_record: &RunRecord<'_>,
        vault: RecordingVault<'_>,
        (settings, prices): (&Settings, &PriceList),
    ) -> Self {
        let output = run_record.output.take();
        Self {
            // Nothing is paid when it is told again: what was spent is known from the beginning.
            run: StartedRun {
                request: run_record.request.clone(),
                spent: output.spent,
                lost: run_record.lost,
            },
            base: run_record.base.clone(),
            settings: settings.clone(),
            prices: prices.clone(),
            started: run_record.run_host.opened(),
            response_log: run_record.response_log.clone(),
            vault: vault.answers(),
            notes: run_record.run_host.take_reads(),
            output,
        }
    }
}

fn name(run: &str) -> String {
    format!("trace-{run}")
}

/// Keeps a trace on the device, and drops the oldest.
pub async fn keep(host: &dyn Host, trace: &RunTrace) {
    let run = &trace.run.request.agenda.run;
    let mut runs: Vec<String> = stored::load(host, TRACES).await.unwrap_or_default();
    runs.retain(|known| known != run);
    runs.insert(0, run.clone());
    for old in runs.iter().skip(MOST_TRACES) {
        stored::delete(host, &name(old)).await;
    }
    runs.truncate(MOST_TRACES);
    stored::save(host, &name(run), trace).await;
    stored::save(host, TRACES, &runs).await;
}

/// The trace of a run, if it was kept.
pub async fn kept_trace(host: &dyn Host, run: &str) -> Option<RunTrace> {
    stored::load(host, &name(run)).await
}
