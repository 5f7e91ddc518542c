//! From an approved agenda to a written section. Until the one edit at the end the note is not
//! touched; if its section changed meanwhile, what a person wrote stays and the report goes below.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::gather::{Gathered, gather};
use super::phrases::phrases;
use super::report::Draft;
use super::section::{self, SectionState, stamped};
use super::verify::verified;
use super::{Agenda, Existing, Means, Report, Vault, WebUse, plan};
use crate::error::{Error, Result};
use crate::evidence::Evidence;
use crate::host::Host;
use crate::index::language::Language;
use crate::local::Topic;
use crate::local::answer::{self, Finding};
use crate::note::NotePath;
use crate::note::edit::NoteEdit;
use crate::progress::{Progress, Stage};
use crate::settings::{SECTION_HEADING, Settings};

/// Characters of the section that the record shows.
const PREVIEW_CHARACTERS: usize = 500;
/// Related notes named at the most.
const MAX_RELATED: usize = 5;
/// A note is related to a topic when it matches at least this well, against the best match.
const RELATED_SHARE: f32 = 0.6;

/// An agenda that the person approved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunRequest {
    /// What to look up.
    pub agenda: Agenda,
    /// What to do with a section that is not Ibid's alone.
    #[serde(default)]
    pub existing: Existing,
    /// Whether the web may be asked.
    #[serde(default)]
    pub web: WebUse,
}

/// Gathers, checks and writes.
pub async fn run(means: &Means<'_>, request: &RunRequest) -> Result<Report> {
    let Means { host, vault, settings, .. } = *means;
    let started = host.now();
    let agenda = &request.agenda;
    let path = plan::admit(agenda.path.as_str(), settings)?;
    let text = host.read(&path).await?;
    let note = plan::own_text(&text, &mut Vec::new())?;
    // It may have become private since the agenda was made.
    let private = settings.is_private(&path, &text);
    let web = if private { WebUse::Off } else { request.web };
    let gathered = gather(means, &RunRequest { web, ..request.clone() }, &path).await?;
    let evidence: Vec<Evidence> = gathered.evidence.iter().flatten().cloned().collect();
    let (topics, unverified) = answers(vault, &path, &note, &agenda.topics, &gathered);
    let warnings: Vec<String> = agenda.warnings.iter().chain(&gathered.skipped).cloned().collect();
    let related = related(vault, &path, &topics, &agenda.topics, &gathered);
    let draft = Draft {
        date: host.now().date(),
        depth: agenda.depth,
        topics,
        evidence: &evidence,
        related: &related,
        unverified,
        services: &gathered.services,
        warnings: &warnings,
    };
    if draft.answered() == 0 && related.is_empty() {
        return Err(Error::new(
            "nothing-found",
            format!("Your vault says nothing else about “{}”", path.title()),
        )
        .hint("The note is unchanged. Add notes on its topics and try again."));
    }
    let markdown = draft.markdown(vault, &phrases(Language::of(&note)));
    if host.cancelled() {
        return Err(Error::cancelled());
    }
    host.report(&Progress::step(Stage::Write));
    let mut warnings = draft.warnings.to_vec();
    let written =
        write(host, settings, request, &stamped(&agenda.run, &markdown), &mut warnings).await?;
    Ok(Report {
        path: written,
        topics_researched: draft.answered(),
        sources: draft.sources(),
        preview: markdown.chars().take(PREVIEW_CHARACTERS).collect(),
        cost: 0.0,
        elapsed_millis: host.now().since(started),
        warnings,
    })
}

