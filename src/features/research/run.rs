//! Runs an approved agenda and writes the section. The note is changed once, at the end. If the
//! user changed the section during the run, it stays and the report goes below it.

use crate::answers::gather::{GatheredEvidence, gather_evidence};
use crate::answers::run::{
    ActiveRun, Agenda, AgendaEdits, AgendaTopic, NotePrivacy, NotePrivateWords, Permission,
    ProgressTracker, QuotableNotes, Report, ReportAuthor, ResearchSubject, RunContext, RunModel,
    RunOutput, RunRecord, RunRequest, TopicOutcome, TopicReport, built_in_fallback_message,
    spent_text,
};
use crate::answers::writing::phrases;
use crate::features::research::note_update::{self, FinishedReport};
use crate::features::research::plan::researched_note;
use crate::features::research::report::markdown::{RequestsSent, SectionDraft};
use crate::features::research::report::related_notes::{RelatedNote, related_notes};
use crate::features::research::report::{
    CheckedReport, drop_private_evidence, write_checked_report,
};
use crate::features::research::services::{Approval, service_approvals};
use crate::host::STORAGE_ABSENT_WARNING;
use crate::model::llm::Budget;
use crate::notes::note::NotePath;
use crate::settings::{Settings, note_path_check};
use crate::values::{Error, ErrorCode, Result, Stage, duration_text};

/// Number of characters in the preview of the section.
const MAX_PREVIEW_CHARACTERS: usize = 500;

/// Time in milliseconds after which a run sends no more requests, so that its report is written
/// within five minutes.
pub(crate) const MAX_RUN_MILLIS: u64 = 280_000;

/// What is done with a report of which every sentence was checked.
pub(crate) trait ReportUse {
    /// What comes of it.
    type Output;

    /// Uses the report of a run.
    async fn use_report(
        &self,
        run: &ActiveRun<'_>,
        evidence: &GatheredEvidence,
        checked: CheckedReport<'_>,
    ) -> Result<Self::Output>;
}

/// Writes the report into the note.
struct SectionWriter;

impl ReportUse for SectionWriter {
    type Output = Report;

    async fn use_report(
        &self,
        run: &ActiveRun<'_>,
        evidence: &GatheredEvidence,
        checked: CheckedReport<'_>,
    ) -> Result<Report> {
        write_section(run, evidence, checked).await
    }
}

/// Gathers evidence, writes the report, checks every sentence and edits the note.
pub(crate) async fn run_agenda(context: &RunContext<'_>, record: &RunRecord<'_>) -> Result<Report> {
    remember_agenda_edits(context, &record.request.agenda).await;
    research_agenda(context, record, &SectionWriter).await
}

/// Gathers evidence, writes the report, checks every sentence and passes the report on.
pub(crate) async fn research_agenda<U: ReportUse>(
    context: &RunContext<'_>,
    record: &RunRecord<'_>,
    report_use: &U,
) -> Result<U::Output> {
    let (settings, request) = (context.settings, record.request);
    let agenda = &request.agenda;
    let subject = &read_subject(context, record).await?;
    if !record.response_log.are_new_requests_forbidden() {
        check_approved_services(settings, subject, request)?;
    }
    let budget = &settings.budget();
    budget.add_earlier_spending(record.spent_before_start);
    let progress = &ProgressTracker::new(context.host, budget, &subject.topics);
    agenda.warnings.iter().for_each(|warning| progress.record_run_skip(warning.clone()));
    let model = report_model(context, request, subject, budget);
    let model = model.transpose().unwrap_or_else(|error| {
        progress.record_run_skip(built_in_fallback_message(&error));
        None
    });
    let run = ActiveRun {
        context,
        subject,
        run_id: &agenda.run_id,
        depth: agenda.depth,
        web_permission: if subject.privacy.is_private() {
            Permission::Off
        } else {
            request.web_permission
        },
        embedding_permission: embedding_permission(context, subject, agenda),
        model: model.as_ref(),
        progress,
        record,
        budget,
        quotable_notes: if subject.privacy.is_private() {
            QuotableNotes::AllNotes
        } else {
            QuotableNotes::PublicNotes
        },
        private_words: NotePrivateWords::default(),
    };
    let mut evidence = gather_evidence(&run).await?;
    let mut checked = write_checked_report(&run, &mut evidence).await?;
    let dropped = drop_private_evidence(&run, &mut evidence).await;
    checked.topic_reports.iter_mut().for_each(|part| part.drop_statements_citing(&dropped));
    report_use.use_report(&run, &evidence, checked).await
}

