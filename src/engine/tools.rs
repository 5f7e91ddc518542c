//! The engine's methods for the tools, which programs and models call by name.

use std::rc::Rc;

use crate::answers::gather::SearchScope;
use crate::answers::run::{Permission, RunContext};
use crate::engine::Engine;
use crate::engine::product_tools::ProductTools;
use crate::features::tools::{
    Applied, ApplyRequest, ToolCall, ToolContext, ToolDeclaration, ToolName, ToolRequest,
    ToolResult, UndoRequest, call_tool,
};
use crate::host::Host;
use crate::host::session::ResponseLog;
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
        let run_host = self.host_with_daily_log(host, "Tools");
        let settings = match request.model_permission {
            Permission::Allowed => self.settings_with_model(&run_host).await,
            Permission::Off => self.settings(),
        };
        let response_log = ResponseLog::default();
        let prices = match call {
            ToolCall::Product(_) => self.prices.price_list(host).await,
            _ => Rc::default(),
        };
        let context = self.run_context(&run_host, &response_log, &settings, &prices);
        let web_permission = request.web_permission;
        let context = ToolContext { web_permission, ..self.tool_context(&context) };
        match &call {
            ToolCall::Product(call) => {
                self.library.sync_once(host, &settings).await?;
                let product = ProductTools {
                    engine: self,
                    context,
                    session: &self.tool_session,
                    prices: &prices,
                    budget: &settings.budget(),
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
        let schemes = self.settings().allowed_schemes();
        let url = PublicUrl::parse_with_schemes(address, schemes).map_err(|reason| {
            Error::new(ErrorCode::NotPublic, format!("This address can't be opened: {reason}"))
        })?;
        let host = self.host_with_daily_log(host, "Pages");
        self.client.fetch_page(&host, &url, schemes, "read a page for another program").await
    }

    /// Carries out the changes of a proposal that the user accepted.
    pub async fn apply_proposal(&self, host: &dyn Host, request: &ApplyRequest) -> Result<Applied> {
        self.undo_store.apply(host, request).await
    }

    /// Takes back everything that one accepted proposal changed.
    pub async fn undo(&self, host: &dyn Host, request: &UndoRequest) -> Result<Applied> {
        self.undo_store.undo(host, request).await
    }

    /// What the tools of a run work with: the whole vault, without the web.
    pub(super) fn tool_context<'a>(&'a self, context: &RunContext<'a>) -> ToolContext<'a> {
        ToolContext {
            host: context.host,
            client: context.client,
            library: &self.library,
            catalog: &self.note_catalog,
            settings: context.settings,
            privacy: context.privacy,
            scope: SearchScope::Vault,
            web_permission: Permission::Off,
        }
    }
}
