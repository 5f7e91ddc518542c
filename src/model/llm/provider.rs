//! The services that Ibid knows by name, with their address, API and default models. For any other
//! service the user enters the address.

use serde::{Deserialize, Serialize};

use crate::model::llm::chat::ChatApi;
use crate::web::http::Endpoint;

/// A service that runs models, as the user chooses it in the settings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Provider {
    /// OpenAI, at api.openai.com.
    #[default]
    OpenAi,
    /// Anthropic, at api.anthropic.com.
    Anthropic,
    /// Google's Gemini, at generativelanguage.googleapis.com.
    Gemini,
    /// Ollama, which runs on the user's machine.
    Ollama,
    /// Fireworks, at api.fireworks.ai.
    Fireworks,
    /// OpenRouter, at openrouter.ai.
    OpenRouter,
    /// Groq, at api.groq.com.
    Groq,
    /// DeepSeek, at api.deepseek.com.
    DeepSeek,
    /// Mistral, at api.mistral.ai.
    Mistral,
    /// LM Studio, which runs on the user's machine.
    LmStudio,
    /// A vLLM server of the user.
    Vllm,
    /// A llama.cpp server of the user.
    LlamaCpp,
    /// Any other OpenAI-compatible service.
    Other,
}

/// The default settings of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderPreset {
    /// The name shown to users.
    pub name: &'static str,
    /// The request format of the service.
    pub api: ChatApi,
    /// The default address; `None` if the user must set it.
    pub endpoint: Option<Endpoint>,
    /// Models to choose from; the first one is the default.
    pub suggested_models: &'static [&'static str],
    /// Whether the service needs an API key.
    pub key_need: ApiKeyNeed,
}

impl ProviderPreset {
    fn for_cloud_service(
        name: &'static str,
        api: ChatApi,
        url: &'static str,
        models: &'static [&'static str],
    ) -> Self {
        let endpoint = Some(Endpoint::fixed(url));
        Self { name, api, endpoint, suggested_models: models, key_need: ApiKeyNeed::Needed }
    }

    /// The settings for a server that the user runs. It suggests no models, because the user chose
    /// which ones to install.
    fn for_own_server(name: &'static str, api: ChatApi, url: &'static str) -> Self {
        let endpoint = Some(Endpoint::fixed(url));
        Self { name, api, endpoint, suggested_models: &[], key_need: ApiKeyNeed::Optional }
    }
}

/// Whether a provider needs an API key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApiKeyNeed {
    /// The service rejects requests without a key.
    Needed,
    /// A key is needed only if the user configured the server to require one.
    Optional,
}

impl Provider {
    /// All providers, in the order in which they are shown.
    pub const ALL: [Self; 13] = [
        Self::OpenAi,
        Self::Anthropic,
        Self::Gemini,
        Self::OpenRouter,
        Self::Fireworks,
        Self::Groq,
        Self::DeepSeek,
        Self::Mistral,
        Self::Ollama,
        Self::LmStudio,
        Self::LlamaCpp,
        Self::Vllm,
        Self::Other,
    ];

    /// The name of this provider in the saved settings.
    pub fn id(self) -> &'static str {
        match self {
            Self::OpenAi => "open-ai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::Ollama => "ollama",
            Self::Fireworks => "fireworks",
            Self::OpenRouter => "open-router",
            Self::Groq => "groq",
            Self::DeepSeek => "deep-seek",
            Self::Mistral => "mistral",
            Self::LmStudio => "lm-studio",
            Self::Vllm => "vllm",
            Self::LlamaCpp => "llama-cpp",
            Self::Other => "other",
        }
    }

    /// Whether this is a server that the user runs, without a price or, usually, a key.
    pub fn is_own_server(self) -> bool {
        matches!(self, Self::Ollama | Self::LmStudio | Self::LlamaCpp | Self::Vllm)
    }

    /// The page on which a user gets an API key; `None` if the provider has no such page.
    pub fn api_key_page(self) -> Option<&'static str> {
        match self {
            Self::OpenAi => Some("https://platform.openai.com/api-keys"),
            Self::Anthropic => Some("https://console.anthropic.com/settings/keys"),
            Self::Gemini => Some("https://aistudio.google.com/apikey"),
            Self::OpenRouter => Some("https://openrouter.ai/settings/keys"),
            Self::Fireworks => Some("https://app.fireworks.ai/settings/users/api-keys"),
            Self::Groq => Some("https://console.groq.com/keys"),
            Self::DeepSeek => Some("https://platform.deepseek.com/api_keys"),
            Self::Mistral => Some("https://console.mistral.ai/api-keys"),
            Self::Ollama | Self::LmStudio | Self::LlamaCpp | Self::Vllm | Self::Other => None,
        }
    }

    /// The default settings of this provider.
    pub fn preset(self) -> ProviderPreset {
        use ChatApi::{Anthropic, Gemini, Ollama, OpenAi};
        let (cloud, own_server) =
            (ProviderPreset::for_cloud_service, ProviderPreset::for_own_server);
        match self {
            Self::OpenAi => cloud(
                "OpenAI",
                OpenAi,
                "https://api.openai.com/v1",
                &["gpt-6-luna", "gpt-5.4-mini", "gpt-6.1-sol"],
            ),
            Self::Anthropic => cloud(
                "Anthropic",
                Anthropic,
                "https://api.anthropic.com",
                &["claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5"],
            ),
            Self::Gemini => cloud(
                "Google Gemini",
                Gemini,
                "https://generativelanguage.googleapis.com",
                &["gemini-2.5-flash-lite", "gemini-3.8-flash", "gemini-4-argon"],
            ),
            Self::OpenRouter => cloud(
                "OpenRouter",
                OpenAi,
                "https://openrouter.ai/api/v1",
                &["openai/gpt-6-luna", "anthropic/claude-haiku-5-5", "google/gemini-3.8-flash"],
            ),
            Self::Fireworks => cloud(
                "Fireworks",
                OpenAi,
                "https://api.fireworks.ai/inference/v1",
                &[
                    "accounts/fireworks/models/gpt-oss-120b",
                    "accounts/fireworks/models/glm-5p3-flash",
                    "accounts/fireworks/models/deepseek-v4p1-flash",
                ],
            ),
            Self::Groq => {
                cloud("Groq", OpenAi, "https://api.groq.com/openai/v1", &["openai/gpt-oss-120b"])
            }
            Self::DeepSeek => {
                cloud("DeepSeek", OpenAi, "https://api.deepseek.com/v1", &["deepseek-chat"])
            }
            Self::Mistral => {
                cloud("Mistral", OpenAi, "https://api.mistral.ai/v1", &["mistral-small-latest"])
            }
            Self::Ollama => own_server("Ollama", Ollama, "http://localhost:11434"),
            Self::LmStudio => own_server("LM Studio", OpenAi, "http://localhost:1234/v1"),
            Self::LlamaCpp => own_server("llama.cpp", OpenAi, "http://localhost:8080/v1"),
            Self::Vllm => own_server("vLLM", OpenAi, "http://localhost:8000/v1"),
            Self::Other => ProviderPreset {
                name: "Another service",
                api: OpenAi,
                endpoint: None,
                suggested_models: &[],
                key_need: ApiKeyNeed::Optional,
            },
        }
    }
}
