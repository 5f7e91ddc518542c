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
pub(crate) mod report;
pub(crate) mod resume;
pub(crate) mod run;
pub mod services;
pub mod trace;
