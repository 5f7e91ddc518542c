//! No text makes the Atom parser panic, and every hit has a URL on arXiv.
#![no_main]

use ibid::web::http::HttpResponse;
use ibid::safety::privacy::OutgoingText;
use ibid::web::search as web;
use ibid::web::search::{SearchEndpoint, SearchQuery, SearchService, atom_feed};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for entry in atom_feed::parse(text).into_iter().flatten() {
        assert!(entry.authors.len() <= 50);
    }
    let endpoint = SearchEndpoint {
        service: SearchService::Arxiv,
        secret_name: String::new(),
        custom_endpoint: None,
    };
    let query =
        SearchQuery { text: OutgoingText::from_public_web(text), language: None, max_hits: 10 };
    let _ = web::request(&query, &endpoint);
    for hit in web::parse(&HttpResponse::from_text(200, text), &endpoint, &query)
        .into_iter()
        .flat_map(|found| found.hits)
    {
        assert!(hit.url.starts_with("https://arxiv.org/abs/"));
        assert!(hit.snippet.chars().count() <= 1000);
    }
});
