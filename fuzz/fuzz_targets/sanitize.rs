//! Any text can be cleaned, nothing active is left of it, and what is clean stays as it is.
#![no_main]

#[path = "../../src/research/sanitize/active.rs"]
mod active;

use active::{FRAGMENTS, active};
use ibid::research::sanitize::{self, Allowed};
use libfuzzer_sys::fuzz_target;

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

fuzz_target!(|bytes: &[u8]| {
    let text = text_of(bytes);
    let urls = ["https://ok.example/a".to_owned()];
    let allowed = Allowed { urls: &urls, notes: None };
    let clean = sanitize::markdown(&text, &allowed).markdown;
    assert_eq!(active(&clean), None, "{text:?} => {clean:?}");
    assert_eq!(sanitize::markdown(&clean, &allowed).markdown, clean, "{text:?}");
    let line = sanitize::sentence(&text);
    let nothing = Allowed { urls: &[], notes: Some(&[]) };
    assert!(!line.contains('\n'), "{text:?} => {line:?}");
    assert_eq!(active(&line), None, "{text:?} => {line:?}");
    assert_eq!(sanitize::markdown(&line, &nothing).markdown, line, "{text:?}");
    assert_eq!(sanitize::sentence(&line), line, "{text:?}");
});
