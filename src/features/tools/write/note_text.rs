//! Proposes new notes and changes of the text and the properties of notes.

use serde_json::{Map, Value};

use crate::features::tools::argument::invalid;
use crate::features::tools::session::ToolSession;
use crate::features::tools::vault_files::VaultFiles;
use crate::features::tools::vault_path::{check_note_argument, with_note_extension};
use crate::features::tools::write::model_text::{sanitize_model_text, sanitize_property_value};
use crate::features::tools::write::new_path::check_new_path;
use crate::features::tools::write::proposal::{FailedChange, ProposedChange};
use crate::features::tools::write_call::NamedNotes;
use crate::notes::note::{NoteEdit, NotePath, apply, with_properties};
use crate::values::text::quoted;
use crate::values::{Error, ErrorCode, Result};

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
    check_new_path(&path, |part| files.has_folder(part))?;
    files.check_path_is_free(&path).await?;
    let mut text = sanitize_model_text(files, session, text, "").await;
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    let checked = |(key, value): (&String, &Value)| {
        Ok((checked_property_name(key)?, sanitize_property_value(value)))
    };
    let properties = properties.iter().map(checked).collect::<Result<Vec<_>>>()?;
    Ok(ProposedChange::create(&path, with_properties(&text, &properties)?))
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

/// Checks the name of a property that a model chose: it is one line without markup.
pub fn checked_property_name(name: &str) -> Result<String> {
    let is_name =
        |c: char| !c.is_control() && !matches!(c, '[' | ']' | '<' | '>' | '`' | '{' | '}');
    match name.trim().chars().all(is_name) {
        true => Ok(name.trim().to_owned()),
        false => Err(invalid(format!("{} can't be the name of a property", quoted(name)))
            .hint("Use letters, digits and spaces.")),
    }
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
