//! Exa: semantic search of the whole web, with an API key. <https://docs.exa.ai>

use serde_json::{Value, json};

use crate::web::http::{HttpRequest, HttpResponse, ServiceError};
use crate::web::search::endpoint::SearchEndpoint;
use crate::web::search::hit::{WebHit, WebResults};
use crate::web::search::query::{QueryLimits, SearchQuery};
use crate::web::search::{hit_text, hit_url, json_body, published_date};

/// Maximum length of a query. Exa documents no limit; ordinary questions are shorter than this.
const QUERY_LIMITS: QueryLimits = QueryLimits::from_words_and_chars(80, 500);

/// Maximum number of hits per request. More hits would cost more.
const MAX_HITS: usize = 25;

/// Timeout in milliseconds: Exa reads the pages before it responds.
const TIMEOUT_MILLIS: u32 = 20_000;

/// Builds a request for pages and for the sentences of each page that match the query.
pub fn request(query: &SearchQuery, endpoint: &SearchEndpoint) -> HttpRequest {
    let body = json!({
        "query": query.text_within_limits(QUERY_LIMITS),
        "numResults": query.requested_hit_count(MAX_HITS),
        "type": "auto",
        "contents": { "highlights": true },
    });
    HttpRequest::post(
        endpoint.endpoint_or_default("https://api.exa.ai").with_path("/search"),
        &body,
    )
    .secret_header("x-api-key", "", &endpoint.secret_name)
    .timeout(TIMEOUT_MILLIS)
}

/// Parses the pages in a response.
pub fn parse(response: &HttpResponse) -> Result<WebResults, ServiceError> {
    let body = json_body::parse(response)?;
    json_body::to_hits(json_body::required_list_at(&body, "/results")?, hit)
}

fn hit(item: &Value) -> Option<WebHit> {
    let highlights: Vec<&str> = json_body::items_or_empty_at(item, "/highlights")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let snippet = match highlights.join(" … ") {
        joined if joined.is_empty() => hit_text::clean_snippet(json_body::text_at(item, "/text")),
        highlights => hit_text::clean_snippet(&highlights),
    };
    Some(WebHit {
        url: hit_url::normalize_url(json_body::text_at(item, "/url"))?,
        title: hit_text::clean_title(json_body::text_at(item, "/title")),
        snippet,
        published_date: published_date::from_text(json_body::text_at(item, "/publishedDate")),
        authors: hit_text::clean_authors(std::iter::once(json_body::text_at(item, "/author"))),
        ..WebHit::default()
    })
}
