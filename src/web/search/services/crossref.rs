//! Crossref: searches papers, books and other works that have a DOI.
//! <https://api.crossref.org/swagger-ui/index.html>

use serde_json::Value;

use crate::web::http::{HttpRequest, HttpResponse, ServiceError};
use crate::web::search::endpoint::SearchEndpoint;
use crate::web::search::hit::{WebHit, WebResults};
use crate::web::search::query::{QueryLimits, SearchQuery};
use crate::web::search::{hit_text, hit_url, json_body, published_date};

/// Maximum length of a query. Crossref documents no limit, but longer queries give worse results.
const QUERY_LIMITS: QueryLimits = QueryLimits::from_words_and_chars(30, 300);

/// Maximum number of hits per request.
const MAX_HITS: usize = 50;

/// Builds a request for works. It sends no e-mail address: requests with one are served faster, but
/// the address is private to the user.
pub fn request(query: &SearchQuery, endpoint: &SearchEndpoint) -> HttpRequest {
    let (terms, count) =
        (query.text_within_limits(QUERY_LIMITS), query.requested_hit_count(MAX_HITS).to_string());
    let address =
        endpoint.endpoint_or_default("https://api.crossref.org").with_path("/works").with_query([
            ("query", terms.as_str()),
            ("rows", &count),
            ("select", "DOI,title,abstract,author,issued"),
        ]);
    HttpRequest::get(address)
}

/// Parses the works in a response.
pub fn parse(response: &HttpResponse) -> Result<WebResults, ServiceError> {
    let body = json_body::parse(response)?;
    json_body::to_hits(json_body::required_list_at(&body, "/message/items")?, hit)
}

fn hit(item: &Value) -> Option<WebHit> {
    let issued = json_body::items_or_empty_at(item, "/issued/date-parts/0");
    Some(WebHit {
        url: hit_url::url_from_doi(json_body::text_at(item, "/DOI"))?,
        title: hit_text::title_from_html(json_body::text_at(item, "/title/0")),
        snippet: hit_text::snippet_from_html(&jats_to_html(json_body::text_at(item, "/abstract"))),
        published_date: published_date::from_date_parts(issued),
        authors: authors(json_body::items_or_empty_at(item, "/author")),
        ..WebHit::default()
    })
}

/// Converts an abstract from JATS, an XML format for papers, to HTML by removing the prefix
/// `jats:`. The important elements have the same names in both.
fn jats_to_html(jats: &str) -> String {
    jats.replace("<jats:", "<").replace("</jats:", "</")
}

/// The authors' names. A person has a given and a family name, an organisation has one name.
fn authors(items: &[Value]) -> Vec<String> {
    let name = |item: &Value| {
        let names = [json_body::text_at(item, "/given"), json_body::text_at(item, "/family")];
        if names == ["", ""] {
            json_body::text_at(item, "/name").to_owned()
        } else {
            names.join(" ")
        }
    };
    let names: Vec<String> = items.iter().map(name).collect();
    hit_text::clean_authors(names.iter().map(String::as_str))
}
