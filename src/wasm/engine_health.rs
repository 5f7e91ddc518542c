//! The methods of the JavaScript class for the engine that concern the health of the vault.

use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::features::health::{
    FixLinkRequest, Health, HealthRequest, HealthRowRequest, MissingNoteRequest,
};
use crate::features::tools::Proposal;
use crate::wasm::engine::JsEngine;
use crate::wasm::js_error::{conversion_error, to_js_error};
use crate::wasm::js_host::Task;

type JsException = JsValue;

#[wasm_bindgen(js_class = Engine)]
impl JsEngine {
    /// Checks the indexed notes for what the user may want to link, mend, fill in or answer.
    pub async fn health(
        &self,
        request: Ts<HealthRequest>,
        task: Task,
    ) -> Result<Ts<Health>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let health = self.inner.health(&host, &request).await.map_err(to_js_error)?;
        health.into_ts().map_err(conversion_error)
    }

    /// Leaves a row out of all later checks.
    #[wasm_bindgen(js_name = "ignoreHealthRow")]
    pub async fn ignore_health_row(
        &self,
        request: Ts<HealthRowRequest>,
        task: Task,
    ) -> Result<(), JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        self.inner.ignore_health_row(&host, &request).await;
        Ok(())
    }

    /// Shows a row again that was ignored.
    #[wasm_bindgen(js_name = "restoreHealthRow")]
    pub async fn restore_health_row(
        &self,
        request: Ts<HealthRowRequest>,
        task: Task,
    ) -> Result<(), JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        self.inner.restore_health_row(&host, &request).await;
        Ok(())
    }

    /// Returns the ids of the rows that the user ignores.
    #[wasm_bindgen(js_name = "ignoredHealthRows")]
    pub async fn ignored_health_rows(&self, task: Task) -> Vec<String> {
        let host = self.js_host(&task);
        self.inner.ignored_health_rows(&host).await
    }

    /// Proposes the change of a broken link, so that it leads to the note that was probably meant.
    #[wasm_bindgen(js_name = "fixLink")]
    pub async fn fix_link(
        &self,
        request: Ts<FixLinkRequest>,
        task: Task,
    ) -> Result<Ts<Proposal>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let proposal = self.inner.fix_link(&host, &request).await.map_err(to_js_error)?;
        proposal.into_ts().map_err(conversion_error)
    }

    /// Returns the text with which a missing note begins: the sentences that name it, with links back.
    #[wasm_bindgen(js_name = "missingNoteText")]
    pub async fn missing_note_text(
        &self,
        request: Ts<MissingNoteRequest>,
        task: Task,
    ) -> Result<String, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        self.inner.missing_note_text(&host, &request).await.map_err(to_js_error)
    }
}
