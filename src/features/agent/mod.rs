//! The loop in which a model answers a question: it chooses one tool at a time and sees the result,
//! within a limit of steps, time and money. It knows no question and writes no answer: `ask` gives it
//! the prompt, and checks what the model says at the end.
//!
//! In reading order:
//! - `limits`: how many steps, and how long an action may take
//! - `tool_caller`: what carries out calls: `vault_tools`, or `tool_record` in a replay
//! - `step_text`: what the user sees of a step
//! - `loop_messages`: the messages of the loop
//! - `evidence_summary`: sums up the evidence by its sentences
//! - `agent_loop`: chooses, acts and observes

mod agent_loop;
mod evidence_summary;
mod limits;
mod loop_messages;
mod step_text;
mod tool_caller;
mod tool_record;
mod vault_tools;

pub(crate) use agent_loop::offered_tool;
pub(crate) use agent_loop::take_reason;
pub(crate) use agent_loop::{Agent, AgentEnd, AgentRun};
pub(crate) use limits::AgentLimits;
pub(crate) use loop_messages::error_text;
pub(crate) use loop_messages::{own_words, sent_arguments};
pub(crate) use step_text::call_text;
pub(crate) use step_text::found_text;
pub(crate) use step_text::tool_text;
pub(crate) use step_text::whole_call_text;
pub(crate) use step_text::wrong_call_text;
pub(crate) use tool_caller::ToolCaller;
pub(crate) use tool_record::{RecordedTools, ToolRecord};
pub(crate) use vault_tools::VaultTools;
