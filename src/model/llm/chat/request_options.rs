//! Finds out which request options an endpoint accepts, because services with the same API differ
//! in details. The first request uses the options that probably work; each option that the service
//! rejects is changed before the next attempt.

use crate::model::llm::chat::chat_model::{ChatApi, ChatModel};
use crate::model::llm::chat::json_mode::{JsonMode, ReplyFormat};
use crate::web::http::ServiceError;

/// The options for requests to one endpoint, adapted to what it accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestOptions {
    /// The API of the endpoint.
    pub api: ChatApi,
    /// How the request asks for JSON; less strict after the service rejected a stricter way.
    pub json_mode: JsonMode,
    /// How the request offers tools; as JSON after the service or the model rejected them.
    pub tool_mode: ToolMode,
    /// Which field of the request limits the number of tokens of the reply.
    pub token_limit_field: TokenLimitField,
    /// Whether `token_limit_field` was already changed because the service rejected its first
    /// value.
    pub has_switched_limit_field: bool,
    /// Whether the request asks for a streamed reply.
    pub use_streaming: bool,
    /// Whether the endpoint has streamed a reply before.
    pub has_streamed_before: bool,
    /// Whether the request asks for token counts at the end of a stream.
    pub include_stream_usage: bool,
    /// Whether the request sets the temperature to 0. Turned off for models that reject the field,
    /// such as reasoning models.
    pub use_zero_temperature: bool,
}

/// The ways to offer tools to a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolMode {
    /// The request offers the tools in the format of the service.
    Native,
    /// The system prompt lists the tools, and the call is a reply with JSON.
    Json,
}

/// The two fields of OpenAI's API that limit the number of tokens of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenLimitField {
    /// `max_completion_tokens`, the newer name. This limit includes reasoning.
    MaxCompletionTokens,
    /// `max_tokens`, the older name, which most other services use.
    MaxTokens,
}

/// Phrases with which services reject an unknown field.
const UNKNOWN_FIELD_PHRASES: [&str; 8] = [
    "not supported",
    "unsupported",
    "unknown",
    "unrecognized",
    "unexpected",
    "not permitted",
    "extra",
    "instead",
];

/// Words with which services and models without tool calling reject a request with tools.
const TOOL_ERROR_WORDS: [&str; 2] = ["tool", "function"];

/// Words with which services reject the way in which a request asks for JSON.
const JSON_OPTION_ERROR_WORDS: [&str; 6] =
    ["response_format", "json", "schema", "output_config", "format", "grammar"];

impl RequestOptions {
    /// The options for the first request to a model, from what is known about its service.
    pub fn for_model(model: &ChatModel) -> Self {
        let host = model.endpoint.host();
        let local = model.endpoint.is_on_this_device();
        Self {
            api: model.api,
            json_mode: if host == "api.deepseek.com" { JsonMode::Object } else { JsonMode::Schema },
            tool_mode: ToolMode::Native,
            token_limit_field: if host == "api.openai.com" {
                TokenLimitField::MaxCompletionTokens
            } else {
                TokenLimitField::MaxTokens
            },
            has_switched_limit_field: false,
            use_streaming: true,
            has_streamed_before: false,
            include_stream_usage: true,
            // Small local models give unreliable replies unless the temperature is 0.
            use_zero_temperature: local,
        }
    }

    /// Changes a server error to status 400 if the service rejected an option: some servers return
    /// status 500 for an unknown field, and repeating the same request doesn't help then.
    pub fn rejection_to_status_400(
        &self,
        error: ServiceError,
        format: ReplyFormat,
    ) -> ServiceError {
        let adapts = self.clone().change_rejected_option(&error, format);
        match error {
            ServiceError::Refused { status: 500.., message } if adapts => {
                ServiceError::Refused { status: 400, message }
            }
            other => other,
        }
    }

