//! Language models: builds requests to services that run models, and parses the responses. This
//! module contains no prompts and sends nothing.
//!
//! In reading order:
//! - [`provider`]: the services that Ibid knows by name; [`model_list`]: the models of a service
//! - [`chat`]: a completion request and its reply, in the format of each service
//! - [`reply_json`]: the JSON in a reply, with the mistakes of models repaired
//! - [`embedding`]: vectors for texts
//! - [`tokens`], [`usage`], [`money`], [`price`] and [`budget`]: what a call costs and may cost

mod provider;

pub mod chat;
pub(crate) mod model_list;
pub(crate) mod reply_json;

pub(crate) mod embedding;

mod budget;
mod money;
mod price;
pub(crate) mod tokens;
pub(crate) mod transcription;
mod usage;

pub use budget::{Budget, Spending};
pub(crate) use budget::{
    CostEstimate, DEFAULT_BUDGET_CENTS, DEFAULT_BUDGET_TOKENS, Reservation, WithThousandsCommas,
};
pub(crate) use chat::StopReason;
pub use chat::request_options::{RequestOptions, ToolMode};
pub use chat::stream_events::{StreamDecoder, StreamEvent, StreamFormat};
pub use chat::{
    ChatApi, ChatModel, ChatReply, CompletionRequest, JsonMode, Message, OfferedTool, OfferedTools,
    ReplySchema, ReplyStream, RequestedCall, Role, SentCall, SentResult, Streaming, ToolChoice,
};
pub(crate) use embedding::{EmbeddingEndpoint, EmbeddingService};
pub use money::Money;
pub use price::Price;
pub(crate) use price::{PriceList, parse_price_list, price_list_request};
pub(crate) use provider::ApiKeyNeed;
pub use provider::Provider;
pub use reply_json::{extract, extract_as};
pub use tokens::estimate_tokens;
pub use transcription::MAX_AUDIO_BYTES;
pub(crate) use transcription::{AudioFormat, Transcript, TranscriptionEndpoint};
pub(crate) use usage::Usage;
