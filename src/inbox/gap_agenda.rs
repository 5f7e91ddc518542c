//! An agenda of research tasks for gaps of the vault. It runs only after the user approved it, and a
//! task that the user blocked never runs.

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorCode, Result};

/// What happens with a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
}

/// One task of an agenda.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GapTask {
    /// What is researched.
    pub topic: String,
    /// Why, in words for the user.
    pub motivation: String,
    /// What happens with the task.
    pub state: GapTaskState,
}

/// What happens with an agenda.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
pub struct GapAgenda {
    /// What happens with the agenda.
    pub state: AgendaState,
    /// The tasks, in the order in which they run.
    pub tasks: Vec<GapTask>,
}

impl GapAgenda {
    /// Creates a draft with tasks that wait.
    pub fn draft(topics_and_motivations: impl IntoIterator<Item = (String, String)>) -> Self {
        let task =
            |(topic, motivation)| GapTask { topic, motivation, state: GapTaskState::Proposed };
        Self {
            state: AgendaState::Draft,
            tasks: topics_and_motivations.into_iter().map(task).collect(),
        }
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

    /// Marks the running task with this number as done, after its findings were saved.
    pub fn finish(&mut self, number: usize) -> Result<()> {
        let task = self.tasks.get_mut(number);
        match task.filter(|task| task.state == GapTaskState::Running) {
            Some(task) => {
                task.state = GapTaskState::Done;
                Ok(())
            }
            None => Err(invalid("The task isn't running")),
        }
    }
}

fn invalid(message: &str) -> Error {
    Error::new(ErrorCode::InvalidArgument, message)
}
