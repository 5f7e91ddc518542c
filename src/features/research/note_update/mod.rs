//! Writes the section into the note, in one edit at the end of a run. The user's text stays, even
//! if it changed during the run. A finished report is never lost: if it can't be written to the
//! note, it goes to the inbox.

mod merge;

use std::cmp::Reverse;

use crate::answers::run::{
    OnExisting, QuotableNotes, ResearchStore, RunContext, RunRecord, RunRequest, StoredSection,
};
use crate::host::Host;
use crate::language::sentence_split;
use crate::library::Vault;
use crate::notes::note::{
    HeadingTitle, NoteEdit, NotePath, Outline, ResearchSection, SectionState,
    add_merged_report_comments, add_report_comments, prose, report_section,
};
use crate::safety::sanitize;
use crate::settings::Settings;
use crate::values::{Error, ErrorCode, Result, StableSort};

/// Maximum number of sentences by which the researched note is recognised before it is edited: some
/// of them remain even if the user edited a lot.
const MAX_IDENTIFYING_SENTENCES: usize = 20;

/// Minimum size, in bytes, of the sentences by which the researched note is recognised: shorter
/// sentences may be in two notes by chance.
const MIN_IDENTIFYING_SENTENCE_BYTES: usize = 20;

/// The warning that the section changed during the run.
const EDITED_DURING_RUN_WARNING: &str =
    "You edited the section during the run; your text is above the new report";

/// A report that is ready to be written into a note.
pub struct FinishedReport<'a> {
    /// The Markdown of the report, without its heading and without Ibid's comments.
    pub report_markdown: &'a str,
    /// The note without Ibid's reports, as it was when the run started.
    pub user_text: &'a str,
    /// Which notes the report may quote. If it may quote private ones, its note in the inbox is
    /// private.
    pub quotable_notes: QuotableNotes,
}

/// Writes a report and returns the path of its note: the researched note, or a new note in the
/// inbox. In the second case a warning says why.
pub async fn write_report(
    context: &RunContext<'_>,
    record: &RunRecord<'_>,
    finished: &FinishedReport<'_>,
    warnings: &mut Vec<String>,
) -> Result<NotePath> {
    let (host, agenda, report) = (context.host, &record.request.agenda, finished.report_markdown);
    let place = &report_note(context, record, finished.quotable_notes).await?;
    let current = match record.is_note_deleted {
        true => None,
        false => current_section(host, context.settings, place).await,
    };
    let merged = merge_with_edits(record, report, warnings);
    let text =
        add_merged_report_comments(&agenda.run_id, report, merged.as_deref().unwrap_or(report));
    // A resumed run may have written its report already, if the app was closed right after.
    let already_written =
        current.as_ref().filter(|section| section.is_written_by(&agenda.run_id, &text));
    let replaced = match (&current, already_written) {
        (Some(section), None) => section.clone(),
        _ if record.is_note_deleted => ResearchSection::default(),
        _ => {
            ResearchSection { state: agenda.section_state, content: agenda.section_content.clone() }
        }
    };
    let title = context.settings.section_title();
    let heading = title.markdown_line();
    let edit = match already_written {
        Some(section) => {
            let own = report_section::last_start_comment(&section.content);
            write_section_edit(&heading, &section.content, own, &text)
        }
        None => new_report_edit(record.request, &heading, merged.as_deref(), &text),
    };
    let expects = match place == &agenda.path {
        true => identifying_sentences(finished.user_text, &title),
        false => Vec::new(),
    };
    let target = ReportTarget { path: place, heading: &heading, expects };
    let written = match record.is_note_deleted {
        true => Err(note_deleted_error(&agenda.path)),
        false => {
            edit_keeping_user_text(
                host,
                &target,
                edit,
                &add_report_comments(&agenda.run_id, report.trim()),
                warnings,
            )
            .await
        }
    };
    let path = match written {
        Ok(path) => path,
        Err(error) => {
            warnings.push(format!("{}; the report is in the inbox folder", error.message));
            let section = format!("{heading}\n\n{text}\n");
            write_to_inbox(context, &agenda.path, finished.quotable_notes, &section).await?
        }
    };
    save_replaced_section(context, record, &path, report, replaced).await;
    Ok(path)
}

/// Saves the content that a report replaced, so that it can be restored.
async fn save_replaced_section(
    context: &RunContext<'_>,
    record: &RunRecord<'_>,
    path: &NotePath,
    report: &str,
    replaced: ResearchSection,
) {
    let section = StoredSection {
        path: path.clone(),
        run_id: record.request.agenda.run_id.clone(),
        written_at: context.host.now(),
        report: report.trim().to_owned(),
        had_heading: replaced.state != SectionState::Absent,
        replaced_content: replaced.content,
    };
    context.store.save_section(context.host, section).await;
}

