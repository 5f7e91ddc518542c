//! Researches a note. The modules in the order of the steps:
//!
//! - [`plan`]: reads the note and returns an [`agenda`] with its topics. The plugin shows it, and the
//!   user approves it: nothing here waits for the user.
//! - [`gather`]: collects evidence for each topic from the vault and the web.
//! - [`report`]: writes a part per topic, checks every sentence against its evidence, and renders the
//!   section as Markdown.
//! - [`note_update`]: edits the note.
//!
//! [`run`] calls the last three; [`resume`] finds the note of a stopped run again; [`trace`] records
//! and replays runs. [`request`], [`agenda`], [`estimate`], [`outcome`], [`started_run`] and
//! [`subject`] are the data that the steps pass on.

pub(crate) mod active_run;
pub mod agenda;
pub(crate) mod agenda_edits;
pub mod agenda_update;
pub mod combined_agenda;
pub(crate) mod cost_text;
pub mod estimate;
pub(crate) mod gather;
pub(crate) mod note_update;
pub mod outcome;
pub(crate) mod plan;
mod private_words;
pub(crate) mod progress_tracker;
pub(crate) mod report;
pub mod request;
pub mod research_store;
pub(crate) mod resume;
pub(crate) mod run;
pub(crate) mod run_context;
pub(crate) mod run_model;
pub(crate) mod run_record;
pub mod services;
pub mod started_run;
pub(crate) mod subject;
pub mod trace;
