//! The policy for all services, over a host in memory: how often is asked, how long is waited, what
//! is told, and what is not asked again. The clock of that host moves only while somebody sleeps.

use std::cell::{Cell, RefCell};
use std::pin::pin;

use futures_util::future::{Either, join, join_all, select};
use ibid::client::{ChatCall, Client};
use ibid::engine::Engine;
use ibid::error::Error;
use ibid::error::ErrorCode;
use ibid::host::memory::MemoryHost;
use ibid::host::{Platform, Timer};
use ibid::llm::budget::Budget;
use ibid::llm::chat::{Ask, ChatModel, ChatService, Message, Role, Shape, Streaming};
use ibid::llm::money::Money;
use ibid::llm::price::Price;
use ibid::net::endpoint::Endpoint;
use ibid::net::http::{HttpRequest, HttpResponse};
use ibid::net::public_url::{PublicUrl, Schemes};
use ibid::net::rate_limit::RateLimit;
use ibid::net::service::ServiceError;
use ibid::privacy::OutgoingText;
use ibid::session::RunHost;
use ibid::web::{Query, SearchService, Source};
use pollster::block_on;
use serde_json::json;

const FREELY: RateLimit = RateLimit::new(0, 4);

/// A host whose service answers with one status after the other, and with the last from then on.
fn answering(statuses: &'static [u16]) -> MemoryHost {
    let host = MemoryHost::default();
    let asked = Cell::new(0);
    serve(&host, move |_| {
        let status = statuses[asked.get().min(statuses.len() - 1)];
        asked.set(asked.get() + 1);
        HttpResponse::text(status, "{}")
    });
    host
}

fn serve(host: &MemoryHost, service: impl Fn(&HttpRequest) -> HttpResponse + 'static) {
    *host.service.borrow_mut() = Some(Box::new(service));
}

fn request() -> HttpRequest {
    without_key().key("authorization", "Bearer ", "my key")
}

fn without_key() -> HttpRequest {
    HttpRequest::get(Endpoint::fixed("https://api.example.org").at("/x"))
}

fn plain(response: &HttpResponse) -> Result<(), ServiceError> {
    ServiceError::of(response).map_or(Ok(()), Err)
}

/// Asks once and tells the outcome, the requests and the pauses.
fn asked(host: &MemoryHost, client: &Client) -> String {
    let before = (host.requests.borrow().len(), host.slept.borrow().len());
    let answer = block_on(client.request(host, request(), FREELY, plain));
    let requests = host.requests.borrow().len() - before.0;
    let pauses: Vec<u32> = host.slept.borrow()[before.1..].to_vec();
    let told = answer.map_or_else(|error| error.to_string(), |()| "fine".into());
    // The pause is up to a quarter shorter by chance, and the clock ticks while it is looked at.
    let rounded: Vec<u32> = pauses.iter().map(|pause| pause.div_ceil(500) * 500).collect();
    format!("{told}; {requests} requests, pauses {rounded:?}")
}

#[test]
fn a_service_in_trouble_is_asked_again_and_others_are_not() {
    let check = |statuses: &'static [u16], expected: &str| {
        assert_eq!(asked(&answering(statuses), &Client::default()), expected, "{statuses:?}");
    };
    check(&[200], "fine; 1 requests, pauses []");
    check(&[503, 200], "fine; 2 requests, pauses [500]");
    check(&[429, 500, 200], "fine; 3 requests, pauses [500, 1000]");
    check(&[500], "returned HTTP 500; 3 requests, pauses [500, 1000]");
    check(&[400], "returned HTTP 400; 1 requests, pauses []");
    check(&[401], "rejected the API key; 1 requests, pauses []");
}

#[test]
fn no_answer_at_all_is_tried_again_too() {
    let told = asked(&MemoryHost::default(), &Client::default());
    assert_eq!(told, "request failed: No answer; 3 requests, pauses [500, 1000]");
}

