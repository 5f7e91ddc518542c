//! Remembers how often terms occur. To count the occurrences of a common word, or its notes when some notes
//! were removed, the index reads the list of nearly all notes; and every note that is researched has the same
//! common words.

use std::cell::RefCell;
use std::collections::BTreeMap;

/// Maximum number of terms with a remembered count. When there are more, all are forgotten: most of them
/// are then rare words, which are counted quickly.
const MAX_TERMS: usize = 20_000;

/// Counts by term, to be cleared when a note changes.
#[derive(Debug, Clone, Default)]
pub(super) struct CountCache(RefCell<BTreeMap<String, usize>>);

impl CountCache {
    /// Returns the remembered count of a term, or counts and remembers it.
    pub(super) fn get_or_count(&self, term: &str, count: impl FnOnce() -> usize) -> usize {
        let known = self.0.borrow().get(term).copied();
        known.unwrap_or_else(|| {
            let count = count();
            let mut counts = self.0.borrow_mut();
            if counts.len() >= MAX_TERMS {
                counts.clear();
            }
            counts.insert(term.to_owned(), count);
            count
        })
    }

    /// Forgets all counts.
    pub(super) fn clear(&mut self) {
        self.0.get_mut().clear();
    }
}
