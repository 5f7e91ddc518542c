//! No edit changes a byte outside its target, and writing a section a second time changes nothing.
#![no_main]

use ibid::notes::note::{HeadingTitle, NoteEdit, Outline, apply};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &str)| {
    let (text, content) = input;
    let heading = "## R";
    let content = content.to_owned();
    let write = NoteEdit::WriteSection {
        heading: heading.into(),
        content: content.clone(),
        replaces: None,
        from: None,
        expects: Vec::new(),
    };
    let title = HeadingTitle::parse(heading).expect("a heading");
    if let Ok(once) = apply(text, &write) {
        assert_eq!(apply(&once, &write).as_ref(), Ok(&once), "writing twice");
        if Outline::parse(text).section_content(text, &title) == Ok(None) {
            assert!(once.starts_with(text), "text before an appended section");
        }
    }
    for insert in [
        NoteEdit::AppendToSection {
            heading: heading.into(),
            content: content.clone(),
            expects: Vec::new(),
        },
        NoteEdit::Append { content: content.clone() },
        NoteEdit::Prepend { content },
    ] {
        if let Ok(after) = apply(text, &insert) {
            let head = text.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
            assert!(after.len() >= text.len(), "an insertion never shortens");
            let tail =
                text.bytes().rev().zip(after.bytes().rev()).take_while(|(a, b)| a == b).count();
            assert!(head + tail >= text.len(), "an insertion keeps every byte");
        }
    }
});
