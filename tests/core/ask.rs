//! Questions to the vault and quick answers, with a host in memory. Only quick answers may use a model.

use std::collections::BTreeSet;
use std::path::Path;

use ibid::answers::run::Permission;
use ibid::engine::Engine;
use ibid::features::answer::QuickAnswerRequest;
use ibid::features::ask::{
    AnswerConfidence, AskFiles, AskRequest, AskResult, AskServices, AskTrace, replay_question,
};
use ibid::features::tools::EvidenceFound;
use ibid::host::MemoryHost;
use ibid::values::ErrorCode;
use ibid::web::http::HttpResponse;
use pollster::block_on;
use serde_json::{Value, json};

const NOTES: [(&str, &str); 5] = [
    (
        "Coffee/Caffeine.md",
        "# Caffeine\n\n## Half-life\n\nThe half-life of caffeine is about five hours in most adults.\n\n## Origin\n\nCoffee comes from Ethiopia.\n",
    ),
    ("Coffee/Grinders.md", "# Grinders\n\nA burr grinder grinds evenly.\n"),
    ("Sleep/Naps.md", "# Naps\n\nA nap of twenty minutes refreshes without grogginess.\n"),
    ("Diary.md", "---\nprivate: true\n---\nThe safe code of the cellar is 4711.\n"),
    ("Templates/Code.md", "The safe code of the attic is 1234.\n"),
];

fn ask(request: AskRequest) -> AskResult {
    let host = MemoryHost::with_notes(&NOTES);
    let engine = Engine::default();
    engine.configure(&json!({ "webSearch": "off", "excludedFolders": ["Templates"] }));
    block_on(engine.ask(&host, &request)).expect("an answer")
}

fn question(text: &str) -> AskRequest {
    AskRequest { question: text.into(), ..AskRequest::default() }
}

#[test]
fn the_vault_answers_with_a_citation_of_the_lines() {
    let result = ask(question("What is the half-life of caffeine?"));
    assert!(result.is_found);
    assert_eq!(
        result.answer_markdown,
        "The half-life of caffeine is about five hours in most adults. ([[Caffeine#Half-life|Caffeine]])"
    );
    assert_eq!(result.confidence, AnswerConfidence::High);
    let cited = &result.evidence[0];
    assert_eq!(result.cited_ids, vec![cited.id.clone()]);
    assert_eq!(cited.id.to_string(), format!("ev-{}-001", result.run_id));
    assert_eq!(cited.passage.path.as_ref().unwrap().as_str(), "Coffee/Caffeine.md");
    assert_eq!((cited.passage.first_line, cited.passage.last_line), (Some(1), Some(5)));
    assert_eq!(cited.passage.found, EvidenceFound::Keyword);
}

#[test]
fn a_question_without_an_answer_gets_the_closest_passages() {
    let result =
        ask(question("Which king of Spain took a nap in the palace of Madrid every afternoon?"));
    assert!(!result.is_found, "{}", result.answer_markdown);
    assert_eq!(result.answer_markdown, "");
    assert_eq!(result.closest[0].path.as_str(), "Sleep/Naps.md");
    assert_eq!(
        result.closest[0].passage_text,
        "A nap of twenty minutes refreshes without grogginess."
    );
    let nothing = ask(question("Wann wurde das Telefon erfunden?"));
    assert!(!nothing.is_found && nothing.closest.is_empty());
}

#[test]
fn private_and_excluded_notes_are_never_quoted() {
    let result = ask(question("What is the safe code of the cellar?"));
    let shown = serde_json::to_string(&result).unwrap();
    assert!(!shown.contains("4711") && !shown.contains("1234") && !shown.contains("Diary"));
    let own = AskRequest { note: Some("Diary.md".into()), ..question("What is the safe code?") };
    assert!(ask(own).answer_markdown.contains("4711"), "a question about the private note itself");
}

#[test]
fn a_question_is_limited_to_a_folder_or_a_note() {
    let in_folder = |folder: &str| AskRequest {
        folder: Some(folder.into()),
        ..question("What is the half-life of caffeine?")
    };
    assert!(ask(in_folder("Coffee")).is_found);
    assert!(!ask(in_folder("Sleep")).is_found);
    let note = AskRequest {
        note: Some("Coffee/Caffeine.md".into()),
        ..question("Where does coffee come from?")
    };
    let result = ask(note);
    assert!(result.answer_markdown.starts_with("Coffee comes from Ethiopia."));
    assert!(result.evidence.iter().all(|it| it.passage.title == "Caffeine"));
}

