//! The citations of a note over notes in memory and scripted pages.

use crate::golden;

use ibid::answers::run::Permission;
use ibid::engine::Engine;
use ibid::features::citations::{
    CheckedCitation, CitationVerdict, CitationsCheck, CitationsRequest,
};
use ibid::host::MemoryHost;
use ibid::notes::note::{NoteEdit, apply};
use ibid::values::ErrorCode;
use ibid::web::http::{HttpRequest, HttpResponse};
use pollster::block_on;
use serde_json::json;

const NOTE: &str = "Notes/Claim.md";
const SOURCES: &str = include_str!("../fixtures/citations/sources.txt");

/// A vault with the notes of sources.txt and this note, whose pages come from sources.txt.
fn host(note: &str) -> MemoryHost {
    let host = MemoryHost::with_notes(&[(NOTE, note)]);
    let (pages, notes): (Vec<golden::Case>, Vec<golden::Case>) =
        golden::parse(SOURCES).into_iter().partition(|case| case.name.starts_with("https://"));
    for source in notes {
        host.put_note(&source.name, &source.input);
    }
    *host.scripted_service.borrow_mut() = Some(Box::new(move |request: &HttpRequest| {
        let page = pages.iter().find(|page| page.name == request.url);
        page.map_or(HttpResponse::from_text(404, ""), |page| page_response(&page.input))
    }));
    host
}

fn page_response(text: &str) -> HttpResponse {
    if let Ok(status) = text.trim().parse() {
        return HttpResponse::from_text(status, "");
    }
    let paragraphs: String =
        text.trim().split("\n\n").map(|text| format!("<p>{text}</p>")).collect();
    let html = format!("<html><body><article><h1>Page</h1>{paragraphs}</article></body></html>");
    HttpResponse {
        bytes: html.into_bytes(),
        ..HttpResponse::from_text(200, "").with_header("content-type", "text/html")
    }
}

fn engine() -> Engine {
    let engine = Engine::default();
    let settings = json!({ "engine": "built-in", "webSearch": "off", "papers": "off" });
    assert_eq!(engine.configure(&settings).warnings, Vec::<String>::new());
    engine
}

fn request(web_permission: Permission) -> CitationsRequest {
    CitationsRequest { note_path: NOTE.into(), web_permission, ..CitationsRequest::default() }
}

fn check(host: &MemoryHost, web: Permission) -> Vec<CheckedCitation> {
    check_note(host, web).citations
}

fn check_note(host: &MemoryHost, web: Permission) -> CitationsCheck {
    let before = host.note_text(NOTE);
    let checked = block_on(engine().check_citations(host, &request(web))).unwrap();
    assert_eq!(host.note_text(NOTE), before, "the note changed");
    checked
}

fn shown(one: &CheckedCitation) -> String {
    let verdict = serde_json::to_value(one.verdict).unwrap();
    let mut shown = format!(
        "{} {} [{}] {}",
        one.first_line,
        verdict.as_str().unwrap(),
        one.target,
        one.sentence
    );
    for (mark, text) in [("~", &one.nearest_sentence), ("?", &one.reason)] {
        shown.extend(text.iter().map(|text| format!("\n  {mark} {text}")));
    }
    shown
}

#[test]
fn every_named_case_holds() {
    let count = golden::check_cases("tests/fixtures/citations/cases.txt", |case| {
        let checked = check(&host(&case.input), Permission::Allowed);
        checked.iter().map(shown).collect::<Vec<_>>().join("\n")
    });
    assert!(count >= 45);
}

/// Checks a note and marks its sentences with a problem.
fn marked(note: &str) -> String {
    apply(note, &check_note(&host(note), Permission::Allowed).mark_edit).unwrap()
}

#[test]
fn marks_follow_the_sentences_and_change_nothing_else() {
    let count = golden::check_cases("tests/fixtures/citations/marks.txt", |case| {
        let checked = check_note(&host(&case.input), Permission::Allowed);
        assert_eq!(checked.mark_count, 0, "{}", case.name);
        let once = apply(&case.input, &checked.mark_edit).unwrap();
        let added = once.matches("==⚠ Ibid").count() - case.input.matches("==⚠ Ibid").count();
        assert_eq!(added, checked.markable_count, "{}", case.name);
        assert_eq!(apply(&once, &checked.mark_edit).unwrap(), once, "twice: {}", case.name);
        let removed = apply(&once, &NoteEdit::RemoveProblemMarks).unwrap();
        assert_eq!(removed, case.input, "removed: {}", case.name);
        // A marked note has the same citations, and is marked in the same way.
        let again = check_note(&host(&once), Permission::Allowed);
        assert_eq!(again.citations, checked.citations, "{}", case.name);
        assert_eq!((again.mark_count, again.mark_edit), (added, checked.mark_edit));
        once
    });
    assert!(count >= 20);
}

#[test]
fn a_note_that_changed_since_the_check_is_not_marked() {
    let note = "The bridge was opened in 1935 ([[Harbour Bridge]]).\n\nThe end.\n";
    let edit = check_note(&host(note), Permission::Off).mark_edit;
    for changed in [
        note.replace("1935", "1932"),
        note.replace("The end", "An end"),
        format!("A new line.\n{note}"),
        format!("{note}More."),
        String::new(),
    ] {
        assert_eq!(apply(&changed, &edit).unwrap_err().code, ErrorCode::ChangedSince, "{changed}");
    }
    // The kind of line ends is no change, and neither are marks that were removed or moved.
    let windows = apply(&note.replace('\n', "\r\n"), &edit).unwrap();
    assert_eq!(windows, marked(note).replace('\n', "\r\n"));
    let moved = note.replace("The end.", "The end. ==⚠ Ibid: source missing==");
    assert_eq!(apply(&moved, &edit).unwrap(), marked(note));
}

