//! The handle that the plugin holds: the settings and the library of one vault, and the workflows
//! over them. Everything is behind `&self`, and nothing stays borrowed while a call waits.

mod request;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Serialize;
use serde_json::Value;

use crate::audit::AuditLog;
use crate::checkup::{self, Checkup};
use crate::client::{ChatCall, Client, WebSearchResult};
use crate::error::{Error, ErrorCode, Result};
use crate::host::Host;
use crate::index::Query;
use crate::library::{Answer, Change, Library, LibraryStatus, RelatedRequest};
use crate::llm::budget::Spent;
use crate::llm::chat::ChatReply;
use crate::llm::price::PriceList;
use crate::note::{NotePath, report_section};
use crate::prices::Prices;
use crate::privacy::VaultNames;
use crate::research::agenda::Agenda;
use crate::research::context::RunContext;
use crate::research::outcome::Report;
use crate::research::plan::survey::{self, Survey};
use crate::research::plan::{self, note};
use crate::research::request::{PlanRequest, Resume, ResumeRequest, RunRequest};
use crate::research::run::{self, RUN_MILLIS};
use crate::research::run_record::{self, RunRecord};
use crate::research::services::{self, ServiceCheck};
use crate::research::started_run::{StartedRun, UnfinishedRun};
use crate::research::store::{ResearchStore, StoredSection};
use crate::research::trace::{self, RecordingVault, RunTrace};
use crate::research::{resume, write};
use crate::session::{PrivacyRules, ResponseLog, RunClient, RunHost};
use crate::settings::Settings;
use crate::settings::form::Action;
use crate::settings::saved::{self, Loaded};
use crate::web;
pub use request::{ChatMessage, ChatRequest, WebSearchRequest};

/// A reply and what it cost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Chatted {
    /// What the model said.
    pub reply: ChatReply,
    /// What was paid for it.
    pub spent: Spent,
}

/// One vault, ready to work on.
pub struct Engine {
    settings: RefCell<Settings>,
    library: Library,
    client: Rc<Client>,
    prices: Prices,
    store: ResearchStore,
    /// The models of a service, by its address: asked for once.
    models: RefCell<BTreeMap<String, Vec<String>>>,
}

fn forgotten() -> Checkup {
    let message = "Local data cleared".to_owned();
    Checkup { good: true, message, hint: String::new() }
}

impl Default for Engine {
    fn default() -> Self {
        let client = Rc::new(Client::default());
        Self {
            settings: RefCell::default(),
            library: Library::over(Rc::clone(&client)),
            client,
            prices: Prices::default(),
            store: ResearchStore::default(),
            models: RefCell::default(),
        }
    }
}

impl Engine {
    /// Takes settings as saved, whatever their shape; answers with what is used and what was wrong.
    pub fn configure(&self, saved: &Value) -> Loaded {
        let loaded = saved::load(saved);
        *self.settings.borrow_mut() = loaded.settings.clone();
        // What was wrong may be mended now.
        self.client.reset_failures();
        loaded
    }

    /// Does what a button of the settings asks for; whatever happens is told in words.
    pub async fn act(&self, host: &dyn Host, action: Action) -> Checkup {
        let run_host = self.day_door(host, "Test in settings");
        self.acted(&run_host, action).await
    }

    async fn acted(&self, host: &dyn Host, action: Action) -> Checkup {
        // A key may have been mended without a change of the settings, which hold only its name.
        self.client.reset_failures();
        let settings = self.settings();
        let done = match action {
            Action::TestModel => {
                let prices = self.prices.list(host).await;
                checkup::model(host, &self.client, &settings, &prices).await
            }
            Action::TestSearch => checkup::search(host, &Client::without_cache(), &settings).await,
            Action::RefreshPrices => self.prices.refresh(host, &self.client).await,
            Action::Forget => self.forget(host).await.map(|()| forgotten()),
        };
        done.into()
    }

    /// Names of models to choose from: those of the service, else those that Ibid knows.
    pub async fn models(&self, host: &dyn Host) -> Vec<String> {
        let settings = self.settings();
        let known = settings.provider.preset().models.iter().map(|name| (*name).to_owned());
        let known: Vec<String> = known.collect();
        let Ok(service) = settings.service() else { return known };
        let address = service.endpoint.to_string();
        if let Some(names) = self.models.borrow().get(&address) {
            return names.clone();
        }
        let run_host = self.day_door(host, "List of models");
        let Ok(names) = checkup::list(&run_host, &self.client, &service).await else {
            return known;
        };
        let rest = names.into_iter().filter(|name| !known.contains(name));
        let all: Vec<String> = known.iter().cloned().chain(rest).collect();
        self.models.borrow_mut().insert(address, all.clone());
        all
    }

