//! The engine's methods for the tools, which programs and models call by name.

use std::rc::Rc;

use crate::answers::run::{Permission, Session};
use crate::engine::Engine;
use crate::features::chat::ProductTools;
use crate::features::tools::{
    Applied, ApplyRequest, ToolCall, ToolContext, ToolDeclaration, ToolName, ToolRequest,
    ToolResult, UndoRequest, call_tool,
};
use crate::host::Host;
use crate::values::{Error, ErrorCode, Result};
use crate::web::http::PublicUrl;
use crate::web::page::Page;

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
        let workspace = &self.workspace;
        let run_host = workspace.host_with_daily_log(host, "Tools");
        let settings = match request.model_permission {
            Permission::Allowed => workspace.settings_with_model(&run_host).await,
            Permission::Off => workspace.settings(),
        };
        let prices = match call {
            ToolCall::Product(_) => workspace.prices.price_list(host).await,
            _ => Rc::default(),
        };
        let session = Session::new(workspace, run_host, settings, prices);
        let context = ToolContext {
            web_permission: request.web_permission,
            ..ToolContext::of_run(&session.context(), workspace, &self.note_catalog)
        };
        match &call {
            ToolCall::Product(call) => {
                workspace.library.sync_once(host, &session.settings).await?;
                let product = ProductTools {
                    workspace,
                    context,
                    session: &self.tool_session,
                    prices: &session.prices,
                    budget: &session.settings.budget(),
                    model_permission: request.model_permission,
                    audio_permission: request.audio_permission,
                };
                product.call(call).await
            }
            call => call_tool(&context, &self.tool_session, call).await,
        }
    }

    /// Reads a page whose address a program of the user named, after the user has agreed to open it.
    pub async fn read_page(&self, host: &dyn Host, address: &str) -> Result<Page> {
        let schemes = self.workspace.settings().allowed_schemes();
        let url = PublicUrl::parse_with_schemes(address, schemes).map_err(|reason| {
            Error::new(ErrorCode::NotPublic, format!("This address can't be opened: {reason}"))
        })?;
        let host = self.workspace.host_with_daily_log(host, "Pages");
        self.workspace
            .client
            .fetch_page(&host, &url, schemes, "read a page for another program")
            .await
    }

    /// Carries out the changes of a proposal that the user accepted.
    pub async fn apply_proposal(&self, host: &dyn Host, request: &ApplyRequest) -> Result<Applied> {
        self.undo_store.apply(host, request).await
    }

    /// Takes back everything that one accepted proposal changed.
    pub async fn undo(&self, host: &dyn Host, request: &UndoRequest) -> Result<Applied> {
        self.undo_store.undo(host, request).await
    }
}
