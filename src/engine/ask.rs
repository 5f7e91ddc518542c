//! The engine's methods for questions to the vault.

use crate::answers::run::{ChosenModel, NotePrivacy, Permission, RunContext};
use crate::engine::Engine;
use crate::features::agent::{AgentLimits, VaultTools};
use crate::features::answer::{self, QuickAnswer, QuickAnswerRequest};
use crate::features::ask::{
    self, AskFiles, AskRequest, AskResult, AskServices, AskTrace, AskedQuestion, QuestionPrivacy,
};
use crate::features::research::{RecordingVault, chosen_model, plan, services, web_service_names};
use crate::features::tools::{ToolContext, ToolSession};
use crate::host::session::{ResponseLog, RunHost};
use crate::host::{Host, STORAGE_ABSENT_WARNING};
use crate::values::{Error, ErrorCode, Result};

/// Time in milliseconds after which a question is answered from what was found.
pub(super) const MAX_ASK_MILLIS: u64 = 120_000;

/// Maximum number of questions whose files can be exported: each may hold the text of some pages.
const MAX_REMEMBERED_QUESTIONS: usize = 10;

/// Time in milliseconds after which a quick answer gives up.
const MAX_QUICK_ANSWER_MILLIS: u64 = 30_000;

impl Engine {
    /// Looks a question up on the web and answers it in one paragraph.
    pub async fn answer_quickly(
        &self,
        host: &dyn Host,
        request: &QuickAnswerRequest,
    ) -> Result<QuickAnswer> {
        let run_id = plan::create_run_id(host.random());
        let run_host = RunHost::with_time_limit(host, self, MAX_QUICK_ANSWER_MILLIS);
        let run_host = run_host.with_audit_log(&self.store.audit, &run_id, "Quick answer");
        let settings = match request.model_permission {
            Permission::Allowed => self.settings_with_model(&run_host).await,
            Permission::Off => self.settings(),
        };
        let (response_log, prices) = (ResponseLog::default(), self.prices.price_list(host).await);
        let context = self.run_context(&run_host, &response_log, &settings, &prices);
        answer::answer_quickly(&context, request).await
    }

    /// Returns the model that would answer a question, if the user chose one. Only the user's own
    /// server is asked for its models.
    pub async fn quick_model(&self, host: &dyn Host) -> Option<ChosenModel> {
        services::chosen_quick_model(&self.settings_with_model(host).await)
    }

    /// Returns the services that the answer to a question would call. Sends nothing but a request for
    /// the names of the models to the user's own server, if the settings name no model.
    pub async fn ask_services(&self, host: &dyn Host, request: &AskRequest) -> Result<AskServices> {
        let settings = self.settings_with_model(host).await;
        let note = request.checked_note(&settings)?;
        let run_host = RunHost::without_time_limit(host, self);
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

    /// Answers a question from the vault, with citations.
    pub async fn ask(&self, host: &dyn Host, request: &AskRequest) -> Result<AskResult> {
        let settings = match request.model_permission {
            Permission::Allowed => self.settings_with_model(host).await,
            Permission::Off => self.settings(),
        };
        self.library.sync(host, &settings).await?;
        let run_id = plan::create_run_id(host.random());
        let run_host = RunHost::with_time_limit(host, self, MAX_ASK_MILLIS);
        let run_host = run_host.with_audit_log(&self.store.audit, &run_id, &request.question);
        let (response_log, prices) = (ResponseLog::default(), self.prices.price_list(host).await);
        let vault = RecordingVault::new(&self.library);
        let context = RunContext {
            vault: &vault,
            ..self.run_context(&run_host, &response_log, &settings, &prices)
        };
        let note = request.checked_note(&settings)?;
        let privacy = request.privacy(run_host.privacy_check(), &settings, note.as_ref()).await;
        let earlier = request.earlier.as_ref().map(|earlier| earlier.evidence.clone());
        let session = ToolSession::new(&run_id).with_earlier_evidence(earlier.unwrap_or_default());
        session.add_user_text(&request.question);
        let limits = AgentLimits::with_steps(settings.ask_steps);
        let tool_context = ToolContext {
            scope: request.scope(note.as_ref()),
            web_permission: request.web_permission,
            ..self.tool_context(&context)
        };
        let tools = VaultTools::new(tool_context, self, &session, limits);
        let asked = AskedQuestion {
            context: &context,
            recorder: &run_host,
            request,
            run_id: &run_id,
            note: note.as_ref(),
            privacy,
        };
        let answer = ask::answer_question(&asked, &tools).await;
        let record = tools.into_recorder().into_record(session.evidence());
        self.store.audit.flush(host).await;
        let answer = answer?;
        // The files of a private question would be notes in which others may read what is private.
        if privacy != QuestionPrivacy::Private {
            let notes = run_host.take_recorded_notes();
            self.remember_question(
                AskTrace {
                    run_id: run_id.clone(),
                    request: request.clone(),
                    started_at: run_host.started_at(),
                    settings: settings.without_private_names(),
                    prices: (*prices).clone(),
                    tools: record,
                    vault: vault.into_recorded().limited_to_notes(&notes),
                    notes,
                    response_log,
                    spent_text: answer.spent_text.clone(),
                },
                &answer,
            );
        }
        Ok(with_storage_warning(host, answer))
    }

    /// Keeps the trace of a question, so that its files can be exported.
    fn remember_question(&self, trace: AskTrace, answer: &AskResult) {
        let mut asked = self.asked.borrow_mut();
        asked.push_front((trace, answer.clone()));
        asked.truncate(MAX_REMEMBERED_QUESTIONS);
    }

    /// The files of a question that was asked since the app started. Fails if a note that was read for it
    /// has become private: others may read the files.
    pub async fn ask_files(&self, host: &dyn Host, run_id: &str) -> Result<AskFiles> {
        let (trace, answer) = self.remembered_question(run_id)?;
        let rests_on = trace.rests_on();
        let notes = self.public_notes(host, &rests_on).await?;
        let files = rests_on.if_public(AskFiles::new(&trace, &answer), &notes);
        files.ok_or_else(|| {
            let message = "A note that was read for this answer is private now";
            Error::new(ErrorCode::NotePrivate, message).hint("Ask the question again.")
        })
    }

    fn remembered_question(&self, run_id: &str) -> Result<(AskTrace, AskResult)> {
        let asked = self.asked.borrow();
        let found = asked.iter().find(|(trace, _)| trace.run_id == run_id).cloned();
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
