//! Brave Search: the whole web, with a key. <https://api-dashboard.search.brave.com/app/documentation>

use serde_json::Value;

use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::service::ServiceError;
use crate::web::query::Room;
use crate::web::{Found, Query, Source, WebHit, address, published, reply, text};

/// What it says it takes.
const ROOM: Room = Room::new(50, 400);

const MOST: usize = 20;

/// Languages that it knows, as it calls them. It refuses a request with any other.
const LANGUAGES: [(&str, &str); 37] = [
    ("ar", "ar"),
    ("bg", "bg"),
    ("bn", "bn"),
    ("ca", "ca"),
    ("cs", "cs"),
    ("da", "da"),
    ("de", "de"),
    ("el", "el"),
    ("en", "en"),
    ("es", "es"),
    ("et", "et"),
    ("fi", "fi"),
    ("fr", "fr"),
    ("gl", "gl"),
    ("he", "he"),
    ("hr", "hr"),
    ("hu", "hu"),
    ("is", "is"),
    ("it", "it"),
    ("ja", "jp"),
    ("ko", "ko"),
    ("lt", "lt"),
    ("lv", "lv"),
    ("nb", "nb"),
    ("nl", "nl"),
    ("no", "nb"),
    ("pl", "pl"),
    ("pt", "pt-pt"),
    ("ro", "ro"),
    ("ru", "ru"),
    ("sk", "sk"),
    ("sl", "sl"),
    ("sr", "sr"),
    ("sv", "sv"),
    ("tr", "tr"),
    ("uk", "uk"),
    ("zh", "zh-hans"),
];

/// Asks for pages.
pub fn request(query: &Query, source: &Source) -> HttpRequest {
    let (wanted, count) = (query.fit(ROOM), query.count(MOST).to_string());
    let mut parameters = vec![
        ("q", wanted.as_str()),
        ("count", &count),
        ("text_decorations", "false"),
        ("result_filter", "web"),
    ];
    let language = query.language().unwrap_or_default();
    let known = LANGUAGES.into_iter().find(|(code, _)| *code == language);
    parameters.extend(known.map(|(_, name)| ("search_lang", name)));
    let base = source.base("https://api.search.brave.com");
    HttpRequest::get(base.at("/res/v1/web/search").query(parameters))
        .header("accept", "application/json")
        .key("x-subscription-token", "", &source.secret)
}

/// Reads the pages. Where there are none, there is no list of them either.
pub fn parse(response: &HttpResponse) -> Result<Found, ServiceError> {
    let body = reply::json(response).map_err(|error| mended(error, response))?;
    if body.get("web").is_none() && reply::text(&body, "/type") == "search" {
        return Ok(Found::default());
    }
    reply::hits(reply::list(&body, "/web/results")?, hit)
}

/// A key that it does not know, and none at all, are to it a request that cannot be read.
fn mended(error: ServiceError, response: &HttpResponse) -> ServiceError {
    let is_about_key = response.text.contains("SUBSCRIPTION_TOKEN_INVALID")
        || response.text.contains("x-subscription-token");
    if response.status == 422 && is_about_key { ServiceError::Unauthorized } else { error }
}

fn hit(item: &Value) -> Option<WebHit> {
    let day = published::of_text(reply::text(item, "/page_age"));
    Some(WebHit {
        url: address::web(reply::text(item, "/url"))?,
        title: text::title_of_html(reply::text(item, "/title")),
        snippet: text::snippet_of_html(&snippets(item)),
        published: day.or_else(|| published::of_text(reply::text(item, "/age"))),
        ..WebHit::default()
    })
}

/// What it shows of a page, in one or several pieces.
fn snippets(item: &Value) -> String {
    let more = reply::items(item, "/extra_snippets").iter().filter_map(Value::as_str);
    let all = std::iter::once(reply::text(item, "/description")).chain(more);
    all.collect::<Vec<_>>().join(" … ")
}
