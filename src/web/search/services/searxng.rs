//! SearXNG: a metasearch server of the user's choice that queries many search engines.
//! <https://docs.searxng.org/dev/search_api.html>

use serde_json::Value;

use crate::web::http::{HttpRequest, HttpResponse, ServiceError};
use crate::web::search::endpoint::SearchEndpoint;
use crate::web::search::hit::{WebHit, WebResults};
use crate::web::search::query::{QueryLimits, SearchQuery};
use crate::web::search::{hit_text, hit_url, json_body, published_date};

/// Maximum length of a query. The search engines that SearXNG queries have different limits; these
/// are below all of them.
const QUERY_LIMITS: QueryLimits = QueryLimits::from_words_and_chars(30, 300);

/// Timeout in milliseconds: SearXNG waits for its slowest engine.
const TIMEOUT_MILLIS: u32 = 20_000;

/// Maximum number of failed engines that the error names, if none of the engines found anything.
const MAX_FAILED_ENGINE_NAMES: usize = 5;

/// Builds a request for web pages.
pub fn request(query: &SearchQuery, endpoint: &SearchEndpoint) -> HttpRequest {
    let terms = query.text_within_limits(QUERY_LIMITS);
    let language = query.language_code();
    let mut parameters = vec![("q", terms.as_str()), ("format", "json")];
    parameters.extend(language.as_deref().map(|language| ("language", language)));
    let base = endpoint.endpoint_or_default("http://localhost:8080");
    HttpRequest::get(base.with_path("/search").with_query(parameters)).timeout(TIMEOUT_MILLIS)
}

/// Parses the pages in a response. If there are no pages and some engines failed, this is an error:
/// the failed engines might have found something.
pub fn parse(response: &HttpResponse) -> Result<WebResults, ServiceError> {
    let body = json_body::parse(response)?;
    let results = json_body::required_list_at(&body, "/results")?;
    let failed = json_body::items_or_empty_at(&body, "/unresponsive_engines");
    if results.is_empty() && !failed.is_empty() {
        let names: Vec<String> =
            failed.iter().take(MAX_FAILED_ENGINE_NAMES).map(format_engine_failure).collect();
        let message = hit_text::clean_title(&format!("no response from {}", names.join(", ")));
        return Err(ServiceError::Refused { status: response.status, message });
    }
    json_body::to_hits(results, hit)
}

/// Formats an engine that failed: `["google", "timeout"]` becomes `google (timeout)`.
fn format_engine_failure(failed: &Value) -> String {
    let [name, reason] =
        ["/0", "/1"].map(|pointer| hit_text::clean_title(json_body::text_at(failed, pointer)));
    if reason.is_empty() { name } else { format!("{name} ({reason})") }
}

fn hit(item: &Value) -> Option<WebHit> {
    Some(WebHit {
        url: hit_url::normalize_url(json_body::text_at(item, "/url"))?,
        title: hit_text::clean_title(json_body::text_at(item, "/title")),
        snippet: hit_text::clean_snippet(json_body::text_at(item, "/content")),
        published_date: published_date::from_text(json_body::text_at(item, "/publishedDate")),
        ..WebHit::default()
    })
}
