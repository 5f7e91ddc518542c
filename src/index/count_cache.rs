//! Remembers how often terms occur. To count a common word, the index reads the list of nearly all
//! notes, and every note that is researched has the same common words.

use std::cell::RefCell;
use std::collections::BTreeMap;

/// Counts by term, to be cleared when a note changes.
#[derive(Debug, Clone, Default)]
pub struct CountCache(RefCell<BTreeMap<String, usize>>);

impl CountCache {
    /// Returns the remembered count of a term, or counts and remembers it.
    pub fn get_or_count(&self, term: &str, count: impl FnOnce() -> usize) -> usize {
        let known = self.0.borrow().get(term).copied();
        known.unwrap_or_else(|| {
            let count = count();
            self.0.borrow_mut().insert(term.to_owned(), count);
            count
        })
    }

    /// Forgets all counts.
    pub fn clear(&mut self) {
        self.0.get_mut().clear();
    }
}
