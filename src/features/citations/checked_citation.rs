//! The request to check the citations of a note, and the result of the check.

use serde::{Deserialize, Serialize};

use crate::answers::run::Permission;
use crate::notes::note::NoteEdit;

/// A request to check the citations of a note.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CitationsRequest {
    /// The note's path in the vault.
    #[serde(rename = "path")]
    pub note_path: String,
    /// Whether the pages that the note links to may be read.
    #[serde(rename = "web", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub web_permission: Permission,
    /// Whether a model may be asked. No model is asked so far.
    #[serde(rename = "model", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub model_permission: Permission,
}

/// The result of checking the citations of a note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CitationsCheck {
    /// The citations in the order of the note.
    pub citations: Vec<CheckedCitation>,
    /// Number of marks of an earlier check in the note.
    #[serde(rename = "marks")]
    pub mark_count: usize,
    /// Number of sentences whose citation is contradicted, not found or gone.
    #[serde(rename = "problems")]
    pub problem_count: usize,
    /// Number of these sentences that `markEdit` marks. Where a mark would break the note, it is left
    /// out.
    #[serde(rename = "markable")]
    pub markable_count: usize,
    /// The edit that marks these sentences in the note, if the user asks for it.
    pub mark_edit: NoteEdit,
}

/// A sentence of a note and one source that it cites, compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CheckedCitation {
    /// First line of the sentence in the note, counted from one.
    #[serde(rename = "line")]
    pub first_line: usize,
    /// Last line of the sentence, inclusive.
    pub last_line: usize,
    /// The sentence without its links.
    pub sentence: String,
    /// The source as it is linked: an address, or the target of a wikilink such as `Note#Heading`.
    pub target: String,
    /// Whether the source supports the sentence.
    pub verdict: CitationVerdict,
    /// The sentence of the source that is nearest to the sentence of the note.
    #[serde(rename = "nearest", skip_serializing_if = "Option::is_none")]
    pub nearest_sentence: Option<String>,
    /// Why the sentence is not supported, for the user.
    #[serde(rename = "why", skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The result of comparing a sentence with a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum CitationVerdict {
    /// The source says what the sentence says.
    Supported,
    /// The source doesn't say it.
    NotFound,
    /// The source says something else.
    Contradicted,
    /// The link leads nowhere.
    Gone,
    /// The source was not read.
    NotRead,
}

/// The pages that the citations of a note lead to.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CitedPages {
    /// Number of sentences with a citation.
    #[serde(rename = "sentences")]
    pub sentence_count: usize,
    /// Number of different pages.
    #[serde(rename = "pages")]
    pub page_count: usize,
    /// The hosts of these pages, each once, in the order of the note.
    #[serde(rename = "hosts")]
    pub host_names: Vec<String>,
}