#[test]
fn a_service_is_left_alone_for_as_long_as_it_asks() {
    let host = MemoryHost::default();
    serve(&host, |_| HttpResponse::text(429, "").with_header("retry-after", "7"));
    let told = asked(&host, &Client::default());
    assert_eq!(told, "rate limit reached (retry in 7\u{a0}s); 3 requests, pauses [7000, 7000]");
    serve(&host, |_| HttpResponse::text(429, "").with_header("retry-after", "3600"));
    let told = asked(&host, &Client::default());
    assert_eq!(told, "rate limit reached (retry in 60\u{a0}min); 1 requests, pauses []");
}

#[test]
fn a_service_that_keeps_failing_rests_and_is_asked_again_later() {
    let (host, client) = (answering(&[500]), Client::default());
    for _ in 0..3 {
        assert!(asked(&host, &client).starts_with("returned HTTP 500; 3 requests"));
    }
    let resting = asked(&host, &client);
    assert!(resting.starts_with("couldn't be reached"), "{resting}");
    assert!(resting.ends_with("0 requests, pauses []"), "{resting}");
    block_on(host.sleep(31_000));
    assert!(asked(&host, &client).starts_with("returned HTTP 500; 3 requests"));
    serve(&host, |_| HttpResponse::text(200, ""));
    block_on(host.sleep(61_000));
    assert_eq!(asked(&host, &client), "fine; 1 requests, pauses []");
    serve(&host, |_| HttpResponse::text(500, ""));
    assert!(asked(&host, &client).starts_with("returned HTTP 500; 3 requests"), "counted anew");
}

#[test]
fn a_key_that_was_refused_is_not_shown_again_until_the_settings_change() {
    let (host, client) = (answering(&[401]), Client::default());
    assert_eq!(asked(&host, &client), "rejected the API key; 1 requests, pauses []");
    assert_eq!(asked(&host, &client), "rejected the API key; 0 requests, pauses []");
    client.reset_failures();
    assert_eq!(asked(&host, &client), "rejected the API key; 1 requests, pauses []");
}

#[test]
fn a_refused_key_is_tried_again_after_a_while_because_credit_may_have_come() {
    let (host, client) = (answering(&[402, 200]), Client::default());
    assert!(
        asked(&host, &client)
            .starts_with("reports that the account has no credit left; 1 requests")
    );
    assert!(
        asked(&host, &client)
            .starts_with("reports that the account has no credit left; 0 requests")
    );
    block_on(host.sleep(61_000));
    assert_eq!(asked(&host, &client), "fine; 1 requests, pauses []");
}

#[test]
fn a_page_for_members_does_not_close_the_site() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |request| {
        HttpResponse::text(if request.url.ends_with("/x") { 401 } else { 200 }, "")
    });
    for _ in 0..5 {
        let told = block_on(client.request(&host, without_key(), FREELY, plain)).unwrap_err();
        assert_eq!(told, ServiceError::Unauthorized);
    }
    let open = HttpRequest::get(Endpoint::fixed("https://api.example.org").at("/open"));
    assert_eq!(block_on(client.request(&host, open, FREELY, plain)), Ok(()));
}

#[test]
fn whoever_came_first_is_served_first() {
    let (host, client) = (answering(&[200]), Client::default());
    host.slowness.set(3);
    let order = RefCell::new(Vec::new());
    let one_by_one = RateLimit::new(0, 1);
    let knock = |name: &'static str, times: usize| {
        let (host, client, order) = (&host, &client, &order);
        async move {
            for _ in 0..times {
                client.request(host, request(), one_by_one, plain).await.unwrap();
                order.borrow_mut().push(name);
            }
        }
    };
    block_on(join_all([knock("many", 4), knock("one", 1), knock("other", 1)]));
    assert_eq!(*order.borrow(), ["many", "one", "other", "many", "many", "many"]);
}

#[test]
fn a_stop_is_heard_while_somebody_else_is_inside() {
    let (host, client) = (answering(&[200]), Client::default());
    host.slowness.set(usize::MAX);
    let one_by_one = RateLimit::new(0, 1);
    let inside = client.request(&host, request(), one_by_one, plain);
    let waiting = async {
        // The first is inside by now.
        host.sleep(0).await;
        let waiter = client.request(&host, request(), one_by_one, plain);
        host.cancel_after.set(Some(0));
        waiter.await
    };
    match block_on(select(pin!(inside), pin!(waiting))) {
        Either::Right((answer, _)) => assert_eq!(answer, Err(ServiceError::Stopped)),
        Either::Left(_) => panic!("nobody answers"),
    }
    assert_eq!(host.requests.borrow().len(), 1);
}

