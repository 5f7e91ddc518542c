//! No results page makes the parser panic, and no hit leads to the search engine itself or outside the
//! web.
#![no_main]

use ibid::notes::index::Ranking;
use ibid::web::http::HttpResponse;
use ibid::safety::privacy::OutgoingText;
use ibid::web::search as web;
use ibid::web::search::{SearchEndpoint, SearchQuery, SearchService, merge};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|html: &str| {
    let endpoint = SearchEndpoint {
        service: SearchService::DuckDuckGo,
        secret_name: String::new(),
        custom_endpoint: None,
    };
    let query = SearchQuery {
        text: OutgoingText::from_public_web(html),
        language: Some(html.to_owned()),
        max_hits: 100,
    };
    let _ = web::request(&query, &endpoint);
    let Ok(found) = web::parse(&HttpResponse::from_text(200, html), &endpoint, &query) else {
        return;
    };
    for hit in &found.hits {
        assert!(hit.url.starts_with("https://") || hit.url.starts_with("http://"));
        assert!(!hit.url.starts_with("https://duckduckgo.com/"));
        assert!(!hit.title.is_empty() && hit.title.chars().count() <= 2000);
        assert!(hit.snippet.chars().count() <= 1000);
    }
    let count = found.hits.len();
    let merged = merge::merge(vec![Ranking { items: found.hits, weight: 1.0 }], usize::MAX);
    assert!(merged.len() <= count);
});
