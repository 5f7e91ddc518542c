//! Requests and parsed replies of each chat service: one case file per service in
//! `tests/fixtures/chat`. Streams are parsed as a whole and byte by byte.

mod golden;

use std::fmt::Write as _;

use golden::Case;
use ibid::llm::chat::request_options::RequestOptions;
use ibid::llm::chat::{
    self, ChatApi, ChatModel, ChatReply, CompletionRequest, JsonMode, Message, ReplySchema,
    ReplyStream, Role,
};
use ibid::llm::provider::Provider;
use ibid::net::http::{HttpRequest, HttpResponse};
use ibid::net::service_error::ServiceError;
use ibid::privacy::OutgoingText;
use serde_json::{Value, json};

/// The file of each API, and a provider that has this API.
const SERVICES: [(&str, Provider); 4] = [
    ("openai", Provider::OpenAi),
    ("anthropic", Provider::Anthropic),
    ("gemini", Provider::Gemini),
    ("ollama", Provider::Ollama),
];

fn path(name: &str) -> String {
    format!("tests/fixtures/chat/{name}.txt")
}

fn model(provider: Provider) -> ChatModel {
    let preset = provider.preset();
    ChatModel {
        provider_name: preset.name,
        api: preset.api,
        endpoint: preset.endpoint.expect("its address"),
        model_name: "bee-1".into(),
        secret_name: "my key".into(),
        is_own_server: provider.is_own_server(),
    }
}

fn completion_request(title: &str) -> CompletionRequest {
    let schema = json!({ "type": "object", "properties": { "topics": { "type": "array", "items": { "type": "string" } } }, "required": ["topics"], "additionalProperties": false });
    let schema = ReplySchema {
        name: "topics".into(),
        schema,
        schema_instruction: "Reply with JSON: {\"topics\": […]}.".into(),
    };
    let message =
        |role, text: &str| Message::Text { role, text: OutgoingText::from_public_web(text) };
    CompletionRequest {
        purpose: "try".into(),
        system_prompt: OutgoingText::from_constant("You name topics."),
        messages: vec![
            message(Role::User, "Bees"),
            message(Role::Assistant, "Dances"),
            message(Role::User, "More"),
        ],
        reply_schema: (title != "request plain").then_some(schema),
        tools: None,
        max_reply_tokens: 300,
    }
}

fn request_options(title: &str, model: &ChatModel) -> RequestOptions {
    let json = match title.split(' ').nth(1) {
        Some("object-with-schema") => JsonMode::ObjectWithSchema,
        Some("object") => JsonMode::Object,
        Some("plain-json") => JsonMode::Plain,
        _ => JsonMode::Schema,
    };
    RequestOptions {
        json_mode: json,
        use_streaming: title.ends_with("streamed"),
        ..RequestOptions::for_model(model)
    }
}

fn shown_request(request: &HttpRequest) -> String {
    let mut text = format!("{:?} {}\n", request.method, request.url).replace("Post", "POST");
    for (name, value) in &request.headers {
        writeln!(text, "{name}: {value}").expect("a string takes everything");
    }
    if let Some(secret) = &request.secret_header {
        writeln!(text, "{}: {}<{}>", secret.header_name, secret.value_prefix, secret.secret_name)
            .expect("a string takes everything");
    }
    let body: Value =
        serde_json::from_str(request.body.as_deref().unwrap_or("null")).expect("JSON");
    text + &serde_json::to_string_pretty(&body).expect("JSON")
}

fn shown_reply(reply: Result<ChatReply, ServiceError>) -> String {
    match reply {
        Ok(ChatReply { text, stop_reason, usage, .. }) => {
            let cost =
                usage.cost.map(|cost| format!(", cost ${:.4}", cost.dollars())).unwrap_or_default();
            format!(
                "text: {text}\nstop: {stop_reason:?}\nused: {} in ({} kept), {} out ({} thought){cost}",
                usage.input_tokens,
                usage.cached_input_tokens,
                usage.output_tokens,
                usage.reasoning_tokens
            )
        }
        Err(error) => {
            let shown = error.to_user_error("X");
            format!("{}: {}\n{}", shown.code, shown.message, shown.hint)
        }
    }
}

/// Parses a response: the first line has the status and the content type, then come headers and the body.
fn response(given: &str) -> HttpResponse {
    let (first, mut body) = given.split_once('\n').expect("a body");
    let (status, kind) = first.split_once(' ').expect("a kind");
    let status = status.parse().expect("a status");
    let mut response = HttpResponse::from_text(status, "").with_header("content-type", kind);
    if let Some((value, rest)) = body.strip_prefix("retry-after: ").and_then(|b| b.split_once('\n'))
    {
        response = response.with_header("retry-after", value);
        body = rest;
    }
    let blank_line = if kind.contains("event-stream") { "\n\n" } else { "" };
    response.text = format!("{body}{blank_line}");
    response
}

fn result(case: &Case, model: &ChatModel) -> String {
    if case.name.starts_with("request") {
        let options = request_options(&case.name, model);
        return shown_request(&chat::request(&completion_request(&case.name), model, &options));
    }
    let response = response(&case.input);
    let whole = chat::parse(&response, model.api);
    if case.name.contains("stream") {
        check_in_pieces(&response.text, model.api, &whole);
    }
    shown_reply(whole)
}

/// Checks that a stream gives the same reply however it is split.
fn check_in_pieces(text: &str, api: ChatApi, whole: &Result<ChatReply, ServiceError>) {
    for cut in 0..=text.len() {
        let (first, second) = text.as_bytes().split_at(cut);
        let mut stream = ReplyStream::new(api);
        stream.push(first);
        stream.push(second);
        assert_eq!(&stream.finish(), whole, "cut at {cut} of\n{text}");
    }
    let mut stream = ReplyStream::new(api);
    text.as_bytes().iter().for_each(|byte| stream.push(&[*byte]));
    assert_eq!(&stream.finish(), whole, "byte by byte\n{text}");
}

#[test]
fn requests_and_replies_of_each_api_match_the_case_files() {
    for (name, provider) in SERVICES {
        let model = model(provider);
        golden::check_cases(&path(name), |case| result(case, &model));
    }
}

#[test]
fn every_api_has_the_required_cases() {
    for (name, _) in SERVICES {
        let cases = golden::cases(&path(name));
        let titles: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        for title in [
            "request plain",
            "request schema",
            "a reply",
            "a reply that claims more tokens than a number holds",
            "an empty reply",
            "rate-limited",
            "unauthorised",
            "garbled",
            "a stream",
            "a stream that fails",
            "a stream that breaks off",
        ] {
            assert!(titles.contains(&title), "{name} has no case “{title}”");
        }
        assert!(cases.iter().all(|case| case.expected != Some(String::new())), "{name}");
    }
}
