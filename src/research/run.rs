//! Runs an approved agenda and writes the section. The note is changed once, at the end. If the
//! user changed the section during the run, it stays and the report goes below it.

use crate::error::{Error, ErrorCode, Result};
use crate::llm::budget::Budget;
use crate::note::NotePath;
use crate::progress::Stage;
use crate::research::active_run::ActiveRun;
use crate::research::agenda::{Agenda, AgendaTopic};
use crate::research::context::RunContext;
use crate::research::cost_text::spent_text;
use crate::research::gather::found::GatheredEvidence;
use crate::research::gather::gather;
use crate::research::gather::note_reader::Quoting;
use crate::research::outcome::{Report, RunOutput};
use crate::research::plan::note;
use crate::research::progress_tracker::{ProgressTracker, taken_over};
use crate::research::report::markdown::{SectionDraft, SentStatus};
use crate::research::report::phrases::phrases;
use crate::research::report::related::{RelatedNote, related_notes};
use crate::research::report::statement::{TopicReport, WrittenBy};
use crate::research::report::{CheckedReport, check_and_write, drop_private};
use crate::research::request::{Permission, RunRequest};
use crate::research::run_model::RunModel;
use crate::research::run_record::RunRecord;
use crate::research::services::{Approval, approval};
use crate::research::subject::{NotePrivacy, Subject};
use crate::research::write::{self, FinishedReport};
use crate::settings::{Settings, admission};
use crate::time::duration_text;

/// Number of characters in the preview of the section.
const PREVIEW_CHARACTERS: usize = 500;

/// Time after which no request is sent, so that the report is written within five minutes.
pub const RUN_MILLIS: u64 = 280_000;

/// Gathers evidence, writes the report, checks every sentence and edits the note.
pub async fn run(context: &RunContext<'_>, record: &RunRecord<'_>) -> Result<Report> {
    let (settings, request) = (context.settings, record.request);
    let agenda = &request.agenda;
    let subject = &subject(context, record).await?;
    if !record.response_log.is_closed() {
        check_approved(settings, subject, request)?;
    }
    remember_unwanted(context, agenda).await;
    let budget = &settings.budget();
    budget.charge(record.spent_before);
    let progress = &ProgressTracker::new(context.host, budget, &subject.topics);
    agenda.warnings.iter().for_each(|warning| progress.skip(warning.clone()));
    let model = model(context, request, subject, budget);
    let model = model.transpose().unwrap_or_else(|error| {
        progress.skip(taken_over(&error));
        None
    });
    let run = ActiveRun {
        context,
        subject,
        id: &agenda.run,
        depth: agenda.depth,
        web: if subject.privacy.is_private() { Permission::Off } else { request.web },
        embeddings: embeddings_permission(context, subject, agenda),
        model: model.as_ref(),
        progress,
        record,
        budget,
        quoting: if subject.privacy.is_private() {
            Quoting::AllNotes
        } else {
            Quoting::PublicNotes
        },
    };
    let mut evidence = gather(&run).await?;
    let mut checked = check_and_write(&run, &mut evidence).await?;
    let dropped = drop_private(&run, &mut evidence).await;
    checked.parts.iter_mut().for_each(|part| part.leave_out(&dropped));
    finish(&run, &evidence, checked).await
}

/// Reads the note as it is now: it may have changed or become private since the agenda was made.
async fn subject<'a>(context: &RunContext<'_>, record: &RunRecord<'a>) -> Result<Subject<'a>> {
    let (settings, agenda) = (context.settings, &record.request.agenda);
    let path = admission::admit(agenda.path.as_str(), settings)?;
    let topics: Vec<&AgendaTopic> = agenda.ticked().collect();
    if topics.is_empty() {
        return Err(
            Error::new(ErrorCode::NoTopics, "No topic selected").hint("Select at least one topic.")
        );
    }
    // If the note was deleted, only the sentences of its topics are known.
    let text = match record.note_deleted {
        true => topics.iter().map(|item| format!("{}\n\n", item.topic.context)).collect(),
        false => context.host.read(&path).await?,
    };
    record.run_host.record_note(&path, &text);
    let own_text = note::own_text(&text, &settings.heading(), &mut Vec::new())?;
    let privacy = match record.note_deleted && agenda.private {
        true => NotePrivacy::Private,
        false => NotePrivacy::read(settings, &path, &text),
    };
    let language = settings.report_language.for_note(&own_text);
    Ok(Subject { path, own_text, language, privacy, topics })
}

