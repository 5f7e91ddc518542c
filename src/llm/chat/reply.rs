//! The reply of a chat model, complete or partial.

use serde::{Deserialize, Serialize};

use crate::llm::chat::tool_use::RequestedCall;
use crate::llm::usage::Usage;
use crate::net::service_error::ServiceError;

/// The complete reply of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ChatReply {
    /// The text of the reply, without reasoning.
    pub text: String,
    /// The tools that the model called, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub tool_calls: Vec<RequestedCall>,
    /// Why the reply ended: it is complete, reached the token limit, or was refused.
    #[serde(rename = "stop")]
    pub stop_reason: StopReason,
    /// The tokens that the call used.
    pub usage: Usage,
}

impl ChatReply {
    /// The first call that the model made.
    pub fn first_call(&self) -> Option<RequestedCall> {
        self.tool_calls.first().cloned()
    }
}

/// Why a model stopped generating its reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum StopReason {
    /// The reply is complete.
    End,
    /// The reply reached the token limit. If its text is empty, reasoning used all tokens.
    Length,
    /// The model or its service refused to answer.
    Refusal {
        /// The message of the service; may be empty.
        message: String,
    },
}

/// A reply whose end may not have arrived yet.
#[derive(Debug, Clone, Default)]
pub(super) struct PartialReply {
    pub(super) text: String,
    pub(super) stop_reason: Option<StopReason>,
    pub(super) usage: Usage,
    /// Whether the service announced the end of the stream.
    pub(super) ended: bool,
}

impl PartialReply {
    /// Returns the complete reply, or an error if its end is missing: an interrupted reply must not
    /// be mistaken for a short one.
    pub(super) fn finish(self) -> Result<ChatReply, ServiceError> {
        let stop_reason = match self.stop_reason {
            Some(stop_reason) => stop_reason,
            None if self.ended => StopReason::End,
            None => return Err(ServiceError::Unreadable { expected: "the end of the reply" }),
        };
        Ok(ChatReply { text: self.text, tool_calls: Vec::new(), stop_reason, usage: self.usage })
    }
}
