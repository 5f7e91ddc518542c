//! The client of outside services, over a host in memory: retries, rate limits, pauses after failures,
//! errors and the day cache. The clock of that host advances only during `sleep`.

use std::cell::{Cell, RefCell};
use std::pin::pin;

use futures_util::future::{Either, join, join_all, select};
use ibid::answers::run::Workspace;
use ibid::engine::Engine;
use ibid::host::client::{ChatCall, Client};
use ibid::host::session::RunHost;
use ibid::host::{MemoryHost, Platform, Timer};
use ibid::model::llm::{
    Budget, ChatApi, ChatModel, ChatReply, CompletionRequest, Message, Money, OfferedTool,
    OfferedTools, Price, ReplySchema, Role, Streaming, ToolChoice,
};
use ibid::safety::privacy::OutgoingText;
use ibid::values::{Error, ErrorCode};
use ibid::web::http::{
    AllowedSchemes, Endpoint, HttpRequest, HttpResponse, PublicUrl, RateLimit, ServiceError,
};
use ibid::web::search::{SearchEndpoint, SearchQuery, SearchService};
use pollster::block_on;
use serde_json::json;

const UNLIMITED: RateLimit = RateLimit::new(0, 4);

/// A host whose service responds with one status after the other, and then always with the last one.
fn responding(statuses: &'static [u16]) -> MemoryHost {
    let host = MemoryHost::default();
    let requests = Cell::new(0);
    serve(&host, move |_| {
        let status = statuses[requests.get().min(statuses.len() - 1)];
        requests.set(requests.get() + 1);
        HttpResponse::from_text(status, "{}")
    });
    host
}

fn serve(host: &MemoryHost, service: impl Fn(&HttpRequest) -> HttpResponse + 'static) {
    *host.scripted_service.borrow_mut() = Some(Box::new(service));
}

fn request() -> HttpRequest {
    without_key().secret_header("authorization", "Bearer ", "my key")
}

fn without_key() -> HttpRequest {
    HttpRequest::get(Endpoint::fixed("https://api.example.org").with_path("/x"))
}

fn parse_status(response: &HttpResponse) -> Result<(), ServiceError> {
    ServiceError::from_response(response).map_or(Ok(()), Err)
}

/// Sends one request; returns its result, the number of HTTP requests and the pauses.
fn outcome(host: &MemoryHost, client: &Client) -> String {
    let before = (host.sent_requests.borrow().len(), host.sleep_durations_millis.borrow().len());
    let result = block_on(client.send_request(host, request(), UNLIMITED, parse_status));
    let requests = host.sent_requests.borrow().len() - before.0;
    let pauses: Vec<u32> = host.sleep_durations_millis.borrow()[before.1..].to_vec();
    let result = result.map_or_else(|error| error.to_string(), |()| "fine".into());
    // A random part of up to a quarter is subtracted from each pause, and reading the clock advances
    // it.
    let rounded: Vec<u32> = pauses.iter().map(|pause| pause.div_ceil(500) * 500).collect();
    format!("{result}; {requests} requests, pauses {rounded:?}")
}

#[test]
fn temporary_failures_are_retried_and_others_are_not() {
    let check = |statuses: &'static [u16], expected: &str| {
        assert_eq!(outcome(&responding(statuses), &Client::default()), expected, "{statuses:?}");
    };
    check(&[200], "fine; 1 requests, pauses []");
    check(&[503, 200], "fine; 2 requests, pauses [500]");
    check(&[429, 500, 200], "fine; 3 requests, pauses [500, 1000]");
    check(&[500], "returned HTTP 500; 3 requests, pauses [500, 1000]");
    check(&[400], "returned HTTP 400; 1 requests, pauses []");
    check(&[401], "rejected the API key; 1 requests, pauses []");
}

#[test]
fn a_missing_response_is_retried() {
    let result = outcome(&MemoryHost::default(), &Client::default());
    assert_eq!(result, "request failed: No answer; 3 requests, pauses [500, 1000]");
}

#[test]
fn the_retry_after_header_is_obeyed_up_to_a_limit() {
    let host = MemoryHost::default();
    serve(&host, |_| HttpResponse::from_text(429, "").with_header("retry-after", "7"));
    let result = outcome(&host, &Client::default());
    assert_eq!(result, "rate limit reached; 3 requests, pauses [7000, 7000]");
    serve(&host, |_| HttpResponse::from_text(429, "").with_header("retry-after", "3600"));
    let result = outcome(&host, &Client::default());
    assert_eq!(result, "rate limit reached; 1 requests, pauses []");
}

