//! A passage that a run has read by a tool, and that an answer may cite by its id.

use serde::{Deserialize, Serialize};

use crate::evidence::EvidenceId;
use crate::index::MatchKind;
use crate::note::NotePath;

/// A passage that a tool returned in a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AskEvidence {
    /// The id by which an answer cites the passage: `ev-<run>-001`.
    pub id: EvidenceId,
    /// What the passage is and where it comes from.
    #[serde(flatten)]
    pub passage: ReadPassage,
}

/// A passage that a tool read, before it has an id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadPassage {
    /// The path of the note; absent for a web page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<NotePath>,
    /// The address of the web page; absent for a note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The title of the note or the page.
    pub title: String,
    /// The headings above the passage, joined by ` > `; empty if there are none.
    pub heading: String,
    /// First line of the passage in the note, counted from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_line: Option<usize>,
    /// Last line of the passage, inclusive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_line: Option<usize>,
    /// The text of the passage as the model gets it, without the names of private notes.
    pub text: String,
    /// Why the passage was read: the call that returned it.
    pub reason: String,
    /// How the passage was found.
    pub found: EvidenceFound,
    /// How well the passage matches the search: higher is better; 1 if it was opened directly.
    pub score: f32,
}

/// How a passage of evidence was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum EvidenceFound {
    /// By the words of a search of the vault.
    Keyword,
    /// By the meaning of a search of the vault.
    Semantic,
    /// By the words and the meaning of a search of the vault.
    Hybrid,
    /// It was opened by its path or address.
    Manual,
    /// By a search of the web.
    Web,
}

impl From<MatchKind> for EvidenceFound {
    fn from(kind: MatchKind) -> Self {
        match kind {
            MatchKind::Keyword => Self::Keyword,
            MatchKind::Meaning => Self::Semantic,
            MatchKind::Both => Self::Hybrid,
        }
    }
}