#[test]
fn whoever_waits_in_line_goes_when_the_time_of_the_run_is_over() {
    let (host, client) = (answering(&[200]), Client::default());
    host.slowness.set(usize::MAX);
    let one_by_one = RateLimit::new(0, 1);
    let inside = client.request(&host, request(), one_by_one, plain);
    let engine = Engine::default();
    let run_host = RunHost::with_limit(&host, &engine, 300);
    let waiting = async {
        host.sleep(0).await;
        let clock = async {
            for _ in 0..50 {
                host.sleep(10).await;
            }
        };
        join(client.request(&run_host, request(), one_by_one, plain), clock).await.0
    };
    match block_on(select(pin!(inside), pin!(waiting))) {
        Either::Right((answer, _)) => {
            assert_eq!(answer, Err(ServiceError::NoAnswer(Error::time_up())));
        }
        Either::Left(_) => panic!("nobody answers"),
    }
    assert_eq!(host.requests.borrow().len(), 1);
}

#[test]
fn somebody_in_a_hurry_does_not_wait_for_a_service_that_asked_for_a_pause() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |_| HttpResponse::text(429, "").with_header("retry-after", "50"));
    let patient = client.request(&host, request(), FREELY, plain);
    let hurried = async {
        host.sleep(0).await;
        let before = host.slept.borrow().len();
        let answer = client.request_once(&host, request(), FREELY, plain).await;
        (answer, host.slept.borrow().len() - before)
    };
    let (_, (answer, slept)) = block_on(join(patient, hurried));
    assert!(matches!(answer, Err(ServiceError::RateLimited { .. })), "{answer:?}");
    assert_eq!(slept, 0);
}

#[test]
fn a_clock_that_was_set_back_stops_nobody_for_long() {
    let (host, client) = (answering(&[200]), Client::default());
    let slowly = RateLimit::new(3_000, 1);
    block_on(client.request(&host, request(), slowly, plain)).unwrap();
    host.set_back(3_600_000);
    block_on(client.request(&host, request(), slowly, plain)).unwrap();
    assert!(host.slept.borrow().iter().all(|slept| *slept <= 60_000), "{:?}", host.slept);
}

#[test]
fn requests_that_a_service_does_not_take_do_not_count_as_its_failure() {
    let (host, client) = (answering(&[400]), Client::default());
    for _ in 0..10 {
        assert_eq!(asked(&host, &client), "returned HTTP 400; 1 requests, pauses []");
    }
}

#[test]
fn a_stopped_run_asks_nothing() {
    let host = answering(&[500]);
    host.cancel_after.set(Some(0));
    assert_eq!(asked(&host, &Client::default()), "Stopped; 0 requests, pauses []");
}

#[test]
fn a_service_is_asked_no_faster_and_by_no_more_at_once_than_it_likes() {
    let (host, client) = (answering(&[200]), Client::default());
    let start = host.now().millis;
    let arxiv = SearchService::Arxiv.rate_limit();
    let all = (0..4).map(|_| client.request(&host, request(), arxiv, plain));
    assert!(block_on(join_all(all)).iter().all(Result::is_ok));
    let took = host.now().millis - start;
    assert!((9_000..9_500).contains(&took), "four requests took {took} ms");
}

#[test]
fn what_a_service_says_of_its_manners_counts() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |_| {
        HttpResponse::text(200, "")
            .with_header("x-rate-limit-limit", "2")
            .with_header("x-rate-limit-interval", "1s")
    });
    for _ in 0..3 {
        block_on(client.request(&host, request(), FREELY, plain)).unwrap();
    }
    let pauses = host.slept.borrow().len();
    assert_eq!(pauses, 1, "the first was asked before it was known, the second right after");
}

fn source(service: SearchService) -> Source {
    Source::keyless(service)
}

