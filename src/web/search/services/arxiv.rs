//! arXiv: preprints with their abstracts. <https://info.arxiv.org/help/api/user-manual.html>

use crate::web::http::{HttpRequest, HttpResponse, ServiceError};
use crate::web::search::atom_feed::{self, AtomEntry};
use crate::web::search::endpoint::SearchEndpoint;
use crate::web::search::hit::{WebHit, WebResults};
use crate::web::search::query::SearchQuery;
use crate::web::search::{hit_text, hit_url, json_body, published_date};

/// Maximum number of search words; further words are dropped. arXiv returns only papers that
/// contain all words, so with more words it finds hardly any paper.
const MAX_QUERY_WORDS: usize = 8;

/// Maximum number of hits per request.
const MAX_HITS: usize = 50;

/// Timeout in milliseconds: arXiv is often slower than other services.
const TIMEOUT_MILLIS: u32 = 20_000;

/// Builds a request for papers that contain all words of the query.
pub fn request(query: &SearchQuery, endpoint: &SearchEndpoint) -> HttpRequest {
    let words = query.content_words();
    let terms: Vec<String> = words
        .iter()
        .take(MAX_QUERY_WORDS)
        .map(|word| format!("all:{}", word.to_lowercase()))
        .collect();
    let (terms, count) = (terms.join(" AND "), query.requested_hit_count(MAX_HITS).to_string());
    let address = endpoint
        .endpoint_or_default("https://export.arxiv.org")
        .with_path("/api/query")
        .with_query([
            ("search_query", terms.as_str()),
            ("start", "0"),
            ("max_results", &count),
            ("sortBy", "relevance"),
            ("sortOrder", "descending"),
        ]);
    HttpRequest::get(address).timeout(TIMEOUT_MILLIS)
}

/// Parses the papers of a response. arXiv also reports an error as a feed, whose only entry
/// describes the error.
pub fn parse(response: &HttpResponse) -> Result<WebResults, ServiceError> {
    let feed = atom_feed::parse(&response.text);
    let error_entry =
        feed.as_ref().and_then(|entries| entries.iter().find(|entry| is_error_entry(entry)));
    let refused = |entry: &AtomEntry| {
        let status = if response.status == 200 { 400 } else { response.status };
        ServiceError::Refused { status, message: hit_text::clean_title(&entry.summary) }
    };
    match (ServiceError::from_response(response), error_entry) {
        (None | Some(ServiceError::Refused { .. }), Some(entry)) => return Err(refused(entry)),
        (Some(error), _) => return Err(error),
        (None, None) => {}
    }
    let entries = feed.ok_or(json_body::NO_RESULT_LIST_ERROR)?;
    let hits: Vec<WebHit> = entries.iter().filter_map(hit).collect();
    if hits.is_empty() && !entries.is_empty() {
        return Err(json_body::NO_RESULT_LIST_ERROR);
    }
    Ok(WebResults::from_hits(hits))
}

fn is_error_entry(entry: &AtomEntry) -> bool {
    entry.title == "Error" && entry.id.contains("/api/errors")
}

fn hit(entry: &AtomEntry) -> Option<WebHit> {
    let (_, id) = entry.id.split_once("arxiv.org/abs/")?;
    Some(WebHit {
        url: hit_url::url_from_arxiv_id(id)?,
        title: hit_text::clean_title(&entry.title),
        snippet: hit_text::clean_snippet(&entry.summary),
        published_date: published_date::from_text(&entry.published_date),
        authors: hit_text::clean_authors(entry.authors.iter().map(String::as_str)),
        ..WebHit::default()
    })
}
