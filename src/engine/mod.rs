//! The handle that the plugin holds: the settings and the library of one vault, and the workflows
//! over them. Everything is behind `&self`, and nothing stays borrowed while a call waits.

mod request;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Serialize;
use serde_json::Value;

use crate::checkup::{self, Checkup};
use crate::courier::{Call, Courier, Searched};
use crate::error::{Error, Result};
use crate::host::Host;
use crate::index::Query;
use crate::journal::{Desk, Door, Ledger, Notebook, PrivacyRules};
use crate::library::{Answer, Change, Library, LibraryState, RelatedRequest};
use crate::llm::budget::Spent;
use crate::llm::chat::ChatReply;
use crate::llm::price::PriceList;
use crate::note::NotePath;
use crate::prices::Prices;
use crate::privacy::VaultNames;
use crate::research::record::{self, Begun, Record, Resume, ResumeRequest, UnfinishedRun};
use crate::research::run::{self, RUN_MILLIS, RunRequest};
use crate::research::shelf::KeptSection;
use crate::research::survey::{self, PlanRequest, Survey};
use crate::research::trace::{self, Trace, TracedVault};
use crate::research::{Agenda, Means, Report, Shelf, plan, section, write};
use crate::settings::Settings;
use crate::settings::form::Action;
use crate::settings::saved::{self, Loaded};
use crate::web;
pub use request::{ChatMessage, ChatRequest, WebSearch};

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
    courier: Rc<Courier>,
    prices: Prices,
    shelf: Shelf,
    /// The models of a service, by its address: asked for once.
    models: RefCell<BTreeMap<String, Vec<String>>>,
}

fn forgotten() -> Checkup {
    let message = "Nothing is kept of this vault on this device any more".to_owned();
    Checkup { good: true, message, hint: String::new() }
}