/// Writes the checked report into the note.
async fn finish(
    run: &ActiveRun<'_>,
    evidence: &GatheredEvidence,
    checked: CheckedReport<'_>,
) -> Result<Report> {
    let ActiveRun { context, subject, record, budget, .. } = run;
    let CheckedReport { parts, unsupported } = checked;
    let related = related_notes(context.vault, subject, &parts, evidence);
    let mut warnings = run.progress.skipped();
    let unverified = unsupported.len();
    record.output.replace(RunOutput {
        evidence: evidence.pieces().cloned().collect(),
        unsupported,
        skipped: warnings.clone(),
        spent: budget.spent(),
    });
    let draft = draft(run, evidence, &parts, &related);
    let draft = SectionDraft { unverified, warnings: &warnings, ..draft };
    if draft.answered() == 0 && related.is_empty() {
        return Err(nothing_found(&subject.path, &warnings));
    }
    let markdown = draft.markdown(context.vault, &phrases(subject.language));
    let (topics_researched, sources) = (draft.answered(), draft.sources());
    if context.host.cancelled() {
        return Err(Error::cancelled());
    }
    run.progress.stage(Stage::Write);
    let finished =
        FinishedReport { report: &markdown, own_text: &subject.own_text, quoting: run.quoting };
    let path = write::write(context, record, &finished, &mut warnings).await?;
    let (spent, elapsed_millis) = (budget.spent(), record.run_host.elapsed());
    Ok(Report {
        run: run.id.to_owned(),
        path,
        heading: context.settings.heading().text,
        topics_researched,
        sources,
        unverified,
        preview: markdown.chars().take(PREVIEW_CHARACTERS).collect(),
        cost: spent.money.dollars(),
        cost_text: spent_text(&spent),
        spent,
        elapsed_millis,
        elapsed_text: duration_text(elapsed_millis),
        warnings,
    })
}

fn draft<'a>(
    run: &'a ActiveRun<'_>,
    evidence: &'a GatheredEvidence,
    parts: &'a [TopicReport<'a>],
    related: &'a [RelatedNote],
) -> SectionDraft<'a> {
    let settings = run.context.settings;
    let by_model = |part: &TopicReport<'_>| part.written_by == WrittenBy::Model;
    SectionDraft {
        run: run.id,
        date: run.record.run_host.started().date(),
        depth: run.depth,
        level: settings.heading().level,
        evidence: evidence.pieces().collect(),
        related,
        unverified: 0,
        model: run.model.filter(|_| parts.iter().any(by_model)).map(RunModel::name),
        spent: run.budget.spent(),
        sent: sent_status(run.record),
        services: &evidence.services,
        citations: settings.citations,
        parts,
        warnings: &[],
    }
}

/// Returns whether the embedding service may be called: only if the note is public and the approved
/// agenda names the service.
fn embeddings_permission(
    context: &RunContext<'_>,
    subject: &Subject<'_>,
    agenda: &Agenda,
) -> Permission {
    let service = context.vault.embedding_host(context.settings);
    let agreed =
        service.is_some() && service == agenda.embedding_host && !subject.privacy.is_private();
    if agreed { Permission::Allowed } else { Permission::Off }
}

/// Fails if the run would call a service that the approved agenda did not name.
fn check_approved(settings: &Settings, subject: &Subject<'_>, request: &RunRequest) -> Result<()> {
    let approvals = approval(settings, subject.privacy, &request.agenda);
    let may_search = request.web == Permission::Off || approvals.web != Approval::Changed;
    let may_use_model = request.model == Permission::Off || approvals.model != Approval::Changed;
    if may_search && may_use_model {
        return Ok(());
    }
    Err(Error::new(ErrorCode::SettingsChanged, "The settings changed after the agenda was shown")
        .hint("Nothing more was sent. Research the note again to review the services."))
}

/// Returns whether the run sent any request, also before it was resumed.
fn sent_status(record: &RunRecord<'_>) -> SentStatus {
    let nothing = !record.run_host.has_sent()
        && record.request.agenda.spent.calls == 0
        && record.response_log.is_untouched();
    if nothing { SentStatus::Nothing } else { SentStatus::Something }
}

fn nothing_found(path: &NotePath, warnings: &[String]) -> Error {
    let message = format!("Nothing found for “{}”", path.title());
    let why = warnings.first().map(|warning| format!(" {warning}.")).unwrap_or_default();
    Error::new(ErrorCode::NothingFound, message).hint(format!("The note is unchanged.{why}"))
}

/// Remembers the topics that the user unticked, so that they are not ticked the next time.
async fn remember_unwanted(context: &RunContext<'_>, agenda: &Agenda) {
    let unwanted = agenda.topics.iter().filter(|item| !item.ticked);
    let unwanted = unwanted.map(|item| item.topic.topic.clone()).collect();
    context.store.remember_unwanted(context.host, &agenda.path, unwanted).await;
}

/// Returns the model that writes the report, if the user chose and allowed one. The error says why
/// it can't be used.
fn model<'a>(
    context: &'a RunContext<'a>,
    request: &RunRequest,
    subject: &'a Subject<'_>,
    budget: &'a Budget,
) -> Option<Result<RunModel<'a>>> {
    let wanted = !subject.privacy.is_private()
        && request.model == Permission::Allowed
        && request.agenda.model.is_some();
    wanted.then(|| RunModel::new(context, &subject.path, &subject.own_text, budget))
}
