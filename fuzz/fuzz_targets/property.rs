//! Edits of properties never panic and keep the body of the note, and removing an added property
//! restores the note.
#![no_main]

use ibid::notes::note::{NoteEdit, apply, frontmatter};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

fn body(text: &str) -> &str {
    frontmatter::frontmatter_byte_range(text)
        .and_then(|range| text.get(range.end..))
        .unwrap_or(text)
}

fuzz_target!(|input: (&str, &str, u8)| {
    let (yaml, value, kind) = input;
    let text = format!("---\n{yaml}\n---\nbody\n");
    let value: Value = match kind % 4 {
        0 => json!(value),
        1 => json!([value, 1, true]),
        2 => json!({ "k": value }),
        _ => Value::Null,
    };
    let key = "added".to_owned();
    for edit in [
        NoteEdit::SetProperty { key: key.clone(), value: value.clone() },
        NoteEdit::AppendProperty { key: key.clone(), value },
        NoteEdit::RemoveProperty { key: "a".into() },
    ] {
        let Ok(after) = apply(&text, &edit) else { continue };
        assert!(body(&after).ends_with("body\n"), "the body stays");
        let adds = !matches!(edit, NoteEdit::RemoveProperty { .. });
        let fresh =
            apply(&text, &NoteEdit::RemoveProperty { key: key.clone() }).as_ref() == Ok(&text);
        if adds && fresh && after != text {
            let back = apply(&after, &NoteEdit::RemoveProperty { key: key.clone() });
            let emptied =
                frontmatter::Frontmatter::parse(&text) == frontmatter::Frontmatter::default();
            assert!(emptied || back.as_ref() == Ok(&text), "{text:?} {after:?} {back:?}");
        }
    }
});