fn query(text: &str, language: &str) -> Query {
    Query { text: OutgoingText::public(text), language: Some(language.into()), limit: 5 }
}

/// Wikipedia as far as the tests need it, and a Tavily that is out of breath.
fn web(request: &HttpRequest) -> HttpResponse {
    match request.host() {
        "en.wikipedia.org" => HttpResponse::text(200, json!({ "query": { "pages": [
            { "pageid": 1, "index": 1, "title": "Bee", "extract": "Bees are insects.", "fullurl": "https://en.wikipedia.org/wiki/Bee" } ] } }).to_string()),
        "de.wikipedia.org" => HttpResponse::text(200, json!({ "query": { "pages": [
            { "pageid": 2, "index": 1, "title": "Biene", "extract": "Bienen sind Insekten.", "fullurl": "https://de.wikipedia.org/wiki/Biene" } ] } }).to_string()),
        "api.tavily.com" => HttpResponse::text(432, json!({ "detail": { "error": "limit" } }).to_string()),
        "html.duckduckgo.com" => HttpResponse::text(202, "<form id=challenge-form action=\"//duckduckgo.com/anomaly.js\"></form>"),
        _ => HttpResponse::text(500, ""),
    }
}

#[test]
fn what_fails_is_told_and_the_rest_goes_on() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, web);
    let lists = [
        vec![source(SearchService::Tavily), source(SearchService::DuckDuckGo)],
        vec![source(SearchService::Wikipedia)],
    ];
    let found = block_on(client.search(&host, &lists, &query("Bienen", "de")));
    let urls: Vec<&str> = found.hits.iter().map(|hit| hit.url.as_str()).collect();
    assert_eq!(urls, ["https://de.wikipedia.org/wiki/Biene", "https://en.wikipedia.org/wiki/Bee"]);
    assert_eq!(found.answered, ["Wikipedia"]);
    let told: Vec<&str> = found.skipped.iter().map(|error| error.message.as_str()).collect();
    assert_eq!(
        told,
        ["Tavily reports that the account has no credit left", "DuckDuckGo requires a CAPTCHA"]
    );
    assert!(found.skipped.iter().all(|error| !error.hint.is_empty()));
}

#[test]
fn the_same_search_costs_nothing_on_the_same_day_even_after_a_restart() {
    let host = MemoryHost::default();
    serve(&host, web);
    let lists = [vec![source(SearchService::Wikipedia)]];
    let first = block_on(Client::default().search(&host, &lists, &query("Bees", "en")));
    let requests = host.requests.borrow().len();
    let again = block_on(Client::default().search(&host, &lists, &query("Bees", "en")));
    assert_eq!((first.hits.len(), &first, host.requests.borrow().len()), (1, &again, requests));
    block_on(host.sleep(86_400_000));
    block_on(Client::default().search(&host, &lists, &query("Bees", "en")));
    assert_eq!(host.requests.borrow().len(), requests + 1, "tomorrow it is asked again");
}

#[test]
fn what_was_kept_is_there_for_all_that_ask_at_once() {
    let host = MemoryHost::default();
    serve(&host, web);
    let lists = || ["en", "de"].map(|_| vec![source(SearchService::Wikipedia)]);
    block_on(Client::default().search(&host, &lists(), &query("Bees", "de")));
    let requests = host.requests.borrow().len();
    block_on(Client::default().search(&host, &lists(), &query("Bees", "de")));
    assert_eq!(host.requests.borrow().len(), requests);
}

#[test]
fn a_courier_that_tests_a_service_does_not_trust_what_was_kept() {
    let host = MemoryHost::default();
    serve(&host, web);
    let lists = [vec![source(SearchService::Wikipedia)]];
    block_on(Client::default().search(&host, &lists, &query("Bees", "en")));
    serve(&host, |_| HttpResponse::text(500, ""));
    let found = block_on(Client::without_cache().search(&host, &lists, &query("Bees", "en")));
    assert_eq!((found.hits.len(), found.skipped.len()), (0, 1));
}

