//! The changes that a writing tool proposes, and what came of them.

use serde::{Deserialize, Serialize};

use crate::values::{Error, ErrorCode};

/// Maximum number of characters of a path that a failure repeats. No file has a longer one.
const MAX_PATH_CHARACTERS: usize = 1_000;

/// Changes of the vault that the user may accept, all or some of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Proposal {
    /// The changes, one for each note.
    pub changes: Vec<ProposedChange>,
}

/// A change of one note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct ProposedChange {
    /// What happens to the note.
    pub kind: ChangeKind,
    /// The path of the note; of a new note the path it gets.
    pub path: String,
    /// The new path of a note that is moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The whole text of the note now; absent if it is created or moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The whole text of the note after the change; absent if it is moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// What happens to a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// It is created.
    Create,
    /// Its text changes.
    Edit,
    /// It gets another path; links to it follow.
    Move,
}

/// The user's yes to a proposal.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct ApplyRequest {
    /// The proposal. The user may have edited the new texts.
    pub proposal: Proposal,
    /// The indexes of the changes that the user accepts; absent for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub only: Option<Vec<usize>>,
}

/// What is taken back.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct UndoRequest {
    /// The `undo` of the result that is taken back.
    pub undo: String,
}

/// What came of a proposal, or of taking it back.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Applied {
    /// The paths of the notes that changed, as they are now.
    pub changed: Vec<String>,
    /// The changes that were not made.
    pub failed: Vec<FailedChange>,
    /// Takes everything in `changed` back.
    pub undo: String,
}

/// A change that was not made or can't be proposed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct FailedChange {
    /// The path of the note.
    pub path: String,
    /// Why, for programs.
    pub code: ErrorCode,
    /// Why, for the user.
    pub message: String,
}

impl FailedChange {
    /// The failure of a change of this note.
    pub fn new(path: &str, error: &Error) -> Self {
        let path = path.chars().take(MAX_PATH_CHARACTERS).collect();
        Self { path, code: error.code, message: error.message.clone() }
    }
}

impl FailedChange {
    /// The failures in words for a model. Notes that are not there are only counted: if a private name
    /// were hidden in the list, the model would learn that the note exists.
    pub fn lines(failed: &[Self]) -> Vec<String> {
        let (missing, other): (Vec<&Self>, Vec<&Self>) =
            failed.iter().partition(|it| it.code.repeats_path());
        let line = |it: &Self| format!("not possible for {}: {}", it.path, it.message);
        let missing = match missing.len() {
            0 => None,
            count => Some(format!("not possible for {count} of the paths: there is no such note")),
        };
        other.into_iter().map(line).chain(missing).collect()
    }
}

impl ProposedChange {
    /// A change of a note's text.
    pub fn edit(path: &str, before: String, after: String) -> Self {
        let (before, after) = (Some(before), Some(after));
        Self { kind: ChangeKind::Edit, path: path.to_owned(), to: None, before, after }
    }

    /// A new note.
    pub fn create(path: &str, text: String) -> Self {
        let after = Some(text);
        Self { kind: ChangeKind::Create, path: path.to_owned(), to: None, before: None, after }
    }

    /// A note that is moved.
    pub fn moved(from: &str, to: &str) -> Self {
        let to = Some(to.to_owned());
        Self { kind: ChangeKind::Move, path: from.to_owned(), to, before: None, after: None }
    }
}
