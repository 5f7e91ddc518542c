//! Runs that are not finished: what they were to look up and what they were told, kept on the
//! device while they go, so that nothing is paid for twice when the app was closed in between.

use std::cell::{Cell, RefCell};

use serde::{Deserialize, Serialize};

use super::Report;
use super::run::RunRequest;
use super::shelf::Shelf;
use crate::error::Result;
use crate::evidence::Evidence;
use crate::host::{Host, kept};
use crate::journal::{Door, Notebook};
use crate::llm::budget::Spent;
use crate::note::NotePath;
use crate::time::Timestamp;

/// Short enough not to be noticed.
const WAIT_MILLIS: u32 = 10;

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
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
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
    pub(super) base: Option<String>,
    /// What was spent before, on the topics or by a run that this one goes on with.
    pub spent_before: Spent,
    /// What it made of what it was told.
    pub made: RefCell<Made>,
    saving: Cell<bool>,
    /// Whether its note is gone.
    pub(super) lost: bool,
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
    /// Whether its note is gone, so that the report goes to the inbox.
    #[serde(default)]
    pub lost: bool,
}

impl Begun {
    /// A run that begins: only its topics may have cost something.
    pub fn now(request: &RunRequest) -> Self {
        Self { request: request.clone(), spent: request.agenda.spent, lost: false }
    }
}

impl<'a> Record<'a> {
    /// Of a run that goes out by a door, with what it was told before.
    pub fn new(door: &'a Door<'a>, notebook: &'a Notebook, begun: &'a Begun) -> Self {
        let Begun { request, spent, lost } = begun;
        let made = RefCell::new(Made { spent: *spent, ..Made::default() });
        Self {
            door,
            notebook,
            request,
            base: None,
            spent_before: *spent,
            made,
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
    pub async fn begin(&self, host: &dyn Host, shelf: &Shelf) {
        let agenda = &self.request.agenda;
        let unfinished = UnfinishedRun {
            run: agenda.run.clone(),
            path: agenda.path.clone(),
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
        if self.notebook.take_changed() {
            self.saving.set(true);
            self.save(host).await;
            self.saving.set(false);
        }
    }

    async fn save(&self, host: &dyn Host) {
        // Whether the note is still gone will be seen when somebody goes on.
        let spent = self.made.borrow().spent;
        let begun = Begun { request: self.request.clone(), spent, lost: false };
        let kept = Kept { begun, notebook: self.notebook };
        kept::save(host, &Self::name(&self.request.agenda.run), &kept).await;
    }

    /// Closes the record. A run that was stopped, or whose note was out of reach, is kept for whoever
    /// goes on with it, unless it was told nothing.
    pub async fn end(&self, host: &dyn Host, shelf: &Shelf, outcome: &Result<Report>) {
        let open =
            outcome.as_ref().is_err_and(|error| !FINAL.iter().any(|code| error.code == *code));
        if open && !self.notebook.is_empty() {
            self.save(host).await;
        } else {
            discard(host, shelf, &self.request.agenda.run).await;
        }
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