#[test]
fn a_corrected_sentence_loses_its_mark() {
    let wrong = "The bridge was opened in 1935 ([[Harbour Bridge]]).\n";
    let corrected = marked(wrong).replace("1935", "1932");
    let checked = check_note(&host(&corrected), Permission::Off);
    assert_eq!((checked.mark_count, checked.markable_count), (1, 0));
    let cleaned = apply(&corrected, &checked.mark_edit).unwrap();
    assert_eq!(cleaned, wrong.replace("1935", "1932"));
}

#[test]
fn removing_marks_keeps_what_the_user_wrote_around_them() {
    let remove = |text: &str| apply(text, &NoteEdit::RemoveProblemMarks).unwrap();
    assert_eq!(remove("A.==⚠ Ibid: source missing== B"), "A. B");
    assert_eq!(remove("A.  ==⚠ Ibid: source missing==, B"), "A. , B");
    assert_eq!(remove("A\n==⚠ Ibid: not found in the source==\nB"), "A\n\nB");
    for kept in [
        "",
        "A ==⚠== and ==⚠ Ibid: source missing ==",
        "# A ==⚠ Ibid: source missing==",
        "%% ==⚠ Ibid: source missing== %%",
        "---\na: ==⚠ Ibid: source missing==\n---\n",
        "```\n==⚠ Ibid: source missing==\n```",
        "[==⚠ Ibid: source missing==](a.md)",
    ] {
        assert_eq!(remove(kept), kept);
    }
}

#[test]
fn pages_are_read_only_with_permission() {
    let host = host("Traps catch male moths ([T](https://moths.example.org/traps)).");
    let checked = check(&host, Permission::Off);
    assert_eq!(checked[0].verdict, CitationVerdict::NotRead);
    assert!(host.sent_requests.borrow().is_empty());
}

#[test]
fn the_addresses_in_a_private_note_stay_on_the_device() {
    let host = host(
        "---\nprivate: true\n---\nTraps catch male moths ([T](https://moths.example.org/traps)).",
    );
    let pages = block_on(engine().cited_pages(&host, NOTE)).unwrap();
    assert_eq!((pages.sentence_count, pages.page_count), (1, 0));
    assert_eq!(check(&host, Permission::Allowed)[0].verdict, CitationVerdict::NotRead);
    assert!(host.sent_requests.borrow().is_empty());
}

#[test]
fn a_page_whose_text_a_script_loads_is_not_read() {
    let host = host("Tea is drunk hot. ([Shop](https://shop.example.org/))\n");
    *host.scripted_service.borrow_mut() = Some(Box::new(|_: &HttpRequest| HttpResponse {
        bytes: b"<html><body><div id=app></div></body></html>".to_vec(),
        ..HttpResponse::from_text(200, "").with_header("content-type", "text/html")
    }));
    let checked = check(&host, Permission::Allowed);
    let found: Vec<_> = checked.iter().map(|one| (one.verdict, one.reason.as_deref())).collect();
    assert_eq!(found, [(CitationVerdict::NotRead, Some("No text was found on the page"))]);
}

#[test]
fn each_page_is_read_once_and_not_too_many() {
    let sentence = |number: usize| {
        format!("The moth {number} eats wool and fur ([T](https://moths.example.org/{number})).\n")
    };
    let host = host(&(0..40).map(sentence).collect::<String>().repeat(2));
    let pages = block_on(engine().cited_pages(&host, NOTE)).unwrap();
    assert_eq!((pages.sentence_count, pages.page_count), (80, 40));
    assert_eq!(pages.host_names, ["moths.example.org"]);
    let checked = check(&host, Permission::Allowed);
    let count =
        |verdict: CitationVerdict| checked.iter().filter(|it| it.verdict == verdict).count();
    assert_eq!((count(CitationVerdict::Gone), count(CitationVerdict::NotRead)), (60, 20));
    assert_eq!(host.sent_requests.borrow().len(), 30);
    let log = block_on(engine().audit_log(&host));
    assert!(serde_json::to_string(&log).unwrap().contains("check a citation"));
}

#[test]
fn a_stopped_check_keeps_what_it_has() {
    let sentence = |number: usize| {
        format!("The moth {number} eats wool and fur ([T](https://moths.example.org/{number})).\n")
    };
    let host = host(&(0..20).map(sentence).collect::<String>());
    block_on(engine().sync_index(&host)).unwrap();
    host.cancel_after_progress_reports.set(Some(host.progress_reports.borrow().len() + 2));
    let checked = check(&host, Permission::Allowed);
    let gone = checked.iter().filter(|it| it.verdict == CitationVerdict::Gone).count();
    assert!((1..20).contains(&gone) && checked.len() == 20, "{gone}");
}

#[test]
fn a_note_that_cannot_be_read_is_an_error() {
    let host = MemoryHost::default();
    let failed = block_on(engine().check_citations(&host, &request(Permission::Off)));
    assert_eq!(failed.unwrap_err().code, ErrorCode::NoteMissing);
}
