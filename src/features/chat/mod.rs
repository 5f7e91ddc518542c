//! Conversations beside a note: the model searches, reads and, with the user's yes, changes the vault.
//!
//! In reading order:
//! - `conversation_turn`, `conversation`: what is kept on the device
//! - `request`: what the user sends
//! - `summing_up`: the oldest turns in the words of the model
//! - `history`, `messages`: a conversation as the model gets it; old results shrink
//! - `conversation_pieces`, `conversation_store`: how conversations are kept
//! - `reply_parts`: a reply with checked citations
//! - `shown_text`: a reply as the user sees it
//! - `tool_round`: the calls of a turn
//! - `reason_to_wait`: why a call waits for the user's yes
//! - `turn`: one turn, until it is done or waits for the user's yes
//! - `user_prompt`: the user's own prompts

mod conversation;
mod conversation_pieces;
mod conversation_store;
mod conversation_turn;
mod history;
mod messages;
mod reason_to_wait;
mod reply_parts;
mod request;
mod shown_text;
mod summing_up;
mod tool_round;
mod turn;
mod user_prompt;

pub use conversation::{Conversation, ConversationEntry};
pub(crate) use conversation_store::ConversationStore;
pub use conversation_turn::{ConversationTurn, TurnStatus, WaitReason, reply_text};
pub(crate) use history::History;
pub use request::{ConverseRequest, Decision, ResumeTurnRequest};
pub(crate) use turn::TurnRun;
pub use user_prompt::FillPromptRequest;
pub(crate) use user_prompt::fill_prompt;
