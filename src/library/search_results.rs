//! Data types for search results: found notes as the user sees them.

use serde::{Deserialize, Serialize};

use crate::library::snippet::TextSpan;
use crate::library::status::LibraryStatus;
use crate::notes::index::MatchKind;
use crate::notes::note::NotePath;

/// A request for the notes related to a note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RelatedRequest {
    /// The path of the note whose related notes are requested.
    pub path: String,
    /// Maximum number of related notes; `None` for the default number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
}

/// The result of a search, or of a request for related notes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NoteSearchResults {
    /// The notes, best first.
    pub notes: Vec<FoundNote>,
    /// How much of the vault is indexed.
    #[serde(rename = "library")]
    pub library_status: LibraryStatus,
    /// The error message if the embedding service failed, so that only keywords were searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "trouble")]
    pub embedding_error: Option<String>,
}

/// A found note, ready to be shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FoundNote {
    /// The path of the note, relative to the root folder of the vault.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// The title of the note, with the matching words highlighted.
    #[serde(rename = "title")]
    pub title_spans: Vec<TextSpan>,
    /// The headings above the found passage, joined by ` > `.
    #[serde(rename = "heading")]
    pub heading_path: String,
    /// First line of the passage, one-based.
    pub first_line: usize,
    /// Last line of the passage, one-based and inclusive.
    pub last_line: usize,
    /// An excerpt of the passage around the matching words.
    #[serde(rename = "snippet")]
    pub snippet_spans: Vec<TextSpan>,
    /// Words of the query that occur in the passage. For a related note, at most three words that
    /// both notes share and that are rare in the vault, most telling first.
    #[serde(rename = "words")]
    pub matched_words: Vec<String>,
    /// The score of the note: higher is better. Only scores of the same search can be compared.
    pub score: f32,
    /// How the note was found: by keywords, by embedding or by both.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    #[serde(rename = "found")]
    pub match_kind: MatchKind,
    /// For a related note: whether it links to the note of the request, or the note of the request
    /// links to it. False for other found notes.
    #[serde(rename = "linked")]
    pub is_linked_to_query_note: bool,
    /// For a related note: how similar it is to the note of the request, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f32>,
}