#[test]
fn a_service_that_keeps_failing_is_paused_and_tried_again_later() {
    let (host, client) = (responding(&[500]), Client::default());
    for _ in 0..3 {
        assert!(outcome(&host, &client).starts_with("returned HTTP 500; 3 requests"));
    }
    let paused = outcome(&host, &client);
    assert!(paused.starts_with("couldn't be reached"), "{paused}");
    assert!(paused.ends_with("0 requests, pauses []"), "{paused}");
    block_on(host.sleep(31_000));
    assert!(outcome(&host, &client).starts_with("returned HTTP 500; 3 requests"));
    serve(&host, |_| HttpResponse::from_text(200, ""));
    block_on(host.sleep(61_000));
    assert_eq!(outcome(&host, &client), "fine; 1 requests, pauses []");
    serve(&host, |_| HttpResponse::from_text(500, ""));
    assert!(
        outcome(&host, &client).starts_with("returned HTTP 500; 3 requests"),
        "the count starts again"
    );
}

#[test]
fn a_rejected_key_is_not_sent_again_until_failures_are_reset() {
    let (host, client) = (responding(&[401]), Client::default());
    assert_eq!(outcome(&host, &client), "rejected the API key; 1 requests, pauses []");
    assert_eq!(outcome(&host, &client), "rejected the API key; 0 requests, pauses []");
    client.reset_failures();
    assert_eq!(outcome(&host, &client), "rejected the API key; 1 requests, pauses []");
}

#[test]
fn a_rejected_key_is_sent_again_after_a_minute() {
    let (host, client) = (responding(&[402, 200]), Client::default());
    assert!(
        outcome(&host, &client)
            .starts_with("reports that the account has no credit left; 1 requests")
    );
    assert!(
        outcome(&host, &client)
            .starts_with("reports that the account has no credit left; 0 requests")
    );
    block_on(host.sleep(61_000));
    assert_eq!(outcome(&host, &client), "fine; 1 requests, pauses []");
}

#[test]
fn an_unauthorized_page_does_not_pause_its_site() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |request| {
        HttpResponse::from_text(if request.url.ends_with("/x") { 401 } else { 200 }, "")
    });
    for _ in 0..5 {
        let error = block_on(client.send_request(&host, without_key(), UNLIMITED, parse_status))
            .unwrap_err();
        assert_eq!(error, ServiceError::Unauthorized);
    }
    let open = HttpRequest::get(Endpoint::fixed("https://api.example.org").with_path("/open"));
    assert_eq!(block_on(client.send_request(&host, open, UNLIMITED, parse_status)), Ok(()));
}

#[test]
fn waiting_requests_are_sent_in_order_of_arrival() {
    let (host, client) = (responding(&[200]), Client::default());
    host.yields_per_request.set(3);
    let order = RefCell::new(Vec::new());
    let one_by_one = RateLimit::new(0, 1);
    let send = |name: &'static str, times: usize| {
        let (host, client, order) = (&host, &client, &order);
        async move {
            for _ in 0..times {
                client.send_request(host, request(), one_by_one, parse_status).await.unwrap();
                order.borrow_mut().push(name);
            }
        }
    };
    block_on(join_all([send("many", 4), send("one", 1), send("other", 1)]));
    assert_eq!(*order.borrow(), ["many", "one", "other", "many", "many", "many"]);
}

#[test]
fn a_waiting_request_can_be_cancelled() {
    let (host, client) = (responding(&[200]), Client::default());
    host.yields_per_request.set(usize::MAX);
    let one_by_one = RateLimit::new(0, 1);
    let running = client.send_request(&host, request(), one_by_one, parse_status);
    let waiting = async {
        // The first request is running by now.
        host.sleep(0).await;
        let waiter = client.send_request(&host, request(), one_by_one, parse_status);
        host.cancel_after_progress_reports.set(Some(0));
        waiter.await
    };
    match block_on(select(pin!(running), pin!(waiting))) {
        Either::Right((answer, _)) => assert_eq!(answer, Err(ServiceError::Cancelled)),
        Either::Left(_) => panic!("the service does not respond"),
    }
    assert_eq!(host.sent_requests.borrow().len(), 1);
}

