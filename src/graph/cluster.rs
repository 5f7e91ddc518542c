//! Groups notes into clusters: notes with many links among each other.

use std::collections::BTreeMap;

use crate::note::NotePath;

/// Maximum number of rounds in which each note may move to another cluster. Most vaults need fewer,
/// because rounds end when no note moves.
const MAX_CLUSTERING_ROUNDS: usize = 20;

/// For each pair of linked notes, the number of links between them in either direction. Each pair
/// is in the map twice, once under each note.
pub type LinkCounts<'g> = BTreeMap<&'g NotePath, BTreeMap<&'g NotePath, usize>>;

/// Groups notes by their links and returns the clusters with at least two notes, largest first.
/// Clusters of the same size are in order of their first path.
pub fn find_clusters<'g>(link_counts: &LinkCounts<'g>) -> Vec<Vec<&'g NotePath>> {
    let mut clustering = Clustering::new(link_counts);
    for _ in 0..MAX_CLUSTERING_ROUNDS {
        if !clustering.move_notes_to_best_clusters(link_counts) {
            break;
        }
    }
    let mut clusters: BTreeMap<&NotePath, Vec<&NotePath>> = BTreeMap::new();
    for (path, label) in clustering.clusters_by_note {
        clusters.entry(label).or_default().push(path);
    }
    let mut clusters: Vec<_> = clusters.into_values().filter(|notes| notes.len() > 1).collect();
    clusters.sort_by_key(|notes| (std::cmp::Reverse(notes.len()), notes.first().copied()));
    clusters
}

/// The clusters found so far. Each note joins the cluster with which it has the most links, beyond
/// those expected by chance (the first phase of the Louvain method). If clusters are equally good,
/// the note stays where it is or joins the first by path, so that the result is always the same.
struct Clustering<'g> {
    /// The cluster of each note. A cluster is identified by the path of one of its notes.
    clusters_by_note: BTreeMap<&'g NotePath, &'g NotePath>,
    /// Number of link ends in each cluster; each link has two ends.
    link_ends_by_cluster: BTreeMap<&'g NotePath, usize>,
    /// Number of link ends in the vault, which is twice the number of links.
    total_link_ends: f64,
}

impl<'g> Clustering<'g> {
    fn new(link_counts: &LinkCounts<'g>) -> Self {
        let totals: BTreeMap<_, _> =
            link_counts.iter().map(|(path, near)| (*path, near.values().sum())).collect();
        let all = totals.values().sum::<usize>() as f64;
        Self {
            clusters_by_note: link_counts.keys().map(|path| (*path, *path)).collect(),
            link_ends_by_cluster: totals,
            total_link_ends: all,
        }
    }

    /// Moves every note once to its best cluster. Returns whether any note moved.
    fn move_notes_to_best_clusters(&mut self, link_counts: &LinkCounts<'g>) -> bool {
        let mut moved = false;
        for (path, neighbours) in link_counts {
            let Some(old) = self.clusters_by_note.get(path).copied() else { continue };
            let degree: usize = neighbours.values().sum();
            self.update_link_end_count(old, |total| total - degree);
            let new = self.best_cluster(old, neighbours, degree);
            self.update_link_end_count(new, |total| total + degree);
            self.clusters_by_note.insert(path, new);
            moved |= new != old;
        }
        moved
    }

    /// Changes the number of link ends in a cluster, when a note leaves or joins it.
    fn update_link_end_count(&mut self, cluster: &'g NotePath, change: impl Fn(usize) -> usize) {
        if let Some(total) = self.link_ends_by_cluster.get_mut(cluster) {
            *total = change(*total);
        }
    }

    fn best_cluster(
        &self,
        old: &'g NotePath,
        neighbours: &BTreeMap<&'g NotePath, usize>,
        degree: usize,
    ) -> &'g NotePath {
        let mut links: BTreeMap<&'g NotePath, usize> = BTreeMap::from([(old, 0)]);
        for (neighbour, count) in neighbours {
            if let Some(label) = self.clusters_by_note.get(neighbour) {
                *links.entry(label).or_insert(0) += count;
            }
        }
        let gain = |label: &NotePath, count: usize| {
            let total = self.link_ends_by_cluster.get(label).copied().unwrap_or(0) as f64;
            count as f64 - degree as f64 * total / self.total_link_ends.max(1.0)
        };
        let stay = gain(old, links.get(old).copied().unwrap_or(0));
        let mut best = (old, stay);
        for (label, count) in links {
            // A tiny gain is only a rounding error. It is ignored, or else notes would move back
            // and forth in every round.
            if gain(label, count) > best.1 + 1e-9 {
                best = (label, gain(label, count));
            }
        }
        best.0
    }
}
