//! Proposes new notes and changes of the text and the properties of notes.

use serde_json::{Map, Value};

use crate::error::{Error, ErrorCode, Result};
use crate::note::NotePath;
use crate::note::edit::{NoteEdit, apply};
use crate::tools::session::ToolSession;
use crate::tools::vault_files::VaultFiles;
use crate::tools::vault_path::{check_note_argument, with_note_extension};
use crate::tools::write::model_text::sanitize_model_text;
use crate::tools::write::proposal::{FailedChange, ProposedChange};
use crate::tools::write_call::NamedNotes;

/// Where text is added or replaced in a note.
pub enum TextPlace<'a> {
    /// At the end of the note.
    End,
    /// At the beginning of the note, after its properties.
    Beginning,
    /// Instead of the text under a heading.
    SectionContent(&'a str),
    /// At the end of the section under a heading.
    SectionEnd(&'a str),
}

/// Proposes a new note.
pub async fn create_note(
    files: &VaultFiles<'_>,
    session: &ToolSession,
    path: &str,
    text: &str,
    properties: &Map<String, Value>,
) -> Result<ProposedChange> {
    let path = with_note_extension(&check_note_argument(path)?, "md");
    NotePath::parse(&path)?;
    files.check_path_is_free(&path).await?;
    let mut text = sanitize_model_text(files, session, text, "").await;
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    for (key, value) in properties {
        let edit = NoteEdit::SetProperty { key: key.clone(), value: value.clone() };
        text = apply(&text, &edit)?;
    }
    Ok(ProposedChange::create(&path, text))
}

/// Proposes to add or replace text in a note.
pub async fn change_text(
    files: &VaultFiles<'_>,
    session: &ToolSession,
    name: &str,
    text: &str,
    place: TextPlace<'_>,
) -> Result<ProposedChange> {
    let note = files.open_note(name).await?;
    let content = sanitize_model_text(files, session, text, &note.text).await;
    let edit = match place {
        TextPlace::End => NoteEdit::Append { content },
        TextPlace::Beginning => NoteEdit::Prepend { content },
        TextPlace::SectionContent(heading) => {
            NoteEdit::ReplaceSection { heading: heading.to_owned(), content }
        }
        TextPlace::SectionEnd(heading) => {
            let (heading, expects) = (heading.to_owned(), Vec::new());
            NoteEdit::AppendToSection { heading, content, expects }
        }
    };
    let after = apply(&note.text, &edit)?;
    Ok(ProposedChange::edit(note.path.as_str(), note.text, after))
}

/// Proposes a change of a property of notes. Of several notes, those that can't be changed are
/// reported and the others go on.
pub async fn change_properties(
    files: &VaultFiles<'_>,
    notes: &NamedNotes,
    edit: &NoteEdit,
) -> Result<(Vec<ProposedChange>, Vec<FailedChange>)> {
    let (mut changes, mut failed): (Vec<ProposedChange>, Vec<FailedChange>) = Default::default();
    for name in notes.names() {
        match change_property(files, name, edit).await {
            Ok(change) if changes.iter().any(|known| known.path == change.path) => {}
            // A note that already is as it should be needs no change.
            Ok(change) if change.before == change.after => {}
            Ok(change) => changes.push(change),
            Err(error) => match notes {
                NamedNotes::One(_) => return Err(error),
                NamedNotes::Several(_) => failed.push(FailedChange::new(name, &error)),
            },
        }
    }
    Ok((changes, failed))
}

async fn change_property(
    files: &VaultFiles<'_>,
    name: &str,
    edit: &NoteEdit,
) -> Result<ProposedChange> {
    let note = files.open_note(name).await?;
    if !note.path.as_str().ends_with(".md") {
        return Err(Error::new(ErrorCode::NotANote, format!("“{}” has no properties", note.path))
            .hint("Only notes that end with .md have properties."));
    }
    let after = apply(&note.text, edit)?;
    Ok(ProposedChange::edit(note.path.as_str(), note.text, after))
}
