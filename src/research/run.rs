//! From an approved agenda to a written section. Until the one edit at the end the note is not
//! touched; if its section changed meanwhile, what a person wrote stays and the report goes below.

use crate::research::plan::note;
use crate::research::report::{drop_private, parts};
use crate::research::request::RunRequest;
use crate::research::services;
use crate::research::subject::Subject;
use crate::settings::admission;

use crate::error::{Error, ErrorCode, Result};
use crate::llm::budget::Budget;
use crate::note::NotePath;
use crate::progress::Stage;
use crate::research::agenda::{Agenda, AgendaTopic};
use crate::research::context::RunContext;
use crate::research::gather::gather;
use crate::research::gather::note_reader::Quoting;
use crate::research::gather::search::Search;
use crate::research::outcome::{Report, RunOutput};
use crate::research::progress_tracker::{ProgressTracker, taken_over};
use crate::research::report::markdown::{SectionDraft, SentStatus};
use crate::research::report::phrases::phrases;
use crate::research::report::related::related;
use crate::research::report::statement::{TopicReport, WrittenBy};
use crate::research::request::Permission;
use crate::research::run_model::RunModel;
use crate::research::run_record::RunRecord;
use crate::research::write::{self, FinishedReport};
use crate::settings::Settings;

/// Characters of the section that the record shows.
const PREVIEW_CHARACTERS: usize = 500;

/// A run asks nobody any more after this: what is left of five minutes is for writing.
pub const RUN_MILLIS: u64 = 280_000;

/// Reads the note as it is now: it may have changed, and become private, since the agenda was made.
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
    // Of a note that is gone, only its topics are known.
    let private = settings.is_private(&path, &text) || (run_record.lost && agenda.private);
    let language = settings.report_language.for_note(&own);
    Ok(Subject { path, own, language, private, topics })
}

/// Gathers, has it put into words, checks and writes.
pub async fn run(context: &RunContext<'_>, run_record: &RunRecord<'_>) -> Result<Report> {
    let (host, settings, request) = (context.client.host, context.settings, run_record.request);
    let agenda = &request.agenda;
    let subject = subject(context, run_record).await?;
    if !run_record.response_log.is_closed() {
        check_agreed(settings, &subject, request)?;
    }
    remember_unwanted(context, agenda).await;
    let budget = settings.budget();
    budget.charge(run_record.spent_before);
    let progress = ProgressTracker::new(host, &budget, &subject.topics);
    agenda.warnings.iter().for_each(|warning| progress.skip(warning.clone()));
    let meanings = asks_meanings(context, &subject, agenda);
    let model = model(context, request, (&subject, &budget), &progress);
    let search = Search {
        run: &agenda.run,
        note: &subject.path,
        own: &subject.own,
        topics: &subject.topics,
        depth: agenda.depth,
        web: if subject.private { Permission::Off } else { request.web },
        meanings,
        model: model.as_ref(),
        progress: &progress,
        run_record,
        budget: &budget,
        quoting: if subject.private { Quoting::AllNotes } else { Quoting::PublicNotes },
    };
    let mut gathered = gather(context, &search).await?;
    let (mut parts, unsupported) = parts(context, &search, &subject, &mut gathered).await?;
    let dropped = drop_private(context, &subject, &mut gathered).await;
    parts.iter_mut().for_each(|part| part.leave_out(&dropped));
    let unverified = unsupported.len();
    let related = related(context.vault, &subject.path, (&subject.topics, &parts), &gathered);
    let mut warnings = progress.skipped();
    let evidence = gathered.pieces().cloned().collect();
    let spent = budget.spent();
    run_record.output.replace(RunOutput {
        evidence,
        unsupported,
        skipped: warnings.clone(),
        spent,
    });
    let wrote = |part: &TopicReport<'_>| part.voice == WrittenBy::Prose;
    let draft = SectionDraft {
        run: &agenda.run,
        date: run_record.run_host.opened().date(),
        depth: agenda.depth,
        level: settings.heading().level,
        evidence: gathered.pieces().collect(),
        related: &related,
        unverified,
        model: model.as_ref().filter(|_| parts.iter().any(wrote)).map(RunModel::name),
        spent: budget.spent(),
        sent: sent(run_record, agenda),
        services: &gathered.services,
        citations: settings.citations,
        parts: &parts,
        warnings: &warnings,
    };
    if draft.answered() == 0 && related.is_empty() {
        return Err(nothing_found(&subject.path, &warnings));
    }
    let markdown = draft.markdown(context.vault, &phrases(subject.language));
    let (topics_researched, sources) = (draft.answered(), draft.sources());
    if host.cancelled() {
        return Err(Error::cancelled());
    }
    progress.stage(Stage::Write);
    let finished = FinishedReport { report: &markdown, own: &subject.own, quoting: search.quoting };
    let path = write::write(context, run_record, &finished, &mut warnings).await?;
    Ok(Report {
        run: agenda.run.clone(),
        path,
        heading: settings.heading().text,
        topics_researched,
        sources,
        unverified,
        preview: markdown.chars().take(PREVIEW_CHARACTERS).collect(),
        cost: budget.spent().money.dollars(),
        spent: budget.spent(),
        elapsed_millis: run_record.run_host.elapsed(),
        warnings,
    })
}

