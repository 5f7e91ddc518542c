//! Wikipedia: the articles that its own search finds, each with its introduction.
//! <https://www.mediawiki.org/wiki/API:Search>, <https://www.mediawiki.org/wiki/Extension:TextExtracts>

use serde_json::Value;

use crate::net::endpoint::Endpoint;
use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::service::ServiceError;
use crate::web::query::Room;
use crate::web::{Found, Query, Source, WebHit, address, reply, text};

/// CirrusSearch refuses a longer query.
const ROOM: Room = Room { words: 60, chars: 300, bytes: 300 };

/// No more introductions are given at once.
const MOST: usize = 20;

/// How Wikimedia wants to be told who asks; a browser does not let a program set `User-Agent`.
const WHO_ASKS: &str =
    concat!("Ibid/", env!("CARGO_PKG_VERSION"), " (https://github.com/ibid-notes/ibid)");

/// Languages with a Wikipedia of some size. Nothing else may become the name of a host.
const LANGUAGES: [&str; 72] = [
    "af", "ar", "az", "be", "bg", "bn", "bs", "ca", "ceb", "cs", "cy", "da", "de", "el", "en",
    "eo", "es", "et", "eu", "fa", "fi", "fr", "ga", "gl", "he", "hi", "hr", "hu", "hy", "id", "is",
    "it", "ja", "ka", "kk", "ko", "ky", "la", "lb", "lt", "lv", "mk", "ml", "mr", "ms", "my", "ne",
    "nl", "nn", "no", "pl", "pt", "ro", "ru", "sh", "si", "sk", "sl", "sq", "sr", "sv", "sw", "ta",
    "te", "th", "tr", "uk", "ur", "uz", "vi", "war", "zh",
];

/// Asks for the introductions of what the search finds.
pub fn request(query: &Query, source: &Source) -> HttpRequest {
    let usual = || Endpoint::typed(&site(query));
    let base = source.endpoint.clone().or_else(usual);
    let base = base.unwrap_or(Endpoint::fixed("https://en.wikipedia.org"));
    let (wanted, count) = (query.fit(ROOM), query.count(MOST).to_string());
    let address = base.at("/w/api.php").query([
        ("action", "query"),
        ("format", "json"),
        ("formatversion", "2"),
        ("origin", "*"),
        ("generator", "search"),
        ("gsrsearch", &wanted),
        ("gsrlimit", &count),
        ("prop", "extracts|pageprops"),
        ("exintro", "1"),
        ("explaintext", "1"),
        ("exlimit", "max"),
        ("ppprop", "disambiguation"),
    ]);
    HttpRequest::get(address).header("api-user-agent", WHO_ASKS)
}

/// Reads the articles, in the order of the search.
pub fn parse(response: &HttpResponse, query: &Query) -> Result<Found, ServiceError> {
    let body = reply::json(response)?;
    if let Some(error) = body.get("error") {
        return Err(refusal(error));
    }
    if body.get("query").is_none() && body.get("batchcomplete").is_some() {
        return Ok(Found::default());
    }
    let mut pages: Vec<&Value> = reply::list(&body, "/query/pages")?.iter().collect();
    pages.sort_by_key(|page| page.get("index").and_then(Value::as_u64).unwrap_or(u64::MAX));
    let site = site(query);
    let hits: Vec<WebHit> = pages.iter().filter_map(|page| hit(page, &site)).collect();
    if hits.is_empty() && pages.iter().all(|page| reply::text(page, "/title").is_empty()) {
        return Err(reply::UNREADABLE);
    }
    Ok(Found { hits, answer: None })
}

/// Its errors come as answers of success.
fn refusal(error: &Value) -> ServiceError {
    match reply::text(error, "/code") {
        "ratelimited" | "maxlag" => ServiceError::RateLimited { retry_after: None },
        _ => {
            ServiceError::Refused { status: 400, message: text::title(reply::text(error, "/info")) }
        }
    }
}

fn hit(page: &Value, site: &str) -> Option<WebHit> {
    let name = reply::text(page, "/title");
    // A page that only tells articles apart says nothing itself.
    let is_signpost = page.pointer("/pageprops/disambiguation").is_some();
    if name.is_empty() || is_signpost || page.get("missing").is_some() {
        return None;
    }
    Some(WebHit {
        url: address::web(&format!("{site}/wiki/{}", address::escaped(&name.replace(' ', "_"))))?,
        title: text::title(name),
        snippet: text::snippet(reply::text(page, "/extract")),
        ..WebHit::default()
    })
}

/// The Wikipedia of the query's language.
fn site(query: &Query) -> String {
    let language = query.language().unwrap_or_default();
    let language = if language == "nb" { "no" } else { language.as_str() };
    let known = LANGUAGES.into_iter().find(|known| *known == language).unwrap_or("en");
    format!("https://{known}.wikipedia.org")
}