#[test]
fn what_was_kept_and_is_broken_is_not_trusted() {
    let host = MemoryHost::default();
    serve(&host, web);
    for bytes in [vec![], vec![255; 3], vec![255; 400], b"\x10\0\0\0nonsense".to_vec()] {
        host.saved.borrow_mut().insert("answers".into(), bytes);
        let lists = [vec![source(SearchService::Wikipedia)]];
        let found = block_on(Client::default().search(&host, &lists, &query("Bees", "en")));
        assert_eq!(found.hits.len(), 1);
    }
}

fn page_answer(html: &str, landed: Option<&str>) -> HttpResponse {
    HttpResponse {
        bytes: html.as_bytes().to_vec(),
        final_url: landed.map(str::to_owned),
        ..HttpResponse::text(200, "").with_header("content-type", "text/html; charset=utf-8")
    }
}

fn read_page(host: &MemoryHost, client: &Client) -> Result<String, Error> {
    let url = PublicUrl::parse("https://news.example.org/bees?id=1").unwrap();
    let page = block_on(client.page(host, &url, Schemes::HttpsOnly));
    page.map(|page| page.markdown)
}

#[test]
fn a_page_is_read_once_a_day() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |_| {
        page_answer(
            "<article><h1>Bees</h1><p>Bees dance to tell the others where the flowers are, and how far away.</p></article>",
            None,
        )
    });
    let first = read_page(&host, &client).unwrap();
    assert!(first.contains("Bees dance"), "{first}");
    assert_eq!(read_page(&host, &client).unwrap(), first);
    assert_eq!(host.requests.borrow().len(), 1);
}

#[test]
fn a_page_that_leads_to_the_persons_own_network_is_not_read() {
    for landed in [
        "http://127.0.0.1/admin",
        "https://192.168.0.1/",
        "https://[::1]/",
        "http://news.example.org/",
    ] {
        let (host, client) = (MemoryHost::default(), Client::default());
        serve(&host, move |_| {
            page_answer("<p>The secret of the router is long enough to be text.</p>", Some(landed))
        });
        let error = read_page(&host, &client).unwrap_err();
        assert_eq!(error.code, ErrorCode::NotPublic, "{landed}");
        assert!(
            !error.message.contains("id=1") && !error.message.contains("admin"),
            "{}",
            error.message
        );
    }
}

#[test]
fn a_page_that_cannot_be_had_is_told_without_its_query() {
    let check = |status: u16, expected: &str| {
        let host = MemoryHost::default();
        serve(&host, move |_| HttpResponse::text(status, ""));
        let error = read_page(&host, &Client::default()).unwrap_err();
        assert_eq!(error.message, format!("Couldn't read news.example.org: {expected}"));
    };
    check(404, "page not found");
    check(403, "it requires a login");
    check(503, "HTTP 503");
}

fn model(url: &'static str) -> ChatModel {
    ChatModel {
        name: "Bee AI",
        service: ChatService::OpenAi,
        endpoint: Endpoint::fixed(url),
        model: "bee-1".into(),
        secret: "my key".into(),
    }
}

fn ask() -> Ask {
    let shape = Shape {
        name: "topics".into(),
        schema: json!({ "type": "object" }),
        told: "JSON, please.".into(),
    };
    let question = Message {
        role: Role::User,
        text: OutgoingText::fixed("the private words of a note about bees"),
    };
    Ask {
        purpose: "try".into(),
        system: OutgoingText::fixed("You name topics."),
        messages: vec![question],
        shape: Some(shape),
        max_tokens: 100,
    }
}

fn chat(host: &MemoryHost, client: &Client, budget: &Budget) -> Result<String, Error> {
    let model = model("https://bee.example.org/v1");
    let call = ChatCall {
        model: &model,
        price: Some(Price::FREE),
        budget,
        on_text: &|_| {},
        streaming: Streaming::Off,
    };
    block_on(client.chat(host, &call, &ask())).map(|reply| reply.text)
}

fn reply(text: &str) -> HttpResponse {
    let body = json!({ "choices": [{ "message": { "content": text }, "finish_reason": "stop" }], "usage": { "prompt_tokens": 10, "completion_tokens": 2 } });
    HttpResponse::text(200, body.to_string())
}