#[test]
fn a_waiting_request_fails_when_the_time_of_the_run_is_over() {
    let (host, client) = (responding(&[200]), Client::default());
    host.yields_per_request.set(usize::MAX);
    let one_by_one = RateLimit::new(0, 1);
    let running = client.send_request(&host, request(), one_by_one, parse_status);
    let workspace = Workspace::default();
    let run_host = RunHost::with_time_limit(&host, &workspace, 300);
    let waiting = async {
        host.sleep(0).await;
        let clock = async {
            for _ in 0..50 {
                host.sleep(10).await;
            }
        };
        join(client.send_request(&run_host, request(), one_by_one, parse_status), clock).await.0
    };
    match block_on(select(pin!(running), pin!(waiting))) {
        Either::Right((answer, _)) => {
            assert_eq!(answer, Err(ServiceError::NoResponse(Error::time_limit_reached())));
        }
        Either::Left(_) => panic!("the service does not respond"),
    }
    assert_eq!(host.sent_requests.borrow().len(), 1);
}

#[test]
fn a_request_without_retries_does_not_wait_for_a_pause() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |_| HttpResponse::from_text(429, "").with_header("retry-after", "50"));
    let retrying = client.send_request(&host, request(), UNLIMITED, parse_status);
    let once = async {
        host.sleep(0).await;
        let before = host.sleep_durations_millis.borrow().len();
        let answer = client.send_without_retries(&host, request(), UNLIMITED, parse_status).await;
        (answer, host.sleep_durations_millis.borrow().len() - before)
    };
    let (_, (answer, slept)) = block_on(join(retrying, once));
    assert!(matches!(answer, Err(ServiceError::RateLimited { .. })), "{answer:?}");
    assert_eq!(slept, 0);
}

#[test]
fn a_clock_that_was_set_back_causes_no_long_wait() {
    let (host, client) = (responding(&[200]), Client::default());
    let slowly = RateLimit::new(3_000, 1);
    block_on(client.send_request(&host, request(), slowly, parse_status)).unwrap();
    host.set_clock_back(3_600_000);
    block_on(client.send_request(&host, request(), slowly, parse_status)).unwrap();
    assert!(
        host.sleep_durations_millis.borrow().iter().all(|slept| *slept <= 60_000),
        "{:?}",
        host.sleep_durations_millis
    );
}

#[test]
fn refused_requests_do_not_pause_a_service() {
    let (host, client) = (responding(&[400]), Client::default());
    for _ in 0..10 {
        assert_eq!(outcome(&host, &client), "returned HTTP 400; 1 requests, pauses []");
    }
}

#[test]
fn a_cancelled_run_sends_nothing() {
    let host = responding(&[500]);
    host.cancel_after_progress_reports.set(Some(0));
    assert_eq!(outcome(&host, &Client::default()), "Stopped; 0 requests, pauses []");
}

#[test]
fn the_rate_limit_of_a_service_is_kept() {
    let (host, client) = (responding(&[200]), Client::default());
    let start = host.now().unix_millis;
    let arxiv = SearchService::Arxiv.rate_limit();
    let all = (0..4).map(|_| client.send_request(&host, request(), arxiv, parse_status));
    assert!(block_on(join_all(all)).iter().all(Result::is_ok));
    let took = host.now().unix_millis - start;
    assert!((9_000..9_500).contains(&took), "four requests took {took} ms");
}

#[test]
fn a_rate_limit_in_response_headers_is_kept() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |_| {
        HttpResponse::from_text(200, "")
            .with_header("x-rate-limit-limit", "2")
            .with_header("x-rate-limit-interval", "1s")
    });
    for _ in 0..3 {
        block_on(client.send_request(&host, request(), UNLIMITED, parse_status)).unwrap();
    }
    let pauses = host.sleep_durations_millis.borrow().len();
    assert_eq!(
        pauses, 1,
        "the limit is known after the first response, and the second request needs no pause"
    );
}

fn endpoint(service: SearchService) -> SearchEndpoint {
    SearchEndpoint::without_api_key(service)
}

fn query(text: &str, language: &str) -> SearchQuery {
    SearchQuery {
        text: OutgoingText::from_public_web(text),
        language: Some(language.into()),
        max_hits: 5,
    }
}

