//! Requests of programs that use services through the engine. Their texts are redacted like all
//! others.

use serde::Deserialize;

use crate::error::Result;
use crate::llm::chat::{CompletionRequest, Message, ReplySchema, Role};
use crate::session::Privacy;

/// A conversation with the model.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ChatRequest {
    /// The system prompt.
    pub system: String,
    /// The messages; the last one is the user's.
    pub messages: Vec<ChatMessage>,
    /// The JSON schema of the reply, if it must be JSON.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub shape: Option<ReplySchema>,
    /// Maximum number of tokens of the reply, reasoning included.
    pub max_tokens: u32,
}

/// One message of a conversation.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct ChatMessage {
    /// Who wrote it.
    pub role: Role,
    /// Its text.
    pub text: String,
}

/// A web search.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(target_family = "wasm", serde(rename = "WebQuery"))]
pub struct WebSearchRequest {
    /// The words to search for.
    pub text: String,
    /// The preferred language, for example `de`.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub language: Option<String>,
    /// Maximum number of hits.
    pub limit: usize,
}

impl ChatRequest {
    /// Returns the conversation as it may be sent.
    pub(super) async fn ask(&self, privacy: Privacy<'_>) -> Result<CompletionRequest> {
        let said = self.messages.iter().map(|message| message.text.as_str());
        let texts: Vec<&str> = std::iter::once(self.system.as_str()).chain(said).collect();
        let redactor = privacy.redactor(&[], &texts, "").await?;
        let message = |message: &ChatMessage| Message {
            role: message.role,
            text: redactor.redact(&message.text),
        };
        Ok(CompletionRequest {
            system: redactor.redact(&self.system),
            messages: self.messages.iter().map(message).collect(),
            reply_schema: self.shape.clone(),
            max_tokens: self.max_tokens,
            ..CompletionRequest::default()
        })
    }
}
