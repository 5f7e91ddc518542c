//! Everything that the plugin calls: the settings and the library of one vault, and the workflows on
//! them. All methods take `&self`, and nothing stays borrowed across an `await`.
//!
//! This file has the engine's state and settings. Its other methods are in `research` (runs and what
//! is stored of them), `vault` (the index), `tools` and `product_tools` (the tools of models and
//! programs), `citations` (the citations of a note), `health` (the health of the vault), `gaps` and
//! `inbox` (research of the vault's gaps, and its findings) and `service_call` (requests to services outside of a run).

mod ask;
mod chat;
mod citations;
mod gaps;
mod health;
mod inbox;
mod product_tools;
mod research;
mod service_call;
mod service_request;
mod tools;
mod vault;

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use futures_util::lock::Mutex;
use serde_json::Value;

use crate::answers::run::ResearchStore;
use crate::features::ask::{AskResult, AskTrace};
use crate::features::chat::ConversationStore;
use crate::features::health::HealthCheck;
use crate::features::inbox::{GapAgenda, InboxStore};
use crate::features::tools::{NoteCatalog, ToolSession, UndoStore};
use crate::host::client::Client;
use crate::host::prices::CurrentPrices;
use crate::host::session::{PrivacyRules, RunHost};
use crate::host::{CachedValue, Host, LocalFuture};
use crate::library::Library;
use crate::safety::privacy::{PublicNotes, RestsOn, VaultNames};
use crate::settings::{LoadedSettings, Settings, saved_settings};
use crate::values::Result;

pub use service_request::{ChatMessage, ChatOutcome, ChatRequest, WebSearchRequest};

/// The id in the evidence of tools that a program calls outside of a run.
const TOOL_SESSION_ID: &str = "tools";

/// The settings, the library and the services of one vault.
pub struct Engine {
    settings: RefCell<Settings>,
    library: Library,
    client: Rc<Client>,
    prices: CurrentPrices,
    store: ResearchStore,
    /// Cached lists of model names, by the address of the service that offers the models.
    models: RefCell<BTreeMap<String, Vec<String>>>,
    note_catalog: NoteCatalog,
    health_check: HealthCheck,
    /// What the calls of tools from outside have seen so far.
    tool_session: ToolSession,
    /// The changes of the vault that can be taken back.
    undo_store: UndoStore,
    conversation_store: ConversationStore,
    inbox_store: InboxStore,
    /// Locked while a finding is accepted, added to a note or restored.
    inbox_lock: Mutex<()>,
    /// The agenda of gaps that waits for the user, runs, or ran last.
    gap_agenda: CachedValue<Option<GapAgenda>>,
    /// The agendas that were carried out, the newest first.
    finished_gap_agendas: CachedValue<Vec<GapAgenda>>,
    /// Topics that the user never wants to see again, in the form in which they are compared and as
    /// they were written.
    suppressed_topics: CachedValue<BTreeMap<String, String>>,
    /// The last questions with their answers, the newest first.
    asked: RefCell<VecDeque<(AskTrace, AskResult)>>,
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
            note_catalog: NoteCatalog::default(),
            health_check: HealthCheck::default(),
            tool_session: ToolSession::new(TOOL_SESSION_ID),
            undo_store: UndoStore::default(),
            conversation_store: ConversationStore::default(),
            inbox_store: InboxStore::default(),
            inbox_lock: Mutex::default(),
            gap_agenda: CachedValue::new("gap-agenda"),
            finished_gap_agendas: CachedValue::new("finished-gap-agendas"),
            suppressed_topics: CachedValue::new("suppressed-topics"),
            asked: RefCell::default(),
        }
    }
}

impl Engine {
    /// Replaces the settings by saved ones, which may be invalid. Returns the settings in use, and
    /// warnings about invalid values.
    pub fn configure(&self, saved: &Value) -> LoadedSettings {
        let loaded = saved_settings::load_settings(saved);
        *self.settings.borrow_mut() = loaded.settings.clone();
        // The user may have fixed the cause of earlier failures.
        self.client.reset_failures();
        loaded
    }

    /// Deletes everything that is stored on this device. The engine must not be used afterwards.
    pub async fn delete_local_data(&self, host: &dyn Host) -> Result<()> {
        host.delete_all().await
    }

    /// Returns a host for requests outside of a run. The audit log groups these requests by day and
    /// by their `purpose`.
    fn host_with_daily_log<'a>(&'a self, host: &'a dyn Host, purpose: &str) -> RunHost<'a> {
        let run_host = RunHost::without_time_limit(host, self);
        let day = format!("{purpose} {}", run_host.started_at().local_date());
        run_host.with_audit_log(&self.store.audit, &day, purpose)
    }

    /// Finds out on which notes what is written outside of a run may rest now.
    async fn public_notes(&self, host: &dyn Host, rests_on: &RestsOn) -> Result<PublicNotes> {
        // A note that was moved is found by its name.
        self.library.sync_once(host, &self.settings()).await?;
        let run_host = RunHost::without_time_limit(host, self);
        Ok(run_host.privacy_check().public_notes(rests_on.notes()).await)
    }

    fn settings(&self) -> Settings {
        self.settings.borrow().clone()
    }
}

impl PrivacyRules for Engine {
    fn settings(&self) -> Settings {
        Engine::settings(self)
    }

    fn vault_names<'a>(&'a self, host: &'a dyn Host) -> LocalFuture<'a, Result<Rc<VaultNames>>> {
        Box::pin(async move { self.library.vault_file_names(host, &self.settings()).await })
    }
}