/// Reads the researched note as it is now: it may have changed or become private since the agenda
/// was made.
async fn read_subject<'a>(
    context: &RunContext<'_>,
    record: &RunRecord<'a>,
) -> Result<ResearchSubject<'a>> {
    let (settings, agenda) = (context.settings, &record.request.agenda);
    let path = note_path_check::check_note_path(agenda.path.as_str(), settings)?;
    let topics: Vec<&AgendaTopic> = agenda.ticked_topics().collect();
    if topics.is_empty() {
        return Err(
            Error::new(ErrorCode::NoTopics, "No topic selected").hint("Select at least one topic.")
        );
    }
    // If the note was deleted, only the sentences of its topics are known.
    let text = match record.is_note_deleted {
        true => topics.iter().map(|item| format!("{}\n\n", item.topic.context_sentence)).collect(),
        false => context.host.read(&path).await?,
    };
    record.run_host.record_note_for_trace(&path, &text);
    let own_text =
        researched_note::text_without_reports(&text, &settings.section_title(), &mut Vec::new())?;
    let privacy = match record.is_note_deleted && agenda.is_note_private {
        true => NotePrivacy::Private,
        false => NotePrivacy::from_note(settings, &path, &text),
    };
    let language = settings.report_language.report_language(&own_text);
    Ok(ResearchSubject { path, user_text: own_text, report_language: language, privacy, topics })
}

/// Writes the checked report into the note.
async fn write_section(
    run: &ActiveRun<'_>,
    evidence: &GatheredEvidence,
    checked: CheckedReport<'_>,
) -> Result<Report> {
    let ActiveRun { context, subject, record, budget, .. } = run;
    let CheckedReport { topic_reports: parts, left_out, is_read_again } = checked;
    let related = related_notes(context.vault, subject, &parts, evidence);
    let mut warnings = run.progress.skip_messages();
    let unverified = left_out.len();
    record.output.replace(RunOutput {
        evidence: evidence.all_evidence().cloned().collect(),
        left_out: left_out.clone(),
        skip_messages: warnings.clone(),
        spent: budget.spent(),
    });
    let draft = section_draft(run, evidence, &parts, &related);
    let second_reader = run.model.filter(|_| is_read_again && draft.model_name.is_some());
    let draft = SectionDraft {
        unsupported_sentence_count: unverified,
        second_reader_name: second_reader.map(RunModel::quick_model_name),
        warnings: &warnings,
        ..draft
    };
    if draft.has_no_findings() {
        return Err(nothing_found_error(&subject.path, &warnings));
    }
    let markdown =
        draft.to_markdown(context.vault, &phrases::report_phrases(subject.report_language));
    let (topics_researched, sources) = (draft.answered_topic_count(), draft.source_count());
    let topics = parts.iter().map(|part| topic_outcome(run, &draft, part)).collect();
    if context.host.is_cancelled() {
        return Err(Error::cancelled());
    }
    run.progress.set_stage(Stage::Write);
    let finished = FinishedReport {
        report_markdown: &markdown,
        user_text: &subject.user_text,
        quotable_notes: run.quotable_notes,
    };
    let path = note_update::write_report(context, record, &finished, &mut warnings).await?;
    if context.host.is_storage_absent() {
        warnings.push(STORAGE_ABSENT_WARNING.to_owned());
    }
    let (spent, elapsed_millis) = (budget.spent(), record.run_host.elapsed_millis());
    Ok(Report {
        run_id: run.run_id.to_owned(),
        path,
        note: Some(subject.path.clone()),
        section_heading: context.settings.section_title().text,
        researched_topic_count: topics_researched,
        source_count: sources,
        unsupported_sentence_count: unverified,
        section_preview: markdown.chars().take(MAX_PREVIEW_CHARACTERS).collect(),
        cost_dollars: spent.money.dollars(),
        cost_text: spent_text(&spent),
        spent,
        elapsed_millis,
        elapsed_text: duration_text(elapsed_millis),
        warnings,
        topics,
        left_out,
        steps: run.progress.steps(),
    })
}

