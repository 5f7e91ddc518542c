//! Semantic Scholar: papers with their abstracts. <https://api.semanticscholar.org/api-docs/graph>

use serde_json::Value;

use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::service::ServiceError;
use crate::web::query::Room;
use crate::web::{Found, Query, Source, WebHit, address, published, reply, text};

/// All words are looked for; with more of them hardly anything is left.
const ROOM: Room = Room::new(15, 300);

const MOST: usize = 100;

/// Asks for papers.
pub fn request(query: &Query, source: &Source) -> HttpRequest {
    // "Hyphenated query terms yield no matches (replace it with space to find matches)".
    let (wanted, count) = (query.fit(ROOM).replace('-', " "), query.count(MOST).to_string());
    let address =
        source.base("https://api.semanticscholar.org").at("/graph/v1/paper/search").query([
            ("query", wanted.as_str()),
            ("limit", &count),
            ("fields", "title,abstract,year,publicationDate,authors,externalIds,openAccessPdf"),
        ]);
    HttpRequest::get(address).key("x-api-key", "", &source.secret)
}

/// Reads the papers. Where there are none, there is no list of them either.
pub fn parse(response: &HttpResponse) -> Result<Found, ServiceError> {
    let body = reply::json(response)?;
    if body.get("data").is_none() && body.get("total").and_then(Value::as_u64) == Some(0) {
        return Ok(Found::default());
    }
    reply::hits(reply::list(&body, "/data")?, hit)
}

fn hit(item: &Value) -> Option<WebHit> {
    let names = reply::items(item, "/authors").iter();
    let year: Vec<Value> = item.get("year").cloned().into_iter().collect();
    let day = published::of_text(reply::text(item, "/publicationDate"));
    Some(WebHit {
        url: place(item)?,
        title: text::title(reply::text(item, "/title")),
        snippet: text::snippet(reply::text(item, "/abstract")),
        published: day.or_else(|| published::of_parts(&year)),
        authors: text::authors(names.map(|name| reply::text(name, "/name"))),
        ..WebHit::default()
    })
}

/// Where a paper is: at its publisher, on arXiv, as a file, or at least at Semantic Scholar.
fn place(item: &Value) -> Option<String> {
    let id = reply::text(item, "/paperId");
    let is_id = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    address::of_doi(reply::text(item, "/externalIds/DOI"))
        .or_else(|| address::of_arxiv(reply::text(item, "/externalIds/ArXiv")))
        .or_else(|| address::web(reply::text(item, "/openAccessPdf/url")))
        .or_else(|| is_id.then(|| format!("https://www.semanticscholar.org/paper/{id}")))
}
