//! Brave Search: searches the whole web; needs an API key.
//! <https://api-dashboard.search.brave.com/app/documentation>

use serde_json::Value;

use crate::web::http::{HttpRequest, HttpResponse, ServiceError};
use crate::web::search::endpoint::SearchEndpoint;
use crate::web::search::hit::{WebHit, WebResults};
use crate::web::search::query::{QueryLimits, SearchQuery};
use crate::web::search::{hit_text, hit_url, json_body, published_date};

/// The maximum length of a query according to Brave's documentation.
const QUERY_LIMITS: QueryLimits = QueryLimits::from_words_and_chars(50, 400);

/// Maximum number of hits per request.
const MAX_HITS: usize = 20;

/// Language codes and Brave's names for them. A query in any other language is sent without a
/// language, because Brave would reject it.
const BRAVE_LANGUAGES: [(&str, &str); 37] = [
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

/// Builds a request for web pages.
pub fn request(query: &SearchQuery, endpoint: &SearchEndpoint) -> HttpRequest {
    let (terms, count) =
        (query.text_within_limits(QUERY_LIMITS), query.requested_hit_count(MAX_HITS).to_string());
    let mut parameters = vec![
        ("q", terms.as_str()),
        ("count", &count),
        ("text_decorations", "false"),
        ("result_filter", "web"),
    ];
    let language = query.language_code().unwrap_or_default();
    let known = BRAVE_LANGUAGES.into_iter().find(|(code, _)| *code == language);
    parameters.extend(known.map(|(_, name)| ("search_lang", name)));
    let base = endpoint.endpoint_or_default("https://api.search.brave.com");
    HttpRequest::get(base.with_path("/res/v1/web/search").with_query(parameters))
        .header("accept", "application/json")
        .secret_header("x-subscription-token", "", &endpoint.secret_name)
}

/// Parses the pages of a response. A response without results has no list of pages.
pub fn parse(response: &HttpResponse) -> Result<WebResults, ServiceError> {
    let body = json_body::parse(response).map_err(|error| map_api_key_error(error, response))?;
    if body.get("web").is_none() && json_body::text_at(&body, "/type") == "search" {
        return Ok(WebResults::default());
    }
    json_body::to_hits(json_body::required_list_at(&body, "/web/results")?, hit)
}

/// Returns `Unauthorized` for a wrong or missing API key, which Brave reports as an invalid request
/// (422). Other errors stay unchanged.
fn map_api_key_error(error: ServiceError, response: &HttpResponse) -> ServiceError {
    let is_about_key = response.text.contains("SUBSCRIPTION_TOKEN_INVALID")
        || response.text.contains("x-subscription-token");
    if response.status == 422 && is_about_key { ServiceError::Unauthorized } else { error }
}

fn hit(item: &Value) -> Option<WebHit> {
    let day = published_date::from_text(json_body::text_at(item, "/page_age"));
    Some(WebHit {
        url: hit_url::normalize_url(json_body::text_at(item, "/url"))?,
        title: hit_text::title_from_html(json_body::text_at(item, "/title")),
        snippet: hit_text::snippet_from_html(&joined_snippets(item)),
        published_date: day.or_else(|| published_date::from_text(json_body::text_at(item, "/age"))),
        ..WebHit::default()
    })
}

/// Joins the description and the extra snippets that Brave returns for a page.
fn joined_snippets(item: &Value) -> String {
    let more =
        json_body::items_or_empty_at(item, "/extra_snippets").iter().filter_map(Value::as_str);
    let all = std::iter::once(json_body::text_at(item, "/description")).chain(more);
    all.collect::<Vec<_>>().join(" … ")
}
