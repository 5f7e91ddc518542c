//! Everything that the plugin calls: the settings and the library of one vault, and the workflows on
//! them. All methods take `&self`, and nothing stays borrowed across an `await`.

mod request;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;

use crate::audit::AuditLog;
use crate::checkup::{self, Checkup};
use crate::client::{ChatCall, Client, WebSearchResult};
use crate::error::{Error, ErrorCode, Result};
use crate::host::Host;
use crate::index::Query;
use crate::library::{Library, LibraryStatus, NoteChange, NoteSearchResults, RelatedRequest};
use crate::llm::price::PriceList;
use crate::note::{NotePath, report_section};
use crate::prices::CurrentPrices;
use crate::privacy::VaultNames;
use crate::research::agenda::Agenda;
use crate::research::context::RunContext;
use crate::research::outcome::Report;
use crate::research::plan::survey::{self, Survey};
use crate::research::plan::{self, note};
use crate::research::request::{PlanRequest, Resume, ResumeRequest, RunRequest};
use crate::research::run::{self, MAX_RUN_MILLIS};
use crate::research::run_record::{self, RunRecord};
use crate::research::services::{self, ServiceCheck};
use crate::research::started_run::{StartedRun, UnfinishedRun};
use crate::research::store::{ResearchStore, StoredSection};
use crate::research::trace::{self, RecordingVault, RunTrace};
use crate::research::{resume, write};
use crate::session::{PrivacyRules, ResponseLog, RunClient, RunHost};
use crate::settings::Settings;
use crate::settings::form::Action;
use crate::settings::saved::{self, LoadedSettings};
use crate::web;
pub use request::{ChatMessage, ChatOutcome, ChatRequest, WebSearchRequest};

/// The settings, the library and the services of one vault.
pub struct Engine {
    settings: RefCell<Settings>,
    library: Library,
    client: Rc<Client>,
    prices: CurrentPrices,
    store: ResearchStore,
    /// The model names of each service, by the address of the service.
    models: RefCell<BTreeMap<String, Vec<String>>>,
}

fn local_data_deleted() -> Checkup {
    let message = "Local data cleared".to_owned();
    Checkup { is_working: true, message, hint: String::new() }
}

impl Default for Engine {
    fn default() -> Self {
        let client = Rc::new(Client::default());
        Self {
            settings: RefCell::default(),
            library: Library::with_client(Rc::clone(&client)),
            client,
            prices: CurrentPrices::default(),
            store: ResearchStore::default(),
            models: RefCell::default(),
        }
    }
}

impl Engine {
    /// Loads saved settings of any shape. Returns the valid ones, and warnings about the others.
    pub fn configure(&self, saved: &Value) -> LoadedSettings {
        let loaded = saved::load_settings(saved);
        *self.settings.borrow_mut() = loaded.settings.clone();
        // The user may have fixed the cause of earlier failures.
        self.client.reset_failures();
        loaded
    }

    /// Runs the action of a button in the settings. Returns a message for the user.
    pub async fn act(&self, host: &dyn Host, action: Action) -> Checkup {
        let run_host = self.daily_host(host, "Test in settings");
        self.run_action(&run_host, action).await
    }

    async fn run_action(&self, host: &dyn Host, action: Action) -> Checkup {
        // The user may have changed an API key, which is not part of the settings.
        self.client.reset_failures();
        let settings = self.settings();
        let done = match action {
            Action::TestModel => {
                let prices = self.prices.price_list(host).await;
                checkup::test_models(host, &self.client, &settings, &prices).await
            }
            Action::TestSearch => {
                checkup::test_search(host, &Client::without_cache(), &settings).await
            }
            Action::RefreshPrices => self.prices.download_prices(host, &self.client).await,
            Action::ClearLocalData => self.forget(host).await.map(|()| local_data_deleted()),
        };
        done.into()
    }

    /// Returns model names to choose from: those that Ibid knows, and those that the service lists.
    pub async fn models(&self, host: &dyn Host) -> Vec<String> {
        let settings = self.settings();
        let known =
            settings.provider.preset().suggested_models.iter().map(|name| (*name).to_owned());
        let known: Vec<String> = known.collect();
        let Ok(service) = settings.model_service() else { return known };
        let address = service.endpoint.to_string();
        if let Some(names) = self.models.borrow().get(&address) {
            return names.clone();
        }
        let run_host = self.daily_host(host, "List of models");
        let Ok(names) = checkup::list_models(&run_host, &self.client, &service).await else {
            return known;
        };
        let rest = names.into_iter().filter(|name| !known.contains(name));
        let all: Vec<String> = known.iter().cloned().chain(rest).collect();
        self.models.borrow_mut().insert(address, all.clone());
        all
    }

