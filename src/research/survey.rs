//! A first look at a note, before anything is spent: may it be researched, what stands in its
//! section, and who would be told something of it.

use serde::{Deserialize, Serialize};

use super::record::Begun;
use super::run::RunRequest;
use super::section::{self, Section, SectionState};
use super::{Agenda, AgendaTopic, Shelf, TopicsCall, Use, Vault, estimate};
use crate::error::{Error, Result};
use crate::host::Host;
use crate::index::Query;
use crate::llm::price::PriceList;
use crate::note::edit::section_content;
use crate::note::folder::FolderPattern;
use crate::note::outline::{HeadingTitle, Outline};
use crate::note::{NotePath, prose};
use crate::progress::{Progress, Stage};
use crate::settings::{Depth, EngineChoice, Settings};

/// Longer notes are cut: a book is not a note, and its first part has topics enough.
const MAX_CHARACTERS: usize = 200_000;

/// Notes that are looked at for each topic when a note is looked for under another name.
const FOUND_AGAIN: usize = 5;

/// What to research.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PlanRequest {
    /// The note's path in the vault.
    pub path: String,
    /// For this run only; else as set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<Depth>,
    /// What the person wants to know above all; empty for everything.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub focus: String,
    /// The part of the note to research; empty for all of it.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub selection: String,
    /// Whether the model of the settings may be sent the note.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub model: Use,
}

/// What a first look found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Survey {
    /// What stands in the note's Research section now.
    pub section: SectionState,
    /// Whether what the person changed in it can be merged with a new report: what Ibid wrote is
    /// still known on this device.
    pub mergeable: bool,
    /// Services of the web that would be sent topics; none where the note is private.
    pub asks: Vec<String>,
    /// The model that would be sent the note; none where it is private, or for the built-in engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<AskedModel>,
    /// The call that names the topics, which comes before anything is approved; none where no model
    /// is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topics_call: Option<TopicsCall>,
}

/// A model and where it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AskedModel {
    /// Its name.
    pub name: String,
    /// The host that would be sent something.
    pub host: String,
    /// Whether that is the person's own machine or network.
    pub local: bool,
}

