//! SearXNG: many engines through a server of the person's choice.
//! <https://docs.searxng.org/dev/search_api.html>

use serde_json::Value;

use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::service::ServiceError;
use crate::web::query::Room;
use crate::web::{Found, Query, Source, WebHit, address, published, reply, text};

/// The engines behind it have limits of their own; this is below all of them.
const ROOM: Room = Room::new(30, 300);

/// It waits for the slowest of its engines.
const TIMEOUT_MILLIS: u32 = 20_000;

/// Engines that are named when none of them answered.
const MOST_NAMES: usize = 5;

/// Asks for pages.
pub fn request(query: &Query, source: &Source) -> HttpRequest {
    let wanted = query.fit(ROOM);
    let language = query.language();
    let mut parameters = vec![("q", wanted.as_str()), ("format", "json")];
    parameters.extend(language.as_deref().map(|language| ("language", language)));
    let base = source.base("http://localhost:8080");
    HttpRequest::get(base.at("/search").query(parameters)).within(TIMEOUT_MILLIS)
}

/// Reads the pages. No pages from engines that did not answer is not the same as no pages.
pub fn parse(response: &HttpResponse) -> Result<Found, ServiceError> {
    let body = reply::json(response)?;
    let results = reply::list(&body, "/results")?;
    let silent = reply::items(&body, "/unresponsive_engines");
    if results.is_empty() && !silent.is_empty() {
        let names: Vec<String> = silent.iter().take(MOST_NAMES).map(engine).collect();
        let message = text::title(&format!("no response from {}", names.join(", ")));
        return Err(ServiceError::Refused { status: response.status, message });
    }
    reply::hits(results, hit)
}

/// An engine and why it did not answer: `["google", "timeout"]`.
fn engine(silent: &Value) -> String {
    let [name, why] = ["/0", "/1"].map(|place| text::title(reply::text(silent, place)));
    if why.is_empty() { name } else { format!("{name} ({why})") }
}

fn hit(item: &Value) -> Option<WebHit> {
    Some(WebHit {
        url: address::web(reply::text(item, "/url"))?,
        title: text::title(reply::text(item, "/title")),
        snippet: text::snippet(reply::text(item, "/content")),
        published: published::of_text(reply::text(item, "/publishedDate")),
        ..WebHit::default()
    })
}
