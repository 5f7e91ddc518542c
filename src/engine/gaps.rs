//! The engine's methods for research of the vault's gaps: an agenda is proposed, changed, approved, and
//! carried out one task at a time.

use std::collections::BTreeSet;

use crate::answers::run::{
    OnExisting, RunRecord, RunRequest, StartedRun, run_record, update_after_edit,
};
use crate::engine::Engine;
use crate::features::health::HealthRequest;
use crate::features::inbox::{
    AddGapRequest, ApproveGapsRequest, ChangeGapTaskRequest, Finding, FindingMaker, Gap, GapAgenda,
    GapAgendaRequest, GapFindings, GapTask, GapTaskOutcome, Inbox, choose_gaps, suppression_key,
};
use crate::features::research::{MAX_RUN_MILLIS, plan, researched_note, run};
use crate::host::Host;
use crate::host::session::{ResponseLog, RunHost};
use crate::notes::note::NotePath;
use crate::settings::Settings;
use crate::values::{Error, ErrorCode, Result};

/// Maximum number of tasks of an agenda.
const MAX_TASKS: usize = 5;

/// Number of gaps of which tasks are made: some of their notes may be empty or unreadable.
const MAX_CANDIDATES: usize = 15;

/// Maximum number of finished agendas that are kept.
const MAX_FINISHED_AGENDAS: usize = 20;

impl Engine {
    /// Finds gaps of the vault and proposes to research them. Topics that the user added to the draft
    /// before stay in it.
    pub async fn draft_gap_agenda(
        &self,
        host: &dyn Host,
        request: &GapAgendaRequest,
    ) -> Result<GapAgenda> {
        let sources = request.sources;
        let settings = sources.apply(self.settings_with_model(host).await);
        self.library.sync(host, &settings).await?;
        let health = self.health(host, &HealthRequest::default()).await?;
        let suppressed: BTreeSet<String> =
            self.suppressed_topics.get(host).await.into_keys().collect();
        let mut gaps: Vec<Gap> = self.chosen_gaps(host).await;
        gaps.extend(choose_gaps(&health, &suppressed, MAX_CANDIDATES));
        let mut tasks = Vec::new();
        for gap in gaps {
            if tasks.len() < MAX_TASKS
                && let Ok(task) = self.plan_gap(host, &settings, gap).await
            {
                tasks.push(task);
            }
        }
        if tasks.is_empty() {
            return Err(Error::new(ErrorCode::NoTopics, "No gaps found in your vault")
                .hint("Write down a question, or link to a note that doesn't exist yet."));
        }
        let id = plan::create_run_id(host.random());
        let agenda = GapAgenda::draft(&id, sources, tasks);
        self.save_gap_agenda(host, &agenda).await;
        Ok(agenda)
    }

    /// The agenda that waits for the user, runs, or ran last.
    pub async fn gap_agenda(&self, host: &dyn Host) -> Option<GapAgenda> {
        self.gap_agenda.get(host).await
    }

    /// The agendas that were carried out, the newest first.
    pub async fn finished_gap_agendas(&self, host: &dyn Host) -> Vec<GapAgenda> {
        self.finished_gap_agendas.get(host).await
    }

    /// Adds a topic of a note to the agenda that waits for the user.
    pub async fn add_gap(&self, host: &dyn Host, request: &AddGapRequest) -> Result<GapAgenda> {
        let path = NotePath::parse(&request.path)?;
        let topic = match request.topic.trim() {
            "" => path.title().to_owned(),
            topic => topic.to_owned(),
        };
        let draft = self.gap_agenda.get(host).await.filter(GapAgenda::is_draft);
        let mut agenda = draft.unwrap_or_else(|| {
            let id = plan::create_run_id(host.random());
            GapAgenda::draft(&id, Default::default(), Vec::new())
        });
        let settings = agenda.sources.apply(self.settings_with_model(host).await);
        self.library.sync(host, &settings).await?;
        let task = self.plan_gap(host, &settings, Gap::chosen(path, &topic)).await?;
        let is_same =
            |known: &GapTask| suppression_key(&known.gap.topic) == suppression_key(&task.gap.topic);
        if !agenda.tasks.iter().any(is_same) {
            agenda.tasks.insert(0, task);
            agenda.tasks.truncate(MAX_TASKS);
        }
        self.save_gap_agenda(host, &agenda).await;
        Ok(agenda)
    }

