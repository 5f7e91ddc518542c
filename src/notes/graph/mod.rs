//! The links between the notes of a vault: outgoing links, backlinks and unresolved links.
//! `cluster` groups the nodes of any graph.
//!
//! A link resolves as in Obsidian: to an exact path, else to the nearest note of that name. Case
//! does not matter, and the extension may be left out. Aliases are for search, not for links. The
//! graph stores link targets as written and resolves them on demand, so that links to a missing
//! note resolve as soon as the note is created.

mod cluster;
mod linkpath_index;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::notes::graph::linkpath_index::{LinkpathIndex, linkpath_key, note_name_key};
use crate::notes::note::{NotePath, link};

pub(crate) use cluster::{ClusterCache, Neighbours};

/// The link graph of a vault: the link targets in each note, which are resolved to notes on demand.
#[derive(Debug, Clone, Default)]
pub struct LinkGraph {
    targets: BTreeMap<NotePath, LinkTargets>,
    /// Finds notes by their path. This index is built at its first use, so that the notes can be read
    /// faster.
    notes_by_path: OnceCell<LinkpathIndex>,
    /// Finds the notes that contain a link target, so that finding backlinks needs no scan of the
    /// vault. This index is built at its first use.
    notes_by_link_target: OnceCell<LinkpathIndex>,
}

/// The link targets of a note, as written, in order. All targets are in one string: a large vault
/// has half a million links, and allocating a string for each would take longer than reading them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LinkTargets(Box<str>);

/// The character that ends each target in the string of `LinkTargets`. No path contains it, so a
/// target that contains it can match no note and is not stored.
const LINK_TARGET_END: char = '\0';

impl LinkTargets {
    /// The link targets in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.split_terminator(LINK_TARGET_END)
    }

    /// All targets in one string, in which each is followed by a zero character. This form is
    /// stored.
    pub fn as_text(&self) -> &str {
        &self.0
    }

    /// Restores the targets from the string that `as_text` returned.
    pub fn from_text(text: &str) -> Self {
        Self(text.into())
    }
}

impl FromIterator<String> for LinkTargets {
    fn from_iter<I: IntoIterator<Item = String>>(targets: I) -> Self {
        let mut all = String::new();
        for target in targets.into_iter().filter(|target| !target.contains(LINK_TARGET_END)) {
            all.push_str(&target);
            all.push(LINK_TARGET_END);
        }
        Self(all.into())
    }
}

/// Builds the graph from many notes at once. This is faster than `upsert` if the notes are in order
/// of path.
impl FromIterator<(NotePath, LinkTargets)> for LinkGraph {
    fn from_iter<I: IntoIterator<Item = (NotePath, LinkTargets)>>(notes: I) -> Self {
        Self { targets: notes.into_iter().collect(), ..Self::default() }
    }
}

impl LinkGraph {
    /// Adds a note with the links in its text, or replaces the links of a note.
    pub fn upsert(&mut self, path: &NotePath, text: &str) {
        let links = link::parse_links(text).into_iter().chain(link::parse_property_links(text));
        let targets = links.map(|link| link.target).filter(|target| !target.is_empty());
        self.insert(path, targets.collect());
    }

    fn insert(&mut self, path: &NotePath, targets: LinkTargets) {
        self.remove(path);
        if let Some(mentions) = self.notes_by_link_target.get_mut() {
            targets.iter().for_each(|target| mentions.add(target, path));
        }
        if let Some(notes) = self.notes_by_path.get_mut() {
            notes.add(path.as_str(), path);
        }
        self.targets.insert(path.clone(), targets);
    }

    /// Removes a note. Links to it become unresolved.
    pub fn remove(&mut self, path: &NotePath) {
        let Some(targets) = self.targets.remove(path) else { return };
        if let Some(mentions) = self.notes_by_link_target.get_mut() {
            targets.iter().for_each(|target| mentions.remove(target, path));
        }
        if let Some(notes) = self.notes_by_path.get_mut() {
            notes.remove(path.as_str(), path);
        }
    }

    /// Moves a note to another path. The links to it do not change, because they are text in other
    /// notes.
    pub fn rename(&mut self, from: &NotePath, to: &NotePath) {
        if let Some(targets) = self.targets.get(from).cloned() {
            self.remove(from);
            self.insert(to, targets);
        }
    }

