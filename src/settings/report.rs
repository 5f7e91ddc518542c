//! The settings of the report: its length and layout, and where it is written.

use serde::{Deserialize, Serialize};

use crate::notes::note::NotePath;
use crate::settings::Settings;

/// How much of what was found a report shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ReportLength {
    /// The best answer to each question, and one sentence on every other topic.
    Short,
    /// Short answers first, then the details.
    #[default]
    Full,
}

/// How the topics of a report are laid out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum TopicLayout {
    /// Each topic has a heading.
    #[default]
    Headings,
    /// Each topic is a callout that is folded at first.
    Folded,
}

/// The note into which a report is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ReportPlace {
    /// The researched note.
    #[default]
    Note,
    /// A note of its own beside the researched note, which stays unchanged.
    Separate,
}

/// What happens to a report when a selection of its note is researched, or the note with a focus.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum PartialReport {
    /// The user is asked the first time.
    #[default]
    Ask,
    /// The new report is added below it.
    Add,
    /// The new report replaces it.
    Replace,
}

/// How a report cites its sources.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum CitationStyle {
    /// Each sentence ends with a link to its source.
    #[default]
    Links,
    /// Each sentence ends with a footnote that names its source.
    Footnotes,
}

/// What happens to a sentence that its source does not support.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum UnverifiedPolicy {
    /// The sentence is left out.
    #[default]
    Drop,
    /// The sentence is marked as unverified.
    Mark,
}

impl Settings {
    /// The note into which the report on a note is written.
    pub fn report_path(&self, note: &NotePath) -> NotePath {
        if self.report_place == ReportPlace::Note {
            return note.clone();
        }
        // Characters that file names and links can't have, and words that would be another folder.
        let is_allowed = |c: &char| {
            !matches!(
                c,
                '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' | '#' | '^' | '[' | ']'
            )
        };
        let heading: String = self.section_title().text.chars().filter(is_allowed).collect();
        let name = format!("{} – {}.md", note.title(), heading.trim());
        let path = match note.folder() {
            "" => name,
            folder => format!("{folder}/{name}"),
        };
        NotePath::parse(&path).unwrap_or_else(|_| note.clone())
    }
}
