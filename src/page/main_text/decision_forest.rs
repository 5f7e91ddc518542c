//! Gradient-boosted decision trees. They are trained by `tests/bench/page-classifier` on pages
//! whose main text is known, and are stored as bytes:
//!
//! - two bytes: the number of features; two bytes: the number of trees;
//! - for each feature: one byte, the number of its thresholds; then the thresholds as `f32`;
//! - for each tree: one byte, the number of its inner nodes; then four bytes per inner node: the
//!   feature, the threshold, the next node if the feature is at most the threshold, and the next
//!   node if it is greater (a negative number is the bitwise complement of the index of a leaf);
//!   then the leaves of the tree as `i16`, in 4096ths.
//!
//! All numbers are little-endian.

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

/// An inner node of a tree: continues at `low` if a feature is at most the threshold, else at
/// `high`.
struct SplitNode {
    threshold: f32,
    feature: u8,
    low: i8,
    high: i8,
}

/// Stored leaf values are integers; they are divided by this number.
const LEAF_VALUE_DIVISOR: f32 = 4096.0;

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
        let [node_count] = take_bytes(rest)?;
        let start = self.nodes.len();
        for number in 0..node_count {
            let [feature, threshold, low, high] = take_bytes(rest)?;
            let threshold = *thresholds.get(usize::from(feature))?.get(usize::from(threshold))?;
            let (low, high) = (low as i8, high as i8);
            // A node may point only to nodes with a higher index. Otherwise following the nodes
            // could loop forever.
            let is_forward = [low, high].iter().all(|to| *to < 0 || (number as i8) < *to);
            is_forward.then(|| self.nodes.push(SplitNode { threshold, feature, low, high }))?;
        }
        let leaf = |_| Some(f32::from(i16::from_le_bytes(take_bytes(rest)?)) / LEAF_VALUE_DIVISOR);
        let leaves = (0..=node_count).map(leaf).collect::<Option<_>>()?;
        self.trees.push(DecisionTree { start, leaves });
        Some(())
    }

    /// Returns the probability that a block with these features is main text.
    pub fn predict_probability(&self, features: &[f32]) -> f32 {
        let sum: f32 = self.trees.iter().map(|tree| self.leaf_value(tree, features)).sum();
        1.0 / (1.0 + (-sum).exp())
    }

    fn leaf_value(&self, tree: &DecisionTree, features: &[f32]) -> f32 {
        let mut next = if tree.leaves.len() > 1 { 0 } else { -1 };
        while let Ok(number) = usize::try_from(next)
            && let Some(node) = self.nodes.get(tree.start + number)
        {
            let value = features.get(usize::from(node.feature)).copied().unwrap_or_default();
            next = if value <= node.threshold { node.low } else { node.high };
        }
        let leaf = usize::try_from(!next).ok().and_then(|leaf| tree.leaves.get(leaf));
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
    (0..count).map(|_| take_bytes(rest).map(f32::from_le_bytes)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A forest with one feature and one tree: 1.0 for features up to 2.0, −1.0 above.
    fn small() -> Vec<u8> {
        let mut bytes = vec![1, 0, 1, 0, 1];
        bytes.extend(2.0_f32.to_le_bytes());
        bytes.extend([1, 0, 0, !0, !1]);
        bytes.extend(4096_i16.to_le_bytes());
        bytes.extend((-4096_i16).to_le_bytes());
        bytes
    }

    #[test]
    fn a_forest_predicts_probabilities() {
        let bytes = small();
        let forest = DecisionForest::parse(&bytes).expect("a forest");
        let percentages =
            [1.0, 2.0, 3.0].map(|feature| (forest.predict_probability(&[feature]) * 100.0).round());
        assert_eq!(percentages, [73.0, 73.0, 27.0]);
    }

    #[test]
    fn incomplete_bytes_are_rejected() {
        let bytes = small();
        for end in 0..bytes.len() {
            assert!(DecisionForest::parse(&bytes[..end]).is_none(), "{end}");
        }
    }
}
