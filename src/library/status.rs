//! Data types for the state of indexing, which is shown to the user.

use serde::{Deserialize, Serialize};

use crate::notes::note::NotePath;

/// How many notes of the vault are indexed, and which were skipped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LibraryStatus {
    /// Number of notes that are indexed so far.
    #[serde(rename = "notes")]
    pub indexed_notes: usize,
    /// Number of notes in the vault, including skipped ones.
    #[serde(rename = "total")]
    pub total_notes: usize,
    /// Whether the vault is being read now.
    #[serde(rename = "reading")]
    pub is_reading_vault: bool,
    /// Number of notes that could not be indexed.
    #[serde(rename = "skipped")]
    pub skipped_notes: usize,
    /// The first notes that could not be indexed, each with the reason. At most
    /// `MAX_LISTED_SKIPPED_NOTES`.
    #[serde(rename = "whySkipped")]
    pub listed_skipped_notes: Vec<SkippedNote>,
    /// Folders that the settings name as private or excluded, but that contain no file. Most likely
    /// the user misspelled them.
    #[serde(rename = "emptyFolders")]
    pub empty_settings_folders: Vec<String>,
}

/// A note that could not be indexed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SkippedNote {
    /// The path of the note, relative to the root folder of the vault.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// Why the note was skipped, as text for the user.
    #[serde(rename = "why")]
    pub reason: String,
}
