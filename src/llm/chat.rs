//! A question to a chat model and its reply, in words that no service speaks itself. Each service
//! has a file that says the same in its own shape; this one chooses among them.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::llm::dialect::{Dialect, JsonMode};
use crate::llm::events::{Decoder, Event, Form, TOO_LONG};
use crate::llm::usage::{MOST_TOKENS, Usage};
use crate::llm::{anthropic, gemini, ollama, openai, tokens};
use crate::net::endpoint::Endpoint;
use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::service::ServiceError;
use crate::privacy::OutgoingText;

/// A model on a slow machine may think this long before its reply begins, or before the next part
/// of it comes; without streaming the whole reply must be there by then.
pub(super) const TIMEOUT_MILLIS: u32 = 120_000;

/// The shapes that services speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChatService {
    /// OpenAI's chat completions, which most services speak.
    OpenAi,
    /// Anthropic's messages.
    Anthropic,
    /// Google's generateContent.
    Gemini,
    /// Ollama's own, which knows more of its models than its copy of OpenAI's.
    Ollama,
}

/// Who is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatModel {
    /// How it is called in messages.
    pub name: &'static str,
    /// The shape it speaks.
    pub service: ChatService,
    /// Where it is.
    pub endpoint: Endpoint,
    /// The model's name there.
    pub model: String,
    /// The name of the secret that holds the key; empty for none.
    pub secret: String,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ask {
    /// What it is asked for, for the person who looks up what was sent.
    pub purpose: String,
    /// What the model is to do.
    pub system: OutgoingText,
    /// The conversation, the last message being the person's.
    pub messages: Vec<Message>,
    /// The shape of the reply, where it is to be JSON.
    pub shape: Option<Shape>,
    /// Tokens of the reply at the most, thoughts included.
    pub max_tokens: u32,
}

/// One message of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub text: OutgoingText,
}

/// Who says a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person, or Ibid for them.
    User,
    /// The model.
    Assistant,
}

/// JSON of a certain shape.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Shape {
    /// Letters and underscores.
    pub name: String,
    /// A JSON schema, with every object closed.
    #[cfg_attr(target_family = "wasm", tsify(type = "object"))]
    pub schema: Value,
    /// The same in words, for services that know no schemas.
    pub told: String,
}

impl Ask {
    /// What the model is to do, with the shape of the reply in words where the service is not
    /// told a schema. OpenAI refuses to write an object unless the words speak of JSON.
    pub(super) fn instructions(&self, mode: JsonMode) -> Option<String> {
        let told = self.shape.as_ref().filter(|_| mode != JsonMode::Schema).map(|s| &s.told);
        let parts = std::iter::once(self.system.as_str()).chain(told.map(String::as_str));
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        // Some models have no place for instructions and refuse empty ones.
        (!parts.is_empty()).then(|| parts.join("\n\n"))
    }

    /// The messages as most services write them, with the instructions as the first.
    pub(super) fn all_turns(&self, mode: JsonMode) -> impl Iterator<Item = Value> {
        let system = self.instructions(mode);
        let system = system.map(|text| json!({ "role": "system", "content": text }));
        system.into_iter().chain(self.turns())
    }

    /// The messages as most services write them.
    pub(super) fn turns(&self) -> impl Iterator<Item = Value> {
        self.messages.iter().map(|message| {
            let role = match message.role {
                Role::User => "user",
                Role::Assistant => "assistant",
            };
            json!({ "role": role, "content": message.text.as_str() })
        })
    }

    /// About how many tokens are sent.
    pub fn tokens(&self) -> u64 {
        let shape = self.shape.as_ref().map(|shape| tokens::estimate(&shape.schema.to_string()));
        let said = self.messages.iter().map(|message| tokens::estimate(message.text.as_str()));
        said.chain(shape).fold(tokens::estimate(self.system.as_str()), u64::saturating_add)
    }

    /// All that is said, the instructions first.
    pub fn texts(&self) -> impl Iterator<Item = &OutgoingText> {
        std::iter::once(&self.system).chain(self.messages.iter().map(|message| &message.text))
    }
}

/// Whether a reply is to come in pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Streaming {
    /// Where the endpoint lets it.
    Wanted,
    /// Never.
    Off,
}

/// What the model replied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ChatReply {
    /// Its words, without its thoughts.
    pub text: String,
    /// Why it ended.
    pub stop: Stop,
    /// What it used.
    pub usage: Usage,
}

/// Why a reply ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Stop {
    /// It was complete.
    End,
    /// It was cut off at the limit; with no words at all, thoughts used it up.
    Length,
    /// The model or its service would not answer.
    Refusal {
        /// In its own words; may be empty.
        message: String,
    },
}

/// A reply as far as it has come.
#[derive(Debug, Clone, Default)]
pub(super) struct Partial {
    pub(super) text: String,
    pub(super) stop: Option<Stop>,
    pub(super) usage: Usage,
    /// The service said that nothing more comes.
    pub(super) ended: bool,
}

