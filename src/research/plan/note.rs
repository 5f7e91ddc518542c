//! The note that is to be researched, as it was read.

use crate::error::{Error, ErrorCode, Result};
use crate::host::Host;
use crate::note::edit::section_content;
use crate::note::outline::{HeadingTitle, Outline};
use crate::note::report_section::{self, Section};
use crate::note::{NotePath, prose};
use crate::progress::{Progress, Stage};
use crate::settings::Settings;
use crate::settings::admission::admit;

/// Longer notes are cut: a book is not a note, and its first part has topics enough.
const MAX_CHARACTERS: usize = 200_000;

/// A note that can be researched, as it was read.
pub struct SubjectNote {
    /// Where it is.
    pub path: NotePath,
    /// What stands in its section.
    pub section: Section,
    /// Whether nothing of it may be sent.
    pub private: bool,
    /// What it says itself.
    pub own: String,
    /// What the person should know.
    pub warnings: Vec<String>,
}

/// Reads the note, or says why it cannot be researched.
pub async fn read(host: &dyn Host, settings: &Settings, path: &str) -> Result<SubjectNote> {
    let path = admit(path, settings)?;
    host.report(&Progress::step(Stage::Read));
    let text = host.read(&path).await?;
    let heading = settings.heading();
    let section = report_section::inspect(&text, &heading)?;
    Outline::of(&text).closed()?;
    let mut warnings = Vec::new();
    let own = own_text(&text, &heading, &mut warnings)?;
    let private = settings.is_private(&path, &text);
    Ok(SubjectNote { path, section, private, own, warnings })
}

/// The note's own words: without the reports that Ibid wrote, and not longer than we use.
pub fn own_text(text: &str, title: &HeadingTitle, warnings: &mut Vec<String>) -> Result<String> {
    let mut own = report_section::without_reports(text);
    if let Some((end, _)) = own.char_indices().nth(MAX_CHARACTERS) {
        own.truncate(end);
        warnings.push(format!("Only the first {MAX_CHARACTERS} characters of the note were used"));
    }
    // A heading of ours with nothing left under it says nothing.
    let bare = section_content(&own, title).is_ok_and(|content| content == Some(""));
    let says = prose::plain(&own);
    let silent = says.is_empty() || (bare && title.names(title.level, &says));
    if silent {
        return Err(
            Error::new(ErrorCode::NoteEmpty, "The note is empty").hint("Write a few lines first.")
        );
    }
    Ok(own)
}