impl Default for Engine {
    fn default() -> Self {
        let courier = Rc::new(Courier::default());
        Self {
            settings: RefCell::default(),
            library: Library::over(Rc::clone(&courier)),
            courier,
            prices: Prices::default(),
            shelf: Shelf::default(),
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
        self.courier.forgive();
        loaded
    }

    /// Does what a button of the settings asks for; whatever happens is told in words.
    pub async fn act(&self, host: &dyn Host, action: Action) -> Checkup {
        let door = self.day_door(host, "A test in the settings");
        self.acted(&door, action).await
    }

    async fn acted(&self, host: &dyn Host, action: Action) -> Checkup {
        // A key may have been mended without a change of the settings, which hold only its name.
        self.courier.forgive();
        let settings = self.settings();
        let done = match action {
            Action::TestModel => {
                let prices = self.prices.list(host).await;
                checkup::model(host, &self.courier, &settings, &prices).await
            }
            Action::TestSearch => checkup::search(host, &Courier::fresh(), &settings).await,
            Action::RefreshPrices => self.prices.refresh(host, &self.courier).await,
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
        let door = self.day_door(host, "A look at the models of a service");
        let Ok(names) = checkup::list(&door, &self.courier, &service).await else { return known };
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
        let door = self.day_door(host, "A question to the model");
        let ask = &request.ask(door.privacy()).await?;
        let host: &dyn Host = &door;
        let settings = self.settings();
        let model = settings.chat_model()?;
        let price = checkup::price(&*self.prices.list(host).await, &model, ask);
        let budget = settings.budget();
        let streaming = settings.streaming();
        let call = Call { model: &model, price, budget: &budget, on_text, streaming };
        let reply = self.courier.chat(host, &call, ask).await?;
        Ok(Chatted { reply, spent: budget.spent() })
    }

    /// Searches the web where the person chose to.
    pub async fn search_web(&self, host: &dyn Host, request: &WebSearch) -> Result<Searched> {
        let door = self.day_door(host, "A search of the web");
        let redactor = door.privacy().redactor(&[], &[&request.text], "").await?;
        let Some(text) = redactor.query(&request.text) else { return Ok(Searched::default()) };
        let query = web::Query { text, language: request.language.clone(), limit: request.limit };
        let sources = self.settings().sources();
        let mut searched = self.courier.search(&door, &sources.lists, &query).await;
        searched.skipped.splice(..0, sources.unusable);
        Ok(searched)
    }

    /// Looks at a note before anything is spent.
    pub async fn survey(&self, host: &dyn Host, path: &str) -> Result<Survey> {
        let prices = self.prices.list(host).await;
        survey::survey(host, &self.shelf, (&self.settings(), &prices), path).await
    }

    /// Reads a note and answers with what a run would look up.
    pub async fn plan(&self, host: &dyn Host, request: &PlanRequest) -> Result<Agenda> {
        let settings = self.settings();
        let note = survey::read(host, &settings, &request.path).await?;
        self.library.sync(host, &settings).await?;
        let path = note.path.to_string();
        let run = plan::run_id(host.random());
        let door = Door::open(host, self, RUN_MILLIS).about(&note.path);
        let door = door.writing(&self.shelf.books, &run, &path);
        let notebook = Notebook::default();
        let prices = self.prices.list(host).await;
        let means = self.means(&door, &notebook, (&settings, &prices));
        plan::agenda(&means, note, (&run, request)).await
    }

    /// Carries out an agenda and writes the section.
    pub async fn run(&self, host: &dyn Host, request: &RunRequest) -> Result<Report> {
        self.carry_out(host, &Begun::now(request), Notebook::default()).await
    }

    /// Goes on with a run that was not finished.
    pub async fn resume(&self, host: &dyn Host, request: &ResumeRequest) -> Result<Report> {
        let gone = || {
            Error::new("no-such-run", "This run is not known on this device any more")
                .hint("Research the note anew.")
        };
        let (mut begun, notebook) =
            record::unfinished(host, &request.run).await.ok_or_else(gone)?;
        // The note may have got another name since.
        let known = self.shelf.unfinished(host).await.into_iter().find(|it| it.run == request.run);
        if let Some(run) = known {
            begun.request.agenda.path = run.path;
        }
        let settings = self.settings();
        self.library.sync(host, &settings).await?;
        let meant = survey::still_meant(host, &self.library, &settings, begun.clone()).await;
        notebook.forgive();
        let begun = match request.how {
            Resume::Continue => meant?,
            Resume::Finish => {
                notebook.close();
                // Nobody is asked any more, so nothing is sent of whatever note this was.
                meant.or_else(|error| match &*error.code {
                    "note-missing" | "another-note" => Ok(Begun { lost: true, ..begun }),
                    _ => Err(error),
                })?
            }
        };
        self.carry_out(host, &begun, notebook).await
    }

    async fn carry_out(
        &self,
        host: &dyn Host,
        begun: &Begun,
        notebook: Notebook,
    ) -> Result<Report> {
        let settings = self.settings();
        self.library.sync(host, &settings).await?;
        let agenda = &begun.request.agenda;
        let door = Door::open(host, self, RUN_MILLIS).about(&agenda.path);
        let door = door.writing(&self.shelf.books, &agenda.run, agenda.path.as_str());
        let prices = self.prices.list(host).await;
        let vault = TracedVault::over(&self.library);
        let base = match section::run_of(&begun.request.agenda.section_content) {
            Some(run) => self.shelf.written(host, run).await,
            None => None,
        };
        let record = Record::new(&door, &notebook, begun).over(base);
        record.begin(host, &self.shelf).await;
        let means = Means { vault: &vault, ..self.means(&door, &notebook, (&settings, &prices)) };
        let outcome = run::run(&means, &record).await;
        record.end(host, &self.shelf, &outcome).await;
        self.shelf.books.settle(host).await;
        // What was stopped will be gone on with, and traced then.
        let is_stopped = outcome.as_ref().is_err_and(|error| error.code == "cancelled");
        if settings.keep_traces && !is_stopped {
            trace::keep(host, &Trace::of(&record, vault, (&settings, &prices))).await;
        }
        outcome
    }

    fn means<'a>(
        &'a self,
        door: &'a Door<'a>,
        notebook: &'a Notebook,
        (settings, prices): (&'a Settings, &'a PriceList),
    ) -> Means<'a> {
        let desk = Desk { host: door, courier: &self.courier, notebook };
        let privacy = door.privacy();
        Means { desk, vault: &self.library, settings, prices, shelf: &self.shelf, privacy }
    }

