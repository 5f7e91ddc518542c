//! The methods of the JavaScript class for the engine that concern tools, proposals and the check of
//! citations.

use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::features::ask::AskFiles;
use crate::features::citations::{CheckedCitation, CitationsCheck, CitationsRequest};
use crate::features::tools::{
    Applied, ApplyRequest, ToolDeclaration, ToolRequest, ToolResult, UndoRequest,
};
use crate::wasm::engine::JsEngine;
use crate::wasm::js_error::{conversion_error, to_js_error};
use crate::wasm::js_host::Task;
use crate::web::page::Page;

type JsException = JsValue;

#[wasm_bindgen(js_class = Engine)]
impl JsEngine {
    /// Compares each sentence of a note that has a link with what the link leads to.
    #[wasm_bindgen(js_name = "checkCitations")]
    pub async fn check_citations(
        &self,
        request: Ts<CitationsRequest>,
        task: Task,
    ) -> Result<Vec<Ts<CheckedCitation>>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let checked = self.inner.check_citations(&host, &request).await.map_err(to_js_error)?;
        checked.citations.iter().map(|it| it.into_ts().map_err(conversion_error)).collect()
    }

    /// Like `checkCitations`, with the edit that marks the sentences whose citation has a problem.
    #[wasm_bindgen(js_name = "citationsCheck")]
    pub async fn citations_check(
        &self,
        request: Ts<CitationsRequest>,
        task: Task,
    ) -> Result<Ts<CitationsCheck>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let checked = self.inner.check_citations(&host, &request).await.map_err(to_js_error)?;
        checked.into_ts().map_err(conversion_error)
    }

    /// Returns the files of a question that was asked since the engine was created.
    #[wasm_bindgen(js_name = "askFiles")]
    pub async fn ask_files(&self, run: String, task: Task) -> Result<Ts<AskFiles>, JsException> {
        let host = self.js_host(&task);
        let files = self.inner.ask_files(&host, &run).await.map_err(to_js_error)?;
        files.into_ts().map_err(conversion_error)
    }

    /// Reads a page whose address a program of the user named, after the user has agreed to open it.
    #[wasm_bindgen(js_name = "readPage")]
    pub async fn read_page(&self, url: String, task: Task) -> Result<Ts<Page>, JsException> {
        let host = self.js_host(&task);
        let page = self.inner.read_page(&host, &url).await.map_err(to_js_error)?;
        page.into_ts().map_err(conversion_error)
    }

    /// Returns the tools that `callTool` accepts.
    pub fn tools(&self) -> Result<Vec<Ts<ToolDeclaration>>, JsException> {
        let tools = self.inner.tools();
        tools.iter().map(|tool| tool.into_ts().map_err(conversion_error)).collect()
    }

    /// Carries out the changes of a proposal that the user accepted: all of them, or some.
    #[wasm_bindgen(js_name = "applyProposal")]
    pub async fn apply_proposal(
        &self,
        request: Ts<ApplyRequest>,
        task: Task,
    ) -> Result<Ts<Applied>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let applied = self.inner.apply_proposal(&host, &request).await.map_err(to_js_error)?;
        applied.into_ts().map_err(conversion_error)
    }

    /// Takes back everything that one accepted proposal changed.
    pub async fn undo(
        &self,
        request: Ts<UndoRequest>,
        task: Task,
    ) -> Result<Ts<Applied>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let applied = self.inner.undo(&host, &request).await.map_err(to_js_error)?;
        applied.into_ts().map_err(conversion_error)
    }

    /// Calls a tool. A tool that writes only returns a proposal.
    #[wasm_bindgen(js_name = callTool)]
    pub async fn call_tool(
        &self,
        call: Ts<ToolRequest>,
        task: Task,
    ) -> Result<Ts<ToolResult>, JsException> {
        let call = call.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let result = self.inner.call_tool(&host, &call).await.map_err(to_js_error)?;
        result.into_ts().map_err(conversion_error)
    }
}
