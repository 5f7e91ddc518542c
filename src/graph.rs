//! Links between the notes of a vault: where each leads, what leads nowhere, who stands alone,
//! and which notes belong together.
//!
//! Resolution follows Obsidian: an exact path, else the note of that name nearest to the source;
//! case does not matter and the ending may be left out. Aliases are for search, not for links.
//! Notes come and go one by one: only what was written is kept, and led on when asked, so a new
//! note catches the links that waited for it.

mod lookup;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::note::{NotePath, link};
use lookup::{Addresses, address_key, name_key};

/// Rounds after which clusters are taken as they are; ordinary vaults settle in a handful.
const MAX_ROUNDS: usize = 20;

/// Who links to whom.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    targets: BTreeMap<NotePath, Targets>,
    /// The notes by their own address. Made when a link is first followed, like `mentions`: a
    /// start of the app should not wait for what it does not need.
    notes: OnceCell<Addresses>,
    /// The notes that link to an address, so that backlinks need no look at the whole vault.
    mentions: OnceCell<Addresses>,
}

/// What a note links to, as written, in order. One text for all of them: a large vault has half a
/// million links, and a box for each would take longer to make than to read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Targets(Box<str>);

/// Ends each target. No path holds it, so what does leads nowhere and is left out.
const END: char = '\0';

impl Targets {
    /// The targets one by one.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.split_terminator(END)
    }

    /// All of them in one text, to be stored.
    pub fn as_text(&self) -> &str {
        &self.0
    }

    /// Takes what `as_text` gave.
    pub fn from_text(text: &str) -> Self {
        Self(text.into())
    }
}

impl FromIterator<String> for Targets {
    fn from_iter<I: IntoIterator<Item = String>>(targets: I) -> Self {
        let mut all = String::new();
        for target in targets.into_iter().filter(|target| !target.contains(END)) {
            all.push_str(&target);
            all.push(END);
        }
        Self(all.into())
    }
}

/// Many notes at once, which is faster than one by one when they come in order of path.
impl FromIterator<(NotePath, Targets)> for Graph {
    fn from_iter<I: IntoIterator<Item = (NotePath, Targets)>>(notes: I) -> Self {
        Self { targets: notes.into_iter().collect(), ..Self::default() }
    }
}

impl Graph {
    /// Takes a note's links in, in place of those it had.
    pub fn upsert(&mut self, path: &NotePath, text: &str) {
        let links = link::parse_links(text).into_iter().chain(link::parse_property_links(text));
        let targets = links.map(|link| link.target).filter(|target| !target.is_empty());
        self.insert(path, targets.collect());
    }

    fn insert(&mut self, path: &NotePath, targets: Targets) {
        self.remove(path);
        if let Some(mentions) = self.mentions.get_mut() {
            targets.iter().for_each(|target| mentions.add(target, path));
        }
        if let Some(notes) = self.notes.get_mut() {
            notes.add(path.as_str(), path);
        }
        self.targets.insert(path.clone(), targets);
    }

    /// Forgets a note. Links to it become unresolved.
    pub fn remove(&mut self, path: &NotePath) {
        let Some(targets) = self.targets.remove(path) else { return };
        if let Some(mentions) = self.mentions.get_mut() {
            targets.iter().for_each(|target| mentions.remove(target, path));
        }
        if let Some(notes) = self.notes.get_mut() {
            notes.remove(path.as_str(), path);
        }
    }

    /// The same note under another path. Links to it are text in other notes and do not change.
    pub fn rename(&mut self, from: &NotePath, to: &NotePath) {
        if let Some(targets) = self.targets.get(from).cloned() {
            self.remove(from);
            self.insert(to, targets);
        }
    }

    /// Every note with what it links to, in order of path.
    pub fn targets(&self) -> impl Iterator<Item = (&NotePath, &Targets)> {
        self.targets.iter()
    }

    fn notes(&self) -> &Addresses {
        self.notes.get_or_init(|| {
            let mut notes = Addresses::default();
            self.targets.keys().for_each(|path| notes.add(path.as_str(), path));
            notes
        })
    }

    fn sources(&self) -> &Addresses {
        self.mentions.get_or_init(|| {
            let mut mentions = Addresses::default();
            for (path, targets) in &self.targets {
                targets.iter().for_each(|target| mentions.add(target, path));
            }
            mentions
        })
    }

    fn targets_of(&self, path: &NotePath) -> impl Iterator<Item = &str> {
        self.targets.get(path).into_iter().flat_map(Targets::iter)
    }

