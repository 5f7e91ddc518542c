//! How an endpoint wants to be asked: services that speak the same shape differ in what they take.
//! Each starts with what is known of it, and learns from what it refuses.

use crate::llm::chat::{ChatModel, ChatService};
use crate::net::service::ServiceError;

/// What is known of an endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dialect {
    /// How JSON is asked for.
    pub json: JsonMode,
    /// What the limit of a reply is called.
    pub limit: LimitWord,
    /// Whether that was learnt.
    pub limit_changed: bool,
    /// Whether the reply comes as a stream.
    pub stream: bool,
    /// Whether one has come as a stream before.
    pub has_streamed: bool,
    /// Whether a stream may be asked to end with what it used.
    pub stream_usage: bool,
    /// Whether the model may be asked not to guess: reasoning models refuse the word.
    pub temperature: bool,
}

/// Ways to ask for JSON, from the strictest to the one that always works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum JsonMode {
    /// By a schema that the service holds the model to.
    Schema,
    /// As an object, with the schema beside it: llama.cpp's Python server and Fireworks.
    ObjectWithSchema,
    /// As any object.
    Object,
    /// In words alone.
    Plain,
}

/// What OpenAI's shape calls the limit of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitWord {
    /// The newer word, which counts thoughts.
    MaxCompletionTokens,
    /// The older word, which most others know.
    MaxTokens,
}

/// How services say that they do not know a word of the request.
const UNKNOWN_WORDS: [&str; 8] = [
    "not supported",
    "unsupported",
    "unknown",
    "unrecognized",
    "unexpected",
    "not permitted",
    "extra",
    "instead",
];

impl Dialect {
    /// What is known of an endpoint before it was asked.
    pub fn of(model: &ChatModel) -> Self {
        let host = model.endpoint.host();
        let local = model.endpoint.is_local();
        Self {
            json: if host == "api.deepseek.com" { JsonMode::Object } else { JsonMode::Schema },
            limit: if host == "api.openai.com" {
                LimitWord::MaxCompletionTokens
            } else {
                LimitWord::MaxTokens
            },
            limit_changed: false,
            stream: true,
            has_streamed: false,
            stream_usage: true,
            // Small models on the person's machine guess a lot unless asked not to.
            temperature: local,
        }
    }

    /// An error as it is meant: some servers say 500 when they do not know a word of the request,
    /// and asking the same again does not help then.
    pub fn judged(
        &self,
        error: ServiceError,
        service: ChatService,
        wants_json: bool,
    ) -> ServiceError {
        let learns = self.clone().learn(&error, service, wants_json);
        match error {
            ServiceError::Refused { status: 500.., message } if learns => {
                ServiceError::Refused { status: 400, message }
            }
            other => other,
        }
    }

    /// Learns from a refusal; answers with whether another try makes sense.
    pub fn learn(&mut self, error: &ServiceError, service: ChatService, wants_json: bool) -> bool {
        let ServiceError::Refused { status: 400 | 415 | 422 | 500 | 501, message } = error else {
            return false;
        };
        let lower = message.to_lowercase();
        let says = |word: &str| lower.contains(word);
        // A limit that is only too high is not a word that it does not know.
        let unknown = UNKNOWN_WORDS.iter().any(|word| says(word));
        if unknown && (says("max_tokens") || says("max_completion_tokens")) {
            return self.other_limit();
        }
        if says("temperature") && self.temperature {
            self.temperature = false;
            return true;
        }
        if says("stream_options") && self.stream_usage {
            self.stream_usage = false;
            return true;
        }
        const JSON_WORDS: [&str; 6] =
            ["response_format", "json", "schema", "output_config", "format", "grammar"];
        wants_json && JSON_WORDS.iter().any(|word| says(word)) && self.looser_json(service)
    }

