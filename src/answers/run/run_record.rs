//! The record of a run: the user's request and the responses so far. It is stored on the device
//! while the run is in progress, so that the user doesn't pay twice if the app is closed.

use std::cell::RefCell;

use futures_util::lock::Mutex;
use serde::{Deserialize, Serialize};

use crate::answers::run::ResearchStore;
use crate::answers::run::outcome::{Report, RunOutput};
use crate::answers::run::request::RunRequest;
use crate::answers::run::started_run::{StartedRun, UnfinishedRun};
use crate::host::session::{ResponseLog, RunHost};
use crate::host::{Host, stored_value};
use crate::model::llm::Spending;
use crate::values::{ErrorCode, Result};

/// Maximum number of stored unfinished runs; the oldest are dropped.
const MAX_UNFINISHED_RUNS: usize = 20;

/// Errors that would occur again if the run were resumed.
const UNRESUMABLE_ERRORS: [ErrorCode; 2] = [ErrorCode::NothingFound, ErrorCode::NoTopics];

/// An unfinished run as it is stored on the device.
#[derive(Serialize, Deserialize)]
struct StoredRun<B, N> {
    #[serde(alias = "begun")]
    started: B,
    #[serde(alias = "notebook")]
    response_log: N,
}

/// The request of a run in progress, its responses so far and its intermediate results.
pub struct RunRecord<'a> {
    /// The host of the run, which logs everything that is sent.
    pub run_host: &'a RunHost<'a>,
    /// The responses so far, which are used again if the run is resumed.
    pub response_log: &'a ResponseLog,
    /// The agenda and the permissions that the user approved.
    pub request: &'a RunRequest,
    /// Ibid's previous report in the section. It is needed to find the user's edits and merge them
    /// with the new report.
    pub previous_report: Option<String>,
    /// Costs before this run started: of finding the topics, and of the run before it was resumed.
    pub spent_before_start: Spending,
    /// The intermediate results of the run, for its trace.
    pub output: RefCell<RunOutput>,
    saving: Mutex<()>,
    /// Whether the researched note was deleted, so that the report goes to the inbox.
    pub is_note_deleted: bool,
}

impl<'a> RunRecord<'a> {
    /// Creates the record of a run that starts or is resumed.
    pub fn new(
        run_host: &'a RunHost<'a>,
        response_log: &'a ResponseLog,
        started: &'a StartedRun,
    ) -> Self {
        let StartedRun { request, spent, is_note_deleted: note_deleted } = started;
        let output = RefCell::new(RunOutput { spent: *spent, ..RunOutput::default() });
        Self {
            run_host,
            response_log,
            request,
            previous_report: None,
            spent_before_start: *spent,
            output,
            saving: Mutex::new(()),
            is_note_deleted: *note_deleted,
        }
    }

    /// Sets Ibid's previous report, which is needed to find and keep the user's edits.
    pub fn with_previous_report(self, previous_report: Option<String>) -> Self {
        Self { previous_report, ..self }
    }

    /// The name under which an unfinished run is stored.
    fn storage_name(run_id: &str) -> String {
        format!("run-{run_id}")
    }

    /// Adds the run to the list of unfinished runs, and saves its record.
    pub async fn save_as_unfinished(&self, host: &dyn Host, store: &ResearchStore) {
        let agenda = &self.request.agenda;
        let unfinished = UnfinishedRun {
            run_id: agenda.run_id.clone(),
            path: agenda.path.clone(),
            started_at: self.run_host.started_at(),
            topic_count: agenda.ticked_topics().count(),
        };
        let mut dropped = Vec::new();
        let add = |runs: &mut Vec<UnfinishedRun>| {
            runs.retain(|known| known.run_id != unfinished.run_id);
            runs.insert(0, unfinished);
            dropped = runs.split_off(MAX_UNFINISHED_RUNS.min(runs.len()));
        };
        store.runs.change(host, add).await;
        for old in dropped {
            stored_value::delete(host, &Self::storage_name(&old.run_id)).await;
        }
        self.save(host).await;
    }

    /// Saves the record if it has new responses. If another save is in progress, waits for it
    /// first, because it may not contain the newest response.
    pub async fn save_if_changed(&self, host: &dyn Host) {
        let _guard = self.saving.lock().await;
        if self.response_log.take_change_flag() {
            self.save(host).await;
        }
    }

    async fn save(&self, host: &dyn Host) {
        // `is_note_deleted` is not stored as true: whether the note exists is checked when the run is
        // resumed.
        let spent = self.output.borrow().spent;
        let started = StartedRun { request: self.request.clone(), spent, is_note_deleted: false };
        let run = StoredRun { started, response_log: self.response_log };
        stored_value::save(host, &Self::storage_name(&self.request.agenda.run_id), &run).await;
    }

    /// Ends the run. If it was stopped or its note can't be reached, the record is kept so that the
    /// run can be resumed, unless it has no responses yet.
    pub async fn finish(&self, host: &dyn Host, store: &ResearchStore, outcome: &Result<Report>) {
        let can_resume =
            outcome.as_ref().is_err_and(|error| !UNRESUMABLE_ERRORS.contains(&error.code));
        if can_resume && !self.response_log.has_no_results() {
            self.save(host).await;
        } else {
            delete_unfinished_run(host, store, &self.request.agenda.run_id).await;
        }
    }
}

/// Loads an unfinished run and its responses; `None` if it is not stored.
pub async fn load_unfinished_run(
    host: &dyn Host,
    run_id: &str,
) -> Option<(StartedRun, ResponseLog)> {
    let run: StoredRun<StartedRun, ResponseLog> =
        stored_value::load(host, &RunRecord::storage_name(run_id)).await?;
    Some((run.started, run.response_log))
}

/// Deletes an unfinished run and its responses, so that it can't be resumed.
pub async fn delete_unfinished_run(host: &dyn Host, store: &ResearchStore, run_id: &str) {
    store.runs.change(host, |runs| runs.retain(|known| known.run_id != run_id)).await;
    stored_value::delete(host, &RunRecord::storage_name(run_id)).await;
}
