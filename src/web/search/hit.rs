//! The results of a web search, in the same form for all services.

use serde::{Deserialize, Serialize};

use crate::web::search::search_service::SearchService;

/// One web page or paper that a search service found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct WebHit {
    /// The address, with the scheme `http` or `https`.
    pub url: String,
    /// The title, on one line. The URL if the service gives no title.
    pub title: String,
    /// The excerpt that the service shows, on one line; may be empty.
    pub snippet: String,
    /// The date of publication: `2026-11-15`, or `2026-11` or `2026` if no more is known.
    #[serde(rename = "published")]
    pub published_date: Option<String>,
    /// The authors' names, if the service gives them.
    pub authors: Vec<String>,
    /// The services that found this hit.
    pub services: Vec<SearchService>,
}

/// The results that one service returned for a query.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebResults {
    /// The hits, best first.
    pub hits: Vec<WebHit>,
    /// A summary that the service wrote itself. It cites no source.
    #[serde(rename = "answer")]
    pub service_answer: Option<String>,
}

impl WebResults {
    /// Creates the results of a service that returned hits, but no summary of its own.
    pub fn from_hits(hits: Vec<WebHit>) -> Self {
        Self { hits, service_answer: None }
    }
}
