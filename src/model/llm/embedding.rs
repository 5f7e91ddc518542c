//! Embedding vectors for texts, from an endpoint that the user set: OpenAI's API, which most
//! services offer, or Ollama's.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::safety::privacy::OutgoingText;
use crate::values::StableSort;
use crate::web::http::{Endpoint, HttpRequest, HttpResponse, ServiceError};

/// Number of dimensions of the vectors, for models that let the client choose it. Longer vectors
/// hardly improve the search and need more memory for every passage of the vault.
const VECTOR_DIMENSIONS: usize = 512;

/// Timeout in milliseconds: a model on a slow machine may take this long for one batch.
const EMBEDDING_TIMEOUT_MILLIS: u32 = 60_000;

/// An embedding model, and how to reach it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbeddingEndpoint {
    /// The service, which determines the format of requests and responses.
    pub service: EmbeddingService,
    /// The base URL of the service, including the API version if it has one:
    /// `https://api.openai.com/v1`.
    pub base_url: Endpoint,
    /// The name by which the service knows the model, such as `text-embedding-3-small`.
    pub model_name: String,
    /// The name of the secret that holds the API key; empty if there is none.
    pub secret_name: String,
}

/// The kinds of services that compute embeddings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum EmbeddingService {
    /// No embeddings: the search uses keywords alone.
    #[default]
    Off,
    /// OpenAI and compatible services.
    OpenAi,
    /// Ollama, on the user's device or on another machine.
    Ollama,
}

impl EmbeddingService {
    /// The default endpoint and model of this service.
    pub fn default_endpoint_and_model(self) -> (Endpoint, &'static str) {
        match self {
            Self::Ollama => (Endpoint::fixed("http://localhost:11434"), "nomic-embed-text"),
            Self::OpenAi | Self::Off => {
                (Endpoint::fixed("https://api.openai.com/v1"), "text-embedding-3-small")
            }
        }
    }
}

impl EmbeddingEndpoint {
    /// A name for the model and its service. It is stored with the vectors, because vectors of
    /// different models cannot be compared.
    pub fn endpoint_and_model(&self) -> String {
        format!("{} {}", self.base_url, self.model_name)
    }
}

/// Builds the request for the vectors of some texts.
pub fn request(texts: &[OutgoingText], endpoint: &EmbeddingEndpoint) -> HttpRequest {
    let input: Vec<&str> = texts.iter().map(OutgoingText::as_str).collect();
    let (path, body) = match endpoint.service {
        EmbeddingService::Ollama => {
            ("/api/embed", json!({ "model": endpoint.model_name, "input": input }))
        }
        EmbeddingService::OpenAi | EmbeddingService::Off => {
            ("/embeddings", openai_body(&input, &endpoint.model_name))
        }
    };
    HttpRequest::post(endpoint.base_url.with_path(path), &body)
        .secret_header("authorization", "Bearer ", &endpoint.secret_name)
        .timeout(EMBEDDING_TIMEOUT_MILLIS)
        .with_quoted_note_paths(texts.iter().flat_map(OutgoingText::note_paths))
}

fn openai_body(texts: &[&str], model: &str) -> Value {
    // Only these models can shorten their vectors; others reject the field `dimensions`.
    if model.starts_with("text-embedding-3") {
        json!({ "model": model, "input": texts, "dimensions": VECTOR_DIMENSIONS })
    } else {
        json!({ "model": model, "input": texts })
    }
}