/// Responses of Wikipedia, of Tavily without credit, and of DuckDuckGo with a robot check.
fn search_services(request: &HttpRequest) -> HttpResponse {
    match request.host() {
        "en.wikipedia.org" => HttpResponse::from_text(200, json!({ "query": { "pages": [
            { "pageid": 1, "index": 1, "title": "Bee", "extract": "Bees are insects.", "fullurl": "https://en.wikipedia.org/wiki/Bee" } ] } }).to_string()),
        "de.wikipedia.org" => HttpResponse::from_text(200, json!({ "query": { "pages": [
            { "pageid": 2, "index": 1, "title": "Biene", "extract": "Bienen sind Insekten.", "fullurl": "https://de.wikipedia.org/wiki/Biene" } ] } }).to_string()),
        "api.tavily.com" => HttpResponse::from_text(432, json!({ "detail": { "error": "limit" } }).to_string()),
        "html.duckduckgo.com" => HttpResponse::from_text(202, "<form id=challenge-form action=\"//duckduckgo.com/anomaly.js\"></form>"),
        _ => HttpResponse::from_text(500, ""),
    }
}

#[test]
fn failed_services_are_listed_and_others_are_used() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, search_services);
    let lists = [
        vec![endpoint(SearchService::Tavily), endpoint(SearchService::DuckDuckGo)],
        vec![endpoint(SearchService::Wikipedia)],
    ];
    let found = block_on(client.search_web(&host, &lists, &query("Bienen", "de")));
    let urls: Vec<&str> = found.hits.iter().map(|hit| hit.url.as_str()).collect();
    assert_eq!(urls, ["https://de.wikipedia.org/wiki/Biene", "https://en.wikipedia.org/wiki/Bee"]);
    assert_eq!(found.responding_services, ["Wikipedia"]);
    let failures: Vec<&str> =
        found.service_errors.iter().map(|error| error.message.as_str()).collect();
    assert_eq!(
        failures,
        ["Tavily reports that the account has no credit left", "DuckDuckGo requires a CAPTCHA"]
    );
    assert!(found.service_errors.iter().all(|error| !error.hint.is_empty()));
}

#[test]
fn a_search_is_cached_for_a_day_also_after_a_restart() {
    let host = MemoryHost::default();
    serve(&host, search_services);
    let lists = [vec![endpoint(SearchService::Wikipedia)]];
    let first = block_on(Client::default().search_web(&host, &lists, &query("Bees", "en")));
    let requests = host.sent_requests.borrow().len();
    let again = block_on(Client::default().search_web(&host, &lists, &query("Bees", "en")));
    assert_eq!(
        (first.hits.len(), &first, host.sent_requests.borrow().len()),
        (1, &again, requests)
    );
    block_on(host.sleep(86_400_000));
    block_on(Client::default().search_web(&host, &lists, &query("Bees", "en")));
    assert_eq!(host.sent_requests.borrow().len(), requests + 1, "the next day it is sent again");
}

#[test]
fn parallel_searches_use_the_stored_cache() {
    let host = MemoryHost::default();
    serve(&host, search_services);
    let lists = || ["en", "de"].map(|_| vec![endpoint(SearchService::Wikipedia)]);
    block_on(Client::default().search_web(&host, &lists(), &query("Bees", "de")));
    let requests = host.sent_requests.borrow().len();
    block_on(Client::default().search_web(&host, &lists(), &query("Bees", "de")));
    assert_eq!(host.sent_requests.borrow().len(), requests);
}

#[test]
fn a_client_without_cache_ignores_stored_responses() {
    let host = MemoryHost::default();
    serve(&host, search_services);
    let lists = [vec![endpoint(SearchService::Wikipedia)]];
    block_on(Client::default().search_web(&host, &lists, &query("Bees", "en")));
    serve(&host, |_| HttpResponse::from_text(500, ""));
    let found =
        block_on(Client::with_memory_cache().search_web(&host, &lists, &query("Bees", "en")));
    assert_eq!((found.hits.len(), found.service_errors.len()), (0, 1));
}

#[test]
fn a_damaged_cache_is_ignored() {
    let host = MemoryHost::default();
    serve(&host, search_services);
    for bytes in [vec![], vec![255; 3], vec![255; 400], b"\x10\0\0\0nonsense".to_vec()] {
        host.stored_values.borrow_mut().insert("answers".into(), bytes);
        let lists = [vec![endpoint(SearchService::Wikipedia)]];
        let found = block_on(Client::default().search_web(&host, &lists, &query("Bees", "en")));
        assert_eq!(found.hits.len(), 1);
    }
}

fn page_response(html: &str, final_url: Option<&str>) -> HttpResponse {
    HttpResponse {
        bytes: html.as_bytes().to_vec(),
        final_url: final_url.map(str::to_owned),
        ..HttpResponse::from_text(200, "").with_header("content-type", "text/html; charset=utf-8")
    }
}

