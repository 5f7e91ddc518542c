//! Wikipedia: the articles that its search finds, each with its introduction.
//! <https://www.mediawiki.org/wiki/API:Search>,
//! <https://www.mediawiki.org/wiki/Extension:TextExtracts>

use std::sync::LazyLock;

use serde_json::Value;

use crate::language::{WordSet, word_list};
use crate::values::StableSort;
use crate::web::http::{Endpoint, HttpRequest, HttpResponse, ServiceError};
use crate::web::search::endpoint::SearchEndpoint;
use crate::web::search::hit::{WebHit, WebResults};
use crate::web::search::query::{QueryLimits, SearchQuery};
use crate::web::search::{hit_text, hit_url, json_body};

/// Maximum length of a query. CirrusSearch, Wikipedia's search engine, rejects longer ones.
const QUERY_LIMITS: QueryLimits = QueryLimits { max_words: 60, max_chars: 300, max_bytes: 300 };

/// Maximum number of hits per request: the API returns no more introductions at once.
const MAX_HITS: usize = 20;

/// The name and address of this program, which Wikimedia requires. It is sent as `Api-User-Agent`,
/// because a program in a browser cannot set `User-Agent`.
const USER_AGENT: &str =
    concat!("Ibid/", env!("CARGO_PKG_VERSION"), " (https://github.com/ibid-notes/ibid)");

/// Codes of the languages whose Wikipedia is searched; for other languages it is the English one.
/// The code becomes part of the host name.
static WIKIPEDIA_LANGUAGES: WordSet =
    LazyLock::new(|| word_list::word_set(include_str!("wikipedia_languages.txt"), "codes"));

/// Builds a request for the introductions of the articles that the search finds.
pub fn request(query: &SearchQuery, endpoint: &SearchEndpoint) -> HttpRequest {
    let by_language = || Endpoint::parse(&wikipedia_url(query));
    let base = endpoint.custom_endpoint.clone().or_else(by_language);
    let base = base.unwrap_or(Endpoint::fixed("https://en.wikipedia.org"));
    let (terms, count) =
        (query.text_within_limits(QUERY_LIMITS), query.requested_hit_count(MAX_HITS).to_string());
    let address = base.with_path("/w/api.php").with_query([
        ("action", "query"),
        ("format", "json"),
        ("formatversion", "2"),
        ("origin", "*"),
        ("generator", "search"),
        ("gsrsearch", &terms),
        ("gsrlimit", &count),
        ("prop", "extracts|pageprops"),
        ("exintro", "1"),
        ("explaintext", "1"),
        ("exlimit", "max"),
        ("ppprop", "disambiguation"),
    ]);
    HttpRequest::get(address).header("api-user-agent", USER_AGENT)
}

/// Parses the articles in a response, in the order of the search results.
pub fn parse(response: &HttpResponse, query: &SearchQuery) -> Result<WebResults, ServiceError> {
    let body = json_body::parse(response)?;
    if let Some(error) = body.get("error") {
        return Err(reported_error(error));
    }
    if body.get("query").is_none() && body.get("batchcomplete").is_some() {
        return Ok(WebResults::default());
    }
    let mut pages: Vec<&Value> =
        json_body::required_list_at(&body, "/query/pages")?.iter().collect();
    pages.stable_sort_by_key(|page| page.get("index").and_then(Value::as_u64).unwrap_or(u64::MAX));
    let site = wikipedia_url(query);
    let hits: Vec<WebHit> = pages.iter().filter_map(|page| hit(page, &site)).collect();
    if hits.is_empty() && pages.iter().all(|page| json_body::text_at(page, "/title").is_empty()) {
        return Err(json_body::NO_RESULT_LIST_ERROR);
    }
    Ok(WebResults::from_hits(hits))
}

/// Converts an error in the body of a response whose status is 200.
fn reported_error(error: &Value) -> ServiceError {
    match json_body::text_at(error, "/code") {
        "ratelimited" | "maxlag" => ServiceError::RateLimited { retry_after: None },
        _ => ServiceError::Refused {
            status: 400,
            message: hit_text::clean_title(json_body::text_at(error, "/info")),
        },
    }
}

fn hit(page: &Value, site: &str) -> Option<WebHit> {
    let name = json_body::text_at(page, "/title");
    // A disambiguation page only lists other articles, so it is no hit.
    let is_disambiguation = page.pointer("/pageprops/disambiguation").is_some();
    if name.is_empty() || is_disambiguation || page.get("missing").is_some() {
        return None;
    }
    Some(WebHit {
        url: hit_url::normalize_url(&format!(
            "{site}/wiki/{}",
            hit_url::escape_url_path(&name.replace(' ', "_"))
        ))?,
        title: hit_text::clean_title(name),
        snippet: hit_text::clean_snippet(json_body::text_at(page, "/extract")),
        ..WebHit::default()
    })
}

/// The address of the Wikipedia in the query's language.
fn wikipedia_url(query: &SearchQuery) -> String {
    let language = query.language_code().unwrap_or_default();
    let language = if language == "nb" { "no" } else { language.as_str() };
    let known = WIKIPEDIA_LANGUAGES.get(language).copied().unwrap_or("en");
    format!("https://{known}.wikipedia.org")
}