/// Whether the service that knows meanings stood on the agenda.
fn asks_meanings(context: &RunContext<'_>, subject: &Subject<'_>, agenda: &Agenda) -> Permission {
    let knows = context.vault.embedding_host(context.settings);
    let agreed = knows.is_some() && knows == agenda.meanings && !subject.private;
    if agreed { Permission::Allowed } else { Permission::Off }
}

/// Whether whoever would be asked stood on the agenda that the person approved.
fn check_agreed(settings: &Settings, subject: &Subject<'_>, request: &RunRequest) -> Result<()> {
    let agenda = &request.agenda;
    let asked = services::asks(settings, subject.private);
    let web =
        request.web == Permission::Off || asked.iter().all(|service| agenda.asks.contains(service));
    let asked = services::asked_model(settings, subject.private);
    let model = request.model == Permission::Off || asked.is_none() || asked == agenda.model;
    if web && model {
        return Ok(());
    }
    Err(Error::new(ErrorCode::SettingsChanged, "The settings changed after the agenda was shown")
        .hint("Nothing more was sent. Research the note again to review the services."))
}

/// Whether anything left the device for this run, now or before it was gone on with.
fn sent(run_record: &RunRecord<'_>, agenda: &Agenda) -> SentStatus {
    let nobody = !run_record.run_host.has_sent()
        && agenda.spent.calls == 0
        && run_record.response_log.is_untouched();
    if nobody { SentStatus::Nothing } else { SentStatus::Something }
}

fn nothing_found(path: &NotePath, warnings: &[String]) -> Error {
    let message = format!("Nothing found for “{}”", path.title());
    let why = warnings.first().map(|warning| format!(" {warning}.")).unwrap_or_default();
    Error::new(ErrorCode::NothingFound, message).hint(format!("The note is unchanged.{why}"))
}

async fn remember_unwanted(context: &RunContext<'_>, agenda: &Agenda) {
    let unwanted = agenda.topics.iter().filter(|item| !item.ticked);
    let unwanted = unwanted.map(|item| item.topic.topic.clone()).collect();
    context.store.remember_unwanted(context.client.host, &agenda.path, unwanted).await;
}

/// The model that writes, if one is chosen and allowed.
fn model<'a>(
    context: &'a RunContext<'a>,
    request: &RunRequest,
    (subject, budget): (&'a Subject<'_>, &'a Budget),
    progress: &ProgressTracker<'_>,
) -> Option<RunModel<'a>> {
    let wanted =
        !subject.private && request.model == Permission::Allowed && request.agenda.model.is_some();
    if !wanted {
        return None;
    }
    let model = RunModel::of(context, (&subject.path, &subject.own), budget);
    model.map_err(|error| progress.skip(taken_over(&error))).ok()
}
