//! arXiv: preprints with their abstracts. <https://info.arxiv.org/help/api/user-manual.html>

use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::service::ServiceError;
use crate::web::atom::{self, Entry};
use crate::web::{Found, Query, Source, WebHit, address, published, reply, text};

/// All words must stand in a paper: with more of them hardly any paper is left.
const MOST_WORDS: usize = 8;

const MOST: usize = 50;

/// It often takes longer than others.
const TIMEOUT_MILLIS: u32 = 20_000;

/// Asks for papers with all of the words.
pub fn request(query: &Query, source: &Source) -> HttpRequest {
    let words = query.telling_words();
    let wanted: Vec<String> =
        words.iter().take(MOST_WORDS).map(|word| format!("all:{}", word.to_lowercase())).collect();
    let (wanted, count) = (wanted.join(" AND "), query.count(MOST).to_string());
    let address = source.base("https://export.arxiv.org").at("/api/query").query([
        ("search_query", wanted.as_str()),
        ("start", "0"),
        ("max_results", &count),
        ("sortBy", "relevance"),
        ("sortOrder", "descending"),
    ]);
    HttpRequest::get(address).within(TIMEOUT_MILLIS)
}

/// Reads the papers. An error comes as a feed, too, whose only entry tells it.
pub fn parse(response: &HttpResponse) -> Result<Found, ServiceError> {
    let feed = atom::entries(&response.text);
    let told = feed.as_ref().and_then(|entries| entries.iter().find(|entry| is_error(entry)));
    let refused = |entry: &Entry| {
        let status = if response.status == 200 { 400 } else { response.status };
        ServiceError::Refused { status, message: text::title(&entry.summary) }
    };
    match (ServiceError::of(response), told) {
        (None | Some(ServiceError::Refused { .. }), Some(entry)) => return Err(refused(entry)),
        (Some(error), _) => return Err(error),
        (None, None) => {}
    }
    let entries = feed.ok_or(reply::UNREADABLE)?;
    let hits: Vec<WebHit> = entries.iter().filter_map(hit).collect();
    if hits.is_empty() && !entries.is_empty() {
        return Err(reply::UNREADABLE);
    }
    Ok(Found { hits, answer: None })
}

fn is_error(entry: &Entry) -> bool {
    entry.title == "Error" && entry.id.contains("/api/errors")
}

fn hit(entry: &Entry) -> Option<WebHit> {
    let (_, id) = entry.id.split_once("arxiv.org/abs/")?;
    Some(WebHit {
        url: address::of_arxiv(id)?,
        title: text::title(&entry.title),
        snippet: text::snippet(&entry.summary),
        published: published::of_text(&entry.published),
        authors: text::authors(entry.authors.iter().map(String::as_str)),
        ..WebHit::default()
    })
}