    /// Every note with its link targets, in order of path.
    pub fn notes_with_targets(&self) -> impl Iterator<Item = (&NotePath, &LinkTargets)> {
        self.targets.iter()
    }

    /// Builds the indexes of the links now, so that nobody waits for them later.
    pub fn build_indexes(&self) {
        self.notes_by_path();
        self.notes_by_link_target();
    }

    /// The index of notes by path; built at the first call.
    fn notes_by_path(&self) -> &LinkpathIndex {
        self.notes_by_path.get_or_init(|| {
            let mut notes = LinkpathIndex::default();
            self.targets.keys().for_each(|path| notes.add(path.as_str(), path));
            notes
        })
    }

    /// The index of notes by the link targets they contain; built at the first call.
    fn notes_by_link_target(&self) -> &LinkpathIndex {
        self.notes_by_link_target.get_or_init(|| {
            let mut mentions = LinkpathIndex::default();
            for (path, targets) in &self.targets {
                targets.iter().for_each(|target| mentions.add(target, path));
            }
            mentions
        })
    }

    fn targets_of(&self, path: &NotePath) -> impl Iterator<Item = &str> {
        self.targets.get(path).into_iter().flat_map(LinkTargets::iter)
    }

    /// The note to which a link in the note `source` resolves: the note at that exact path, else
    /// one in the folder of `source`, else the one with the fewest folders, else the first by path.
    /// A target that begins with `./` or `../` is relative to the folder of `source`.
    pub fn resolve(&self, target: &str, source: &NotePath) -> Option<&NotePath> {
        if target.starts_with("./") || target.starts_with("../") {
            let key = linkpath_key(&join_relative_target(source.folder(), target)?);
            return self.notes_by_path().notes_with_key(&key).next();
        }
        let target_key = linkpath_key(target);
        let distance = |(key, path): &(&str, &NotePath)| {
            let is_same_folder = path.folder() == source.folder();
            (*key != target_key, !is_same_folder, path.as_str().matches('/').count())
        };
        let candidates = self.notes_by_path().keys_and_notes_with_prefix(&target_key);
        candidates.min_by_key(|found| (distance(found), found.1)).map(|(_, path)| path)
    }

    /// The notes that a note links to, each once, in order of path.
    pub fn outlinks(&self, path: &NotePath) -> BTreeSet<&NotePath> {
        self.targets_of(path).filter_map(|target| self.resolve(target, path)).collect()
    }

    /// The notes that link to a note, in order of path.
    pub fn backlinks(&self, path: &NotePath) -> BTreeSet<&NotePath> {
        let name = note_name_key(path.as_str());
        let links_here = |source: &NotePath| {
            let same_name = self.targets_of(source).filter(|target| note_name_key(target) == name);
            same_name.into_iter().any(|target| self.resolve(target, source) == Some(path))
        };
        let sources: BTreeSet<&NotePath> = self
            .notes_by_link_target()
            .keys_and_notes_with_prefix(&name)
            .map(|(_, source)| source)
            .collect();
        sources.into_iter().filter(|source| links_here(source)).collect()
    }

    /// The unresolved link targets of a note, as written, each once.
    pub fn unresolved_targets(&self, path: &NotePath) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        let targets = self.targets_of(path).filter(|target| self.resolve(target, path).is_none());
        targets.filter(|target| seen.insert(*target)).collect()
    }

    /// Number of notes that link to the missing note `target`.
    pub fn linking_note_count(&self, target: &str) -> usize {
        self.notes_by_link_target().notes_with_key(&linkpath_key(target)).len()
    }

    /// The notes with a link to a note of this name, in whatever folder, also if there is none.
    pub fn notes_linking_to_name(&self, name: &str) -> BTreeSet<&NotePath> {
        let same = self.notes_by_link_target();
        same.keys_and_notes_with_prefix(&note_name_key(name)).map(|(_, path)| path).collect()
    }

    /// The text of a wikilink to a note: its name, or its path if the name is not unique.
    pub fn linktext<'a>(&self, path: &'a NotePath) -> &'a str {
        let same = self
            .notes_by_path()
            .keys_and_notes_with_prefix(&note_name_key(path.as_str()))
            .take(2)
            .count();
        let markdown = path.as_str().to_lowercase().ends_with(".md");
        match (same <= 1, markdown) {
            (true, true) => path.title(),
            (false, true) => path.linkpath(),
            (_, false) => path.as_str(),
        }
    }
}

