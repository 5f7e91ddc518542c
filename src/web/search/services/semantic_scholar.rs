//! Semantic Scholar: papers with their abstracts. <https://api.semanticscholar.org/api-docs/graph>

use serde_json::Value;

use crate::web::http::{HttpRequest, HttpResponse, ServiceError};
use crate::web::search::endpoint::SearchEndpoint;
use crate::web::search::hit::{WebHit, WebResults};
use crate::web::search::query::{QueryLimits, SearchQuery};
use crate::web::search::{hit_text, hit_url, json_body, published_date};

/// Maximum length of a query. Semantic Scholar returns only papers that contain all words, so
/// longer queries find hardly anything.
const QUERY_LIMITS: QueryLimits = QueryLimits::from_words_and_chars(15, 300);

/// Maximum number of hits per request.
const MAX_HITS: usize = 100;

/// Builds a request for papers.
pub fn request(query: &SearchQuery, endpoint: &SearchEndpoint) -> HttpRequest {
    // Hyphens are replaced by spaces. The documentation says: "Hyphenated query terms yield no
    // matches (replace it with space to find matches)".
    let (terms, count) = (
        query.text_within_limits(QUERY_LIMITS).replace('-', " "),
        query.requested_hit_count(MAX_HITS).to_string(),
    );
    let address = endpoint
        .endpoint_or_default("https://api.semanticscholar.org")
        .with_path("/graph/v1/paper/search")
        .with_query([
            ("query", terms.as_str()),
            ("limit", &count),
            ("fields", "title,abstract,year,publicationDate,authors,externalIds,openAccessPdf"),
        ]);
    HttpRequest::get(address).secret_header("x-api-key", "", &endpoint.secret_name)
}

/// Parses the papers in a response. A response without results has no list of papers.
pub fn parse(response: &HttpResponse) -> Result<WebResults, ServiceError> {
    let body = json_body::parse(response)?;
    if body.get("data").is_none() && body.get("total").and_then(Value::as_u64) == Some(0) {
        return Ok(WebResults::default());
    }
    json_body::to_hits(json_body::required_list_at(&body, "/data")?, hit)
}

fn hit(item: &Value) -> Option<WebHit> {
    let names = json_body::items_or_empty_at(item, "/authors").iter();
    let year: Vec<Value> = item.get("year").cloned().into_iter().collect();
    let day = published_date::from_text(json_body::text_at(item, "/publicationDate"));
    Some(WebHit {
        url: paper_url(item)?,
        title: hit_text::clean_title(json_body::text_at(item, "/title")),
        snippet: hit_text::clean_snippet(json_body::text_at(item, "/abstract")),
        published_date: day.or_else(|| published_date::from_date_parts(&year)),
        authors: hit_text::clean_authors(names.map(|name| json_body::text_at(name, "/name"))),
        ..WebHit::default()
    })
}

/// The URL of a paper: of its DOI, its arXiv page, its PDF, or else its page on Semantic Scholar.
fn paper_url(item: &Value) -> Option<String> {
    let id = json_body::text_at(item, "/paperId");
    let is_id = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    hit_url::url_from_doi(json_body::text_at(item, "/externalIds/DOI"))
        .or_else(|| hit_url::url_from_arxiv_id(json_body::text_at(item, "/externalIds/ArXiv")))
        .or_else(|| hit_url::normalize_url(json_body::text_at(item, "/openAccessPdf/url")))
        .or_else(|| is_id.then(|| format!("https://www.semanticscholar.org/paper/{id}")))
}
