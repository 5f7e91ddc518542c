//! What a run knows and keeps: its request, agenda and subject, its model and progress, and its record.

mod active_run;
mod agenda;
mod agenda_edits;
pub mod agenda_update;
pub(crate) mod cost_text;
mod estimate;
mod outcome;
mod private_words;
mod progress_tracker;
mod request;
mod research_store;
mod run_context;
mod run_model;
pub(crate) mod run_record;
mod started_run;
mod statement;
mod subject;
mod workspace;

pub(crate) use active_run::ActiveRun;
#[cfg(test)]
pub(crate) use agenda::example_agenda;
pub use agenda::{Agenda, ChosenModel};
pub(crate) use agenda::{AgendaTopic, NoteRef};
pub(crate) use agenda_edits::AgendaEdits;
pub(crate) use agenda_update::{topic_from_title, topic_from_user, update_after_edit};
pub(crate) use cost_text::{spent_text, tokens_and_price_text};
pub(crate) use estimate::{AgendaTotal, EffortEstimate, TopicEstimate, TopicsCallEstimate};
pub use outcome::Report;
pub(crate) use outcome::{RunOutput, RunStep, TopicOutcome};
pub(crate) use private_words::NotePrivateWords;
pub(crate) use progress_tracker::{ProgressTracker, built_in_fallback_message, message_with_hint};
pub(crate) use request::Connection;
pub use request::{OnExisting, Permission, PlanRequest, Resume, ResumeRequest, RunRequest};
pub(crate) use research_store::ResearchStore;
pub use research_store::StoredSection;
pub(crate) use run_context::RunContext;
pub(crate) use run_model::RunModel;
pub(crate) use run_record::RunRecord;
pub(crate) use started_run::StartedRun;
pub use started_run::UnfinishedRun;
pub(crate) use statement::{
    KnownFinding, LeftOutSentence, ReportAuthor, Statement, StatementLayout, SupportStatus,
    TopicReport,
};
pub(crate) use subject::{NotePrivacy, QuotableNotes, ResearchSubject, asking_note};
pub use workspace::Workspace;
pub(crate) use workspace::{Purpose, Session};
