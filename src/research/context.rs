//! What every step of a plan or a run works with.

use crate::host::Host;
use crate::library::Vault;
use crate::llm::price::PriceList;
use crate::research::store::ResearchStore;
use crate::session::{Privacy, RunClient};
use crate::settings::Settings;

/// What every step of a plan or a run works with.
pub struct RunContext<'a> {
    /// The outside world. It logs every request and ends them all at the deadline of the run.
    pub host: &'a dyn Host,
    /// Sends requests to services, and answers repeated ones from the log of the run.
    pub client: RunClient<'a>,
    /// The vault's notes.
    pub vault: &'a dyn Vault,
    /// The settings when the run started.
    pub settings: &'a Settings,
    /// What models cost.
    pub prices: &'a PriceList,
    /// What research stores between runs.
    pub store: &'a ResearchStore,
    /// Decides which notes may be sent or quoted.
    pub privacy: Privacy<'a>,
}