/// Parses the vectors in a response, in the order of the texts. Fails unless there is one for each
/// of the `text_count` texts.
pub fn parse(response: &HttpResponse, text_count: usize) -> Result<Vec<Vec<f32>>, ServiceError> {
    if let Some(error) = ServiceError::from_response(response) {
        return Err(error);
    }
    let unreadable = ServiceError::Unreadable { expected: "a vector for every text" };
    let body: EmbeddingResponse =
        serde_json::from_str(&response.text).map_err(|_| unreadable.clone())?;
    let mut data = body.data;
    data.stable_sort_by_key(|item| item.index);
    let vectors: Vec<Vec<f32>> = match body.embeddings {
        Some(vectors) => vectors,
        None => data.into_iter().map(|item| item.embedding).collect(),
    };
    let length = vectors.first().map_or(0, Vec::len);
    let is_valid = vectors.len() == text_count
        && length > 0
        && vectors.iter().all(|vector| vector.len() == length)
        && vectors.iter().flatten().all(|number| number.is_finite());
    if is_valid { Ok(vectors) } else { Err(unreadable) }
}

/// The body of a response: OpenAI returns `data`, Ollama returns `embeddings`.
#[derive(Deserialize)]
struct EmbeddingResponse {
    #[serde(default)]
    data: Vec<EmbeddingItem>,
    embeddings: Option<Vec<Vec<f32>>>,
}

#[derive(Deserialize)]
struct EmbeddingItem {
    #[serde(default)]
    index: usize,
    embedding: Vec<f32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint(service: EmbeddingService, model: &str) -> EmbeddingEndpoint {
        let url = Endpoint::parse("http://localhost:1/v1/").unwrap();
        EmbeddingEndpoint {
            service,
            base_url: url,
            model_name: model.into(),
            secret_name: "my key".into(),
        }
    }

    #[test]
    fn requests_have_the_format_of_their_service() {
        let texts = ["a", "b"].map(OutgoingText::from_constant);
        let check = |service, model: &str, url: &str, body: &str| {
            let request = request(&texts, &endpoint(service, model));
            assert_eq!((request.url.as_str(), request.body.as_deref()), (url, Some(body)));
            let secret = request.secret_header.unwrap();
            assert_eq!(
                (secret.secret_name.as_str(), secret.value_prefix.as_str()),
                ("my key", "Bearer ")
            );
        };
        check(
            EmbeddingService::OpenAi,
            "m",
            "http://localhost:1/v1/embeddings",
            r#"{"input":["a","b"],"model":"m"}"#,
        );
        check(
            EmbeddingService::OpenAi,
            "text-embedding-3-small",
            "http://localhost:1/v1/embeddings",
            r#"{"dimensions":512,"input":["a","b"],"model":"text-embedding-3-small"}"#,
        );
        check(
            EmbeddingService::Ollama,
            "m",
            "http://localhost:1/v1/api/embed",
            r#"{"input":["a","b"],"model":"m"}"#,
        );
    }

    fn parsed(status: u16, text: &str) -> String {
        match parse(&HttpResponse::from_text(status, text), 2) {
            Ok(vectors) => format!("{vectors:?}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn vectors_are_returned_in_the_order_of_the_texts() {
        let openai = r#"{"data":[{"index":1,"embedding":[3,4]},{"index":0,"embedding":[1,2]}]}"#;
        assert_eq!(parsed(200, openai), "[[1.0, 2.0], [3.0, 4.0]]");
        assert_eq!(parsed(200, r#"{"embeddings":[[1,2],[3,4]]}"#), "[[1.0, 2.0], [3.0, 4.0]]");
    }

    #[test]
    fn an_invalid_response_is_an_error() {
        let unreadable = "returned a reply Ibid couldn't read (expected a vector for every text)";
        for text in [
            "",
            "<html>",
            "{}",
            r#"{"embeddings":[]}"#,
            r#"{"embeddings":[[1,2]]}"#,
            r#"{"embeddings":[[1,2],[3]]}"#,
            r#"{"embeddings":[[],[]]}"#,
            r#"{"embeddings":[[1e39,2],[3,4]]}"#,
        ] {
            assert_eq!(parsed(200, text), unreadable, "{text}");
        }
        assert_eq!(parsed(401, "{}"), "rejected the API key");
        assert_eq!(parsed(404, r#"{"error":"model not found"}"#), "doesn't have this model");
    }
}
