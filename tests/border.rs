//! The border in a real browser: the shapes and errors that JavaScript sees, over a host written
//! in JavaScript.
#![cfg(target_family = "wasm")]

use ibid::host::{Network as _, StorageState, Timer as _};
use ibid::values::ErrorCode;
use ibid::wasm::engine::JsEngine;
use ibid::wasm::index::JsIndex;
use ibid::wasm::js_host::{HostObject, JsHost, Task};
use ibid::wasm::{
    apply_edit, check_url, outline, passages, sanitize, settings_form, topics, update_agenda,
    verify, version,
};
use ibid::web::http::{Endpoint, HttpRequest};
use js_sys::{JSON, Reflect};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen(inline_js = r#"
export function makeHost(notes) {
  const failure = (code, message) => Object.assign(new Error(message), { code, hint: "a hint" });
  return {
    edits: [],
    async http(request) {
      if (request.url.includes("offline")) throw failure("offline", "No answer");
      if (request.url.includes("never")) return new Promise(() => {});
      if (request.wants === "bytes") return { status: 200, headers: [], text: "", bytes: new Uint8Array([104, 105, 255]) };
      return { status: 204, headers: [["x-asked", JSON.stringify(request)]], text: "body" };
    },
    async notes() { return Object.entries(notes).map(([path, text]) => ({ path, modified: 1, size: text.length })); },
    async read(path) {
      if (!(path in notes)) throw failure("note-missing", `${path} is gone`);
      return notes[path];
    },
    async edit(path, edit) { this.edits.push(edit); return path; },
    async create(path) { return path; },
    async load() { return undefined; },
    async save(name, bytes) { this.saved = Math.max(this.saved ?? 0, bytes.length); },
    async forget() {},
    async sleep() {},
    now: () => Date.UTC(2026, 10, 15),
    offsetMinutes: () => 0,
    random: () => 0.5,
  };
}
export function makeTask(cancelled) {
  return { reports: [], report(progress) { this.reports.push(progress); }, cancelled: () => cancelled };
}
export function makeStoppedTask() {
  return { ...makeTask(true), stopped: new Promise((resolve) => setTimeout(resolve, 20)) };
}
"#)]
extern "C" {
    #[wasm_bindgen(js_name = "makeHost")]
    fn make_host(notes: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = "makeTask")]
    fn make_task(cancelled: bool) -> JsValue;
    #[wasm_bindgen(js_name = "makeStoppedTask")]
    fn make_stopped_task() -> JsValue;
}

fn json(text: &str) -> JsValue {
    JSON::parse(text).expect("JSON")
}

/// A value on its way to a typed parameter, whatever its shape.
fn typed<T: Tsify>(value: JsValue) -> Ts<T> {
    Ts::new_unchecked(value)
}

/// What a call threw.
fn thrown<T>(result: Result<T, impl Into<JsValue>>) -> JsValue {
    result.err().expect("an exception").into()
}

fn shown(value: &JsValue) -> String {
    JSON::stringify(value).expect("JSON").into()
}

fn get(value: &JsValue, path: &str) -> JsValue {
    path.split('.')
        .fold(value.clone(), |value, key| Reflect::get(&value, &key.into()).expect("a key"))
}

fn text(value: &JsValue, path: &str) -> String {
    get(value, path).as_string().unwrap_or_else(|| format!("{path} is no text"))
}

fn vault() -> JsValue {
    make_host(json(
        r#"{ "Coffee.md": "How late is too late for coffee?", "Sleep.md": "Coffee after two is too late for most." }"#,
    ))
}

