//! Clusters of notes that link to each other or are on the same subject, named by their terms, with the
//! notes that connect them.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use crate::features::health::cluster_name::ClusterNamer;
use crate::features::health::health_row::{ClusterLink, NoteCluster};
use crate::features::health::same_subject_notes::SameSubjectNotes;
use crate::features::health::vault_view::VaultView;
use crate::notes::graph::{ClusterCache, Neighbours};
use crate::notes::note::NotePath;
use crate::values::StableSort;

/// Minimum number of notes of a cluster.
const MIN_CLUSTER_NOTES: usize = 3;

/// How much similarity counts compared with a link.
const SIMILARITY_WEIGHT: f32 = 0.5;

/// A note connects clusters if it has at least this many links to other clusters.
const MIN_BRIDGE_LINKS: usize = 2;

/// A note connects clusters if at least this share of its links leads to other clusters.
const MIN_BRIDGE_SHARE: f32 = 0.25;

/// Number of bridges of a cluster.
const MAX_BRIDGES: usize = 5;

/// The clusters of the vault, largest first.
pub fn note_clusters(
    view: &VaultView<'_>,
    similar: &SameSubjectNotes,
    cache: &mut ClusterCache,
) -> Vec<NoteCluster> {
    let labels = cache.find_clusters(&weighted_links(view, similar));
    let mut members: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (number, label) in labels.iter().enumerate() {
        members.entry(*label).or_default().push(number as u32);
    }
    let mut clusters: Vec<Vec<u32>> =
        members.into_values().filter(|notes| notes.len() >= MIN_CLUSTER_NOTES).collect();
    clusters.stable_sort_by_key(|notes| (Reverse(notes.len()), notes.first().copied()));
    let mut cluster_of = vec![None; view.notes.len()];
    for (cluster, notes) in clusters.iter().enumerate() {
        for number in notes {
            if let Some(place) = cluster_of.get_mut(*number as usize) {
                *place = Some(cluster);
            }
        }
    }
    let namer = ClusterNamer::new(view);
    let named = clusters.iter().enumerate().map(|(cluster, notes)| NoteCluster {
        name: namer.name(view, notes),
        notes: paths(view, most_linked_first(view, notes)),
        bridges: paths(view, bridges(view, cluster, notes, &cluster_of)),
        links: cluster_links(view, cluster, notes, &cluster_of),
    });
    named.collect()
}

fn paths(view: &VaultView<'_>, numbers: Vec<u32>) -> Vec<NotePath> {
    numbers.into_iter().filter_map(|number| Some(view.note(number)?.path.clone())).collect()
}

/// The links between notes and the similarities of notes with few links. A link in a note with many
/// links, such as a list of all notes, says little about the subject.
fn weighted_links(view: &VaultView<'_>, similar: &SameSubjectNotes) -> Neighbours {
    let count = |number: usize| view.link_count(number) + similar.similar(number).len();
    let mut neighbours: Neighbours =
        (0..view.notes.len()).map(|number| Vec::with_capacity(count(number))).collect();
    let mut add = |a: u32, b: u32, weight: f32| {
        if let Some(list) = neighbours.get_mut(a as usize) {
            list.push((b, weight));
        }
        if let Some(list) = neighbours.get_mut(b as usize) {
            list.push((a, weight));
        }
    };
    for (source, targets) in view.outgoing.iter().enumerate() {
        let weight = 1.0 / (1.0 + (targets.len() as f32 / 10.0).max(1.0).ln());
        targets.iter().for_each(|target| add(source as u32, *target, weight));
        for (other, similarity) in similar.similar(source) {
            add(source as u32, *other, similarity * SIMILARITY_WEIGHT);
        }
    }
    neighbours
}

fn most_linked_first(view: &VaultView<'_>, notes: &[u32]) -> Vec<u32> {
    let mut notes = notes.to_vec();
    notes.stable_sort_by_key(|number| (Reverse(view.link_count(*number as usize)), *number));
    notes
}

/// The links of a note in both directions.
fn linked<'v>(view: &'v VaultView<'_>, number: u32) -> impl Iterator<Item = &'v u32> {
    let outgoing = view.outgoing.get(number as usize).into_iter().flatten();
    outgoing.chain(view.incoming.get(number as usize).into_iter().flatten())
}

fn bridges(
    view: &VaultView<'_>,
    cluster: usize,
    notes: &[u32],
    cluster_of: &[Option<usize>],
) -> Vec<u32> {
    let mut bridges: Vec<(usize, f32, u32)> = Vec::new();
    for number in notes {
        let ends = linked(view, *number);
        let ends = ends.filter_map(|end| cluster_of.get(*end as usize).copied().flatten());
        let (mut all, mut outside, mut others) = (0, 0, Vec::new());
        for end in ends {
            all += 1;
            if end != cluster {
                outside += 1;
                others.push(end);
            }
        }
        others.sort_unstable();
        others.dedup();
        let share = outside as f32 / all.max(1) as f32;
        if outside >= MIN_BRIDGE_LINKS && share >= MIN_BRIDGE_SHARE {
            bridges.push((others.len(), share, *number));
        }
    }
    bridges.stable_sort_by(|a, b| {
        let by_share = || b.1.partial_cmp(&a.1).unwrap_or(Ordering::Equal);
        b.0.cmp(&a.0).then_with(by_share).then(a.2.cmp(&b.2))
    });
    bridges.into_iter().take(MAX_BRIDGES).map(|(_, _, number)| number).collect()
}

fn cluster_links(
    view: &VaultView<'_>,
    cluster: usize,
    notes: &[u32],
    cluster_of: &[Option<usize>],
) -> Vec<ClusterLink> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for end in notes.iter().flat_map(|number| linked(view, *number)) {
        if let Some(other) = cluster_of.get(*end as usize).copied().flatten()
            && other != cluster
        {
            *counts.entry(other).or_insert(0) += 1;
        }
    }
    counts.into_iter().map(|(cluster, count)| ClusterLink { cluster, count }).collect()
}
