//! Many small decision trees that vote. They were grown from pages whose main text is known
//! (`tests/bench/page-judge`), and are kept as bytes:
//!
//! - two bytes: the number of features, and two: of trees;
//! - for each feature a byte, the number of its thresholds, and the thresholds as `f32`;
//! - for each tree a byte, the number of its forks, then four bytes a fork (feature, threshold,
//!   and where to go when the feature is at most that, or more: a fork, or a leaf as its
//!   complement), then its leaves as `i16`, in 4096ths.
//!
//! All numbers are little-endian.

/// A forest that was read.
pub struct Forest {
    /// All forks, tree by tree.
    forks: Vec<Fork>,
    /// Where each tree begins, and its leaves.
    trees: Vec<(usize, Vec<f32>)>,
}

struct Fork {
    threshold: f32,
    feature: u8,
    low: i8,
    high: i8,
}

/// What a leaf's number is a fraction of.
const LEAF_UNIT: f32 = 4096.0;

impl Forest {
    /// Reads a forest; nothing if the bytes are none.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes;
        let features = u16::from_le_bytes(take(&mut rest)?);
        let trees = u16::from_le_bytes(take(&mut rest)?);
        let thresholds: Vec<Vec<f32>> =
            (0..features).map(|_| read_thresholds(&mut rest)).collect::<Option<_>>()?;
        let mut forest = Self { forks: Vec::new(), trees: Vec::new() };
        for _ in 0..trees {
            forest.read_tree(&mut rest, &thresholds)?;
        }
        rest.is_empty().then_some(forest)
    }

    fn read_tree(&mut self, rest: &mut &[u8], thresholds: &[Vec<f32>]) -> Option<()> {
        let [forks] = take(rest)?;
        let start = self.forks.len();
        for number in 0..forks {
            let [feature, threshold, low, high] = take(rest)?;
            let threshold = *thresholds.get(usize::from(feature))?.get(usize::from(threshold))?;
            let (low, high) = (low as i8, high as i8);
            // A fork leads only to later ones, so that every way through a tree ends.
            let ends = [low, high].iter().all(|to| *to < 0 || (number as i8) < *to);
            ends.then(|| self.forks.push(Fork { threshold, feature, low, high }))?;
        }
        let leaf = |_| Some(f32::from(i16::from_le_bytes(take(rest)?)) / LEAF_UNIT);
        let leaves = (0..=forks).map(leaf).collect::<Option<_>>()?;
        self.trees.push((start, leaves));
        Some(())
    }

    /// The probability that all trees together give.
    pub fn vote(&self, features: &[f32]) -> f32 {
        let sum: f32 =
            self.trees.iter().map(|(start, leaves)| self.value(*start, leaves, features)).sum();
        1.0 / (1.0 + (-sum).exp())
    }

    fn value(&self, start: usize, leaves: &[f32], features: &[f32]) -> f32 {
        let mut at = if leaves.len() > 1 { 0 } else { -1 };
        while let Ok(number) = usize::try_from(at)
            && let Some(fork) = self.forks.get(start + number)
        {
            let value = features.get(usize::from(fork.feature)).copied().unwrap_or_default();
            at = if value <= fork.threshold { fork.low } else { fork.high };
        }
        usize::try_from(!at).ok().and_then(|leaf| leaves.get(leaf)).copied().unwrap_or_default()
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, behind) = rest.split_first_chunk::<N>()?;
    *rest = behind;
    Some(*first)
}

fn read_thresholds(rest: &mut &[u8]) -> Option<Vec<f32>> {
    let [count] = take(rest)?;
    (0..count).map(|_| take(rest).map(f32::from_le_bytes)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One feature with one threshold, 2.0, and one tree: 1.0 at most that, −1.0 above.
    fn small() -> Vec<u8> {
        let mut bytes = vec![1, 0, 1, 0, 1];
        bytes.extend(2.0_f32.to_le_bytes());
        bytes.extend([1, 0, 0, !0, !1]);
        bytes.extend(4096_i16.to_le_bytes());
        bytes.extend((-4096_i16).to_le_bytes());
        bytes
    }

    #[test]
    fn a_forest_votes() {
        let bytes = small();
        let forest = Forest::read(&bytes).expect("a forest");
        let votes = [1.0, 2.0, 3.0].map(|feature| (forest.vote(&[feature]) * 100.0).round());
        assert_eq!(votes, [73.0, 73.0, 27.0]);
    }

    #[test]
    fn bytes_that_are_none_are_refused() {
        let bytes = small();
        for end in 0..bytes.len() {
            assert!(Forest::read(&bytes[..end]).is_none(), "{end}");
        }
    }
}
