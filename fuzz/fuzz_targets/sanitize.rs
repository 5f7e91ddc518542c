//! Any text can be cleaned in time that its length bounds, nothing active is left of it, it leads
//! nowhere else, and what is clean stays as it is. Two judges that share no code with the
//! sanitiser say so: one looks at lines and words, the other reads with a parser.
#![no_main]

#[path = "../../src/sanitize/active.rs"]
mod active;
#[path = "../../src/sanitize/oracle.rs"]
mod oracle;

use active::{FRAGMENTS, active};
use ibid::sanitize::{self, AllowedLinks};
use libfuzzer_sys::fuzz_target;
use oracle::{Permitted, leftover};

/// Length to which some inputs are repeated: what takes more than linear time runs into the
/// fuzzer's own limit (`-timeout`).
const LONG: usize = 30_000;

/// ASCII as it is; every other byte stands for a fragment, so that short inputs say much.
fn text_of(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        match usize::from(*byte).checked_sub(128) {
            Some(fragment) => text.push_str(FRAGMENTS[fragment % FRAGMENTS.len()]),
            None => text.push(char::from(*byte)),
        }
    }
    text
}

/// Markdown, with one address and every note, or that one note, allowed.
fn check_markdown(text: &str, notes: Option<&str>) {
    let urls = ["https://ok.example/a".to_owned()];
    let names: Vec<String> = notes.iter().map(|note| (*note).to_owned()).collect();
    let allowed = AllowedLinks { urls: &urls, notes: notes.map(|_| names.as_slice()) };
    let clean = sanitize::sanitize_markdown(text, &allowed).markdown;
    let known: Vec<&str> = notes.into_iter().collect();
    let permitted =
        Permitted { urls: &["https://ok.example/a"], notes: notes.map(|_| known.as_slice()) };
    assert_eq!(active(&clean), None, "{text:?} => {clean:?}");
    assert_eq!(leftover(&clean, &permitted), None, "{text:?} => {clean:?}");
    assert_eq!(sanitize::sanitize_markdown(&clean, &allowed).markdown, clean, "{text:?}");
}

/// One sentence, in which nothing may be linked to.
fn check_sentence(text: &str) {
    let line = sanitize::sanitize_sentence(text);
    let nothing = AllowedLinks { urls: &[], notes: Some(&[]) };
    assert!(!line.contains('\n'), "{text:?} => {line:?}");
    assert_eq!(active(&line), None, "{text:?} => {line:?}");
    let nowhere = Permitted { urls: &[], notes: Some(&[]) };
    assert_eq!(leftover(&line, &nowhere), None, "{text:?} => {line:?}");
    assert_eq!(sanitize::sanitize_markdown(&line, &nothing).markdown, line, "{text:?}");
    assert_eq!(sanitize::sanitize_sentence(&line), line, "{text:?}");
}

/// A quotation, which is words and nothing else.
fn check_quotation(text: &str) {
    let line = sanitize::escape_text(text);
    let shown = format!("a {line}");
    assert_eq!(oracle::markup(&shown), None, "{text:?} => {line:?}");
    assert!(!line.contains(['\n', '\r']), "{text:?} => {line:?}");
}

fuzz_target!(|bytes: &[u8]| {
    let text = text_of(bytes);
    check_markdown(&text, None);
    check_markdown(&text, Some("Note"));
    check_sentence(&text);
    check_quotation(&text);
    if bytes.iter().fold(0_u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(*byte)) % 128 == 7 {
        let long = text.repeat(LONG / text.len().max(1));
        let clean = sanitize::sanitize_markdown(&long, &AllowedLinks::default()).markdown;
        assert_eq!(sanitize::sanitize_markdown(&clean, &AllowedLinks::default()).markdown, clean);
    }
});
