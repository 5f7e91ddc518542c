//! Asks the vault: opens the session of a question, answers it, and keeps what its files need.

use std::cell::RefCell;
use std::collections::VecDeque;

use crate::answers::run::{NotePrivacy, Permission, Purpose, RunContext, Session, Workspace};
use crate::features::agent::{AgentLimits, VaultTools};
use crate::features::ask::answerer::answer_question;
use crate::features::ask::{
    AskFiles, AskRequest, AskResult, AskServices, AskTrace, AskedQuestion, QuestionPrivacy,
};
use crate::features::research::{RecordingVault, chosen_model, plan, web_service_names};
use crate::features::tools::{NoteCatalog, ToolContext, ToolSession};
use crate::host::session::RunHost;
use crate::host::{Host, Platform, STORAGE_ABSENT_WARNING};
use crate::values::{Error, ErrorCode, Result};

/// Time in milliseconds after which a question is answered from what was found.
pub(crate) const MAX_ASK_MILLIS: u64 = 120_000;

/// Maximum number of questions whose files can be exported: each may hold the text of some pages.
const MAX_KEPT_QUESTIONS: usize = 10;

/// The last questions with their answers, the newest first.
#[derive(Default)]
pub(crate) struct AnsweredQuestions(RefCell<VecDeque<(AskTrace, AskResult)>>);

/// Questions to one vault.
#[derive(Clone, Copy)]
pub(crate) struct VaultQuestions<'a> {
    pub workspace: &'a Workspace,
    pub catalog: &'a NoteCatalog,
}

impl VaultQuestions<'_> {
    /// Returns the services that the answer to a question would call. Sends nothing but a request for
    /// the names of the models to the user's own server, if the settings name no model.
    pub(crate) async fn services(
        &self,
        host: &dyn Host,
        request: &AskRequest,
    ) -> Result<AskServices> {
        let settings = self.workspace.settings_with_model(host).await;
        let note = request.checked_note(&settings)?;
        let run_host = RunHost::without_time_limit(host, self.workspace);
        let privacy =
            match request.privacy(run_host.privacy_check(), &settings, note.as_ref()).await {
                QuestionPrivacy::Private => NotePrivacy::Private,
                QuestionPrivacy::Public => NotePrivacy::Public,
            };
        let Some(model) = chosen_model(&settings, privacy) else {
            return Ok(AskServices::default());
        };
        let web_service_names = web_service_names(&settings, privacy);
        Ok(AskServices { model: Some(model), web_service_names })
    }

    /// Answers a question from the vault, with citations, and keeps the trace of a public one.
    pub(crate) async fn ask(
        &self,
        host: &dyn Host,
        request: &AskRequest,
        answered: &AnsweredQuestions,
    ) -> Result<AskResult> {
        let workspace = self.workspace;
        let settings = match request.model_permission {
            Permission::Allowed => workspace.settings_with_model(host).await,
            Permission::Off => workspace.settings(),
        };
        workspace.library.sync(host, &settings).await?;
        let run_id = plan::create_run_id(host.random());
        let purpose = Purpose {
            limit_millis: MAX_ASK_MILLIS,
            log_entry: Some((&run_id, &request.question)),
            researched_note: None,
        };
        let session = workspace.open(host, settings, purpose).await;
        let vault = RecordingVault::new(&workspace.library);
        let context = RunContext { vault: &vault, ..session.context() };
        let note = request.checked_note(&session.settings)?;
        let privacy = request.privacy(context.privacy, &session.settings, note.as_ref()).await;
        let earlier = request.earlier.as_ref().map(|earlier| earlier.evidence.clone());
        let evidence = ToolSession::new(&run_id).with_earlier_evidence(earlier.unwrap_or_default());
        evidence.add_user_text(&request.question);
        let tool_context = ToolContext {
            scope: request.scope(note.as_ref()),
            web_permission: request.web_permission,
            ..ToolContext::of_run(&context, workspace, self.catalog)
        };
        let limits = AgentLimits::with_steps(session.settings.ask_steps);
        let tools = VaultTools::new(tool_context, workspace, &evidence, limits);
        let asked = AskedQuestion {
            context: &context,
            recorder: &session.host,
            request,
            run_id: &run_id,
            note: note.as_ref(),
            privacy,
        };
        let answer = answer_question(&asked, &tools).await;
        let record = tools.into_recorder().into_record(evidence.evidence());
        workspace.store.audit.flush(host).await;
        let answer = answer?;
        // The files of a private question would be notes in which others may read what is private.
        if privacy != QuestionPrivacy::Private {
            let notes = session.host.take_recorded_notes();
            let trace = AskTrace {
                run_id: run_id.clone(),
                request: request.clone(),
                started_at: session.host.started_at(),
                settings: session.settings.without_private_names(),
                prices: (*session.prices).clone(),
                tools: record,
                vault: vault.into_recorded().limited_to_notes(&notes),
                notes,
                response_log: session.response_log,
                spent_text: answer.spent_text.clone(),
            };
            answered.keep(trace, &answer);
        }
        Ok(with_storage_warning(host, answer))
    }

    /// Answers a question for a conversation, in whose session it runs: never from the web.
    pub(crate) async fn ask_in_conversation(
        &self,
        session: &Session<'_>,
        request: &AskRequest,
    ) -> Result<AskResult> {
        let run_id = plan::create_run_id(session.host.random());
        let context = session.context();
        let evidence = ToolSession::new(&run_id);
        let tool_context = ToolContext {
            scope: request.scope(None),
            ..ToolContext::of_run(&context, self.workspace, self.catalog)
        };
        let limits = AgentLimits::with_steps(session.settings.ask_steps);
        let tools = VaultTools::new(tool_context, self.workspace, &evidence, limits);
        let asked = AskedQuestion {
            context: &context,
            recorder: &session.host,
            request,
            run_id: &run_id,
            note: None,
            privacy: QuestionPrivacy::Public,
        };
        answer_question(&asked, &tools).await
    }

    /// The files of a question that was asked since the app started. Fails if a note that was read for it
    /// has become private: others may read the files.
    pub(crate) async fn files(
        &self,
        host: &dyn Host,
        answered: &AnsweredQuestions,
        run_id: &str,
    ) -> Result<AskFiles> {
        let (trace, answer) = answered.find(run_id)?;
        let rests_on = trace.rests_on();
        let notes = self.workspace.public_notes(host, &rests_on).await?;
        let files = rests_on.if_public(AskFiles::new(&trace, &answer), &notes);
        files.ok_or_else(|| {
            let message = "A note that was read for this answer is private now";
            Error::new(ErrorCode::NotePrivate, message).hint("Ask the question again.")
        })
    }
}

impl AnsweredQuestions {
    fn keep(&self, trace: AskTrace, answer: &AskResult) {
        let mut kept = self.0.borrow_mut();
        kept.push_front((trace, answer.clone()));
        kept.truncate(MAX_KEPT_QUESTIONS);
    }

    fn find(&self, run_id: &str) -> Result<(AskTrace, AskResult)> {
        let kept = self.0.borrow();
        let found = kept.iter().find(|(trace, _)| trace.run_id == run_id).cloned();
        found.ok_or_else(|| {
            Error::new(ErrorCode::NoSuchRun, "The files of this question are not kept")
                .hint("Ask it again. Questions about a private note are never exported.")
        })
    }
}

/// Adds to an answer that nothing can be stored on the device, if that is so.
fn with_storage_warning(host: &dyn Host, mut answer: AskResult) -> AskResult {
    if host.is_storage_absent() {
        answer.warnings.push(STORAGE_ABSENT_WARNING.to_owned());
    }
    answer
}
