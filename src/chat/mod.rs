//! Conversations beside a note: the model searches, reads and, with the user's yes, changes the vault.
//!
//! In reading order:
//! - `conversation`, `conversation_store`: what is kept on the device
//! - `request`: what the user sends
//! - `messages`: a conversation as the model gets it; old results shrink
//! - `reply_parts`: a reply with checked citations
//! - `shown_text`: a reply as the user sees it
//! - `tool_round`: the calls of a turn
//! - `turn`: one turn, until it is done or waits for the user's yes
//! - `user_prompt`: the user's own prompts

pub mod conversation;
pub mod conversation_store;
mod messages;
mod reply_parts;
mod request;
mod shown_text;
mod tool_round;
mod turn;
mod user_prompt;

pub use request::{ConverseRequest, Decision, ResumeTurnRequest};
pub use turn::TurnRun;
pub use user_prompt::{FillPromptRequest, fill_prompt};