fn read_page(host: &MemoryHost, client: &Client) -> Result<String, Error> {
    let url = PublicUrl::parse("https://news.example.org/bees?id=1").unwrap();
    let page =
        block_on(client.fetch_page(host, &url, AllowedSchemes::HttpsOnly, "read a search result"));
    page.map(|page| page.markdown)
}

#[test]
fn a_page_is_read_once_a_day() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |_| {
        page_response(
            "<article><h1>Bees</h1><p>Bees dance to tell the others where the flowers are, and how far away.</p></article>",
            None,
        )
    });
    let first = read_page(&host, &client).unwrap();
    assert!(first.contains("Bees dance"), "{first}");
    assert_eq!(read_page(&host, &client).unwrap(), first);
    assert_eq!(host.sent_requests.borrow().len(), 1);
}

#[test]
fn a_redirect_to_a_private_address_is_refused() {
    for final_url in [
        "http://127.0.0.1/admin",
        "https://192.168.0.1/",
        "https://[::1]/",
        "http://news.example.org/",
    ] {
        let (host, client) = (MemoryHost::default(), Client::default());
        serve(&host, move |_| {
            page_response(
                "<p>The secret of the router is long enough to be text.</p>",
                Some(final_url),
            )
        });
        let error = read_page(&host, &client).unwrap_err();
        assert_eq!(error.code, ErrorCode::NotPublic, "{final_url}");
        assert!(
            !error.message.contains("id=1") && !error.message.contains("admin"),
            "{}",
            error.message
        );
    }
}

#[test]
fn the_error_of_an_unread_page_does_not_contain_its_query() {
    let check = |status: u16, expected: &str| {
        let host = MemoryHost::default();
        serve(&host, move |_| HttpResponse::from_text(status, ""));
        let error = read_page(&host, &Client::default()).unwrap_err();
        assert_eq!(error.message, format!("Couldn't read news.example.org: {expected}"));
    };
    check(404, "page not found");
    check(403, "it requires a login");
    check(503, "HTTP 503");
}

fn model(url: &'static str) -> ChatModel {
    ChatModel {
        provider_name: "Bee AI",
        api: ChatApi::OpenAi,
        endpoint: Endpoint::fixed(url),
        model_name: "bee-1".into(),
        secret_name: "my key".into(),
        is_own_server: false,
    }
}

fn completion_request() -> CompletionRequest {
    let schema = ReplySchema {
        name: "topics".into(),
        schema: json!({ "type": "object" }),
        schema_instruction: "JSON, please.".into(),
    };
    let question = Message::Text {
        role: Role::User,
        text: OutgoingText::from_constant("the private words of a note about bees"),
    };
    CompletionRequest {
        purpose: "try".into(),
        system_prompt: OutgoingText::from_constant("You name topics."),
        messages: vec![question],
        reply_schema: Some(schema),
        tools: None,
        max_reply_tokens: 100,
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
    block_on(client.chat(host, &call, &completion_request())).map(|reply| reply.text)
}

fn reply(text: &str) -> HttpResponse {
    let body = json!({ "choices": [{ "message": { "content": text }, "finish_reason": "stop" }], "usage": { "prompt_tokens": 10, "completion_tokens": 2 } });
    HttpResponse::from_text(200, body.to_string())
}

/// The response format of each request.
fn formats(host: &MemoryHost) -> Vec<String> {
    let format = |request: &HttpRequest| {
        let body: serde_json::Value =
            serde_json::from_str(request.body.as_deref().unwrap()).unwrap();
        body.pointer("/response_format/type")
            .and_then(|kind| kind.as_str())
            .unwrap_or("plain")
            .to_owned()
    };
    host.sent_requests.borrow().iter().map(format).collect()
}

#[test]
fn the_accepted_response_format_is_found_and_remembered() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |request| {
        let body = request.body.clone().unwrap_or_default();
        if body.contains("response_format") {
            HttpResponse::from_text(
                400,
                r#"{"error":{"message":"response_format is not supported by this model"}}"#,
            )
        } else {
            assert!(body.contains("JSON, please."), "the format is described in words instead");
            reply("{}")
        }
    });
    assert_eq!(chat(&host, &client, &Budget::default()).unwrap(), "{}");
    assert_eq!(formats(&host), ["json_schema", "json_object", "json_object", "plain"]);
    assert_eq!(chat(&host, &client, &Budget::default()).unwrap(), "{}");
    assert_eq!(formats(&host).len(), 5, "the second request uses the right format at once");
}

