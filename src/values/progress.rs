//! Progress of a long operation, such as indexing or a research run, as it is shown to the user.

use serde::{Deserialize, Serialize};

/// A progress message of a long operation, such as indexing or a research run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// What the operation is doing now.
    pub stage: Stage,
    /// Number of items of this stage, such as notes or topics, that are done.
    #[serde(rename = "done")]
    pub done_items: usize,
    /// Number of all items of this stage; zero if they are not counted.
    #[serde(rename = "total")]
    pub total_items: usize,
    /// The progress as a text for the user.
    pub message: String,
    /// The progress of each topic, if the call is a research run.
    #[serde(rename = "run", default, skip_serializing_if = "Option::is_none")]
    pub run_progress: Option<RunProgress>,
    /// The steps so far, if a model answers a question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub steps: Vec<AgentStep>,
}

/// A step of a model that answers a question: a tool that it called, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AgentStep {
    /// The number of the step, counted from one.
    pub number: usize,
    /// The name of the tool as the model wrote it.
    pub tool: String,
    /// What the step does, in words for the user.
    pub action: String,
    /// Why the model chose the step; empty if it gave no reason.
    pub reason: String,
    /// What came of it, in words for the user; empty while the step runs.
    pub outcome: String,
    /// How the step ended.
    pub state: StepState,
}

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum StepState {
    /// The step is running.
    Running,
    /// The tool returned a result.
    Done,
    /// The call was refused or failed. The model was told why.
    Refused,
}

/// Progress of a research run: its topics, its cost and its duration so far.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunProgress {
    /// The progress of each topic, in the order of the agenda.
    pub topics: Vec<TopicProgress>,
    /// The money spent so far as a text; empty if the run costs nothing.
    #[serde(rename = "spent")]
    pub spent_text: String,
    /// Milliseconds since the run started.
    pub elapsed_millis: u64,
    /// Messages about skipped steps, each with the reason.
    #[serde(rename = "skipped")]
    pub skip_messages: Vec<String>,
}

/// Progress of the research on one topic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TopicProgress {
    /// The name of the topic.
    #[serde(rename = "topic")]
    pub topic_name: String,
    /// What is being done for the topic now.
    pub state: TopicState,
    /// Number of passages that were found for the topic so far.
    #[serde(rename = "evidence")]
    pub evidence_count: usize,
}

/// The steps of the research on one topic.
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
    /// The sentences on the topic are checked against their sources.
    Checking,
    /// The part of the report on the topic is complete.
    Done,
    /// Nothing was found for the topic.
    Nothing,
}

/// The stages of long operations: of indexing, of planning a run, and of the run itself.
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
    /// The sources of a note's citations are being read and compared.
    Citations,
    /// A question is being answered.
    Ask,
    /// A model replies in a conversation; the message is the reply so far.
    Chat,
    /// The notes of the vault are being checked.
    Health,
}

impl Progress {
    /// Creates the message for a stage whose items are counted.
    pub fn from_counts(stage: Stage, done: usize, total: usize) -> Self {
        let message = format!("{} ({done} of {total})", stage.stage_text());
        Self {
            stage,
            done_items: done,
            total_items: total,
            message,
            run_progress: None,
            steps: Vec::new(),
        }
    }

    /// Creates the message for a stage whose items are not counted.
    pub fn in_stage(stage: Stage) -> Self {
        Self {
            stage,
            done_items: 0,
            total_items: 0,
            message: stage.stage_text().to_owned(),
            run_progress: None,
            steps: Vec::new(),
        }
    }

    /// Adds the progress of the topics to the message of a research run.
    pub fn with_run(self, run: RunProgress) -> Self {
        Self { run_progress: Some(run), ..self }
    }

    /// Adds the steps of a model that answers a question.
    pub fn with_steps(self, steps: Vec<AgentStep>) -> Self {
        Self { steps, ..self }
    }
}

impl Stage {
    /// The stage in words for the user.
    pub fn stage_text(self) -> &'static str {
        match self {
            Stage::Index => "Indexing your vault",
            Stage::Meaning => "Preparing search by meaning",
            Stage::Read => "Reading the note",
            Stage::Topics => "Finding topics",
            Stage::Gather => "Gathering evidence",
            Stage::Web => "Searching the web",
            Stage::Synthesize => "Writing the report",
            Stage::Write => "Updating the note",
            Stage::Citations => "Checking citations",
            Stage::Ask => "Answering your question",
            Stage::Chat => "Replying",
            Stage::Health => "Checking your notes",
        }
    }
}
