//! Exa: the whole web by meaning, with a key. <https://docs.exa.ai>

use serde_json::{Value, json};

use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::service::ServiceError;
use crate::web::query::Room;
use crate::web::{Found, Query, Source, WebHit, address, published, reply, text};

/// It names no limit; a question is shorter than this.
const ROOM: Room = Room::new(80, 500);

/// Up to this many cost the same.
const MOST: usize = 25;

/// It reads pages before it answers.
const TIMEOUT_MILLIS: u32 = 20_000;

/// Asks for pages and the sentences in them that fit the query.
pub fn request(query: &Query, source: &Source) -> HttpRequest {
    let body = json!({
        "query": query.fit(ROOM),
        "numResults": query.count(MOST),
        "type": "auto",
        "contents": { "highlights": true },
    });
    HttpRequest::post(source.base("https://api.exa.ai").at("/search"), &body)
        .key("x-api-key", "", &source.secret)
        .within(TIMEOUT_MILLIS)
}

/// Reads the pages.
pub fn parse(response: &HttpResponse) -> Result<Found, ServiceError> {
    let body = reply::json(response)?;
    reply::hits(reply::list(&body, "/results")?, hit)
}

fn hit(item: &Value) -> Option<WebHit> {
    let highlights: Vec<&str> =
        reply::items(item, "/highlights").iter().filter_map(Value::as_str).collect();
    let snippet = match highlights.join(" … ") {
        none if none.is_empty() => text::snippet(reply::text(item, "/text")),
        highlights => text::snippet(&highlights),
    };
    Some(WebHit {
        url: address::web(reply::text(item, "/url"))?,
        title: text::title(reply::text(item, "/title")),
        snippet,
        published: published::of_text(reply::text(item, "/publishedDate")),
        authors: text::authors(std::iter::once(reply::text(item, "/author"))),
        ..WebHit::default()
    })
}