#[test]
fn a_500_about_the_response_format_is_not_retried_with_it() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |request| {
        if request.body.clone().unwrap_or_default().contains("json_schema") {
            HttpResponse::from_text(
                500,
                r#"{"error":{"message":"response_format.type should be 'json_object'"}}"#,
            )
        } else {
            reply("{}")
        }
    });
    assert_eq!(chat(&host, &client, &Budget::default()).unwrap(), "{}");
    assert_eq!(formats(&host), ["json_schema", "json_object"]);
    assert_eq!(*host.sleep_durations_millis.borrow(), Vec::<u32>::new());
}

#[test]
fn a_server_that_fails_with_every_response_format_gets_none() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |request| {
        if request.body.clone().unwrap_or_default().contains("response_format") {
            HttpResponse::from_text(500, r#"{"error":{"message":"response_format broke me"}}"#)
        } else {
            reply("{}")
        }
    });
    assert_eq!(chat(&host, &client, &Budget::default()).unwrap(), "{}");
    assert_eq!(formats(&host), ["json_schema", "json_object", "json_object", "plain"]);
}

/// Sends a request that offers one tool.
fn chat_with_tools(
    host: &MemoryHost,
    client: &Client,
    budget: &Budget,
) -> Result<ChatReply, Error> {
    let model = model("https://bee.example.org/v1");
    let call = ChatCall {
        model: &model,
        price: Some(Price::FREE),
        budget,
        on_text: &|_| {},
        streaming: Streaming::Off,
    };
    let tool = OfferedTool {
        name: "search_vault",
        description: "Searches the vault.",
        parameters: json!({ "type": "object", "properties": { "query": { "type": "string" } } }),
    };
    let request = CompletionRequest {
        reply_schema: None,
        tools: Some(OfferedTools { tools: vec![tool], choice: ToolChoice::Required }),
        ..completion_request()
    };
    block_on(client.chat(host, &call, &request))
}

/// Whether each request offers tools in the format of the service, and the format of its reply.
fn tools_and_formats(host: &MemoryHost) -> Vec<String> {
    let offers_tools = |request: &HttpRequest| {
        let body = request.body.as_deref().unwrap();
        if body.contains("\"tools\":") { "tools" } else { "no tools" }
    };
    let tools: Vec<&str> = host.sent_requests.borrow().iter().map(offers_tools).collect();
    tools.iter().zip(formats(host)).map(|(tools, format)| format!("{tools}, {format}")).collect()
}

#[test]
fn tools_are_offered_as_json_after_the_service_rejected_them() {
    for (status, message) in [
        (400, "registry.ollama.ai/library/bee does not support tools"),
        (404, "No endpoints found that support tool use."),
        (500, "tools param requires --jinja flag"),
    ] {
        let (host, client) = (MemoryHost::default(), Client::default());
        serve(&host, move |request| {
            let body = request.body.clone().unwrap_or_default();
            if body.contains("\"tools\":") {
                let error = json!({ "error": { "message": message } });
                return HttpResponse::from_text(status, error.to_string());
            }
            assert!(body.contains("search_vault: Searches the vault."), "{body}");
            reply(r#"{"reason":"r","tool":"search_vault","tool_arguments":"{\"query\":\"bees\"}"}"#)
        });
        for sent in [2, 3] {
            let reply = chat_with_tools(&host, &client, &Budget::default()).unwrap();
            let call = reply.first_call().expect("a call");
            assert_eq!(call.name, "search_vault");
            assert_eq!(call.arguments, json!({ "query": "bees", "reason": "r" }));
            assert_eq!(host.sent_requests.borrow().len(), sent, "{message}");
        }
        assert_eq!(
            tools_and_formats(&host),
            ["tools, plain", "no tools, json_schema", "no tools, json_schema"],
            "the second call uses the right mode at once"
        );
        assert_eq!(*host.sleep_durations_millis.borrow(), Vec::<u32>::new());
    }
}

#[test]
fn a_service_without_tools_and_without_response_formats_gets_both_in_words() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |request| {
        let body = request.body.clone().unwrap_or_default();
        let rejected = ["tools", "response_format"]
            .into_iter()
            .find(|field| body.contains(&format!("\"{field}\":")));
        match rejected {
            Some(field) => {
                let error = json!({ "error": { "message": format!("unknown field: {field}") } });
                HttpResponse::from_text(400, error.to_string())
            }
            None => reply(r#"{"tool":"search_vault","tool_arguments":{"query":"bees"}}"#),
        }
    });
    let reply = chat_with_tools(&host, &client, &Budget::default()).unwrap();
    assert_eq!(reply.first_call().expect("a call").arguments, json!({ "query": "bees" }));
    assert_eq!(
        tools_and_formats(&host),
        [
            "tools, plain",
            "no tools, json_schema",
            "no tools, json_object",
            "no tools, json_object",
            "no tools, plain"
        ]
    );
}

