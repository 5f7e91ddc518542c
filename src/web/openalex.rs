//! OpenAlex: papers and books with their abstracts. <https://developers.openalex.org>

use serde_json::Value;

use crate::net::http::{HttpRequest, HttpResponse};
use crate::net::service::ServiceError;
use crate::web::query::Room;
use crate::web::{Found, Query, Source, WebHit, address, published, reply, text};

/// All words are looked for; with more of them hardly anything is left.
const ROOM: Room = Room::new(15, 300);

const MOST: usize = 50;

/// Words of an abstract that are put together: a snippet holds fewer.
const MOST_WORDS: u64 = 400;

/// Asks for works. The key goes into a header and not into the address, which it takes as well:
/// addresses are written down in too many places.
pub fn request(query: &Query, source: &Source) -> HttpRequest {
    let (wanted, count) = (query.fit(ROOM), query.count(MOST).to_string());
    let address = source.base("https://api.openalex.org").at("/works").query([
        ("search", wanted.as_str()),
        ("per_page", &count),
        (
            "select",
            "id,doi,title,publication_date,authorships,primary_location,abstract_inverted_index",
        ),
    ]);
    HttpRequest::get(address).key("authorization", "Bearer ", &source.secret)
}

/// Reads the works.
pub fn parse(response: &HttpResponse) -> Result<Found, ServiceError> {
    let body = reply::json(response)?;
    reply::hits(reply::list(&body, "/results")?, hit)
}

fn hit(item: &Value) -> Option<WebHit> {
    let landing = reply::text(item, "/primary_location/landing_page_url");
    let doi = address::of_doi(reply::text(item, "/doi"));
    let names = reply::items(item, "/authorships").iter();
    Some(WebHit {
        url: doi.or_else(|| address::first([landing, reply::text(item, "/id")]))?,
        title: text::title_of_html(reply::text(item, "/title")),
        snippet: text::snippet(&in_order(item.get("abstract_inverted_index"))),
        published: published::of_text(reply::text(item, "/publication_date")),
        authors: text::authors(names.map(|name| reply::text(name, "/author/display_name"))),
        ..WebHit::default()
    })
}

/// The beginning of an abstract that is given as its words and the places of each.
fn in_order(words: Option<&Value>) -> String {
    let mut placed: Vec<(u64, &str)> = Vec::new();
    for (word, places) in words.and_then(Value::as_object).into_iter().flatten() {
        let places = places.as_array().into_iter().flatten().filter_map(Value::as_u64);
        placed.extend(places.filter(|place| *place < MOST_WORDS).map(|at| (at, word.as_str())));
    }
    placed.sort_unstable();
    placed.dedup_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, word)| word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_abstract_is_put_together_from_its_words() {
        let check = |words: Value, expected: &str| {
            assert_eq!(in_order(Some(&words)), expected, "{words}");
        };
        check(json!({ "the": [0, 2], "cat,": [1], "dog": [3] }), "the cat, the dog");
        check(json!({ "far": [4_000_000_000_u64, u64::MAX], "near": [7] }), "near");
        check(json!({ "a": [0, 0, 0], "b": [0], "c": [-1, 1.5, "2"], "d": 3 }), "a");
        check(json!(null), "");
        check(json!(["a"]), "");
    }
}
