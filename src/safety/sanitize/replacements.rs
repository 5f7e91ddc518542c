//! Collects replacements in a text in any order, and applies all of them together.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::values::StableSort;

/// A range of a text and the text that replaces it.
struct Replacement {
    range: Range<usize>,
    text: String,
}

/// The replacements in one text, with descriptions for the user of the content that they remove.
#[derive(Default)]
pub struct Replacements {
    replacements: Vec<Replacement>,
    removed: BTreeSet<&'static str>,
}

impl Replacements {
    /// Replaces a range by `text`. `description` tells the user what was removed.
    pub fn replace(
        &mut self,
        range: Range<usize>,
        text: impl Into<String>,
        description: &'static str,
    ) {
        self.replacements.push(Replacement { range, text: text.into() });
        self.removed.insert(description);
    }

    /// Removes a range. `description` tells the user what was removed.
    pub fn remove(&mut self, range: Range<usize>, description: &'static str) {
        self.replace(range, "", description);
    }

    /// Inserts `text` before a byte offset. `description` tells the user what it makes harmless.
    pub fn insert(&mut self, at: usize, text: impl Into<String>, description: &'static str) {
        self.replace(at..at, text, description);
    }

    /// Whether nothing must be replaced, so that the text is already safe.
    pub fn is_empty(&self) -> bool {
        self.replacements.is_empty()
    }

    /// Applies the replacements to the text, and adds the descriptions to `removal_descriptions`.
    /// If two overlap, only the first one is applied; the next pass over the text finds the problem
    /// of the other one again.
    pub fn apply(
        mut self,
        text: &str,
        removal_descriptions: &mut BTreeSet<&'static str>,
    ) -> String {
        removal_descriptions.append(&mut self.removed);
        self.replacements
            .stable_sort_by_key(|replacement| (replacement.range.start, replacement.range.end));
        let mut out = String::with_capacity(text.len() + self.replacements.len());
        let mut done = 0;
        for replacement in self.replacements {
            let Some(kept) = text.get(done..replacement.range.start) else { continue };
            if text.get(replacement.range.clone()).is_none() {
                continue;
            }
            out.push_str(kept);
            out.push_str(&replacement.text);
            done = replacement.range.end;
        }
        out.push_str(text.get(done..).unwrap_or_default());
        out
    }
}
