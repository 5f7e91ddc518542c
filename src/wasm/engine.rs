//! The JavaScript class `Engine`, through which the plugin uses the core.

use js_sys::Function;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::answers::run::{
    Agenda, ChosenModel, PlanRequest, Report, ResumeRequest, RunRequest, StoredSection,
    UnfinishedRun,
};
use crate::engine::{ChatOutcome, ChatRequest, WebSearchRequest};
use crate::features::answer::{QuickAnswer, QuickAnswerRequest};
use crate::features::ask::{AskRequest, AskResult, AskServices};
use crate::features::citations::CitedPages;
use crate::features::research::{NoteSurvey, ServiceCheck, StoredTrace};
use crate::host::StorageState;
use crate::host::audit::AuditLog;
use crate::host::client::WebSearchResult;
use crate::host::service_check::ActionResult;
use crate::library::{
    LibraryStatus, MentionsRequest, NoteChange, NoteSearchResults, RelatedRequest, UnlinkedMentions,
};
use crate::notes::index::Query;
use crate::settings::{Action, LoadedSettings};
use crate::wasm::js_error::{conversion_error, to_js_error};
use crate::wasm::js_host::{HostObject, JsHost, Task};

type JsException = JsValue;

/// The JavaScript class for the engine of one vault. Each method only converts its parameters and
/// its result.
#[wasm_bindgen(js_name = Engine)]
pub struct JsEngine {
    pub(super) inner: crate::engine::Engine,
    pub(super) host: HostObject,
    storage_state: StorageState,
}

impl JsEngine {
    /// The host of one call.
    pub(super) fn js_host<'a>(&'a self, task: &'a Task) -> JsHost<'a> {
        JsHost { host: &self.host, task, storage_state: &self.storage_state }
    }
}

#[wasm_bindgen(js_class = Engine)]
impl JsEngine {
    /// Creates an engine with default settings; `configure` changes them.
    #[wasm_bindgen(constructor)]
    pub fn new(host: HostObject) -> Self {
        Self {
            inner: crate::engine::Engine::default(),
            host,
            storage_state: StorageState::default(),
        }
    }

    /// Applies saved settings, whatever their shape; returns the loaded settings with warnings
    /// about invalid values.
    pub fn configure(&self, saved: JsValue) -> Result<Ts<LoadedSettings>, JsException> {
        let saved = serde_wasm_bindgen::from_value(saved).map_err(conversion_error)?;
        self.inner.configure(&saved).into_ts().map_err(conversion_error)
    }

    /// Runs the action of a settings button.
    pub async fn act(
        &self,
        action: Ts<Action>,
        task: Task,
    ) -> Result<Ts<ActionResult>, JsException> {
        let action = action.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        self.inner.run_settings_action(&host, action).await.into_ts().map_err(conversion_error)
    }

    /// Returns the names of the models that the configured provider offers.
    pub async fn models(&self, task: Task) -> Result<Vec<String>, JsValue> {
        let host = self.js_host(&task);
        self.inner.model_names(&host).await.map_err(to_js_error)
    }

