//! A question to the vault, and its answer with the evidence.

use serde::{Deserialize, Serialize};

use crate::evidence::{Evidence, EvidenceId, Origin};
use crate::index::{Hit, MatchKind};
use crate::note::NotePath;
use crate::research::request::Permission;

/// A question to the vault.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AskRequest {
    /// The question as the user typed it.
    pub question: String,
    /// Only notes in this folder are used; `None` for the whole vault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Only this note is used; `None` for the whole vault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Whether the web may be searched.
    #[serde(rename = "web", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub web_permission: Permission,
    /// Whether the model in the settings may be called.
    #[serde(rename = "model", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub model_permission: Permission,
}

/// The answer to a question.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AskResult {
    /// The id of the run.
    #[serde(rename = "run")]
    pub run_id: String,
    /// Whether the vault answers the question.
    #[serde(rename = "found")]
    pub is_found: bool,
    /// The answer as Markdown, with links to its sources; empty if the vault has no answer.
    #[serde(rename = "answer")]
    pub answer_markdown: String,
    /// How sure the answer is.
    pub confidence: AnswerConfidence,
    /// The ids of the evidence that the answer cites, in the order of its sentences.
    #[serde(rename = "cites")]
    #[cfg_attr(target_family = "wasm", tsify(type = "string[]"))]
    pub cited_ids: Vec<EvidenceId>,
    /// The passages that were read.
    pub evidence: Vec<CitedPassage>,
    /// The passages that come closest if the vault has no answer, best first.
    pub closest: Vec<Hit>,
    /// Messages about steps that were skipped or done differently.
    pub warnings: Vec<String>,
}

/// How sure an answer is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum AnswerConfidence {
    /// There is little doubt.
    High,
    /// The sources probably answer the question.
    Medium,
    /// The sources hardly answer the question.
    #[default]
    Low,
}

/// A passage that was read for a question.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CitedPassage {
    /// The id by which the answer cites the passage.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub id: EvidenceId,
    /// The path of the note; absent for a page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: Option<NotePath>,
    /// The address of the page; absent for a note.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The title of the note or page.
    pub title: String,
    /// The heading above the passage; empty if there is none.
    pub heading: String,
    /// First line of the passage in the note, counted from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_line: Option<usize>,
    /// Last line of the passage, inclusive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_line: Option<usize>,
    /// The text of the passage.
    pub text: String,
    /// Why the passage was read.
    pub reason: String,
    /// How the passage was found: `keyword`, `semantic`, `hybrid`, `manual` or `web`.
    pub found: String,
    /// How well the passage matches the search: higher is better.
    pub score: f32,
}

impl CitedPassage {
    /// Describes a piece of evidence from a search of the vault.
    pub fn from_search(piece: &Evidence, match_kind: MatchKind, reason: &str) -> Self {
        let mut passage = Self {
            id: piece.id.clone(),
            path: None,
            url: None,
            title: String::new(),
            heading: String::new(),
            first_line: None,
            last_line: None,
            text: piece.text.clone(),
            reason: reason.to_owned(),
            found: match match_kind {
                MatchKind::Keyword => "keyword",
                MatchKind::Meaning => "semantic",
                MatchKind::Both => "hybrid",
            }
            .to_owned(),
            score: piece.score,
        };
        match &piece.origin {
            Origin::Note(place) => {
                passage.title = place.path.title().to_owned();
                passage.heading.clone_from(&place.heading);
                passage.first_line = Some(place.first_line);
                passage.last_line = Some(place.last_line);
                passage.path = Some(place.path.clone());
            }
            Origin::Web(place) => {
                passage.title.clone_from(&place.title);
                passage.url = Some(place.url.clone());
            }
        }
        passage
    }
}