    /// The note that a link leads to, seen from the note in which it stands: one at that exact
    /// path, else one in the same folder, else the shallowest, else the first by path.
    pub fn resolve(&self, target: &str, source: &NotePath) -> Option<&NotePath> {
        let wanted = address_key(target);
        let distance = |(key, path): &(&str, &NotePath)| {
            let beside = path.folder() == source.folder();
            (*key != wanted, !beside, path.as_str().matches('/').count())
        };
        let candidates = self.notes().below(&wanted);
        candidates.min_by_key(|found| (distance(found), found.1)).map(|(_, path)| path)
    }

    /// The notes that a note links to, each once, in order of path.
    pub fn outlinks(&self, path: &NotePath) -> BTreeSet<&NotePath> {
        self.targets_of(path).filter_map(|target| self.resolve(target, path)).collect()
    }

    /// The notes that link to a note, in order of path.
    pub fn backlinks(&self, path: &NotePath) -> BTreeSet<&NotePath> {
        let name = name_key(path.as_str());
        let leads_here = |source: &NotePath| {
            let same_name = self.targets_of(source).filter(|target| name_key(target) == name);
            same_name.into_iter().any(|target| self.resolve(target, source) == Some(path))
        };
        let sources: BTreeSet<&NotePath> =
            self.sources().below(&name).map(|(_, source)| source).collect();
        sources.into_iter().filter(|source| leads_here(source)).collect()
    }

    /// The links of a note that lead nowhere, as written, each once.
    pub fn unresolved(&self, path: &NotePath) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        let targets = self.targets_of(path).filter(|target| self.resolve(target, path).is_none());
        targets.filter(|target| seen.insert(*target)).collect()
    }

    /// How many notes link to a note that does not exist under this name.
    pub fn mentions(&self, unresolved: &str) -> usize {
        self.sources().at(&address_key(unresolved)).len()
    }

    /// Notes that neither link to another nor are linked to, in order of path.
    pub fn orphans(&self) -> Vec<&NotePath> {
        let edges = self.edges();
        let alone = |path: &&NotePath| edges.get(*path).is_none_or(BTreeMap::is_empty);
        self.targets.keys().filter(alone).collect()
    }

    /// Groups of notes that link to each other more than to others, the largest first; notes
    /// without links are in none.
    pub fn clusters(&self) -> Vec<Vec<&NotePath>> {
        let edges = self.edges();
        let mut grouping = Grouping::of(&edges);
        for _ in 0..MAX_ROUNDS {
            if !grouping.improve(&edges) {
                break;
            }
        }
        let mut groups: BTreeMap<&NotePath, Vec<&NotePath>> = BTreeMap::new();
        for (path, label) in grouping.labels {
            groups.entry(label).or_default().push(path);
        }
        let mut groups: Vec<_> = groups.into_values().filter(|group| group.len() > 1).collect();
        groups.sort_by_key(|group| (std::cmp::Reverse(group.len()), group.first().copied()));
        groups
    }

    /// The text of a wikilink to a note: its name, or its path where the name is not unique.
    pub fn linktext<'a>(&self, path: &'a NotePath) -> &'a str {
        let same = self.notes().below(&name_key(path.as_str())).take(2).count();
        let markdown = path.as_str().to_lowercase().ends_with(".md");
        match (same <= 1, markdown) {
            (true, true) => path.title(),
            (false, true) => path.linkpath(),
            (_, false) => path.as_str(),
        }
    }

    /// Links in both directions between different notes, with how many there are.
    fn edges(&self) -> Edges<'_> {
        let mut edges = Edges::new();
        for (path, targets) in &self.targets {
            for other in targets.iter().filter_map(|target| self.resolve(target, path)) {
                if other != path {
                    *edges.entry(path).or_default().entry(other).or_insert(0) += 1;
                    *edges.entry(other).or_default().entry(path).or_insert(0) += 1;
                }
            }
        }
        edges
    }
}

/// Links in both directions: each note with its neighbours and how many links lead there.
type Edges<'g> = BTreeMap<&'g NotePath, BTreeMap<&'g NotePath, usize>>;

/// Which notes belong together so far: the local moves of Louvain's method. Each note joins the
/// group that it has more links with than chance would give it; ties go to the first path, so the
/// result never varies.
struct Grouping<'g> {
    labels: BTreeMap<&'g NotePath, &'g NotePath>,
    /// Link ends in each group.
    totals: BTreeMap<&'g NotePath, usize>,
    /// Link ends in all.
    all: f64,
}

