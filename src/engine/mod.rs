//! Everything that the plugin calls: one vault with its features. All methods take `&self`, and nothing
//! stays borrowed across an `await`. A method here passes a request to the feature that handles it; it
//! has no workflow of its own.
//!
//! This file has the engine's state and settings. Its other methods are in `research` (runs and what
//! is stored of them), `ask` and `chat` (questions and conversations), `vault` (the index), `tools` (the
//! tools of models and programs), `citations` (the citations of a note), `health` (the health of the
//! vault), `inbox` (research of the vault's gaps, and its findings) and `service_call` (requests to
//! services outside of a run).

mod ask;
mod chat;
mod citations;
mod health;
mod inbox;
mod research;
mod service_call;
mod service_request;
mod tools;
mod vault;

use serde_json::Value;

use crate::answers::run::Workspace;
use crate::features::ask::AnsweredQuestions;
use crate::features::chat::ConversationStore;
use crate::features::health::HealthCheck;
use crate::features::inbox::InboxState;
use crate::features::tools::{NoteCatalog, ToolSession, UndoStore};
use crate::host::Host;
use crate::settings::LoadedSettings;
use crate::values::Result;

pub use service_request::{ChatMessage, ChatOutcome, ChatRequest, WebSearchRequest};

/// The id in the evidence of tools that a program calls outside of a run.
const TOOL_SESSION_ID: &str = "tools";

/// One vault, and what the features keep of it.
pub struct Engine {
    workspace: Workspace,
    note_catalog: NoteCatalog,
    health_check: HealthCheck,
    /// What the calls of tools from outside have seen so far.
    tool_session: ToolSession,
    /// The changes of the vault that can be taken back.
    undo_store: UndoStore,
    conversation_store: ConversationStore,
    inbox_state: InboxState,
    answered_questions: AnsweredQuestions,
}

impl Default for Engine {
    fn default() -> Self {
        Self {
            workspace: Workspace::default(),
            note_catalog: NoteCatalog::default(),
            health_check: HealthCheck::default(),
            tool_session: ToolSession::new(TOOL_SESSION_ID),
            undo_store: UndoStore::default(),
            conversation_store: ConversationStore::default(),
            inbox_state: InboxState::default(),
            answered_questions: AnsweredQuestions::default(),
        }
    }
}

impl Engine {
    /// Replaces the settings by saved ones, which may be invalid. Returns the settings in use, and
    /// warnings about invalid values.
    pub fn configure(&self, saved: &Value) -> LoadedSettings {
        self.workspace.configure(saved)
    }

    /// Deletes everything that is stored on this device. The engine must not be used afterwards.
    pub async fn delete_local_data(&self, host: &dyn Host) -> Result<()> {
        host.delete_all().await
    }
}
