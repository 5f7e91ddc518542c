//! Proposes to move notes.

use crate::features::tools::vault_files::VaultFiles;
use crate::features::tools::vault_path::{check_note_argument, with_note_extension};
use crate::features::tools::write::new_path::check_new_path;
use crate::features::tools::write::proposal::{FailedChange, ProposedChange};
use crate::features::tools::write_call::NoteMove;
use crate::notes::note::NotePath;
use crate::values::text::fold_case;
use crate::values::{Error, ErrorCode, Result};

/// Proposes to move several notes. One that can't be moved doesn't stop the rest.
pub async fn move_notes(
    files: &VaultFiles<'_>,
    moves: &[NoteMove],
) -> (Vec<ProposedChange>, Vec<FailedChange>) {
    let (mut changes, mut failed): (Vec<ProposedChange>, Vec<FailedChange>) = Default::default();
    for wanted in moves {
        match move_note(files, wanted).await.and_then(|change| check_free_of(&changes, change)) {
            Ok(change) => changes.push(change),
            Err(error) => failed.push(FailedChange::new(&wanted.from, &error)),
        }
    }
    (changes, failed)
}

/// Proposes to move one note.
pub async fn move_note(files: &VaultFiles<'_>, wanted: &NoteMove) -> Result<ProposedChange> {
    let from = files.open_note(&wanted.from).await?.path;
    let extension = from.as_str().rsplit('.').next().unwrap_or("md");
    let file_name = from.as_str().rsplit('/').next().unwrap_or_default();
    // A path that ends with a slash is a folder into which the note goes.
    let to = match wanted.to.trim().strip_suffix('/') {
        Some(folder) => format!("{}/{file_name}", check_note_argument(folder)?),
        None => with_note_extension(&check_note_argument(&wanted.to)?, extension),
    };
    NotePath::parse(&to)?;
    let keeps_name = to.rsplit('/').next() == Some(file_name);
    check_new_path(&to, |part| files.has_folder(part) || (keeps_name && part == to))?;
    if to == from.as_str() {
        return Err(Error::new(ErrorCode::NoteExists, format!("“{to}” already is there"))
            .hint("Give another path."));
    }
    // Only the case or the Unicode form of its name may change.
    if fold_case(&to) != fold_case(from.as_str()) {
        files.check_path_is_free(&to).await?;
    }
    Ok(ProposedChange::moved(from.as_str(), &to))
}

/// Fails if another note of the same call goes to the same path, or is the same note.
fn check_free_of(changes: &[ProposedChange], change: ProposedChange) -> Result<ProposedChange> {
    let folded = |path: &Option<String>| path.as_deref().map(fold_case);
    if changes.iter().any(|other| folded(&other.to) == folded(&change.to)) {
        let to = change.to.unwrap_or_default();
        return Err(Error::new(ErrorCode::NoteExists, format!("Two notes would be “{to}”"))
            .hint("Give each note another path."));
    }
    match changes.iter().any(|other| other.path == change.path) {
        true => Err(Error::new(
            ErrorCode::NoteMissing,
            format!("“{}” is moved already in this call", change.path),
        )
        .hint("Move each note once.")),
        false => Ok(change),
    }
}
