//! The settings group "Search by meaning": the service that computes embeddings, and what is sent to
//! it.

use crate::settings::form::field::{Control, Field, choice_control, new_field};

pub(super) fn embedding_fields() -> Vec<Field> {
    let fields = vec![url_field(), model_field(), key_field()];
    std::iter::once(service_field()).chain(fields).collect()
}

fn service_field() -> Field {
    new_field(
        "embeddings",
        "Embedding service",
        choice_control(&[("off", "Off"), ("openai", "OpenAI-compatible"), ("ollama", "Ollama")]),
        "Also finds notes that say the same in other words. Off sends nothing. Otherwise Ibid sends the passages of your notes, your search queries, and what a run researches and finds: with OpenAI-compatible to api.openai.com, with Ollama to localhost (this device), or to the host of the URL below. Private notes are never sent. Ibid asks before it sends your notes for the first time.",
    )
    .resets_fields(&["embeddingUrl", "embeddingModel", "embeddingKey"])
}

fn url_field() -> Field {
    new_field(
        "embeddingUrl",
        "Embedding URL",
        Control::Text { placeholder: "https://…/v1" },
        "Leave empty for the default: https://api.openai.com/v1 once an API key is set, or http://localhost:11434 for Ollama.",
    )
    .resets_fields(&["embeddingKey"])
    .shown_when("embeddings", &["openai", "ollama"])
}

fn model_field() -> Field {
    new_field(
        "embeddingModel",
        "Embedding model",
        Control::Text { placeholder: "" },
        "Leave empty for the default: text-embedding-3-small, or nomic-embed-text for Ollama. Changing the model sends all notes again.",
    )
    .shown_when("embeddings", &["openai", "ollama"])
}

fn key_field() -> Field {
    new_field(
        "embeddingKey",
        "Embedding API key",
        Control::Secret,
        "Stored in the app's secret storage on this device. Leave empty if the service needs no key.",
    )
    .shown_when("embeddings", &["openai"])
}