fn note_deleted_error(path: &NotePath) -> Error {
    Error::new(ErrorCode::NoteMissing, format!("“{}” no longer exists", path.title()))
}

/// Returns the note into which the report is written. A separate note is created with a link to the
/// researched note if there is none yet.
async fn report_note(
    context: &RunContext<'_>,
    record: &RunRecord<'_>,
    quoting: QuotableNotes,
) -> Result<NotePath> {
    let (host, researched) = (context.host, &record.request.agenda.path);
    let path = context.settings.report_path(researched);
    if record.is_note_deleted || path == *researched || host.read(&path).await.is_ok() {
        return Ok(path);
    }
    let link = wikilink(context.vault, researched);
    host.create(&path, format!("{}{link}\n", properties_of_report_note(quoting))).await
}

/// Returns a wikilink to a note, or only its title if the path can't be written in a link.
pub fn wikilink(vault: &dyn Vault, path: &NotePath) -> String {
    sanitize::note_link(&vault.wikilink_target(path), path.title(), "")
}

/// The properties of a new note with a report: if the report may quote private notes, the note is
/// itself private.
pub fn properties_of_report_note(quoting: QuotableNotes) -> &'static str {
    match quoting {
        QuotableNotes::AllNotes => "---\nprivate: true\n---\n",
        QuotableNotes::PublicNotes => "",
    }
}

/// Writes a report as a new note into the inbox.
async fn write_to_inbox(
    context: &RunContext<'_>,
    note: &NotePath,
    quoting: QuotableNotes,
    section: &str,
) -> Result<NotePath> {
    let folder = context.settings.inbox_folder.trim().trim_matches('/');
    let name = sanitize::file_name(note.title(), "Report");
    let path = NotePath::parse(&format!("{folder}/{name}.md"))?;
    let properties = properties_of_report_note(quoting);
    context.host.create(&path, format!("{properties}{section}")).await
}

/// The note and the section to which a report is written.
struct ReportTarget<'a> {
    path: &'a NotePath,
    heading: &'a str,
    /// Sentences of the researched note, by which the note is recognised.
    expects: Vec<String>,
}

impl ReportTarget<'_> {
    /// Makes an edit fail if the note is not the researched one: the researched note may have been
    /// deleted, and another note created with its name.
    fn with_identifying_sentences(&self, mut edit: NoteEdit) -> NoteEdit {
        if let NoteEdit::WriteSection { expects, .. } | NoteEdit::AppendToSection { expects, .. } =
            &mut edit
        {
            expects.clone_from(&self.expects);
        }
        edit
    }
}

/// Returns the longest sentences of a note, by which the note can be recognised. Short sentences
/// may be in other notes too, so they are used only if there are no long ones. The heading of the
/// section is never used.
fn identifying_sentences(own_text: &str, heading: &HeadingTitle) -> Vec<String> {
    let plain = prose::plain_text(own_text);
    let mut sentences = sentence_split::sentences(&plain);
    sentences.retain(|sentence| !heading.matches(heading.level, sentence));
    sentences.stable_sort_by_key(|sentence| Reverse(sentence.len()));
    let longest = sentences.first().map_or(0, |longest| longest.len());
    let min_bytes = MIN_IDENTIFYING_SENTENCE_BYTES.min(longest);
    let long = sentences.into_iter().take_while(|sentence| sentence.len() >= min_bytes);
    long.take(MAX_IDENTIFYING_SENTENCES).map(str::to_owned).collect()
}

/// Edits the note. If the user changed the section during the run, their text stays above the
/// report.
async fn edit_keeping_user_text(
    host: &dyn Host,
    place: &ReportTarget<'_>,
    edit: NoteEdit,
    report: &str,
    warnings: &mut Vec<String>,
) -> Result<NotePath> {
    let (path, heading) = (place.path, place.heading);
    let mut result = host.edit(path, place.with_identifying_sentences(edit)).await;
    if result.as_ref().is_err_and(|error| error.code == ErrorCode::SectionChanged) {
        warnings.push(EDITED_DURING_RUN_WARNING.into());
        result = host
            .edit(path, place.with_identifying_sentences(appending_edit(heading, report)))
            .await;
    }
    if result.as_ref().is_err_and(|error| error.code == ErrorCode::HeadingNotFound) {
        let edit = write_section_edit(heading, "", None, report);
        result = host.edit(path, place.with_identifying_sentences(edit)).await;
    }
    result
}

