//! Crossref: whatever has a DOI. <https://api.crossref.org/swagger-ui/index.html>

use serde_json::Value;

use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::service::ServiceError;
use crate::web::query::Room;
use crate::web::{Found, Query, Source, WebHit, address, published, reply, text};

/// It names no limit; more words find worse.
const ROOM: Room = Room::new(30, 300);

const MOST: usize = 50;

/// Asks for works by any words. Nobody's mail address is sent along: the pool for those who do is
/// faster, but it is the person's address.
pub fn request(query: &Query, source: &Source) -> HttpRequest {
    let (wanted, count) = (query.fit(ROOM), query.count(MOST).to_string());
    let address = source.base("https://api.crossref.org").at("/works").query([
        ("query", wanted.as_str()),
        ("rows", &count),
        ("select", "DOI,title,abstract,author,issued"),
    ]);
    HttpRequest::get(address)
}

/// Reads the works.
pub fn parse(response: &HttpResponse) -> Result<Found, ServiceError> {
    let body = reply::json(response)?;
    reply::hits(reply::list(&body, "/message/items")?, hit)
}

fn hit(item: &Value) -> Option<WebHit> {
    let issued = reply::items(item, "/issued/date-parts/0");
    Some(WebHit {
        url: address::of_doi(reply::text(item, "/DOI"))?,
        title: text::title_of_html(reply::text(item, "/title/0")),
        snippet: text::snippet_of_html(&html(reply::text(item, "/abstract"))),
        published: published::of_parts(issued),
        authors: authors(reply::items(item, "/author")),
        ..WebHit::default()
    })
}

/// Abstracts are JATS, whose elements are those of HTML as far as it matters, with a prefix.
fn html(jats: &str) -> String {
    jats.replace("<jats:", "<").replace("</jats:", "</")
}

/// People have two names, groups have one.
fn authors(items: &[Value]) -> Vec<String> {
    let name = |item: &Value| {
        let names = [reply::text(item, "/given"), reply::text(item, "/family")];
        if names == ["", ""] { reply::text(item, "/name").to_owned() } else { names.join(" ") }
    };
    let names: Vec<String> = items.iter().map(name).collect();
    text::authors(names.iter().map(String::as_str))
}
