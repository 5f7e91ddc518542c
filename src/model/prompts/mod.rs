//! The prompts for models. Their texts are in `*.md`; one Rust type per prompt fills in the values.
//!
//! Text that the user did not write is always inside a [`PromptFence`]. The prompts don't depend on
//! the service that runs the model.
//!
//! In reading order: `prompt` (what the prompts share), `fence`, `evidence_text`, then the prompts in
//! the order of a run: `topics`, `extract`, `synthesis`, `second_reading` and `repair`; at last
//! `agent` and `quick_answer` for questions, and `chat`, `summary` and
//! `conversation_summary` for conversations.

mod agent;
mod chat;
mod conversation_summary;
mod evidence_text;
mod extract;
mod fence;
mod prompt;
mod quick_answer;
mod repair;
mod second_reading;
mod summary;
mod synthesis;
mod topics;

pub(crate) use agent::{AgentPrompt, WebInPrompt};
pub(crate) use chat::ChatPrompt;
pub use conversation_summary::{ConversationSummaryPrompt, SummedUpTurn};
pub use evidence_text::{CitedPieces, EvidenceText};
pub use extract::PassagesPrompt;
pub(crate) use extract::PassagesReply;
pub use fence::PromptFence;
pub use prompt::Prompt;
pub use quick_answer::QuickAnswerPrompt;
pub(crate) use quick_answer::QuickAnswerReply;
pub(crate) use repair::RepairReply;
pub use repair::{RepairPrompt, SentenceToRepair};
pub use second_reading::{SecondReadingPrompt, SentenceToCheck};
pub(crate) use second_reading::{SecondReadingReply, SentenceVerdict};
pub use summary::SummaryPrompt;
pub(crate) use summary::SummaryReply;
pub use synthesis::SynthesisPrompt;
pub(crate) use synthesis::{ReplySentence, SynthesisReply};
pub use topics::TopicsPrompt;
pub(crate) use topics::{SuggestedTopic, TopicsReply};