/// A reply without text and without token counts that calls a tool.
fn call_reply(name: &str, arguments: &str) -> HttpResponse {
    let call = json!({ "id": "c1", "function": { "name": name, "arguments": arguments } });
    let message = json!({ "content": null, "tool_calls": [call] });
    let body = json!({ "choices": [{ "message": message, "finish_reason": "tool_calls" }] });
    HttpResponse::from_text(200, body.to_string())
}

#[test]
fn a_reply_with_a_call_needs_no_text() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |_| call_reply("search_vault", "{}"));
    let reply = chat_with_tools(&host, &client, &Budget::default()).unwrap();
    assert_eq!((reply.text.as_str(), reply.tool_calls.len()), ("", 1));
    serve(&host, |_| call_reply("", "{}"));
    let error = chat_with_tools(&host, &client, &Budget::default()).unwrap_err();
    assert_eq!(error.message, "Bee AI returned an empty reply");
}

#[test]
fn the_tokens_of_a_call_are_estimated_if_the_service_reports_none() {
    let spent = |arguments: &str| {
        let (host, budget) = (MemoryHost::default(), Budget::default());
        let arguments = arguments.to_owned();
        serve(&host, move |_| call_reply("search_vault", &arguments));
        chat_with_tools(&host, &Client::default(), &budget).unwrap();
        budget.spent().tokens
    };
    let long = json!({ "query": "bees ".repeat(40) }).to_string();
    assert!(spent(&long) >= spent("{}") + 40);
}

#[test]
fn a_token_limit_that_is_too_high_is_an_error_without_retries() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |_| {
        HttpResponse::from_text(
            400,
            r#"{"error":{"message":"max_tokens is too large: 9. This model takes 8."}}"#,
        )
    });
    let error = chat(&host, &client, &Budget::default()).unwrap_err();
    assert!(error.message.contains("too large"), "{}", error.message);
    assert_eq!(host.sent_requests.borrow().len(), 1);
}

