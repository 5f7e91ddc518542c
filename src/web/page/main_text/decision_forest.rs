//! Gradient-boosted decision trees. They are trained by `tests/bench/page-classifier` on pages
//! whose main text is known, and are stored as bytes:
//!
//! - two bytes: the number of features; two bytes: the number of trees;
//! - for each feature: one byte, the number of its thresholds; then the thresholds, of which each is
//!   the upper half of an `f32`;
//! - for each tree: eight bytes, whose bits from the lowest up say of each node, in the order node,
//!   low branch, high branch, whether it is an inner node (1) or a leaf (0); one byte, the exponent of
//!   the leaf values; two bytes per inner node, its feature and its threshold; then the leaf values as
//!   `i8`, which are divided by two to the power of the exponent.
//!
//! A feature of at most the threshold leads to the low branch. All numbers are little-endian.

/// The decision trees of the block classifier. The sum of their leaf values is converted to the
/// probability that a block is main text.
pub struct DecisionForest {
    /// The inner nodes of all trees, one tree after the other.
    nodes: Vec<SplitNode>,
    /// For each tree, the index of its first inner node and the values of its leaves.
    trees: Vec<DecisionTree>,
}

struct DecisionTree {
    /// Index in `DecisionForest::nodes` of the first inner node of the tree.
    start: usize,
    leaves: Vec<f32>,
}

/// Maximum number of inner nodes of a tree, so that its shape fits into eight bytes.
const MAX_INNER_NODES: usize = 31;

/// One of the two branches of an inner node.
enum Branch {
    Low,
    High,
}

/// An inner node of a tree: continues at `low` if a feature is at most the threshold, else at
/// `high`. A negative number is the bitwise complement of the index of a leaf.
#[derive(Default)]
struct SplitNode {
    threshold: f32,
    feature: u8,
    low: i8,
    high: i8,
}

impl DecisionForest {
    /// Parses the format that is described at the top of this file; `None` if the bytes are
    /// invalid.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes;
        let features = u16::from_le_bytes(take_bytes(&mut rest)?);
        let trees = u16::from_le_bytes(take_bytes(&mut rest)?);
        let thresholds: Vec<Vec<f32>> =
            (0..features).map(|_| parse_thresholds(&mut rest)).collect::<Option<_>>()?;
        let mut forest = Self { nodes: Vec::new(), trees: Vec::new() };
        for _ in 0..trees {
            forest.parse_tree(&mut rest, &thresholds)?;
        }
        rest.is_empty().then_some(forest)
    }

    fn parse_tree(&mut self, rest: &mut &[u8], thresholds: &[Vec<f32>]) -> Option<()> {
        let shape = u64::from_le_bytes(take_bytes(rest)?);
        let [exponent] = take_bytes(rest)?;
        let start = self.nodes.len();
        let leaf_count = self.add_nodes_of_shape(shape)?;
        for node in self.nodes.get_mut(start..)? {
            let [feature, threshold] = take_bytes(rest)?;
            node.feature = feature;
            node.threshold = *thresholds.get(usize::from(feature))?.get(usize::from(threshold))?;
        }
        let unit = f32::from(exponent).exp2().recip();
        let leaf = |_| take_bytes(rest).map(|bytes| f32::from(i8::from_le_bytes(bytes)) * unit);
        let leaves = (0..leaf_count).map(leaf).collect::<Option<_>>()?;
        self.trees.push(DecisionTree { start, leaves });
        Some(())
    }

    /// Adds the inner nodes of a tree, without features and thresholds, and returns the number of
    /// its leaves; `None` if the shape is invalid.
    fn add_nodes_of_shape(&mut self, shape: u64) -> Option<i8> {
        // The branches that still lead nowhere: the inner node, and which of its two branches. The
        // next node of the shape belongs to the last of them.
        let mut open: Vec<(usize, Branch)> = Vec::new();
        let (mut forks, mut leaves) = (0_i8, 0_i8);
        for bit in 0..=MAX_INNER_NODES * 2 {
            let is_fork = shape >> bit & 1 == 1;
            let target = if is_fork { forks } else { !leaves };
            match open.pop() {
                Some((from, Branch::Low)) => self.nodes.get_mut(from)?.low = target,
                Some((from, Branch::High)) => self.nodes.get_mut(from)?.high = target,
                None => {}
            }
            if is_fork {
                let node = self.nodes.len();
                open.extend([(node, Branch::High), (node, Branch::Low)]);
                self.nodes.push(SplitNode::default());
                forks += 1;
            } else {
                leaves += 1;
            }
            if open.is_empty() {
                break;
            }
        }
        open.is_empty().then_some(leaves)
    }

    /// Returns for each row of features the probability that this block is main text.
    pub fn predict_probabilities(&self, rows: &[Vec<f32>]) -> Vec<f32> {
        let mut sums = vec![0.0_f32; rows.len()];
        // A tree and a few rows stay in the fastest memory.
        for (rows, sums) in rows.chunks(ROWS_AT_ONCE).zip(sums.chunks_mut(ROWS_AT_ONCE)) {
            for tree in &self.trees {
                let nodes = self.nodes.get(tree.start..).unwrap_or_default();
                for (row, sum) in rows.iter().zip(sums.iter_mut()) {
                    *sum += tree.leaf_value(nodes, row);
                }
            }
        }
        sums.iter().map(|sum| 1.0 / (1.0 + (-sum).exp())).collect()
    }
}

