//! Tavily: the whole web, a little also without a key. <https://docs.tavily.com>

use serde_json::{Value, json};

use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::service::ServiceError;
use crate::web::query::Room;
use crate::web::{Found, Query, Source, WebHit, address, published, reply, text};

/// It refuses a query of more than 400 characters.
const ROOM: Room = Room::new(60, 400);

const MOST: usize = 20;

/// It reads pages before it answers.
const TIMEOUT_MILLIS: u32 = 20_000;

/// Asks for pages and an answer.
pub fn request(query: &Query, source: &Source) -> HttpRequest {
    let body = json!({
        "query": query.fit(ROOM),
        "max_results": query.count(MOST),
        "search_depth": "basic",
        "include_answer": true,
    });
    let address = source.base("https://api.tavily.com").at("/search");
    let request = HttpRequest::post(address, &body)
        .key("authorization", "Bearer ", &source.secret)
        .header("x-client-source", "ibid")
        .within(TIMEOUT_MILLIS);
    if source.secret.is_empty() {
        request.header("x-tavily-access-mode", "keyless")
    } else {
        request
    }
}

/// Reads the pages and the answer.
pub fn parse(response: &HttpResponse) -> Result<Found, ServiceError> {
    let body = reply::json(response)?;
    let found = reply::hits(reply::list(&body, "/results")?, hit)?;
    let answer = text::snippet(reply::text(&body, "/answer"));
    Ok(Found { answer: (!answer.is_empty()).then_some(answer), ..found })
}

fn hit(item: &Value) -> Option<WebHit> {
    Some(WebHit {
        url: address::web(reply::text(item, "/url"))?,
        title: text::title(reply::text(item, "/title")),
        snippet: text::snippet(reply::text(item, "/content")),
        published: published::of_text(reply::text(item, "/published_date")),
        ..WebHit::default()
    })
}
