//! Quick answers: one short paragraph from the web with one source. A broad query gets a question
//! instead, and a failing service one sentence without details.

mod broad_query;
mod filler;
mod model_answer;
mod quick_answer;

pub(crate) use quick_answer::answer_quickly;
pub use quick_answer::{QuickAnswer, QuickAnswerRequest};
