//! Takes out of a text what nobody else may know: keys and passwords, and the names of private
//! notes in links, paths, code and running text.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::note::folder::FolderPattern;
use crate::note::{prose, secret};
use crate::privacy::OutgoingText;
use crate::privacy::address::{Address, addresses};
use crate::privacy::fence_mark::without_marks;
use crate::privacy::name::{Name, Word, readings};
use crate::privacy::outgoing::{file_key, visible};
use crate::text::normalize::composed;

/// Stands in place of a name.
const HIDDEN: &str = "(private note)";

/// In a text that was not made to cost time, the second round finds nothing.
const MOST_ROUNDS: usize = 8;

/// A note or file that nothing may name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrivateNote {
    /// Its path in the vault.
    pub path: String,
    /// Its title and other names.
    pub names: Vec<String>,
    /// Whether a link or path in the text leads to it: then also a single word is taken for its
    /// name.
    pub is_addressed: bool,
}

/// What must be taken out of the texts of one request.
#[derive(Debug, Clone)]
pub struct Redactor {
    /// Names that are hidden in running text, by their first word, the longest first.
    names: BTreeMap<String, Vec<Name>>,
    /// Names of private files with the paths they stand for.
    files: BTreeMap<String, Vec<String>>,
    folders: Vec<FolderPattern>,
    /// Notes and attachments by name that are known to be public.
    public_files: BTreeSet<String>,
    /// Notes that the texts quote or name and that are public.
    notes: BTreeSet<String>,
}

impl Redactor {
    /// One that hides these notes and everything in these folders. Only who has judged every note
    /// that the texts quote or name can make one: see `journal::privacy`.
    pub fn new(private: &[PrivateNote], folders: Vec<FolderPattern>) -> Self {
        let mut redactor = Self {
            names: BTreeMap::new(),
            files: BTreeMap::new(),
            folders,
            public_files: BTreeSet::new(),
            notes: BTreeSet::new(),
        };
        for note in private {
            redactor.hide(note);
        }
        for names in redactor.names.values_mut() {
            names.sort_by(|a, b| b.cmp(a));
            names.dedup();
        }
        redactor
    }

    /// With the notes that the texts quote or name and that are public.
    pub fn quoting(mut self, notes: impl IntoIterator<Item = String>) -> Self {
        self.notes.extend(notes);
        self
    }

    /// With the names of attachments that are known to be public.
    pub fn with_attachments(mut self, names: Vec<String>) -> Self {
        self.public_files.extend(names.iter().map(|name| file_key(name)));
        self
    }

    fn hide(&mut self, note: &PrivateNote) {
        let path = file_key(&note.path);
        for name in &note.names {
            self.files.entry(file_key(name)).or_default().push(path.clone());
            let name = Name::parse(name);
            if let Some(name) = name.filter(|name| note.is_addressed || name.is_distinctive()) {
                self.names.entry(name.first().to_owned()).or_default().push(name);
            }
        }
    }

    /// Any text as it may be sent.
    pub fn text(&self, raw: &str) -> OutgoingText {
        OutgoingText::redacted(raw, self.redact(raw), &self.notes)
    }

    /// Markdown as plain prose that may be sent. Links are looked at before they lose their
    /// targets, names once more when markup no longer divides them.
    pub fn prose(&self, markdown: &str) -> OutgoingText {
        let plain = prose::plain(&self.redact(markdown));
        OutgoingText::redacted(markdown, self.redact(&plain), &self.notes)
    }

    /// A search for the web; nothing where only hidden names would be searched for.
    pub fn query(&self, words: &str) -> Option<OutgoingText> {
        let text = self.redact(words).replace(HIDDEN, " ");
        let says = text.replace(secret::MASK, "").contains(char::is_alphanumeric);
        says.then(|| OutgoingText::redacted(words, text, &self.notes))
    }

