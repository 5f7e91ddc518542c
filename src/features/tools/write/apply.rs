//! Carries out the changes that the user accepted, and takes them back. A note that is no longer as the
//! user saw it is not changed.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use crate::features::tools::argument::invalid;
use crate::features::tools::vault_files::is_in_folder;
use crate::features::tools::vault_path::check_note_argument;
use crate::features::tools::write::new_path::check_new_path;
use crate::features::tools::write::proposal::{
    Applied, ApplyRequest, ChangeKind, FailedChange, ProposedChange, UndoRequest,
};
use crate::host::Host;
use crate::notes::note::{NoteEdit, NotePath};
use crate::values::text::{fold_case, quoted};
use crate::values::{Error, ErrorCode, Result};

/// A change that was made, with what takes it back.
#[derive(Debug, Clone)]
enum DoneChange {
    /// The text of a note changed.
    Edited { path: NotePath, before: String, after: String },
    /// A note was created. It is deleted only if it still has this text.
    Created { path: NotePath, text: String },
    /// A note was moved.
    Moved { from: NotePath, to: NotePath },
    /// The creation of a note was taken back.
    Trashed { path: NotePath, text: String },
}

/// How many results can be taken back. Older ones are dropped.
const MAX_UNDO_ENTRIES: usize = 50;

/// The changes that can be taken back, the newest last.
#[derive(Debug, Default)]
pub struct UndoStore {
    entries: RefCell<VecDeque<(String, Vec<DoneChange>)>>,
    last_number: Cell<usize>,
}

impl UndoStore {
    /// Carries out the accepted changes of a proposal. One that fails doesn't stop the rest.
    pub async fn apply(&self, host: &dyn Host, request: &ApplyRequest) -> Result<Applied> {
        let changes = &request.proposal.changes;
        if let Some(wrong) = request.only.iter().flatten().find(|index| **index >= changes.len()) {
            return Err(invalid(format!("The proposal has no change {wrong}"))
                .hint("Changes are counted from 0."));
        }
        let is_accepted = |index: &usize| request.only.as_ref().is_none_or(|it| it.contains(index));
        let accepted = changes.iter().enumerate().filter(|(index, _)| is_accepted(index));
        let accepted: Vec<&ProposedChange> = accepted.map(|(_, change)| change).collect();
        Ok(self.carry_out(host, &accepted).await)
    }

    /// Takes the changes of one result back, the last one first. A note that was changed since is left
    /// as it is, and can be tried again.
    pub async fn undo(&self, host: &dyn Host, request: &UndoRequest) -> Result<Applied> {
        if request.undo.is_empty() {
            return Ok(Applied::default());
        }
        let changes = self.take_changes(&request.undo).ok_or_else(|| {
            Error::new(ErrorCode::NoSuchRun, "There is nothing left to undo")
                .hint("These changes were undone before, or the app was restarted since.")
        })?;
        let mut applied = Applied::default();
        let (mut done, mut left): (Vec<DoneChange>, Vec<DoneChange>) = Default::default();
        for change in changes.into_iter().rev() {
            match take_back(host, &change).await {
                Ok(reversed) => {
                    applied.changed.push(reversed.path().to_string());
                    done.push(reversed);
                }
                Err(error) => {
                    applied.failed.push(FailedChange::new(change.path().as_str(), &error));
                    left.insert(0, change);
                }
            }
        }
        self.put_back(&request.undo, left);
        applied.undo = self.remember(host, done);
        Ok(applied)
    }

    fn take_changes(&self, undo_id: &str) -> Option<Vec<DoneChange>> {
        let mut entries = self.entries.borrow_mut();
        let found = entries.iter().position(|(id, _)| id == undo_id)?;
        entries.remove(found).map(|(_, changes)| changes)
    }

    fn put_back(&self, undo_id: &str, changes: Vec<DoneChange>) {
        if !changes.is_empty() {
            self.entries.borrow_mut().push_back((undo_id.to_owned(), changes));
        }
    }

    async fn carry_out(&self, host: &dyn Host, changes: &[&ProposedChange]) -> Applied {
        let mut applied = Applied::default();
        let mut done = Vec::new();
        for change in changes {
            match carry_out_change(host, change).await {
                Ok(made) => {
                    applied.changed.push(made.path().to_string());
                    done.push(made);
                }
                Err(error) => applied.failed.push(FailedChange::new(&change.path, &error)),
            }
        }
        applied.undo = self.remember(host, done);
        applied
    }

    /// Remembers changes and returns the id by which they are taken back; empty without changes.
    fn remember(&self, host: &dyn Host, changes: Vec<DoneChange>) -> String {
        if changes.is_empty() {
            return String::new();
        }
        let number = self.last_number.get() + 1;
        self.last_number.set(number);
        // With the time, since a conversation keeps its ids over a restart, after which the numbers
        // start again.
        let id = format!("undo-{}-{number}", host.now().unix_millis);
        let mut entries = self.entries.borrow_mut();
        entries.push_back((id.clone(), changes));
        if entries.len() > MAX_UNDO_ENTRIES {
            entries.pop_front();
        }
        id
    }
}

