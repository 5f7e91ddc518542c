//! Plans, starts and resumes runs.

use crate::answers::run::{
    Agenda, PlanRequest, Purpose, Report, Resume, ResumeRequest, RunContext, RunRecord, RunRequest,
    StartedRun, Workspace, run_record,
};
use crate::features::research::{
    MAX_RUN_MILLIS, RecordingVault, RunTrace, plan, researched_note, resume, run, trace,
};
use crate::host::Host;
use crate::host::session::ResponseLog;
use crate::notes::note::{NotePath, report_section};
use crate::values::{Error, ErrorCode, Result};

/// A report, and the note that it is about: the report may be in a note of its own.
pub(crate) struct FinishedRun {
    pub researched_note: NotePath,
    pub report: Report,
}

/// Finds the topics of a note, and returns them as an agenda that the user can edit and approve.
pub(crate) async fn plan_run(
    workspace: &Workspace,
    host: &dyn Host,
    request: &PlanRequest,
) -> Result<Agenda> {
    let settings = workspace.settings_with_model(host).await;
    let note = researched_note::read_note(host, &settings, &request.note_path).await?;
    workspace.library.sync(host, &settings).await?;
    let run_id = plan::create_run_id(host.random());
    let purpose = Purpose {
        limit_millis: MAX_RUN_MILLIS,
        log_entry: Some((&run_id, note.path.as_str())),
        researched_note: Some(&note.path),
    };
    let session = workspace.open(host, settings, purpose).await;
    plan::create_agenda(&session.context(), note, &run_id, request).await
}

/// Researches the topics of an approved agenda and writes the report into the note's section.
pub(crate) async fn start_run(
    workspace: &Workspace,
    host: &dyn Host,
    request: &RunRequest,
) -> Result<FinishedRun> {
    workspace.library.sync(host, &workspace.settings()).await?;
    run_with_responses(workspace, host, StartedRun::new(request), ResponseLog::default()).await
}

/// Continues an unfinished run, or only writes the report from what it has found so far.
pub(crate) async fn resume_run(
    workspace: &Workspace,
    host: &dyn Host,
    request: &ResumeRequest,
) -> Result<FinishedRun> {
    let gone = || {
        Error::new(ErrorCode::NoSuchRun, "This run is no longer stored on this device")
            .hint("Research the note again.")
    };
    let (mut started, response_log) =
        run_record::load_unfinished_run(host, &request.run_id).await.ok_or_else(gone)?;
    // The note may have been renamed: the list of unfinished runs has its current path.
    let unfinished = workspace.store.unfinished_runs(host).await;
    if let Some(run) = unfinished.into_iter().find(|run| run.run_id == request.run_id) {
        started.request.agenda.path = run.path;
    }
    let settings = workspace.settings_with_model(host).await;
    let library = &workspace.library;
    library.sync(host, &settings).await?;
    let found = resume::prepare_resumed_run(host, library, &settings, started.clone()).await;
    response_log.reset_failures();
    let started = match request.resume_mode {
        Resume::Continue => found?,
        Resume::Finish => {
            response_log.forbid_new_requests();
            // If the note is gone, the report goes to the inbox. The note's privacy can't be checked
            // then, but no more requests are sent.
            found.or_else(|error| match error.code {
                ErrorCode::NoteMissing | ErrorCode::AnotherNote => {
                    Ok(StartedRun { is_note_deleted: true, ..started })
                }
                _ => Err(error),
            })?
        }
    };
    run_with_responses(workspace, host, started, response_log).await
}

/// Executes a new or resumed run. Responses in `response_log` are used instead of sending the requests
/// again. The library must be up to date.
async fn run_with_responses(
    workspace: &Workspace,
    host: &dyn Host,
    started: StartedRun,
    response_log: ResponseLog,
) -> Result<FinishedRun> {
    let store = &workspace.store;
    let settings = workspace.settings_with_model(host).await;
    let agenda = &started.request.agenda;
    let purpose = Purpose {
        limit_millis: MAX_RUN_MILLIS,
        log_entry: Some((&agenda.run_id, agenda.path.as_str())),
        researched_note: Some(&agenda.path),
    };
    let session = workspace.open(host, settings, purpose).await.with_responses(response_log);
    let vault = RecordingVault::new(&workspace.library);
    let previous_report = match report_section::last_report_run_id(&agenda.section_content) {
        Some(run) => store.written_report(host, run).await,
        None => None,
    };
    let record = RunRecord::new(&session.host, &session.response_log, &started)
        .with_previous_report(previous_report);
    record.save_as_unfinished(host, store).await;
    let context = RunContext { vault: &vault, ..session.context() };
    let outcome = run::run_agenda(&context, &record).await;
    record.finish(host, store, &outcome).await;
    store.audit.flush(host).await;
    // A stopped run has no trace until it is resumed and finished.
    let is_stopped = outcome.as_ref().is_err_and(|error| error.code == ErrorCode::Cancelled);
    if session.settings.keeps_traces && !is_stopped {
        let run_trace = RunTrace::new(&record, vault, &session.settings, &session.prices);
        trace::save_trace(host, &run_trace).await;
    }
    Ok(FinishedRun { researched_note: agenda.path.clone(), report: outcome? })
}
