//! A passage that a run has read by a tool, and that an answer may cite by its id.

use serde::{Deserialize, Serialize, Serializer};

use crate::evidence::EvidenceId;
use crate::notes::index::MatchKind;
use crate::notes::note::NotePath;

/// A passage that a tool returned in a run.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AskEvidence {
    /// The id by which an answer cites the passage: `ev-<run>-001`.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub id: EvidenceId,
    /// What the passage is and where it comes from.
    #[serde(flatten)]
    pub passage: ReadPassage,
}

/// The fields of a piece of evidence as one object. With `flatten`, JavaScript would get a `Map`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EvidenceFields<'e> {
    id: &'e EvidenceId,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'e NotePath>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'e str>,
    title: &'e str,
    heading: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_line: Option<usize>,
    text: &'e str,
    reason: &'e str,
    found: EvidenceFound,
    score: f32,
}

impl Serialize for AskEvidence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ReadPassage {
            path,
            url,
            title,
            heading,
            first_line,
            last_line,
            text,
            reason,
            found,
            score,
        } = &self.passage;
        let fields = EvidenceFields {
            id: &self.id,
            path: path.as_ref(),
            url: url.as_deref(),
            title,
            heading,
            first_line: *first_line,
            last_line: *last_line,
            text,
            reason,
            found: *found,
            score: *score,
        };
        fields.serialize(serializer)
    }
}

/// A passage that a tool read, before it has an id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReadPassage {
    /// The path of the note; absent for a web page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
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
