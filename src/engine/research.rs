//! The engine's methods for runs: they plan, start and resume runs, and read what is stored about
//! them.

use crate::answers::run::{
    Agenda, PlanRequest, Report, Resume, ResumeRequest, RunContext, RunRecord, RunRequest,
    StartedRun, StoredSection, UnfinishedRun, run_record,
};
use crate::engine::Engine;
use crate::features::research::{
    MAX_RUN_MILLIS, NoteSurvey, RecordingVault, RunTrace, ServiceCheck, StoredTrace, note_update,
    plan, researched_note, resume, run, services, survey, trace,
};
use crate::host::Host;
use crate::host::audit::AuditLog;
use crate::host::session::{ResponseLog, RunClient, RunHost};
use crate::model::llm::PriceList;
use crate::notes::note::{NotePath, report_section};
use crate::settings::Settings;
use crate::values::{Error, ErrorCode, Result};

impl Engine {
    /// Returns what the user must know about a note before any of it is sent.
    pub async fn survey_note(&self, host: &dyn Host, path: &str) -> Result<NoteSurvey> {
        let prices = self.prices.price_list(host).await;
        let settings = self.settings_with_model(host).await;
        survey::survey_note(host, &self.store, &settings, &prices, path).await
    }

    /// Finds the topics of a note, and returns them as an agenda that the user can edit and
    /// approve.
    pub async fn plan(&self, host: &dyn Host, request: &PlanRequest) -> Result<Agenda> {
        let settings = self.settings_with_model(host).await;
        let note = researched_note::read_note(host, &settings, &request.note_path).await?;
        self.library.sync(host, &settings).await?;
        let path = note.path.to_string();
        let run = plan::create_run_id(host.random());
        let run_host =
            RunHost::with_time_limit(host, self, MAX_RUN_MILLIS).with_researched_note(&note.path);
        let run_host = run_host.with_audit_log(&self.store.audit, &run, &path);
        let response_log = ResponseLog::default();
        let prices = self.prices.price_list(host).await;
        let context = self.run_context(&run_host, &response_log, &settings, &prices);
        plan::create_agenda(&context, note, &run, request).await
    }

    /// Compares the services of an approved agenda with the current settings, right before the run.
    pub async fn check_services(&self, host: &dyn Host, agenda: &Agenda) -> Result<ServiceCheck> {
        services::check_services(host, &self.settings_with_model(host).await, agenda).await
    }

    /// Researches the topics of an approved agenda and writes the report into the note's section.
    pub async fn run(&self, host: &dyn Host, request: &RunRequest) -> Result<Report> {
        self.library.sync(host, &self.settings()).await?;
        self.run_with_response_log(host, &StartedRun::new(request), ResponseLog::default()).await
    }

    /// Continues an unfinished run, or only writes the report from what it has found so far.
    pub async fn resume(&self, host: &dyn Host, request: &ResumeRequest) -> Result<Report> {
        let gone = || {
            Error::new(ErrorCode::NoSuchRun, "This run is no longer stored on this device")
                .hint("Research the note again.")
        };
        let (mut started, response_log) =
            run_record::load_unfinished_run(host, &request.run_id).await.ok_or_else(gone)?;
        // The note may have been renamed: the list of unfinished runs has its current path.
        let unfinished = self.store.unfinished_runs(host).await;
        if let Some(run) = unfinished.into_iter().find(|run| run.run_id == request.run_id) {
            started.request.agenda.path = run.path;
        }
        let settings = self.settings_with_model(host).await;
        self.library.sync(host, &settings).await?;
        let found =
            resume::prepare_resumed_run(host, &self.library, &settings, started.clone()).await;
        response_log.reset_failures();
        let started = match request.resume_mode {
            Resume::Continue => found?,
            Resume::Finish => {
                response_log.forbid_new_requests();
                // If the note is gone, the report goes to the inbox. The note's privacy can't be
                // checked then, but no more requests are sent.
                found.or_else(|error| match error.code {
                    ErrorCode::NoteMissing | ErrorCode::AnotherNote => {
                        Ok(StartedRun { is_note_deleted: true, ..started })
                    }
                    _ => Err(error),
                })?
            }
        };
        self.run_with_response_log(host, &started, response_log).await
    }

