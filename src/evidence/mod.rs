//! Evidence: a sentence that was really read, and where it stands.
//!
//! [`likeness`] tells which texts say the same, [`covered`] whether a passage says a finding already.

pub mod covered;
pub mod likeness;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::note::NotePath;
use crate::privacy::{OutgoingText, Redactor};
use crate::time::Timestamp;

/// Names one piece of evidence of one run: `ev-<run>-001`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct EvidenceId(String);

impl EvidenceId {
    /// The id of a run's n-th piece, counted from one.
    pub fn new(run: &str, number: usize) -> Self {
        Self(format!("ev-{run}-{number:03}"))
    }
}

impl fmt::Display for EvidenceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A passage that speaks to a topic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// Its name within the run.
    pub id: EvidenceId,
    /// Where it stands.
    pub origin: Origin,
    /// The passage as plain text, exactly as read.
    pub text: String,
    /// How well it matched, higher is better. Comparable among passages of one kind of origin.
    pub score: f32,
}

/// Where a passage stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// In a note of the vault.
    Note(NotePlace),
    /// On the web.
    Web(WebPlace),
}

/// A place in a note.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NotePlace {
    /// The note.
    pub path: NotePath,
    /// The innermost heading above it, empty before the first one.
    pub heading: String,
    /// One-based first line.
    pub first_line: usize,
    /// One-based last line.
    pub last_line: usize,
}

/// A place on the web.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WebPlace {
    /// Its address.
    pub url: String,
    /// The page's title, as plain characters.
    pub title: String,
    /// When it was published, as far as is known: `2026-11-15`, `2026-11` or `2026`.
    pub published: Option<String>,
    /// What of it was read.
    pub read: WebRead,
    /// When.
    pub fetched: Timestamp,
}

/// What of a page was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WebRead {
    /// What a search service shows of it.
    Snippet,
    /// The page itself.
    Page,
}

impl Evidence {
    /// What stands above the passage and tells what it is about.
    pub fn place(&self) -> String {
        match &self.origin {
            Origin::Note(place) => format!("{} {}", place.path.title(), place.heading),
            Origin::Web(place) => place.title.clone(),
        }
    }

    /// A text about this piece, or of it, as it may be sent: what comes from the web is public,
    /// what comes from a note is not.
    pub fn outgoing(&self, text: &str, redactor: &Redactor) -> OutgoingText {
        match self.origin {
            Origin::Note(_) => redactor.redact(text),
            Origin::Web(_) => OutgoingText::public(text),
        }
    }

    /// What names its source: passages of one source are not independent of each other.
    pub fn source(&self) -> &str {
        match &self.origin {
            Origin::Note(place) => place.path.as_str(),
            Origin::Web(place) => &place.url,
        }
    }

    /// Who stands behind it: a note, or the site of a page. Two pages of one site do not speak
    /// independently of each other.
    pub fn publisher(&self) -> String {
        match &self.origin {
            Origin::Note(place) => place.path.to_string(),
            Origin::Web(place) => {
                let site = place.url.split('/').nth(2).unwrap_or_default();
                site.trim_start_matches("www.").to_owned()
            }
        }
    }

    /// The note it stands in, if it is one.
    pub fn note(&self) -> Option<&NotePath> {
        self.note_place().map(|place| &place.path)
    }

    /// Where in a note it stands, if it comes from one.
    pub fn note_place(&self) -> Option<&NotePlace> {
        match &self.origin {
            Origin::Note(place) => Some(place),
            Origin::Web(_) => None,
        }
    }
}
