//! Runs that are not finished: what they were to look up and what they were told, kept on the
//! device while they go, so that nothing is paid for twice when the app was closed in between.

use std::cell::RefCell;

use serde::{Deserialize, Serialize};

use super::run::RunRequest;
use super::{Means, Report};
use crate::error::Result;
use crate::evidence::Evidence;
use crate::host::{Host, kept};
use crate::journal::{Door, Ledger, Notebook, Outing};
use crate::time::Timestamp;

const RUNS: &str = "runs";
const LEDGER: &str = "ledger";

/// Unfinished runs at the most: older ones are not gone on with.
const MOST_RUNS: usize = 20;

/// Ways in which a run fails that going on with it would not change.
const FINAL: [&str; 2] = ["nothing-found", "no-topics"];

/// A run that was begun and not finished.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct UnfinishedRun {
    /// Names it.
    pub run: String,
    /// The note.
    pub path: String,
    /// When it began.
    pub started: Timestamp,
    /// Topics on its agenda.
    pub topics: usize,
}

/// How to go on with a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ResumeRequest {
    /// Which.
    pub run: String,
    /// How.
    pub how: Resume,
}

/// Ways to go on with a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Resume {
    /// Asks what was not asked yet.
    Continue,
    /// Asks nobody any more and writes what there is.
    Finish,
}

/// What is kept of an unfinished run.
#[derive(Serialize, Deserialize)]
struct Kept<R, N> {
    request: R,
    notebook: N,
}

/// The record of a run that is on.
pub struct Record<'a> {
    /// Where it goes out.
    pub door: &'a Door<'a>,
    /// What it was told.
    pub notebook: &'a Notebook,
    /// What it is to do.
    pub request: &'a RunRequest,
    /// What it made of that.
    pub made: RefCell<Made>,
}

/// What a run made of what it was told, for whoever wants to understand it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Made {
    /// The pieces that sentences could rest on.
    pub evidence: Vec<Evidence>,
    /// Sentences that their evidence does not bear out.
    pub unsupported: Vec<String>,
    /// What was skipped, and why.
    pub skipped: Vec<String>,
}

impl<'a> Record<'a> {
    /// Of a run that goes out by a door, with what it was told before.
    pub fn new(door: &'a Door<'a>, notebook: &'a Notebook, request: &'a RunRequest) -> Self {
        Self { door, notebook, request, made: RefCell::default() }
    }

    fn name(run: &str) -> String {
        format!("run-{run}")
    }

    /// Notes that the run began.
    pub async fn begin(&self, host: &dyn Host) {
        let agenda = &self.request.agenda;
        let unfinished = UnfinishedRun {
            run: agenda.run.clone(),
            path: agenda.path.to_string(),
            started: self.door.opened(),
            topics: agenda.ticked().count(),
        };
        let mut runs = unfinished_runs(host).await;
        runs.retain(|known| known.run != unfinished.run);
        runs.insert(0, unfinished);
        for old in runs.iter().skip(MOST_RUNS) {
            kept::drop(host, &Self::name(&old.run)).await;
        }
        runs.truncate(MOST_RUNS);
        kept::save(host, RUNS, &runs).await;
        self.save(host).await;
    }

    /// Keeps what the run was told since it was last kept.
    pub async fn keep(&self, means: &Means<'_>) {
        if self.notebook.take_changed() {
            self.save(means.desk.host).await;
        }
    }

    async fn save(&self, host: &dyn Host) {
        let kept = Kept { request: self.request, notebook: self.notebook };
        kept::save(host, &Self::name(&self.request.agenda.run), &kept).await;
        self.tell_ledger(host).await;
    }

    /// Closes the record. A run that was stopped, or whose note was out of reach, is kept for whoever
    /// goes on with it, unless it was told nothing.
    pub async fn end(&self, host: &dyn Host, outcome: &Result<Report>) {
        let open =
            outcome.as_ref().is_err_and(|error| !FINAL.iter().any(|code| error.code == *code));
        if open && !self.notebook.is_empty() {
            self.save(host).await;
        } else {
            self.tell_ledger(host).await;
            discard(host, &self.request.agenda.run).await;
        }
    }

    async fn tell_ledger(&self, host: &dyn Host) {
        let agenda = &self.request.agenda;
        let outing = Outing {
            run: agenda.run.clone(),
            path: agenda.path.to_string(),
            started: self.door.opened(),
            errands: self.door.take_errands(),
        };
        tell_ledger(host, &outing).await;
    }
}

/// Writes down what was sent.
pub async fn tell_ledger(host: &dyn Host, outing: &Outing) {
    if !outing.errands.is_empty() {
        let mut ledger = ledger(host).await;
        ledger.add(outing);
        kept::save(host, LEDGER, &ledger).await;
    }
}

/// What left the device.
pub async fn ledger(host: &dyn Host) -> Ledger {
    kept::load(host, LEDGER).await.unwrap_or_default()
}

/// Runs that were begun and not finished, the newest first.
pub async fn unfinished_runs(host: &dyn Host) -> Vec<UnfinishedRun> {
    kept::load(host, RUNS).await.unwrap_or_default()
}

/// What is kept of an unfinished run.
pub async fn unfinished(host: &dyn Host, run: &str) -> Option<(RunRequest, Notebook)> {
    let kept: Kept<RunRequest, Notebook> = kept::load(host, &Record::name(run)).await?;
    Some((kept.request, kept.notebook))
}

/// Forgets an unfinished run.
pub async fn discard(host: &dyn Host, run: &str) {
    let mut runs = unfinished_runs(host).await;
    runs.retain(|known| known.run != run);
    kept::save(host, RUNS, &runs).await;
    kept::drop(host, &Record::name(run)).await;
}
