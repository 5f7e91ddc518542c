//! The one edit at the end of a run: the section into the note as it is at that moment. What a
//! person wrote stays, whatever they did meanwhile, and a report that is finished is never lost.

mod merge;

use std::cmp::Reverse;

use crate::error::{Error, ErrorCode, Result};
use crate::host::Host;
use crate::note::edit::NoteEdit;
use crate::note::outline::HeadingTitle;
use crate::note::report_section::{self, Section, SectionState, stamped, stamped_with};
use crate::note::{NotePath, prose};
use crate::research::context::RunContext;
use crate::research::gather::note_reader::Quoting;
use crate::research::request::{OnExisting, RunRequest};
use crate::research::run_record::RunRecord;
use crate::research::store::{ResearchStore, StoredSection};
use crate::settings::Settings;

/// Sentences by which a note is recognised when a report is written into it: enough for one that
/// was edited a lot meanwhile.
const MOST_EXPECTED: usize = 20;

/// A sentence of this length hardly stands in two notes by chance.
const EXPECTED_BYTES: usize = 20;

const EDITED_MEANWHILE: &str =
    "You edited the section during the run; your text is above the new report";

/// A report that is ready to be written.
pub struct FinishedReport<'a> {
    /// Its Markdown.
    pub report: &'a str,
    /// What the note said when the run began.
    pub own: &'a str,
    /// Which notes it may quote.
    pub quoting: Quoting,
}

/// Writes a report; answers with where it went. What the note does not take goes to the inbox,
/// with the reason.
pub async fn write(
    context: &RunContext<'_>,
    run_record: &RunRecord<'_>,
    finished: &FinishedReport<'_>,
    warnings: &mut Vec<String>,
) -> Result<NotePath> {
    let report = finished.report;
    let (host, agenda) = (context.client.host, &run_record.request.agenda);
    let found = match run_record.lost {
        true => None,
        false => inspected(host, context.settings, &agenda.path).await,
    };
    let merged = merged(run_record, report, warnings);
    let text = stamped_with(&agenda.run, report, merged.as_deref().unwrap_or(report));
    let written = found.as_ref().filter(|section| section.is_by(&agenda.run, &text));
    let before = match (&found, written) {
        (Some(section), None) => section.clone(),
        _ if run_record.lost => Section::default(),
        // The app was closed right after this very run had written.
        _ => Section { state: agenda.section, content: agenda.section_content.clone() },
    };
    let title = context.settings.heading();
    let heading = title.line();
    let edit = match (written, merged.is_some()) {
        (Some(own), _) => over(&heading, &own.content, &text),
        (None, is_merged) => edit(&heading, run_record.request, is_merged, &text),
    };
    let report = report.trim();
    let placed = match run_record.lost {
        true => Err(Error::new(
            ErrorCode::NoteMissing,
            format!("“{}” no longer exists", agenda.path.title()),
        )),
        false => {
            let report = stamped(&agenda.run, report);
            let place = ReportTarget {
                path: &agenda.path,
                heading: &heading,
                expects: expected(finished.own, &title),
            };
            put(host, &place, edit, &report, warnings).await
        }
    };
    let path = match placed {
        Ok(path) => path,
        Err(error) => {
            warnings.push(format!("{}; the report is in the inbox folder", error.message));
            let inbox = inbox_note(context, &agenda.path)?;
            // What may quote private notes is private, wherever it lies.
            let properties = match finished.quoting {
                Quoting::AllNotes => "---\nprivate: true\n---\n",
                Quoting::PublicNotes => "",
            };
            host.create(&inbox, format!("{properties}{heading}\n\n{text}\n")).await?
        }
    };
    let kept = StoredSection {
        path: path.clone(),
        run: agenda.run.clone(),
        at: host.now(),
        report: report.to_owned(),
        had_heading: before.state != SectionState::Absent,
        before: before.content,
    };
    context.store.keep(host, kept).await;
    Ok(path)
}

/// Where a report goes.
struct ReportTarget<'a> {
    path: &'a NotePath,
    heading: &'a str,
    /// Sentences of the note that was researched, by which it is recognised.
    expects: Vec<String>,
}

impl ReportTarget<'_> {
    /// The edit, if the note is still the one that was researched: it may have been deleted and
    /// another one made under its name.
    fn recognised(&self, mut edit: NoteEdit) -> NoteEdit {
        if let NoteEdit::WriteSection { expects, .. } | NoteEdit::AppendToSection { expects, .. } =
            &mut edit
        {
            expects.clone_from(&self.expects);
        }
        edit
    }
}

/// The longest sentences of a note. Short ones may stand in any other note too, and count only
/// where there is nothing else; the heading of the section never does.
fn expected(own: &str, heading: &HeadingTitle) -> Vec<String> {
    let plain = prose::plain(own);
    let mut sentences = prose::sentences(&plain);
    sentences.retain(|sentence| !heading.names(heading.level, sentence));
    sentences.sort_by_key(|sentence| Reverse(sentence.len()));
    let longest = sentences.first().map_or(0, |longest| longest.len());
    let least = EXPECTED_BYTES.min(longest);
    let long = sentences.into_iter().take_while(|sentence| sentence.len() >= least);
    long.take(MOST_EXPECTED).map(str::to_owned).collect()
}

