//! The user's own prompts: notes of a folder whose text becomes a message. `{{selection}}`, `{{note}}`
//! and `{{date}}` in it are filled in.

use serde::Deserialize;

use crate::host::Host;
use crate::notes::note::{NotePath, frontmatter};
use crate::settings::Settings;
use crate::values::{Error, ErrorCode, Result};

/// A note with a prompt, and what is filled into it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct FillPromptRequest {
    /// Path of the prompt's note.
    pub path: String,
    /// Path of the open note, whose name replaces `{{note}}`.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub note: Option<String>,
    /// The text that is selected in the open note. It replaces `{{selection}}`.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub selection: String,
    /// What replaces `{{date}}`.
    pub date: String,
}

/// What the placeholders of a prompt stand for.
#[derive(Default)]
struct PromptValues<'a> {
    selection: &'a str,
    note: &'a str,
    date: &'a str,
}

/// Reads a prompt and fills it in. A private note is no prompt, because its text would be sent; of an
/// open note that is private, neither its name nor its text is filled in.
pub async fn fill_prompt(
    host: &dyn Host,
    settings: &Settings,
    request: &FillPromptRequest,
) -> Result<String> {
    let path = NotePath::parse(&request.path)?;
    let prompt = host.read(&path).await?;
    if settings.is_private(&path, &prompt) {
        let message = format!("“{}” is private, so it can't be sent as a prompt", path.title());
        return Err(Error::new(ErrorCode::NotePrivate, message));
    }
    let open_note = match &request.note {
        Some(note) => public_note(host, settings, note).await,
        None => None,
    };
    let mut values = PromptValues { date: &request.date, ..PromptValues::default() };
    if let Some(note) = &open_note {
        values.note = note.title();
        values.selection = &request.selection;
    }
    Ok(fill_placeholders(frontmatter::text_after_frontmatter(&prompt).trim(), &values))
}

/// The path of a note, unless the note is private or can't be read.
async fn public_note(host: &dyn Host, settings: &Settings, note: &str) -> Option<NotePath> {
    let path = NotePath::parse(note).ok()?;
    let text = host.read(&path).await.ok()?;
    (!settings.is_private(&path, &text)).then_some(path)
}

/// Fills a prompt in. The text is read once, so that a placeholder inside a value stays; a placeholder
/// that is unknown stays too.
fn fill_placeholders(text: &str, values: &PromptValues) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let placeholder = after.split_once("}}");
        let value = placeholder.and_then(|(name, _)| {
            Some(match name.trim().to_lowercase().as_str() {
                "selection" => values.selection,
                "note" => values.note,
                "date" => values.date,
                _ => return None,
            })
        });
        match (placeholder, value) {
            (Some((_, after)), Some(value)) => {
                filled.push_str(value);
                rest = after;
            }
            _ => {
                filled.push_str("{{");
                rest = after;
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use pollster::block_on;

    use super::*;
    use crate::host::MemoryHost;

    #[test]
    fn placeholders_are_filled_in_once() {
        let values =
            PromptValues { selection: "some {{date}} words", note: "Tea", date: "2026-11-17" };
        let check = |text: &str, expected: &str| {
            assert_eq!(fill_placeholders(text, &values), expected, "{text}");
        };
        check("", "");
        check("Sum up.", "Sum up.");
        check("Translate: {{selection}}", "Translate: some {{date}} words");
        check("{{note}} on {{ Date }}, {{NOTE}}", "Tea on 2026-11-17, Tea");
        check("{{other}} {{date}}", "{{other}} 2026-11-17");
        check("{{ {{note}} }}", "{{ Tea }}");
        check("{{note", "{{note");
        check("}} {{", "}} {{");
        check("{{日付}} {{note}} ü", "{{日付}} Tea ü");
    }

    #[test]
    fn nothing_private_gets_into_a_message() {
        let host = MemoryHost::with_notes(&[
            ("Prompts/Ask.md", "---\ntags: x\n---\n\n{{note}}: {{selection}} {{date}}\n"),
            ("Prompts/Key.md", "---\nprivate: true\n---\nThe key is 4711.\n"),
            ("Tea.md", "Green tea."),
            ("Diary.md", "---\nprivate: true\n---\nA secret.\n"),
            ("Diary/Monday.md", "Another secret."),
        ]);
        let settings = Settings { private_folders: vec!["Diary".into()], ..Settings::default() };
        let fill = |path: &str, note: Option<&str>| {
            let request = FillPromptRequest {
                path: path.into(),
                note: note.map(Into::into),
                selection: "the words".into(),
                date: "today".into(),
            };
            block_on(fill_prompt(&host, &settings, &request)).map_err(|error| error.code)
        };
        let nothing = Ok(":  today".to_owned());
        assert_eq!(fill("Prompts/Ask.md", Some("Tea.md")), Ok("Tea: the words today".into()));
        assert_eq!(fill("Prompts/Ask.md", Some("Diary.md")), nothing);
        assert_eq!(fill("Prompts/Ask.md", Some("Diary/Monday.md")), nothing);
        assert_eq!(fill("Prompts/Ask.md", Some("Gone.md")), nothing);
        assert_eq!(fill("Prompts/Ask.md", None), nothing);
        assert_eq!(fill("Prompts/Key.md", Some("Tea.md")), Err(ErrorCode::NotePrivate));
        assert_eq!(fill("Diary/Monday.md", None), Err(ErrorCode::NotePrivate));
        assert_eq!(fill("Prompts/Gone.md", None), Err(ErrorCode::NoteMissing));
    }
}
