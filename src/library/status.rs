//! How much of the vault is indexed, as the user sees it. Data only.

use serde::{Deserialize, Serialize};

use crate::note::NotePath;

/// How much of the vault is indexed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LibraryStatus {
    /// Number of indexed notes.
    #[serde(rename = "notes")]
    pub indexed_notes: usize,
    /// Number of notes in the vault, including skipped ones.
    #[serde(rename = "total")]
    pub total_notes: usize,
    /// Whether the vault is being read now.
    #[serde(rename = "reading")]
    pub is_reading_vault: bool,
    /// Number of skipped notes.
    #[serde(rename = "skipped")]
    pub skipped_notes: usize,
    /// The first skipped notes, each with the reason.
    #[serde(rename = "whySkipped")]
    pub listed_skipped_notes: Vec<SkippedNote>,
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
    #[serde(rename = "why")]
    pub reason: String,
}
