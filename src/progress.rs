//! Progress of a running call, ready to be shown to the user.

use serde::{Deserialize, Serialize};

/// One progress report of a running call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// The current stage.
    pub stage: Stage,
    /// Number of items of the stage that are done.
    pub done: usize,
    /// Number of items of the stage; zero if they are not counted.
    pub total: usize,
    /// The progress as a text for the user.
    pub message: String,
    /// The progress of each topic, if the call is a research run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunProgress>,
}

/// Progress of a research run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunProgress {
    /// The progress of each topic, in the order of the agenda.
    pub topics: Vec<TopicProgress>,
    /// The money spent so far as a text; empty if the run costs nothing.
    pub spent: String,
    /// Time since the run started.
    pub elapsed_millis: u64,
    /// Messages about skipped steps, each with the reason.
    pub skipped: Vec<String>,
}

/// Progress of one topic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TopicProgress {
    /// The name of the topic.
    pub topic: String,
    /// The current step.
    pub state: TopicState,
    /// Number of pieces of evidence so far.
    pub evidence: usize,
}

/// The steps of a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum TopicState {
    /// The topic was not started yet.
    #[default]
    Waiting,
    /// Search requests are running.
    Searching,
    /// Web pages are being read.
    Reading,
    /// All evidence for the topic was gathered.
    Gathered,
    /// The part of the report on the topic is being written.
    Writing,
    /// The part of the report on the topic is complete.
    Done,
    /// Nothing was found for the topic.
    Nothing,
}

/// The stages of a call, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Notes are being indexed.
    Index,
    /// Embeddings of passages are being computed.
    Meaning,
    /// The note is being read.
    Read,
    /// The topics of the note are being chosen.
    Topics,
    /// The vault is being searched for evidence.
    Gather,
    /// The web is being searched for evidence.
    Web,
    /// The report is being written.
    Synthesize,
    /// The section is being written into the note.
    Write,
}

impl Progress {
    /// Progress in a stage whose items are counted.
    pub fn counted(stage: Stage, done: usize, total: usize) -> Self {
        let message = format!("{} ({done} of {total})", stage.message());
        Self { stage, done, total, message, run: None }
    }

    /// Progress in a stage without counted items.
    pub fn step(stage: Stage) -> Self {
        Self { stage, done: 0, total: 0, message: stage.message().to_owned(), run: None }
    }

    /// Adds the progress of a research run.
    pub fn with_run(self, run: RunProgress) -> Self {
        Self { run: Some(run), ..self }
    }
}

impl Stage {
    fn message(self) -> &'static str {
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
