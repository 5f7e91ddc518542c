//! Finds pairs of notes with text in common, by the hashes of their shingles (sequences of four words).
//! The index is kept between checks, so that a changed note does not make all others be sorted again.

use std::collections::{BTreeMap, BTreeSet};

/// Number of shingle hashes that are kept of a note, the lowest ones. The share that two notes have in
/// common is estimated from them to about five percent, which is enough to find pairs that are then
/// compared exactly.
pub(super) const SKETCH_HASHES: usize = 128;

/// A shingle in more notes than this is boilerplate, such as a footer: it makes no two notes similar.
const MAX_NOTES_OF_SHINGLE: usize = 12;

/// Number of shared hashes from which on two notes are compared.
const MIN_SHARED_HASHES: usize = 2;

/// Minimum number of hashes of a note: shorter notes are stubs, whose few words many notes have.
const MIN_HASHES: usize = 10;

/// Minimum number of hashes of each note without boilerplate.
const MIN_COMPARED_HASHES: usize = 8;

/// Minimum share of the hashes of the shorter note that the longer one must have. It is lower than the
/// share of a row, because it is estimated.
const MIN_ESTIMATED_SHARE: f32 = 0.2;

/// Minimum length of the shorter note as a share of the longer one. Below that one note quotes the
/// other.
const MIN_LENGTH_RATIO: f32 = 0.2;

/// If more notes changed than this, all pairs are found anew, which is faster then.
const MAX_UPDATED_NOTES: usize = 200;

/// Two notes that probably have much of their text in common, by their slots.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SimilarPair {
    /// The slot of the one note.
    pub a: u32,
    /// The slot of the other note.
    pub b: u32,
    /// The estimated share of the shorter note that the other one contains.
    pub share: f32,
}

/// The hashes of all notes, and the pairs that have many of them in common.
#[derive(Debug, Default)]
pub(super) struct SketchIndex {
    /// A hash in the upper half and the slot of a note in the lower half, sorted.
    postings: Vec<u64>,
    /// The hashes of boilerplate, sorted.
    boilerplate: Vec<u32>,
    pairs: Vec<SimilarPair>,
    changed_slots: BTreeSet<u32>,
}

impl SketchIndex {
    /// Remembers that the note in a slot was added, changed or removed.
    pub(super) fn mark_changed(&mut self, slot: u32) {
        self.changed_slots.insert(slot);
    }

    /// The pairs of notes that probably have much of their text in common, in no meaningful order.
    pub(super) fn similar_pairs(&self) -> &[SimilarPair] {
        &self.pairs
    }