    /// Blocks a task, takes that back, or changes the words of its topic.
    pub async fn change_gap_task(
        &self,
        host: &dyn Host,
        request: &ChangeGapTaskRequest,
    ) -> Result<GapAgenda> {
        let mut agenda = self.existing_gap_agenda(host).await?;
        if let Some(state) = request.state {
            agenda.set_blocked(request.task, state)?;
        }
        if let Some(topic) = &request.topic {
            agenda.set_topic(request.task, topic)?;
        }
        self.save_gap_agenda(host, &agenda).await;
        Ok(agenda)
    }

    /// Approves the agenda with what the user allowed. Nothing runs before this.
    pub async fn approve_gap_agenda(
        &self,
        host: &dyn Host,
        request: &ApproveGapsRequest,
    ) -> Result<GapAgenda> {
        let mut agenda = self.existing_gap_agenda(host).await?;
        agenda.approve()?;
        agenda.web = request.web;
        agenda.model = request.model;
        agenda.approved_on = host.now().local_date().to_string();
        self.save_gap_agenda(host, &agenda).await;
        Ok(agenda)
    }

    /// Stops the agenda. What was found stays.
    pub async fn cancel_gap_agenda(&self, host: &dyn Host) -> Result<GapAgenda> {
        let mut agenda = self.existing_gap_agenda(host).await?;
        agenda.cancel();
        self.save_gap_agenda(host, &agenda).await;
        self.keep_finished(host, &agenda).await;
        Ok(agenda)
    }

    /// Carries out the next task of an approved agenda, and adds its findings to the inbox. Returns
    /// the agenda; nothing is done if no task is left. If the app closed during a task, the task goes
    /// on with the responses that it had.
    pub async fn research_next_gap(&self, host: &dyn Host) -> Result<GapAgenda> {
        let mut agenda = self.existing_gap_agenda(host).await?;
        let Some(number) = agenda.start_next() else { return Ok(agenda) };
        self.save_gap_agenda(host, &agenda).await;
        let Some(task) = agenda.tasks.get(number).cloned() else { return Ok(agenda) };
        match self.research_task(host, &agenda, &task).await {
            Ok(found) => {
                let limit = agenda.finding_limit(self.settings().max_findings);
                let outcome = self.add_findings(host, found, limit).await?;
                agenda.finish(number, outcome)?;
            }
            Err(error) if error.code == ErrorCode::Cancelled => return Err(error),
            Err(error) => {
                let messages = vec![format!("{}. {}", error.message, error.hint)];
                agenda.fail(number, GapTaskOutcome { messages, ..GapTaskOutcome::default() })?;
            }
        }
        self.save_gap_agenda(host, &agenda).await;
        run_record::delete_unfinished_run(host, &self.store, &task.plan.run_id).await;
        if !agenda.is_unfinished() {
            self.keep_finished(host, &agenda).await;
        }
        Ok(agenda)
    }