/// Describes what was found on a topic, with the text of a new note about it.
fn topic_outcome(
    run: &ActiveRun<'_>,
    draft: &SectionDraft<'_>,
    part: &TopicReport<'_>,
) -> TopicOutcome {
    let (vault, subject) = (run.context.vault, run.subject);
    let words = phrases::report_phrases(subject.report_language);
    let found = draft.topic_markdown(vault, &words, part).filter(|_| part.is_answered());
    let note_text = found.map(|markdown| {
        let properties = note_update::properties_of_report_note(run.quotable_notes);
        let back_link = note_update::wikilink(vault, &subject.path);
        format!("{properties}{markdown}\n\n{back_link}\n")
    });
    let outcome = TopicOutcome::new(part, &draft.evidence);
    TopicOutcome { note_text: note_text.unwrap_or_default(), ..outcome }
}

fn section_draft<'a>(
    run: &'a ActiveRun<'_>,
    evidence: &'a GatheredEvidence,
    parts: &'a [TopicReport<'a>],
    related: &'a [RelatedNote],
) -> SectionDraft<'a> {
    let settings = run.context.settings;
    let by_model = |part: &TopicReport<'_>| part.author == ReportAuthor::Model;
    SectionDraft {
        run_id: run.run_id,
        run_date: run.record.run_host.started_at().local_date(),
        depth: run.depth,
        section_heading_level: settings.section_title().level,
        evidence: evidence.all_evidence().collect(),
        related_notes: related,
        unsupported_sentence_count: 0,
        model_name: run
            .model
            .filter(|_| parts.iter().any(by_model))
            .map(RunModel::report_model_name),
        second_reader_name: None,
        spent: run.budget.spent(),
        requests_sent: requests_sent(run.record),
        service_names: &evidence.responding_services,
        citation_style: settings.citation_style,
        length: settings.report_length,
        topic_layout: settings.topic_layout,
        topic_reports: parts,
        warnings: &[],
    }
}

/// Returns whether the embedding service may be called: only if the note is public and the approved
/// agenda names the service.
fn embedding_permission(
    context: &RunContext<'_>,
    subject: &ResearchSubject<'_>,
    agenda: &Agenda,
) -> Permission {
    let service = context.vault.embedding_host_name(context.settings);
    let agreed =
        service.is_some() && service == agenda.embedding_host && !subject.privacy.is_private();
    if agreed { Permission::Allowed } else { Permission::Off }
}

/// Fails if the run would call a service that the approved agenda did not name.
fn check_approved_services(
    settings: &Settings,
    subject: &ResearchSubject<'_>,
    request: &RunRequest,
) -> Result<()> {
    let approvals = service_approvals(settings, subject.privacy, &request.agenda);
    let may_search =
        request.web_permission == Permission::Off || approvals.web_approval != Approval::Changed;
    let may_use_model = request.model_permission == Permission::Off
        || approvals.model_approval != Approval::Changed;
    if may_search && may_use_model {
        return Ok(());
    }
    Err(Error::new(ErrorCode::SettingsChanged, "The settings changed after the agenda was shown")
        .hint("Nothing more was sent. Research the note again to review the services."))
}

/// Returns whether the run sent any request, also before it was resumed.
fn requests_sent(record: &RunRecord<'_>) -> RequestsSent {
    let nothing = !record.run_host.has_sent_requests()
        && record.request.agenda.spent.call_count == 0
        && record.response_log.has_no_entries();
    if nothing { RequestsSent::Nothing } else { RequestsSent::Something }
}

fn nothing_found_error(path: &NotePath, warnings: &[String]) -> Error {
    let message = format!("Nothing found for “{}”", path.title());
    let why = warnings.first().map(|warning| format!(" {warning}.")).unwrap_or_default();
    Error::new(ErrorCode::NothingFound, message).hint(format!("The note is unchanged.{why}"))
}

/// Remembers what the user changed in the agenda. That of a selection says nothing about the note.
async fn remember_agenda_edits(context: &RunContext<'_>, agenda: &Agenda) {
    if !agenda.is_partial {
        let edits = AgendaEdits::from_agenda(agenda);
        context.store.remember_agenda_edits(context.host, &agenda.path, edits).await;
    }
}

/// Returns the model that writes the report, if the user chose and allowed one. The error says why
/// it can't be used.
fn report_model<'a>(
    context: &'a RunContext<'a>,
    request: &RunRequest,
    subject: &'a ResearchSubject<'_>,
    budget: &'a Budget,
) -> Option<Result<RunModel<'a>>> {
    let wanted = !subject.privacy.is_private()
        && request.model_permission == Permission::Allowed
        && request.agenda.model.is_some();
    wanted.then(|| RunModel::new(context, Some(&subject.path), &subject.user_text, budget))
}