    /// Brings the index up to date. `sketch` returns the hashes of the note in a slot.
    pub(super) fn update<'s>(&mut self, sketch: impl Fn(u32) -> &'s [u32]) {
        let changed = std::mem::take(&mut self.changed_slots);
        if changed.is_empty() {
            return;
        }
        let mut new: Vec<u64> = Vec::new();
        for slot in &changed {
            let hashes = indexed_hashes(sketch(*slot));
            new.extend(hashes.iter().map(|hash| u64::from(*hash) << 32 | u64::from(*slot)));
        }
        new.sort_unstable();
        let merged = MergedPostings::new(&self.postings, &changed, &new);
        let before = std::mem::replace(&mut self.postings, merged.all);
        if changed.len() > MAX_UPDATED_NOTES {
            self.find_all_pairs(sketch);
            return;
        }
        let touched = new.iter().chain(&merged.dropped).map(|posting| hash_of(*posting)).collect();
        let affected = self.update_boilerplate(&before, touched, changed);
        self.find_pairs_of(&affected, sketch);
    }

    fn find_all_pairs<'s>(&mut self, sketch: impl Fn(u32) -> &'s [u32]) {
        let mut candidates: Vec<u64> = Vec::new();
        self.boilerplate.clear();
        for group in self.postings.chunk_by(|a, b| hash_of(*a) == hash_of(*b)) {
            if is_boilerplate(group) {
                self.boilerplate.extend(group.first().map(|posting| hash_of(*posting)));
                continue;
            }
            for (at, a) in group.iter().enumerate() {
                let others = group.iter().skip(at + 1);
                candidates.extend(others.map(|b| slot_pair(slot_of(*a), slot_of(*b))));
            }
        }
        self.pairs = self.compared(candidates, sketch);
    }

    /// Finds out which of these hashes became boilerplate or are none any more. Returns the slots of
    /// the changed notes and of all notes with such a hash: their similarity to others may differ now.
    fn update_boilerplate(
        &mut self,
        before: &[u64],
        touched: BTreeSet<u32>,
        changed: BTreeSet<u32>,
    ) -> BTreeSet<u32> {
        let mut affected = changed;
        for hash in touched {
            let group = group_of(&self.postings, hash);
            if is_boilerplate(group) == is_boilerplate(group_of(before, hash)) {
                continue;
            }
            affected.extend(group.iter().map(|posting| slot_of(*posting)));
            match self.boilerplate.binary_search(&hash) {
                Ok(at) => {
                    self.boilerplate.remove(at);
                }
                Err(at) => self.boilerplate.insert(at, hash),
            }
        }
        affected
    }

    /// Finds the pairs anew that one of these notes is part of; all others are as before.
    fn find_pairs_of<'s>(&mut self, slots: &BTreeSet<u32>, sketch: impl Fn(u32) -> &'s [u32]) {
        let mut candidates: Vec<u64> = Vec::new();
        for slot in slots {
            let hashes = indexed_hashes(sketch(*slot)).iter();
            let groups = hashes.map(|hash| group_of(&self.postings, *hash));
            let others = groups.filter(|group| !is_boilerplate(group)).flatten();
            // A pair of two of these notes is counted from one side.
            let others = others.map(|posting| slot_of(*posting));
            let others = others.filter(|other| other > slot || !slots.contains(other));
            candidates.extend(others.map(|other| slot_pair(*slot, other)));
        }
        self.pairs.retain(|pair| !slots.contains(&pair.a) && !slots.contains(&pair.b));
        let found = self.compared(candidates, sketch);
        self.pairs.extend(found);
    }

    /// The candidates that are similar. They are there once for each hash that they share.
    fn compared<'s>(
        &self,
        mut candidates: Vec<u64>,
        sketch: impl Fn(u32) -> &'s [u32],
    ) -> Vec<SimilarPair> {
        candidates.sort_unstable();
        let groups =
            candidates.chunk_by(|a, b| a == b).filter(|group| group.len() >= MIN_SHARED_HASHES);
        let pairs = groups.filter_map(|group| group.first().copied());
        // A note of many pairs is read once.
        let mut samples: BTreeMap<u32, Sample> = BTreeMap::new();
        let compared = pairs.filter_map(|pair| {
            let (a, b) = ((pair >> 32) as u32, slot_of(pair));
            for slot in [a, b] {
                samples.entry(slot).or_insert_with(|| Sample::new(sketch(slot), &self.boilerplate));
            }
            let share = samples.get(&a)?.estimated_share(samples.get(&b)?)?;
            (share >= MIN_ESTIMATED_SHARE && a != b).then_some(SimilarPair { a, b, share })
        });
        compared.collect()
    }
}

/// The postings after notes were added, changed or removed.
struct MergedPostings {
    /// All postings, sorted.
    all: Vec<u64>,
    /// The postings that changed notes had before.
    dropped: Vec<u64>,
}

impl MergedPostings {
    /// Merges two sorted lists, without the known postings of changed notes.
    fn new(known: &[u64], changed: &BTreeSet<u32>, new: &[u64]) -> Self {
        let mut flags = vec![false; changed.last().map_or(0, |last| *last as usize + 1)];
        for slot in changed {
            if let Some(flag) = flags.get_mut(*slot as usize) {
                *flag = true;
            }
        }
        let mut dropped = Vec::new();
        let mut is_kept = |posting: &u64| {
            let is_changed = flags.get(slot_of(*posting) as usize) == Some(&true);
            dropped.extend(is_changed.then_some(*posting));
            !is_changed
        };
        let mut all = Vec::with_capacity(known.len() + new.len());
        let mut rest = known;
        for posting in new {
            let (before, after) = rest.split_at(rest.partition_point(|other| other < posting));
            all.extend(before.iter().copied().filter(&mut is_kept));
            all.push(*posting);
            rest = after;
        }
        all.extend(rest.iter().copied().filter(&mut is_kept));
        Self { all, dropped }
    }
}

/// The hashes of a note that are in the index: all, or none if it has few.
fn indexed_hashes(sketch: &[u32]) -> &[u32] {
    if sketch.len() >= MIN_HASHES { sketch } else { &[] }
}

/// The postings with a hash.
fn group_of(postings: &[u64], hash: u32) -> &[u64] {
    let start = postings.partition_point(|posting| hash_of(*posting) < hash);
    let rest = postings.get(start..).unwrap_or_default();
    let length = rest.partition_point(|posting| hash_of(*posting) == hash);
    rest.get(..length).unwrap_or_default()
}

