//! Answers a question from the vault, with citations. The built-in engine quotes the sentences that
//! answer it best.

mod built_in;
mod request;

pub use built_in::answer_from_vault;
pub(crate) use built_in::{QUESTION_PATH, question_topic};
pub use request::{AnswerConfidence, AskRequest, AskResult, CitedPassage};
