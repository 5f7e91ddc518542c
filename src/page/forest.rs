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
pub struct Forest<'b> {
    thresholds: Vec<Vec<f32>>,
    trees: Vec<Tree<'b>>,
}

struct Tree<'b> {
    forks: &'b [[u8; 4]],
    leaves: &'b [[u8; 2]],
}

/// What a leaf's number is a fraction of.
const LEAF_UNIT: f32 = 4096.0;

impl<'b> Forest<'b> {
    /// Reads a forest; nothing if the bytes are none.
    pub fn read(bytes: &'b [u8]) -> Option<Self> {
        let mut rest = bytes;
        let features = u16::from_le_bytes(take(&mut rest)?);
        let trees = u16::from_le_bytes(take(&mut rest)?);
        let thresholds =
            (0..features).map(|_| read_thresholds(&mut rest)).collect::<Option<_>>()?;
        let trees = (0..trees).map(|_| read_tree(&mut rest)).collect::<Option<_>>()?;
        rest.is_empty().then_some(Self { thresholds, trees })
    }

    /// The probability that all trees together give.
    pub fn vote(&self, features: &[f32]) -> f32 {
        let sum: f32 = self.trees.iter().map(|tree| self.value(tree, features)).sum();
        1.0 / (1.0 + (-sum).exp())
    }

    fn value(&self, tree: &Tree<'_>, features: &[f32]) -> f32 {
        let mut at = if tree.forks.is_empty() { -1 } else { 0 };
        // A tree of so many forks is left after as many steps, whatever the bytes say.
        for _ in 0..=tree.forks.len() {
            let Some([feature, threshold, low, high]) =
                usize::try_from(at).ok().and_then(|at| tree.forks.get(at))
            else {
                break;
            };
            let thresholds = self.thresholds.get(usize::from(*feature));
            let limit = thresholds.and_then(|all| all.get(usize::from(*threshold)));
            let value = features.get(usize::from(*feature));
            at = if value <= limit { *low as i8 } else { *high as i8 };
        }
        let leaf = usize::try_from(!at).ok().and_then(|leaf| tree.leaves.get(leaf));
        leaf.map_or(0.0, |leaf| f32::from(i16::from_le_bytes(*leaf)) / LEAF_UNIT)
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

fn read_tree<'b>(rest: &mut &'b [u8]) -> Option<Tree<'b>> {
    let [count] = take(rest)?;
    let (forks, behind) = rest.split_at_checked(usize::from(count) * 4)?;
    let (leaves, behind) = behind.split_at_checked((usize::from(count) + 1) * 2)?;
    *rest = behind;
    Some(Tree { forks: forks.as_chunks().0, leaves: leaves.as_chunks().0 })
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