impl Partial {
    /// The reply, if it came to its end: one that broke off must not pass for a short one.
    pub(super) fn whole(self) -> Result<ChatReply, ServiceError> {
        match self.stop {
            Some(stop) => Ok(ChatReply { text: self.text, stop, usage: self.usage }),
            None if self.ended => {
                Ok(ChatReply { text: self.text, stop: Stop::End, usage: self.usage })
            }
            None => Err(ServiceError::Unreadable { what: "the end of the reply" }),
        }
    }
}

/// Asks a model.
pub fn request(ask: &Ask, model: &ChatModel, dialect: &Dialect) -> HttpRequest {
    let request = match model.service {
        ChatService::OpenAi => openai::request(ask, model, dialect),
        ChatService::Anthropic => anthropic::request(ask, model, dialect),
        ChatService::Gemini => gemini::request(ask, model, dialect),
        ChatService::Ollama => ollama::request(ask, model, dialect),
    };
    request.within(TIMEOUT_MILLIS).quoting(ask.texts().flat_map(OutgoingText::notes))
}

/// Whether a model can take the question and has room for the reply; as far as can be known here.
pub fn fits(ask: &Ask, model: &ChatModel) -> bool {
    model.service != ChatService::Ollama || ollama::fits(ask)
}

/// Reads the reply, whether it came in one piece or as a stream.
pub fn parse(response: &HttpResponse, service: ChatService) -> Result<ChatReply, ServiceError> {
    if let Some(error) = ServiceError::of(response) {
        return Err(error);
    }
    let kind = response.header("content-type").unwrap_or_default();
    if kind.contains("event-stream") || kind.contains("ndjson") {
        let mut stream = ReplyStream::new(service);
        stream.push(response.text.as_bytes());
        return stream.finish();
    }
    let body = object(&response.text)?;
    match service {
        ChatService::OpenAi => openai::parse(&body),
        ChatService::Anthropic => anthropic::parse(&body),
        ChatService::Gemini => gemini::parse(&body),
        ChatService::Ollama => ollama::parse(&body),
    }
}

/// A reply that comes piece by piece.
pub struct ReplyStream {
    service: ChatService,
    decoder: Decoder,
    partial: Partial,
    failure: Option<ServiceError>,
}

impl ReplyStream {
    /// Nothing has come yet.
    pub fn new(service: ChatService) -> Self {
        let form = match service {
            ChatService::Ollama => Form::Lines,
            ChatService::OpenAi | ChatService::Anthropic | ChatService::Gemini => Form::Sse,
        };
        Self { service, decoder: Decoder::new(form), partial: Partial::default(), failure: None }
    }

    /// Takes the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        for event in self.decoder.push(bytes) {
            self.absorb(&event);
        }
    }

    /// The words that have come so far.
    pub fn text(&self) -> &str {
        &self.partial.text
    }

    /// The reply, when no more bytes come.
    pub fn finish(mut self) -> Result<ChatReply, ServiceError> {
        let decoder = std::mem::replace(&mut self.decoder, Decoder::new(Form::Lines));
        for event in decoder.finish() {
            self.absorb(&event);
        }
        match self.failure {
            Some(error) => Err(error),
            None => self.partial.whole(),
        }
    }

    /// What comes after an error does not count.
    fn absorb(&mut self, event: &Event) {
        if self.failure.is_some() {
            return;
        }
        if event.name == TOO_LONG {
            self.failure = Some(ServiceError::Unreadable { what: "an event of ordinary length" });
            return;
        }
        if event.data.trim() == "[DONE]" {
            self.partial.ended = true;
            return;
        }
        let absorbed = object(&event.data).and_then(|body| match self.service {
            ChatService::OpenAi => openai::absorb(&mut self.partial, &body),
            ChatService::Anthropic => anthropic::absorb(&mut self.partial, &body),
            ChatService::Gemini => gemini::absorb(&mut self.partial, &body),
            ChatService::Ollama => ollama::absorb(&mut self.partial, &body),
        });
        self.failure = absorbed.err();
    }
}

fn object(text: &str) -> Result<Value, ServiceError> {
    let body: Value =
        serde_json::from_str(text).map_err(|_| ServiceError::Unreadable { what: "JSON" })?;
    if body.is_object() { Ok(body) } else { Err(ServiceError::Unreadable { what: "a reply" }) }
}

/// The text at a place of a reply; empty where there is none.
pub(super) fn text_at<'a>(body: &'a Value, place: &str) -> &'a str {
    body.pointer(place).and_then(Value::as_str).unwrap_or_default()
}

/// The count at a place of a reply, at most `MOST_TOKENS`; zero where there is none.
pub(super) fn count_at(body: &Value, place: &str) -> u64 {
    let number =
        |value: &Value| value.as_u64().or_else(|| value.as_f64().map(|n| n.max(0.0) as u64));
    body.pointer(place).and_then(number).unwrap_or(0).min(MOST_TOKENS)
}
