//! The handle that the plugin holds: the settings and the library of one vault, and the workflows
//! over them. Everything is behind `&self`, and nothing stays borrowed while a call waits.

use std::cell::RefCell;

use serde_json::Value;

use crate::error::Result;
use crate::host::Host;
use crate::index::Query;
use crate::library::{Answer, Change, Library, LibraryState, RelatedRequest};
use crate::research::plan::{self, PlanRequest};
use crate::research::run::{self, RunRequest};
use crate::research::{Agenda, Report};
use crate::settings::Settings;
use crate::settings::saved::{self, Loaded};

/// One vault, ready to work on.
#[derive(Default)]
pub struct Engine {
    settings: RefCell<Settings>,
    library: Library,
}

impl Engine {
    /// Takes settings as saved, whatever their shape; answers with what is used and what was wrong.
    pub fn configure(&self, saved: &Value) -> Loaded {
        let loaded = saved::load(saved);
        *self.settings.borrow_mut() = loaded.settings.clone();
        loaded
    }

    /// Reads a note and answers with what a run would look up.
    pub async fn plan(&self, host: &dyn Host, request: &PlanRequest) -> Result<Agenda> {
        let settings = self.settings();
        let note = plan::read(host, &settings, request).await?;
        self.library.sync(host, &settings).await?;
        plan::agenda(host, &self.library, &settings, note)
    }

    /// Carries out an agenda and writes the section.
    pub async fn run(&self, host: &dyn Host, request: &RunRequest) -> Result<Report> {
        let settings = self.settings();
        self.library.sync(host, &settings).await?;
        run::run(host, &self.library, &settings, request).await
    }

    /// Reads what is new in the vault.
    pub async fn sync(&self, host: &dyn Host) -> Result<LibraryState> {
        self.library.sync(host, &self.settings()).await
    }

    /// Follows changes of single notes.
    pub async fn follow(&self, host: &dyn Host, changes: Vec<Change>) -> Result<LibraryState> {
        self.library.follow(host, &self.settings(), changes).await
    }

    /// Asks what the vault's passages mean, if the person chose a service for that.
    pub async fn learn(&self, host: &dyn Host) -> Result<()> {
        self.library.learn(host, &|| self.settings()).await
    }

    /// Looks for notes, in what has been read so far.
    pub async fn search(&self, host: &dyn Host, query: &Query) -> Result<Answer> {
        self.library.find(host, &self.settings(), query).await
    }

    /// The notes nearest to a note, in what has been read so far.
    pub async fn related(&self, host: &dyn Host, request: &RelatedRequest) -> Result<Answer> {
        self.library.related(host, request).await
    }

    fn settings(&self) -> Settings {
        self.settings.borrow().clone()
    }
}
