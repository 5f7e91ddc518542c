//! A chat model: its API, its address, its name and the name of its API key.

use crate::web::http::Endpoint;

/// The request formats of chat services.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChatApi {
    /// OpenAI's Chat Completions API, which most services offer.
    OpenAi,
    /// Anthropic's Messages API.
    Anthropic,
    /// Google's Gemini API (`generateContent`).
    Gemini,
    /// Ollama's own API. Unlike the OpenAI-compatible API of Ollama, it can set the context window.
    Ollama,
}

/// A chat model, and how to reach it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatModel {
    /// The name of the service in messages to the user.
    pub provider_name: &'static str,
    /// The request format of the service.
    pub api: ChatApi,
    /// The base URL of the service.
    pub endpoint: Endpoint,
    /// The name by which the service knows the model, such as `gpt-4o`.
    pub model_name: String,
    /// The name of the secret that holds the API key; empty if there is none.
    pub secret_name: String,
    /// Whether the user runs the server, so that its replies cost nothing.
    pub is_own_server: bool,
}