/// Makes the edit; if the section is another one by now, what stands there stays above the report.
async fn put(
    host: &dyn Host,
    place: &ReportTarget<'_>,
    edit: NoteEdit,
    report: &str,
    warnings: &mut Vec<String>,
) -> Result<NotePath> {
    let (path, heading) = (place.path, place.heading);
    let mut result = host.edit(path, place.recognised(edit)).await;
    if result.as_ref().is_err_and(|error| error.code == ErrorCode::SectionChanged) {
        warnings.push(EDITED_MEANWHILE.into());
        result = host.edit(path, place.recognised(append(heading, report))).await;
    }
    if result.as_ref().is_err_and(|error| error.code == ErrorCode::HeadingNotFound) {
        let edit = write_section(heading, "", (None, report));
        result = host.edit(path, place.recognised(edit)).await;
    }
    result
}

/// Puts back what stood in a section before, and keeps what stands there now in its place. Where
/// nothing stood, the section goes.
pub async fn put_back(
    host: &dyn Host,
    store: &ResearchStore,
    settings: &Settings,
    kept: StoredSection,
) -> Result<NotePath> {
    let now = standing(host, settings, &kept.path).await.unwrap_or_default();
    let (heading, replaces) = (settings.heading().line(), Some(now.clone()));
    let edit = if kept.before.trim().is_empty() && !kept.had_heading {
        NoteEdit::RemoveSection { heading, replaces }
    } else {
        let content = kept.before.clone();
        NoteEdit::WriteSection { heading, content, replaces, from: None, expects: Vec::new() }
    };
    let path = host.edit(&kept.path, edit).await?;
    let at = host.now();
    let run = format!("{}-restored-{}", kept.run, at.millis);
    let report = report_section::report_of(&kept.before);
    let restored =
        StoredSection { path: path.clone(), run, at, report, had_heading: true, before: now };
    store.keep(host, restored).await;
    Ok(path)
}

/// What stands in the section now, for whoever wants it back.
async fn standing(host: &dyn Host, settings: &Settings, path: &NotePath) -> Option<String> {
    inspected(host, settings, path).await.map(|section| section.content)
}

async fn inspected(host: &dyn Host, settings: &Settings, path: &NotePath) -> Option<Section> {
    let text = host.read(path).await.ok()?;
    report_section::inspect(&text, &settings.heading()).ok()
}

/// The report with what the person changed in the one before, if they want that and it is known
/// what Ibid wrote.
fn merged(run_record: &RunRecord<'_>, report: &str, warnings: &mut Vec<String>) -> Option<String> {
    let (request, agenda) = (run_record.request, &run_record.request.agenda);
    if request.existing != OnExisting::Merge || agenda.section != SectionState::Edited {
        return None;
    }
    if run_record.base.is_none() {
        warnings.push(
            "This device no longer stores what Ibid wrote before, so your section stays above the new report"
                .into(),
        );
    }
    let edited = report_section::report_of(&agenda.section_content);
    run_record.base.as_ref().map(|base| merge::merge(base, &edited, report))
}

/// Replaces our part of the section, or adds to it where the person wants theirs to stay as it is.
fn edit(heading: &str, request: &RunRequest, is_merged: bool, section: &str) -> NoteEdit {
    let agenda = &request.agenda;
    let is_theirs = matches!(agenda.section, SectionState::Edited | SectionState::Theirs);
    let keeps = match request.existing {
        OnExisting::Keep => true,
        OnExisting::Merge => !is_merged,
        OnExisting::Replace => false,
    };
    match is_theirs && keeps {
        true => append(heading, section),
        false => over(heading, &agenda.section_content, section),
    }
}

/// Takes the place of our part of what stands there.
fn over(heading: &str, standing: &str, section: &str) -> NoteEdit {
    write_section(heading, standing, (report_section::own_part(standing), section))
}

fn write_section(heading: &str, standing: &str, (from, section): (Option<&str>, &str)) -> NoteEdit {
    NoteEdit::WriteSection {
        heading: heading.to_owned(),
        content: section.to_owned(),
        replaces: Some(standing.to_owned()),
        from: from.map(str::to_owned),
        expects: Vec::new(),
    }
}

fn append(heading: &str, section: &str) -> NoteEdit {
    NoteEdit::AppendToSection {
        heading: heading.to_owned(),
        content: section.to_owned(),
        expects: Vec::new(),
    }
}

fn inbox_note(context: &RunContext<'_>, path: &NotePath) -> Result<NotePath> {
    let folder = context.settings.inbox_folder.trim().trim_matches('/');
    NotePath::parse(&format!("{folder}/{}.md", path.title()))
}
