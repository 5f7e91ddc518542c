//! The engine's methods for conversations.

use crate::engine::Engine;
use crate::features::chat::{
    Chats, Conversation, ConversationEntry, ConverseRequest, FillPromptRequest, ResumeTurnRequest,
};
use crate::host::Host;
use crate::values::Result;

impl Engine {
    /// Sends a message in a conversation. Returns the conversation, whose last turn is done or waits
    /// for the user's yes.
    pub async fn converse(
        &self,
        host: &dyn Host,
        request: &ConverseRequest,
    ) -> Result<Conversation> {
        self.chats().converse(host, request).await
    }

    /// Carries out what the user decided about a call that waits, and goes on with the turn.
    pub async fn resume_turn(
        &self,
        host: &dyn Host,
        request: &ResumeTurnRequest,
    ) -> Result<Conversation> {
        self.chats().resume_turn(host, request).await
    }

    /// Returns a conversation.
    pub async fn conversation(&self, host: &dyn Host, id: &str) -> Result<Conversation> {
        self.chats().conversation(host, id).await
    }

    /// Returns all conversations, or those that contain the words of a query, the newest first.
    pub async fn conversations(&self, host: &dyn Host, query: &str) -> Vec<ConversationEntry> {
        self.chats().conversations(host, query).await
    }

    /// Returns one of the user's own prompts, filled in.
    pub async fn fill_prompt(
        &self,
        host: &dyn Host,
        request: &FillPromptRequest,
    ) -> Result<String> {
        self.chats().fill_prompt(host, request).await
    }

    /// Deletes a conversation.
    pub async fn delete_conversation(&self, host: &dyn Host, id: &str) {
        self.conversation_store.delete(host, id).await;
    }

    fn chats(&self) -> Chats<'_> {
        Chats {
            workspace: &self.workspace,
            catalog: &self.note_catalog,
            store: &self.conversation_store,
            undo_store: &self.undo_store,
        }
    }
}