    /// Sends a request to the chosen model. `onText` is called with the reply so far while it is
    /// streamed.
    pub async fn chat(
        &self,
        request: Ts<ChatRequest>,
        task: Task,
        #[wasm_bindgen(
            js_name = "onText",
            unchecked_optional_param_type = "(text: string) => void"
        )]
        on_text: Option<Function>,
    ) -> Result<Ts<ChatOutcome>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let tell = |text: &str| {
            // An error thrown by `onText` must not fail the request.
            let _ = on_text.as_ref().map(|tell| tell.call1(&JsValue::NULL, &text.into()));
        };
        self.inner
            .chat(&host, &request, &tell)
            .await
            .map_err(to_js_error)?
            .into_ts()
            .map_err(conversion_error)
    }

    /// Searches the web with the chosen services.
    #[wasm_bindgen(js_name = "searchWeb")]
    pub async fn search_web(
        &self,
        request: Ts<WebSearchRequest>,
        task: Task,
    ) -> Result<Ts<WebSearchResult>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let searched = self.inner.search_web(&host, &request).await.map_err(to_js_error)?;
        searched.into_ts().map_err(conversion_error)
    }

    /// Examines a note before anything is sent: its section, and the services that would be called.
    pub async fn survey(&self, path: &str, task: Task) -> Result<Ts<NoteSurvey>, JsException> {
        let host = self.js_host(&task);
        self.inner
            .survey_note(&host, path)
            .await
            .map_err(to_js_error)?
            .into_ts()
            .map_err(conversion_error)
    }

    /// Returns the services that the answer to a question would call, so that the user can be asked
    /// first.
    #[wasm_bindgen(js_name = "askServices")]
    pub async fn ask_services(
        &self,
        request: Ts<AskRequest>,
        task: Task,
    ) -> Result<Ts<AskServices>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let services = self.inner.ask_services(&host, &request).await.map_err(to_js_error)?;
        services.into_ts().map_err(conversion_error)
    }

    /// Answers a question from the vault, with citations.
    pub async fn ask(
        &self,
        request: Ts<AskRequest>,
        task: Task,
    ) -> Result<Ts<AskResult>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let answer = self.inner.ask(&host, &request).await.map_err(to_js_error)?;
        answer.into_ts().map_err(conversion_error)
    }

    /// Looks a question up on the web and answers it in one paragraph.
    pub async fn answer(
        &self,
        request: Ts<QuickAnswerRequest>,
        task: Task,
    ) -> Result<Ts<QuickAnswer>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let answer = self.inner.answer_quickly(&host, &request).await.map_err(to_js_error)?;
        answer.into_ts().map_err(conversion_error)
    }

    /// Returns the model that would answer a question; `undefined` if the user chose none.
    #[wasm_bindgen(js_name = "quickModel")]
    pub async fn quick_model(&self, task: Task) -> Result<Option<Ts<ChosenModel>>, JsException> {
        let host = self.js_host(&task);
        let model = self.inner.quick_model(&host).await;
        model.map(|model| model.into_ts().map_err(conversion_error)).transpose()
    }

    /// Reads a note and returns the agenda of a run.
    pub async fn plan(
        &self,
        request: Ts<PlanRequest>,
        task: Task,
    ) -> Result<Ts<Agenda>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let agenda = self.inner.plan(&host, &request).await.map_err(to_js_error)?;
        agenda.into_ts().map_err(conversion_error)
    }

    /// Compares the services of an approved agenda with the current settings, right before the run.
    #[wasm_bindgen(js_name = "checkServices")]
    pub async fn check_services(
        &self,
        agenda: Ts<Agenda>,
        task: Task,
    ) -> Result<Ts<ServiceCheck>, JsException> {
        let agenda = agenda.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let check = self.inner.check_services(&host, &agenda).await.map_err(to_js_error)?;
        check.into_ts().map_err(conversion_error)
    }

    /// Researches the topics of an approved agenda and writes the report into the note's section.
    pub async fn run(
        &self,
        request: Ts<RunRequest>,
        task: Task,
    ) -> Result<Ts<Report>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let report = self.inner.run(&host, &request).await.map_err(to_js_error)?;
        report.into_ts().map_err(conversion_error)
    }

    /// Resumes an interrupted run.
    pub async fn resume(
        &self,
        request: Ts<ResumeRequest>,
        task: Task,
    ) -> Result<Ts<Report>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        self.inner
            .resume(&host, &request)
            .await
            .map_err(to_js_error)?
            .into_ts()
            .map_err(conversion_error)
    }

    /// Returns the interrupted runs, newest first.
    pub async fn unfinished(&self, task: Task) -> Result<Vec<Ts<UnfinishedRun>>, JsException> {
        let runs = self.inner.unfinished_runs(&self.js_host(&task)).await;
        runs.iter().map(|run| run.into_ts().map_err(conversion_error)).collect()
    }

    /// Deletes an interrupted run.
    pub async fn discard(&self, run: &str, task: Task) {
        self.inner.discard_run(&self.js_host(&task), run).await;
    }

    /// Returns what was sent from this device, by run.
    #[wasm_bindgen(js_name = auditLog)]
    pub async fn audit_log(&self, task: Task) -> Result<Ts<AuditLog>, JsException> {
        let host = self.js_host(&task);
        self.inner.audit_log(&host).await.into_ts().map_err(conversion_error)
    }

    /// Returns the earlier versions of a note's section that can be restored, newest first.
    pub async fn sections(
        &self,
        path: &str,
        task: Task,
    ) -> Result<Vec<Ts<StoredSection>>, JsException> {
        let host = self.js_host(&task);
        let sections = self.inner.restorable_sections(&host, path).await.map_err(to_js_error)?;
        sections.iter().map(|section| section.into_ts().map_err(conversion_error)).collect()
    }

    /// Restores a note's section to its content before a run; returns the path of the note.
    pub async fn restore(&self, run: &str, task: Task) -> Result<String, JsException> {
        let host = self.js_host(&task);
        let path = self.inner.restore_section(&host, run).await.map_err(to_js_error)?;
        Ok(path.to_string())
    }

    /// Returns the runs whose requests and responses were recorded, newest first.
    pub async fn traces(&self, task: Task) -> Result<Vec<Ts<StoredTrace>>, JsException> {
        let traces = self.inner.list_traces(&self.js_host(&task)).await;
        traces.iter().map(|trace| trace.into_ts().map_err(conversion_error)).collect()
    }

    /// Returns all requests and responses of a run as JSON, if they were recorded.
    pub async fn trace(&self, run: &str, task: Task) -> Option<String> {
        self.inner.trace_json(&self.js_host(&task), run).await
    }

    /// Deletes all data on this device. The engine must not be used afterwards.
    pub async fn forget(&self, task: Task) -> Result<(), JsException> {
        self.inner.delete_local_data(&self.js_host(&task)).await.map_err(to_js_error)
    }

    /// Brings the index up to date with the vault.
    pub async fn sync(&self, task: Task) -> Result<Ts<LibraryStatus>, JsException> {
        let host = self.js_host(&task);
        self.inner.sync_index(&host).await.map_err(to_js_error)?.into_ts().map_err(conversion_error)
    }

    /// Applies changes of single notes to the index.
    pub async fn follow(
        &self,
        changes: Vec<Ts<NoteChange>>,
        task: Task,
    ) -> Result<Ts<LibraryStatus>, JsException> {
        let changes: Result<Vec<NoteChange>, _> = changes.iter().map(Ts::to_rust).collect();
        let host = self.js_host(&task);
        let state = self
            .inner
            .apply_note_changes(&host, changes.map_err(conversion_error)?)
            .await
            .map_err(to_js_error)?;
        state.into_ts().map_err(conversion_error)
    }

    /// Computes missing embeddings, if the user chose an embedding service.
    pub async fn learn(&self, task: Task) -> Result<(), JsException> {
        self.inner.update_embeddings(&self.js_host(&task)).await.map_err(to_js_error)
    }

    /// Searches the notes that are indexed so far.
    pub async fn search(
        &self,
        query: Ts<Query>,
        task: Task,
    ) -> Result<Ts<NoteSearchResults>, JsException> {
        let query = query.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        self.inner
            .search_notes(&host, &query)
            .await
            .map_err(to_js_error)?
            .into_ts()
            .map_err(conversion_error)
    }

    /// Returns the notes related to a note, among those that are indexed so far.
    pub async fn related(
        &self,
        request: Ts<RelatedRequest>,
        task: Task,
    ) -> Result<Ts<NoteSearchResults>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        self.inner
            .search_related_notes(&host, &request)
            .await
            .map_err(to_js_error)?
            .into_ts()
            .map_err(conversion_error)
    }

    /// Returns the pages that the citations of a note lead to, so that the user can be asked first.
    #[wasm_bindgen(js_name = "citedPages")]
    pub async fn cited_pages(&self, path: &str, task: Task) -> Result<Ts<CitedPages>, JsException> {
        let host = self.js_host(&task);
        let pages = self.inner.cited_pages(&host, path).await.map_err(to_js_error)?;
        pages.into_ts().map_err(conversion_error)
    }

    /// Returns the places where other notes name a note without a link.
    pub async fn mentions(
        &self,
        request: Ts<MentionsRequest>,
        task: Task,
    ) -> Result<Ts<UnlinkedMentions>, JsException> {
        let request = request.to_rust().map_err(conversion_error)?;
        let host = self.js_host(&task);
        let mentions =
            self.inner.find_unlinked_mentions(&host, &request).await.map_err(to_js_error)?;
        mentions.into_ts().map_err(conversion_error)
    }
}
