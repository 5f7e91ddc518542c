//! Any text can be cleaned, and what is clean stays as it is.
#![no_main]

use ibid::research::sanitize::{self, Allowed};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let urls = ["https://ok.example/a".to_owned()];
    let allowed = Allowed { urls: &urls, notes: None };
    let clean = sanitize::markdown(text, &allowed).markdown;
    assert_eq!(sanitize::markdown(&clean, &allowed).markdown, clean);
    assert!(!clean.contains("<%"), "a template is left");
});
