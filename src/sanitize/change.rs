//! Changes to a text, gathered in any order and made at once.

use std::collections::BTreeSet;
use std::ops::Range;

struct Change {
    range: Range<usize>,
    text: String,
}

/// Changes to one text, and what they take out of it.
#[derive(Default)]
pub struct Changes {
    changes: Vec<Change>,
    removed: BTreeSet<&'static str>,
}

impl Changes {
    /// Puts `text` in place of a range.
    pub fn replace(&mut self, range: Range<usize>, text: impl Into<String>, what: &'static str) {
        self.changes.push(Change { range, text: text.into() });
        self.removed.insert(what);
    }

    /// Takes a range out.
    pub fn remove(&mut self, range: Range<usize>, what: &'static str) {
        self.replace(range, "", what);
    }

    /// Puts `text` before a byte.
    pub fn insert(&mut self, at: usize, text: impl Into<String>, what: &'static str) {
        self.replace(at..at, text, what);
    }

    /// Whether nothing is to be changed.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The text with the changes made. Of two that overlap the first one is made; the next look
    /// finds what is left of the other.
    pub fn apply(mut self, text: &str, removed: &mut BTreeSet<&'static str>) -> String {
        removed.append(&mut self.removed);
        self.changes.sort_by_key(|change| (change.range.start, change.range.end));
        let mut out = String::with_capacity(text.len() + self.changes.len());
        let mut done = 0;
        for change in self.changes {
            let Some(kept) = text.get(done..change.range.start) else { continue };
            if text.get(change.range.clone()).is_none() {
                continue;
            }
            out.push_str(kept);
            out.push_str(&change.text);
            done = change.range.end;
        }
        out.push_str(text.get(done..).unwrap_or_default());
        out
    }
}
