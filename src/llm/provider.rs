//! The services that Ibid knows by name: where they are, what they speak, and which of their models
//! to begin with. Any other is reached by its address.

use serde::{Deserialize, Serialize};

use crate::llm::chat::ChatService;
use crate::net::endpoint::Endpoint;

/// Who runs the model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Provider {
    /// api.openai.com
    #[default]
    OpenAi,
    /// api.anthropic.com
    Anthropic,
    /// generativelanguage.googleapis.com
    Gemini,
    /// A program on the person's machine.
    Ollama,
    /// api.fireworks.ai
    Fireworks,
    /// openrouter.ai
    OpenRouter,
    /// api.groq.com
    Groq,
    /// api.deepseek.com
    DeepSeek,
    /// api.mistral.ai
    Mistral,
    /// A program on the person's machine.
    LmStudio,
    /// A server of the person's own.
    Vllm,
    /// A server of the person's own.
    LlamaCpp,
    /// Any other that speaks like OpenAI.
    Other,
}

/// What is known of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preset {
    /// For people.
    pub name: &'static str,
    /// The shape it speaks.
    pub service: ChatService,
    /// Where it is; nothing where only the person knows.
    pub endpoint: Option<Endpoint>,
    /// Models to choose from, the first being used when the person named none.
    pub models: &'static [&'static str],
    /// Whether it wants a key.
    pub key: KeyNeed,
}

/// Whether a provider wants a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyNeed {
    /// Without one it answers nothing.
    Needed,
    /// It may be set up to want one.
    Optional,
}

impl Provider {
    /// All of them, in the order in which they are shown.
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

    /// Its name in the saved settings.
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

    /// What is known of it.
    pub fn preset(self) -> Preset {
        use ChatService::{Anthropic, Gemini, Ollama, OpenAi};
        let cloud = |name, service, url, models| Preset {
            name,
            service,
            endpoint: Some(Endpoint::fixed(url)),
            models,
            key: KeyNeed::Needed,
        };
        let own = |name, service, url| Preset {
            name,
            service,
            endpoint: Some(Endpoint::fixed(url)),
            models: &[],
            key: KeyNeed::Optional,
        };
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
            Self::Ollama => own("Ollama", Ollama, "http://localhost:11434"),
            Self::LmStudio => own("LM Studio", OpenAi, "http://localhost:1234/v1"),
            Self::LlamaCpp => own("llama.cpp", OpenAi, "http://localhost:8080/v1"),
            Self::Vllm => own("vLLM", OpenAi, "http://localhost:8000/v1"),
            Self::Other => Preset {
                name: "Another service",
                service: OpenAi,
                endpoint: None,
                models: &[],
                key: KeyNeed::Optional,
            },
        }
    }
}
