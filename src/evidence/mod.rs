//! Evidence: a passage that a research run has read, and where the passage comes from.
//!
//! [`near_duplicates`] groups copies of a text. [`coverage`] measures how much of a finding a
//! passage already contains. [`quotation`] finds quotations in a text.

mod coverage;
pub(crate) mod near_duplicates;
mod quotation;
pub mod support;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::notes::note::NotePath;
use crate::safety::privacy::{OutgoingText, Redactor};
use crate::values::Timestamp;

pub(crate) use coverage::covered_finding_share;
pub(crate) use near_duplicates::Shingles;
pub(crate) use quotation::QuotableText;

/// Identifies a piece of evidence by its research run and its number in that run: `ev-<run>-001`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct EvidenceId(String);

impl EvidenceId {
    /// Builds the id of a piece of evidence from the id of its run and its number, counted from
    /// one.
    pub fn new(run_id: &str, evidence_number: usize) -> Self {
        Self(format!("ev-{run_id}-{evidence_number:03}"))
    }

    /// The id as a text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id as text for a prompt. It consists of the id of a run and a number.
    pub fn to_outgoing_text(&self) -> OutgoingText {
        OutgoingText::from_public_web(&self.0)
    }
}

impl fmt::Display for EvidenceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A piece of evidence: a passage from a note or a web page that a research run found for a topic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// The id of the evidence, unique within the research run.
    pub id: EvidenceId,
    /// The note or web page from which the passage comes.
    pub origin: Origin,
    /// The text of the passage without markup. Its wording is unchanged, but rows of tables in notes name their
    /// columns.
    pub text: String,
    /// How well the passage matches the topic; higher is better. Scores of notes cannot be compared
    /// with scores of web pages.
    pub score: f32,
    /// The lines of the passage that are no plain statements.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marked_lines: Vec<MarkedLine>,
}

/// A line of a passage that is no plain statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkedLine {
    /// The line without markup.
    pub text: String,
    /// What the line is.
    pub mark: LineMark,
}

/// What a line of a passage is, if it is no plain statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LineMark {
    /// It states nothing: a heading, a task, a row that can't be understood without its table, or links only.
    NoStatement,
    /// It is a row of a table, written as a sentence.
    TableRow,
    /// It states what the user believes and has not checked.
    Belief,
    /// It is a property of the note that the question asks for.
    AskedProperty,
}

/// The note or web page from which a passage of evidence comes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// From a note of the vault.
    Note(NoteLocation),
    /// From a web page.
    Web(WebLocation),
}

/// The lines of a note that contain a passage, and the heading above them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NoteLocation {
    /// The path of the note.
    pub path: NotePath,
    /// The innermost heading above the passage; empty before the first heading.
    pub heading: String,
    /// First line of the passage, counted from one.
    pub first_line: usize,
    /// Last line of the passage, counted from one, inclusive.
    pub last_line: usize,
}

/// The web page from which a passage comes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WebLocation {
    /// The URL of the page.
    pub url: String,
    /// The title of the page as plain text.
    pub title: String,
    /// Date of publication, if known: `2026-11-15`, `2026-11` or `2026`.
    #[serde(rename = "published")]
    pub publication_date: Option<String>,
    /// Whether the passage is from the page itself or from the snippet of a search result.
    #[serde(rename = "read")]
    pub text_source: WebTextSource,
    /// When the page or search result was fetched.
    #[serde(rename = "fetched")]
    pub fetched_at: Timestamp,
}

/// Whether a passage is from a web page itself or from the snippet of a search result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WebTextSource {
    /// The short excerpt of the page that a search engine returned.
    Snippet,
    /// The text of the page itself, which was fetched.
    Page,
}

impl Origin {
    /// The innermost heading above the passage; empty for a web page.
    pub fn innermost_heading(&self) -> &str {
        match self {
            Origin::Note(location) => &location.heading,
            Origin::Web(_) => "",
        }
    }

    /// The title of the note or page.
    pub fn title(&self) -> &str {
        match self {
            Origin::Note(location) => location.path.title(),
            Origin::Web(location) => &location.title,
        }
    }

    /// The title, and for a note the innermost heading above the passage. They say what the passage is about.
    pub fn title_and_heading(&self) -> String {
        match self {
            Origin::Note(location) => format!("{} {}", self.title(), location.heading),
            Origin::Web(_) => self.title().to_owned(),
        }
    }
}

/// Whether the lines of a passage are a property of a note that the question asks for.
pub fn has_asked_property(lines: &[MarkedLine]) -> bool {
    lines.iter().any(|line| line.mark == LineMark::AskedProperty)
}

/// The mark of the line with a sentence; `None` for a plain statement.
pub fn line_mark(lines: &[MarkedLine], sentence: &str) -> Option<LineMark> {
    lines.iter().find(|line| line.text.contains(sentence)).map(|line| line.mark)
}

impl Evidence {
    /// Whether the passage is a property of a note that the question asks for.
    pub fn is_asked_property(&self) -> bool {
        has_asked_property(&self.marked_lines)
    }

    /// The title and heading above the passage, see [`Origin::title_and_heading`].
    pub fn title_and_heading(&self) -> String {
        self.origin.title_and_heading()
    }

    /// What the line with a sentence of this passage is; `None` for a plain statement.
    pub fn line_mark(&self, sentence: &str) -> Option<LineMark> {
        line_mark(&self.marked_lines, sentence)
    }

    /// Describes the source for a model: whether it is a note of the user or the web, its title, and
    /// for a web page its site and date.
    pub fn source_description(&self) -> String {
        match &self.origin {
            Origin::Note(location) if location.heading.is_empty() => {
                format!("The user's note: {}", location.path.title())
            }
            Origin::Note(location) => {
                format!("The user's note: {} > {}", location.path.title(), location.heading)
            }
            Origin::Web(location) => {
                let date = location.publication_date.as_ref();
                let date = date.map(|date| format!(", {date}")).unwrap_or_default();
                format!("Web: {} ({}{date})", location.title, self.publisher())
            }
        }
    }

    /// Prepares a text that quotes or describes this passage for sending to a service. If the
    /// passage is from a note, private information is redacted. Text from the web is public and
    /// stays as it is.
    pub fn to_outgoing_text(&self, text: &str, redactor: &Redactor) -> OutgoingText {
        match self.origin {
            Origin::Note(_) => redactor.redact(text),
            Origin::Web(_) => OutgoingText::from_public_web(text),
        }
    }

    /// The path of the note or the URL of the page. It identifies the source when the sources of a
    /// report are counted.
    pub fn path_or_url(&self) -> &str {
        match &self.origin {
            Origin::Note(location) => location.path.as_str(),
            Origin::Web(location) => &location.url,
        }
    }

    /// The path of the note or the domain of the website. Pages of the same website have the same
    /// publisher, so they are not independent sources.
    pub fn publisher(&self) -> String {
        match &self.origin {
            Origin::Note(location) => location.path.to_string(),
            Origin::Web(location) => {
                let site = location.url.split('/').nth(2).unwrap_or_default();
                site.trim_start_matches("www.").to_owned()
            }
        }
    }

    /// The path of the note; `None` if the passage comes from the web.
    pub fn note_path(&self) -> Option<&NotePath> {
        self.note_location().map(|location| &location.path)
    }

    /// The location of the passage in its note; `None` if the passage comes from the web.
    pub fn note_location(&self) -> Option<&NoteLocation> {
        match &self.origin {
            Origin::Note(location) => Some(location),
            Origin::Web(_) => None,
        }
    }
}
