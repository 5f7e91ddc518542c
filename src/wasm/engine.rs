//! The JavaScript class `Engine`, through which the plugin uses the core: a table of its calls, and the
//! few that differ from the rest.

use js_sys::Function;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::answers::run::{
    Agenda, ChosenModel, PlanRequest, Report, ResumeRequest, RunRequest, StoredSection,
    UnfinishedRun,
};
use crate::engine::{ChatOutcome, ChatRequest, WebSearchRequest};
use crate::features::answer::{QuickAnswer, QuickAnswerRequest};
use crate::features::ask::{AskFiles, AskRequest, AskResult, AskServices};
use crate::features::chat::{
    Conversation, ConversationEntry, ConverseRequest, FillPromptRequest, ResumeTurnRequest,
};
use crate::features::citations::{CheckedCitation, CitationsCheck, CitationsRequest, CitedPages};
use crate::features::health::{
    FixLinkRequest, Health, HealthRequest, HealthRowRequest, MissingNoteRequest,
};
use crate::features::inbox::{
    AcceptFindingRequest, AddGapRequest, AppendFindingRequest, ApproveGapsRequest,
    ChangeGapTaskRequest, DismissFindingRequest, Finding, FindingNote, GapAgenda, GapAgendaRequest,
};
use crate::features::research::{NoteSurvey, ServiceCheck, StoredTrace};
use crate::features::tools::{
    Applied, ApplyRequest, Proposal, ToolDeclaration, ToolRequest, ToolResult, UndoRequest,
};
use crate::host::StorageState;
use crate::host::audit::AuditLog;
use crate::host::client::WebSearchResult;
use crate::host::service_check::ActionResult;
use crate::library::{
    LibraryStatus, MentionsRequest, NoteChange, NoteSearchResults, RelatedRequest, UnlinkedMentions,
};
use crate::notes::index::Query;
use crate::settings::{Action, LoadedSettings};
use crate::wasm::call::{JsParameter, JsResult, engine_calls, to_js};
use crate::wasm::js_host::{HostObject, JsHost, Task};
use crate::web::page::Page;

/// The JavaScript class for the engine of one vault. Each method only converts its parameters and
/// its result.
#[wasm_bindgen(js_name = Engine)]
pub struct JsEngine {
    inner: crate::engine::Engine,
    host: HostObject,
    storage_state: StorageState,
}

impl JsEngine {
    /// The host of one call.
    fn js_host<'a>(&'a self, task: &'a Task) -> JsHost<'a> {
        JsHost { host: &self.host, task, storage_state: &self.storage_state }
    }
}

