//! The sanitiser takes linear time for any text, and the result has no active content, no link that is
//! not allowed, and stays unchanged when it is sanitised again. Two independent checkers, which share
//! no code with the sanitiser, verify this: one reads lines and words, the other uses a parser.
#![no_main]

#[path = "../../src/safety/sanitize/active_content_checker.rs"]
mod active_content_checker;
#[path = "../../src/safety/sanitize/parsed_output_checker.rs"]
mod parsed_output_checker;

use active_content_checker::{HOSTILE_TEXT_FRAGMENTS, describe_active_content};
use ibid::safety::sanitize::{AllowedLinks, self};
use libfuzzer_sys::fuzz_target;
use parsed_output_checker::{PermittedLinks, find_violation};

/// Length to which some inputs are repeated. If the sanitiser took more than linear time, the fuzzer
/// would report a timeout (`-timeout`).
const REPEATED_LENGTH: usize = 30_000;

/// Converts the input to text: ASCII stays, and every other byte selects a fragment.
fn text_from(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        match usize::from(*byte).checked_sub(128) {
            Some(fragment) => {
                text.push_str(HOSTILE_TEXT_FRAGMENTS[fragment % HOSTILE_TEXT_FRAGMENTS.len()])
            }
            None => text.push(char::from(*byte)),
        }
    }
    text
}

/// Checks Markdown with one allowed URL, and with all notes or only one note allowed.
fn check_markdown(text: &str, notes: Option<&str>) {
    let urls = ["https://ok.example/a".to_owned()];
    let names: Vec<String> = notes.iter().map(|note| (*note).to_owned()).collect();
    let allowed =
        AllowedLinks { allowed_urls: &urls, allowed_notes: notes.map(|_| names.as_slice()) };
    let clean = sanitize::sanitize_markdown(text, &allowed).markdown;
    let known: Vec<&str> = notes.into_iter().collect();
    let permitted = PermittedLinks {
        permitted_urls: &["https://ok.example/a"],
        permitted_notes: notes.map(|_| known.as_slice()),
    };
    assert_eq!(describe_active_content(&clean), None, "{text:?} => {clean:?}");
    assert_eq!(find_violation(&clean, &permitted), None, "{text:?} => {clean:?}");
    assert_eq!(sanitize::sanitize_markdown(&clean, &allowed).markdown, clean, "{text:?}");
}

/// Checks one sentence, which may contain no links.
fn check_sentence(text: &str) {
    let line = sanitize::sanitize_sentence(text);
    let nothing = AllowedLinks { allowed_urls: &[], allowed_notes: Some(&[]) };
    assert!(!line.contains('\n'), "{text:?} => {line:?}");
    assert_eq!(describe_active_content(&line), None, "{text:?} => {line:?}");
    let no_links = PermittedLinks { permitted_urls: &[], permitted_notes: Some(&[]) };
    assert_eq!(find_violation(&line, &no_links), None, "{text:?} => {line:?}");
    assert_eq!(sanitize::sanitize_markdown(&line, &nothing).markdown, line, "{text:?}");
    assert_eq!(sanitize::sanitize_sentence(&line), line, "{text:?}");
}

/// Checks a quotation, which may contain no markup.
fn check_quotation(text: &str) {
    let line = sanitize::escape_text(text);
    let shown = format!("a {line}");
    assert_eq!(parsed_output_checker::find_markup(&shown), None, "{text:?} => {line:?}");
    assert!(!line.contains(['\n', '\r']), "{text:?} => {line:?}");
}

fuzz_target!(|bytes: &[u8]| {
    let text = text_from(bytes);
    check_markdown(&text, None);
    check_markdown(&text, Some("Note"));
    check_sentence(&text);
    check_quotation(&text);
    if bytes.iter().fold(0_u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(*byte)) % 128 == 7 {
        let long = text.repeat(REPEATED_LENGTH / text.len().max(1));
        let clean = sanitize::sanitize_markdown(&long, &AllowedLinks::default()).markdown;
        assert_eq!(sanitize::sanitize_markdown(&clean, &AllowedLinks::default()).markdown, clean);
    }
});
