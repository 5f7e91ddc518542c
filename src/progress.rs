//! What a running workflow tells the host, ready to be shown.

use serde::{Deserialize, Serialize};

/// One line of news from a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// Which part of the work is on.
    pub stage: Stage,
    /// Items done so far.
    pub done: usize,
    /// Items in all; zero when they are not counted.
    pub total: usize,
    /// The same in words for a person.
    pub message: String,
}

/// The parts of a run, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The vault's notes are brought into the index.
    Index,
    /// A model is asked what the vault's passages mean.
    Meaning,
    /// The note is read.
    Read,
    /// Its topics are named.
    Topics,
    /// Evidence is looked for in the vault.
    Gather,
    /// Evidence is looked for on the web.
    Web,
    /// The section is written into the note.
    Write,
}

impl Progress {
    /// News of a stage whose items are counted.
    pub fn counted(stage: Stage, done: usize, total: usize) -> Self {
        let message = format!("{} ({done} of {total})", stage.words());
        Self { stage, done, total, message }
    }

    /// News of a stage that is one step.
    pub fn step(stage: Stage) -> Self {
        Self { stage, done: 0, total: 0, message: stage.words().to_owned() }
    }
}

impl Stage {
    fn words(self) -> &'static str {
        match self {
            Stage::Index => "Reading your vault",
            Stage::Meaning => "Learning what your notes mean",
            Stage::Read => "Reading the note",
            Stage::Topics => "Finding its topics",
            Stage::Gather => "Looking for evidence",
            Stage::Web => "Searching the web",
            Stage::Write => "Writing the section",
        }
    }
}