    /// Runs that were begun and not finished, the newest first.
    pub async fn unfinished(&self, host: &dyn Host) -> Vec<UnfinishedRun> {
        self.shelf.unfinished(host).await
    }

    /// Forgets an unfinished run.
    pub async fn discard(&self, host: &dyn Host, run: &str) {
        record::discard(host, &self.shelf, run).await;
    }

    /// What left the device, by run.
    pub async fn ledger(&self, host: &dyn Host) -> Ledger {
        self.shelf.books.read(host).await
    }

    /// The sections that were written in the last week, and what stood there before.
    pub async fn sections(&self, host: &dyn Host) -> Vec<KeptSection> {
        self.shelf.sections(host).await
    }

    /// Puts back what stood in a note's section before a run. What stands there now is kept in turn.
    pub async fn restore(&self, host: &dyn Host, run: &str) -> Result<NotePath> {
        let gone = || {
            Error::new("no-section", "This section is not known on this device any more")
                .hint("What a run replaces is kept for a week.")
        };
        let kept = self.shelf.sections(host).await.into_iter().find(|kept| kept.run == run);
        write::put_back(host, &self.shelf, &self.settings(), kept.ok_or_else(gone)?).await
    }

    /// Everything that a run asked and was told, as JSON, if it was kept.
    pub async fn trace(&self, host: &dyn Host, run: &str) -> Option<String> {
        let trace = trace::kept_trace(host, run).await?;
        serde_json::to_string(&trace).ok()
    }

    /// Drops everything that was kept on this device. What this handle still knows goes with it.
    pub async fn forget(&self, host: &dyn Host) -> Result<()> {
        host.forget().await
    }

    /// Reads what is new in the vault.
    pub async fn sync(&self, host: &dyn Host) -> Result<LibraryState> {
        self.library.sync(host, &self.settings()).await
    }

    /// Follows changes of single notes.
    pub async fn follow(&self, host: &dyn Host, changes: Vec<Change>) -> Result<LibraryState> {
        let renamed = changes.iter().filter_map(|change| match change {
            Change::Renamed { from, note } => {
                Some((NotePath::parse(from).ok()?, NotePath::parse(&note.path).ok()?))
            }
            _ => None,
        });
        self.shelf.rename(host, renamed.collect()).await;
        self.library.follow(host, &self.settings(), changes).await
    }

    /// Asks what the vault's passages mean, if the person chose a service for that.
    pub async fn learn(&self, host: &dyn Host) -> Result<()> {
        let door = self.day_door(host, "Learning what your notes mean");
        self.library.learn(&door, door.privacy(), &|| self.settings()).await
    }

    /// Looks for notes, in what has been read so far.
    pub async fn search(&self, host: &dyn Host, query: &Query) -> Result<Answer> {
        let door = self.day_door(host, "Searching the vault by meaning");
        self.library.find(&door, (&self.settings(), door.privacy()), query).await
    }

    /// The notes nearest to a note, in what has been read so far.
    pub async fn related(&self, host: &dyn Host, request: &RelatedRequest) -> Result<Answer> {
        self.library.related(host, request).await
    }

    /// A door for what is sent outside of a run: written down by day.
    fn day_door<'a>(&'a self, host: &'a dyn Host, what: &str) -> Door<'a> {
        let door = Door::always(host, self);
        let day = format!("{what} {}", door.opened().date());
        door.writing(&self.shelf.books, &day, what)
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
