//! Requests and parsed responses of each search service: one case file per service in
//! `tests/fixtures/web`.

use crate::golden;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::golden::Case;
use ibid::safety::privacy::OutgoingText;
use ibid::web::http::{Endpoint, HttpRequest, HttpResponse, Method};
use ibid::web::search as web;
use ibid::web::search::{SearchEndpoint, SearchQuery, SearchService, WebHit, WebResults};
use proptest::prelude::*;

/// The cases that every service must have.
const REQUIRED_CASES: [&str; 6] =
    ["request", "reply", "empty", "rate-limited", "unauthorised", "garbled"];

/// Parses lines of `name: value` up to an empty one, and returns the rest as well.
fn fields(text: &str) -> (BTreeMap<&str, &str>, &str) {
    let (head, rest) = text.split_once("\n\n").unwrap_or((text, ""));
    let field = |line| str::split_once(line, ": ").map(|(name, value)| (name, value.trim()));
    (head.lines().filter_map(field).collect(), rest)
}

fn query(fields: &BTreeMap<&str, &str>) -> SearchQuery {
    SearchQuery {
        text: OutgoingText::from_public_web(fields.get("text").unwrap_or(&"cold war")),
        language: fields.get("language").map(|code| (*code).to_owned()),
        max_hits: fields.get("limit").map_or(10, |limit| limit.parse().expect("a number")),
    }
}

fn endpoint(service: SearchService, fields: &BTreeMap<&str, &str>) -> SearchEndpoint {
    let secret = (*fields.get("secret").unwrap_or(&"")).to_owned();
    let endpoint = fields.get("endpoint").map(|url| Endpoint::parse(url).expect("an address"));
    SearchEndpoint { service, secret_name: secret, custom_endpoint: endpoint }
}

fn shown_request(request: &HttpRequest) -> String {
    let method = if request.method == Method::Get { "GET" } else { "POST" };
    let mut text = format!("{method} {}\n", request.url);
    for (name, value) in &request.headers {
        writeln!(text, "{name}: {value}").expect("a string takes everything");
    }
    if let Some(key) = &request.secret_header {
        writeln!(text, "{}: {}<{}>", key.header_name, key.value_prefix, key.secret_name)
            .expect("a string takes everything");
    }
    text + request.body.as_deref().unwrap_or_default()
}

fn shown_hit(hit: &WebHit) -> String {
    let about = [hit.published_date.clone().unwrap_or_default(), hit.authors.join(", ")];
    let about: Vec<String> = about.into_iter().filter(|part| !part.is_empty()).collect();
    let lines = [hit.title.clone(), hit.url.clone(), about.join(" · "), hit.snippet.clone()];
    let lines: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    format!("- {}\n", lines.join("\n  "))
}

fn shown_results(found: &WebResults) -> String {
    let mut text: String = found.hits.iter().map(shown_hit).collect();
    if let Some(answer) = &found.service_answer {
        writeln!(text, "answer: {answer}").expect("a string takes everything");
    }
    if text.is_empty() { "no hits".to_owned() } else { text }
}

/// Parses a response and shows the result. The input starts with the status; headers may follow, then an
/// empty line and the body.
fn shown_response(service: SearchService, input: &str) -> String {
    let (fields, body) = fields(input);
    let status = fields.get("status").expect("a status").parse().expect("a number");
    let known = ["status", "text", "language", "limit"];
    let headers = fields.iter().filter(|(name, _)| !known.contains(name));
    let response = headers
        .fold(HttpResponse::from_text(status, body), |response, (name, value)| {
            response.with_header(name, value)
        });
    match web::parse(&response, &endpoint(service, &fields), &query(&fields)) {
        Ok(found) => shown_results(&found),
        Err(error) => {
            let shown = error.to_user_error(service.name());
            let hint = service.error_hint(&error).unwrap_or(&shown.hint);
            format!("{}: {}\n{hint}", shown.code, shown.message)
        }
    }
}

fn actual_output(service: SearchService, case: &Case) -> String {
    if case.name.starts_with("request") {
        let (fields, _) = fields(&case.input);
        shown_request(&web::request(&query(&fields), &endpoint(service, &fields)))
    } else {
        shown_response(service, &case.input)
    }
}

#[test]
fn requests_and_responses_match_the_case_files() {
    for service in SearchService::ALL {
        let id = serde_json::to_value(service).expect("a name");
        let path = format!("tests/fixtures/web/{}.txt", id.as_str().expect("a name"));
        let cases = golden::cases(&path);
        for required in REQUIRED_CASES {
            assert!(cases.iter().any(|case| case.name == required), "{path}: no case “{required}”");
        }
        golden::check_cases(&path, |case| actual_output(service, case));
    }
}

#[test]
fn results_can_be_stored() {
    let hit = WebHit {
        url: "https://example.org/".into(),
        title: "A title".into(),
        services: SearchService::ALL.to_vec(),
        ..WebHit::default()
    };
    let found = WebResults { hits: vec![hit], service_answer: Some("Yes.".into()) };
    let stored = serde_json::to_string(&found).expect("writable");
    assert_eq!(serde_json::from_str::<WebResults>(&stored).expect("readable"), found);
}

fn check_any_response(text: &str) {
    for service in SearchService::ALL {
        let endpoint =
            SearchEndpoint { service, secret_name: String::new(), custom_endpoint: None };
        let query = SearchQuery {
            text: OutgoingText::from_public_web(text),
            language: Some(text.to_owned()),
            max_hits: 20,
        };
        assert!(!web::request(&query, &endpoint).url.is_empty());
        for status in [200, 202, 400, 429] {
            let Ok(found) = web::parse(&HttpResponse::from_text(status, text), &endpoint, &query)
            else {
                continue;
            };
            for hit in found.hits {
                assert!(hit.url.starts_with("http") && !hit.title.is_empty(), "{hit:?}");
                assert!(hit.snippet.chars().count() <= 1000, "{hit:?}");
            }
        }
    }
}

/// Fragments of the responses of all services: they reach deeper into the parsers than random bytes.
const FRAGMENTS: [&str; 32] = [
    "<feed>",
    "<entry>",
    "</entry>",
    "<id>http://arxiv.org/abs/1</id>",
    "<title>",
    "</title>",
    "<![CDATA[",
    "]]>",
    "<!--",
    "<a class=\"result__a\" href=\"https://a.org\">",
    "</a>",
    "<div class=\"result result--ad\">",
    "<a class=result__snippet>",
    "&amp;",
    "&#x0;",
    "<",
    "{\"results\":[",
    "{\"data\":[",
    "{\"url\":\"https://a.org\"",
    ",\"title\":\"x\"",
    "}",
    "]}",
    "{\"web\":",
    "\"",
    "{\"message\":{\"items\":[{\"DOI\":\"10.1/x\"",
    "é\u{202e}",
    "\u{e0041}",
    "{\"query\":{\"pages\":[{\"title\":\"T\"",
    ":",
    "[[",
    "-1e999",
    " ",
];

proptest! {
    #[test]
    fn no_response_makes_a_parser_panic(text in any::<String>()) {
        check_any_response(&text);
    }

    #[test]
    fn no_mix_of_fragments_makes_a_parser_panic(
        pieces in prop::collection::vec(prop::sample::select(&FRAGMENTS[..]), 0..30)
    ) {
        check_any_response(&pieces.concat());
    }
}
