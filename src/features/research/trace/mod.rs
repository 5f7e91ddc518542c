//! The trace of a run: its agenda and all responses. It can be exported, and replayed with the same
//! result to the byte, without network or vault. It contains no API keys: requests contain only the
//! names of keys.

mod recorded_vault;
mod replay;
mod replay_host;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::answers::run::{RunOutput, RunRecord, StartedRun};
use crate::host::session::ResponseLog;
use crate::host::{Host, stored_value};
use crate::model::llm::PriceList;
use crate::notes::note::NotePath;
use crate::settings::Settings;
use crate::values::Timestamp;
pub use recorded_vault::{RecordedVault, RecordingVault};
pub use replay::{ReplayedRun, replay};
pub use replay_host::{ReplayHost, ReplayPrivacyRules};

/// The name under which the ids of the stored traces are saved.
const TRACE_LIST_NAME: &str = "traces";

/// Maximum number of stored traces: each may hold the text of twenty pages.
const MAX_TRACES: usize = 10;

/// A run whose trace is stored on the device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct StoredTrace {
    /// The id of the run.
    #[serde(rename = "run")]
    pub run_id: String,
    /// The path of the note when the run started.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// When the run was started.
    #[serde(rename = "started")]
    pub started_at: Timestamp,
}

/// The trace of a run: its agenda and all responses, with which the run can be replayed.
#[derive(Debug, Serialize, Deserialize)]
pub struct RunTrace {
    #[serde(alias = "begun")]
    run: StartedRun,
    #[serde(alias = "base")]
    previous_report: Option<String>,
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
    /// Creates the trace of a finished run.
    pub fn new(
        run_record: &RunRecord<'_>,
        vault: RecordingVault<'_>,
        settings: &Settings,
        prices: &PriceList,
    ) -> Self {
        let output = run_record.output.take();
        Self {
            // A replay costs nothing, so it starts with the final costs.
            run: StartedRun {
                request: run_record.request.clone(),
                spent: output.spent,
                is_note_deleted: run_record.is_note_deleted,
            },
            previous_report: run_record.previous_report.clone(),
            settings: settings.clone(),
            prices: prices.clone(),
            started: run_record.run_host.started_at(),
            response_log: run_record.response_log.clone(),
            vault: vault.into_recorded(),
            notes: run_record.run_host.take_recorded_notes(),
            output,
        }
    }
}

/// The name under which the trace of a run is stored.
fn storage_name(run_id: &str) -> String {
    format!("trace-{run_id}")
}

/// Stores a trace on the device, and drops the oldest traces.
pub async fn save_trace(host: &dyn Host, trace: &RunTrace) {
    let run = &trace.run.request.agenda.run_id;
    let mut runs: Vec<String> = stored_value::load(host, TRACE_LIST_NAME).await.unwrap_or_default();
    runs.retain(|known| known != run);
    runs.insert(0, run.clone());
    for old in runs.iter().skip(MAX_TRACES) {
        stored_value::delete(host, &storage_name(old)).await;
    }
    runs.truncate(MAX_TRACES);
    stored_value::save(host, &storage_name(run), trace).await;
    stored_value::save(host, TRACE_LIST_NAME, &runs).await;
}

/// Returns the runs whose traces are stored, the newest first.
pub async fn list_traces(host: &dyn Host) -> Vec<StoredTrace> {
    let runs: Vec<String> = stored_value::load(host, TRACE_LIST_NAME).await.unwrap_or_default();
    let mut traces = Vec::new();
    for run_id in runs {
        if let Some(trace) = load_trace(host, &run_id).await {
            let path = trace.run.request.agenda.path;
            traces.push(StoredTrace { run_id, path, started_at: trace.started });
        }
    }
    traces
}

/// Loads the trace of a run, if it is stored.
pub async fn load_trace(host: &dyn Host, run_id: &str) -> Option<RunTrace> {
    stored_value::load(host, &storage_name(run_id)).await
}
