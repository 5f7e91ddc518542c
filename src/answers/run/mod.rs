//! What a run knows and keeps: its request, agenda and subject, its model and progress, and its record.

pub(crate) mod active_run;
pub mod agenda;
pub(crate) mod agenda_edits;
pub mod agenda_update;
pub(crate) mod cost_text;
pub mod estimate;
pub mod outcome;
pub(crate) mod private_words;
pub(crate) mod progress_tracker;
pub mod request;
pub mod research_store;
pub(crate) mod run_context;
pub(crate) mod run_model;
pub(crate) mod run_record;
pub mod started_run;
pub mod statement;
pub(crate) mod subject;

pub use research_store::ResearchStore;
pub use run_context::RunContext;
pub use run_model::RunModel;
pub use run_record::RunRecord;
pub use started_run::StartedRun;
