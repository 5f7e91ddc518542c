//! An agenda of research tasks for gaps of the vault. It runs only after the user approved it, and a
//! task that the user blocked never runs.

use serde::{Deserialize, Serialize};

use crate::answers::run::{Agenda, Permission, RunStep, update_after_edit};
use crate::features::inbox::gap::Gap;
use crate::model::llm::Spending;
use crate::settings::{PaperSearchChoice, Settings, WebSearchChoice};
use crate::values::{Error, ErrorCode, Result};

/// What happens with a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum GapTaskState {
    /// The task waits.
    Proposed,
    /// The user does not want it.
    Blocked,
    /// The task is running, or ran when the app closed.
    Running,
    /// The task is done.
    Done,
    /// The task could not be carried out.
    Failed,
}

/// One task of an agenda.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(target_family = "wasm", tsify(hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct GapTask {
    /// The gap.
    pub gap: Gap,
    /// What happens with the task.
    pub state: GapTaskState,
    /// The research that the user approves: one topic, its price, and the services that are asked.
    pub plan: Agenda,
    /// What came of the task.
    #[serde(default)]
    pub outcome: GapTaskOutcome,
}

/// What came of a task.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GapTaskOutcome {
    /// Number of new findings.
    #[serde(default)]
    pub new_findings: usize,
    /// Number of findings that the vault or the inbox already has.
    #[serde(default)]
    pub known_findings: usize,
    /// What was skipped or failed, in words for the user.
    #[serde(default)]
    pub messages: Vec<String>,
    /// Tokens and money that models used.
    #[serde(default)]
    pub spent: Spending,
    /// The cost as text.
    #[serde(default)]
    pub cost_text: String,
    /// The duration as text.
    #[serde(default)]
    pub elapsed_text: String,
    /// The steps with their duration and cost.
    #[serde(default)]
    pub steps: Vec<RunStep>,
}

/// Where findings are looked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum GapSources {
    /// On the web.
    Web,
    /// In scientific papers, such as those of arXiv.
    Papers,
    /// Wherever the settings say.
    #[default]
    Both,
}

impl GapSources {
    /// The settings with which these sources are searched. A source that the user chose for an agenda
    /// is searched even if it is off in the settings.
    pub fn apply(self, settings: Settings) -> Settings {
        let web_search = match (self, settings.web_search) {
            (Self::Papers, _) => WebSearchChoice::Off,
            (Self::Web, WebSearchChoice::Off) => WebSearchChoice::Keyless,
            (_, chosen) => chosen,
        };
        let paper_search = match (self, settings.paper_search) {
            (Self::Web, _) => PaperSearchChoice::Off,
            (Self::Papers, PaperSearchChoice::Off) => PaperSearchChoice::Keyless,
            (_, chosen) => chosen,
        };
        Settings { web_search, paper_search, ..settings }
    }
}

/// What happens with an agenda.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum AgendaState {
    /// The user has not approved it yet and may change it.
    Draft,
    /// The user approved it. It runs until no task is left.
    Approved,
    /// The user stopped it. What was found stays.
    Cancelled,
}

/// Tasks for gaps of the vault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GapAgenda {
    /// Identifies the agenda.
    #[serde(default)]
    pub id: String,
    /// What happens with the agenda.
    pub state: AgendaState,
    /// Where findings are looked for.
    #[serde(default)]
    pub sources: GapSources,
    /// Whether the user allowed to search the web.
    #[serde(default)]
    pub web: Permission,
    /// Whether the user allowed to send text to the model.
    #[serde(default)]
    pub model: Permission,
    /// When the user approved it, such as `2026-11-17`; empty before that.
    #[serde(default)]
    pub approved_on: String,
    /// The tasks, in the order in which they run.
    pub tasks: Vec<GapTask>,
}

impl GapTask {
    /// A task that waits.
    pub fn new(gap: Gap, plan: Agenda) -> Self {
        Self { gap, state: GapTaskState::Proposed, plan, outcome: GapTaskOutcome::default() }
    }
}

impl GapTask {
    fn rename(&mut self, topic: &str) {
        for item in &mut self.plan.topics {
            item.name = topic.to_owned();
        }
        self.plan = update_after_edit(self.plan.clone());
        let name = self.plan.topics.first().map(|item| item.name.clone());
        self.gap.topic = name.unwrap_or_default();
    }
}

