//! Any bytes that a server may answer with give a page or a reason, and the Markdown of a page
//! holds no HTML.
#![no_main]

use ibid::web::page;
use libfuzzer_sys::fuzz_target;
use pulldown_cmark::{Event, Options, Parser};

const URL: &str = "https://example.org/a/page";

fuzz_target!(|bytes: &[u8]| {
    let charset = page::detect_charset(None, bytes);
    assert!(!charset.is_empty());
    let text = String::from_utf8_lossy(bytes);
    let read = page::extract(&text, URL);
    let is_html = |event: &Event<'_>| matches!(event, Event::Html(_) | Event::InlineHtml(_));
    assert!(!Parser::new_ext(&read.markdown, Options::all()).any(|event| is_html(&event)));
    let cut = page::truncate::truncate(&read.markdown, 200);
    assert!(cut.chars().count() <= 200 || cut.len() == read.markdown.len());
    let _ = page::read_response(Some("text/markdown"), URL, &text);
    let _ = page::read_response(None, URL, &text);
});
