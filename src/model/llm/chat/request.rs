//! A completion request, independent of the service it is sent to.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::model::llm::chat::json_mode::{JsonMode, ReplyFormat};
use crate::model::llm::chat::request_options::{RequestOptions, ToolMode};
use crate::model::llm::chat::tool_use::{OfferedTools, SentCall, SentResult};
use crate::notes::note::NotePath;
use crate::safety::privacy::OutgoingText;

/// A request to a chat model, before it is converted to the format of a service.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CompletionRequest {
    /// The purpose of the request, shown to the user in the log of sent requests.
    pub purpose: String,
    /// The instructions for the model.
    pub system_prompt: OutgoingText,
    /// The conversation; the last message is the user's.
    pub messages: Vec<Message>,
    /// The JSON schema of the reply, if it must be JSON.
    pub reply_schema: Option<ReplySchema>,
    /// The tools that the model may call. A request with tools has no schema of its own.
    pub tools: Option<OfferedTools>,
    /// Maximum number of tokens of the reply, including reasoning.
    pub max_reply_tokens: u32,
}

/// One message of the conversation with a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// A text.
    Text {
        /// Who wrote the text: the user or the model.
        role: Role,
        /// The text, which may leave the device.
        text: OutgoingText,
    },
    /// An earlier call of the model. Its result is the next message.
    ToolCall(SentCall),
    /// The result of the call before it.
    ToolResult(SentResult),
}

impl Message {
    /// A text of the user, or of Ibid on behalf of the user.
    pub fn from_user(text: OutgoingText) -> Self {
        Self::Text { role: Role::User, text }
    }

    /// The text of the message; of a call its arguments.
    pub fn outgoing_text(&self) -> &OutgoingText {
        match self {
            Self::Text { text, .. } => text,
            Self::ToolCall(call) => &call.arguments_json,
            Self::ToolResult(result) => &result.text,
        }
    }
}

/// Who wrote a message of the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The user, or Ibid on behalf of the user.
    User,
    /// The model, in an earlier reply.
    Assistant,
}

/// The JSON schema that a reply must follow.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct ReplySchema {
    /// The name of the schema, which OpenAI's API requires: only letters and underscores.
    pub name: String,
    /// The JSON schema. Every object in it forbids additional properties.
    #[cfg_attr(target_family = "wasm", tsify(type = "object"))]
    pub schema: Value,
    /// The schema described in words, for the prompt of services that don't support schemas.
    #[serde(rename = "told")]
    pub schema_instruction: String,
}

/// Whether the user wants streamed replies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Streaming {
    /// Replies are streamed where the endpoint supports it.
    On,
    /// Replies are never streamed.
    Off,
}

impl Role {
    /// The name that most services have for the role.
    pub(super) fn api_name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

impl CompletionRequest {
    /// The tools that are offered in the format of the service; `None` if they are offered in the
    /// system prompt instead.
    pub(super) fn native_tools(&self, options: &RequestOptions) -> Option<&OfferedTools> {
        self.tools.as_ref().filter(|_| options.tool_mode == ToolMode::Native)
    }

    /// The system prompt. It lists the tools unless the request contains them in the format of the
    /// service, and describes the schema in words unless the request contains the schema itself.
    /// The words are needed because OpenAI returns a JSON object only if the prompt mentions JSON.
    pub(super) fn full_system_prompt(&self, options: &RequestOptions) -> Option<String> {
        let tools = self.tools.as_ref().filter(|_| options.tool_mode == ToolMode::Json);
        let tools = tools.map(OfferedTools::to_prompt_text);
        let schema = self.reply_schema.as_ref();
        let schema = schema.filter(|_| options.json_mode != JsonMode::Schema);
        let schema = schema.map(|schema| schema.schema_instruction.as_str());
        let parts = std::iter::once(self.system_prompt.as_str()).chain(tools.as_deref());
        let parts = parts.chain(schema).filter(|part| !part.is_empty());
        let parts: Vec<&str> = parts.collect();
        // An empty system prompt is not sent, because some models reject it.
        (!parts.is_empty()).then(|| parts.join("\n\n"))
    }

    /// The messages as JSON, with the system prompt as the first message.
    pub(super) fn messages_with_system(
        &self,
        options: &RequestOptions,
        to_json: impl Fn(usize, &Message) -> Value,
    ) -> Value {
        let system = self.full_system_prompt(options);
        let system = system.map(|text| json!({ "role": "system", "content": text }));
        system.into_iter().chain(self.messages_without_system(to_json)).collect()
    }

    /// The messages as JSON, without the system prompt. `to_json` gets the position of each
    /// message.
    pub(super) fn messages_without_system(
        &self,
        to_json: impl Fn(usize, &Message) -> Value,
    ) -> impl Iterator<Item = Value> {
        self.messages.iter().enumerate().map(move |(position, message)| to_json(position, message))
    }

    /// Whether the reply is a call, JSON or any text.
    pub fn reply_format(&self) -> ReplyFormat {
        match (&self.tools, &self.reply_schema) {
            (Some(_), _) => ReplyFormat::ToolCall,
            (None, Some(_)) => ReplyFormat::Json,
            (None, None) => ReplyFormat::Text,
        }
    }

    /// The notes whose text the messages quote.
    pub fn notes_quoted_in_messages(&self) -> BTreeSet<NotePath> {
        let texts = self.messages.iter().map(Message::outgoing_text);
        texts.flat_map(OutgoingText::quoted_notes).cloned().collect()
    }

    /// All texts that the request sends, the system prompt first.
    pub fn outgoing_texts(&self) -> impl Iterator<Item = &OutgoingText> {
        std::iter::once(&self.system_prompt).chain(self.messages.iter().map(Message::outgoing_text))
    }
}
