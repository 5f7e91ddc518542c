//! Research of one note: `survey` looks at it, `plan` answers with an agenda, `run` gathers
//! evidence for the agenda, has it put into words, checks every sentence against its evidence and
//! writes the section.
//!
//! Nothing is asked here: between the steps, the plugin shows what there is and takes the answer.

pub(crate) mod active_run;
pub mod agenda;
pub mod agenda_update;
pub(crate) mod context;
pub(crate) mod cost_text;
pub mod estimate;
pub(crate) mod gather;
pub mod outcome;
pub(crate) mod plan;
pub(crate) mod progress_tracker;
pub(crate) mod report;
pub mod request;
pub(crate) mod resume;
pub(crate) mod run;
pub(crate) mod run_model;
pub(crate) mod run_record;
pub mod services;
pub mod started_run;
pub mod store;
pub(crate) mod subject;
pub mod trace;
pub(crate) mod write;
