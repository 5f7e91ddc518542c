//! The methods of the JavaScript class for the engine that concern gaps of the vault and the research
//! inbox.

use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::features::inbox::{
    AcceptFindingRequest, AddGapRequest, AppendFindingRequest, ApproveGapsRequest,
    ChangeGapTaskRequest, DismissFindingRequest, Finding, FindingNote, GapAgenda, GapAgendaRequest,
};
use crate::wasm::engine::JsEngine;
use crate::wasm::js_error::{conversion_error, to_js_error};
use crate::wasm::js_host::Task;

type JsException = JsValue;

#[wasm_bindgen(js_class = Engine)]
impl JsEngine {
    /// Finds gaps of the vault and proposes to research them.
    #[wasm_bindgen(js_name = "draftGapAgenda")]
    pub async fn draft_gap_agenda(
        &self,
        request: Ts<GapAgendaRequest>,
        task: Task,
    ) -> Result<Ts<GapAgenda>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let result = self.inner.draft_gap_agenda(&host, &request).await.map_err(to_js_error)?;
        result.into_ts().map_err(conversion_error)
    }

    /// Adds a topic of a note to the agenda that waits for the user.
    #[wasm_bindgen(js_name = "addGap")]
    pub async fn add_gap(
        &self,
        request: Ts<AddGapRequest>,
        task: Task,
    ) -> Result<Ts<GapAgenda>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let result = self.inner.add_gap(&host, &request).await.map_err(to_js_error)?;
        result.into_ts().map_err(conversion_error)
    }

    /// Blocks a task, takes that back, or changes the words of its topic.
    #[wasm_bindgen(js_name = "changeGapTask")]
    pub async fn change_gap_task(
        &self,
        request: Ts<ChangeGapTaskRequest>,
        task: Task,
    ) -> Result<Ts<GapAgenda>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let result = self.inner.change_gap_task(&host, &request).await.map_err(to_js_error)?;
        result.into_ts().map_err(conversion_error)
    }

    /// Approves the agenda with what the user allowed.
    #[wasm_bindgen(js_name = "approveGapAgenda")]
    pub async fn approve_gap_agenda(
        &self,
        request: Ts<ApproveGapsRequest>,
        task: Task,
    ) -> Result<Ts<GapAgenda>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let result = self.inner.approve_gap_agenda(&host, &request).await.map_err(to_js_error)?;
        result.into_ts().map_err(conversion_error)
    }

    /// Stops the agenda. What was found stays.
    #[wasm_bindgen(js_name = "cancelGapAgenda")]
    pub async fn cancel_gap_agenda(&self, task: Task) -> Result<Ts<GapAgenda>, JsException> {
        let host = self.js_host(&task);
        let result = self.inner.cancel_gap_agenda(&host).await.map_err(to_js_error)?;
        result.into_ts().map_err(conversion_error)
    }

    /// Carries out the next task of an approved agenda, and adds its findings to the inbox.
    #[wasm_bindgen(js_name = "researchNextGap")]
    pub async fn research_next_gap(&self, task: Task) -> Result<Ts<GapAgenda>, JsException> {
        let host = self.js_host(&task);
        let result = self.inner.research_next_gap(&host).await.map_err(to_js_error)?;
        result.into_ts().map_err(conversion_error)
    }

    /// Returns the agenda that waits for the user, runs, or ran last.
    #[wasm_bindgen(js_name = "gapAgenda")]
    pub async fn gap_agenda(&self, task: Task) -> Result<Option<Ts<GapAgenda>>, JsException> {
        let host = self.js_host(&task);
        let agenda = self.inner.gap_agenda(&host).await;
        agenda.map(|agenda| agenda.into_ts().map_err(conversion_error)).transpose()
    }

    /// Returns the agendas that were carried out, the newest first.
    #[wasm_bindgen(js_name = "finishedGapAgendas")]
    pub async fn finished_gap_agendas(
        &self,
        task: Task,
    ) -> Result<Vec<Ts<GapAgenda>>, JsException> {
        let host = self.js_host(&task);
        let agendas = self.inner.finished_gap_agendas(&host).await;
        agendas.iter().map(|agenda| agenda.into_ts().map_err(conversion_error)).collect()
    }

    /// Returns all findings, the newest first.
    pub async fn inbox(&self, task: Task) -> Result<Vec<Ts<Finding>>, JsException> {
        let host = self.js_host(&task);
        let findings = self.inner.inbox(&host).await.map_err(to_js_error)?;
        findings.iter().map(|finding| finding.into_ts().map_err(conversion_error)).collect()
    }

    /// Creates the note of a finding. Accepting a finding twice makes one note.
    #[wasm_bindgen(js_name = "acceptFinding")]
    pub async fn accept_finding(
        &self,
        request: Ts<AcceptFindingRequest>,
        task: Task,
    ) -> Result<Ts<FindingNote>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let result = self.inner.accept_finding(&host, &request).await.map_err(to_js_error)?;
        result.into_ts().map_err(conversion_error)
    }

    /// Adds a finding to the end of a note.
    #[wasm_bindgen(js_name = "appendFinding")]
    pub async fn append_finding(
        &self,
        request: Ts<AppendFindingRequest>,
        task: Task,
    ) -> Result<Ts<FindingNote>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let result = self.inner.append_finding(&host, &request).await.map_err(to_js_error)?;
        result.into_ts().map_err(conversion_error)
    }

    /// Dismisses a finding, and its topic for good if the user wants that.
    #[wasm_bindgen(js_name = "dismissFinding")]
    pub async fn dismiss_finding(
        &self,
        request: Ts<DismissFindingRequest>,
        task: Task,
    ) -> Result<(), JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        self.inner.dismiss_finding(&host, &request).await.map_err(to_js_error)
    }

    /// Takes back what the user did with a finding.
    #[wasm_bindgen(js_name = "restoreFinding")]
    pub async fn restore_finding(&self, id: String, task: Task) -> Result<(), JsException> {
        let host = self.js_host(&task);
        self.inner.restore_finding(&host, &id).await.map_err(to_js_error)
    }

    /// Returns the topics that the user never wants to see again.
    #[wasm_bindgen(js_name = "suppressedTopics")]
    pub async fn suppressed_topics(&self, task: Task) -> Vec<String> {
        let host = self.js_host(&task);
        self.inner.suppressed_topics(&host).await
    }

    /// Lets a topic be researched again.
    #[wasm_bindgen(js_name = "allowTopic")]
    pub async fn allow_topic(&self, topic: String, task: Task) {
        let host = self.js_host(&task);
        self.inner.allow_topic(&host, &topic).await;
    }
}
