//! The engine's methods for runs: they plan, start and resume runs, and read what is stored about
//! them.

use crate::answers::run::{
    Agenda, PlanRequest, Report, ResumeRequest, RunRequest, StoredSection, UnfinishedRun,
    run_record,
};
use crate::engine::Engine;
use crate::features::research::{
    self, FinishedRun, NoteSurvey, ServiceCheck, StoredTrace, note_update, services, survey, trace,
};
use crate::host::Host;
use crate::host::audit::AuditLog;
use crate::notes::note::NotePath;
use crate::values::{Error, ErrorCode, Result};

impl Engine {
    /// Returns what the user must know about a note before any of it is sent.
    pub async fn survey_note(&self, host: &dyn Host, path: &str) -> Result<NoteSurvey> {
        let prices = self.workspace.prices.price_list(host).await;
        let settings = self.workspace.settings_with_model(host).await;
        survey::survey_note(host, &self.workspace.store, &settings, &prices, path).await
    }

    /// Finds the topics of a note, and returns them as an agenda that the user can edit and
    /// approve.
    pub async fn plan(&self, host: &dyn Host, request: &PlanRequest) -> Result<Agenda> {
        research::plan_run(&self.workspace, host, request).await
    }

    /// Compares the services of an approved agenda with the current settings, right before the run.
    pub async fn check_services(&self, host: &dyn Host, agenda: &Agenda) -> Result<ServiceCheck> {
        services::check_services(host, &self.workspace.settings_with_model(host).await, agenda)
            .await
    }

    /// Researches the topics of an approved agenda and writes the report into the note's section.
    pub async fn run(&self, host: &dyn Host, request: &RunRequest) -> Result<Report> {
        let finished = research::start_run(&self.workspace, host, request).await?;
        Ok(self.listed_in_inbox(host, finished).await)
    }

    /// Continues an unfinished run, or only writes the report from what it has found so far.
    pub async fn resume(&self, host: &dyn Host, request: &ResumeRequest) -> Result<Report> {
        let finished = research::resume_run(&self.workspace, host, request).await?;
        Ok(self.listed_in_inbox(host, finished).await)
    }

    /// Lists a report in the inbox if it could not be written to its note.
    async fn listed_in_inbox(&self, host: &dyn Host, finished: FinishedRun) -> Report {
        self.research_inbox().add_report(host, &finished).await;
        finished.report
    }

    /// Returns the runs that were stopped or interrupted and can be resumed, the newest first.
    pub async fn unfinished_runs(&self, host: &dyn Host) -> Vec<UnfinishedRun> {
        self.workspace.store.unfinished_runs(host).await
    }

    /// Deletes an unfinished run, so that it can no longer be resumed.
    pub async fn discard_run(&self, host: &dyn Host, run_id: &str) {
        run_record::delete_unfinished_run(host, &self.workspace.store, run_id).await;
    }

    /// Returns the log of all requests that were sent, grouped by run.
    pub async fn audit_log(&self, host: &dyn Host) -> AuditLog {
        self.workspace.store.audit.read_log(host).await
    }

    /// Returns the sections that were written in the last week, with the content they replaced.
    pub async fn written_sections(&self, host: &dyn Host) -> Vec<StoredSection> {
        self.workspace.store.written_sections(host).await
    }

    /// Returns the earlier versions of a note's section that can be restored, the newest first.
    pub async fn restorable_sections(
        &self,
        host: &dyn Host,
        path: &str,
    ) -> Result<Vec<StoredSection>> {
        let path = NotePath::parse(path)?;
        note_update::restorable_sections(
            host,
            &self.workspace.store,
            &self.workspace.settings(),
            &path,
        )
        .await
    }

    /// Restores a section to its content before a run. The current content can be restored later.
    pub async fn restore_section(&self, host: &dyn Host, run_id: &str) -> Result<NotePath> {
        let gone = || {
            Error::new(ErrorCode::NoSection, "This section is no longer stored on this device")
                .hint("Replaced sections are kept for a week.")
        };
        let section = self.workspace.store.find_section(host, run_id).await.ok_or_else(gone)?;
        note_update::restore_section(
            host,
            &self.workspace.store,
            &self.workspace.settings(),
            section,
        )
        .await
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
