//! Requests to a model or to web search from programs that use the engine, and the reply of a model.
//! Private names and secrets in requests are redacted before they are sent.

use serde::{Deserialize, Serialize};

use crate::host::session::PrivacyCheck;
use crate::model::llm::{ChatReply, CompletionRequest, Message, ReplySchema, Role, Spending};
use crate::values::Result;

/// A request to continue a conversation with the model.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ChatRequest {
    /// The instructions that the model gets before the first message.
    #[serde(rename = "system")]
    pub system_prompt: String,
    /// The messages, oldest first; the last one is the user's.
    pub messages: Vec<ChatMessage>,
    /// The JSON schema that the reply must follow; `None` for a reply in plain text.
    #[serde(rename = "shape", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub reply_schema: Option<ReplySchema>,
    /// Maximum number of tokens of the reply, including the model's reasoning.
    #[serde(rename = "maxTokens")]
    pub max_reply_tokens: u32,
}

/// One message of a conversation.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct ChatMessage {
    /// Who wrote the message: the user or the model.
    pub role: Role,
    /// The text of the message, not redacted yet.
    pub text: String,
}

/// The reply of a model and its cost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct ChatOutcome {
    /// The reply: its text, why the model stopped, and the number of tokens.
    pub reply: ChatReply,
    /// The tokens and the money that the reply cost.
    pub spent: Spending,
}

/// A web search that is not part of a run.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(target_family = "wasm", serde(rename = "WebQuery"))]
pub struct WebSearchRequest {
    /// The query, not redacted yet.
    pub text: String,
    /// The preferred language of the results, for example `de`.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub language: Option<String>,
    /// Maximum number of hits to return, from all services together.
    #[serde(rename = "limit")]
    pub max_hits: usize,
}

impl ChatRequest {
    /// Converts to the request for the model, with private names and secrets redacted.
    pub(super) async fn to_completion_request(
        &self,
        privacy: PrivacyCheck<'_>,
    ) -> Result<CompletionRequest> {
        let said = self.messages.iter().map(|message| message.text.as_str());
        let texts: Vec<&str> = std::iter::once(self.system_prompt.as_str()).chain(said).collect();
        let redactor = privacy.build_redactor(&[], &texts, "").await?;
        let message = |message: &ChatMessage| Message::Text {
            role: message.role,
            text: redactor.redact(&message.text),
        };
        Ok(CompletionRequest {
            system_prompt: redactor.redact(&self.system_prompt),
            messages: self.messages.iter().map(message).collect(),
            reply_schema: self.reply_schema.clone(),
            max_reply_tokens: self.max_reply_tokens,
            ..CompletionRequest::default()
        })
    }
}
