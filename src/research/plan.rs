//! From a note to an agenda: is it a note that can be researched, what stands in its section,
//! and which topics does it hold.

use serde::{Deserialize, Serialize};

use super::section::{self, Section};
use super::{Agenda, Vault};
use crate::error::{Error, Result};
use crate::host::Host;
use crate::local::topics;
use crate::note::edit::section_content;
use crate::note::outline::{HeadingTitle, Outline};
use crate::note::{NotePath, prose};
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

/// A note that can be researched, as it was read.
pub struct ReadNote {
    path: NotePath,
    depth: Depth,
    section: Section,
    private: bool,
    /// What the note says itself.
    own: String,
    warnings: Vec<String>,
}

/// Reads the note, or says why it cannot be researched.
pub async fn read(host: &dyn Host, settings: &Settings, request: &PlanRequest) -> Result<ReadNote> {
    let path = admit(&request.path, settings)?;
    host.report(&Progress::step(Stage::Read));
    let text = host.read(&path).await?;
    let section = section::inspect(&text, &heading())?;
    Outline::of(&text).closed()?;
    let mut warnings = Vec::new();
    let own = own_text(&text, &mut warnings)?;
    let depth = request.depth.unwrap_or(settings.depth);
    let private = settings.is_private(&path, &text);
    Ok(ReadNote { path, depth, section, private, own, warnings })
}

/// Names the note's topics. Nothing is sent and nothing is written.
pub fn agenda(
    host: &dyn Host,
    vault: &dyn Vault,
    settings: &Settings,
    note: ReadNote,
) -> Result<Agenda> {
    host.report(&Progress::step(Stage::Topics));
    let topics = topics::topics(&note.own, settings.topics, vault.around(&note.path).as_ref());
    if topics.is_empty() {
        let message = format!("Ibid found nothing to research in “{}”", note.path.title());
        return Err(Error::new("no-topics", message)
            .hint("Add a question, a claim or a link to a note you have yet to write."));
    }
    let mut warnings = note.warnings;
    if settings.engine == EngineChoice::Model {
        warnings
            .push("No model is connected in this version; the built-in engine did the work".into());
    }
    Ok(Agenda {
        run: run_id(host),
        path: note.path,
        depth: note.depth,
        topics,
        section: note.section.state,
        section_content: note.section.content,
        asks: if note.private { Vec::new() } else { asks(settings) },
        warnings,
    })
}

/// The note's own words: without the reports that Ibid wrote, and not longer than we use.
pub fn own_text(text: &str, warnings: &mut Vec<String>) -> Result<String> {
    let mut own = section::without_reports(text);
    if let Some((end, _)) = own.char_indices().nth(MAX_CHARACTERS) {
        own.truncate(end);
        warnings.push(format!("Only the first {MAX_CHARACTERS} characters of the note were used"));
    }
    // A heading of ours with nothing left under it says nothing.
    let bare = section_content(&own, &heading()).is_ok_and(|content| content == Some(""));
    let title = heading();
    let says = prose::plain(&own);
    let silent = says.is_empty() || (bare && title.names(title.level, &says));
    if silent {
        return Err(Error::new("note-empty", "The note is empty, so there is nothing to research")
            .hint("Write a few lines first."));
    }
    Ok(own)
}

/// The services of the web that the settings name, each once.
fn asks(settings: &Settings) -> Vec<String> {
    let mut names = Vec::new();
    for source in settings.sources().lists.iter().flatten() {
        let name = source.service.name().to_owned();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn run_id(host: &dyn Host) -> String {
    format!("{:08x}", host.random() & 0xffff_ffff)
}