/// The checked findings of each topic, none quoted twice, and how many were dropped. A topic
/// whose findings all stand under an earlier one is left out.
fn answers<'t>(
    vault: &dyn Vault,
    path: &NotePath,
    note: &str,
    topics: &'t [Topic],
    gathered: &Gathered,
) -> (Vec<(&'t Topic, Vec<Finding>)>, usize) {
    let around = vault.around(path);
    let mut quoted = BTreeSet::new();
    let mut answered = Vec::new();
    let mut unverified = 0;
    for (topic, evidence) in topics.iter().zip(&gathered.evidence) {
        let found = answer::answer(topic, evidence, note, around.as_ref());
        let (held, dropped) = verified(found, evidence);
        unverified += dropped;
        let silent = held.is_empty();
        let fresh: Vec<Finding> =
            held.into_iter().filter(|finding| quoted.insert(finding.sentence.clone())).collect();
        if silent || !fresh.is_empty() {
            answered.push((topic, fresh));
        }
    }
    (answered, unverified)
}

/// Notes that match several topics well but are neither cited nor linked yet, with what they share.
fn related(
    vault: &dyn Vault,
    path: &NotePath,
    answered: &[(&Topic, Vec<Finding>)],
    topics: &[Topic],
    gathered: &Gathered,
) -> Vec<(NotePath, Vec<String>)> {
    let cited = cited_notes(answered, gathered);
    let linked = vault.linked(path);
    let mut shared: BTreeMap<&NotePath, (f32, Vec<String>)> = BTreeMap::new();
    for (topic, evidence) in topics.iter().zip(&gathered.evidence) {
        let top = evidence.iter().map(|piece| piece.score).fold(0.0, f32::max);
        let near = evidence.iter().filter(|piece| piece.score >= RELATED_SHARE * top);
        for (piece, note) in near.filter_map(|piece| Some((piece, piece.note()?))) {
            let (score, names) = shared.entry(note).or_default();
            *score += piece.score / top.max(f32::MIN_POSITIVE);
            names.push(topic.topic.clone());
        }
    }
    let is_new = |note: &NotePath| !cited.contains(note) && !linked.contains(note);
    let mut notes: Vec<_> =
        shared.into_iter().filter(|(note, (_, names))| names.len() > 1 && is_new(note)).collect();
    notes.sort_by(|a, b| b.1.0.total_cmp(&a.1.0).then_with(|| a.0.cmp(b.0)));
    notes.truncate(MAX_RELATED);
    notes.into_iter().map(|(note, (_, names))| (note.clone(), names)).collect()
}

fn cited_notes<'g>(
    answered: &[(&Topic, Vec<Finding>)],
    gathered: &'g Gathered,
) -> BTreeSet<&'g NotePath> {
    let ids: BTreeSet<_> = answered
        .iter()
        .flat_map(|(_, found)| found.iter().map(|finding| &finding.evidence))
        .collect();
    let cited = gathered.evidence.iter().flatten().filter(|piece| ids.contains(&piece.id));
    cited.filter_map(Evidence::note).collect()
}

/// Writes the section into the note as it is now; answers with where it went. A report that is
/// finished is never lost: what the note does not take goes to the inbox, with the reason.
async fn write(
    host: &dyn Host,
    settings: &Settings,
    request: &RunRequest,
    section: &str,
    warnings: &mut Vec<String>,
) -> Result<NotePath> {
    let path = &request.agenda.path;
    let mut result = host.edit(path, edit(request, section)).await;
    if result.as_ref().is_err_and(|error| error.code == "section-changed") {
        warnings.push(
            "The section was edited during the run; your text stays above the new report".into(),
        );
        result = host.edit(path, append(section)).await;
    }
    if result.as_ref().is_err_and(|error| error.code == "heading-not-found") {
        result = host.edit(path, new_section(section)).await;
    }
    match result {
        Ok(path) => Ok(path),
        Err(error) => {
            warnings.push(format!("{}; the report is in the inbox", error.message));
            host.create(&inbox_note(settings, path)?, format!("{SECTION_HEADING}\n\n{section}\n"))
                .await
        }
    }
}

/// Replaces our part of the section and nothing else of it, unless the person wants all of it gone.
fn edit(request: &RunRequest, section: &str) -> NoteEdit {
    let agenda = &request.agenda;
    let from = match (agenda.section, request.existing) {
        (SectionState::Edited | SectionState::Theirs, Existing::Keep) => return append(section),
        (SectionState::Ours | SectionState::Edited, _) => {
            section::own_part(&agenda.section_content)
        }
        (SectionState::Absent | SectionState::Theirs, _) => None,
    };
    NoteEdit::WriteSection {
        heading: SECTION_HEADING.to_owned(),
        content: section.to_owned(),
        replaces: Some(agenda.section_content.clone()),
        from: from.map(str::to_owned),
    }
}

fn new_section(section: &str) -> NoteEdit {
    NoteEdit::WriteSection {
        heading: SECTION_HEADING.to_owned(),
        content: section.to_owned(),
        replaces: Some(String::new()),
        from: None,
    }
}

fn append(section: &str) -> NoteEdit {
    NoteEdit::AppendToSection { heading: SECTION_HEADING.to_owned(), content: section.to_owned() }
}

fn inbox_note(settings: &Settings, path: &NotePath) -> Result<NotePath> {
    let folder = settings.inbox_folder.trim().trim_matches('/');
    NotePath::parse(&format!("{folder}/{}.md", path.title()))
}