/// The way in which JSON was asked for, request by request.
fn formats(host: &MemoryHost) -> Vec<String> {
    let format = |request: &HttpRequest| {
        let body: serde_json::Value =
            serde_json::from_str(request.body.as_deref().unwrap()).unwrap();
        body.pointer("/response_format/type")
            .and_then(|kind| kind.as_str())
            .unwrap_or("plain")
            .to_owned()
    };
    host.requests.borrow().iter().map(format).collect()
}

#[test]
fn json_is_asked_for_as_the_service_takes_it_and_that_is_remembered() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |request| {
        let body = request.body.clone().unwrap_or_default();
        if body.contains("response_format") {
            HttpResponse::text(
                400,
                r#"{"error":{"message":"response_format is not supported by this model"}}"#,
            )
        } else {
            assert!(body.contains("JSON, please."), "told in words instead");
            reply("{}")
        }
    });
    assert_eq!(chat(&host, &client, &Budget::default()).unwrap(), "{}");
    assert_eq!(formats(&host), ["json_schema", "json_object", "json_object", "plain"]);
    assert_eq!(chat(&host, &client, &Budget::default()).unwrap(), "{}");
    assert_eq!(formats(&host).len(), 5, "the second time it is asked the right way at once");
}

#[test]
fn a_server_that_breaks_over_a_word_is_not_asked_the_same_again() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |request| {
        if request.body.clone().unwrap_or_default().contains("json_schema") {
            HttpResponse::text(
                500,
                r#"{"error":{"message":"response_format.type should be 'json_object'"}}"#,
            )
        } else {
            reply("{}")
        }
    });
    assert_eq!(chat(&host, &client, &Budget::default()).unwrap(), "{}");
    assert_eq!(formats(&host), ["json_schema", "json_object"]);
    assert_eq!(*host.slept.borrow(), Vec::<u32>::new());
}

#[test]
fn a_server_that_breaks_over_every_shape_is_asked_in_plain_words() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |request| {
        if request.body.clone().unwrap_or_default().contains("response_format") {
            HttpResponse::text(500, r#"{"error":{"message":"response_format broke me"}}"#)
        } else {
            reply("{}")
        }
    });
    assert_eq!(chat(&host, &client, &Budget::default()).unwrap(), "{}");
    assert_eq!(formats(&host), ["json_schema", "json_object", "json_object", "plain"]);
}

#[test]
fn a_limit_that_is_too_high_is_told_as_such() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |_| {
        HttpResponse::text(
            400,
            r#"{"error":{"message":"max_tokens is too large: 9. This model takes 8."}}"#,
        )
    });
    let error = chat(&host, &client, &Budget::default()).unwrap_err();
    assert!(error.message.contains("too large"), "{}", error.message);
    assert_eq!(host.requests.borrow().len(), 1);
}

#[test]
fn every_try_that_a_model_may_have_worked_for_is_paid() {
    let spent = |replies: &'static [&'static str]| {
        let (host, asked) = (MemoryHost::default(), Cell::new(0));
        serve(&host, move |_| {
            asked.set(asked.get() + 1);
            match replies[(asked.get() - 1).min(replies.len() - 1)] {
                "busy" => HttpResponse::text(429, ""),
                "garbled" => HttpResponse::text(200, "{"),
                _ => reply("Bees"),
            }
        });
        let model = model("https://bee.example.org/v1");
        let budget = Budget::new(Money::from_cents(25), 10_000);
        let call = ChatCall {
            model: &model,
            price: None,
            budget: &budget,
            on_text: &|_| {},
            streaming: Streaming::Off,
        };
        let answer = block_on(Client::default().chat(&host, &call, &ask()));
        (answer.is_ok(), budget.spent().calls, budget.spent().tokens)
    };
    let worst = ask().tokens() + 100;
    assert_eq!(spent(&["fine"]), (true, 1, 12));
    assert_eq!(spent(&["busy", "fine"]), (true, 1, 12));
    assert_eq!(spent(&["garbled", "fine"]), (true, 2, 12 + worst));
    assert_eq!(spent(&["garbled"]), (false, 2, 2 * worst));
}