#[test]
fn every_attempt_that_may_be_billed_is_charged() {
    let spent = |replies: &'static [&'static str]| {
        let (host, requests) = (MemoryHost::default(), Cell::new(0));
        serve(&host, move |_| {
            requests.set(requests.get() + 1);
            match replies[(requests.get() - 1).min(replies.len() - 1)] {
                "busy" => HttpResponse::from_text(429, ""),
                "garbled" => HttpResponse::from_text(200, "{"),
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
        let reply = block_on(Client::default().chat(&host, &call, &completion_request()));
        (reply.is_ok(), budget.spent().call_count, budget.spent().tokens)
    };
    let worst = completion_request().estimated_tokens() + 100;
    assert_eq!(spent(&["fine"]), (true, 1, 12));
    assert_eq!(spent(&["busy", "fine"]), (true, 1, 12));
    assert_eq!(spent(&["garbled", "fine"]), (true, 2, 12 + worst));
    assert_eq!(spent(&["garbled"]), (false, 2, 2 * worst));
}

#[test]
fn a_retry_that_could_exceed_the_budget_is_not_sent() {
    let host = MemoryHost::default();
    serve(&host, |_| HttpResponse::from_text(200, "{"));
    let model = model("https://bee.example.org/v1");
    let budget = Budget::new(Money::from_cents(25), completion_request().estimated_tokens() + 150);
    let call = ChatCall {
        model: &model,
        price: None,
        budget: &budget,
        on_text: &|_| {},
        streaming: Streaming::Off,
    };
    let error = block_on(Client::default().chat(&host, &call, &completion_request())).unwrap_err();
    assert_eq!((error.code.as_str(), host.sent_requests.borrow().len()), ("over-budget", 1));
}

#[test]
fn a_call_that_was_not_sent_is_not_charged() {
    let host = responding(&[200]);
    host.cancel_after_progress_reports.set(Some(0));
    let budget = Budget::default();
    let error = chat(&host, &Client::default(), &budget).unwrap_err();
    assert_eq!((error.code.as_str(), budget.spent().call_count), ("cancelled", 0));
}

#[test]
fn without_streaming_the_reply_arrives_whole() {
    let (host, client) = (MemoryHost::default(), Client::default());
    serve(&host, |_| reply("Bees"));
    let model = model("https://bee.example.org/v1");
    let streamed = RefCell::new(String::new());
    let budget = Budget::default();
    let call = ChatCall {
        model: &model,
        price: None,
        budget: &budget,
        on_text: &|text| streamed.borrow_mut().push_str(text),
        streaming: Streaming::On,
    };
    assert!(client.can_stream(&model));
    let reply = block_on(client.chat(&host, &call, &completion_request())).unwrap();
    assert_eq!((reply.text.as_str(), client.can_stream(&model)), ("Bees", false));
    assert!(
        host.sent_requests.borrow().iter().all(|request| !request
            .body
            .as_ref()
            .unwrap()
            .contains("\"stream\""))
    );
}

#[test]
fn a_call_that_could_exceed_the_budget_is_not_sent() {
    let (host, client) = (responding(&[200]), Client::default());
    let model = model("https://bee.example.org/v1");
    let budget = Budget::new(Money::from_cents(25), 50);
    let call = ChatCall {
        model: &model,
        price: None,
        budget: &budget,
        on_text: &|_| {},
        streaming: Streaming::Off,
    };
    let error = block_on(client.chat(&host, &call, &completion_request())).unwrap_err();
    assert_eq!((error.code.as_str(), host.sent_requests.borrow().len()), ("over-budget", 0));
}

#[test]
fn an_empty_reply_is_an_error() {
    let check = |body: &'static str, expected: &str| {
        let host = MemoryHost::default();
        serve(&host, move |_| HttpResponse::from_text(200, body));
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
fn no_error_contains_what_was_sent() {
    let secrets = ["private words", "my key", "You name topics", "?q="];
    for status in [200, 400, 401, 402, 403, 404, 413, 422, 429, 500, 503] {
        let host = MemoryHost::default();
        // A service that repeats the whole request in its error.
        serve(&host, move |request| {
            let echo =
                format!("{} at {}?q=x", request.body.clone().unwrap_or_default(), request.url);
            HttpResponse::from_text(status, json!({ "error": { "message": echo } }).to_string())
        });
        let error = chat(&host, &Client::default(), &Budget::default()).unwrap_err();
        let shown = format!("{error:?} {} {}", error.message, error.hint);
        for secret in secrets {
            assert!(!shown.contains(secret), "{status}: {shown}");
        }
        assert!(!format!("{:?}", host.sent_requests.borrow()).contains("private words"));
    }
}

#[test]
fn without_a_connection_nothing_is_retried_once_two_hosts_are_unreachable() {
    let (host, client) = (MemoryHost::default(), Client::default());
    let send = |address: &'static str| {
        let before = host.sent_requests.borrow().len();
        let request = HttpRequest::get(Endpoint::fixed(address).with_path("/x"));
        let sent = client.send_request(&host, request, UNLIMITED, parse_status);
        let error = block_on(sent).expect_err("no host responds").to_user_error("The service");
        format!("{}; {} requests", error.message, host.sent_requests.borrow().len() - before)
    };
    let failed = "The service request failed: No answer; 3 requests";
    assert_eq!(send("http://127.0.0.1:11434"), failed);
    assert_eq!(send("https://first.example.org"), failed);
    let offline = "No internet connection; 1 requests";
    assert_eq!(send("https://second.example.org"), offline);
    assert_eq!(send("https://first.example.org"), offline);
    assert_eq!(send("http://127.0.0.1:11434"), failed, "a server on this device may still start");
}

#[test]
fn a_page_for_another_program_is_read_once_and_only_from_the_public_web() {
    let host = MemoryHost::default();
    let requests = std::rc::Rc::new(Cell::new(0));
    let counter = requests.clone();
    serve(&host, move |_| {
        counter.set(counter.get() + 1);
        let text = "<p>Tea is a drink made from the leaves of a shrub.</p>";
        page_response(&format!("<title>Tea</title><article><h1>Tea</h1>{text}</article>"), None)
    });
    let engine = Engine::default();
    let read = |url: &str| block_on(engine.read_page(&host, url));
    let page = read("https://example.org/tea").unwrap();
    assert_eq!(page.title, "Tea");
    assert!(page.markdown.contains("leaves of a shrub"), "{}", page.markdown);
    assert_eq!(read("https://example.org/tea").unwrap(), page);
    assert_eq!(requests.get(), 1);
    for address in
        ["https://127.0.0.1/", "http://example.org/", "https://user:pass@example.org/", "tea"]
    {
        assert_eq!(read(address).unwrap_err().code, ErrorCode::NotPublic, "{address}");
    }
    assert_eq!(requests.get(), 1);
}