    /// Changes the option that the service rejected. Returns whether to send the request again.
    pub fn change_rejected_option(&mut self, error: &ServiceError, format: ReplyFormat) -> bool {
        let ServiceError::Refused { status, message } = error else { return false };
        let lower = message.to_lowercase();
        let mentions = |word: &str| lower.contains(word);
        let offers_tools = format == ReplyFormat::ToolCall && self.tool_mode == ToolMode::Native;
        let rejects_tools = offers_tools && TOOL_ERROR_WORDS.iter().any(|word| mentions(word));
        match status {
            // OpenRouter's status if no service has the model with tool calling.
            404 => return rejects_tools && self.switch_to_tools_as_json(),
            400 | 415 | 422 | 500 | 501 => {}
            _ => return false,
        }
        // An error that only says that the token limit is too high must not change the name of the
        // field, because the service knows that name.
        let is_unknown = UNKNOWN_FIELD_PHRASES.iter().any(|word| mentions(word));
        if is_unknown && (mentions("max_tokens") || mentions("max_completion_tokens")) {
            return self.switch_token_limit_field();
        }
        if mentions("temperature") && self.use_zero_temperature {
            self.use_zero_temperature = false;
            return true;
        }
        if mentions("stream_options") && self.include_stream_usage {
            self.include_stream_usage = false;
            return true;
        }
        if rejects_tools {
            return self.switch_to_tools_as_json();
        }
        let asks_for_json = format != ReplyFormat::Text && !offers_tools;
        asks_for_json
            && JSON_OPTION_ERROR_WORDS.iter().any(|field| mentions(field))
            && self.switch_to_looser_json_mode()
    }

    /// Offers tools in the system prompt from now on. Returns whether it switched.
    fn switch_to_tools_as_json(&mut self) -> bool {
        std::mem::replace(&mut self.tool_mode, ToolMode::Json) == ToolMode::Native
    }

    /// Switches between the two names of the token limit field, but only once: a service that
    /// rejects both names has another problem. Returns whether it switched.
    fn switch_token_limit_field(&mut self) -> bool {
        let first_time = !std::mem::replace(&mut self.has_switched_limit_field, true);
        if first_time {
            self.token_limit_field = match self.token_limit_field {
                TokenLimitField::MaxTokens => TokenLimitField::MaxCompletionTokens,
                TokenLimitField::MaxCompletionTokens => TokenLimitField::MaxTokens,
            };
        }
        first_time
    }

