//! How long a loop may go on.

use crate::settings::MAX_ASK_STEPS;

/// The limits of a loop. The money is limited by the budget of the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AgentLimits {
    /// Maximum number of steps before the answer.
    pub max_steps: usize,
    /// Maximum time of one call of a tool, in milliseconds.
    pub max_action_millis: u64,
}

impl AgentLimits {
    /// The limits for a number of steps that the user chose.
    pub(crate) fn with_steps(steps: usize) -> Self {
        Self { max_steps: steps.clamp(1, MAX_ASK_STEPS), max_action_millis: 30_000 }
    }
}
