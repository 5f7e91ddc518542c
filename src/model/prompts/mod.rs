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

pub use agent::{AgentPrompt, WebInPrompt};
pub use chat::ChatPrompt;
pub use conversation_summary::{ConversationSummaryPrompt, SummedUpTurn};
pub use evidence_text::{CitedPieces, EvidenceText};
pub use extract::{PassagesPrompt, PassagesReply};
pub use fence::PromptFence;
pub use prompt::Prompt;
pub use quick_answer::{QuickAnswerPrompt, QuickAnswerReply};
pub use repair::{RepairPrompt, RepairReply, RepairedSentence, SentenceToRepair};
pub use second_reading::{
    SecondReadingPrompt, SecondReadingReply, SentenceToCheck, SentenceVerdict,
};
pub use summary::{SummaryPrompt, SummaryReply};
pub use synthesis::{ReplySentence, SynthesisPrompt, SynthesisReply};
pub use topics::{SuggestedTopic, TopicsPrompt, TopicsReply};
