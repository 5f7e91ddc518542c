//! Research of the vault's gaps: an agenda of tasks that the user approves, and findings that wait for
//! the user in an inbox.
//!
//! - `gap`: the gaps of a vault that are worth researching.
//! - `gap_agenda`: tasks and the states that they go through.
//! - `gap_research`, `new_findings`: the findings of a checked report.
//! - `finding`: a finding and the states that it goes through.
//! - `finding_note`, `finding_writes`: the note that is made from a finding.
//! - `inbox_file`: the inbox as a text that a person can read.
//! - `inbox_store`: where the inbox is kept.
//! - `requests`: the requests of the plugin.

mod finding;
mod finding_note;
mod finding_writes;
mod gap;
mod gap_agenda;
mod gap_research;
mod inbox_file;
mod inbox_store;
mod new_findings;
mod requests;

pub(crate) use finding::WritableFinding;
pub use finding::{AcceptStep, Finding, FindingSource, FindingState};
pub(crate) use finding_writes::{
    add_link, append_to_note, create_note, free_path, is_created, remove_from_note, remove_note,
};
pub use gap::{Gap, GapKind};
pub(crate) use gap::{choose_gaps, suppression_key};
pub use gap_agenda::{AgendaState, GapAgenda, GapSources, GapTask, GapTaskOutcome, GapTaskState};
pub(crate) use gap_research::{FindingMaker, GapFindings};
pub use inbox_file::{Inbox, ReadInbox};
pub(crate) use inbox_store::InboxStore;
pub use requests::{
    AcceptFindingRequest, AddGapRequest, AppendFindingRequest, ApproveGapsRequest,
    ChangeGapTaskRequest, DismissFindingRequest, FindingNote, GapAgendaRequest, LinkBack,
    Suppression,
};