impl<'g> Grouping<'g> {
    fn of(edges: &Edges<'g>) -> Self {
        let totals: BTreeMap<_, _> =
            edges.iter().map(|(path, near)| (*path, near.values().sum())).collect();
        let all = totals.values().sum::<usize>() as f64;
        Self { labels: edges.keys().map(|path| (*path, *path)).collect(), totals, all }
    }

    /// Lets every note move once; answers whether any did.
    fn improve(&mut self, edges: &Edges<'g>) -> bool {
        let mut moved = false;
        for (path, neighbours) in edges {
            let Some(old) = self.labels.get(path).copied() else { continue };
            let degree: usize = neighbours.values().sum();
            self.change(old, |total| total - degree);
            let new = self.best(old, neighbours, degree);
            self.change(new, |total| total + degree);
            self.labels.insert(path, new);
            moved |= new != old;
        }
        moved
    }

    fn change(&mut self, label: &'g NotePath, change: impl Fn(usize) -> usize) {
        if let Some(total) = self.totals.get_mut(label) {
            *total = change(*total);
        }
    }

    fn best(
        &self,
        old: &'g NotePath,
        neighbours: &BTreeMap<&'g NotePath, usize>,
        degree: usize,
    ) -> &'g NotePath {
        let mut links: BTreeMap<&'g NotePath, usize> = BTreeMap::from([(old, 0)]);
        for (neighbour, count) in neighbours {
            if let Some(label) = self.labels.get(neighbour) {
                *links.entry(label).or_insert(0) += count;
            }
        }
        let gain = |label: &NotePath, count: usize| {
            let total = self.totals.get(label).copied().unwrap_or(0) as f64;
            count as f64 - degree as f64 * total / self.all.max(1.0)
        };
        let stay = gain(old, links.get(old).copied().unwrap_or(0));
        let mut best = (old, stay);
        for (label, count) in links {
            // A hair's breadth of difference is rounding, and would let notes move for ever.
            if gain(label, count) > best.1 + 1e-9 {
                best = (label, gain(label, count));
            }
        }
        best.0
    }
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

    fn names<'a>(paths: impl IntoIterator<Item = &'a NotePath>) -> String {
        paths.into_iter().map(NotePath::as_str).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_link_leads_where_obsidian_leads() {
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
    }

    #[test]
    fn links_are_followed_both_ways_as_notes_come_and_go() {
        let mut graph = graph(&[
            ("a.md", "[[b]] [[c]] [[ghost]] [x](b.md)"),
            ("b.md", "[[Ghost.md]]"),
            ("c.md", ""),
        ]);
        assert_eq!(names(graph.outlinks(&path("a.md"))), "b.md c.md");
        assert_eq!(names(graph.backlinks(&path("b.md"))), "a.md");
        assert_eq!((graph.mentions("ghost"), graph.unresolved(&path("a.md"))), (2, vec!["ghost"]));
        graph.upsert(&path("x/Ghost.md"), "");
        assert_eq!(names(graph.backlinks(&path("x/Ghost.md"))), "a.md b.md");
        graph.remove(&path("b.md"));
        assert_eq!(names(graph.outlinks(&path("a.md"))), "c.md x/Ghost.md");
        graph.upsert(&path("a.md"), "");
        assert_eq!(names(graph.backlinks(&path("c.md"))), "");
        assert_eq!(names(graph.orphans()), "a.md c.md x/Ghost.md");
    }

    #[test]
    fn notes_that_belong_together_are_found_together() {
        let graph = graph(&[
            ("a1.md", "[[a2]] [[a3]]"),
            ("a2.md", "[[a3]]"),
            ("a3.md", "[[b1]]"),
            ("b1.md", "[[b2]] [[b3]]"),
            ("b2.md", "[[b3]]"),
            ("b3.md", ""),
            ("alone.md", "[[alone]]"),
        ]);
        let clusters: Vec<String> = graph.clusters().into_iter().map(names).collect();
        assert_eq!(clusters, ["a1.md a2.md a3.md", "b1.md b2.md b3.md"]);
        assert_eq!(names(graph.orphans()), "alone.md");
    }

    #[test]
    fn a_name_that_is_not_unique_is_linked_by_its_path() {
        let graph = graph(&[("x/A.md", ""), ("y/A.md", ""), ("y/B.md", ""), ("t.txt", "")]);
        assert_eq!(graph.linktext(&path("x/A.md")), "x/A");
        assert_eq!(graph.linktext(&path("y/B.md")), "B");
        assert_eq!(graph.linktext(&path("t.txt")), "t.txt");
    }
}
