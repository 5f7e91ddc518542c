//! How much of the vault is indexed, as the user sees it. Data only.

use serde::{Deserialize, Serialize};

use crate::note::NotePath;

/// How much of the vault is indexed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LibraryStatus {
    /// Number of indexed notes.
    pub notes: usize,
    /// Number of notes in the vault, including skipped ones.
    pub total: usize,
    /// Whether the vault is being read now.
    pub reading: bool,
    /// Number of skipped notes.
    pub skipped: usize,
    /// The first skipped notes, each with the reason.
    pub why_skipped: Vec<SkippedNote>,
    /// Private and excluded folders of the settings that contain no file.
    pub empty_folders: Vec<String>,
}

/// A note that could not be indexed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SkippedNote {
    /// The path of the note.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// Why the note was skipped, as text for the user.
    pub why: String,
}