/// A note that can be researched, as it was read.
pub struct ReadNote {
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

/// Whether a path may be researched at all; asked before anything is read.
pub fn admit(path: &str, settings: &Settings) -> Result<NotePath> {
    admit_unless(path, &settings.excluded_folder_patterns())
}

/// The same for many paths, with the excluded folders read once.
pub fn admit_unless(path: &str, excluded: &[FolderPattern]) -> Result<NotePath> {
    let path = NotePath::parse(path)?;
    if let Some(folder) = path.excluded_by(excluded) {
        let message = format!("“{path}” is in the excluded folder “{folder}”");
        return Err(Error::new("note-excluded", message)
            .hint("Move the note, or change the excluded folders in Ibid's settings."));
    }
    Ok(path)
}

/// Reads the note, or says why it cannot be researched.
pub async fn read(host: &dyn Host, settings: &Settings, path: &str) -> Result<ReadNote> {
    let path = admit(path, settings)?;
    host.report(&Progress::step(Stage::Read));
    let text = host.read(&path).await?;
    let heading = settings.heading();
    let section = section::inspect(&text, &heading)?;
    Outline::of(&text).closed()?;
    let mut warnings = Vec::new();
    let own = own_text(&text, &heading, &mut warnings)?;
    let private = settings.is_private(&path, &text);
    Ok(ReadNote { path, section, private, own, warnings })
}

/// Looks at a note.
pub async fn survey(
    host: &dyn Host,
    shelf: &Shelf,
    (settings, prices): (&Settings, &PriceList),
    path: &str,
) -> Result<Survey> {
    let note = read(host, settings, path).await?;
    let written = section::run_of(&note.section.content);
    let mergeable = match written {
        Some(run) => shelf.written(host, run).await.is_some(),
        None => false,
    };
    let model = asked_model(settings, note.private);
    let topics_call = model.as_ref().and(estimate::topics_call(settings, prices, &note));
    Ok(Survey {
        section: note.section.state,
        mergeable,
        asks: asks(settings, note.private),
        model,
        topics_call,
    })
}

/// The services of the web that the settings name, each once; none for a private note.
pub fn asks(settings: &Settings, private: bool) -> Vec<String> {
    let mut names = Vec::new();
    if private {
        return names;
    }
    for source in settings.sources().lists.iter().flatten() {
        let name = source.service.name().to_owned();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The model that would be asked, if one is chosen and can be.
pub fn asked_model(settings: &Settings, private: bool) -> Option<AskedModel> {
    if private || settings.engine != EngineChoice::Model {
        return None;
    }
    let model = settings.report_model().ok()?;
    Some(AskedModel {
        name: model.model,
        host: model.endpoint.host().to_owned(),
        local: model.endpoint.is_local(),
    })
}

/// The note's own words: without the reports that Ibid wrote, and not longer than we use.
pub fn own_text(text: &str, title: &HeadingTitle, warnings: &mut Vec<String>) -> Result<String> {
    let mut own = section::without_reports(text);
    if let Some((end, _)) = own.char_indices().nth(MAX_CHARACTERS) {
        own.truncate(end);
        warnings.push(format!("Only the first {MAX_CHARACTERS} characters of the note were used"));
    }
    // A heading of ours with nothing left under it says nothing.
    let bare = section_content(&own, title).is_ok_and(|content| content == Some(""));
    let says = prose::plain(&own);
    let silent = says.is_empty() || (bare && title.names(title.level, &says));
    if silent {
        return Err(Error::new("note-empty", "The note is empty, so there is nothing to research")
            .hint("Write a few lines first."));
    }
    Ok(own)
}

/// A run that was left, with the note that was planned for, wherever it is now; another may have its
/// name. Services that the person did not agree to then are not asked.
pub async fn still_meant(
    host: &dyn Host,
    vault: &dyn Vault,
    settings: &Settings,
    begun: Begun,
) -> Result<Begun> {
    let note = find_again(host, vault, settings, &begun.request.agenda).await?;
    let run = begun.request;
    let asked = asks(settings, note.private);
    let agreed = asked.iter().all(|service| run.agenda.asks.contains(service));
    let same_model = asked_model(settings, note.private) == run.agenda.model;
    let web = if agreed && !note.private { run.web } else { Use::Off };
    let model = if same_model { run.model } else { Use::Off };
    let agenda = Agenda { path: note.path, ..run.agenda };
    Ok(Begun { request: RunRequest { agenda, web, model, ..run }, ..begun })
}

/// The note of an agenda: under its name, or else where the words of its topics stand.
async fn find_again(
    host: &dyn Host,
    vault: &dyn Vault,
    settings: &Settings,
    agenda: &Agenda,
) -> Result<ReadNote> {
    let named = read(host, settings, agenda.path.as_str()).await;
    if named.as_ref().is_ok_and(|note| says_all(note, agenda)) {
        return named;
    }
    for item in agenda.topics.iter().filter(|item| !is_added(item)) {
        let query = Query::of_words(&item.topic.context);
        for hit in vault.search(&Query { limit: Some(FOUND_AGAIN), ..query }) {
            if let Ok(note) = read(host, settings, hit.path.as_str()).await
                && says_all(&note, agenda)
            {
                return Ok(note);
            }
        }
    }
    // It was rewritten, then; or another note has its name.
    if named.as_ref().is_ok_and(|note| says_some(note, agenda)) {
        return named;
    }
    named.and_then(|note| {
        let message = format!("“{}” is not the note any more that was researched", note.path);
        Err(Error::new("another-note", message)
            .hint("Give the note its old name back, or write what there is into the inbox."))
    })
}

/// Whether a note says anything that a topic was found in.
fn says_some(note: &ReadNote, agenda: &Agenda) -> bool {
    let says = prose::plain(&note.own);
    let stands =
        |item: &AgendaTopic| says.contains(&item.topic.context) || says.contains(&item.topic.topic);
    agenda.topics.iter().any(stands)
}

/// Whether a note says what all topics were found in.
fn says_all(note: &ReadNote, agenda: &Agenda) -> bool {
    let says = prose::plain(&note.own);
    let mut found = agenda.topics.iter().filter(|item| !is_added(item));
    found.all(|item| says.contains(&item.topic.context))
}

/// Whether the person named a topic, which need not stand in the note.
fn is_added(item: &AgendaTopic) -> bool {
    item.topic.context == item.topic.topic
}