#[test]
fn a_property_answers_a_question_that_asks_for_it() {
    const BOOKS: [(&str, &str); 3] = [
        (
            "Entangled Life.md",
            "---\ntags: [fungi]\nauthor: \"[[Merlin Sheldrake]]\"\npublisher: Project [Fal](https://x.org)con\nstatus: null\nrating:\ntranslators:\n  - Ann\n  - Bo\n---\nA book on fungi. Entangled Life was a gift.\n",
        ),
        ("Project Falcon.md", "---\nauthor: Thoreau\nprivate: true\n---\nA cabin in the woods.\n"),
        ("Gifts.md", "Entangled Life is for Jo. Who wrote it, I forgot.\n"),
    ];
    let host = MemoryHost::with_notes(&BOOKS);
    let engine = Engine::default();
    engine.configure(&json!({ "webSearch": "off" }));
    let ask = |text: &str| block_on(engine.ask(&host, &question(text))).expect("an answer");
    let author = ask("Who wrote Entangled Life?");
    assert!(author.answer_markdown.starts_with("author: Merlin Sheldrake ([[Entangled Life]])"));
    assert_eq!(author.confidence, AnswerConfidence::High);
    let passage = &author.evidence[0].passage;
    assert_eq!((passage.first_line, passage.last_line), (Some(3), Some(3)));
    let translators = ask("Who are the translators of Entangled Life?");
    assert!(translators.answer_markdown.starts_with("translators: Ann, Bo"));
    assert_eq!(translators.evidence[0].passage.last_line, Some(9));
    for other in [
        "What is the rating of Entangled Life?",
        "What is the status of Entangled Life?",
        "Why was Entangled Life written?",
        "Who wrote Project Falcon?",
        "Who is the publisher of Entangled Life?",
    ] {
        let shown = serde_json::to_string(&ask(other)).unwrap();
        let hidden = ["rating:", "null", "author:", "Thoreau", ": Project Falcon"];
        assert!(!hidden.iter().any(|text| shown.contains(text)), "{other}: {shown}");
    }
    let files = block_on(engine.ask_files(&host, &author.run_id)).expect("files");
    let trace: AskTrace = serde_json::from_str(&files.trace_json).expect("a trace");
    assert_eq!(AskFiles::new(&trace, &block_on(replay_question(&trace)).unwrap()), files);
}

/// The model of the cases, on this machine.
const MODEL_URL: &str = "http://localhost:9/v1";

/// What a quick answer showed and sent.
struct QuickResult {
    shown: String,
    /// The addresses and bodies of all requests.
    sent: Vec<String>,
}

impl QuickResult {
    fn model_requests(&self) -> Vec<&String> {
        self.sent.iter().filter(|request| request.starts_with(MODEL_URL)).collect()
    }
}

/// The response of a service, or of the model, in a case: its status, and what it says.
fn response(status: &Value, body: &str) -> HttpResponse {
    HttpResponse::from_text(status.as_u64().unwrap_or(200) as u16, body)
}

/// The model's reply of a case, in the format of OpenAI. A text is sent as it is.
fn model_response(model: &Value) -> HttpResponse {
    let reply = model["reply"].as_str().map_or_else(|| model["reply"].to_string(), str::to_owned);
    let body = json!({
        "choices": [{ "message": { "content": reply }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 1000, "completion_tokens": 200 },
    });
    response(&model["status"], &body.to_string())
}

/// Asks for a quick answer. The search service and the model respond as the case says.
fn quick(case: &Value) -> QuickResult {
    let notes = case["notes"].as_object().cloned().unwrap_or_default();
    let notes: Vec<(&str, &str)> =
        notes.iter().map(|(path, text)| (path.as_str(), text.as_str().unwrap())).collect();
    let host = MemoryHost::with_notes(&notes);
    let engine = Engine::default();
    let mut settings = json!({
        "webSearch": "tavily", "searchKey": "key", "papers": "off",
        "provider": "other", "modelUrl": MODEL_URL, "model": "bee-1", "streaming": false,
        "engine": if case["model"].is_object() { "model" } else { "built-in" },
    });
    let changed = case["settings"].as_object().cloned().unwrap_or_default();
    settings.as_object_mut().unwrap().extend(changed);
    assert_eq!(engine.configure(&settings).warnings, Vec::<String>::new());
    let played = case.clone();
    *host.scripted_service.borrow_mut() =
        Some(Box::new(move |request| match request.url.as_str() {
            url if url.contains("tavily") => {
                response(&played["status"], &played["response"].to_string())
            }
            url if url.starts_with(MODEL_URL) => model_response(&played["model"]),
            _ => HttpResponse::from_text(404, ""),
        }));
    let request = QuickAnswerRequest {
        question: case["question"].as_str().unwrap().into(),
        web_permission: Permission::Allowed,
        model_permission: match case["permission"].as_str() {
            Some("off") => Permission::Off,
            _ => Permission::Allowed,
        },
    };
    let answer = block_on(engine.answer_quickly(&host, &request)).expect("an answer");
    let kind = serde_json::to_value(answer.kind).unwrap();
    let requests = host.sent_requests.borrow();
    let sent = requests
        .iter()
        .map(|request| format!("{} {}", request.url, request.body.as_deref().unwrap_or_default()));
    QuickResult {
        shown: format!("{}: {}", kind.as_str().unwrap(), answer.text),
        sent: sent.collect(),
    }
}

/// The cases: a question, what the search service and the model (if the user chose one) respond, what
/// is shown, how many requests the model gets (one, unless the case says otherwise), and words that
/// are or are not sent.
fn quick_answer_cases() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/quick-answers.json");
    let cases = std::fs::read_to_string(path).expect("the cases");
    serde_json::from_str(&cases).expect("JSON")
}

