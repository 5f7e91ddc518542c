//! Links between the notes of a vault: where each leads, and what leads nowhere.
//!
//! Resolution follows Obsidian: an exact path, else the note of that name that is
//! nearest to the source; case does not matter and `.md` may be left out.

use std::collections::{BTreeMap, BTreeSet};

use crate::note::{NotePath, link};

/// Who links to whom.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    targets: BTreeMap<NotePath, Vec<String>>,
    /// Notes by their name in lower case, for links that give no folder.
    by_name: BTreeMap<String, BTreeSet<NotePath>>,
}

impl Graph {
    /// Takes a note's links in, in place of those it had.
    pub fn upsert(&mut self, path: &NotePath, text: &str) {
        let links = link::links(text).into_iter().map(|link| link.target);
        let targets = links.filter(|target| !target.is_empty()).collect();
        self.targets.insert(path.clone(), targets);
        self.by_name.entry(name_key(path.linkpath())).or_default().insert(path.clone());
    }

    /// Forgets a note. Links to it become unresolved.
    pub fn remove(&mut self, path: &NotePath) {
        self.targets.remove(path);
        let key = name_key(path.linkpath());
        if let Some(paths) = self.by_name.get_mut(&key) {
            paths.remove(path);
            if paths.is_empty() {
                self.by_name.remove(&key);
            }
        }
    }

    /// The note that a link leads to, seen from the note in which it stands.
    pub fn resolve(&self, target: &str, source: &NotePath) -> Option<&NotePath> {
        let wanted = without_ending(target).to_lowercase();
        let candidates = self.by_name.get(&name_key(&wanted))?;
        let fits = |path: &&NotePath| is_suffix(&path.linkpath().to_lowercase(), &wanted);
        candidates.iter().filter(fits).min_by_key(|path| distance(path, source, &wanted))
    }

    /// The notes that a note links to, each once, in order of path.
    pub fn outlinks(&self, path: &NotePath) -> BTreeSet<&NotePath> {
        let targets = self.targets.get(path).into_iter().flatten();
        targets.filter_map(|target| self.resolve(target, path)).collect()
    }

    /// The notes that link to a note, in order of path.
    pub fn backlinks(&self, path: &NotePath) -> BTreeSet<&NotePath> {
        let links_here = |source: &&NotePath| self.outlinks(source).contains(path);
        self.targets.keys().filter(links_here).collect()
    }

    /// How many notes link to a note that does not exist under this name.
    pub fn mentions(&self, unresolved: &str) -> usize {
        let wanted = without_ending(unresolved).to_lowercase();
        let names = |targets: &&Vec<String>| {
            targets.iter().any(|target| without_ending(target).to_lowercase() == wanted)
        };
        self.targets.values().filter(names).count()
    }

    /// The text of a wikilink to a note: its name, or its path where the name is not unique.
    pub fn linktext<'a>(&self, path: &'a NotePath) -> &'a str {
        let same = self.by_name.get(&name_key(path.linkpath())).map_or(0, BTreeSet::len);
        let markdown = path.as_str().to_lowercase().ends_with(".md");
        match (same <= 1, markdown) {
            (true, true) => path.title(),
            (false, true) => path.linkpath(),
            (_, false) => path.as_str(),
        }
    }
}

fn without_ending(target: &str) -> &str {
    let lower = target.to_lowercase();
    let ending = [".md", ".markdown", ".txt"].iter().find(|ending| lower.ends_with(*ending));
    let end = target.len() - ending.map_or(0, |ending| ending.len());
    target.get(..end).unwrap_or(target).trim_start_matches('/')
}

fn name_key(linkpath: &str) -> String {
    linkpath.rsplit('/').next().unwrap_or_default().to_lowercase()
}

fn is_suffix(path: &str, wanted: &str) -> bool {
    path.strip_suffix(wanted).is_some_and(|head| head.is_empty() || head.ends_with('/'))
}

/// Exact path first, then the same folder, then the shallowest.
fn distance(path: &NotePath, source: &NotePath, wanted: &str) -> (bool, bool, usize) {
    let exact = path.linkpath().to_lowercase() == wanted;
    let beside = path.folder() == source.folder();
    (!exact, !beside, path.as_str().matches('/').count())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> NotePath {
        NotePath::parse(text).unwrap()
    }

    fn graph(notes: &[(&str, &str)]) -> Graph {
        let mut graph = Graph::default();
        for (name, text) in notes {
            graph.upsert(&path(name), text);
        }
        graph
    }

    #[test]
    fn a_link_leads_where_obsidian_leads() {
        let graph =
            graph(&[("A.md", ""), ("x/A.md", ""), ("x/B.md", ""), ("y/z/B.md", ""), ("c.txt", "")]);
        let check = |target: &str, source: &str, expected: Option<&str>| {
            let got = graph.resolve(target, &path(source)).map(NotePath::as_str);
            assert_eq!(got, expected, "{target} from {source}");
        };
        check("A", "y/q.md", Some("A.md"));
        check("a.md", "x/q.md", Some("A.md"));
        check("x/a", "q.md", Some("x/A.md"));
        check("B", "q.md", Some("x/B.md"));
        check("B", "y/z/q.md", Some("y/z/B.md"));
        check("z/B", "q.md", Some("y/z/B.md"));
        check("c.txt", "q.md", Some("c.txt"));
        check("Missing", "q.md", None);
    }

    #[test]
    fn links_are_followed_both_ways() {
        let mut graph =
            graph(&[("a.md", "[[b]] [[c]] [[ghost]]"), ("b.md", "[[Ghost.md]]"), ("c.md", "")]);
        let names = |set: BTreeSet<&NotePath>| {
            set.into_iter().map(|p| p.as_str().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names(graph.outlinks(&path("a.md"))), ["b.md", "c.md"]);
        assert_eq!(names(graph.backlinks(&path("b.md"))), ["a.md"]);
        assert_eq!(graph.mentions("ghost"), 2);
        graph.remove(&path("b.md"));
        assert_eq!(names(graph.outlinks(&path("a.md"))), ["c.md"]);
        assert_eq!(graph.mentions("ghost"), 1);
    }

    #[test]
    fn a_name_that_is_not_unique_is_linked_by_its_path() {
        let graph = graph(&[("x/A.md", ""), ("y/A.md", ""), ("y/B.md", ""), ("t.txt", "")]);
        assert_eq!(graph.linktext(&path("x/A.md")), "x/A");
        assert_eq!(graph.linktext(&path("y/B.md")), "B");
        assert_eq!(graph.linktext(&path("t.txt")), "t.txt");
    }
}
