//! The user's own prompts: notes of a folder whose text becomes a message. `{{selection}}`, `{{note}}`
//! and `{{date}}` in it are filled in.

use serde::{Deserialize, Serialize};

use crate::host::Host;
use crate::note::{NotePath, frontmatter};
use crate::settings::Settings;

/// A prompt of the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct UserPrompt {
    /// The name, by which it is chosen: that of its note.
    pub name: String,
    /// The text with its placeholders.
    pub text: String,
}

/// A prompt and what is filled into it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct FillPromptRequest {
    /// The text of the prompt.
    pub text: String,
    /// What replaces `{{selection}}`.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub selection: String,
    /// What replaces `{{note}}`.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub note: String,
    /// What replaces `{{date}}`.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub date: String,
}

/// Fills a prompt in. The text is read once, so that a placeholder inside a value stays; a placeholder
/// that is unknown stays too.
pub fn fill_prompt(request: &FillPromptRequest) -> String {
    let mut filled = String::new();
    let mut rest = request.text.as_str();
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let placeholder = after.split_once("}}");
        let value = placeholder.and_then(|(name, _)| {
            Some(match name.trim().to_lowercase().as_str() {
                "selection" => &request.selection,
                "note" => &request.note,
                "date" => &request.date,
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

/// The prompts in the folder of the settings, in order of path. A private note is no prompt: its text
/// would be sent.
pub async fn user_prompts(host: &dyn Host, settings: &Settings) -> Vec<UserPrompt> {
    let folder = settings.prompts_folder.trim().trim_matches('/');
    if folder.is_empty() {
        return Vec::new();
    }
    let prefix = format!("{folder}/");
    let mut paths: Vec<NotePath> = host
        .notes()
        .await
        .unwrap_or_default()
        .into_iter()
        .filter(|file| file.path.starts_with(&prefix))
        .filter_map(|file| NotePath::parse(&file.path).ok())
        .collect();
    paths.sort();
    let mut prompts = Vec::new();
    for path in paths {
        let Ok(note) = host.read(&path).await else { continue };
        let text = frontmatter::text_after_frontmatter(&note).trim();
        if !settings.is_private(&path, &note) && !text.is_empty() {
            prompts.push(UserPrompt { name: path.title().to_owned(), text: text.to_owned() });
        }
    }
    prompts
}

#[cfg(test)]
mod tests {
    use pollster::block_on;

    use super::*;
    use crate::host::memory::MemoryHost;

    #[test]
    fn placeholders_are_filled_in_once() {
        let check = |text: &str, expected: &str| {
            let request = FillPromptRequest {
                text: text.into(),
                selection: "some {{date}} words".into(),
                note: "Tea".into(),
                date: "2026-11-17".into(),
            };
            assert_eq!(fill_prompt(&request), expected, "{text}");
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
    fn prompts_are_the_public_notes_of_the_folder() {
        let host = MemoryHost::with_notes(&[
            ("Prompts/Sum up.md", "---\ntags: x\n---\nSum up {{note}}.\n"),
            ("Prompts/Deep/Translate.md", "Translate {{selection}}.\n"),
            ("Prompts/Mine.md", "---\nprivate: true\n---\nThe key is 4711.\n"),
            ("Prompts/Empty.md", "---\ntags: x\n---\n"),
            ("Prompts/picture.png", "pixels"),
            ("Prompts 2/Other.md", "Other."),
        ]);
        let names = |folder: &str, private: &[&str]| {
            let settings = Settings {
                prompts_folder: folder.into(),
                private_folders: private.iter().map(|it| (*it).to_owned()).collect(),
                ..Settings::default()
            };
            let prompts = block_on(user_prompts(&host, &settings));
            prompts.into_iter().map(|it| format!("{}: {}", it.name, it.text)).collect::<Vec<_>>()
        };
        let both = ["Translate: Translate {{selection}}.", "Sum up: Sum up {{note}}."];
        assert_eq!(names("Prompts", &[]), both);
        assert_eq!(names("/Prompts/ ", &["Prompts/Deep"]), both[1..]);
        assert_eq!(names("", &[]), Vec::<String>::new());
        assert_eq!(names("Nowhere", &[]), Vec::<String>::new());
    }
}