/// Restores the previous content of a section, and stores the current content, so that it can be
/// restored too. If there was no section before, the section is removed.
pub async fn restore_section(
    host: &dyn Host,
    store: &ResearchStore,
    settings: &Settings,
    section: StoredSection,
) -> Result<NotePath> {
    let current = current_section_content(host, settings, &section.path).await.unwrap_or_default();
    let (heading, replaces) = (settings.section_title().markdown_line(), Some(current.clone()));
    let edit = if section.removes_section() {
        NoteEdit::RemoveSection { heading, replaces }
    } else {
        let content = section.replaced_content.clone();
        NoteEdit::WriteSection { heading, content, replaces, from: None, expects: Vec::new() }
    };
    let path = host.edit(&section.path, edit).await?;
    let at = host.now();
    let run = format!("{}-restored-{}", section.run_id, at.unix_millis);
    let report = report_section::last_report_text(&section.replaced_content);
    let restored = StoredSection {
        path: path.clone(),
        run_id: run,
        written_at: at,
        report,
        had_heading: true,
        replaced_content: current,
    };
    store.save_section(host, restored).await;
    Ok(path)
}

/// Returns the earlier versions of a note's section that can be restored, the newest first. Leaves
/// out versions that look like the current section, and repeated ones.
pub async fn restorable_sections(
    host: &dyn Host,
    store: &ResearchStore,
    settings: &Settings,
    path: &NotePath,
) -> Result<Vec<StoredSection>> {
    let text = host.read(path).await?;
    let current = report_section::read_research_section(
        &text,
        &Outline::parse(&text),
        &settings.section_title(),
    )?;
    let is_absent = current.state == SectionState::Absent;
    let mut known_versions =
        vec![(!is_absent).then(|| report_section::visible_text(&current.content))];
    let mut sections = store.written_sections(host).await;
    sections.retain(|section| section.path == *path);
    sections.retain(|section| {
        let content = &section.replaced_content;
        let version = (!section.removes_section()).then(|| report_section::visible_text(content));
        let is_new = !known_versions.contains(&version);
        if is_new {
            known_versions.push(version);
        }
        is_new
    });
    Ok(sections)
}

/// Returns what the Research section of a note contains now; `None` if it can't be read.
async fn current_section_content(
    host: &dyn Host,
    settings: &Settings,
    path: &NotePath,
) -> Option<String> {
    current_section(host, settings, path).await.map(|section| section.content)
}

async fn current_section(
    host: &dyn Host,
    settings: &Settings,
    path: &NotePath,
) -> Option<ResearchSection> {
    let text = host.read(path).await.ok()?;
    let outline = Outline::parse(&text);
    report_section::read_research_section(&text, &outline, &settings.section_title()).ok()
}

/// Merges the user's edits of the previous report with the new report, if the user wants that and
/// the previous report is still stored.
fn merge_with_edits(
    record: &RunRecord<'_>,
    report: &str,
    warnings: &mut Vec<String>,
) -> Option<String> {
    let (request, agenda) = (record.request, &record.request.agenda);
    if request.existing_section_action != OnExisting::Merge
        || agenda.section_state != SectionState::Edited
    {
        return None;
    }
    if record.previous_report.is_none() {
        warnings.push(
            "This device no longer stores what Ibid wrote before, so your section stays above the new report"
                .into(),
        );
    }
    let edited = report_section::last_report_text(&agenda.section_content);
    record.previous_report.as_ref().map(|previous| merge::merge_reports(previous, &edited, report))
}

/// Returns the edit that adds a report to the section, or replaces the reports that it may replace.
fn new_report_edit(
    request: &RunRequest,
    heading: &str,
    merged: Option<&str>,
    text: &str,
) -> NoteEdit {
    if keeps_current_content(request, merged) {
        return appending_edit(heading, text);
    }
    let current = &request.agenda.section_content;
    write_section_edit(heading, current, report_section::replaced_start_comment(current), text)
}

/// Whether the report goes below the current content of the section instead of replacing it.
fn keeps_current_content(request: &RunRequest, merged: Option<&str>) -> bool {
    let is_users =
        matches!(request.agenda.section_state, SectionState::Edited | SectionState::UserWritten);
    match request.existing_section_action {
        OnExisting::Add => request.agenda.section_state != SectionState::Absent,
        OnExisting::Keep => is_users,
        OnExisting::Merge => is_users && merged.is_none(),
        OnExisting::Replace => false,
    }
}

/// Returns the edit that replaces the section from a comment on, or all of it without one.
fn write_section_edit(heading: &str, current: &str, from: Option<&str>, section: &str) -> NoteEdit {
    NoteEdit::WriteSection {
        heading: heading.to_owned(),
        content: section.to_owned(),
        replaces: Some(current.to_owned()),
        from: from.map(str::to_owned),
        expects: Vec::new(),
    }
}

fn appending_edit(heading: &str, section: &str) -> NoteEdit {
    NoteEdit::AppendToSection {
        heading: heading.to_owned(),
        content: section.to_owned(),
        expects: Vec::new(),
    }
}
