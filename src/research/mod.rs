//! Research of one note: `survey` looks at it, `plan` answers with an agenda, `run` gathers
//! evidence for the agenda, has it put into words, checks every sentence against its evidence and
//! writes the section.
//!
//! Nothing is asked here: between the steps, the plugin shows what there is and takes the answer.

mod agenda;
mod board;
mod built_in;
mod estimate;
mod extract;
mod gather;
mod kin;
mod merge;
mod model;
mod novelty;
mod phrases;
pub mod plan;
mod reader;
pub mod record;
mod related;
mod report;
pub mod run;
pub mod sanitize;
pub mod section;
pub mod shelf;
mod statement;
pub mod survey;
mod synthesis;
pub mod trace;
mod vault;
mod verify;
mod web;
pub mod write;

use serde::{Deserialize, Serialize};

use crate::journal::{Desk, Privacy};
use crate::llm::budget::Spent;
use crate::llm::price::PriceList;
use crate::note::NotePath;
use crate::settings::Settings;

pub use agenda::{Agenda, AgendaTopic, NoteRef};
pub use estimate::{RunEstimate, TopicEstimate, TopicsCall};
pub use shelf::Shelf;
pub use vault::{Meant, Vault};

/// What a run works with.
pub struct Means<'a> {
    /// Where questions are asked, and the outside world behind it.
    pub desk: Desk<'a>,
    /// The vault's notes.
    pub vault: &'a dyn Vault,
    /// What the person chose.
    pub settings: &'a Settings,
    /// What models cost.
    pub prices: &'a PriceList,
    /// What is kept between runs.
    pub shelf: &'a Shelf,
    /// Which notes may be sent or quoted.
    pub privacy: Privacy<'a>,
}

/// Whether the person agreed that something of a note is sent to a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Use {
    /// It is not asked; nothing goes there.
    #[default]
    Off,
    /// It may be asked.
    Allowed,
}

/// What to do with a section that is not Ibid's alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Existing {
    /// Leaves it and adds the report below.
    #[default]
    Keep,
    /// Puts the report in its place, with what the person changed in it.
    Merge,
    /// Puts the report in its place.
    Replace,
}

/// What a run did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Names the run.
    pub run: String,
    /// Where the section was written.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// The words of the section's heading.
    pub heading: String,
    /// Topics for which something was found.
    pub topics_researched: usize,
    /// Different notes and pages that are cited.
    pub sources: usize,
    /// Sentences that their evidence does not bear out.
    pub unverified: usize,
    /// The first characters of the section.
    pub preview: String,
    /// Dollars; the built-in engine costs none.
    pub cost: f64,
    /// What models took.
    pub spent: Spent,
    /// How long it took.
    pub elapsed_millis: u64,
    /// What was skipped or went another way, in words.
    pub warnings: Vec<String>,
}
