//! Carries out an approved agenda: gathers evidence, writes the report and puts it into the note.
//! The note is not changed before the single edit at the end. If its section was edited meanwhile,
//! the user's text stays and the report goes below it.

use crate::error::{Error, ErrorCode, Result};
use crate::note::NotePath;
use crate::progress::Stage;
use crate::research::agenda::{Agenda, AgendaTopic};
use crate::research::context::RunContext;
use crate::research::cost_text::spent_text;
use crate::research::gather::gather;
use crate::research::gather::note_reader::Quoting;
use crate::research::gather::search::Search;
use crate::research::outcome::{Report, RunOutput};
use crate::research::plan::note;
use crate::research::progress_tracker::{ProgressTracker, taken_over};
use crate::research::report::markdown::{SectionDraft, SentStatus};
use crate::research::report::phrases::phrases;
use crate::research::report::related::related;
use crate::research::report::statement::{TopicReport, WrittenBy};
use crate::research::report::{drop_private, parts};
use crate::research::request::{Permission, RunRequest};
use crate::research::run_model::RunModel;
use crate::research::run_record::RunRecord;
use crate::research::services::{Approval, approval};
use crate::research::subject::Subject;
use crate::research::write::{self, FinishedReport};
use crate::settings::{Settings, admission};
use crate::time::duration_text;

/// Number of characters of the section that the run record contains.
const PREVIEW_CHARACTERS: usize = 500;

/// After this time a run sends no more requests: the rest of its five minutes is for writing.
pub const RUN_MILLIS: u64 = 280_000;

/// The text of a report before it is written into the note.
struct ComposedReport {
    markdown: String,
    topics_researched: usize,
    sources: usize,
    unverified: usize,
    warnings: Vec<String>,
}

/// Gathers evidence, writes the report, checks it and puts it into the note.
pub async fn run(context: &RunContext<'_>, run_record: &RunRecord<'_>) -> Result<Report> {
    let (host, settings, request) = (context.client.host, context.settings, run_record.request);
    let agenda = &request.agenda;
    let subject = subject(context, run_record).await?;
    if !run_record.response_log.is_closed() {
        check_approved(settings, &subject, request)?;
    }
    save_unticked(context, agenda).await;
    let budget = settings.budget();
    budget.charge(run_record.spent_before);
    let progress = ProgressTracker::new(host, &budget, &subject.topics);
    agenda.warnings.iter().for_each(|warning| progress.skip(warning.clone()));
    let model = may_use_model(&subject, request)
        .then(|| RunModel::of(context, (&subject.path, &subject.own), &budget))
        .and_then(|model| model.map_err(|error| progress.skip(taken_over(&error))).ok());
    let search = Search {
        run: &agenda.run,
        note: &subject.path,
        own: &subject.own,
        topics: &subject.topics,
        depth: agenda.depth,
        web: if subject.private { Permission::Off } else { request.web },
        meanings: embedding_permission(context, &subject, agenda),
        model: model.as_ref(),
        progress: &progress,
        run_record,
        budget: &budget,
        quoting: if subject.private { Quoting::AllNotes } else { Quoting::PublicNotes },
    };
    let mut report = compose(context, &search, &subject, agenda).await?;
    if host.cancelled() {
        return Err(Error::cancelled());
    }
    progress.stage(Stage::Write);
    let finished =
        FinishedReport { report: &report.markdown, own: &subject.own, quoting: search.quoting };
    let path = write::write(context, run_record, &finished, &mut report.warnings).await?;
    Ok(report_of(report, path, &search, settings))
}

/// Returns the result of a finished run.
fn report_of(
    report: ComposedReport,
    path: NotePath,
    search: &Search<'_>,
    settings: &Settings,
) -> Report {
    let spent = search.budget.spent();
    let elapsed_millis = search.run_record.run_host.elapsed();
    Report {
        run: search.run.to_owned(),
        path,
        heading: settings.heading().text,
        topics_researched: report.topics_researched,
        sources: report.sources,
        unverified: report.unverified,
        preview: report.markdown.chars().take(PREVIEW_CHARACTERS).collect(),
        cost: spent.money.dollars(),
        cost_text: spent_text(&spent),
        spent,
        elapsed_millis,
        elapsed_text: duration_text(elapsed_millis),
        warnings: report.warnings,
    }
}

/// Reads the note again: it may have changed, or become private, since the agenda was made. If the
/// note is gone, the sentences of the topics take its place.
async fn subject<'a>(context: &RunContext<'_>, run_record: &RunRecord<'a>) -> Result<Subject<'a>> {
    let (settings, agenda) = (context.settings, &run_record.request.agenda);
    let path = admission::admit(agenda.path.as_str(), settings)?;
    let topics: Vec<&AgendaTopic> = agenda.ticked().collect();
    if topics.is_empty() {
        return Err(
            Error::new(ErrorCode::NoTopics, "No topic selected").hint("Select at least one topic.")
        );
    }
    let text = match run_record.lost {
        true => topics.iter().map(|item| format!("{}\n\n", item.topic.context)).collect(),
        false => context.client.host.read(&path).await?,
    };
    run_record.run_host.keep_read(&path, &text);
    let own = note::own_text(&text, &settings.heading(), &mut Vec::new())?;
    // A note that is gone cannot be checked: it stays private if it was private.
    let private = settings.is_private(&path, &text) || (run_record.lost && agenda.private);
    let language = settings.report_language.of(&own);
    Ok(Subject { path, own, language, private, topics })
}

