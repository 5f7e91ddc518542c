//! Groups the nodes of a weighted graph into clusters: nodes that have more to do with each other than
//! with the rest (the Louvain method). The result is the same for the same graph.

use std::borrow::Cow;

use crate::values::StableSort;
use crate::values::text::{FNV1A_OFFSET_BASIS, fnv1a_step};

/// Maximum number of rounds in which each node may move to another cluster. Most graphs need fewer,
/// because rounds end when no node moves.
const MAX_CLUSTERING_ROUNDS: usize = 20;

/// Maximum number of times that whole clusters are merged into larger ones.
const MAX_MERGES: usize = 8;

/// The neighbours of each node with the weight of the edge to them. Each edge is listed at both of its
/// ends.
pub type Neighbours = Vec<Vec<(u32, f32)>>;

/// The clusters of the last graph. Most changes of notes leave their links as they are.
#[derive(Debug, Default)]
pub struct ClusterCache {
    hash: Option<u64>,
    clusters: Vec<u32>,
}

impl ClusterCache {
    /// Like `find_clusters`; returns the last result if the graph is the same as then.
    pub fn find_clusters(&mut self, neighbours: &[Vec<(u32, f32)>]) -> &[u32] {
        let hash = Some(graph_hash(neighbours));
        if self.hash != hash {
            self.clusters = find_clusters(neighbours);
            self.hash = hash;
        }
        &self.clusters
    }
}

fn graph_hash(neighbours: &[Vec<(u32, f32)>]) -> u64 {
    let start = fnv1a_step(FNV1A_OFFSET_BASIS, neighbours.len() as u64);
    neighbours.iter().fold(start, |hash, list| {
        let hash = fnv1a_step(hash, list.len() as u64);
        list.iter().fold(hash, |hash, (node, weight)| {
            let hash = fnv1a_step(hash, u64::from(*node) << 32 | u64::from(weight.to_bits()));
            hash ^ hash >> 29
        })
    })
}

/// Groups the nodes of a graph and returns the number of each node's cluster. Clusters are numbered in
/// the order of their first nodes; a node without edges has a cluster of its own.
pub fn find_clusters(neighbours: &[Vec<(u32, f32)>]) -> Vec<u32> {
    let mut clusters: Vec<u32> = (0..neighbours.len() as u32).collect();
    let mut level: Cow<'_, [Vec<(u32, f32)>]> = Cow::Borrowed(neighbours);
    // The weight of the edges inside a merged node, which count as edges to itself.
    let mut inner = vec![0.0_f64; level.len()];
    for _ in 0..MAX_MERGES {
        let labels = renumber(&Clustering::new(&level, &inner).into_clusters(&level));
        let count = labels.iter().max().map_or(0, |last| *last as usize + 1);
        if count == level.len() {
            break;
        }
        for cluster in &mut clusters {
            *cluster = labels.get(*cluster as usize).copied().unwrap_or(*cluster);
        }
        let (merged, weights) = merged(&level, &inner, &labels, count);
        level = Cow::Owned(merged);
        inner = weights;
    }
    renumber(&clusters)
}

/// Numbers clusters in the order in which they occur.
fn renumber(labels: &[u32]) -> Vec<u32> {
    let count = labels.iter().max().map_or(0, |last| *last as usize + 1);
    let mut numbers: Vec<Option<u32>> = vec![None; count];
    let mut next = 0;
    let mut number = |label: &u32| match numbers.get_mut(*label as usize) {
        Some(Some(number)) => *number,
        Some(place) => {
            next += 1;
            *place.insert(next - 1)
        }
        None => *label,
    };
    labels.iter().map(&mut number).collect()
}

/// The graph in which each cluster is one node, and the weights inside its nodes.
fn merged(
    level: &[Vec<(u32, f32)>],
    inner: &[f64],
    labels: &[u32],
    count: usize,
) -> (Neighbours, Vec<f64>) {
    let label = |node: usize| labels.get(node).copied().unwrap_or(0);
    let mut inner_weights = vec![0.0; count];
    let mut edges: Vec<(u32, u32, f32)> = Vec::new();
    for (node, neighbours) in level.iter().enumerate() {
        let own = label(node);
        let mut inside = inner.get(node).copied().unwrap_or(0.0);
        for (other, weight) in neighbours {
            match label(*other as usize) {
                same if same == own => inside += f64::from(*weight),
                different => edges.push((own, different, *weight)),
            }
        }
        if let Some(weight) = inner_weights.get_mut(own as usize) {
            *weight += inside;
        }
    }
    edges.stable_sort_by_key(|(from, to, _)| (*from, *to));
    let mut neighbours: Neighbours = vec![Vec::new(); count];
    for (from, to, weight) in edges {
        let Some(list) = neighbours.get_mut(from as usize) else { continue };
        match list.last_mut() {
            Some((last, sum)) if *last == to => *sum += weight,
            _ => list.push((to, weight)),
        }
    }
    (neighbours, inner_weights)
}

