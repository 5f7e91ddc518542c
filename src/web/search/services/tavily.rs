//! Tavily: the whole web; a few searches are free without an API key. <https://docs.tavily.com>

use serde_json::{Value, json};

use crate::web::http::{HttpRequest, HttpResponse, ServiceError};
use crate::web::search::endpoint::SearchEndpoint;
use crate::web::search::hit::{WebHit, WebResults};
use crate::web::search::query::{QueryLimits, SearchQuery};
use crate::web::search::{hit_text, hit_url, json_body, published_date};

/// Maximum length of a query. Tavily rejects more than 400 characters.
const QUERY_LIMITS: QueryLimits = QueryLimits::from_words_and_chars(60, 400);

/// Maximum number of hits per request.
const MAX_HITS: usize = 20;

/// Timeout in milliseconds: Tavily reads the pages before it responds.
const TIMEOUT_MILLIS: u32 = 20_000;

/// Builds a request for pages and a summary that Tavily writes from them.
pub fn request(query: &SearchQuery, endpoint: &SearchEndpoint) -> HttpRequest {
    let body = json!({
        "query": query.text_within_limits(QUERY_LIMITS),
        "max_results": query.requested_hit_count(MAX_HITS),
        "search_depth": "basic",
        "include_answer": true,
    });
    let address = endpoint.endpoint_or_default("https://api.tavily.com").with_path("/search");
    let request = HttpRequest::post(address, &body)
        .secret_header("authorization", "Bearer ", &endpoint.secret_name)
        .header("x-client-source", "ibid")
        .timeout(TIMEOUT_MILLIS);
    if endpoint.secret_name.is_empty() {
        request.header("x-tavily-access-mode", "keyless")
    } else {
        request
    }
}

/// Parses the pages and the summary in a response.
pub fn parse(response: &HttpResponse) -> Result<WebResults, ServiceError> {
    let body = json_body::parse(response)?;
    let results = json_body::to_hits(json_body::required_list_at(&body, "/results")?, hit)?;
    let answer = hit_text::clean_snippet(json_body::text_at(&body, "/answer"));
    Ok(WebResults { service_answer: (!answer.is_empty()).then_some(answer), ..results })
}

fn hit(item: &Value) -> Option<WebHit> {
    Some(WebHit {
        url: hit_url::normalize_url(json_body::text_at(item, "/url"))?,
        title: hit_text::clean_title(json_body::text_at(item, "/title")),
        snippet: hit_text::clean_snippet(json_body::text_at(item, "/content")),
        published_date: published_date::from_text(json_body::text_at(item, "/published_date")),
        ..WebHit::default()
    })
}
