//! Builds the reply of a model from the bytes of its stream.

use crate::model::llm::chat::chat_model::ChatApi;
use crate::model::llm::chat::json_fields::parse_object;
use crate::model::llm::chat::reply::{ChatReply, PartialReply};
use crate::model::llm::chat::stream_events::{
    StreamDecoder, StreamEvent, StreamFormat, TOO_LONG_EVENT_NAME,
};
use crate::model::llm::chat::{anthropic, gemini, ollama, openai};
use crate::web::http::ServiceError;

/// A reply that is being streamed: the text that has arrived so far, and the state of the decoder.
pub struct ReplyStream {
    api: ChatApi,
    decoder: StreamDecoder,
    partial: PartialReply,
    failure: Option<ServiceError>,
}

impl ReplyStream {
    /// An empty reply, before the first bytes arrive.
    pub fn new(api: ChatApi) -> Self {
        let format = match api {
            ChatApi::Ollama => StreamFormat::JsonLines,
            ChatApi::OpenAi | ChatApi::Anthropic | ChatApi::Gemini => StreamFormat::Sse,
        };
        let decoder = StreamDecoder::new(format);
        Self { api, decoder, partial: PartialReply::default(), failure: None }
    }

    /// Adds the next bytes of the stream to the reply.
    pub fn push(&mut self, bytes: &[u8]) {
        for event in self.decoder.push(bytes) {
            self.process_event(&event);
        }
    }

    /// The text of the reply that has arrived so far.
    pub fn text(&self) -> &str {
        &self.partial.text
    }

    /// Returns the complete reply after the last bytes, or an error if its end is missing.
    pub fn finish(mut self) -> Result<ChatReply, ServiceError> {
        let empty = StreamDecoder::new(StreamFormat::JsonLines);
        let decoder = std::mem::replace(&mut self.decoder, empty);
        for event in decoder.finish() {
            self.process_event(&event);
        }
        match self.failure {
            Some(error) => Err(error),
            None => self.partial.finish(),
        }
    }

    /// Adds an event to the reply. Events after an error are ignored.
    fn process_event(&mut self, event: &StreamEvent) {
        if self.failure.is_some() {
            return;
        }
        if event.name == TOO_LONG_EVENT_NAME {
            let expected = "an event of ordinary length";
            self.failure = Some(ServiceError::Unreadable { expected });
            return;
        }
        if event.data.trim() == "[DONE]" {
            self.partial.ended = true;
            return;
        }
        let added = parse_object(&event.data).and_then(|body| match self.api {
            ChatApi::OpenAi => openai::add_event(&mut self.partial, &body),
            ChatApi::Anthropic => anthropic::add_event(&mut self.partial, &body),
            ChatApi::Gemini => gemini::add_event(&mut self.partial, &body),
            ChatApi::Ollama => ollama::add_event(&mut self.partial, &body),
        });
        self.failure = added.err();
    }
}
