//! Runs that are not finished: what they were to look up and what they were told, kept on the
//! device while they go, so that nothing is paid for twice when the app was closed in between.

use std::cell::RefCell;

use serde::{Deserialize, Serialize};

use super::run::RunRequest;
use super::shelf::Shelf;
use super::{Means, Report};
use crate::error::Result;
use crate::evidence::Evidence;
use crate::host::{Host, kept};
use crate::journal::{Door, Notebook, Outing};
use crate::llm::budget::Spent;
use crate::time::Timestamp;

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
struct Kept<B, N> {
    begun: B,
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
    /// What Ibid wrote into the section before, where it is to be merged with what the person made
    /// of it.
    pub base: Option<String>,
    /// What was spent before, on the topics or by a run that this one goes on with.
    pub spent_before: Spent,
    /// What it made of what it was told.
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
    /// What was spent.
    pub spent: Spent,
}

/// A run that begins, or goes on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begun {
    /// What it is to do.
    pub request: RunRequest,
    /// What was spent for it before.
    pub spent: Spent,
}

impl Begun {
    /// A run that begins: only its topics may have cost something.
    pub fn now(request: &RunRequest) -> Self {
        Self { request: request.clone(), spent: request.agenda.spent }
    }
}

impl<'a> Record<'a> {
    /// Of a run that goes out by a door, with what it was told before.
    pub fn new(door: &'a Door<'a>, notebook: &'a Notebook, begun: &'a Begun) -> Self {
        let Begun { request, spent } = begun;
        let made = RefCell::new(Made { spent: *spent, ..Made::default() });
        Self { door, notebook, request, base: None, spent_before: *spent, made }
    }

    fn name(run: &str) -> String {
        format!("run-{run}")
    }

    /// Notes that the run began.
    pub async fn begin(&self, host: &dyn Host, shelf: &Shelf) {
        let agenda = &self.request.agenda;
        let unfinished = UnfinishedRun {
            run: agenda.run.clone(),
            path: agenda.path.to_string(),
            started: self.door.opened(),
            topics: agenda.ticked().count(),
        };
        let mut dropped = Vec::new();
        let add = |runs: &mut Vec<UnfinishedRun>| {
            runs.retain(|known| known.run != unfinished.run);
            runs.insert(0, unfinished);
            dropped = runs.split_off(MOST_RUNS.min(runs.len()));
        };
        shelf.runs.change(host, add).await;
        for old in dropped {
            kept::drop(host, &Self::name(&old.run)).await;
        }
        self.save(host, shelf).await;
    }

    /// Keeps what the run was told since it was last kept.
    pub async fn keep(&self, means: &Means<'_>) {
        if self.notebook.take_changed() {
            self.save(means.desk.host, means.shelf).await;
        }
    }

    async fn save(&self, host: &dyn Host, shelf: &Shelf) {
        let begun = Begun { request: self.request.clone(), spent: self.made.borrow().spent };
        let kept = Kept { begun, notebook: self.notebook };
        kept::save(host, &Self::name(&self.request.agenda.run), &kept).await;
        self.note_sent(host, shelf).await;
    }

    /// Closes the record. A run that was stopped, or whose note was out of reach, is kept for whoever
    /// goes on with it, unless it was told nothing.
    pub async fn end(&self, host: &dyn Host, shelf: &Shelf, outcome: &Result<Report>) {
        let open =
            outcome.as_ref().is_err_and(|error| !FINAL.iter().any(|code| error.code == *code));
        if open && !self.notebook.is_empty() {
            self.save(host, shelf).await;
        } else {
            self.note_sent(host, shelf).await;
            discard(host, shelf, &self.request.agenda.run).await;
        }
    }

    async fn note_sent(&self, host: &dyn Host, shelf: &Shelf) {
        let agenda = &self.request.agenda;
        let outing = Outing {
            run: agenda.run.clone(),
            path: agenda.path.to_string(),
            started: self.door.opened(),
            errands: self.door.take_errands(),
        };
        shelf.note_sent(host, &outing).await;
    }
}

/// What is kept of an unfinished run.
pub async fn unfinished(host: &dyn Host, run: &str) -> Option<(Begun, Notebook)> {
    let kept: Kept<Begun, Notebook> = kept::load(host, &Record::name(run)).await?;
    Some((kept.begun, kept.notebook))
}

/// Forgets an unfinished run.
pub async fn discard(host: &dyn Host, shelf: &Shelf, run: &str) {
    shelf.runs.change(host, |runs| runs.retain(|known| known.run != run)).await;
    kept::drop(host, &Record::name(run)).await;
}