impl DoneChange {
    /// The path of the note after the change.
    fn path(&self) -> &NotePath {
        match self {
            Self::Edited { path, .. } | Self::Created { path, .. } | Self::Trashed { path, .. } => {
                path
            }
            Self::Moved { to, .. } => to,
        }
    }
}

/// Makes one change. Nothing is ever deleted.
async fn carry_out_change(host: &dyn Host, change: &ProposedChange) -> Result<DoneChange> {
    let path = checked_path(&change.path)?;
    match (change.kind, &change.before, &change.after) {
        (ChangeKind::Edit, Some(before), Some(after)) => {
            edit_note(host, &path, before, after).await
        }
        (ChangeKind::Create, None, Some(text)) => {
            check_new_names(host, &path, None).await?;
            create_note(host, &path, text).await
        }
        (ChangeKind::Move, None, None) => {
            let to = change.to.as_deref().ok_or_else(|| incomplete(change))?;
            let to = checked_path(to)?;
            check_new_names(host, &to, Some(&path)).await?;
            move_note(host, &path, &to).await
        }
        _ => Err(incomplete(change)),
    }
}

/// Takes one change back. Returns what takes that back.
async fn take_back(host: &dyn Host, change: &DoneChange) -> Result<DoneChange> {
    match change {
        DoneChange::Edited { path, before, after } => edit_note(host, path, after, before).await,
        DoneChange::Moved { from, to } => move_note(host, to, from).await,
        DoneChange::Trashed { path, text } => create_note(host, path, text).await,
        DoneChange::Created { path, text } => {
            if host.read(path).await? != *text {
                return Err(Error::new(
                    ErrorCode::NoteChanged,
                    format!("“{path}” was changed since"),
                )
                .hint("Look at the note; delete it yourself if you don't need it."));
            }
            host.trash(path).await?;
            Ok(DoneChange::Trashed { path: path.clone(), text: text.clone() })
        }
    }
}

async fn edit_note(
    host: &dyn Host,
    path: &NotePath,
    before: &str,
    after: &str,
) -> Result<DoneChange> {
    let (before, after) = (before.to_owned(), after.to_owned());
    let edit = NoteEdit::ReplaceText { before: before.clone(), after: after.clone() };
    let path = host.edit(path, edit).await?;
    Ok(DoneChange::Edited { path, before, after })
}

async fn create_note(host: &dyn Host, path: &NotePath, text: &str) -> Result<DoneChange> {
    check_free(host, path, None).await?;
    let path = host.create(path, text.to_owned()).await.map_err(write_error)?;
    Ok(DoneChange::Created { path, text: text.to_owned() })
}

async fn move_note(host: &dyn Host, from: &NotePath, to: &NotePath) -> Result<DoneChange> {
    check_free(host, to, Some(from)).await?;
    let to = host.rename(from, to).await.map_err(write_error)?;
    Ok(DoneChange::Moved { from: from.clone(), to })
}

/// The path of a change that comes from outside: it must be inside the vault.
fn checked_path(path: &str) -> Result<NotePath> {
    NotePath::parse(&check_note_argument(path)?)
}

/// Fails if a new name of the path is not possible on every system; `moved` is the note that gets the
/// path. What is taken back gets its former names again, whatever they are.
async fn check_new_names(host: &dyn Host, path: &NotePath, moved: Option<&NotePath>) -> Result<()> {
    let files = host.notes().await?;
    let file_name = |path: &NotePath| path.as_str().rsplit('/').next().map(str::to_owned);
    let keeps_name = moved.is_some_and(|moved| file_name(moved) == file_name(path));
    check_new_path(path.as_str(), |part| {
        let is_kept = keeps_name && part == path.as_str();
        is_kept || files.iter().any(|file| is_in_folder(&file.path, part))
    })
}

/// Fails if a file has this path, also if only case or Unicode form differs; `moved` is the note that
/// gets the path.
async fn check_free(host: &dyn Host, path: &NotePath, moved: Option<&NotePath>) -> Result<()> {
    let folded = fold_case(path.as_str());
    let is_taken = |other: &str| {
        fold_case(other) == folded && moved.is_none_or(|moved| moved.as_str() != other)
    };
    match host.notes().await?.iter().any(|file| is_taken(&file.path)) {
        true => Err(not_writable()),
        false => Ok(()),
    }
}

/// The error of a host that could not give a note a path.
fn write_error(error: Error) -> Error {
    match error.code {
        ErrorCode::NoteMissing | ErrorCode::Cancelled => error,
        _ => not_writable(),
    }
}

/// The error for every path that can't be written. A proposal has no path of a visible file, so a
/// special error for a path that is taken would tell a model of a private note.
fn not_writable() -> Error {
    Error::new(ErrorCode::NotWritable, "This path can't be written").hint("Choose another path.")
}

fn incomplete(change: &ProposedChange) -> Error {
    invalid(format!("The change of {} is incomplete", quoted(&change.path)))
        .hint("Give `before` and `after` of an edit, `after` of a new note, `to` of a move.")
}