    /// Sends a conversation to the chosen model, within the budget of one run.
    pub async fn chat(
        &self,
        host: &dyn Host,
        request: &ChatRequest,
        on_text: &dyn Fn(&str),
    ) -> Result<ChatOutcome> {
        let run_host = self.daily_host(host, "Request to the model");
        let ask = &request.to_completion_request(run_host.privacy()).await?;
        let host: &dyn Host = &run_host;
        let settings = self.settings();
        let model = settings.chat_model()?;
        let price = checkup::request_price(&*self.prices.price_list(host).await, &model, ask);
        let budget = settings.budget();
        let streaming = settings.streaming();
        let call = ChatCall { model: &model, price, budget: &budget, on_text, streaming };
        let reply = self.client.chat(host, &call, ask).await?;
        Ok(ChatOutcome { reply, spent: budget.spent() })
    }

    /// Searches the web with the chosen services.
    pub async fn search_web(
        &self,
        host: &dyn Host,
        request: &WebSearchRequest,
    ) -> Result<WebSearchResult> {
        let run_host = self.daily_host(host, "Web search");
        let redactor = run_host.privacy().redactor(&[], &[&request.text], "").await?;
        let Some(text) = redactor.redact_query(&request.text) else {
            return Ok(WebSearchResult::default());
        };
        let query = web::SearchQuery {
            text,
            language: request.language.clone(),
            max_hits: request.max_hits,
        };
        let sources = self.settings().search_sources();
        let mut searched = self.client.search(&run_host, &sources.fallback_lists, &query).await;
        searched.service_errors.splice(..0, sources.configuration_errors);
        Ok(searched)
    }

    /// Returns what the user must know about a note before any of it is sent.
    pub async fn survey(&self, host: &dyn Host, path: &str) -> Result<Survey> {
        let prices = self.prices.price_list(host).await;
        survey::survey_note(host, &self.store, &self.settings(), &prices, path).await
    }

    /// Reads a note and returns its agenda.
    pub async fn plan(&self, host: &dyn Host, request: &PlanRequest) -> Result<Agenda> {
        let settings = self.settings();
        let note = note::read_note(host, &settings, &request.path).await?;
        self.library.sync(host, &settings).await?;
        let path = note.path.to_string();
        let run = plan::create_run_id(host.random());
        let run_host = RunHost::with_time_limit(host, self, MAX_RUN_MILLIS).for_note(&note.path);
        let run_host = run_host.with_audit_log(&self.store.audit, &run, &path);
        let response_log = ResponseLog::default();
        let prices = self.prices.price_list(host).await;
        let context = self.run_context(&run_host, &response_log, &settings, &prices);
        plan::create_agenda(&context, note, &run, request).await
    }

    /// Compares the services of an approved agenda with the current settings, right before the run.
    pub async fn check_services(&self, host: &dyn Host, agenda: &Agenda) -> Result<ServiceCheck> {
        services::check_services(host, &self.settings(), agenda).await
    }

    /// Runs an agenda and writes the section.
    pub async fn run(&self, host: &dyn Host, request: &RunRequest) -> Result<Report> {
        self.library.sync(host, &self.settings()).await?;
        self.run_with_log(host, &StartedRun::new(request), ResponseLog::default()).await
    }

    /// Resumes an unfinished run.
    pub async fn resume(&self, host: &dyn Host, request: &ResumeRequest) -> Result<Report> {
        let gone = || {
            Error::new(ErrorCode::NoSuchRun, "This run is no longer stored on this device")
                .hint("Research the note again.")
        };
        let (mut started, response_log) =
            run_record::load_unfinished(host, &request.run_id).await.ok_or_else(gone)?;
        // The note may have been renamed: the list of unfinished runs has its current path.
        let unfinished = self.store.unfinished_runs(host).await;
        if let Some(run) = unfinished.into_iter().find(|run| run.run_id == request.run_id) {
            started.request.agenda.path = run.path;
        }
        let settings = self.settings();
        self.library.sync(host, &settings).await?;
        let found = resume::resumable_run(host, &self.library, &settings, started.clone()).await;
        response_log.reset_failures();
        let started = match request.resume_mode {
            Resume::Continue => found?,
            Resume::Finish => {
                response_log.close_for_requests();
                // The report can be written without the note, because nothing more is sent.
                found.or_else(|error| match error.code {
                    ErrorCode::NoteMissing | ErrorCode::AnotherNote => {
                        Ok(StartedRun { is_note_deleted: true, ..started })
                    }
                    _ => Err(error),
                })?
            }
        };
        self.run_with_log(host, &started, response_log).await
    }

    /// Runs a new or resumed run. The library must be up to date.
    async fn run_with_log(
        &self,
        host: &dyn Host,
        started: &StartedRun,
        response_log: ResponseLog,
    ) -> Result<Report> {
        let settings = self.settings();
        let agenda = &started.request.agenda;
        let run_host = RunHost::with_time_limit(host, self, MAX_RUN_MILLIS).for_note(&agenda.path);
        let run_host =
            run_host.with_audit_log(&self.store.audit, &agenda.run_id, agenda.path.as_str());
        let prices = self.prices.price_list(host).await;
        let vault = RecordingVault::new(&self.library);
        let previous_report = match report_section::run_id(&started.request.agenda.section_content)
        {
            Some(run) => self.store.written_report(host, run).await,
            None => None,
        };
        let run_record =
            RunRecord::new(&run_host, &response_log, started).with_previous_report(previous_report);
        run_record.start(host, &self.store).await;
        let context = RunContext {
            vault: &vault,
            ..self.run_context(&run_host, &response_log, &settings, &prices)
        };
        let outcome = run::run_agenda(&context, &run_record).await;
        run_record.finish(host, &self.store, &outcome).await;
        self.store.audit.flush(host).await;
        // A stopped run has no trace until it is resumed and finished.
        let is_stopped = outcome.as_ref().is_err_and(|error| error.code == ErrorCode::Cancelled);
        if settings.keeps_traces && !is_stopped {
            trace::save_trace(host, &RunTrace::new(&run_record, vault, &settings, &prices)).await;
        }
        outcome
    }

