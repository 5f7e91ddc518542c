//! The methods of the JavaScript class for the engine that concern conversations.

use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::features::chat::{
    Conversation, ConversationEntry, ConverseRequest, FillPromptRequest, ResumeTurnRequest,
};
use crate::wasm::engine::JsEngine;
use crate::wasm::js_error::{conversion_error, to_js_error};
use crate::wasm::js_host::Task;

type JsException = JsValue;

#[wasm_bindgen(js_class = Engine)]
impl JsEngine {
    /// Sends a message in a conversation. Returns the conversation, whose last turn is done or waits
    /// for the user's yes.
    pub async fn converse(
        &self,
        request: Ts<ConverseRequest>,
        task: Task,
    ) -> Result<Ts<Conversation>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let conversation = self.inner.converse(&host, &request).await.map_err(to_js_error)?;
        conversation.into_ts().map_err(conversion_error)
    }

    /// Carries out what the user decided about a call that waits, and goes on with the turn.
    #[wasm_bindgen(js_name = "resumeTurn")]
    pub async fn resume_turn(
        &self,
        request: Ts<ResumeTurnRequest>,
        task: Task,
    ) -> Result<Ts<Conversation>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let conversation = self.inner.resume_turn(&host, &request).await.map_err(to_js_error)?;
        conversation.into_ts().map_err(conversion_error)
    }

    /// Returns a conversation that is kept on this device.
    pub async fn conversation(
        &self,
        id: String,
        task: Task,
    ) -> Result<Ts<Conversation>, JsException> {
        let host = self.js_host(&task);
        let conversation = self.inner.conversation(&host, &id).await.map_err(to_js_error)?;
        conversation.into_ts().map_err(conversion_error)
    }

    /// Returns all conversations, or those that contain the words of a query, the newest first.
    pub async fn conversations(
        &self,
        query: String,
        task: Task,
    ) -> Result<Vec<Ts<ConversationEntry>>, JsException> {
        let host = self.js_host(&task);
        let found = self.inner.conversations(&host, &query).await;
        found.iter().map(|entry| entry.into_ts().map_err(conversion_error)).collect()
    }

    /// Returns one of the user's own prompts with `{{selection}}`, `{{note}}` and `{{date}}` filled in.
    #[wasm_bindgen(js_name = "fillPrompt")]
    pub async fn fill_prompt(
        &self,
        request: Ts<FillPromptRequest>,
        task: Task,
    ) -> Result<String, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        self.inner.fill_prompt(&host, &request).await.map_err(to_js_error)
    }

    /// Deletes a conversation.
    #[wasm_bindgen(js_name = "deleteConversation")]
    pub async fn delete_conversation(&self, id: String, task: Task) {
        let host = self.js_host(&task);
        self.inner.delete_conversation(&host, &id).await;
    }
}