    /// Asks the model that the person chose, within the budget of one run.
    pub async fn chat(
        &self,
        host: &dyn Host,
        request: &ChatRequest,
        on_text: &dyn Fn(&str),
    ) -> Result<Chatted> {
        let run_host = self.day_door(host, "Request to the model");
        let ask = &request.ask(run_host.privacy()).await?;
        let host: &dyn Host = &run_host;
        let settings = self.settings();
        let model = settings.chat_model()?;
        let price = checkup::price(&*self.prices.list(host).await, &model, ask);
        let budget = settings.budget();
        let streaming = settings.streaming();
        let call = ChatCall { model: &model, price, budget: &budget, on_text, streaming };
        let reply = self.client.chat(host, &call, ask).await?;
        Ok(Chatted { reply, spent: budget.spent() })
    }

    /// Searches the web where the person chose to.
    pub async fn search_web(
        &self,
        host: &dyn Host,
        request: &WebSearchRequest,
    ) -> Result<WebSearchResult> {
        let run_host = self.day_door(host, "Web search");
        let redactor = run_host.privacy().redactor(&[], &[&request.text], "").await?;
        let Some(text) = redactor.query(&request.text) else {
            return Ok(WebSearchResult::default());
        };
        let query = web::Query { text, language: request.language.clone(), limit: request.limit };
        let sources = self.settings().sources();
        let mut searched = self.client.search(&run_host, &sources.lists, &query).await;
        searched.skipped.splice(..0, sources.unusable);
        Ok(searched)
    }

    /// Looks at a note before anything is spent.
    pub async fn survey(&self, host: &dyn Host, path: &str) -> Result<Survey> {
        let prices = self.prices.list(host).await;
        survey::survey(host, &self.store, &self.settings(), &prices, path).await
    }

    /// Reads a note and answers with what a run would look up.
    pub async fn plan(&self, host: &dyn Host, request: &PlanRequest) -> Result<Agenda> {
        let settings = self.settings();
        let note = note::read(host, &settings, &request.path).await?;
        self.library.sync(host, &settings).await?;
        let path = note.path.to_string();
        let run = plan::run_id(host.random());
        let run_host = RunHost::with_limit(host, self, RUN_MILLIS).for_note(&note.path);
        let run_host = run_host.logging(&self.store.audit, &run, &path);
        let response_log = ResponseLog::default();
        let prices = self.prices.list(host).await;
        let context = self.context(&run_host, &response_log, (&settings, &prices));
        plan::agenda(&context, note, &run, request).await
    }

    /// Compares the services of an approved agenda with the current settings, right before the run.
    pub async fn check_services(&self, host: &dyn Host, agenda: &Agenda) -> Result<ServiceCheck> {
        services::check(host, &self.settings(), agenda).await
    }

    /// Carries out an agenda and writes the section.
    pub async fn run(&self, host: &dyn Host, request: &RunRequest) -> Result<Report> {
        self.carry_out(host, &StartedRun::new(request), ResponseLog::default()).await
    }

    /// Goes on with a run that was not finished.
    pub async fn resume(&self, host: &dyn Host, request: &ResumeRequest) -> Result<Report> {
        let gone = || {
            Error::new(ErrorCode::NoSuchRun, "This run is no longer stored on this device")
                .hint("Research the note again.")
        };
        let (mut started, response_log) =
            run_record::load_unfinished(host, &request.run).await.ok_or_else(gone)?;
        // The note may have got another name since.
        let known = self.store.unfinished(host).await.into_iter().find(|it| it.run == request.run);
        if let Some(run) = known {
            started.request.agenda.path = run.path;
        }
        let settings = self.settings();
        self.library.sync(host, &settings).await?;
        let meant = resume::resumable_run(host, &self.library, &settings, started.clone()).await;
        response_log.reset_failures();
        let started = match request.how {
            Resume::Continue => meant?,
            Resume::Finish => {
                response_log.close();
                // Nobody is asked any more, so nothing is sent of whatever note this was.
                meant.or_else(|error| match error.code {
                    ErrorCode::NoteMissing | ErrorCode::AnotherNote => {
                        Ok(StartedRun { note_deleted: true, ..started })
                    }
                    _ => Err(error),
                })?
            }
        };
        self.carry_out(host, &started, response_log).await
    }

