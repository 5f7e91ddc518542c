//! The prompts for models. Their texts are in `*.md`; one Rust type per prompt fills in the values.
//!
//! Text that the user did not write is always inside a [`PromptFence`]. The prompts don't depend on
//! the service that runs the model.
//!
//! In reading order: `prompt` (what the prompts share), `fence`, then `topics`, `extract` and
//! `synthesis`.

mod extract;
mod fence;
mod prompt;
mod synthesis;
mod topics;

pub use extract::{PassagesPrompt, PassagesReply};
pub use fence::PromptFence;
pub use prompt::Prompt;
pub use synthesis::{EvidenceText, ReplySentence, SynthesisPrompt, SynthesisReply};
pub use topics::{SuggestedTopic, TopicsPrompt, TopicsReply};
