//! Vectors for texts, from an endpoint that the person set: OpenAI's shape, which most services
//! speak, or Ollama's.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::net::endpoint::Endpoint;
use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::service::ServiceError;
use crate::privacy::OutgoingText;

/// Vectors are cut to this length where the model allows it: longer ones find hardly more, and
/// take their length in memory for every passage of the vault.
const DIMENSIONS: usize = 512;

/// A model on a slow machine may take this long for one batch.
const TIMEOUT_MILLIS: u32 = 60_000;

/// Where vectors come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbeddingEndpoint {
    /// Which shape it speaks.
    pub service: EmbeddingService,
    /// The address up to and with the version, without the last part.
    pub url: Endpoint,
    /// The model's name there.
    pub model: String,
    /// The name of the secret that holds the key; empty for none.
    pub secret: String,
}

/// The shapes of endpoints.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum EmbeddingService {
    /// None: notes are found by their words alone.
    #[default]
    Off,
    /// OpenAI and all that speak like it.
    OpenAi,
    /// Ollama on this machine or another.
    Ollama,
}

impl EmbeddingService {
    /// The address and the model that are used when the person named none.
    pub fn defaults(self) -> (Endpoint, &'static str) {
        match self {
            Self::Ollama => (Endpoint::fixed("http://localhost:11434"), "nomic-embed-text"),
            Self::OpenAi | Self::Off => {
                (Endpoint::fixed("https://api.openai.com/v1"), "text-embedding-3-small")
            }
        }
    }
}

impl EmbeddingEndpoint {
    /// Names the vectors: those of another endpoint or model cannot be compared with them.
    pub fn name(&self) -> String {
        format!("{} {}", self.url, self.model)
    }
}

/// Asks for the vectors of some texts.
pub fn request(texts: &[OutgoingText], endpoint: &EmbeddingEndpoint) -> HttpRequest {
    let input: Vec<&str> = texts.iter().map(OutgoingText::as_str).collect();
    let (path, body) = match endpoint.service {
        EmbeddingService::Ollama => {
            ("/api/embed", json!({ "model": endpoint.model, "input": input }))
        }
        EmbeddingService::OpenAi | EmbeddingService::Off => {
            ("/embeddings", openai_body(&input, &endpoint.model))
        }
    };
    HttpRequest::post(endpoint.url.at(path), &body)
        .key("authorization", "Bearer ", &endpoint.secret)
        .within(TIMEOUT_MILLIS)
        .quoting(texts.iter().flat_map(OutgoingText::notes))
}

fn openai_body(texts: &[&str], model: &str) -> Value {
    // Only these models can cut their vectors short; others refuse the word.
    if model.starts_with("text-embedding-3") {
        json!({ "model": model, "input": texts, "dimensions": DIMENSIONS })
    } else {
        json!({ "model": model, "input": texts })
    }
}

/// Reads the vectors, in the order of the texts.
pub fn parse(response: &HttpResponse, texts: usize) -> Result<Vec<Vec<f32>>, ServiceError> {
    if let Some(error) = ServiceError::of(response) {
        return Err(error);
    }
    let unreadable = ServiceError::Unreadable { what: "a vector for every text" };
    let reply: Reply = serde_json::from_str(&response.text).map_err(|_| unreadable.clone())?;
    let mut data = reply.data;
    data.sort_by_key(|item| item.index);
    let vectors: Vec<Vec<f32>> = match reply.embeddings {
        Some(vectors) => vectors,
        None => data.into_iter().map(|item| item.embedding).collect(),
    };
    let length = vectors.first().map_or(0, Vec::len);
    let whole = vectors.len() == texts
        && length > 0
        && vectors.iter().all(|vector| vector.len() == length)
        && vectors.iter().flatten().all(|number| number.is_finite());
    if whole { Ok(vectors) } else { Err(unreadable) }
}

/// OpenAI's answer has `data`, Ollama's `embeddings`.
#[derive(Deserialize)]
struct Reply {
    #[serde(default)]
    data: Vec<Item>,
    embeddings: Option<Vec<Vec<f32>>>,
}

#[derive(Deserialize)]
struct Item {
    #[serde(default)]
    index: usize,
    embedding: Vec<f32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint(service: EmbeddingService, model: &str) -> EmbeddingEndpoint {
        let url = Endpoint::typed("http://localhost:1/v1/").unwrap();
        EmbeddingEndpoint { service, url, model: model.into(), secret: "my key".into() }
    }

    #[test]
    fn requests_have_the_shape_of_their_service() {
        let texts = ["a", "b"].map(OutgoingText::fixed);
        let check = |service, model: &str, url: &str, body: &str| {
            let request = request(&texts, &endpoint(service, model));
            assert_eq!((request.url.as_str(), request.body.as_deref()), (url, Some(body)));
            let secret = request.secret.unwrap();
            assert_eq!((secret.secret.as_str(), secret.prefix.as_str()), ("my key", "Bearer "));
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

    fn answer(status: u16, text: &str) -> String {
        match parse(&HttpResponse::text(status, text), 2) {
            Ok(vectors) => format!("{vectors:?}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn answers_are_read_in_the_order_of_the_texts() {
        let openai = r#"{"data":[{"index":1,"embedding":[3,4]},{"index":0,"embedding":[1,2]}]}"#;
        assert_eq!(answer(200, openai), "[[1.0, 2.0], [3.0, 4.0]]");
        assert_eq!(answer(200, r#"{"embeddings":[[1,2],[3,4]]}"#), "[[1.0, 2.0], [3.0, 4.0]]");
    }

    #[test]
    fn an_answer_that_does_not_fit_is_refused() {
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
            assert_eq!(answer(200, text), unreadable, "{text}");
        }
        assert_eq!(answer(401, "{}"), "rejected the API key");
        assert_eq!(answer(404, r#"{"error":"model not found"}"#), "doesn't have this model");
    }
}
