//! Questions in the caller's own words, for programs that ask services through the engine. What
//! they say is redacted like everything else.

use serde::Deserialize;

use crate::error::Result;
use crate::llm::chat::{Ask, Message, Role, Shape};
use crate::session::Privacy;

/// A question to the model in the caller's own words.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ChatRequest {
    /// What the model is to do.
    pub system: String,
    /// The conversation, the last message being the user's.
    pub messages: Vec<ChatMessage>,
    /// The shape of the reply, where it is to be JSON.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub shape: Option<Shape>,
    /// Tokens of the reply at the most, thoughts included.
    pub max_tokens: u32,
}

/// One message of a conversation.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct ChatMessage {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub text: String,
}

/// A search of the web in the caller's own words.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(target_family = "wasm", serde(rename = "WebQuery"))]
pub struct WebSearchRequest {
    /// In plain words.
    pub text: String,
    /// The language in which to look first, as `de`; none if it does not matter.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub language: Option<String>,
    /// How many hits are wanted.
    pub limit: usize,
}

impl ChatRequest {
    /// The question as it may be sent.
    pub(super) async fn ask(&self, privacy: Privacy<'_>) -> Result<Ask> {
        let said = self.messages.iter().map(|message| message.text.as_str());
        let texts: Vec<&str> = std::iter::once(self.system.as_str()).chain(said).collect();
        let redactor = privacy.redactor(&[], &texts, "").await?;
        let message = |message: &ChatMessage| Message {
            role: message.role,
            text: redactor.redact(&message.text),
        };
        Ok(Ask {
            system: redactor.redact(&self.system),
            messages: self.messages.iter().map(message).collect(),
            shape: self.shape.clone(),
            max_tokens: self.max_tokens,
            ..Ask::default()
        })
    }
}
