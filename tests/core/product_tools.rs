//! The product's own tools over a vault in memory: research, questions, summaries and transcripts. What
//! they would change is only proposed, and private and excluded notes do not exist for them.

use std::cell::RefCell;
use std::rc::Rc;

use crate::played::settings;
use ibid::answers::run::Permission;
use ibid::engine::Engine;
use ibid::features::tools::{ApplyRequest, ToolRequest, ToolResult, UndoRequest};
use ibid::host::MemoryHost;
use ibid::model::llm::MAX_AUDIO_BYTES;
use ibid::values::{Error, ErrorCode};
use ibid::web::http::{HttpRequest, HttpResponse};
use pollster::block_on;
use serde_json::{Value, json};

const BRIDGE: &str = "# Harbour bridge\n\nWhen was the harbour bridge opened? The harbour bridge carries eight lanes of traffic. See [[Diary]].\n";

const NOTES: [(&str, &str); 8] = [
    ("Places/Bridge.md", BRIDGE),
    ("Places/Opening.md", "# Opening\n\nThe harbour bridge was opened on 19 March 1932.\n"),
    ("Diary.md", "---\nprivate: true\n---\nThe harbour bridge was opened on 4 July 4711.\n"),
    ("Secret/Plan.md", "The harbour bridge was opened in 4711, said Zora.\n"),
    ("Old/Plan.md", "The harbour bridge was opened in 4711.\n"),
    ("Empty.md", "---\ntags: x\n---\n"),
    (
        "Meetings/Monday.md",
        "![[talk.m4a]] ![[Secret/own.mp3]] ![[gone.wav]] ![[talk.m4a]] ![](song%20two.ogg) ![[photo.png]]\n",
    ),
    ("Silent.md", "No audio, only [[talk.m4a]].\n"),
];

struct Desk {
    engine: Engine,
    host: MemoryHost,
}

fn desk_with(more: Value, service: impl Fn(&HttpRequest) -> HttpResponse + 'static) -> Desk {
    let host = MemoryHost::with_notes(&NOTES);
    for path in ["Meetings/talk.m4a", "Audio/talk.m4a", "Secret/own.mp3", "Audio/song two.ogg"] {
        host.files_by_path.borrow_mut().insert(path.into(), path.as_bytes().to_vec());
    }
    *host.scripted_service.borrow_mut() = Some(Box::new(service));
    let engine = Engine::default();
    let mut saved = settings(json!({ "privateFolders": ["Secret"], "excludedFolders": ["Old"] }));
    saved.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    assert_eq!(engine.configure(&saved).warnings, Vec::<String>::new());
    block_on(engine.sync_index(&host)).unwrap();
    Desk { engine, host }
}

fn desk() -> Desk {
    desk_with(json!({}), |_| HttpResponse::from_text(500, "out of order"))
}

impl Desk {
    fn call(&self, name: &str, arguments: Value, allowed: Permission) -> Result<ToolResult, Error> {
        let request = ToolRequest {
            name: name.into(),
            arguments,
            web_permission: Permission::Off,
            model_permission: allowed,
            audio_permission: allowed,
        };
        block_on(self.engine.call_tool(&self.host, &request))
    }

    fn error(&self, name: &str, arguments: Value) -> (ErrorCode, String) {
        let error = self.call(name, arguments, Permission::Allowed).unwrap_err();
        (error.code, error.message)
    }
}

#[test]
fn research_is_proposed_and_written_only_after_the_yes() {
    let desk = desk();
    let result = desk.call("research_note", json!({ "path": "Bridge" }), Permission::Off).unwrap();
    assert_eq!(desk.host.note_text("Places/Bridge.md"), BRIDGE);
    assert!(desk.host.sent_requests.borrow().is_empty());
    assert_eq!(result.data["path"], "Places/Bridge.md");
    assert!(result.data["topicsResearched"].as_u64() >= Some(1));
    let proposal = result.proposal.unwrap();
    assert_eq!(proposal.changes.len(), 1);
    let after = proposal.changes[0].after.clone().unwrap();
    assert!(after.starts_with(BRIDGE.trim_end()) && after.contains("## Research"), "{after}");
    assert!(after.contains("19 March 1932") && !after.contains("4711"), "{after}");
    // Nothing is stored of a report that the user has not accepted.
    assert_eq!(block_on(desk.engine.written_sections(&desk.host)), []);
    assert_eq!(block_on(desk.engine.unfinished_runs(&desk.host)), []);
    let apply = ApplyRequest { proposal, only: None };
    let applied = block_on(desk.engine.apply_proposal(&desk.host, &apply)).unwrap();
    assert_eq!(desk.host.note_text("Places/Bridge.md"), after);
    let undo = UndoRequest { undo: applied.undo };
    block_on(desk.engine.undo(&desk.host, &undo)).unwrap();
    assert_eq!(desk.host.note_text("Places/Bridge.md"), BRIDGE);
}