impl GapAgenda {
    /// Creates a draft with tasks that wait.
    pub fn draft(id: &str, sources: GapSources, tasks: Vec<GapTask>) -> Self {
        Self {
            id: id.to_owned(),
            state: AgendaState::Draft,
            sources,
            web: Permission::Off,
            model: Permission::Off,
            approved_on: String::new(),
            tasks,
        }
    }

    /// Whether the user may still change the agenda.
    pub fn is_draft(&self) -> bool {
        self.state == AgendaState::Draft
    }

    /// Changes the words of a task's topic. Only a task of a draft can be changed.
    pub fn set_topic(&mut self, number: usize, topic: &str) -> Result<()> {
        let task = self.tasks.get_mut(number);
        match task {
            Some(task) if self.state == AgendaState::Draft => {
                task.rename(topic);
                Ok(())
            }
            _ => Err(invalid("The task can't be changed any more")),
        }
    }

    /// Whether a task is running or waits to be run.
    pub fn is_unfinished(&self) -> bool {
        let is_open =
            |task: &GapTask| matches!(task.state, GapTaskState::Running | GapTaskState::Proposed);
        self.state == AgendaState::Approved && self.tasks.iter().any(is_open)
    }

    /// How many findings the running task may add, so that the tasks after it can add some too.
    pub fn finding_limit(&self, max_findings: usize) -> usize {
        let found: usize = self.tasks.iter().map(|task| task.outcome.new_findings).sum();
        let open =
            |task: &&GapTask| matches!(task.state, GapTaskState::Running | GapTaskState::Proposed);
        let open_tasks = self.tasks.iter().filter(open).count().max(1);
        max_findings.saturating_sub(found).div_ceil(open_tasks)
    }

    /// Blocks a task, or takes that back. Only a task of a draft can be changed.
    pub fn set_blocked(&mut self, number: usize, state: GapTaskState) -> Result<()> {
        let is_choice = matches!(state, GapTaskState::Blocked | GapTaskState::Proposed);
        let task = self.tasks.get_mut(number);
        match task {
            Some(task) if is_choice && self.state == AgendaState::Draft => {
                task.state = state;
                Ok(())
            }
            _ => Err(invalid("The task can't be changed any more")),
        }
    }

    /// Approves the agenda. At least one task must not be blocked.
    pub fn approve(&mut self) -> Result<()> {
        let has_task = self.tasks.iter().any(|task| task.state == GapTaskState::Proposed);
        match self.state {
            AgendaState::Draft if has_task => {
                self.state = AgendaState::Approved;
                Ok(())
            }
            AgendaState::Draft => Err(invalid("All tasks are blocked")),
            _ => Err(invalid("The agenda was approved before")),
        }
    }

    /// Stops the agenda. A running task waits again, but nothing starts any more.
    pub fn cancel(&mut self) {
        self.state = AgendaState::Cancelled;
        for task in self.tasks.iter_mut().filter(|task| task.state == GapTaskState::Running) {
            task.state = GapTaskState::Proposed;
        }
    }

    /// Starts the next task and returns its number; `None` if nothing is left or the agenda may not
    /// run. After the app closed during a task, this task is started again.
    pub fn start_next(&mut self) -> Option<usize> {
        if self.state != AgendaState::Approved {
            return None;
        }
        let interrupted = self.tasks.iter().position(|task| task.state == GapTaskState::Running);
        let waiting = || self.tasks.iter().position(|task| task.state == GapTaskState::Proposed);
        let number = interrupted.or_else(waiting)?;
        self.tasks.get_mut(number)?.state = GapTaskState::Running;
        Some(number)
    }

    /// Ends the running task with this number, after its findings were saved.
    pub fn finish(&mut self, number: usize, outcome: GapTaskOutcome) -> Result<()> {
        self.end(number, GapTaskState::Done, outcome)
    }

    /// Ends the running task with this number, which could not be carried out.
    pub fn fail(&mut self, number: usize, outcome: GapTaskOutcome) -> Result<()> {
        self.end(number, GapTaskState::Failed, outcome)
    }

    fn end(&mut self, number: usize, state: GapTaskState, outcome: GapTaskOutcome) -> Result<()> {
        let task = self.tasks.get_mut(number);
        match task.filter(|task| task.state == GapTaskState::Running) {
            Some(task) => {
                task.state = state;
                task.outcome = outcome;
                Ok(())
            }
            None => Err(invalid("The task isn't running")),
        }
    }
}

fn invalid(message: &str) -> Error {
    Error::new(ErrorCode::InvalidArgument, message)
}