    fn run_context<'a>(
        &'a self,
        run_host: &'a RunHost<'a>,
        response_log: &'a ResponseLog,
        settings: &'a Settings,
        prices: &'a PriceList,
    ) -> RunContext<'a> {
        let client = RunClient { host: run_host, client: &self.client, response_log };
        let privacy = run_host.privacy();
        RunContext {
            host: run_host,
            client,
            vault: &self.library,
            settings,
            prices,
            store: &self.store,
            privacy,
        }
    }

    /// Returns the unfinished runs, the newest first.
    pub async fn unfinished(&self, host: &dyn Host) -> Vec<UnfinishedRun> {
        self.store.unfinished_runs(host).await
    }

    /// Deletes an unfinished run.
    pub async fn discard(&self, host: &dyn Host, run: &str) {
        run_record::discard(host, &self.store, run).await;
    }

    /// Returns everything that was sent, by run.
    pub async fn audit_log(&self, host: &dyn Host) -> AuditLog {
        self.store.audit.read(host).await
    }

    /// Returns the sections that were written in the last week, with the content they replaced.
    pub async fn sections(&self, host: &dyn Host) -> Vec<StoredSection> {
        self.store.written_sections(host).await
    }

    /// Restores a section to its content before a run. The current content can be restored later.
    pub async fn restore(&self, host: &dyn Host, run: &str) -> Result<NotePath> {
        let gone = || {
            Error::new(ErrorCode::NoSection, "This section is no longer stored on this device")
                .hint("Replaced sections are kept for a week.")
        };
        let section = self.store.find_section(host, run).await.ok_or_else(gone)?;
        write::restore_section(host, &self.store, &self.settings(), section).await
    }

    /// Returns the trace of a run as JSON, if it is stored.
    pub async fn trace(&self, host: &dyn Host, run: &str) -> Option<String> {
        let trace = trace::load_trace(host, run).await?;
        serde_json::to_string(&trace).ok()
    }

    /// Deletes everything that is stored on this device. The engine must not be used afterwards.
    pub async fn forget(&self, host: &dyn Host) -> Result<()> {
        host.delete_all().await
    }

    /// Updates the index with the new and changed notes of the vault.
    pub async fn sync(&self, host: &dyn Host) -> Result<LibraryStatus> {
        self.library.sync(host, &self.settings()).await
    }

    /// Updates the index after changes of single notes.
    pub async fn follow(&self, host: &dyn Host, changes: Vec<NoteChange>) -> Result<LibraryStatus> {
        let renamed = changes.iter().filter_map(|change| match change {
            NoteChange::Renamed { from, note } => {
                Some((NotePath::parse(from).ok()?, NotePath::parse(&note.path).ok()?))
            }
            _ => None,
        });
        self.store.rename_notes(host, renamed.collect()).await;
        self.library.apply_changes(host, &self.settings(), changes).await
    }

    /// Gets embeddings of the vault's passages, if the user chose an embedding service.
    pub async fn learn(&self, host: &dyn Host) -> Result<()> {
        let run_host = self.daily_host(host, "Indexing for search by meaning");
        self.library.update_embeddings(&run_host, run_host.privacy(), &|| self.settings()).await
    }

    /// Searches the notes that are indexed so far.
    pub async fn search(&self, host: &dyn Host, query: &Query) -> Result<NoteSearchResults> {
        let run_host = self.daily_host(host, "Search by meaning");
        self.library.search_notes(&run_host, &self.settings(), run_host.privacy(), query).await
    }

    /// Returns the notes nearest to a note, among those that are indexed so far.
    pub async fn related(
        &self,
        host: &dyn Host,
        request: &RelatedRequest,
    ) -> Result<NoteSearchResults> {
        self.library.search_related_notes(host, request).await
    }

    /// Returns a host for requests outside of a run. The audit log groups these requests by day.
    fn daily_host<'a>(&'a self, host: &'a dyn Host, what: &str) -> RunHost<'a> {
        let run_host = RunHost::without_time_limit(host, self);
        let day = format!("{what} {}", run_host.started_at().date());
        run_host.with_audit_log(&self.store.audit, &day, what)
    }

    fn settings(&self) -> Settings {
        self.settings.borrow().clone()
    }
}

impl PrivacyRules for Engine {
    fn settings(&self) -> Settings {
        Engine::settings(self)
    }

    fn vault_names(&self) -> Rc<VaultNames> {
        self.library.vault_names()
    }
}