    /// Switches to the next less strict way to request JSON. Returns `false` if there is none.
    fn switch_to_looser_json_mode(&mut self) -> bool {
        let next = match (self.json_mode, self.api) {
            (JsonMode::Plain, _) => return false,
            (JsonMode::Schema, ChatApi::OpenAi) => JsonMode::ObjectWithSchema,
            (JsonMode::Schema, ChatApi::Gemini | ChatApi::Ollama) => JsonMode::Object,
            (JsonMode::ObjectWithSchema, _) => JsonMode::Object,
            (JsonMode::Schema, ChatApi::Anthropic) | (JsonMode::Object, _) => JsonMode::Plain,
        };
        self.json_mode = next;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::http::Endpoint;

    fn request_options(url: &'static str, api: ChatApi) -> RequestOptions {
        let endpoint = Endpoint::fixed(url);
        let (model, secret) = (String::new(), String::new());
        RequestOptions::for_model(&ChatModel {
            provider_name: "X",
            api,
            endpoint,
            model_name: model,
            secret_name: secret,
            is_own_server: false,
        })
    }

    fn refused(status: u16, message: &str) -> ServiceError {
        ServiceError::Refused { status, message: message.into() }
    }

    #[test]
    fn json_is_requested_less_strictly_after_each_rejection() {
        let steps = |api, status, message: &str| {
            let mut options = request_options("https://a.example/v1", api);
            let mut steps = vec![options.json_mode];
            while options.change_rejected_option(&refused(status, message), ReplyFormat::Json) {
                steps.push(options.json_mode);
            }
            steps
        };
        use JsonMode::{Object, ObjectWithSchema, Plain, Schema};
        let openai = [Schema, ObjectWithSchema, Object, Plain];
        assert_eq!(steps(ChatApi::OpenAi, 400, "response_format is not supported"), openai);
        assert_eq!(steps(ChatApi::OpenAi, 500, "Input should be 'json_object'"), openai);
        assert_eq!(steps(ChatApi::Anthropic, 400, "output_config: unknown"), [Schema, Plain]);
        assert_eq!(
            steps(ChatApi::Gemini, 400, "Unknown name \"responseJsonSchema\""),
            [Schema, Object, Plain]
        );
        assert_eq!(steps(ChatApi::Ollama, 500, "invalid grammar"), [Schema, Object, Plain]);
        assert_eq!(steps(ChatApi::OpenAi, 400, "no"), [Schema]);
        assert_eq!(steps(ChatApi::OpenAi, 401, "json"), [Schema]);
    }

    #[test]
    fn the_token_limit_gets_the_name_that_the_service_accepts() {
        let message = "'max_tokens' is not supported. Use 'max_completion_tokens' instead.";
        let mut other = request_options("https://a.example/v1", ChatApi::OpenAi);
        assert!(other.change_rejected_option(&refused(400, message), ReplyFormat::Text));
        assert_eq!(other.token_limit_field, TokenLimitField::MaxCompletionTokens);
        let mut openai = request_options("https://api.openai.com/v1", ChatApi::OpenAi);
        assert_eq!(openai.token_limit_field, TokenLimitField::MaxCompletionTokens);
        assert!(openai.change_rejected_option(
            &refused(400, "unknown: max_completion_tokens"),
            ReplyFormat::Text
        ));
        assert_eq!(openai.token_limit_field, TokenLimitField::MaxTokens);
        assert!(
            !openai.change_rejected_option(
                &refused(400, "max_tokens is too large"),
                ReplyFormat::Text
            )
        );
    }

    #[test]
    fn a_rejected_option_is_not_sent_again() {
        let mut options = request_options("http://localhost:1/v1", ChatApi::OpenAi);
        for message in ["temperature is not supported", "extra: stream_options"] {
            assert!(options.change_rejected_option(&refused(422, message), ReplyFormat::Text));
            assert!(!options.change_rejected_option(&refused(422, message), ReplyFormat::Text));
        }
    }

    #[test]
    fn rejected_tools_are_offered_as_json() {
        let check = |status, message: &str, expected: &[(ToolMode, JsonMode)]| {
            let mut options = request_options("https://a.example/v1", ChatApi::OpenAi);
            let mut steps = vec![(options.tool_mode, options.json_mode)];
            let error = refused(status, message);
            while options.change_rejected_option(&error, ReplyFormat::ToolCall) {
                steps.push((options.tool_mode, options.json_mode));
            }
            assert_eq!(steps, expected, "{status} {message}");
        };
        let native = (ToolMode::Native, JsonMode::Schema);
        let json = (ToolMode::Json, JsonMode::Schema);
        for (status, message) in [
            (400, "registry.ollama.ai/library/x does not support tools"),
            (400, "tool_choice is not supported"),
            (400, "Unrecognized request argument supplied: tools"),
            (400, "x does not support Function Calling"),
            (404, "No endpoints found that support tool use."),
            (422, "body.tools: Extra inputs are not permitted"),
            (500, "tools param requires --jinja flag"),
        ] {
            check(status, message, &[native, json]);
        }
        for (status, message) in
            [(400, "no"), (401, "tools"), (404, "Not Found"), (429, "tools"), (400, "invalid json")]
        {
            check(status, message, &[native]);
        }
        let looser = [JsonMode::ObjectWithSchema, JsonMode::Object, JsonMode::Plain];
        let steps: Vec<_> =
            [native, json].into_iter().chain(looser.map(|mode| (ToolMode::Json, mode))).collect();
        check(400, "tools and response_format are not supported", &steps);
    }

    #[test]
    fn requests_without_tools_keep_the_tool_mode() {
        let mut options = request_options("https://a.example/v1", ChatApi::OpenAi);
        for format in [ReplyFormat::Text, ReplyFormat::Json] {
            let error = refused(400, "tools are not supported");
            assert!(!options.change_rejected_option(&error, format));
        }
        assert_eq!(options.tool_mode, ToolMode::Native);
    }

    #[test]
    fn a_server_error_about_tools_is_not_repeated_unchanged() {
        let options = request_options("https://a.example/v1", ChatApi::OpenAi);
        let error = refused(500, "tools param requires --jinja flag");
        let changed = options.rejection_to_status_400(error.clone(), ReplyFormat::ToolCall);
        assert_eq!(changed, refused(400, "tools param requires --jinja flag"));
        assert_eq!(options.rejection_to_status_400(error.clone(), ReplyFormat::Json), error);
    }
}