/// Whether the notes of a group have a shingle in common that is boilerplate.
fn is_boilerplate(group: &[u64]) -> bool {
    group.len() > MAX_NOTES_OF_SHINGLE
}

/// Two slots in one number, the lower one first.
fn slot_pair(a: u32, b: u32) -> u64 {
    u64::from(a.min(b)) << 32 | u64::from(a.max(b))
}

fn hash_of(posting: u64) -> u32 {
    (posting >> 32) as u32
}

fn slot_of(posting: u64) -> u32 {
    posting as u32
}

/// The hashes of a note without those of boilerplate, sorted.
struct Sample {
    hashes: Vec<u32>,
    /// Up to this hash, the sample has all hashes of the note.
    complete_up_to: u32,
}

impl Sample {
    fn new(sketch: &[u32], boilerplate: &[u32]) -> Self {
        let is_own = |hash: &&u32| boilerplate.binary_search(hash).is_err();
        Self {
            hashes: sketch.iter().filter(is_own).copied().collect(),
            complete_up_to: match sketch.len() < SKETCH_HASHES {
                true => u32::MAX,
                false => sketch.last().copied().unwrap_or(u32::MAX),
            },
        }
    }

    fn hashes_up_to(&self, limit: u32) -> &[u32] {
        let length = self.hashes.partition_point(|hash| *hash <= limit);
        self.hashes.get(..length).unwrap_or_default()
    }

    /// The estimated share of the shorter text's shingles that the longer text has. Only hashes up to
    /// which both samples are complete are compared.
    fn estimated_share(&self, other: &Self) -> Option<f32> {
        let limit = self.complete_up_to.min(other.complete_up_to);
        let (a, b) = (self.hashes_up_to(limit), other.hashes_up_to(limit));
        let (shorter, longer) = (a.len().min(b.len()), a.len().max(b.len()));
        let is_comparable =
            shorter >= MIN_COMPARED_HASHES && shorter as f32 >= longer as f32 * MIN_LENGTH_RATIO;
        is_comparable.then(|| shared_count(a, b) as f32 / shorter.max(1) as f32)
    }
}

/// How many numbers two sorted lists have in common.
fn shared_count(a: &[u32], b: &[u32]) -> usize {
    let mut rest = b.iter().peekable();
    let is_shared = |number: &&u32| {
        while rest.next_if(|other| other < number).is_some() {}
        rest.peek() == Some(number)
    };
    a.iter().filter(is_shared).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    fn pairs(index: &SketchIndex) -> Vec<(u32, u32, u32)> {
        let pairs = index.similar_pairs().iter();
        let mut pairs: Vec<(u32, u32, u32)> =
            pairs.map(|pair| (pair.a, pair.b, pair.share.to_bits())).collect();
        pairs.sort_unstable();
        pairs
    }

    proptest! {
        #[test]
        fn an_updated_index_has_the_pairs_of_a_new_one(
            // Few hashes, so that many are boilerplate or become so.
            sketches in prop::collection::vec(prop::collection::btree_set(0_u32..60, 0..25), 20..40),
            changes in prop::collection::vec((0_usize..40, prop::collection::btree_set(0_u32..60, 0..25)), 1..6),
        ) {
            let to_lists = |sets: &[BTreeSet<u32>]| -> Vec<Vec<u32>> {
                sets.iter().map(|set| set.iter().copied().collect()).collect()
            };
            let mut sketches = to_lists(&sketches);
            let mut index = SketchIndex::default();
            (0..sketches.len() as u32).for_each(|slot| index.mark_changed(slot));
            index.update(|slot| sketches[slot as usize].as_slice());
            for (slot, sketch) in changes {
                let slot = slot % sketches.len();
                sketches[slot] = sketch.into_iter().collect();
                index.mark_changed(slot as u32);
                index.update(|slot| sketches[slot as usize].as_slice());
                let mut fresh = SketchIndex::default();
                (0..sketches.len() as u32).for_each(|slot| fresh.mark_changed(slot));
                fresh.update(|slot| sketches[slot as usize].as_slice());
                fresh.find_all_pairs(|slot| sketches[slot as usize].as_slice());
                prop_assert_eq!(pairs(&index), pairs(&fresh));
                prop_assert_eq!(&index.boilerplate, &fresh.boilerplate);
            }
        }
    }
}