/// Number of rows of features that are evaluated together.
const ROWS_AT_ONCE: usize = 16;

impl DecisionTree {
    /// Returns the value of the leaf that the features lead to. `nodes` begin with those of the tree.
    fn leaf_value(&self, nodes: &[SplitNode], features: &[f32]) -> f32 {
        let mut next = if self.leaves.len() > 1 { 0 } else { -1 };
        while let Ok(number) = usize::try_from(next)
            && let Some(node) = nodes.get(number)
        {
            let value = features.get(usize::from(node.feature)).copied().unwrap_or_default();
            next = if value <= node.threshold { node.low } else { node.high };
        }
        let leaf = usize::try_from(!next).ok().and_then(|leaf| self.leaves.get(leaf));
        leaf.copied().unwrap_or_default()
    }
}

/// Removes the first `N` bytes from `rest` and returns them.
fn take_bytes<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, remaining) = rest.split_first_chunk::<N>()?;
    *rest = remaining;
    Some(*first)
}

fn parse_thresholds(rest: &mut &[u8]) -> Option<Vec<f32>> {
    let [count] = take_bytes(rest)?;
    let upper_half = |bytes| f32::from_bits(u32::from(u16::from_le_bytes(bytes)) << 16);
    (0..count).map(|_| take_bytes(rest).map(upper_half)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A forest with one feature and one tree: 1.0 for features up to 2.0, −1.0 above.
    fn small() -> Vec<u8> {
        // The upper half of 2.0 is 0x4000; the shape is one inner node and two leaves.
        let mut bytes = vec![1, 0, 1, 0, 1, 0x00, 0x40];
        bytes.extend([1, 0, 0, 0, 0, 0, 0, 0]);
        bytes.extend([6, 0, 0, 64, 192]);
        bytes
    }

    #[test]
    fn a_forest_predicts_probabilities() {
        let bytes = small();
        let forest = DecisionForest::parse(&bytes).expect("a forest");
        let features = [1.0, 2.0, 3.0].repeat(ROWS_AT_ONCE);
        let rows: Vec<Vec<f32>> = features.into_iter().map(|feature| vec![feature]).collect();
        let found = forest.predict_probabilities(&rows);
        let percentages: Vec<f32> = found.iter().map(|found| (found * 100.0).round()).collect();
        assert_eq!(percentages, [73.0, 73.0, 27.0].repeat(ROWS_AT_ONCE));
    }

    #[test]
    fn incomplete_bytes_are_rejected() {
        let bytes = small();
        for end in 0..bytes.len() {
            assert!(DecisionForest::parse(&bytes[..end]).is_none(), "{end}");
        }
    }
}