#[wasm_bindgen_test]
fn a_claim_is_compared_with_its_evidence() {
    let said = verify("Tea steeps for 5 minutes.", "Tea steeps for 3 minutes.").unwrap().js_value();
    assert_eq!(get(&said, "supported"), JsValue::FALSE);
    assert!(get(&said, "score").as_f64().is_some_and(|score| (0.0..=1.0).contains(&score)));
    assert_eq!(shown(&get(&said, "missing")), r#"["5"]"#);
}

#[wasm_bindgen_test]
async fn tools_are_called_with_plain_objects() {
    let engine = JsEngine::new(vault().unchecked_into::<HostObject>());
    let tools = engine.tools().unwrap();
    let first = tools[0].js_value();
    assert_eq!(
        (text(&first, "name"), text(&first, "effect")),
        ("search_vault".into(), "read".into())
    );
    assert_eq!(shown(&get(&first, "parameters.required")), r#"["query"]"#);
    let call = async |call: &str| {
        let task = make_task(false).unchecked_into::<Task>();
        engine.call_tool(typed(json(call)), task).await.map(|result| result.js_value())
    };
    let read = r#"{ "name": "read_note", "arguments": { "path": "coffee", "length": "8" } }"#;
    let part = call(read).await.unwrap();
    let expected = r#"{"next":8,"offset":0,"path":"Coffee.md","text":"How late","total":32}"#;
    assert_eq!(shown(&get(&part, "data")), expected);
    assert!(text(&part, "text").contains("How late is too late for coffee?"));
    assert_eq!(text(&part, "next"), "more-1");
    let date = call(r#"{ "name": "current_date" }"#).await.unwrap();
    assert_eq!(text(&date, "data.weekday"), "Sunday");
    assert!(get(&date, "next").is_undefined());
    let error = thrown(call(r#"{ "name": "read_note", "arguments": { "path": "x" } }"#).await);
    assert_eq!(text(&error, "code"), "note-missing");
}

#[wasm_bindgen_test]
async fn checked_citations_come_with_the_edit_that_marks_them() {
    let note = "Milk is as white as snow ([[Milk]]). It is warm.";
    let notes = format!(r#"{{ "Coffee.md": "{note}" }}"#);
    let engine = JsEngine::new(make_host(json(&notes)).unchecked_into::<HostObject>());
    let request = typed(json(r#"{ "path": "Coffee.md" }"#));
    let task = make_task(false).unchecked_into::<Task>();
    let checked = engine.check_citations(request, task).await.unwrap().js_value();
    assert_eq!(text(&checked, "citations.0.verdict"), "gone");
    assert_eq!(text(&checked, "markEdit.kind"), "mark-problems");
    assert_eq!(shown(&get(&checked, "markable")), "1");
    assert_eq!(shown(&get(&checked, "marks")), "0");
    let marked = apply_edit(note, typed(get(&checked, "markEdit"))).unwrap();
    assert!(marked.contains("([[Milk]]). ==⚠ Ibid: source missing== It"), "{marked}");
    let remove = || typed(json(r#"{ "kind": "remove-problem-marks" }"#));
    assert_eq!(apply_edit(&marked, remove()).unwrap(), note);
}

#[wasm_bindgen_test]
async fn the_evidence_of_an_answer_is_plain_objects() {
    let engine = JsEngine::new(vault().unchecked_into::<HostObject>());
    let request = typed(json(r#"{ "question": "How late is too late for coffee?" }"#));
    let task = make_task(false).unchecked_into::<Task>();
    let answer = engine.ask(request, task).await.unwrap().js_value();
    assert_eq!(text(&answer, "evidence.0.id"), "ev-00000000-001");
    assert!(text(&answer, "evidence.0.path").ends_with(".md"));
    assert_eq!(shown(&get(&answer, "evidence.0.firstLine")), "1");
}

#[wasm_bindgen_test]
async fn the_evidence_of_an_answer_is_plain_objects_that_a_follow_up_takes() {
    let engine = JsEngine::new(vault().unchecked_into::<HostObject>());
    let ask = async |request: JsValue| {
        let task = make_task(false).unchecked_into::<Task>();
        engine.ask(typed(request), task).await.unwrap().js_value()
    };
    let request = json(r#"{ "question": "When is coffee too late for most?" }"#);
    let answer = ask(request.clone()).await;
    let evidence = get(&answer, "evidence");
    assert_eq!(text(&evidence, "0.path"), "Coffee.md");
    let earlier = json(r#"{ "question": "When is coffee too late for most?", "answer": "" }"#);
    Reflect::set(&earlier, &"evidence".into(), &evidence).unwrap();
    Reflect::set(&request, &"earlier".into(), &earlier).unwrap();
    assert_eq!(shown(&get(&ask(request).await, "evidence")), shown(&evidence));
    let task = make_task(false).unchecked_into::<Task>();
    let services = engine.ask_services(typed(json(r#"{ "question": "" }"#)), task).await.unwrap();
    assert_eq!(shown(&services.js_value()), r#"{"web":[]}"#);
}

#[wasm_bindgen_test]
fn the_version_is_the_crates() {
    assert_eq!(version(), env!("CARGO_PKG_VERSION"));
}

#[wasm_bindgen_test]
fn an_edit_is_an_object_and_its_errors_carry_code_hint_and_lines() {
    let edit = json(r###"{ "kind": "write-section", "heading": "## R", "content": "new" }"###);
    assert_eq!(apply_edit("a\n", typed(edit.clone())).unwrap(), "a\n\n## R\n\nnew\n");
    let error = thrown(apply_edit("## R\n\n## R\n", typed(edit)));
    assert!(error.is_instance_of::<js_sys::Error>());
    assert_eq!(
        (text(&error, "code").as_str(), shown(&get(&error, "lines")).as_str()),
        ("heading-ambiguous", "[1,3]")
    );
    assert_ne!(text(&error, "hint"), "");
}

#[wasm_bindgen_test]
fn a_value_of_the_wrong_shape_is_refused_by_name() {
    let error = thrown(apply_edit("a", typed(json(r#"{ "kind": "explode" }"#))));
    assert_eq!(text(&error, "code"), "invalid-argument");
    assert!(text(&error, "message").contains("explode"));
}

#[wasm_bindgen_test]
fn outline_and_passages_are_plain_data() {
    let headings = outline("# A\n\ntext\n").unwrap();
    let heading = headings.first().expect("a heading").js_value();
    assert_eq!(shown(&heading), r#"{"level":1,"text":"A","line":1}"#);
    let passages = passages("# A\n\ntext\n").unwrap();
    let expected =
        r##"{"trail":["A"],"firstLine":1,"lastLine":3,"kind":"text","text":"# A\n\ntext\n"}"##;
    assert_eq!(shown(passages.first().expect("a passage")), expected);
}

#[wasm_bindgen_test]
fn an_address_is_allowed_or_refused_with_a_reason() {
    let verdict = |url| shown(&check_url(url).unwrap().js_value());
    assert_eq!(
        verdict("https://Müller.example#x"),
        r#"{"allowed":true,"url":"https://xn--mller-kva.example/"}"#
    );
    assert_eq!(
        verdict("https://10.1/"),
        r#"{"allowed":false,"reason":"its host is a private address (10.0.0.0/8)"}"#
    );
}

#[wasm_bindgen_test]
fn what_may_be_written_comes_with_what_was_removed() {
    let urls = vec!["https://ok.example/a".to_owned()];
    let clean = sanitize("[a](https://ok.example/a) ![b](c) [[D]]", urls, Some(vec![])).unwrap();
    let clean = clean.js_value();
    assert_eq!(text(&clean, "markdown"), "[a](https://ok.example/a) b D");
    let removed = r#"["a link to a note that is not known","an image"]"#;
    assert_eq!(shown(&get(&clean, "removed")), removed);
}

#[wasm_bindgen_test]
fn topics_have_the_public_names() {
    let found = topics("How late is too late for coffee?", 10).unwrap();
    let first = found.first().expect("a topic").js_value();
    assert_eq!(shown(&get(&first, "topic")), "\"Late for coffee\"");
    assert_eq!(shown(&get(&first, "type")), "\"question\"");
    assert_eq!(shown(&get(&first, "context")), "\"How late is too late for coffee?\"");
}

#[wasm_bindgen_test]
fn the_settings_form_is_plain_data() {
    let form: JsValue = settings_form().unwrap().js_value();
    assert_eq!(text(&form, "groups.0.fields.0.key"), "engine");
    assert_eq!(text(&form, "groups.0.fields.0.control.options.1.value"), "model");
    assert_eq!(text(&form, "groups.0.fields.1.shownWhen.0.key"), "engine");
    assert_eq!(shown(&get(&form, "groups.0.fields.0.shownWhen")), "[]");
    assert_eq!(shown(&get(&form, "groups.0.fields.1.resets.1")), "\"apiKey\"");
    assert_eq!(shown(&get(&form, "groups.8.fields.0.default")), "[]");
}

#[wasm_bindgen_test]
fn an_index_finds_keeps_and_forgets() {
    let mut index = JsIndex::new();
    index.upsert("a/Coffee.md", "# Heat\nWater near 93 degrees.", 1.0).unwrap();
    let search = |index: &JsIndex| {
        let hits = index
            .search(typed(json(r#"{ "text": "water", "mode": "keyword", "limit": 5 }"#)))
            .unwrap();
        hits.into_iter().map(|hit| hit.js_value()).collect::<Vec<_>>()
    };
    let hit = search(&JsIndex::decode(&index.encode()).unwrap()).remove(0);
    assert_eq!(
        (text(&hit, "path").as_str(), text(&hit, "heading").as_str()),
        ("a/Coffee.md", "Heat")
    );
    assert_eq!(
        (shown(&get(&hit, "firstLine")).as_str(), text(&hit, "passage").as_str()),
        ("1", "")
    );
    index.remove("a/Coffee.md").unwrap();
    assert_eq!((search(&index).len(), index.notes()), (0, 0));
    assert_eq!(text(&thrown(JsIndex::decode(b"nonsense")), "code"), "index-unusable");
}

#[wasm_bindgen_test]
async fn a_run_goes_through_a_host_in_javascript() {
    let host = vault();
    let task = make_task(false);
    let engine = JsEngine::new(host.clone().unchecked_into());
    let loaded = engine.configure(json(r#"{ "depth": "banana" }"#)).unwrap().js_value();
    assert!(shown(&get(&loaded, "warnings")).contains("banana"));
    let plan = json(r#"{ "path": "Coffee.md" }"#);
    let agenda: JsValue =
        engine.plan(typed(plan), task.clone().unchecked_into()).await.unwrap().js_value();
    assert_eq!(
        (text(&agenda, "section").as_str(), text(&agenda, "depth").as_str()),
        ("absent", "shallow")
    );
    let request = js_sys::Object::new();
    Reflect::set(&request, &"agenda".into(), &agenda).unwrap();
    let request: JsValue = request.into();
    let report: JsValue =
        engine.run(typed(request), task.clone().unchecked_into()).await.unwrap().js_value();
    assert_eq!(
        (text(&report, "path").as_str(), shown(&get(&report, "topicsResearched")).as_str()),
        ("Coffee.md", "1")
    );
    assert_eq!(text(&host, "edits.0.kind"), "write-section");
    assert!(text(&host, "edits.0.content").contains("Coffee after two is too late for most."));
    assert!(get(&host, "saved").as_f64().is_some_and(|bytes| bytes > 6.0));
    assert_ne!(text(&task, "reports.0.message"), "");
}

/// Returns the agenda of the note about coffee.
async fn coffee_agenda(engine: &JsEngine) -> JsValue {
    let plan = json(r#"{ "path": "Coffee.md" }"#);
    let agenda = engine.plan(typed(plan), make_task(false).unchecked_into()).await;
    agenda.unwrap().js_value()
}

/// Sets a field of an object to a value that is given as JSON.
fn set(object: &JsValue, path: &str, value: &str) {
    let (parent, key) = path.rsplit_once('.').unwrap_or(("", path));
    let parent = if parent.is_empty() { object.clone() } else { get(object, parent) };
    assert!(Reflect::set(&parent, &key.into(), &json(value)).unwrap(), "{path} was not set");
}

#[wasm_bindgen_test]
async fn an_edited_agenda_gets_its_topics_and_total() {
    let engine = JsEngine::new(vault().unchecked_into());
    let agenda = coffee_agenda(&engine).await;
    let update = |agenda: &JsValue| update_agenda(typed(agenda.clone())).map(|new| new.js_value());
    let unchanged = update(&agenda).unwrap();
    assert_eq!(shown(&unchanged), shown(&agenda));

    set(&agenda, "topics.0.name", r#""  Coffee   at night ""#);
    let added = r#"{ "topic": "", "context": "", "type": "concept", "reason": "",
        "name": "Is decaf better?", "ticked": true }"#;
    get(&agenda, "topics").unchecked_into::<js_sys::Array>().push(&json(added));
    let updated = update(&agenda).unwrap();
    assert_eq!(text(&updated, "topics.0.topic"), "Coffee at night");
    assert_eq!(text(&updated, "topics.0.name"), "Coffee at night");
    assert_eq!(text(&updated, "topics.0.reason"), "Edited by you");
    assert_eq!(text(&updated, "topics.1.topic"), "Is decaf better?");
    assert_eq!(text(&updated, "topics.1.type"), "question");
    assert_eq!(text(&updated, "topics.1.reason"), "Added by you");
    assert_eq!(shown(&get(&updated, "total.topics")), "2");

    set(&updated, "topics.0.ticked", "false");
    assert_eq!(shown(&get(&update(&updated).unwrap(), "total.topics")), "1");
    assert_eq!(text(&thrown(update(&json(r#"{ "run": "1" }"#))), "code"), "invalid-argument");
}

#[wasm_bindgen_test]
async fn the_services_of_an_agenda_are_compared_with_the_settings() {
    let host = make_host(json(
        r#"{ "Coffee.md": "How late is too late for coffee?", "Diary.md": "---\nprivate: true\n---\nTea." }"#,
    ));
    let engine = JsEngine::new(host.unchecked_into());
    let check = async |agenda: &JsValue| {
        let task = make_task(false).unchecked_into();
        engine.check_services(typed(agenda.clone()), task).await.map(|check| check.js_value())
    };
    let answers = |check: &JsValue| (text(check, "web"), text(check, "model"));
    let expected = |web: &str, model: &str| (web.to_owned(), model.to_owned());

    let agenda = coffee_agenda(&engine).await;
    let same = check(&agenda).await.unwrap();
    assert_eq!(answers(&same), expected("approved", "unused"));
    assert_eq!(shown(&get(&same, "agenda")), shown(&agenda));

    engine.configure(json(r#"{ "webSearch": "brave", "papers": "off" }"#)).unwrap();
    let changed = check(&agenda).await.unwrap();
    assert_eq!(answers(&changed), expected("changed", "unused"));
    assert!(shown(&get(&changed, "agenda.asks")).contains("Brave"), "{}", shown(&changed));

    let settings = r#"{ "webSearch": "off", "papers": "off", "engine": "model",
        "provider": "ollama", "model": "small" }"#;
    engine.configure(json(settings)).unwrap();
    set(&agenda, "model", r#"{ "name": "large", "host": "api.example.org", "local": false }"#);
    let changed = check(&agenda).await.unwrap();
    assert_eq!(answers(&changed), expected("unused", "changed"));
    let agenda = get(&changed, "agenda");
    assert_eq!(text(&agenda, "model.name"), "small");
    assert_eq!(answers(&check(&agenda).await.unwrap()), expected("unused", "approved"));

    set(&agenda, "path", r#""Diary.md""#);
    assert_eq!(answers(&check(&agenda).await.unwrap()), expected("unused", "unused"));
    set(&agenda, "path", r#""Gone.md""#);
    assert_eq!(text(&thrown(check(&agenda).await), "code"), "note-missing");
}

#[wasm_bindgen_test]
async fn failures_of_the_host_and_a_cancel_keep_their_code() {
    let engine = JsEngine::new(vault().unchecked_into());
    let missing = json(r#"{ "path": "Gone.md" }"#);
    let error = thrown(engine.plan(typed(missing), make_task(false).unchecked_into()).await);
    assert_eq!(
        (text(&error, "code").as_str(), text(&error, "hint").as_str()),
        ("note-missing", "a hint")
    );
    let plan = json(r#"{ "path": "Coffee.md" }"#);
    let engine = JsEngine::new(vault().unchecked_into());
    let error = thrown(engine.plan(typed(plan), make_task(true).unchecked_into()).await);
    assert_eq!(text(&error, "code"), "cancelled");
}

#[wasm_bindgen_test]
async fn a_request_crosses_both_ways() {
    let host: HostObject = vault().unchecked_into();
    let task: Task = make_task(false).unchecked_into();
    let storage_state = StorageState::default();
    let run_host = JsHost { host: &host, task: &task, storage_state: &storage_state };
    let answer = run_host
        .http(HttpRequest::get(Endpoint::fixed("https://example.org").with_path("/")))
        .await
        .unwrap();
    assert_eq!((answer.status, answer.text.as_str()), (204, "body"));
    let asked = answer.header("x-asked").unwrap_or_default();
    assert!(
        asked.contains(r#""method":"GET""#) && asked.contains(r#""timeoutMillis":10000"#),
        "{asked}"
    );
    let error = run_host
        .http(HttpRequest::get(Endpoint::fixed("https://offline.example.org").with_path("/")))
        .await
        .unwrap_err();
    assert_eq!((error.code.as_str(), error.message.as_str()), ("offline", "No answer"));
}

#[wasm_bindgen_test]
async fn bytes_cross_as_bytes() {
    let host: HostObject = vault().unchecked_into();
    let task: Task = make_task(false).unchecked_into();
    let storage_state = StorageState::default();
    let run_host = JsHost { host: &host, task: &task, storage_state: &storage_state };
    let request = HttpRequest::get(Endpoint::fixed("https://example.org").with_path("/"))
        .read_response_as_bytes(10);
    assert_eq!(run_host.http(request).await.unwrap().bytes, [104, 105, 255]);
}

#[wasm_bindgen_test]
async fn what_never_ends_ends_when_the_person_stops_it() {
    let host: HostObject = vault().unchecked_into();
    let task: Task = make_stopped_task().unchecked_into();
    let storage_state = StorageState::default();
    let run_host = JsHost { host: &host, task: &task, storage_state: &storage_state };
    let request = HttpRequest::get(Endpoint::fixed("https://never.example.org").with_path("/"));
    assert_eq!(run_host.http(request).await.unwrap_err().code, ErrorCode::Cancelled);
    run_host.wait_until_stopped().await;
}
