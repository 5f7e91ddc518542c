//! What all runs of one vault share, and the session in which each of them runs.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;

use crate::answers::run::{ResearchStore, RunContext};
use crate::host::client::Client;
use crate::host::prices::CurrentPrices;
use crate::host::service_check;
use crate::host::session::{PrivacyRules, ResponseLog, RunClient, RunHost};
use crate::host::{Host, LocalFuture};
use crate::library::Library;
use crate::model::llm::{ChatModel, PriceList};
use crate::notes::note::NotePath;
use crate::safety::privacy::{PublicNotes, RestsOn, VaultNames};
use crate::settings::{EngineChoice, LoadedSettings, Settings, saved_settings};
use crate::values::Result;

/// The settings, the index, the services and the stored runs of one vault.
pub struct Workspace {
    settings: RefCell<Settings>,
    pub(crate) library: Library,
    pub(crate) client: Rc<Client>,
    pub(crate) prices: CurrentPrices,
    pub(crate) store: ResearchStore,
    /// Cached lists of model names, by the address of the service that offers the models.
    models: RefCell<BTreeMap<String, Vec<String>>>,
}

/// What a session is for.
pub struct Purpose<'p> {
    /// Time in milliseconds after which the session ends with what it has.
    pub limit_millis: u64,
    /// The id and the title under which the log of sent requests shows the session; without them, its
    /// host logs what it sends.
    pub log_entry: Option<(&'p str, &'p str)>,
    /// The researched note. If it becomes private, nothing more is sent.
    pub researched_note: Option<&'p NotePath>,
}

/// What one run has of the outside world: a host with its deadline, the responses so far, and the
/// settings and prices of the moment at which it began.
pub struct Session<'a> {
    workspace: &'a Workspace,
    pub host: RunHost<'a>,
    pub response_log: ResponseLog,
    pub settings: Settings,
    pub(crate) prices: Rc<PriceList>,
}

impl Default for Workspace {
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

impl Workspace {
    /// Replaces the settings by saved ones, which may be invalid. Returns the settings in use, and
    /// warnings about invalid values.
    pub fn configure(&self, saved: &Value) -> LoadedSettings {
        let loaded = saved_settings::load_settings(saved);
        *self.settings.borrow_mut() = loaded.settings.clone();
        // The user may have fixed the cause of earlier failures.
        self.client.reset_failures();
        loaded
    }

    /// The settings in use.
    pub fn settings(&self) -> Settings {
        self.settings.borrow().clone()
    }

    /// Opens a session.
    pub async fn open<'a>(
        &'a self,
        host: &'a dyn Host,
        settings: Settings,
        purpose: Purpose<'_>,
    ) -> Session<'a> {
        let mut run_host = RunHost::with_time_limit(host, self, purpose.limit_millis);
        if let Some(note) = purpose.researched_note {
            run_host = run_host.with_researched_note(note);
        }
        if let Some((id, title)) = purpose.log_entry {
            run_host = run_host.with_audit_log(&self.store.audit, id, title);
        }
        let prices = self.prices.price_list(host).await;
        Session::new(self, run_host, settings, prices)
    }

    /// Returns a host for requests outside of a run. The audit log groups these requests by day and
    /// by their `purpose`.
    pub fn host_with_daily_log<'a>(&'a self, host: &'a dyn Host, purpose: &str) -> RunHost<'a> {
        let run_host = RunHost::without_time_limit(host, self);
        let day = format!("{purpose} {}", run_host.started_at().local_date());
        run_host.with_audit_log(&self.store.audit, &day, purpose)
    }

    /// Finds out on which notes what is written outside of a run may rest now.
    pub async fn public_notes(&self, host: &dyn Host, rests_on: &RestsOn) -> Result<PublicNotes> {
        // A note that was moved is found by its name.
        self.library.sync_once(host, &self.settings()).await?;
        let run_host = RunHost::without_time_limit(host, self);
        Ok(run_host.privacy_check().public_notes(rests_on.notes()).await)
    }

    /// Returns the settings with a default model, if there is one.
    pub async fn settings_with_model(&self, host: &dyn Host) -> Settings {
        let settings = self.settings();
        self.find_default_model(host, settings.clone()).await.unwrap_or(settings)
    }

    /// Fills in the first model of the user's own server if the settings name none.
    pub async fn find_default_model(
        &self,
        host: &dyn Host,
        settings: Settings,
    ) -> Result<Settings> {
        let is_missing = settings.engine == EngineChoice::Model
            && settings.provider.is_own_server()
            && settings.model.trim().is_empty();
        if !is_missing {
            return Ok(settings);
        }
        let names = self.listed_models(host, &settings.model_without_name()?).await?;
        let model = names.into_iter().next().unwrap_or_default();
        Ok(Settings { model, ..settings })
    }

    /// Returns the models that a service lists. The list is requested once.
    pub async fn listed_models(&self, host: &dyn Host, service: &ChatModel) -> Result<Vec<String>> {
        let address = service.endpoint.to_string();
        if let Some(names) = self.models.borrow().get(&address) {
            return Ok(names.clone());
        }
        let run_host = self.host_with_daily_log(host, "List of models");
        let names = service_check::list_models(&run_host, &self.client, service).await?;
        self.models.borrow_mut().insert(address, names.clone());
        Ok(names)
    }

    /// Forgets the lists of models: a server may have been started, or a model installed.
    pub fn forget_listed_models(&self) {
        self.models.borrow_mut().clear();
    }
}

impl PrivacyRules for Workspace {
    fn settings(&self) -> Settings {
        Workspace::settings(self)
    }

    fn vault_names<'a>(&'a self, host: &'a dyn Host) -> LocalFuture<'a, Result<Rc<VaultNames>>> {
        Box::pin(async move { self.library.vault_file_names(host, &self.settings()).await })
    }
}

impl<'a> Session<'a> {
    /// Creates a session of a host that has its deadline and its log already.
    pub fn new(
        workspace: &'a Workspace,
        host: RunHost<'a>,
        settings: Settings,
        prices: Rc<PriceList>,
    ) -> Self {
        Self { workspace, host, response_log: ResponseLog::default(), settings, prices }
    }

    /// Continues with the responses of an earlier session, which are not requested again.
    pub fn with_responses(self, response_log: ResponseLog) -> Self {
        Self { response_log, ..self }
    }

    /// What the steps of the run use.
    pub fn context(&self) -> RunContext<'_> {
        RunContext {
            host: &self.host,
            client: RunClient {
                host: &self.host,
                client: &self.workspace.client,
                response_log: &self.response_log,
            },
            vault: &self.workspace.library,
            settings: &self.settings,
            prices: &self.prices,
            store: &self.workspace.store,
            privacy: self.host.privacy_check(),
        }
    }
}
