//! Research of one note: `plan` reads it and answers with an agenda, `run` gathers evidence for
//! the agenda, checks every sentence against it and writes the section.
//!
//! Nothing is asked here: between the two, the plugin shows the agenda and takes the answer.

mod gather;
pub mod merge;
mod phrases;
pub mod plan;
mod report;
pub mod run;
pub mod sanitize;
pub mod section;
mod verify;
mod web;

use serde::{Deserialize, Serialize};

use crate::courier::Courier;
use crate::host::Host;
use crate::index::{Hit, Query};
use crate::local::{Surroundings, Topic};
use crate::note::NotePath;
use crate::settings::{Depth, Settings};
use section::SectionState;

/// What research asks of the vault. Answers are values, so nothing stays borrowed while a run waits.
pub trait Vault {
    /// The best passages for a query.
    fn search(&self, query: &Query) -> Vec<Hit>;
    /// The vault as seen from a note.
    fn around<'a>(&'a self, note: &'a NotePath) -> Box<dyn Surroundings + 'a>;
    /// The text of a wikilink to a note.
    fn linktext(&self, path: &NotePath) -> String;
    /// Notes that a note links to already.
    fn linked(&self, path: &NotePath) -> Vec<NotePath>;
}

/// What a run works with.
pub struct Means<'a> {
    /// The outside world.
    pub host: &'a dyn Host,
    /// The vault's notes.
    pub vault: &'a dyn Vault,
    /// Carries what is asked of services.
    pub courier: &'a Courier,
    /// What the person chose.
    pub settings: &'a Settings,
}

/// Whether a run may ask the web.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum WebUse {
    /// Only the vault is asked; nothing leaves the device.
    #[default]
    Off,
    /// The person agreed that topics are sent to the services of the settings.
    Allowed,
}

/// What a run would look up, for the person to approve.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Agenda {
    /// Names the run.
    pub run: String,
    /// The note.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// How far to look.
    pub depth: Depth,
    /// In order.
    pub topics: Vec<Topic>,
    /// What stands in the note's Research section now.
    pub section: SectionState,
    /// That section's content, so that a change made meanwhile is noticed.
    pub section_content: String,
    /// Services of the web that would be asked; none where the note is private.
    pub asks: Vec<String>,
    /// What the person should know about this run.
    pub warnings: Vec<String>,
}

/// What to do with a section that is not Ibid's alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Existing {
    /// Leaves it and adds the report below.
    #[default]
    Keep,
    /// Puts the report in its place.
    Replace,
}

/// What a run did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Where the section was written.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// Topics for which something was found.
    pub topics_researched: usize,
    /// Different notes that are cited.
    pub sources: usize,
    /// The first characters of the section.
    pub preview: String,
    /// Dollars; the built-in engine costs none.
    pub cost: f64,
    /// How long it took.
    pub elapsed_millis: u64,
    /// What was skipped or went another way, in words.
    pub warnings: Vec<String>,
}
