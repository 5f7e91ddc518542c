//! Turns the names of notes in a text into links, each note once.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::library::mention_finder::{MentionFinder, comparable_text};
use crate::notes::note::NotePath;
use crate::safety::sanitize::WikilinkTarget;

/// The note to which a name leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NameLink {
    /// The note.
    pub note: NotePath,
    /// What a link to the note leads to.
    pub target: WikilinkTarget,
}

/// Turns the names of notes into links. It links to each note once, in all texts together.
pub(crate) struct NameLinker {
    finder: MentionFinder,
    links: BTreeMap<String, NameLink>,
    linked_notes: BTreeSet<NotePath>,
}

impl NameLinker {
    /// Creates a linker for names as `comparable_text` returns them. It adds no link to the notes that
    /// are linked already.
    pub(crate) fn new(links: BTreeMap<String, NameLink>, linked_notes: BTreeSet<NotePath>) -> Self {
        let finder = MentionFinder::new(links.keys().map(String::as_str));
        Self { finder, links, linked_notes }
    }

    /// Turns the names in a text into links where `is_linkable` admits the byte range. Names in code,
    /// links, addresses and file paths stay as they are.
    pub(crate) fn link(
        &mut self,
        text: &str,
        is_linkable: impl Fn(&Range<usize>) -> bool,
    ) -> String {
        let mut linked = String::with_capacity(text.len());
        let mut end = 0;
        for mention in self.finder.find(text) {
            let range = mention.byte_range.clone();
            let words = text.get(range.clone()).unwrap_or_default();
            let Some(link) = self.links.get(&comparable_text(words)) else { continue };
            if is_in_file_path(text, &range) || !is_linkable(&range) {
                continue;
            }
            let Some(wikilink) = mention.wikilink(&link.target, words) else { continue };
            if self.linked_notes.insert(link.note.clone()) {
                linked.push_str(text.get(end..range.start).unwrap_or_default());
                linked.push_str(&wikilink);
                end = range.end;
            }
        }
        linked.push_str(text.get(end..).unwrap_or_default());
        linked
    }
}

/// Whether a range of a text is a part of a file path: a slash or a backslash is in the same word.
fn is_in_file_path(text: &str, range: &Range<usize>) -> bool {
    let is_of_path = |c: &char| c.is_alphanumeric() || "/\\._-~:%+=".contains(*c);
    let before = text.get(..range.start).unwrap_or_default().chars().rev().take_while(is_of_path);
    let after = text.get(range.end..).unwrap_or_default().chars().take_while(is_of_path);
    before.chain(after).any(|c| c == '/' || c == '\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(texts: &[&str], expected: &[&str]) {
        let link = |name: &str, path: &str| {
            let note = NotePath::parse(path).unwrap();
            (
                comparable_text(name),
                NameLink { target: WikilinkTarget::parse(note.linkpath()).unwrap(), note },
            )
        };
        let links =
            [link("Tea", "Tea.md"), link("Green tea", "Green tea.md"), link("Chai", "Tea.md")];
        let mut linker = NameLinker::new(links.into(), BTreeSet::new());
        let linked: Vec<String> = texts.iter().map(|text| linker.link(text, |_| true)).collect();
        assert_eq!(linked, expected);
    }

    #[test]
    fn each_note_is_linked_once() {
        check(&["Green tea, tea, chai"], &["[[Green tea]], [[Tea|tea]], chai"]);
        check(&["chai", "tea", "green tea"], &["[[Tea|chai]]", "tea", "[[Green tea|green tea]]"]);
    }

    #[test]
    fn file_paths_stay() {
        for path in ["~/tea", "C:\\notes\\tea", "Drinks/Green tea", "a/tea/b", "tea\\b", "(/tea)"] {
            check(&[path], &[path]);
        }
        check(&["one/two tea"], &["one/two [[Tea|tea]]"]);
    }
}
