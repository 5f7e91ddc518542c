//! From a note to an agenda: is it a note that can be researched, what stands in its section,
//! and which topics does it hold.

use serde::{Deserialize, Serialize};

use super::section::{self, Section, SectionState};
use super::{Agenda, Vault};
use crate::error::{Error, Result};
use crate::host::Host;
use crate::local::topics;
use crate::note::outline::{HeadingTitle, Outline};
use crate::note::{NotePath, frontmatter, prose};
use crate::progress::{Progress, Stage};
use crate::settings::{Depth, EngineChoice, SECTION_HEADING, Settings};

/// Longer notes are cut: a book is not a note, and its first part has topics enough.
const MAX_CHARACTERS: usize = 200_000;

/// What to research.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PlanRequest {
    /// The note's path in the vault.
    pub path: String,
    /// For this run only; else as set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<Depth>,
}

/// The heading of our section.
pub fn heading() -> HeadingTitle {
    HeadingTitle::parse(SECTION_HEADING)
        .unwrap_or_else(|| HeadingTitle { level: 2, text: SECTION_HEADING.to_owned() })
}

/// Whether a path may be researched at all; asked before anything is read.
pub fn admit(path: &str, settings: &Settings) -> Result<NotePath> {
    let path = NotePath::parse(path)?;
    if let Some(folder) = path.excluded_by(&settings.excluded_folders) {
        let message = format!("“{path}” is in the excluded folder “{folder}”");
        return Err(Error::new("note-excluded", message)
            .hint("Move the note, or change the excluded folders in Ibid's settings."));
    }
    Ok(path)
}

/// Reads the note and names its topics. Nothing is sent and nothing is written.
pub async fn plan(
    host: &dyn Host,
    vault: &dyn Vault,
    settings: &Settings,
    request: &PlanRequest,
) -> Result<Agenda> {
    let path = admit(&request.path, settings)?;
    host.report(&Progress::step(Stage::Read));
    let text = host.read(&path).await?;
    let section = section::inspect(&text, &heading())?;
    let mut warnings = Vec::new();
    let note = researched_text(&text, &section, &mut warnings)?;
    host.report(&Progress::step(Stage::Topics));
    let topics = topics::topics(&note, settings.topics, vault.around(&path).as_ref());
    if topics.is_empty() {
        let message = format!("Ibid found nothing to research in “{}”", path.title());
        return Err(Error::new("no-topics", message)
            .hint("Add a question, a claim or a link to a note you have yet to write."));
    }
    if settings.engine == EngineChoice::Model {
        warnings
            .push("No model is connected in this version; the built-in engine did the work".into());
    }
    Ok(Agenda {
        run: run_id(host),
        path,
        depth: request.depth.unwrap_or(settings.depth),
        topics,
        section: section.state,
        section_content: section.content,
        warnings,
    })
}

/// The note's own text: without the report that Ibid wrote, and not longer than we use.
pub fn researched_text(
    text: &str,
    section: &Section,
    warnings: &mut Vec<String>,
) -> Result<String> {
    Outline::of(text).closed()?;
    let own = match section.state {
        SectionState::Ours | SectionState::Edited => text.replacen(&section.report, "", 1),
        SectionState::Absent | SectionState::Theirs => text.to_owned(),
    };
    let body = frontmatter::range(&own).and_then(|range| own.get(range.end..)).unwrap_or(&own);
    let bare_heading = section.state != SectionState::Absent && section.kept.is_empty();
    let said = if bare_heading { body.replacen(SECTION_HEADING, "", 1) } else { body.to_owned() };
    if prose::plain(&said).is_empty() {
        return Err(Error::new("note-empty", "The note is empty, so there is nothing to research")
            .hint("Write a few lines first."));
    }
    match said.char_indices().nth(MAX_CHARACTERS) {
        None => Ok(said),
        Some((end, _)) => {
            warnings
                .push(format!("Only the first {MAX_CHARACTERS} characters of the note were used"));
            Ok(said.get(..end).unwrap_or_default().to_owned())
        }
    }
}

fn run_id(host: &dyn Host) -> String {
    format!("{:08x}", host.random() & 0xffff_ffff)
}