    /// Executes a new or resumed run. Responses in `response_log` are used instead of sending the
    /// requests again. The library must be up to date.
    async fn run_with_response_log(
        &self,
        host: &dyn Host,
        started: &StartedRun,
        response_log: ResponseLog,
    ) -> Result<Report> {
        let settings = self.settings_with_model(host).await;
        let agenda = &started.request.agenda;
        let run_host =
            RunHost::with_time_limit(host, self, MAX_RUN_MILLIS).with_researched_note(&agenda.path);
        let run_host =
            run_host.with_audit_log(&self.store.audit, &agenda.run_id, agenda.path.as_str());
        let prices = self.prices.price_list(host).await;
        let vault = RecordingVault::new(&self.library);
        let previous_report =
            match report_section::last_report_run_id(&started.request.agenda.section_content) {
                Some(run) => self.store.written_report(host, run).await,
                None => None,
            };
        let run_record =
            RunRecord::new(&run_host, &response_log, started).with_previous_report(previous_report);
        run_record.save_as_unfinished(host, &self.store).await;
        let context = RunContext {
            vault: &vault,
            ..self.run_context(&run_host, &response_log, &settings, &prices)
        };
        let outcome = run::run_agenda(&context, &run_record).await;
        run_record.finish(host, &self.store, &outcome).await;
        self.store.audit.flush(host).await;
        if let Ok(report) = &outcome {
            self.add_report_to_inbox(host, agenda, report).await;
        }
        // A stopped run has no trace until it is resumed and finished.
        let is_stopped = outcome.as_ref().is_err_and(|error| error.code == ErrorCode::Cancelled);
        if settings.keeps_traces && !is_stopped {
            trace::save_trace(host, &RunTrace::new(&run_record, vault, &settings, &prices)).await;
        }
        outcome
    }

    pub(super) fn run_context<'a>(
        &'a self,
        run_host: &'a RunHost<'a>,
        response_log: &'a ResponseLog,
        settings: &'a Settings,
        prices: &'a PriceList,
    ) -> RunContext<'a> {
        let client = RunClient { host: run_host, client: &self.client, response_log };
        let privacy = run_host.privacy_check();
        RunContext {
            host: run_host,
            client,
            vault: &self.library,
            settings,
            prices,
            store: &self.store,
            privacy,
        }
    }

    /// Returns the runs that were stopped or interrupted and can be resumed, the newest first.
    pub async fn unfinished_runs(&self, host: &dyn Host) -> Vec<UnfinishedRun> {
        self.store.unfinished_runs(host).await
    }

    /// Deletes an unfinished run, so that it can no longer be resumed.
    pub async fn discard_run(&self, host: &dyn Host, run_id: &str) {
        run_record::delete_unfinished_run(host, &self.store, run_id).await;
    }

    /// Returns the log of all requests that were sent, grouped by run.
    pub async fn audit_log(&self, host: &dyn Host) -> AuditLog {
        self.store.audit.read_log(host).await
    }

    /// Returns the sections that were written in the last week, with the content they replaced.
    pub async fn written_sections(&self, host: &dyn Host) -> Vec<StoredSection> {
        self.store.written_sections(host).await
    }

    /// Returns the earlier versions of a note's section that can be restored, the newest first.
    pub async fn restorable_sections(
        &self,
        host: &dyn Host,
        path: &str,
    ) -> Result<Vec<StoredSection>> {
        let path = NotePath::parse(path)?;
        note_update::restorable_sections(host, &self.store, &self.settings(), &path).await
    }

    /// Restores a section to its content before a run. The current content can be restored later.
    pub async fn restore_section(&self, host: &dyn Host, run_id: &str) -> Result<NotePath> {
        let gone = || {
            Error::new(ErrorCode::NoSection, "This section is no longer stored on this device")
                .hint("Replaced sections are kept for a week.")
        };
        let section = self.store.find_section(host, run_id).await.ok_or_else(gone)?;
        note_update::restore_section(host, &self.store, &self.settings(), section).await
    }

    /// Lists the stored traces, newest first. A trace contains what is needed to replay a run.
    pub async fn list_traces(&self, host: &dyn Host) -> Vec<StoredTrace> {
        trace::list_traces(host).await
    }

    /// Returns the trace of a run as JSON, if it is stored.
    pub async fn trace_json(&self, host: &dyn Host, run_id: &str) -> Option<String> {
        let trace = trace::load_trace(host, run_id).await?;
        serde_json::to_string(&trace).ok()
    }
}
