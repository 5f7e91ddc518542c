//! Research of the vault's gaps: an agenda of tasks that the user approves, and findings that wait for
//! the user in an inbox. Everything here is data and rules; nothing is read, written or sent.
//!
//! - `gap_agenda`: tasks and the states that they go through.
//! - `finding`: a finding and the states that it goes through.
//! - `inbox_file`: the inbox as a text that a person can read.

mod finding;
mod gap_agenda;
mod inbox_file;

pub use finding::{AcceptStep, Finding, FindingSource, FindingState};
pub use gap_agenda::{AgendaState, GapAgenda, GapTask, GapTaskState};
pub use inbox_file::{Inbox, ReadInbox};
