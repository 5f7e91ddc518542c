//! Decides which blocks of a page are main text. Decision trees give each block a probability, and
//! blocks above a threshold are main text. The threshold is chosen for each page so that the
//! expected F1 score, which counts both lost main text and kept boilerplate, is best: about one
//! half if the probabilities are near 0 and 1, lower if they are not.

use std::sync::LazyLock;

use crate::page::html::tag::Tag;
use crate::page::main_text::block_features;
use crate::page::main_text::decision_forest::DecisionForest;
use crate::page::main_text::page_analysis::PageAnalysis;
use crate::page::main_text::page_type;
use crate::page::main_text::text_block::{self, TextBlock};

/// The trained decision trees; `None` if the embedded file is invalid, which a test rules out.
static CLASSIFIER_FOREST: LazyLock<Option<DecisionForest>> =
    LazyLock::new(|| DecisionForest::parse(include_bytes!("block_classifier.forest")));

/// Returns the trained decision trees; `None` if the embedded file is invalid, which a test rules
/// out.
pub fn trained_forest() -> Option<&'static DecisionForest> {
    CLASSIFIER_FOREST.as_ref()
}

/// The probability threshold is multiplied by this factor for pages that metadata or URL call an
/// article. The text of an article is seldom in doubt, so that a doubtful block is likely part of
/// what surrounds it.
const ARTICLE_THRESHOLD_FACTOR: f32 = 1.1;

/// How probable it is that each block of a page is main text, in the order of the blocks.
pub struct BlockProbabilities {
    values: Vec<f32>,
    threshold: f32,
}

impl BlockProbabilities {
    /// Computes the probabilities of all blocks of a page. Without a forest every block is main
    /// text.
    pub fn new(page: &PageAnalysis<'_>, forest: Option<&DecisionForest>) -> Self {
        let Some(forest) = forest else {
            return Self { values: vec![1.0; page.blocks.len()], threshold: 0.5 };
        };
        let rows = block_features::block_features(page);
        let mut values: Vec<f32> = rows.iter().map(|row| forest.predict_probability(row)).collect();
        // If “Reply” is below every post of a page, either all of these blocks are main text or none.
        values =
            mean_of_groups(page.first_blocks_with_same_text, &vec![1.0; values.len()], &values);
        let is_article = page_type::suggests_article(page.page_type_features);
        if !is_article {
            approach_similar_blocks(page, &mut values);
        }
        let factor = if is_article { ARTICLE_THRESHOLD_FACTOR } else { 1.0 };
        let threshold = factor * best_f1_threshold(page.blocks, &values);
        Self { values, threshold }
    }

    /// Returns one flag per block: true if the block is main text.
    pub fn main_text_flags(&self) -> Vec<bool> {
        self.values.iter().map(|probability| *probability >= self.threshold).collect()
    }

    /// Whether the probability of a block is at least `share` of what main text must have.
    pub fn is_near_threshold(&self, index: usize, share: f32) -> bool {
        self.values.get(index).is_some_and(|probability| *probability >= share * self.threshold)
    }

    /// Returns the mean probability of the words in the blocks that `is_counted` accepts.
    pub fn mean_word_probability(
        &self,
        blocks: &[TextBlock],
        is_counted: impl Fn(usize) -> bool,
    ) -> f32 {
        let (mut sum, mut words) = (0.0, 1.0);
        for (index, (block, probability)) in blocks.iter().zip(&self.values).enumerate() {
            if is_counted(index) {
                sum += probability * block.stats.word_count;
                words += block.stats.word_count;
            }
        }
        sum / words
    }
}

/// Returns for each block the mean of the probabilities in its group. A group is named by the index
/// of its first block.
fn mean_of_groups(groups: &[usize], weights: &[f32], probabilities: &[f32]) -> Vec<f32> {
    let mut sums = vec![(0.0, 0.0); groups.len()];
    for ((group, weight), probability) in groups.iter().zip(weights).zip(probabilities) {
        if let Some((sum, total)) = sums.get_mut(*group) {
            *sum += weight * probability;
            *total += weight;
        }
    }
    let mean = |group: &usize| sums.get(*group).map_or(0.0, |(sum, total)| sum / total);
    groups.iter().map(mean).collect()
}

/// Number of elements around a block, beginning with its parent, that similar blocks have in
/// common.
const SIMILAR_ANCESTORS: usize = 4;

/// How far the probability of a block approaches the mean of similar blocks; 1 is the mean itself.
const SIMILAR_BLOCKS_WEIGHT: f32 = 0.6;

/// Brings the probability of each block nearer to the mean of the blocks with the same tags and
/// classes around them: of the cards of a list or the posts of a thread either all have a certain
/// part in the main text or none.
fn approach_similar_blocks(page: &PageAnalysis<'_>, probabilities: &mut [f32]) {
    let keys: Vec<_> = page.blocks.iter().map(|block| surroundings_key(page, block)).collect();
    let groups = text_block::first_equal_keys(&keys);
    // One more word, so that blocks without words count as well.
    let weights: Vec<f32> = page.blocks.iter().map(|block| block.stats.word_count + 1.0).collect();
    let means = mean_of_groups(&groups, &weights, probabilities);
    for ((probability, mean), block) in probabilities.iter_mut().zip(means).zip(page.blocks) {
        // Paragraphs have the same elements around them, whatever they say.
        if page.dom.tag(block.parent) != Tag::P {
            *probability += SIMILAR_BLOCKS_WEIGHT * (mean - *probability);
        }
    }
}

/// Returns a key that blocks with the same tags and first classes around them share: the class of
/// the parent, and a hash of the others.
fn surroundings_key<'d>(page: &PageAnalysis<'d>, block: &TextBlock) -> (&'d str, u32) {
    let mut hash = FNV_OFFSET;
    for id in page.dom.self_and_ancestors(block.parent).take(SIMILAR_ANCESTORS) {
        let class = page.dom.first_class(id).bytes();
        for byte in class.chain([page.dom.tag(id) as u8]) {
            hash = (hash ^ u32::from(byte)).wrapping_mul(FNV_PRIME);
        }
    }
    (page.dom.first_class(block.parent), hash)
}

/// The constants of the 32-bit FNV-1a hash, <https://www.rfc-editor.org/rfc/rfc9923>.
const FNV_OFFSET: u32 = 0x811c_9dc5;
const FNV_PRIME: u32 = 0x0100_0193;

/// Returns the lowest probability at which keeping a block still raises the expected F1 score,
/// which counts both lost main text and kept boilerplate. It is half of the best score.
fn best_f1_threshold(blocks: &[TextBlock], probabilities: &[f32]) -> f32 {
    let words = blocks.iter().map(|block| block.stats.word_count);
    let mut ranked: Vec<(f32, f32)> = probabilities.iter().copied().zip(words).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let expected: f32 = ranked.iter().map(|(probability, words)| probability * words).sum();
    let (mut kept, mut correct, mut best) = (0.0, 0.0, 0.0_f32);
    for (probability, words) in ranked {
        kept += words;
        correct += probability * words;
        best = best.max(2.0 * correct / (kept + expected));
    }
    best / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forest_can_be_read() {
        assert!(trained_forest().is_some());
    }
}