    /// At most once: a service that takes neither word has another complaint.
    fn other_limit(&mut self) -> bool {
        let first_time = !std::mem::replace(&mut self.limit_changed, true);
        if first_time {
            self.limit = match self.limit {
                LimitWord::MaxTokens => LimitWord::MaxCompletionTokens,
                LimitWord::MaxCompletionTokens => LimitWord::MaxTokens,
            };
        }
        first_time
    }

    fn looser_json(&mut self, service: ChatService) -> bool {
        let next = match (self.json, service) {
            (JsonMode::Plain, _) => return false,
            (JsonMode::Schema, ChatService::OpenAi) => JsonMode::ObjectWithSchema,
            (JsonMode::Schema, ChatService::Gemini | ChatService::Ollama) => JsonMode::Object,
            (JsonMode::ObjectWithSchema, _) => JsonMode::Object,
            (JsonMode::Schema, ChatService::Anthropic) | (JsonMode::Object, _) => JsonMode::Plain,
        };
        self.json = next;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::endpoint::Endpoint;

    fn dialect(url: &'static str, service: ChatService) -> Dialect {
        let endpoint = Endpoint::fixed(url);
        let (model, secret) = (String::new(), String::new());
        Dialect::of(&ChatModel { name: "X", service, endpoint, model, secret })
    }

    fn refused(status: u16, message: &str) -> ServiceError {
        ServiceError::Refused { status, message: message.into() }
    }

    #[test]
    fn json_is_asked_for_ever_more_loosely_until_it_works() {
        let steps = |service, status, message: &str| {
            let mut dialect = dialect("https://a.example/v1", service);
            let mut steps = vec![dialect.json];
            while dialect.learn(&refused(status, message), service, true) {
                steps.push(dialect.json);
            }
            steps
        };
        use JsonMode::{Object, ObjectWithSchema, Plain, Schema};
        let openai = [Schema, ObjectWithSchema, Object, Plain];
        assert_eq!(steps(ChatService::OpenAi, 400, "response_format is not supported"), openai);
        assert_eq!(steps(ChatService::OpenAi, 500, "Input should be 'json_object'"), openai);
        assert_eq!(steps(ChatService::Anthropic, 400, "output_config: unknown"), [Schema, Plain]);
        assert_eq!(
            steps(ChatService::Gemini, 400, "Unknown name \"responseJsonSchema\""),
            [Schema, Object, Plain]
        );
        assert_eq!(steps(ChatService::Ollama, 500, "invalid grammar"), [Schema, Object, Plain]);
        assert_eq!(steps(ChatService::OpenAi, 400, "no"), [Schema]);
        assert_eq!(steps(ChatService::OpenAi, 401, "json"), [Schema]);
    }

    #[test]
    fn the_limit_is_named_as_the_service_wants_it() {
        let message = "'max_tokens' is not supported. Use 'max_completion_tokens' instead.";
        let mut other = dialect("https://a.example/v1", ChatService::OpenAi);
        assert!(other.learn(&refused(400, message), ChatService::OpenAi, false));
        assert_eq!(other.limit, LimitWord::MaxCompletionTokens);
        let mut openai = dialect("https://api.openai.com/v1", ChatService::OpenAi);
        assert_eq!(openai.limit, LimitWord::MaxCompletionTokens);
        assert!(openai.learn(
            &refused(400, "unknown: max_completion_tokens"),
            ChatService::OpenAi,
            false
        ));
        assert_eq!(openai.limit, LimitWord::MaxTokens);
        assert!(!openai.learn(
            &refused(400, "max_tokens is too large"),
            ChatService::OpenAi,
            false
        ));
    }

    #[test]
    fn what_a_model_does_not_know_is_not_said_twice() {
        let mut dialect = dialect("http://localhost:1/v1", ChatService::OpenAi);
        for message in ["temperature is not supported", "extra: stream_options"] {
            assert!(dialect.learn(&refused(422, message), ChatService::OpenAi, false));
            assert!(!dialect.learn(&refused(422, message), ChatService::OpenAi, false));
        }
    }
}