#[test]
fn a_model_that_fails_leaves_research_to_the_built_in_engine() {
    let desk = desk();
    let arguments = json!({ "path": "Bridge", "focus": "When was it opened?", "depth": "shallow" });
    let result = desk.call("research_note", arguments, Permission::Allowed).unwrap();
    assert!(!desk.host.sent_requests.borrow().is_empty());
    assert!(!result.proposal.unwrap().changes.is_empty());
}

#[test]
fn hidden_notes_do_not_exist() {
    let desk = desk();
    for tool in ["research_note", "summarize_note", "transcribe_audio"] {
        let desk = match tool {
            "transcribe_audio" => {
                &desk_with(json!({ "transcriptionKey": "k" }), |_| panic!("sent"))
            }
            _ => &desk,
        };
        for path in ["Diary", "Secret/Plan.md", "Old/Plan.md", "Nowhere"] {
            let (code, message) = desk.error(tool, json!({ "path": path }));
            let missing = format!("There is no note “{path}” in this vault");
            assert_eq!((code, message), (ErrorCode::NoteMissing, missing), "{tool} {path}");
        }
        let (code, _) = desk.error(tool, json!({ "path": "../x" }));
        assert_eq!(code, ErrorCode::PathOutside);
        let (code, _) = desk.error(tool, json!({ "path": "Bridge", "more": 1 }));
        assert_eq!(code, ErrorCode::ArgumentInvalid);
    }
    for folder in ["Secret", "Old", "Nowhere"] {
        let arguments = json!({ "question": "When was it opened?", "folder": folder });
        let (code, message) = desk.error("ask_vault", arguments);
        let missing = format!("There is no folder “{folder}” with notes in this vault");
        assert_eq!((code, message), (ErrorCode::NoteMissing, missing));
    }
    assert!(desk.host.sent_requests.borrow().is_empty());
}

#[test]
fn a_question_is_answered_with_passages_to_cite() {
    let desk = desk();
    let ask = |folder: &str, expected: Option<&str>| {
        let question = "When was the harbour bridge opened?";
        let arguments = json!({ "question": question, "folder": folder });
        let result = desk.call("ask_vault", arguments, Permission::Off).unwrap();
        let text = result.text.as_str();
        assert_eq!(result.data["found"], expected.is_some(), "{text}");
        assert!(!text.contains("4711"), "{text}");
        match expected {
            Some(words) => assert!(text.contains(words) && text.contains("ev-tools-00"), "{text}"),
            None => assert!(text.contains("don't answer"), "{text}"),
        }
    };
    ask("", Some("19 March 1932"));
    ask("places", Some("19 March 1932"));
    ask("Meetings", None);
    let (code, _) = desk.error("ask_vault", json!({ "question": "" }));
    assert_eq!(code, ErrorCode::ArgumentInvalid);
}

