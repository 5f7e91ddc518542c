//! The engine's methods for questions to the vault.

use crate::answer::{self, QuickAnswer, QuickAnswerRequest};
use crate::ask::{self, AskRequest, AskResult};
use crate::engine::Engine;
use crate::error::Result;
use crate::host::Host;
use crate::research::plan;
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
        let settings = self.settings();
        let run_id = plan::create_run_id(host.random());
        let run_host = RunHost::with_time_limit(host, self, MAX_QUICK_ANSWER_MILLIS);
        let run_host = run_host.with_audit_log(&self.store.audit, &run_id, "Quick answer");
        let (response_log, prices) = (ResponseLog::default(), self.prices.price_list(host).await);
        let context = self.run_context(&run_host, &response_log, &settings, &prices);
        answer::answer_quickly(&context, request).await
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