#[test]
fn quick_answers_match_their_cases() {
    let cases = quick_answer_cases();
    assert!(cases.len() >= 14);
    for case in &cases {
        let text = |key: &str| case[key].as_str().unwrap_or_default();
        let name = format!("{}: {}", text("case"), text("question"));
        let result = quick(case);
        assert_eq!(result.shown, text("expected"), "{name}");
        assert_eq!(result.sent.is_empty(), text("expected").starts_with("clarify"), "{name}");
        let requests = case["modelRequests"].as_u64().unwrap_or(case["model"].is_object().into());
        assert_eq!(result.model_requests().len() as u64, requests, "{name}");
        let words = |key: &str| case[key].as_array().cloned().unwrap_or_default();
        let is_sent = |word: &Value| {
            let word = word.as_str().unwrap();
            result.sent.iter().any(|request| request.contains(word))
        };
        assert!(words("sent").iter().all(is_sent), "{name}: {:#?}", result.sent);
        assert!(!words("notSent").iter().any(is_sent), "{name}: {:#?}", result.sent);
    }
}

#[test]
fn the_cases_are_in_six_languages() {
    let cases = quick_answer_cases();
    let languages: BTreeSet<&str> =
        cases.iter().map(|case| case["language"].as_str().expect("a language")).collect();
    assert!(languages.len() >= 6, "{languages:?}");
}

#[test]
fn a_cancelled_model_call_is_an_error() {
    let host: &'static MemoryHost = Box::leak(Box::new(MemoryHost::with_notes(&[])));
    let engine = Engine::default();
    engine.configure(&json!({
        "webSearch": "tavily", "searchKey": "key", "papers": "off", "engine": "model",
        "provider": "other", "modelUrl": MODEL_URL, "model": "bee-1", "streaming": false,
    }));
    let results = json!({ "results": [
        { "url": "https://example.org/tea", "title": "Tea", "content": "Tea is a hot drink." },
    ] });
    *host.scripted_service.borrow_mut() = Some(Box::new(move |request| {
        if request.url.starts_with(MODEL_URL) {
            host.cancel_after_progress_reports.set(Some(0));
        }
        HttpResponse::from_text(200, results.to_string())
    }));
    let request = QuickAnswerRequest {
        question: "What is tea?".into(),
        web_permission: Permission::Allowed,
        model_permission: Permission::Allowed,
    };
    let error = block_on(engine.answer_quickly(host, &request)).expect_err("cancelled");
    assert_eq!(error.code, ErrorCode::Cancelled);
}

#[test]
fn the_services_of_an_answer_are_those_of_the_settings_but_none_for_a_private_note() {
    let host = MemoryHost::with_notes(&NOTES);
    let services = |settings: serde_json::Value, note: Option<&str>| {
        let engine = Engine::default();
        engine.configure(&settings);
        let request = AskRequest { note: note.map(str::to_owned), ..question("") };
        block_on(engine.ask_services(&host, &request)).expect("services")
    };
    let settings = || {
        json!({
            "engine": "model", "provider": "other", "modelUrl": "https://models.example.org/v1",
            "model": "bee-1", "webSearch": "keyless", "papers": "off",
        })
    };
    for note in [None, Some("Coffee/Caffeine.md")] {
        let found = services(settings(), note);
        let model = found.model.expect("a model");
        assert_eq!(
            (model.name.as_str(), model.model_host.as_str()),
            ("bee-1", "models.example.org")
        );
        assert_eq!(found.web_service_names, ["Tavily", "DuckDuckGo", "Wikipedia"]);
    }
    assert_eq!(services(settings(), Some("Diary.md")), AskServices::default());
    assert_eq!(services(json!({ "engine": "built-in" }), None), AskServices::default());
}

#[test]
fn an_exported_report_is_no_evidence_for_another_answer() {
    let host = MemoryHost::with_notes(&NOTES);
    let engine = Engine::default();
    let asked = question("What is the half-life of caffeine?");
    let first = block_on(engine.ask(&host, &asked)).expect("an answer");
    let files = block_on(engine.ask_files(&host, &first.run_id)).expect("the files");
    assert!(
        files.report_markdown.contains("# What is the half-life of caffeine?\n\nThe half-life")
    );
    let with_report = [&NOTES[..], &[("Asked/report.md", files.report_markdown.as_str())]].concat();
    let host = MemoryHost::with_notes(&with_report);
    let second = block_on(Engine::default().ask(&host, &asked)).expect("an answer");
    assert_eq!(second.answer_markdown, first.answer_markdown);
    let shown = serde_json::to_string(&second).unwrap();
    assert!(!shown.contains("report.md"), "{shown}");
}
