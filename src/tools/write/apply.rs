//! Carries out the changes that the user accepted, and takes them back. A note that is no longer as the
//! user saw it is not changed.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use crate::error::{Error, ErrorCode, Result};
use crate::host::Host;
use crate::note::NotePath;
use crate::note::edit::NoteEdit;
use crate::text::normalize::fold_case;
use crate::tools::argument::invalid;
use crate::tools::vault_path::check_note_argument;
use crate::tools::write::proposal::{
    Applied, ApplyRequest, ChangeKind, FailedChange, ProposedChange, UndoRequest,
};

/// How many results can be taken back. Older ones are dropped.
const MAX_UNDO_ENTRIES: usize = 50;

/// The changes that can be taken back, the newest last.
#[derive(Debug, Default)]
pub struct UndoStore {
    entries: RefCell<VecDeque<(String, Vec<ProposedChange>)>>,
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
    /// as it is.
    pub async fn undo(&self, host: &dyn Host, request: &UndoRequest) -> Result<Applied> {
        let changes = self.take_changes(&request.undo).ok_or_else(|| {
            Error::new(ErrorCode::NoSuchRun, "There is nothing left to undo")
                .hint("These changes were undone before, or the app was restarted since.")
        })?;
        let reversed: Vec<ProposedChange> = changes.iter().rev().map(reverse).collect();
        let reversed: Vec<&ProposedChange> = reversed.iter().collect();
        Ok(self.carry_out(host, &reversed).await)
    }

    fn take_changes(&self, undo_id: &str) -> Option<Vec<ProposedChange>> {
        let mut entries = self.entries.borrow_mut();
        let found = entries.iter().position(|(id, _)| id == undo_id)?;
        entries.remove(found).map(|(_, changes)| changes)
    }

    async fn carry_out(&self, host: &dyn Host, changes: &[&ProposedChange]) -> Applied {
        let mut applied = Applied::default();
        let mut done = Vec::new();
        for change in changes {
            match carry_out_change(host, change).await {
                Ok(path) => {
                    applied.changed.push(path);
                    done.push((*change).clone());
                }
                Err(error) => applied.failed.push(FailedChange::new(&change.path, &error)),
            }
        }
        applied.undo = self.remember(done);
        applied
    }

    fn remember(&self, changes: Vec<ProposedChange>) -> String {
        let number = self.last_number.get() + 1;
        self.last_number.set(number);
        let id = format!("undo-{number}");
        let mut entries = self.entries.borrow_mut();
        entries.push_back((id.clone(), changes));
        if entries.len() > MAX_UNDO_ENTRIES {
            entries.pop_front();
        }
        id
    }
}

/// The change that takes another one back. A created note is deleted if nobody changed it since.
fn reverse(change: &ProposedChange) -> ProposedChange {
    let ProposedChange { kind, path, to, before, after } = change.clone();
    match (kind, to) {
        (ChangeKind::Move, Some(to)) => ProposedChange::moved(&to, &path),
        _ => ProposedChange { kind, path, to: None, before: after, after: before },
    }
}

/// Makes one change. Returns the path of the note afterwards.
async fn carry_out_change(host: &dyn Host, change: &ProposedChange) -> Result<String> {
    let path = checked_path(&change.path)?;
    match (change.kind, &change.before, &change.after) {
        (ChangeKind::Edit, Some(before), Some(after)) => {
            let (before, after) = (before.clone(), after.clone());
            let edit = NoteEdit::ReplaceText { before, after };
            Ok(host.edit(&path, edit).await?.to_string())
        }
        (ChangeKind::Create, None, Some(text)) => {
            check_free(host, &path, None).await?;
            Ok(host.create(&path, text.clone()).await?.to_string())
        }
        // The creation of a note is taken back.
        (ChangeKind::Create, Some(text), None) => {
            if host.read(&path).await? != *text {
                return Err(note_changed(&path));
            }
            host.trash(&path).await?;
            Ok(path.to_string())
        }
        (ChangeKind::Move, ..) => {
            let to = change.to.as_deref().ok_or_else(|| incomplete(change))?;
            let to = checked_path(to)?;
            check_free(host, &to, Some(&path)).await?;
            host.rename(&path, &to).await?;
            Ok(to.to_string())
        }
        _ => Err(incomplete(change)),
    }
}

/// The path of a change that comes from outside: it must be inside the vault.
fn checked_path(path: &str) -> Result<NotePath> {
    NotePath::parse(&check_note_argument(path)?)
}

/// Fails if a file has this path, also if only case or Unicode form differs; `moved` is the note that
/// gets the path.
async fn check_free(host: &dyn Host, path: &NotePath, moved: Option<&NotePath>) -> Result<()> {
    let folded = fold_case(path.as_str());
    let is_taken = |other: &str| {
        fold_case(other) == folded && moved.is_none_or(|moved| moved.as_str() != other)
    };
    match host.notes().await?.iter().any(|file| is_taken(&file.path)) {
        true => Err(Error::new(ErrorCode::NoteExists, format!("“{path}” already exists"))
            .hint("Choose another name.")),
        false => Ok(()),
    }
}

fn note_changed(path: &NotePath) -> Error {
    Error::new(ErrorCode::NoteChanged, format!("“{path}” was changed since"))
        .hint("Look at the note and try again.")
}

fn incomplete(change: &ProposedChange) -> Error {
    invalid(format!("The change of “{}” is incomplete", change.path))
        .hint("Give `before` and `after` of an edit, `after` of a new note, `to` of a move.")
}