/// The path in the vault of a link target that is relative to a folder; `None` if it leaves the
/// vault.
fn join_relative_target(folder: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> NotePath {
        NotePath::parse(text).unwrap()
    }

    fn graph(notes: &[(&str, &str)]) -> LinkGraph {
        let mut graph = LinkGraph::default();
        for (name, text) in notes {
            graph.upsert(&path(name), text);
        }
        graph
    }

    fn names<'a>(paths: impl IntoIterator<Item = &'a NotePath>) -> String {
        paths.into_iter().map(NotePath::as_str).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn links_resolve_as_in_obsidian() {
        let graph = graph(&[
            ("A.md", ""),
            ("x/A.md", ""),
            ("x/B.md", ""),
            ("y/z/B.md", ""),
            ("c.txt", ""),
            ("v1.2.md", ""),
        ]);
        let check = |target: &str, source: &str, expected: Option<&str>| {
            let got = graph.resolve(target, &path(source)).map(NotePath::as_str);
            assert_eq!(got, expected, "{target} from {source}");
        };
        check("A", "y/q.md", Some("A.md"));
        check("a.md", "x/q.md", Some("A.md"));
        check("x/a", "q.md", Some("x/A.md"));
        check("/x/a", "q.md", Some("x/A.md"));
        check("B", "q.md", Some("x/B.md"));
        check("B", "y/z/q.md", Some("y/z/B.md"));
        check("z/B", "q.md", Some("y/z/B.md"));
        check("c.txt", "q.md", Some("c.txt"));
        check("v1.2", "q.md", Some("v1.2.md"));
        check("Missing", "q.md", None);
        check("q/A", "q.md", None);
        check("./B", "x/q.md", Some("x/B.md"));
        check("../A.md", "x/q.md", Some("A.md"));
        check("../x/A.md", "y/q.md", Some("x/A.md"));
        check("../A.md", "q.md", None);
        check("./A.md", "y/q.md", None);
    }

    #[test]
    fn composed_and_decomposed_characters_are_the_same_name() {
        let graph = graph(&[("Cafe\u{301}.md", ""), ("a.md", "[[Café]]")]);
        assert_eq!(names(graph.outlinks(&path("a.md"))), "Cafe\u{301}.md");
        assert_eq!(names(graph.backlinks(&path("Cafe\u{301}.md"))), "a.md");
    }

    #[test]
    fn links_and_backlinks_follow_added_and_removed_notes() {
        let mut graph = graph(&[
            ("a.md", "[[b]] [[c]] [[ghost]] [x](b.md)"),
            ("b.md", "[[Ghost.md]]"),
            ("c.md", ""),
        ]);
        assert_eq!(names(graph.outlinks(&path("a.md"))), "b.md c.md");
        assert_eq!(names(graph.backlinks(&path("b.md"))), "a.md");
        assert_eq!(
            (graph.linking_note_count("ghost"), graph.unresolved_targets(&path("a.md"))),
            (2, vec!["ghost"])
        );
        graph.upsert(&path("x/Ghost.md"), "");
        assert_eq!(names(graph.backlinks(&path("x/Ghost.md"))), "a.md b.md");
        graph.remove(&path("b.md"));
        assert_eq!(names(graph.outlinks(&path("a.md"))), "c.md x/Ghost.md");
        graph.upsert(&path("a.md"), "");
        assert_eq!(names(graph.backlinks(&path("c.md"))), "");
    }

    #[test]
    fn an_ambiguous_name_is_linked_by_its_path() {
        let graph = graph(&[("x/A.md", ""), ("y/A.md", ""), ("y/B.md", ""), ("t.txt", "")]);
        assert_eq!(graph.linktext(&path("x/A.md")), "x/A");
        assert_eq!(graph.linktext(&path("y/B.md")), "B");
        assert_eq!(graph.linktext(&path("t.txt")), "t.txt");
    }
}
