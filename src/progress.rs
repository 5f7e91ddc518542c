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
    /// How far each topic of a run is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunProgress>,
}

/// How far a run is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunProgress {
    /// In the agenda's order.
    pub topics: Vec<TopicProgress>,
    /// What was spent so far, in words; empty where nothing can cost anything.
    pub spent: String,
    /// Since the run began.
    pub elapsed_millis: u64,
    /// What was skipped, and why.
    pub skipped: Vec<String>,
}

/// How far a topic is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TopicProgress {
    /// Its name.
    pub topic: String,
    /// What is done for it now.
    pub state: TopicState,
    /// Pieces of evidence so far.
    pub evidence: usize,
}

/// What is done for a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum TopicState {
    /// Nothing yet.
    #[default]
    Waiting,
    /// It is searched for.
    Searching,
    /// Pages on it are read.
    Reading,
    /// Evidence is there.
    Gathered,
    /// It is written up.
    Writing,
    /// Its part of the report is there.
    Done,
    /// Nothing was found.
    Nothing,
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
    /// The report is put into words.
    Synthesize,
    /// The section is written into the note.
    Write,
}

impl Progress {
    /// News of a stage whose items are counted.
    pub fn counted(stage: Stage, done: usize, total: usize) -> Self {
        let message = format!("{} ({done} of {total})", stage.words());
        Self { stage, done, total, message, run: None }
    }

    /// News of a stage that is one step.
    pub fn step(stage: Stage) -> Self {
        Self { stage, done: 0, total: 0, message: stage.words().to_owned(), run: None }
    }

    /// With how far each topic is.
    pub fn of_run(self, run: RunProgress) -> Self {
        Self { run: Some(run), ..self }
    }
}

impl Stage {
    fn words(self) -> &'static str {
        match self {
            Stage::Index => "Indexing your vault",
            Stage::Meaning => "Preparing search by meaning",
            Stage::Read => "Reading the note",
            Stage::Topics => "Finding topics",
            Stage::Gather => "Gathering evidence",
            Stage::Web => "Searching the web",
            Stage::Synthesize => "Writing the report",
            Stage::Write => "Updating the note",
        }
    }
}