    async fn carry_out(
        &self,
        host: &dyn Host,
        started: &StartedRun,
        response_log: ResponseLog,
    ) -> Result<Report> {
        let settings = self.settings();
        self.library.sync(host, &settings).await?;
        let agenda = &started.request.agenda;
        let run_host = RunHost::with_limit(host, self, RUN_MILLIS).for_note(&agenda.path);
        let run_host = run_host.logging(&self.store.audit, &agenda.run, agenda.path.as_str());
        let prices = self.prices.list(host).await;
        let vault = RecordingVault::over(&self.library);
        let previous_report = match report_section::run_of(&started.request.agenda.section_content)
        {
            Some(run) => self.store.report(host, run).await,
            None => None,
        };
        let run_record =
            RunRecord::new(&run_host, &response_log, started).with_previous_report(previous_report);
        run_record.start(host, &self.store).await;
        let context = RunContext {
            vault: &vault,
            ..self.context(&run_host, &response_log, (&settings, &prices))
        };
        let outcome = run::run(&context, &run_record).await;
        run_record.finish(host, &self.store, &outcome).await;
        self.store.audit.settle(host).await;
        // What was stopped will be gone on with, and traced then.
        let is_stopped = outcome.as_ref().is_err_and(|error| error.code == ErrorCode::Cancelled);
        if settings.keep_traces && !is_stopped {
            trace::save(host, &RunTrace::new(&run_record, vault, &settings, &prices)).await;
        }
        outcome
    }

    fn context<'a>(
        &'a self,
        run_host: &'a RunHost<'a>,
        response_log: &'a ResponseLog,
        (settings, prices): (&'a Settings, &'a PriceList),
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

    /// Runs that were begun and not finished, the newest first.
    pub async fn unfinished(&self, host: &dyn Host) -> Vec<UnfinishedRun> {
        self.store.unfinished(host).await
    }

    /// Forgets an unfinished run.
    pub async fn discard(&self, host: &dyn Host, run: &str) {
        run_record::discard(host, &self.store, run).await;
    }

    /// What left the device, by run.
    pub async fn audit_log(&self, host: &dyn Host) -> AuditLog {
        self.store.audit.read(host).await
    }

    /// The sections that were written in the last week, and what stood there before.
    pub async fn sections(&self, host: &dyn Host) -> Vec<StoredSection> {
        self.store.sections(host).await
    }

    /// Puts back what stood in a note's section before a run. What stands there now is kept in turn.
    pub async fn restore(&self, host: &dyn Host, run: &str) -> Result<NotePath> {
        let gone = || {
            Error::new(ErrorCode::NoSection, "This section is no longer stored on this device")
                .hint("Replaced sections are kept for a week.")
        };
        let kept = self.store.sections(host).await.into_iter().find(|kept| kept.run == run);
        write::restore(host, &self.store, &self.settings(), kept.ok_or_else(gone)?).await
    }

    /// Everything that a run asked and was told, as JSON, if it was kept.
    pub async fn trace(&self, host: &dyn Host, run: &str) -> Option<String> {
        let trace = trace::load(host, run).await?;
        serde_json::to_string(&trace).ok()
    }

    /// Drops everything that was kept on this device. What this handle still knows goes with it.
    pub async fn forget(&self, host: &dyn Host) -> Result<()> {
        host.delete_all().await
    }

    /// Reads what is new in the vault.
    pub async fn sync(&self, host: &dyn Host) -> Result<LibraryStatus> {
        self.library.sync(host, &self.settings()).await
    }

    /// Follows changes of single notes.
    pub async fn follow(&self, host: &dyn Host, changes: Vec<Change>) -> Result<LibraryStatus> {
        let renamed = changes.iter().filter_map(|change| match change {
            Change::Renamed { from, note } => {
                Some((NotePath::parse(from).ok()?, NotePath::parse(&note.path).ok()?))
            }
            _ => None,
        });
        self.store.rename(host, renamed.collect()).await;
        self.library.follow(host, &self.settings(), changes).await
    }

    /// Asks what the vault's passages mean, if the person chose a service for that.
    pub async fn learn(&self, host: &dyn Host) -> Result<()> {
        let run_host = self.day_door(host, "Indexing for search by meaning");
        self.library.learn(&run_host, run_host.privacy(), &|| self.settings()).await
    }

    /// Looks for notes, in what has been read so far.
    pub async fn search(&self, host: &dyn Host, query: &Query) -> Result<Answer> {
        let run_host = self.day_door(host, "Search by meaning");
        self.library.find(&run_host, (&self.settings(), run_host.privacy()), query).await
    }

    /// The notes nearest to a note, in what has been read so far.
    pub async fn related(&self, host: &dyn Host, request: &RelatedRequest) -> Result<Answer> {
        self.library.related(host, request).await
    }

    /// A door for what is sent outside of a run: written down by day.
    fn day_door<'a>(&'a self, host: &'a dyn Host, what: &str) -> RunHost<'a> {
        let run_host = RunHost::without_limit(host, self);
        let day = format!("{what} {}", run_host.started().date());
        run_host.logging(&self.store.audit, &day, what)
    }

    fn settings(&self) -> Settings {
        self.settings.borrow().clone()
    }
}

impl PrivacyRules for Engine {
    fn settings(&self) -> Settings {
        Engine::settings(self)
    }

    fn names(&self) -> Rc<VaultNames> {
        self.library.names()
    }
}
