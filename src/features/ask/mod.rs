//! Answers a question from the vault, with citations.
//!
//! In reading order:
//! - `request`, `asked_question`: the question, its answer, and what the answer needs
//! - `built_in`: the built-in engine, which quotes the sentences that answer the question best
//! - `by_model`: a model, which calls tools and whose sentences are checked like those of a report
//! - `evidence_piece`: a passage of a tool as evidence
//! - `answerer`: chooses between them
//! - `trace`, `files`: the files of a question, and its replay

mod answerer;
mod asked_question;
mod built_in;
mod by_model;
mod evidence_piece;
mod files;
mod request;
mod trace;

pub(crate) use answerer::answer_question;
pub(crate) use asked_question::{AskedQuestion, QuestionPrivacy};
pub(crate) use built_in::{QUESTION_PATH, question_topic};
pub(crate) use evidence_piece::to_evidence;
pub use files::AskFiles;
pub use request::{AnswerConfidence, AskRequest, AskResult, AskServices, EarlierAnswer};
pub use trace::{AskTrace, replay_question};
