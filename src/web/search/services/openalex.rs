//! OpenAlex: papers and books with their abstracts. <https://developers.openalex.org>

use serde_json::Value;

use crate::web::http::{HttpRequest, HttpResponse, ServiceError};
use crate::web::search::endpoint::SearchEndpoint;
use crate::web::search::hit::{WebHit, WebResults};
use crate::web::search::query::{QueryLimits, SearchQuery};
use crate::web::search::{hit_text, hit_url, json_body, published_date};

/// Maximum length of a query. OpenAlex returns only works that contain all words, so longer queries
/// find hardly anything.
const QUERY_LIMITS: QueryLimits = QueryLimits::from_words_and_chars(15, 300);

/// Maximum number of hits per request.
const MAX_HITS: usize = 50;

/// Maximum number of words of an abstract that are read; the rest doesn't fit into a snippet.
const MAX_ABSTRACT_WORDS: u64 = 400;

/// Builds a request for works. OpenAlex also accepts the API key in the URL, but URLs are logged in
/// too many places, so the key is sent as a header.
pub fn request(query: &SearchQuery, endpoint: &SearchEndpoint) -> HttpRequest {
    let (terms, count) =
        (query.text_within_limits(QUERY_LIMITS), query.requested_hit_count(MAX_HITS).to_string());
    let address = endpoint.endpoint_or_default("https://api.openalex.org").with_path("/works").with_query([
        ("search", terms.as_str()),
        ("per_page", &count),
        (
            "select",
            "id,doi,title,publication_date,authorships,primary_location,abstract_inverted_index",
        ),
    ]);
    HttpRequest::get(address).secret_header("authorization", "Bearer ", &endpoint.secret_name)
}

/// Parses the works in a response.
pub fn parse(response: &HttpResponse) -> Result<WebResults, ServiceError> {
    let body = json_body::parse(response)?;
    json_body::to_hits(json_body::required_list_at(&body, "/results")?, hit)
}

fn hit(item: &Value) -> Option<WebHit> {
    let landing = json_body::text_at(item, "/primary_location/landing_page_url");
    let doi = hit_url::url_from_doi(json_body::text_at(item, "/doi"));
    let names = json_body::items_or_empty_at(item, "/authorships").iter();
    Some(WebHit {
        url: doi
            .or_else(|| hit_url::first_valid_url([landing, json_body::text_at(item, "/id")]))?,
        title: hit_text::title_from_html(json_body::text_at(item, "/title")),
        snippet: hit_text::clean_snippet(&abstract_text(item.get("abstract_inverted_index"))),
        published_date: published_date::from_text(json_body::text_at(item, "/publication_date")),
        authors: hit_text::clean_authors(
            names.map(|name| json_body::text_at(name, "/author/display_name")),
        ),
        ..WebHit::default()
    })
}

/// The beginning of an abstract. OpenAlex gives each word with the list of its positions, so the
/// words are sorted by position.
fn abstract_text(inverted_index: Option<&Value>) -> String {
    let mut by_position: Vec<(u64, &str)> = Vec::new();
    for (word, positions) in inverted_index.and_then(Value::as_object).into_iter().flatten() {
        let positions = positions.as_array().into_iter().flatten().filter_map(Value::as_u64);
        by_position.extend(
            positions
                .filter(|position| *position < MAX_ABSTRACT_WORDS)
                .map(|at| (at, word.as_str())),
        );
    }
    by_position.sort_unstable();
    by_position.dedup_by_key(|(position, _)| *position);
    by_position.into_iter().map(|(_, word)| word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_abstract_is_rebuilt_from_its_inverted_index() {
        let check = |words: Value, expected: &str| {
            assert_eq!(abstract_text(Some(&words)), expected, "{words}");
        };
        check(json!({ "the": [0, 2], "cat,": [1], "dog": [3] }), "the cat, the dog");
        check(json!({ "far": [4_000_000_000_u64, u64::MAX], "near": [7] }), "near");
        check(json!({ "a": [0, 0, 0], "b": [0], "c": [-1, 1.5, "2"], "d": 3 }), "a");
        check(json!(null), "");
        check(json!(["a"]), "");
    }
}
