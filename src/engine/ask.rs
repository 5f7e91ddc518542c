//! The engine's methods for questions to the vault.

use crate::answer::{self, QuickAnswer, QuickAnswerRequest};
use crate::ask::{self, AskRequest, AskResult};
use crate::engine::Engine;
use crate::error::Result;
use crate::host::Host;
use crate::research::agenda::ChosenModel;
use crate::research::request::Permission;
use crate::research::{plan, services};
use crate::session::{ResponseLog, RunHost};

/// Time in milliseconds after which a question is answered from what was found.
const MAX_ASK_MILLIS: u64 = 120_000;

/// Time in milliseconds after which a quick answer gives up.
const MAX_QUICK_ANSWER_MILLIS: u64 = 30_000;

impl Engine {
    /// Looks a question up on the web and answers it in one paragraph.
    pub async fn answer_quickly(
        &self,
        host: &dyn Host,
        request: &QuickAnswerRequest,
    ) -> Result<QuickAnswer> {
        if request.web_permission == Permission::Allowed {
            // The names of private notes must be known before the question is sent.
            self.library.sync_once(host, &self.settings()).await?;
        }
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

    /// Answers a question from the vault, with citations.
    pub async fn ask(&self, host: &dyn Host, request: &AskRequest) -> Result<AskResult> {
        let settings = self.settings();
        self.library.sync(host, &settings).await?;
        let run_id = plan::create_run_id(host.random());
        let run_host = RunHost::with_time_limit(host, self, MAX_ASK_MILLIS);
        let run_host = run_host.with_audit_log(&self.store.audit, &run_id, &request.question);
        let (response_log, prices) = (ResponseLog::default(), self.prices.price_list(host).await);
        let context = self.run_context(&run_host, &response_log, &settings, &prices);
        ask::answer_from_vault(&context, &run_id, request).await
    }
}
