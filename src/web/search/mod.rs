//! Web search: builds requests to search services and parses the responses. It sends nothing.
//!
//! Titles and snippets come from strangers: treat them as untrusted text.
//!
//! In reading order:
//! - what is searched: [`query`](SearchQuery), [`search_service`](SearchService),
//!   [`endpoint`](SearchEndpoint)
//! - what is found: [`hit`](WebHit), and [`merge`] for the hits of several services
//! - `services`: one file for each service
//! - shared by the services: `json_body`, `hit_text`, `hit_url`, `published_date`, [`atom_feed`]

mod endpoint;
mod hit;
mod query;
mod search_service;

pub mod merge;

mod services;

pub mod atom_feed;
mod hit_text;
mod hit_url;
mod json_body;
mod published_date;

use crate::web::http::{HttpRequest, HttpResponse, ServiceError};

pub use endpoint::SearchEndpoint;
pub use hit::{WebHit, WebResults};
pub use query::SearchQuery;
pub use search_service::SearchService;

/// Builds the request that sends a query to a search service.
pub fn request(query: &SearchQuery, endpoint: &SearchEndpoint) -> HttpRequest {
    let request = match endpoint.service {
        SearchService::DuckDuckGo => services::duckduckgo::request(query, endpoint),
        SearchService::Wikipedia => services::wikipedia::request(query, endpoint),
        SearchService::Arxiv => services::arxiv::request(query, endpoint),
        SearchService::Crossref => services::crossref::request(query, endpoint),
        SearchService::OpenAlex => services::openalex::request(query, endpoint),
        SearchService::SemanticScholar => services::semantic_scholar::request(query, endpoint),
        SearchService::Brave => services::brave::request(query, endpoint),
        SearchService::Tavily => services::tavily::request(query, endpoint),
        SearchService::Exa => services::exa::request(query, endpoint),
        SearchService::Searxng => services::searxng::request(query, endpoint),
    };
    request.with_quoted_note_paths(query.text.note_paths())
}

/// Parses the response to a query. Returns the hits, which may be none, or the service's error.
pub fn parse(
    response: &HttpResponse,
    endpoint: &SearchEndpoint,
    query: &SearchQuery,
) -> Result<WebResults, ServiceError> {
    let mut results = match endpoint.service {
        SearchService::DuckDuckGo => services::duckduckgo::parse(response),
        SearchService::Wikipedia => services::wikipedia::parse(response, query),
        SearchService::Arxiv => services::arxiv::parse(response),
        SearchService::Crossref => services::crossref::parse(response),
        SearchService::OpenAlex => services::openalex::parse(response),
        SearchService::SemanticScholar => services::semantic_scholar::parse(response),
        SearchService::Brave => services::brave::parse(response),
        SearchService::Tavily => services::tavily::parse(response),
        SearchService::Exa => services::exa::parse(response),
        SearchService::Searxng => services::searxng::parse(response),
    }?;
    results.hits.truncate(query.max_hits);
    for hit in &mut results.hits {
        hit.services = vec![endpoint.service];
        if hit.title.is_empty() {
            hit.title.clone_from(&hit.url);
        }
    }
    Ok(results)
}