#[test]
fn a_note_is_summed_up_with_and_without_a_model() {
    let desk = desk_with(json!({}), |request| {
        let body = request.body.as_deref().unwrap_or_default();
        assert!(body.contains("sum up one note") && !body.contains("4711"), "{body}");
        assert!(!body.contains("Diary"), "{body}");
        let reply =
            json!({ "summary": "A bridge with eight lanes. ![x](https://evil.example/a.png)" });
        let body = json!({
            "choices": [{ "message": { "content": reply.to_string() }, "finish_reason": "stop" }],
            "usage": { "prompt_tokens": 100, "completion_tokens": 20 },
        });
        HttpResponse::from_text(200, body.to_string())
    });
    let by_model =
        desk.call("summarize_note", json!({ "path": "Bridge" }), Permission::Allowed).unwrap();
    assert_eq!(by_model.data["summary"], "A bridge with eight lanes. x");
    assert!(by_model.text.as_str().contains("A bridge with eight lanes."));
    assert!(by_model.text.note_paths().any(|path| path == "Places/Bridge.md"));
    let alone = desk.call("summarize_note", json!({ "path": "Bridge" }), Permission::Off).unwrap();
    assert!(alone.data["summary"].as_str().unwrap().contains("harbour bridge"), "{}", alone.data);
    assert_eq!(desk.host.sent_requests.borrow().len(), 1);
    let (code, message) = desk.error("summarize_note", json!({ "path": "Empty" }));
    assert_eq!((code, message.as_str()), (ErrorCode::ArgumentInvalid, "“Empty.md” is empty"));
}

#[test]
fn audio_files_of_a_note_are_transcribed() {
    let heard = Rc::new(RefCell::new(Vec::<String>::new()));
    let own = Rc::clone(&heard);
    let saved =
        json!({ "transcriptionUrl": "http://localhost:7/v1", "transcriptionModel": "tiny" });
    let desk = desk_with(saved, move |request| {
        assert_eq!(request.url, "http://localhost:7/v1/audio/transcriptions");
        let body = String::from_utf8(request.body_bytes.clone()).unwrap();
        assert!(body.contains("name=\"model\"\r\n\r\ntiny\r\n"), "{body}");
        let file = body.split("\r\n\r\n").nth(3).and_then(|rest| rest.split("\r\n").next());
        let file = file.unwrap_or_default().to_owned();
        own.borrow_mut().push(file.clone());
        let text = if file.ends_with("ogg") {
            "{}".to_owned()
        } else {
            json!({ "text": "Hello, says Zora." }).to_string()
        };
        HttpResponse::from_text(200, text)
    });
    let result =
        desk.call("transcribe_audio", json!({ "path": "Monday" }), Permission::Allowed).unwrap();
    // The file beside the note comes first, and each is sent once.
    assert_eq!(
        result.data["results"],
        json!([{ "file": "Meetings/talk.m4a", "transcript": "Hello, says Zora." }])
    );
    let errors: Vec<&str> = result.data["errors"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|it| it["file"].as_str())
        .collect();
    assert_eq!(errors, ["Secret/own.mp3", "gone.wav", "Audio/song two.ogg"]);
    assert!(result.data["errors"][0]["message"] == result.data["errors"][1]["message"]);
    assert!(heard.borrow().iter().all(|file| !file.contains("own.mp3")));
    assert!(result.text.as_str().contains("Hello, says Zora."));
    let log = block_on(desk.engine.audit_log(&desk.host));
    let log = serde_json::to_string(&log).unwrap();
    assert!(log.contains("bytes of a file") && !log.contains("talk.m4a"), "{log}");
    let silent =
        desk.call("transcribe_audio", json!({ "path": "Silent" }), Permission::Allowed).unwrap();
    assert!(silent.text.as_str().contains("embeds no audio file"));
    desk.host
        .files_by_path
        .borrow_mut()
        .insert("Meetings/talk.m4a".into(), vec![0; MAX_AUDIO_BYTES as usize + 1]);
    let result =
        desk.call("transcribe_audio", json!({ "path": "Monday" }), Permission::Allowed).unwrap();
    let message = "The file has 26 MB, but the service takes at most 25 MB";
    assert_eq!(result.data["errors"][0]["message"], message);
}

#[test]
fn audio_is_sent_only_with_a_service_and_permission() {
    let check = |saved: Value, allowed, expected: &str| {
        let desk = desk_with(saved, |_| panic!("sent"));
        let error =
            desk.call("transcribe_audio", json!({ "path": "Monday" }), allowed).unwrap_err();
        assert_eq!((error.code, error.message.as_str()), (ErrorCode::NotAllowed, expected));
    };
    check(json!({}), Permission::Allowed, "No transcription service is set");
    let saved = json!({ "transcriptionUrl": "http://localhost:7/v1" });
    check(saved, Permission::Off, "Sending audio files is not allowed");
}
