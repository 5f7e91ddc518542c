//! Search services as goldens: what each is asked, and what each of its answers means. A file of
//! `fixtures/web` is one service; each part of it is an input and, behind an arrow, the output.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use ibid::net::endpoint::Endpoint;
use ibid::net::http::{HttpRequest, HttpResponse, Method};
use ibid::privacy::OutgoingText;
use ibid::web::{self, SearchEndpoint, SearchQuery, SearchResults, SearchService, WebHit};
use proptest::prelude::*;

/// What every service must be shown with.
const PARTS: [&str; 6] = ["request", "reply", "empty", "rate-limited", "unauthorised", "garbled"];

/// A part of a file: a name, what goes in and what comes out.
struct Part {
    name: String,
    input: String,
    output: String,
}

/// Parts begin with `=== name`; `>>>` stands between input and output.
fn parts(file: &str) -> Vec<Part> {
    let part = |text: &str| {
        let (name, rest) = text.split_once('\n').expect("a part has a name and an input");
        let (input, output) =
            rest.split_once(">>>\n").unwrap_or_else(|| panic!("{name}: no output is written"));
        let [name, input, output] = [name, input, output].map(|text| text.trim().to_owned());
        Part { name, input, output }
    };
    file.split("=== ").skip(1).map(part).collect()
}

/// Lines of `name: value` up to an empty one, and the rest.
fn fields(text: &str) -> (BTreeMap<&str, &str>, &str) {
    let (head, rest) = text.split_once("\n\n").unwrap_or((text, ""));
    let field = |line| str::split_once(line, ": ").map(|(name, value)| (name, value.trim()));
    (head.lines().filter_map(field).collect(), rest)
}

fn query(fields: &BTreeMap<&str, &str>) -> SearchQuery {
    SearchQuery {
        text: OutgoingText::public(fields.get("text").unwrap_or(&"cold war")),
        language: fields.get("language").map(|code| (*code).to_owned()),
        limit: fields.get("limit").map_or(10, |limit| limit.parse().expect("a number")),
    }
}

fn source(service: SearchService, fields: &BTreeMap<&str, &str>) -> SearchEndpoint {
    let secret = (*fields.get("secret").unwrap_or(&"")).to_owned();
    let endpoint = fields.get("endpoint").map(|url| Endpoint::parse(url).expect("an address"));
    SearchEndpoint { service, secret, endpoint }
}

fn told_request(request: &HttpRequest) -> String {
    let method = if request.method == Method::Get { "GET" } else { "POST" };
    let mut text = format!("{method} {}\n", request.url);
    for (name, value) in &request.headers {
        writeln!(text, "{name}: {value}").expect("a string takes everything");
    }
    if let Some(key) = &request.secret {
        writeln!(text, "{}: {}<{}>", key.header, key.prefix, key.secret)
            .expect("a string takes everything");
    }
    text + request.body.as_deref().unwrap_or_default()
}

fn told_hit(hit: &WebHit) -> String {
    let about = [hit.published.clone().unwrap_or_default(), hit.authors.join(", ")];
    let about: Vec<String> = about.into_iter().filter(|part| !part.is_empty()).collect();
    let lines = [hit.title.clone(), hit.url.clone(), about.join(" · "), hit.snippet.clone()];
    let lines: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    format!("- {}\n", lines.join("\n  "))
}

fn told_found(found: &SearchResults) -> String {
    let mut text: String = found.hits.iter().map(told_hit).collect();
    if let Some(answer) = &found.answer {
        writeln!(text, "answer: {answer}").expect("a string takes everything");
    }
    if text.is_empty() { "no hits".to_owned() } else { text }
}

/// The answer begins with its status; headers may follow, then an empty line and the body.
fn told_answer(service: SearchService, input: &str) -> String {
    let (fields, body) = fields(input);
    let status = fields.get("status").expect("a status").parse().expect("a number");
    let known = ["status", "text", "language", "limit"];
    let headers = fields.iter().filter(|(name, _)| !known.contains(name));
    let response = headers.fold(HttpResponse::text(status, body), |response, (name, value)| {
        response.with_header(name, value)
    });
    match web::parse(&response, &source(service, &fields), &query(&fields)) {
        Ok(found) => told_found(&found),
        Err(error) => {
            let told = error.to_user_error(service.name());
            let hint = service.hint(&error).unwrap_or(&told.hint);
            format!("{}: {}\n{hint}", told.code, told.message)
        }
    }
}

fn told(service: SearchService, part: &Part) -> String {
    if part.name.starts_with("request") {
        let (fields, _) = fields(&part.input);
        told_request(&web::request(&query(&fields), &source(service, &fields)))
    } else {
        told_answer(service, &part.input)
    }
}

#[test]
fn services_are_asked_and_understood() {
    for service in SearchService::ALL {
        let id = serde_json::to_value(service).expect("a name");
        let name = id.as_str().expect("a name").to_owned();
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/web/{name}.txt"));
        let file = fs::read_to_string(&path).unwrap_or_default();
        let parts = parts(&file);
        for wanted in PARTS {
            assert!(parts.iter().any(|part| part.name == wanted), "{name}: no part “{wanted}”");
        }
        for part in &parts {
            let found = told(service, part);
            assert!(found.trim() == part.output, "{name}, {}: found was\n{found}", part.name);
        }
    }
}

#[test]
fn hits_are_kept_as_they_are() {
    let hit = WebHit {
        url: "https://example.org/".into(),
        title: "A title".into(),
        services: SearchService::ALL.to_vec(),
        ..WebHit::default()
    };
    let found = SearchResults { hits: vec![hit], answer: Some("Yes.".into()) };
    let kept = serde_json::to_string(&found).expect("writable");
    assert_eq!(serde_json::from_str::<SearchResults>(&kept).expect("readable"), found);
}

fn answers(text: &str) {
    for service in SearchService::ALL {
        let source = SearchEndpoint { service, secret: String::new(), endpoint: None };
        let query = SearchQuery {
            text: OutgoingText::public(text),
            language: Some(text.to_owned()),
            limit: 20,
        };
        assert!(!web::request(&query, &source).url.is_empty());
        for status in [200, 202, 400, 429] {
            let Ok(found) = web::parse(&HttpResponse::text(status, text), &source, &query) else {
                continue;
            };
            for hit in found.hits {
                assert!(hit.url.starts_with("http") && !hit.title.is_empty(), "{hit:?}");
                assert!(hit.snippet.chars().count() <= 1000, "{hit:?}");
            }
        }
    }
}

/// Pieces of the answers of all services, which make deeper faults than any bytes do.
const PIECES: [&str; 32] = [
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
    fn any_answer_gives_hits_or_a_reason(text in any::<String>()) {
        answers(&text);
    }

    #[test]
    fn any_pieces_of_answers_give_hits_or_a_reason(
        pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..30)
    ) {
        answers(&pieces.concat());
    }
}
