//! Researches a note. The modules in the order of the steps:
//!
//! - [`plan`]: reads the note and returns an agenda with its topics. The plugin shows it, and the
//!   user approves it: nothing here waits for the user.
//! - [`gather`](crate::answers::gather): collects evidence for each topic from the vault and the web.
//! - [`report`]: writes a part per topic, checks every sentence against its evidence, and renders the
//!   section as Markdown.
//! - [`note_update`]: edits the note.
//!
//! [`run`] calls the last three; [`resume`] finds the note of a stopped run again; [`trace`] records
//! and replays runs. The data that the steps pass on is in `answers::run`.

pub mod combined_agenda;
pub(crate) mod note_update;
pub(crate) mod plan;
mod report;
mod research_run;
pub(crate) mod resume;
pub(crate) mod run;
pub(crate) mod services;
pub mod trace;

pub(crate) use note_update::{properties_of_report_note, wikilink};
pub use plan::survey::NoteSurvey;
pub(crate) use plan::{researched_note, survey};
pub(crate) use report::CheckedReport;
pub(crate) use research_run::{FinishedRun, plan_run, resume_run, start_run};
pub(crate) use run::{MAX_RUN_MILLIS, ReportUse};
pub use services::ServiceCheck;
pub(crate) use services::{chosen_model, chosen_quick_model, web_service_names};
pub(crate) use trace::{RecordedVault, RecordingVault, ReplayHost, ReplayPrivacyRules};
pub use trace::{ReplayedRun, RunTrace, StoredTrace};
