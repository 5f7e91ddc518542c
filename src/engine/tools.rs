//! The engine's methods for the tools, which programs and models call by name.

use crate::engine::Engine;
use crate::error::Result;
use crate::host::Host;
use crate::session::{ResponseLog, RunClient};
use crate::tools::{
    ToolCall, ToolContext, ToolDeclaration, ToolName, ToolRequest, ToolResult, call_tool,
};

impl Engine {
    /// Returns the tools that `call_tool` accepts.
    pub fn tools(&self) -> Vec<ToolDeclaration> {
        let callable = ToolName::ALL.into_iter().filter(|tool| !tool.is_of_agent_loop());
        callable.map(ToolName::declaration).collect()
    }

    /// Calls a tool. All calls of one engine belong to one session, so that a result can be
    /// continued and a page that a search returned can be opened.
    pub async fn call_tool(&self, host: &dyn Host, request: &ToolRequest) -> Result<ToolResult> {
        let call = ToolCall::parse(&request.name, &request.arguments)?;
        let run_host = self.host_with_daily_log(host, "Tools");
        let settings = self.settings();
        let response_log = ResponseLog::default();
        let client =
            RunClient { host: &run_host, client: &self.client, response_log: &response_log };
        let context = ToolContext {
            host: &run_host,
            client,
            library: &self.library,
            catalog: &self.note_catalog,
            settings: &settings,
            privacy: run_host.privacy_check(),
            web_permission: request.web_permission,
        };
        call_tool(&context, &self.tool_session, &call).await
    }
}
