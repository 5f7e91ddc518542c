//! What research asks of the vault. Answers are values, so nothing stays borrowed while a run waits.

use crate::index::{Hit, Query};
use crate::local::Surroundings;
use crate::note::NotePath;

/// The vault's notes, as far as they have been read.
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
