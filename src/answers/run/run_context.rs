//! The host, client, vault and settings that every step of a plan or a run uses.

use crate::answers::run::ResearchStore;
use crate::host::Host;
use crate::host::session::{PrivacyCheck, RunClient};
use crate::library::Vault;
use crate::model::llm::PriceList;
use crate::settings::Settings;

/// The host, client, vault and settings that every step of a plan or a run uses.
pub struct RunContext<'a> {
    /// The host of the run. It logs every request and ends all requests at the deadline of the run.
    pub host: &'a dyn Host,
    /// Sends requests to services. A repeated request gets its response from the log of the run.
    pub client: RunClient<'a>,
    /// Searches the notes of the vault and follows their links.
    pub vault: &'a dyn Vault,
    /// The settings when the run started.
    pub settings: &'a Settings,
    /// The prices of models, by which costs are estimated and limited.
    pub prices: &'a PriceList,
    /// The data that research stores on the device between runs.
    pub store: &'a ResearchStore,
    /// Decides which notes may be sent or quoted.
    pub privacy: PrivacyCheck<'a>,
}
