//! Finds pairs of notes with text in common, by the hashes of their shingles (sequences of four words).
//! The index is kept between checks, so that a changed note does not make all others be sorted again.

use std::collections::BTreeSet;

/// Number of shingle hashes that are kept of a note, the lowest ones. The share that two notes have in
/// common is estimated from them to about five percent, which is enough to find pairs that are then
/// compared exactly.
pub const SKETCH_HASHES: usize = 128;

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

/// Two notes that probably have much of their text in common, by their slots.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SimilarPair {
    /// The slot of the one note.
    pub a: u32,
    /// The slot of the other note.
    pub b: u32,
    /// The estimated share of the shorter note that the other one contains.
    pub share: f32,
}

/// The hashes of all notes.
#[derive(Debug, Default)]
pub struct SketchIndex {
    /// A hash in the upper half and the slot of a note in the lower half, sorted.
    postings: Vec<u64>,
    changed_slots: BTreeSet<u32>,
}

impl SketchIndex {
    /// Remembers that the note in a slot was added, changed or removed.
    pub fn mark_changed(&mut self, slot: u32) {
        self.changed_slots.insert(slot);
    }

    /// Brings the index up to date. `sketch` returns the hashes of the note in a slot.
    pub fn update<'s>(&mut self, sketch: impl Fn(u32) -> &'s [u32]) {
        let changed = std::mem::take(&mut self.changed_slots);
        if changed.is_empty() {
            return;
        }
        let flag_count = changed.last().map_or(0, |last| *last as usize + 1);
        let mut flags = vec![false; flag_count];
        for slot in &changed {
            if let Some(flag) = flags.get_mut(*slot as usize) {
                *flag = true;
            }
        }
        let is_kept = |posting: &u64| flags.get(slot_of(*posting) as usize) != Some(&true);
        self.postings.retain(is_kept);
        for slot in changed {
            let hashes = sketch(slot);
            if hashes.len() >= MIN_HASHES {
                let postings = hashes.iter().map(|hash| u64::from(*hash) << 32 | u64::from(slot));
                self.postings.extend(postings);
            }
        }
        // The stable sort merges sorted runs, so that few new postings cost little.
        self.postings.sort();
    }

    /// The pairs of notes that probably have much of their text in common, in no meaningful order.
    pub fn similar_pairs<'s>(&self, sketch: impl Fn(u32) -> &'s [u32]) -> Vec<SimilarPair> {
        let mut pairs: Vec<u64> = Vec::new();
        let mut boilerplate: Vec<u32> = Vec::new();
        for group in self.postings.chunk_by(|a, b| a >> 32 == b >> 32) {
            if group.len() > MAX_NOTES_OF_SHINGLE {
                boilerplate.extend(group.first().map(|posting| (posting >> 32) as u32));
                continue;
            }
            for (at, a) in group.iter().enumerate() {
                let others = group.iter().skip(at + 1);
                pairs.extend(others.map(|b| u64::from(slot_of(*a)) << 32 | u64::from(slot_of(*b))));
            }
        }
        pairs.sort_unstable();
        let groups = pairs.chunk_by(|a, b| a == b).filter(|group| group.len() >= MIN_SHARED_HASHES);
        let pairs = groups.filter_map(|group| group.first().copied());
        let compared = pairs.filter_map(|pair| {
            let (a, b) = ((pair >> 32) as u32, slot_of(pair));
            let share = estimated_share(sketch(a), sketch(b), &boilerplate)?;
            (share >= MIN_ESTIMATED_SHARE).then_some(SimilarPair { a, b, share })
        });
        compared.collect()
    }
}

fn slot_of(posting: u64) -> u32 {
    posting as u32
}

/// The estimated share of the shorter text's shingles that the longer text has. Only hashes up to the
/// highest one that both samples would contain are compared; below it, both samples are complete.
fn estimated_share(a: &[u32], b: &[u32], boilerplate: &[u32]) -> Option<f32> {
    let complete_up_to = |sketch: &[u32]| match sketch.len() < SKETCH_HASHES {
        true => u32::MAX,
        false => sketch.last().copied().unwrap_or(u32::MAX),
    };
    let limit = complete_up_to(a).min(complete_up_to(b));
    let is_compared = |hash: &&u32| **hash <= limit && boilerplate.binary_search(hash).is_err();
    let a: Vec<u32> = a.iter().filter(is_compared).copied().collect();
    let b: Vec<u32> = b.iter().filter(is_compared).copied().collect();
    let shared = a.iter().filter(|hash| b.binary_search(hash).is_ok()).count();
    let (shorter, longer) = (a.len().min(b.len()), a.len().max(b.len()));
    let is_comparable =
        shorter >= MIN_COMPARED_HASHES && shorter as f32 >= longer as f32 * MIN_LENGTH_RATIO;
    is_comparable.then(|| shared as f32 / shorter.max(1) as f32)
}
