//! Services that search the web, one file each: what to ask, and what the answer means.
//!
//! A hit is a public address with plain text about it. Nothing is fetched here, and no hit is
//! trusted: its words are those of a stranger.

mod address;
mod arxiv;
pub mod atom;
mod brave;
mod crossref;
mod duckduckgo;
mod exa;
pub mod merge;
mod openalex;
mod published;
mod query;
mod reply;
mod searxng;
mod semantic_scholar;
mod service;
mod tavily;
mod text;
mod wikipedia;

use serde::{Deserialize, Serialize};

use crate::net::endpoint::Endpoint;
use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::service::ServiceError;
pub use query::Query;
pub use service::SearchService;

/// One thing that a service found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct WebHit {
    /// Where it is: `http` or `https`.
    pub url: String,
    /// Its title, on one line.
    pub title: String,
    /// What the service shows of it, on one line; may be empty.
    pub snippet: String,
    /// When it was published: `2026-11-15`, or `2026-11` or `2026` if no more is known.
    pub published: Option<String>,
    /// Who wrote it, as far as the service says.
    pub authors: Vec<String>,
    /// Who found it.
    pub services: Vec<SearchService>,
}

/// What a service answered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The best first.
    pub hits: Vec<WebHit>,
    /// An answer in the service's own words. It has no source of its own.
    pub answer: Option<String>,
}

/// A service as the person set it up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Which one.
    pub service: SearchService,
    /// The name of the secret that holds the key; empty for none.
    pub secret: String,
    /// Where it is, if not where everybody finds it: SearXNG has as many addresses as servers.
    pub endpoint: Option<Endpoint>,
}

impl Source {
    /// A service that is asked without a key.
    pub fn keyless(service: SearchService) -> Self {
        Self { service, secret: String::new(), endpoint: None }
    }

    /// A service with the name of the secret that holds its key.
    pub fn with_key(service: SearchService, secret: &str) -> Self {
        Self { secret: secret.to_owned(), ..Self::keyless(service) }
    }

    /// A SearXNG at an address.
    pub fn searxng(endpoint: Endpoint) -> Self {
        Self { endpoint: Some(endpoint), ..Self::keyless(SearchService::Searxng) }
    }

    fn base(&self, usual: &'static str) -> Endpoint {
        self.endpoint.clone().unwrap_or(Endpoint::fixed(usual))
    }
}

/// Asks a service.
pub fn request(query: &Query, source: &Source) -> HttpRequest {
    let request = match source.service {
        SearchService::DuckDuckGo => duckduckgo::request(query, source),
        SearchService::Wikipedia => wikipedia::request(query, source),
        SearchService::Arxiv => arxiv::request(query, source),
        SearchService::Crossref => crossref::request(query, source),
        SearchService::OpenAlex => openalex::request(query, source),
        SearchService::SemanticScholar => semantic_scholar::request(query, source),
        SearchService::Brave => brave::request(query, source),
        SearchService::Tavily => tavily::request(query, source),
        SearchService::Exa => exa::request(query, source),
        SearchService::Searxng => searxng::request(query, source),
    };
    request.quoting(query.text.notes())
}

/// Reads the answer to a query. Any answer gives hits, perhaps none, or the reason why not.
pub fn parse(
    response: &HttpResponse,
    source: &Source,
    query: &Query,
) -> Result<Found, ServiceError> {
    let mut found = match source.service {
        SearchService::DuckDuckGo => duckduckgo::parse(response),
        SearchService::Wikipedia => wikipedia::parse(response, query),
        SearchService::Arxiv => arxiv::parse(response),
        SearchService::Crossref => crossref::parse(response),
        SearchService::OpenAlex => openalex::parse(response),
        SearchService::SemanticScholar => semantic_scholar::parse(response),
        SearchService::Brave => brave::parse(response),
        SearchService::Tavily => tavily::parse(response),
        SearchService::Exa => exa::parse(response),
        SearchService::Searxng => searxng::parse(response),
    }?;
    found.hits.truncate(query.limit);
    for hit in &mut found.hits {
        hit.services = vec![source.service];
        if hit.title.is_empty() {
            hit.title.clone_from(&hit.url);
        }
    }
    Ok(found)
}