    async fn research_task(
        &self,
        host: &dyn Host,
        agenda: &GapAgenda,
        task: &GapTask,
    ) -> Result<GapFindings> {
        let settings = agenda.sources.apply(self.settings_with_model(host).await);
        self.library.sync(host, &settings).await?;
        let plan = &task.plan;
        let stored = run_record::load_unfinished_run(host, &plan.run_id).await;
        let (started, response_log) = stored.unwrap_or_else(|| {
            let request = RunRequest {
                agenda: plan.clone(),
                existing_section_action: OnExisting::Keep,
                web_permission: agenda.web,
                model_permission: agenda.model,
            };
            (StartedRun::new(&request), ResponseLog::default())
        });
        response_log.reset_failures();
        let run_host =
            RunHost::with_time_limit(host, self, MAX_RUN_MILLIS).with_researched_note(&plan.path);
        let run_host = run_host.with_audit_log(&self.store.audit, &plan.run_id, plan.path.as_str());
        let prices = self.prices.price_list(host).await;
        let context = self.run_context(&run_host, &response_log, &settings, &prices);
        let record = RunRecord::new(&run_host, &response_log, &started);
        let found = run::research_agenda(&context, &record, &FindingMaker { gap: &task.gap }).await;
        self.store.audit.flush(host).await;
        found
    }

    /// Adds findings to the inbox, at most `limit`. A page that the inbox already has is known.
    async fn add_findings(
        &self,
        host: &dyn Host,
        found: GapFindings,
        limit: usize,
    ) -> Result<GapTaskOutcome> {
        let GapFindings { findings, mut outcome } = found;
        let settings = self.settings();
        let add = |inbox: &mut Inbox| {
            let is_known = |finding: &&Finding| inbox.has_page(&finding.source.url);
            let (known, new): (Vec<&Finding>, Vec<&Finding>) = findings.iter().partition(is_known);
            let new: Vec<Finding> = new.into_iter().take(limit).cloned().collect();
            let counts = (new.len(), known.len());
            new.into_iter().for_each(|finding| inbox.add(finding));
            Ok(counts)
        };
        if !findings.is_empty() {
            let (new, known) = self.inbox_store.change(host, &settings, add).await?;
            outcome.new_findings = new;
            outcome.known_findings += known;
        }
        Ok(outcome)
    }

    async fn plan_gap(&self, host: &dyn Host, settings: &Settings, gap: Gap) -> Result<GapTask> {
        let note = researched_note::read_note(host, settings, gap.note.as_str()).await?;
        if note.privacy.is_private() {
            return Err(Error::new(ErrorCode::NotePrivate, "The note is private")
                .hint("Nothing of a private note is sent, so it can't be researched here."));
        }
        let run_id = plan::create_run_id(host.random());
        let run_host =
            RunHost::with_time_limit(host, self, MAX_RUN_MILLIS).with_researched_note(&note.path);
        let (response_log, prices) = (ResponseLog::default(), self.prices.price_list(host).await);
        let context = self.run_context(&run_host, &response_log, settings, &prices);
        let topic = gap.agenda_topic();
        let plan = plan::create_topic_agenda(&context, note, &run_id, topic).await?;
        Ok(GapTask::new(gap, update_after_edit(plan)))
    }

    /// The gaps that the user added to the draft.
    async fn chosen_gaps(&self, host: &dyn Host) -> Vec<Gap> {
        let draft = self.gap_agenda.get(host).await.filter(GapAgenda::is_draft);
        let tasks = draft.map(|agenda| agenda.tasks).unwrap_or_default();
        tasks.into_iter().map(|task| task.gap).filter(Gap::is_chosen).collect()
    }

    async fn existing_gap_agenda(&self, host: &dyn Host) -> Result<GapAgenda> {
        self.gap_agenda.get(host).await.ok_or_else(|| {
            Error::new(ErrorCode::InvalidArgument, "There is no agenda of gaps")
                .hint("Research the gaps in your vault again.")
        })
    }

    async fn save_gap_agenda(&self, host: &dyn Host, agenda: &GapAgenda) {
        self.gap_agenda.change(host, |saved| *saved = Some(agenda.clone())).await;
    }

    async fn keep_finished(&self, host: &dyn Host, agenda: &GapAgenda) {
        let keep = |agendas: &mut Vec<GapAgenda>| {
            agendas.retain(|known| known.id != agenda.id);
            agendas.insert(0, agenda.clone());
            agendas.truncate(MAX_FINISHED_AGENDAS);
        };
        self.finished_gap_agendas.change(host, keep).await;
    }
}
