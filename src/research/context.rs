//! What every step of a run works with.

use crate::library::Vault;
use crate::llm::price::PriceList;
use crate::research::store::ResearchStore;
use crate::session::{Privacy, RunClient};
use crate::settings::Settings;

/// What a run works with.
pub struct RunContext<'a> {
    /// Where questions are asked, and the outside world behind it.
    pub client: RunClient<'a>,
    /// The vault's notes.
    pub vault: &'a dyn Vault,
    /// What the person chose.
    pub settings: &'a Settings,
    /// What models cost.
    pub prices: &'a PriceList,
    /// What is kept between runs.
    pub store: &'a ResearchStore,
    /// Which notes may be sent or quoted.
    pub privacy: Privacy<'a>,
}