engine_calls! {
    #[doc = " Returns the names of the models that the configured provider offers."]
    models = model_names() -> Vec<String>;
    #[doc = " Searches the web with the chosen services."]
    searchWeb = search_web(request: Ts<WebSearchRequest>) -> Ts<WebSearchResult>;
    #[doc = " Examines a note before anything is sent: its section, and the services that would be called."]
    survey = survey_note(path: String) -> Ts<NoteSurvey>;
    #[doc = " Returns the services that the answer to a question would call, so that the user can be asked"]
    #[doc = " first."]
    askServices = ask_services(request: Ts<AskRequest>) -> Ts<AskServices>;
    #[doc = " Answers a question from the vault, with citations."]
    ask = ask(request: Ts<AskRequest>) -> Ts<AskResult>;
    #[doc = " Looks a question up on the web and answers it in one paragraph."]
    answer = answer_quickly(request: Ts<QuickAnswerRequest>) -> Ts<QuickAnswer>;
    #[doc = " Returns the model that would answer a question; `undefined` if the user chose none."]
    quickModel = quick_model() -> Option<Ts<ChosenModel>>;
    #[doc = " Reads a note and returns the agenda of a run."]
    plan = plan(request: Ts<PlanRequest>) -> Ts<Agenda>;
    #[doc = " Compares the services of an approved agenda with the current settings, right before the run."]
    checkServices = check_services(agenda: Ts<Agenda>) -> Ts<ServiceCheck>;
    #[doc = " Researches the topics of an approved agenda and writes the report into the note's section."]
    run = run(request: Ts<RunRequest>) -> Ts<Report>;
    #[doc = " Resumes an interrupted run."]
    resume = resume(request: Ts<ResumeRequest>) -> Ts<Report>;
    #[doc = " Returns the interrupted runs, newest first."]
    unfinished = unfinished_runs() -> Vec<Ts<UnfinishedRun>>;
    #[doc = " Deletes an interrupted run."]
    discard = discard_run(run: String) -> ();
    #[doc = " Returns what was sent from this device, by run."]
    auditLog = audit_log() -> Ts<AuditLog>;
    #[doc = " Returns the earlier versions of a note's section that can be restored, newest first."]
    sections = restorable_sections(path: String) -> Vec<Ts<StoredSection>>;
    #[doc = " Returns the runs whose requests and responses were recorded, newest first."]
    traces = list_traces() -> Vec<Ts<StoredTrace>>;
    #[doc = " Returns all requests and responses of a run as JSON, if they were recorded."]
    trace = trace_json(run: String) -> Option<String>;
    #[doc = " Deletes all data on this device. The engine must not be used afterwards."]
    forget = delete_local_data() -> ();
    #[doc = " Brings the index up to date with the vault."]
    sync = sync_index() -> Ts<LibraryStatus>;
    #[doc = " Computes missing embeddings, if the user chose an embedding service."]
    learn = update_embeddings() -> ();
    #[doc = " Searches the notes that are indexed so far."]
    search = search_notes(query: Ts<Query>) -> Ts<NoteSearchResults>;
    #[doc = " Returns the notes related to a note, among those that are indexed so far."]
    related = search_related_notes(request: Ts<RelatedRequest>) -> Ts<NoteSearchResults>;
    #[doc = " Returns the pages that the citations of a note lead to, so that the user can be asked first."]
    citedPages = cited_pages(path: String) -> Ts<CitedPages>;
    #[doc = " Returns the places where other notes name a note without a link."]
    mentions = find_unlinked_mentions(request: Ts<MentionsRequest>) -> Ts<UnlinkedMentions>;

    #[doc = " Like `checkCitations`, with the edit that marks the sentences whose citation has a problem."]
    citationsCheck = check_citations(request: Ts<CitationsRequest>) -> Ts<CitationsCheck>;
    #[doc = " Returns the files of a question that was asked since the engine was created."]
    askFiles = ask_files(run: String) -> Ts<AskFiles>;
    #[doc = " Reads a page whose address a program of the user named, after the user has agreed to open it."]
    readPage = read_page(url: String) -> Ts<Page>;
    #[doc = " Carries out the changes of a proposal that the user accepted: all of them, or some."]
    applyProposal = apply_proposal(request: Ts<ApplyRequest>) -> Ts<Applied>;
    #[doc = " Takes back everything that one accepted proposal changed."]
    undo = undo(request: Ts<UndoRequest>) -> Ts<Applied>;
    #[doc = " Calls a tool. A tool that writes only returns a proposal."]
    callTool = call_tool(call: Ts<ToolRequest>) -> Ts<ToolResult>;

    #[doc = " Sends a message in a conversation. Returns the conversation, whose last turn is done or waits"]
    #[doc = " for the user's yes."]
    converse = converse(request: Ts<ConverseRequest>) -> Ts<Conversation>;
    #[doc = " Carries out what the user decided about a call that waits, and goes on with the turn."]
    resumeTurn = resume_turn(request: Ts<ResumeTurnRequest>) -> Ts<Conversation>;
    #[doc = " Returns a conversation that is kept on this device."]
    conversation = conversation(id: String) -> Ts<Conversation>;
    #[doc = " Returns all conversations, or those that contain the words of a query, the newest first."]
    conversations = conversations(query: String) -> Vec<Ts<ConversationEntry>>;
    #[doc = " Returns one of the user's own prompts with `{{selection}}`, `{{note}}` and `{{date}}` filled in."]
    fillPrompt = fill_prompt(request: Ts<FillPromptRequest>) -> String;
    #[doc = " Deletes a conversation."]
    deleteConversation = delete_conversation(id: String) -> ();

    #[doc = " Checks the indexed notes for what the user may want to link, mend, fill in or answer."]
    health = health(request: Ts<HealthRequest>) -> Ts<Health>;
    #[doc = " Leaves a row out of all later checks."]
    ignoreHealthRow = ignore_health_row(request: Ts<HealthRowRequest>) -> ();
    #[doc = " Shows a row again that was ignored."]
    restoreHealthRow = restore_health_row(request: Ts<HealthRowRequest>) -> ();
    #[doc = " Returns the ids of the rows that the user ignores."]
    ignoredHealthRows = ignored_health_rows() -> Vec<String>;
    #[doc = " Proposes the change of a broken link, so that it leads to the note that was probably meant."]
    fixLink = fix_link(request: Ts<FixLinkRequest>) -> Ts<Proposal>;
    #[doc = " Returns the text with which a missing note begins: the sentences that name it, with links back."]
    missingNoteText = missing_note_text(request: Ts<MissingNoteRequest>) -> String;

    #[doc = " Finds gaps of the vault and proposes to research them."]
    draftGapAgenda = draft_gap_agenda(request: Ts<GapAgendaRequest>) -> Ts<GapAgenda>;
    #[doc = " Adds a topic of a note to the agenda that waits for the user."]
    addGap = add_gap(request: Ts<AddGapRequest>) -> Ts<GapAgenda>;
    #[doc = " Blocks a task, takes that back, or changes the words of its topic."]
    changeGapTask = change_gap_task(request: Ts<ChangeGapTaskRequest>) -> Ts<GapAgenda>;
    #[doc = " Approves the agenda with what the user allowed."]
    approveGapAgenda = approve_gap_agenda(request: Ts<ApproveGapsRequest>) -> Ts<GapAgenda>;
    #[doc = " Stops the agenda. What was found stays."]
    cancelGapAgenda = cancel_gap_agenda() -> Ts<GapAgenda>;
    #[doc = " Carries out the next task of an approved agenda, and adds its findings to the inbox."]
    researchNextGap = research_next_gap() -> Ts<GapAgenda>;
    #[doc = " Returns the agenda that waits for the user, runs, or ran last."]
    gapAgenda = gap_agenda() -> Option<Ts<GapAgenda>>;
    #[doc = " Returns the agendas that were carried out, the newest first."]
    finishedGapAgendas = finished_gap_agendas() -> Vec<Ts<GapAgenda>>;
    #[doc = " Returns all findings, the newest first."]
    inbox = inbox() -> Vec<Ts<Finding>>;
    #[doc = " Creates the note of a finding. Accepting a finding twice makes one note."]
    acceptFinding = accept_finding(request: Ts<AcceptFindingRequest>) -> Ts<FindingNote>;
    #[doc = " Adds a finding to the end of a note."]
    appendFinding = append_finding(request: Ts<AppendFindingRequest>) -> Ts<FindingNote>;
    #[doc = " Dismisses a finding, and its topic for good if the user wants that."]
    dismissFinding = dismiss_finding(request: Ts<DismissFindingRequest>) -> ();
    #[doc = " Takes back what the user did with a finding."]
    restoreFinding = restore_finding(id: String) -> ();
    #[doc = " Returns the topics that the user never wants to see again."]
    suppressedTopics = suppressed_topics() -> Vec<String>;
    #[doc = " Lets a topic be researched again."]
    allowTopic = allow_topic(topic: String) -> ();
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
    pub fn configure(&self, saved: JsValue) -> JsResult<Ts<LoadedSettings>> {
        to_js(self.inner.configure(&serde_wasm_bindgen::from_value(saved)?))
    }

    /// Runs the action of a settings button.
    pub async fn act(&self, action: Ts<Action>, task: Task) -> JsResult<Ts<ActionResult>> {
        let action = action.into_value()?;
        to_js(self.inner.run_settings_action(&self.js_host(&task), action).await)
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
    ) -> JsResult<Ts<ChatOutcome>> {
        let request = request.into_value()?;
        let tell = |text: &str| {
            // An error thrown by `onText` must not fail the request.
            let _ = on_text.as_ref().map(|tell| tell.call1(&JsValue::NULL, &text.into()));
        };
        to_js(self.inner.chat(&self.js_host(&task), &request, &tell).await)
    }

    /// Restores a note's section to its content before a run; returns the path of the note.
    pub async fn restore(&self, run: String, task: Task) -> JsResult<String> {
        Ok(self.inner.restore_section(&self.js_host(&task), &run).await?.to_string())
    }

    /// Applies changes of single notes to the index.
    pub async fn follow(
        &self,
        changes: Vec<Ts<NoteChange>>,
        task: Task,
    ) -> JsResult<Ts<LibraryStatus>> {
        let changes = changes.into_value()?;
        to_js(self.inner.apply_note_changes(&self.js_host(&task), changes).await)
    }

    /// Compares each sentence of a note that has a link with what the link leads to.
    #[wasm_bindgen(js_name = "checkCitations")]
    pub async fn checked_citations(
        &self,
        request: Ts<CitationsRequest>,
        task: Task,
    ) -> JsResult<Vec<Ts<CheckedCitation>>> {
        let request = request.into_value()?;
        to_js(self.inner.check_citations(&self.js_host(&task), &request).await?.citations)
    }

    /// Returns the tools that `callTool` accepts.
    pub fn tools(&self) -> JsResult<Vec<Ts<ToolDeclaration>>> {
        to_js(self.inner.tools())
    }
}
