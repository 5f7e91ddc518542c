//! The models that the user chose, or an error that says which setting is missing.

use crate::model::llm::{ApiKeyNeed, Budget, ChatModel, Money, Streaming};
use crate::settings::Settings;
use crate::values::{Error, ErrorCode, Result};
use crate::web::http::Endpoint;

impl Settings {
    /// The model that chooses topics and reads pages; an error if a setting for it is missing.
    pub fn chat_model(&self) -> Result<ChatModel> {
        self.model_named(&self.model)
    }

    /// The model that writes the report: the one chosen for it, or else `chat_model`.
    pub fn report_model(&self) -> Result<ChatModel> {
        let chosen = self.report_model.trim();
        self.model_named(if chosen.is_empty() { &self.model } else { chosen })
    }

    /// A new, unspent budget for one run, with the limits from the settings.
    pub fn budget(&self) -> Budget {
        Budget::new(Money::from_cents(self.budget_cents.into()), self.budget_tokens)
    }

    /// Whether replies are shown while the model writes them, as the user chose.
    pub fn streaming(&self) -> Streaming {
        if self.streams_replies { Streaming::On } else { Streaming::Off }
    }

    fn model_named(&self, chosen: &str) -> Result<ChatModel> {
        let model = self.model_without_name()?;
        let default = self.provider.preset().suggested_models.first().copied().unwrap_or_default();
        let chosen = if chosen.trim().is_empty() { default } else { chosen.trim() };
        if chosen.is_empty() {
            return Err(self.no_model_error());
        }
        Ok(ChatModel { model_name: chosen.to_owned(), ..model })
    }

    /// The service that runs the models, with an empty model name.
    pub fn model_without_name(&self) -> Result<ChatModel> {
        let preset = self.provider.preset();
        let typed = self.model_url.trim();
        let endpoint = if typed.is_empty() { preset.endpoint } else { Endpoint::parse(typed) };
        let endpoint = endpoint.ok_or_else(|| self.model_address_error(typed))?;
        // A service at an address that the user entered may need no key.
        let has_default_address = typed.is_empty();
        if has_default_address
            && preset.key_need == ApiKeyNeed::Needed
            && self.api_key_secret_name.is_empty()
        {
            return Err(Error::new(ErrorCode::NoKey, format!("{} needs an API key", preset.name))
                .hint("Add it in settings."));
        }
        Ok(ChatModel {
            provider_name: preset.name,
            api: preset.api,
            endpoint,
            model_name: String::new(),
            secret_name: self.api_key_secret_name.clone(),
            is_own_server: self.provider.is_own_server(),
        })
    }

    /// The first model of the user's own server is used by default, so that none is known only if
    /// the server did not list one.
    fn no_model_error(&self) -> Error {
        let name = self.provider.preset().name;
        match self.provider.is_own_server() {
            true => Error::new(ErrorCode::NoModel, format!("{name} lists no model"))
                .hint("Check that it is running and that a model is installed."),
            false => {
                Error::new(ErrorCode::NoModel, "No model selected").hint("Choose one in settings.")
            }
        }
    }

    fn model_address_error(&self, typed: &str) -> Error {
        let error = if typed.is_empty() {
            Error::new(ErrorCode::NoAddress, "The base URL of the model is missing")
        } else {
            Error::new(ErrorCode::NoAddress, "The base URL of the model isn't valid")
        };
        error.hint("Enter a URL such as http://localhost:8000/v1 in settings, without an API key.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::llm::Provider;

    fn check(settings: Settings, expected: &str) {
        let result = match settings.chat_model() {
            Ok(model) => format!("{} {} {}", model.provider_name, model.endpoint, model.model_name),
            Err(error) => error.message,
        };
        assert_eq!(result, expected);
    }

    fn with(provider: Provider, url: &str, model: &str, key: &str) -> Settings {
        Settings {
            provider,
            model_url: url.into(),
            model: model.into(),
            api_key_secret_name: key.into(),
            ..Settings::default()
        }
    }

    #[test]
    fn a_missing_setting_is_an_error() {
        check(Settings::default(), "OpenAI needs an API key");
        check(with(Provider::OpenAi, "", "", "k"), "OpenAI https://api.openai.com/v1 gpt-6-luna");
        check(
            with(Provider::OpenAi, "localhost:1/v1", " m ", ""),
            "OpenAI http://localhost:1/v1 m",
        );
        check(with(Provider::Ollama, "", "", ""), "Ollama lists no model");
        check(with(Provider::Ollama, "", "llama3", ""), "Ollama http://localhost:11434 llama3");
        check(with(Provider::Other, "", "m", ""), "The base URL of the model is missing");
        check(with(Provider::Other, "a b", "m", ""), "The base URL of the model isn't valid");
    }

    #[test]
    fn the_report_may_use_another_model() {
        let mut settings = with(Provider::Ollama, "", "small", "");
        assert_eq!(settings.report_model().unwrap().model_name, "small");
        settings.report_model = "large".into();
        assert_eq!(settings.report_model().unwrap().model_name, "large");
        assert_eq!(settings.chat_model().unwrap().model_name, "small");
    }
}