#[test]
fn another_try_that_the_budget_does_not_bear_is_not_made() {
    let host = MemoryHost::default();
    serve(&host, |_| HttpResponse::text(200, "{"));
    let model = model("https://bee.example.org/v1");
    let budget = Budget::new(Money::from_cents(25), ask().tokens() + 150);
    let call = ChatCall {
        model: &model,
        price: None,
        budget: &budget,
        on_text: &|_| {},
        streaming: Streaming::Off,
    };
    let error = block_on(Client::default().chat(&host, &call, &ask())).unwrap_err();
    assert_eq!((error.code.as_str(), host.requests.borrow().len()), ("over-budget", 1));
}

#[test]
fn what_was_never_sent_costs_nothing() {
    let host = answering(&[200]);
    host.cancel_after.set(Some(0));
    let budget = Budget::default();
    let error = chat(&host, &Client::default(), &budget).unwrap_err();
    assert_eq!((error.code.as_str(), budget.spent().calls), ("cancelled", 0));
}

#[test]
fn a_host_that_cannot_stream_answers_whole() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |_| reply("Bees"));
    let model = model("https://bee.example.org/v1");
    let heard = RefCell::new(String::new());
    let budget = Budget::default();
    let call = ChatCall {
        model: &model,
        price: None,
        budget: &budget,
        on_text: &|text| heard.borrow_mut().push_str(text),
        streaming: Streaming::Wanted,
    };
    assert!(client.is_streaming(&model));
    let reply = block_on(client.chat(&host, &call, &ask())).unwrap();
    assert_eq!((reply.text.as_str(), client.is_streaming(&model)), ("Bees", false));
    assert!(
        host.requests.borrow().iter().all(|request| !request
            .body
            .as_ref()
            .unwrap()
            .contains("\"stream\""))
    );
}

#[test]
fn the_call_that_could_pass_the_budget_is_not_made() {
    let (host, client) = (answering(&[200]), Client::default());
    let model = model("https://bee.example.org/v1");
    let budget = Budget::new(Money::from_cents(25), 50);
    let call = ChatCall {
        model: &model,
        price: None,
        budget: &budget,
        on_text: &|_| {},
        streaming: Streaming::Off,
    };
    let error = block_on(client.chat(&host, &call, &ask())).unwrap_err();
    assert_eq!((error.code.as_str(), host.requests.borrow().len()), ("over-budget", 0));
}

#[test]
fn a_reply_without_words_is_told() {
    let check = |body: &'static str, expected: &str| {
        let host = MemoryHost::default();
        serve(&host, move |_| HttpResponse::text(200, body));
        let error = chat(&host, &Client::default(), &Budget::default()).unwrap_err();
        assert_eq!(error.message, expected);
        assert!(!error.hint.is_empty());
    };
    check(
        r#"{"choices":[{"message":{"content":""},"finish_reason":"stop"}]}"#,
        "Bee AI returned an empty reply",
    );
    check(
        r#"{"choices":[{"message":{"content":""},"finish_reason":"length"}]}"#,
        "Bee AI used all its tokens for reasoning and returned no answer",
    );
    check(
        r#"{"choices":[{"message":{"refusal":"No."},"finish_reason":"stop"}]}"#,
        "Bee AI refused to answer",
    );
}

#[test]
fn no_error_tells_what_was_sent() {
    let secrets = ["private words", "my key", "You name topics", "?q="];
    for status in [200, 400, 401, 402, 403, 404, 413, 422, 429, 500, 503] {
        let host = MemoryHost::default();
        // A service that repeats all that it got.
        serve(&host, move |request| {
            let echo =
                format!("{} at {}?q=x", request.body.clone().unwrap_or_default(), request.url);
            HttpResponse::text(status, json!({ "error": { "message": echo } }).to_string())
        });
        let error = chat(&host, &Client::default(), &Budget::default()).unwrap_err();
        let told = format!("{error:?} {} {}", error.message, error.hint);
        for secret in secrets {
            assert!(!told.contains(secret), "{status}: {told}");
        }
        assert!(!format!("{:?}", host.requests.borrow()).contains("private words"));
    }
}
