//! Requests and parsed replies of each chat service: one case file per service in
//! `tests/fixtures/chat`. Streams are parsed as a whole and byte by byte.

use crate::golden;

use std::fmt::Write as _;

use crate::golden::Case;
use ibid::model::llm::{
    ChatApi, ChatModel, ChatReply, CompletionRequest, JsonMode, Message, OfferedTool, OfferedTools,
    Provider, ReplySchema, ReplyStream, RequestOptions, RequestedCall, Role, SentCall, SentResult,
    ToolChoice, ToolMode, chat,
};
use ibid::safety::privacy::OutgoingText;
use ibid::web::http::{HttpRequest, HttpResponse, ServiceError};
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

/// A request that offers two tools, after an earlier call and its result.
fn request_with_tools(choice: ToolChoice) -> CompletionRequest {
    let text = OutgoingText::from_public_web;
    let tool = |name, description, argument: &str| OfferedTool {
        name,
        description,
        parameters: json!({
            "type": "object",
            "properties": { argument: { "type": "string" } },
            "required": [argument],
        }),
    };
    CompletionRequest {
        purpose: "try".into(),
        system_prompt: OutgoingText::from_constant("You answer."),
        messages: vec![
            Message::from_user(text("How do bees dance?")),
            Message::ToolCall(SentCall {
                id: "c1".into(),
                tool_name: "search_vault",
                arguments_json: text(r#"{"query":"bees"}"#),
                signature: Some("s1".into()),
            }),
            Message::ToolResult(SentResult {
                call_id: "c1".into(),
                tool_name: "search_vault",
                text: text("Bees.md"),
            }),
        ],
        reply_schema: None,
        tools: Some(OfferedTools {
            tools: vec![
                tool("search_vault", "Searches the vault.", "query"),
                tool("finish", "Ends the work.", "answer"),
            ],
            choice,
        }),
        max_reply_tokens: 300,
    }
}

fn request_of(title: &str) -> CompletionRequest {
    match title.split(' ').nth(1) {
        Some(kind) if kind.starts_with("optional-tools") => {
            request_with_tools(ToolChoice::Optional)
        }
        Some(kind) if kind.starts_with("tools") => request_with_tools(ToolChoice::Required),
        _ => completion_request(title),
    }
}

fn request_options(title: &str, model: &ChatModel) -> RequestOptions {
    let json = match title.split(' ').nth(1) {
        Some("object-with-schema") => JsonMode::ObjectWithSchema,
        Some("object" | "tools-json-object") => JsonMode::Object,
        Some("plain-json") => JsonMode::Plain,
        _ => JsonMode::Schema,
    };
    let tool_mode = if title.contains("tools-json") { ToolMode::Json } else { ToolMode::Native };
    RequestOptions {
        json_mode: json,
        tool_mode,
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

/// The calls of a reply, one per line: those in the format of the service, or the one in the text.
fn shown_calls(reply: &ChatReply) -> String {
    let show = |kind: &str, call: &RequestedCall| {
        let RequestedCall { id, name, arguments, signature } = call;
        let signature = signature.as_ref().map(|text| format!(", signature {text}"));
        format!("\n{kind}: {name} {arguments}, id “{id}”{}", signature.unwrap_or_default())
    };
    if reply.tool_calls.is_empty() {
        return reply.first_call().map(|call| show("call in the text", &call)).unwrap_or_default();
    }
    assert_eq!(reply.first_call().as_ref(), reply.tool_calls.first());
    reply.tool_calls.iter().map(|call| show("call", call)).collect()
}

fn shown_reply(reply: Result<ChatReply, ServiceError>) -> String {
    match reply {
        Ok(reply) => {
            let calls = shown_calls(&reply);
            let ChatReply { text, stop_reason, usage, .. } = reply;
            let cost =
                usage.cost.map(|cost| format!(", cost ${:.4}", cost.dollars())).unwrap_or_default();
            format!(
                "text: {text}{calls}\nstop: {stop_reason:?}\nused: {} in ({} kept), {} out ({} thought){cost}",
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
        return shown_request(&chat::request(&request_of(&case.name), model, &options));
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
            "request tools",
            "request tools-json",
            "a reply with a call",
            "a reply with two calls",
            "a reply with invalid arguments",
            "a reply with a call as JSON",
            "a stream with a call",
        ] {
            assert!(titles.contains(&title), "{name} has no case “{title}”");
        }
        assert!(cases.iter().all(|case| case.expected != Some(String::new())), "{name}");
    }
}

/// The body of a request with tools.
fn body_with_tools(model: &ChatModel, request: &CompletionRequest) -> Value {
    let sent = chat::request(request, model, &RequestOptions::for_model(model));
    serde_json::from_str(&sent.body.expect("a body")).expect("JSON")
}

#[test]
fn calls_without_id_get_one_where_the_service_requires_it() {
    let mut request = request_with_tools(ToolChoice::Required);
    for message in &mut request.messages {
        match message {
            Message::ToolCall(call) => call.id.clear(),
            Message::ToolResult(result) => result.call_id.clear(),
            Message::Text { .. } => {}
        }
    }
    let check = |provider, pointers: [&str; 2], expected: Option<&Value>| {
        let body = body_with_tools(&model(provider), &request);
        for pointer in pointers {
            assert_eq!(body.pointer(pointer), expected, "{provider:?} {pointer}");
        }
    };
    let id = json!("call_1");
    let openai = ["/messages/2/tool_calls/0/id", "/messages/3/tool_call_id"];
    check(Provider::OpenAi, openai, Some(&id));
    let anthropic = ["/messages/1/content/0/id", "/messages/2/content/0/tool_use_id"];
    check(Provider::Anthropic, anthropic, Some(&id));
    let gemini = ["/contents/1/parts/0/functionCall/id", "/contents/2/parts/0/functionResponse/id"];
    check(Provider::Gemini, gemini, None);
}

#[test]
fn the_estimate_counts_tools_calls_results_and_the_longer_form() {
    let whole = request_with_tools(ToolChoice::Optional);
    let tokens = whole.estimated_tokens();
    let without_tools = CompletionRequest { tools: None, ..whole.clone() };
    assert!(without_tools.estimated_tokens() < tokens);
    for position in 0..whole.messages.len() {
        let mut shorter = whole.clone();
        shorter.messages.remove(position);
        assert!(shorter.estimated_tokens() < tokens, "message {position}");
    }
    let ollama = model(Provider::Ollama);
    let json_mode =
        RequestOptions { tool_mode: ToolMode::Json, ..RequestOptions::for_model(&ollama) };
    let sent = chat::request(&whole, &ollama, &json_mode).body.expect("a body");
    let sent: Value = serde_json::from_str(&sent).expect("JSON");
    let contents = sent["messages"].as_array().expect("messages").iter();
    let contents = contents.map(|message| message["content"].as_str().expect("a text"));
    let texts: String = contents.chain([sent["format"].to_string().as_str()]).collect();
    assert!(tokens >= ibid::model::llm::estimate_tokens(&texts));
}

#[test]
fn a_request_with_many_tools_does_not_fit_into_a_small_context_window() {
    let ollama = model(Provider::Ollama);
    let mut request = request_with_tools(ToolChoice::Required);
    assert!(chat::fits_context_window(&request, &ollama));
    let tools = &mut request.tools.as_mut().expect("tools").tools;
    *tools = tools.iter().cycle().take(2_000).cloned().collect();
    assert!(!chat::fits_context_window(&request, &ollama));
}

#[test]
fn earlier_calls_can_be_sent_as_json_without_offering_tools() {
    let ollama = model(Provider::Ollama);
    let json_mode =
        RequestOptions { tool_mode: ToolMode::Json, ..RequestOptions::for_model(&ollama) };
    let mut request = request_with_tools(ToolChoice::Required);
    request.tools = None;
    let sent = chat::request(&request, &ollama, &json_mode).body.expect("a body");
    let sent: Value = serde_json::from_str(&sent).expect("JSON");
    assert_eq!(sent.get("format"), None);
    let contents: Vec<&Value> =
        sent["messages"].as_array().expect("messages").iter().map(|m| &m["content"]).collect();
    assert_eq!(
        contents,
        [
            "You answer.",
            "How do bees dance?",
            r#"{"tool": "search_vault", "tool_arguments": {"query":"bees"}}"#,
            "Result of search_vault:\n\nBees.md",
        ]
    );
}
