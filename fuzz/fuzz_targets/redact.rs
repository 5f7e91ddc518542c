//! Redaction removes every name of a private note from a text, is idempotent and never panics.
#![no_main]

use ibid::notes::note::FolderPattern;
use ibid::safety::privacy::{PrivateNote, Redactor, VaultNames};
use libfuzzer_sys::fuzz_target;

const NAMES: [&str; 3] = ["zdiary", "anna secret", "我的日记"];

/// Parts of names, links and escapes, so that short inputs produce interesting texts.
const FRAGMENTS: [&str; 26] = [
    "Zdiary",
    "Anna",
    "Secret",
    "secret",
    "[[",
    "]]",
    "](",
    ")",
    "../Priv/",
    "%20",
    "&nbsp;",
    "&#32;",
    "\u{200b}",
    "**",
    "我的",
    "日记",
    "password: ",
    "DATA-",
    "0123456789abcdef",
    "e\u{301}",
    "|",
    "#",
    "\n",
    ".md",
    "<a href=\"",
    "sk-proj-",
];

/// Converts the input to text: ASCII stays, and every other byte selects a fragment.
fn text_from(bytes: &[u8]) -> String {
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
    let text = &text_from(bytes);
    let note = |path: &str, name: &str| PrivateNote {
        path: path.into(),
        title_and_aliases: vec![name.into()],
        is_linked_from_text: true,
    };
    let private = [
        note("Priv/Zdiary.md", "Zdiary"),
        note("People/Anna Secret.md", "Anna Secret"),
        note("日记/我的日记.md", "我的日记"),
    ];
    let folders = FolderPattern::parse("Priv").into_iter().collect();
    let redactor = Redactor::new(&private, folders);
    // The input alone, and with private names in the middle of it.
    for text in [text.to_owned(), format!("{text}Zdiary{text}"), format!("{text}[[Priv/x]]{text}")]
    {
        let once = redactor.redact(&text);
        let twice = redactor.redact(once.as_str());
        assert_eq!(once.as_str(), twice.as_str(), "{text:?}");
        check(&text, once.as_str());
        let prose = redactor.redact_prose(&text);
        check(&text, prose.as_str());
    }
    let mut names = VaultNames::default();
    names.add_file("Priv/Zdiary.md", &["Anna Secret".into()]);
    let _ = names.find_mentions(text, text);
});

/// Checks the redacted text with simpler code: it compares runs of letters in lower case.
fn check(text: &str, sent: &str) {
    let lower = sent.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    for name in NAMES {
        let parts: Vec<&str> = name.split(' ').collect();
        let alone = |window: &[&str]| window == parts.as_slice();
        let is_found = words.windows(parts.len()).any(alone) && is_one_line(sent, &parts);
        assert!(!is_found, "{name} is left of {text:?}: {sent:?}");
    }
    assert!(!lower.contains("[[priv/"), "an address is left of {text:?}: {sent:?}");
}

/// Whether the words of a name are adjacent. Words that are far apart, or in two sentences, are no name.
fn is_one_line(sent: &str, parts: &[&str]) -> bool {
    let lower = sent.to_lowercase();
    parts.len() == 1 || lower.contains(&parts.join(" "))
}
