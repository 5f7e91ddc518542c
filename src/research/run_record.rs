//! Runs that are not finished: what they were to look up and what they were told, kept on the
//! device while they go, so that nothing is paid for twice when the app was closed in between.

use crate::research::outcome::RunOutput;
use crate::research::started_run::{StartedRun, UnfinishedRun};
use std::cell::{Cell, RefCell};

use serde::{Deserialize, Serialize};

use crate::error::{ErrorCode, Result};
use crate::host::{Host, stored};
use crate::llm::budget::Spending;
use crate::research::outcome::Report;
use crate::research::request::RunRequest;
use crate::research::store::ResearchStore;
use crate::session::{ResponseLog, RunHost};

/// Short enough not to be noticed.
const WAIT_MILLIS: u32 = 10;

/// Unfinished runs at the most: older ones are not gone on with.
const MOST_RUNS: usize = 20;

/// Ways in which a run fails that going on with it would not change.
const FINAL: [ErrorCode; 2] = [ErrorCode::NothingFound, ErrorCode::NoTopics];

/// What is kept of an unfinished run.
#[derive(Serialize, Deserialize)]
struct StoredRun<B, N> {
    #[serde(alias = "begun")]
    started: B,
    #[serde(alias = "notebook")]
    response_log: N,
}

/// The record of a run that is on.
pub struct RunRecord<'a> {
    /// Where it goes out.
    pub run_host: &'a RunHost<'a>,
    /// What it was told.
    pub response_log: &'a ResponseLog,
    /// What it is to do.
    pub request: &'a RunRequest,
    /// What Ibid wrote into the section before, where it is to be merged with what the person made
    /// of it.
    pub(super) base: Option<String>,
    /// What was spent before, on the topics or by a run that this one goes on with.
    pub spent_before: Spending,
    /// What it made of what it was told.
    pub output: RefCell<RunOutput>,
    saving: Cell<bool>,
    /// Whether its note is gone.
    pub(super) lost: bool,
}

impl<'a> RunRecord<'a> {
    /// Of a run that goes out by a door, with what it was told before.
    pub fn new(
        run_host: &'a RunHost<'a>,
        response_log: &'a ResponseLog,
        started: &'a StartedRun,
    ) -> Self {
        let StartedRun { request, spent, lost } = started;
        let output = RefCell::new(RunOutput { spent: *spent, ..RunOutput::default() });
        Self {
            run_host,
            response_log,
            request,
            base: None,
            spent_before: *spent,
            output,
            saving: Cell::new(false),
            lost: *lost,
        }
    }

    /// With what Ibid wrote into the section before.
    pub fn over(self, base: Option<String>) -> Self {
        Self { base, ..self }
    }

    fn name(run: &str) -> String {
        format!("run-{run}")
    }

    /// Notes that the run began.
    pub async fn begin(&self, host: &dyn Host, store: &ResearchStore) {
        let agenda = &self.request.agenda;
        let unfinished = UnfinishedRun {
            run: agenda.run.clone(),
            path: agenda.path.clone(),
            started: self.run_host.opened(),
            topics: agenda.ticked().count(),
        };
        let mut dropped = Vec::new();
        let add = |runs: &mut Vec<UnfinishedRun>| {
            runs.retain(|known| known.run != unfinished.run);
            runs.insert(0, unfinished);
            dropped = runs.split_off(MOST_RUNS.min(runs.len()));
        };
        store.runs.change(host, add).await;
        for old in dropped {
            stored::delete(host, &Self::name(&old.run)).await;
        }
        self.save(host).await;
    }

    /// Keeps what the run was told since it was last kept; also if somebody else does so now.
    pub async fn keep(&self, host: &dyn Host) {
        while self.saving.get() {
            // A run that is stopped is kept at its end. Nor does it sleep any more: who waits here
            // would keep the saving from coming to an end.
            if host.cancelled() {
                return;
            }
            host.sleep(WAIT_MILLIS).await;
        }
        if self.response_log.take_changed() {
            self.saving.set(true);
            self.save(host).await;
            self.saving.set(false);
        }
    }

    async fn save(&self, host: &dyn Host) {
        // Whether the note is still gone will be seen when somebody goes on.
        let spent = self.output.borrow().spent;
        let started = StartedRun { request: self.request.clone(), spent, lost: false };
        let kept = StoredRun { started, response_log: self.response_log };
        stored::save(host, &Self::name(&self.request.agenda.run), &kept).await;
    }

    /// Closes the record. A run that was stopped, or whose note was out of reach, is kept for whoever
    /// goes on with it, unless it was told nothing.
    pub async fn end(&self, host: &dyn Host, store: &ResearchStore, outcome: &Result<Report>) {
        let open = outcome.as_ref().is_err_and(|error| !FINAL.contains(&error.code));
        if open && !self.response_log.is_empty() {
            self.save(host).await;
        } else {
            discard(host, store, &self.request.agenda.run).await;
        }
    }
}

/// What is kept of an unfinished run.
pub async fn unfinished(host: &dyn Host, run: &str) -> Option<(StartedRun, ResponseLog)> {
    let kept: StoredRun<StartedRun, ResponseLog> =
        stored::load(host, &RunRecord::name(run)).await?;
    Some((kept.started, kept.response_log))
}

/// Forgets an unfinished run.
pub async fn discard(host: &dyn Host, store: &ResearchStore, run: &str) {
    store.runs.change(host, |runs| runs.retain(|known| known.run != run)).await;
    stored::delete(host, &RunRecord::name(run)).await;
}