/// Gathers the evidence and writes the report as Markdown.
async fn compose(
    context: &RunContext<'_>,
    search: &Search<'_>,
    subject: &Subject<'_>,
    agenda: &Agenda,
) -> Result<ComposedReport> {
    let (run_record, budget, settings) = (search.run_record, search.budget, context.settings);
    let mut gathered = gather(context, search).await?;
    let (mut parts, unsupported) = parts(context, search, subject, &mut gathered).await?;
    let dropped = drop_private(context, subject, &mut gathered).await;
    parts.iter_mut().for_each(|part| part.leave_out(&dropped));
    let unverified = unsupported.len();
    let related = related(context.vault, &subject.path, (&subject.topics, &parts), &gathered);
    let warnings = search.progress.skipped();
    run_record.output.replace(RunOutput {
        evidence: gathered.pieces().cloned().collect(),
        unsupported,
        skipped: warnings.clone(),
        spent: budget.spent(),
    });
    let is_by_model = |part: &TopicReport<'_>| part.voice == WrittenBy::Prose;
    let draft = SectionDraft {
        run: &agenda.run,
        date: run_record.run_host.opened().date(),
        depth: agenda.depth,
        level: settings.heading().level,
        evidence: gathered.pieces().collect(),
        related: &related,
        unverified,
        model: search.model.filter(|_| parts.iter().any(is_by_model)).map(RunModel::name),
        spent: budget.spent(),
        sent: sent(run_record, agenda),
        services: &gathered.services,
        citations: settings.citations,
        parts: &parts,
        warnings: &warnings,
    };
    let (topics_researched, sources) = (draft.answered(), draft.sources());
    if topics_researched == 0 && related.is_empty() {
        return Err(nothing_found(&subject.path, &warnings));
    }
    let markdown = draft.markdown(context.vault, &phrases(subject.language));
    Ok(ComposedReport { markdown, topics_researched, sources, unverified, warnings })
}

/// Returns whether the embedding service may be called: the agenda must have named it.
fn embedding_permission(
    context: &RunContext<'_>,
    subject: &Subject<'_>,
    agenda: &Agenda,
) -> Permission {
    let host = context.vault.knows_meanings(context.settings);
    let is_approved = host.is_some() && host == agenda.embedding_host && !subject.private;
    if is_approved { Permission::Allowed } else { Permission::Off }
}

/// Fails if the run would call a service that the approved agenda did not name.
fn check_approved(settings: &Settings, subject: &Subject<'_>, request: &RunRequest) -> Result<()> {
    let approvals = approval(settings, subject.private, &request.agenda);
    let may_search = request.web == Permission::Off || approvals.web != Approval::Changed;
    let may_use_model = request.model == Permission::Off || approvals.model != Approval::Changed;
    if may_search && may_use_model {
        return Ok(());
    }
    Err(Error::new(ErrorCode::SettingsChanged, "The settings changed after the agenda was shown")
        .hint("Nothing more was sent. Research the note again to review the services."))
}

/// Whether the user allows the model, and the agenda names one.
fn may_use_model(subject: &Subject<'_>, request: &RunRequest) -> bool {
    !subject.private && request.model == Permission::Allowed && request.agenda.model.is_some()
}

/// Returns whether this run sent anything, including before it was resumed.
fn sent(run_record: &RunRecord<'_>, agenda: &Agenda) -> SentStatus {
    let nothing = !run_record.run_host.has_sent()
        && agenda.spent.calls == 0
        && run_record.response_log.is_untouched();
    if nothing { SentStatus::Nothing } else { SentStatus::Something }
}

fn nothing_found(path: &NotePath, warnings: &[String]) -> Error {
    let message = format!("Nothing found for “{}”", path.title());
    let why = warnings.first().map(|warning| format!(" {warning}.")).unwrap_or_default();
    Error::new(ErrorCode::NothingFound, message).hint(format!("The note is unchanged.{why}"))
}

/// Stores which topics the user unticked, so that the next agenda of the note unticks them too.
async fn save_unticked(context: &RunContext<'_>, agenda: &Agenda) {
    let unticked = agenda.topics.iter().filter(|item| !item.ticked);
    let unticked = unticked.map(|item| item.topic.topic.clone()).collect();
    context.store.remember_unwanted(context.client.host, &agenda.path, unticked).await;
}