/// The clusters found so far. Each node joins the cluster with which it has the most weight, beyond
/// the weight expected by chance. If clusters are equally good, the node stays where it is or joins the
/// one with the lowest number, so that the result is always the same.
struct Clustering {
    labels: Vec<u32>,
    /// The sum of the weights of all edges at each node.
    degrees: Vec<f64>,
    /// The sum of the degrees in each cluster.
    totals: Vec<f64>,
    /// The sum of all degrees.
    all: f64,
    /// Scratch: the weight from one node to each cluster, and the clusters for which it is not zero.
    weights: Vec<f64>,
    touched: Vec<u32>,
}

impl Clustering {
    fn new(level: &[Vec<(u32, f32)>], inner: &[f64]) -> Self {
        let degree = |(edges, inner): (&Vec<(u32, f32)>, &f64)| {
            edges.iter().map(|(_, weight)| f64::from(*weight)).sum::<f64>() + inner
        };
        let degrees: Vec<f64> = level.iter().zip(inner).map(degree).collect();
        Self {
            labels: (0..level.len() as u32).collect(),
            totals: degrees.clone(),
            all: degrees.iter().sum::<f64>().max(f64::MIN_POSITIVE),
            weights: vec![0.0; level.len()],
            touched: Vec::new(),
            degrees,
        }
    }

    fn into_clusters(mut self, level: &[Vec<(u32, f32)>]) -> Vec<u32> {
        for _ in 0..MAX_CLUSTERING_ROUNDS {
            let mut moved = false;
            for (node, neighbours) in level.iter().enumerate() {
                moved |= self.move_to_best_cluster(node, neighbours).is_some();
            }
            if !moved {
                break;
            }
        }
        self.labels
    }

    /// Moves a node to its best cluster. Returns `None` if it stays.
    fn move_to_best_cluster(&mut self, node: usize, neighbours: &[(u32, f32)]) -> Option<()> {
        let old = *self.labels.get(node)?;
        let degree = *self.degrees.get(node)?;
        self.touched.push(old);
        for (other, weight) in neighbours {
            let label = *self.labels.get(*other as usize)?;
            let sum = self.weights.get_mut(label as usize)?;
            if *sum == 0.0 && label != old {
                self.touched.push(label);
            }
            *sum += f64::from(*weight);
        }
        *self.totals.get_mut(old as usize)? -= degree;
        let best = self.best_touched(old, degree);
        *self.totals.get_mut(best as usize)? += degree;
        *self.labels.get_mut(node)? = best;
        (best != old).then_some(())
    }

    /// The best of the clusters that were touched, which are then forgotten.
    fn best_touched(&mut self, old: u32, degree: f64) -> u32 {
        self.touched.sort_unstable();
        let gain = |label: u32| {
            let at = label as usize;
            let weight = self.weights.get(at).copied().unwrap_or(0.0);
            weight - degree * self.totals.get(at).copied().unwrap_or(0.0) / self.all
        };
        let mut best = (old, gain(old));
        for label in &self.touched {
            // A tiny gain is only a rounding error. It is ignored, or else nodes would move back and
            // forth in every round.
            if gain(*label) > best.1 + 1e-9 {
                best = (*label, gain(*label));
            }
        }
        for label in self.touched.drain(..) {
            if let Some(weight) = self.weights.get_mut(label as usize) {
                *weight = 0.0;
            }
        }
        best.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(node_count: usize, edges: &[(u32, u32)], expected: &[u32]) {
        let mut neighbours: Neighbours = vec![Vec::new(); node_count];
        for (a, b) in edges {
            neighbours[*a as usize].push((*b, 1.0));
            neighbours[*b as usize].push((*a, 1.0));
        }
        assert_eq!(find_clusters(&neighbours), expected);
    }

    #[test]
    fn nodes_with_many_edges_among_each_other_form_clusters() {
        check(0, &[], &[]);
        check(2, &[], &[0, 1]);
        let triangles = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (3, 5), (4, 5)];
        check(7, &triangles, &[0, 0, 0, 1, 1, 1, 2]);
    }

    #[test]
    fn a_ring_of_cliques_falls_into_its_cliques() {
        let mut edges = Vec::new();
        for clique in 0..6 {
            let nodes: Vec<u32> = (clique * 5..clique * 5 + 5).collect();
            for (at, a) in nodes.iter().enumerate() {
                edges.extend(nodes.iter().skip(at + 1).map(|b| (*a, *b)));
            }
            edges.push((clique * 5, (clique * 5 + 9) % 30));
        }
        let expected: Vec<u32> = (0..30).map(|node| node / 5).collect();
        check(30, &edges, &expected);
    }
}