    /// Markdown without the names of private notes, for a place on this device that is public. As
    /// many lines as before; where nothing is private, the same bytes.
    pub fn hide_names(&self, markdown: &str) -> String {
        let mut text = markdown.to_owned();
        // What stood beside a name may be seen for another address once the name is gone.
        for _ in 0..MOST_ROUNDS {
            // Both are found in the same text: a path that ends at a blank may begin a name.
            let mut hidden = self.hidden_addresses(&text);
            hidden.extend(self.hidden_names(&text));
            if hidden.is_empty() {
                break;
            }
            text = replaced(&text, hidden);
        }
        text
    }

    /// The same as plain prose.
    pub fn hide_names_in_prose(&self, markdown: &str) -> String {
        self.hide_names(&prose::plain(&self.hide_names(markdown)))
    }

    fn redact(&self, raw: &str) -> String {
        let mut text = without_marks(&visible(&composed(raw)));
        // What stands in place of a name may be seen for a password behind its label.
        for _ in 0..MOST_ROUNDS {
            let redacted = self.hide_names(&secret::mask(&text).text);
            if redacted == text {
                break;
            }
            text = redacted;
        }
        text
    }

    fn hidden_addresses(&self, text: &str) -> Vec<Range<usize>> {
        if self.folders.is_empty() && self.files.is_empty() {
            return Vec::new();
        }
        let hidden = addresses(text).into_iter().filter(|address| self.hides(address));
        hidden.map(|address| address.range).collect()
    }

    fn hides(&self, address: &Address) -> bool {
        let path = &address.path;
        let in_folder = |folder: &FolderPattern| folder.contains(path) || folder.may_contain(path);
        self.folders.iter().any(in_folder)
            || self.is_private_file(address)
            || (address.is_attachment() && self.is_unknown(address))
    }

    /// Whether an address leads to a private file. Of two files of one name, the folder tells
    /// which is meant; without one either may be.
    fn is_private_file(&self, address: &Address) -> bool {
        let Some(paths) = self.files.get(&file_key(address.name())) else { return false };
        let written = file_key(&address.path);
        let folder = written.rsplit_once('/').map(|(folder, _)| folder);
        let in_folder = |folder: &str| {
            paths.iter().any(|path| {
                let own = path.rsplit_once('/').map_or("", |(own, _)| own);
                own.strip_suffix(folder).is_some_and(|head| head.is_empty() || head.ends_with('/'))
            })
        };
        folder.is_none_or(|folder| folder.contains("..") || in_folder(folder))
    }

    /// Whether an attachment may lie in a private folder: its address names no folder, and it is
    /// not known to be elsewhere.
    fn is_unknown(&self, address: &Address) -> bool {
        let known = self.public_files.contains(&file_key(address.name()));
        !self.folders.is_empty() && !address.path.contains('/') && !known
    }

    fn hidden_names(&self, text: &str) -> Vec<Range<usize>> {
        if self.names.is_empty() {
            return Vec::new();
        }
        readings(text).iter().flat_map(|words| self.names_among(words)).collect()
    }

    fn names_among(&self, words: &[Word]) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let names = self.names.get(&word.text).into_iter().flatten();
            let rest = words.get(at..).unwrap_or_default();
            let ends = names.filter_map(|name| name.end_in(rest));
            found.extend(ends.max().map(|end| word.range.start..end));
        }
        found
    }
}

/// A text with something else in place of some ranges, which may overlap.
fn replaced(text: &str, ranges: Vec<Range<usize>>) -> String {
    let mut ranges = ranges;
    ranges.sort_by_key(|range| (range.start, range.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for range in ranges {
        if range.start >= at {
            out.push_str(text.get(at..range.start).unwrap_or_default());
            out.push_str(HIDDEN);
            // Passages are found by their lines.
            let hidden = text.get(range.clone()).unwrap_or_default();
            out.extend(hidden.matches('\n'));
        }
        at = at.max(range.end);
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests;
