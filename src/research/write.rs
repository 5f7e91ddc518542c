//! The one edit at the end of a run: the section into the note as it is at that moment. What a
//! person wrote stays, whatever they did meanwhile, and a report that is finished is never lost.

use super::record::Record;
use super::section::{self, Section, SectionState, stamped, stamped_with};
use super::shelf::KeptSection;
use super::{Agenda, Existing, Means, Shelf, merge};
use crate::error::{Error, Result};
use crate::host::Host;
use crate::note::NotePath;
use crate::note::edit::NoteEdit;
use crate::settings::Settings;

const EDITED_MEANWHILE: &str =
    "The section was edited during the run; your text stays above the new report";

/// Writes a report; answers with where it went. What the note does not take goes to the inbox,
/// with the reason.
pub async fn write(
    means: &Means<'_>,
    record: &Record<'_>,
    report: &str,
    warnings: &mut Vec<String>,
) -> Result<NotePath> {
    let (host, request) = (means.desk.host, record.request);
    let agenda = &request.agenda;
    let heading = means.settings.heading().line();
    let merged = merged(record, report, warnings);
    let before = standing(host, means.settings, &agenda.path).await;
    let existing = match request.existing {
        Existing::Merge if merged.is_none() => Existing::Keep,
        existing => existing,
    };
    let mut section = stamped_with(&agenda.run, report, merged.as_deref().unwrap_or(report));
    let mut result = match record.lost {
        true => Err(Error::new("note-missing", format!("“{}” is gone", agenda.path.title()))),
        false => host.edit(&agenda.path, edit(&heading, (agenda, existing), &section)).await,
    };
    if result.as_ref().is_err_and(|error| error.code == "section-changed") {
        let standing = inspected(host, means.settings, &agenda.path).await;
        let written = standing.filter(|section| section.is_of(&agenda.run));
        result = match written {
            // The app was closed right after this very run had written.
            Some(own) => host.edit(&agenda.path, over(&heading, &own.content, &section)).await,
            None => {
                warnings.push(EDITED_MEANWHILE.into());
                section = stamped(&agenda.run, report);
                host.edit(&agenda.path, append(&heading, &section)).await
            }
        };
    }
    if result.as_ref().is_err_and(|error| error.code == "heading-not-found") {
        result = host.edit(&agenda.path, new_section(&heading, &section)).await;
    }
    let path = match result {
        Ok(path) => path,
        Err(error) => {
            warnings.push(format!("{}; the report is in the inbox", error.message));
            let inbox = inbox_note(means, &agenda.path)?;
            host.create(&inbox, format!("{heading}\n\n{section}\n")).await?
        }
    };
    let kept = KeptSection {
        path: path.clone(),
        run: agenda.run.clone(),
        at: host.now(),
        report: report.trim().to_owned(),
        before: before.unwrap_or_else(|| agenda.section_content.clone()),
    };
    means.shelf.keep(host, kept).await;
    Ok(path)
}

/// Puts back what stood in a section before, and keeps what stands there now in its place. Where
/// nothing stood, the section goes.
pub async fn put_back(
    host: &dyn Host,
    shelf: &Shelf,
    settings: &Settings,
    kept: KeptSection,
) -> Result<NotePath> {
    let now = standing(host, settings, &kept.path).await.unwrap_or_default();
    let (heading, replaces) = (settings.heading().line(), Some(now.clone()));
    let edit = if kept.before.trim().is_empty() {
        NoteEdit::RemoveSection { heading, replaces }
    } else {
        let content = kept.before.clone();
        NoteEdit::WriteSection { heading, content, replaces, from: None }
    };
    let path = host.edit(&kept.path, edit).await?;
    let at = host.now();
    let run = format!("{}-restored-{}", kept.run, at.millis);
    let report = section::report_of(&kept.before);
    let restored = KeptSection { path: path.clone(), run, at, report, before: now };
    shelf.keep(host, restored).await;
    Ok(path)
}

/// What stands in the section now, for whoever wants it back.
async fn standing(host: &dyn Host, settings: &Settings, path: &NotePath) -> Option<String> {
    inspected(host, settings, path).await.map(|section| section.content)
}

async fn inspected(host: &dyn Host, settings: &Settings, path: &NotePath) -> Option<Section> {
    let text = host.read(path).await.ok()?;
    section::inspect(&text, &settings.heading()).ok()
}

/// The report with what the person changed in the one before, if they want that and it is known
/// what Ibid wrote.
fn merged(record: &Record<'_>, report: &str, warnings: &mut Vec<String>) -> Option<String> {
    let (request, agenda) = (record.request, &record.request.agenda);
    if request.existing != Existing::Merge || agenda.section != SectionState::Edited {
        return None;
    }
    if record.base.is_none() {
        warnings.push(
            "What Ibid wrote before is not known on this device any more, so your section stays above the new report"
                .into(),
        );
    }
    let edited = section::report_of(&agenda.section_content);
    record.base.as_ref().map(|base| merge::merge(base, &edited, report))
}

/// Replaces our part of the section and nothing else of it, unless the person wants all of it gone.
fn edit(heading: &str, (agenda, existing): (&Agenda, Existing), section: &str) -> NoteEdit {
    match (agenda.section, existing) {
        (SectionState::Edited | SectionState::Theirs, Existing::Keep) => append(heading, section),
        _ => over(heading, &agenda.section_content, section),
    }
}

/// Takes the place of our part of what stands there.
fn over(heading: &str, standing: &str, section: &str) -> NoteEdit {
    write_section(heading, standing, (section::own_part(standing), section))
}

fn new_section(heading: &str, section: &str) -> NoteEdit {
    write_section(heading, "", (None, section))
}

fn write_section(heading: &str, standing: &str, (from, section): (Option<&str>, &str)) -> NoteEdit {
    NoteEdit::WriteSection {
        heading: heading.to_owned(),
        content: section.to_owned(),
        replaces: Some(standing.to_owned()),
        from: from.map(str::to_owned),
    }
}

fn append(heading: &str, section: &str) -> NoteEdit {
    NoteEdit::AppendToSection { heading: heading.to_owned(), content: section.to_owned() }
}

fn inbox_note(means: &Means<'_>, path: &NotePath) -> Result<NotePath> {
    let folder = means.settings.inbox_folder.trim().trim_matches('/');
    NotePath::parse(&format!("{folder}/{}.md", path.title()))
}
