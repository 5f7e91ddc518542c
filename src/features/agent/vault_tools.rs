//! Carries the calls of a loop out in the vault, each within its time limit, and records the results.

use std::pin::pin;

use futures_util::future::{Either, select};

use crate::features::agent::limits::AgentLimits;
use crate::features::agent::tool_caller::ToolCaller;
use crate::features::agent::tool_record::ToolRecorder;
use crate::features::tools::{
    AskEvidence, ToolCall, ToolContext, ToolResult, ToolSession, call_tool,
};
use crate::host::session::{PrivacyRules, RunClient, RunHost};
use crate::host::{LocalFuture, TaskControl, Timer};
use crate::values::{Error, ErrorCode, Result};

/// Carries calls out in the vault.
pub struct VaultTools<'a> {
    context: ToolContext<'a>,
    rules: &'a dyn PrivacyRules,
    session: &'a ToolSession,
    limits: AgentLimits,
    recorder: ToolRecorder,
}

impl<'a> VaultTools<'a> {
    /// Creates tools whose results become evidence of the session.
    pub fn new(
        context: ToolContext<'a>,
        rules: &'a dyn PrivacyRules,
        session: &'a ToolSession,
        limits: AgentLimits,
    ) -> Self {
        Self { context, rules, session, limits, recorder: ToolRecorder::default() }
    }

    /// Ends the recording.
    pub fn into_recorder(self) -> ToolRecorder {
        self.recorder
    }

    async fn call_within_limit(&self, call: &ToolCall) -> Result<ToolResult> {
        let limit = self.limits.max_action_millis;
        let host = RunHost::with_time_limit(self.context.host, self.rules, limit);
        let client = RunClient { host: &host, ..self.context.client };
        let context = ToolContext { host: &host, client, ..self.context };
        let calling = pin!(call_tool(&context, self.session, call));
        let result = match select(calling, host.wait_until_stopped()).await {
            Either::Left((result, _)) => result,
            Either::Right(_) if host.is_cancelled() => Err(Error::cancelled()),
            Either::Right(_) => Err(Error::time_limit_reached()),
        };
        match result {
            Err(error) if error.code == ErrorCode::TimeUp && !host.has_time_left() => {
                Err(Error::new(ErrorCode::Timeout, "This took too long and was stopped")
                    .hint("Try something else."))
            }
            other => other,
        }
    }
}

impl ToolCaller for VaultTools<'_> {
    fn call<'a>(&'a self, call: &'a ToolCall) -> LocalFuture<'a, Result<ToolResult>> {
        Box::pin(async move {
            let result = self.call_within_limit(call).await;
            self.recorder.record(&result, self.session.evidence().len());
            result
        })
    }

    fn evidence(&self) -> Vec<AskEvidence> {
        self.session.evidence()
    }
}
