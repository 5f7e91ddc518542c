//! Decides which blocks of a page are main text. Decision trees give each block a probability in two
//! steps: the second compares what the first found about the blocks of the page. Blocks above a threshold are main text. The threshold is chosen for each page so that the
//! expected F1 score, which counts both lost main text and kept boilerplate, is best: about one
//! half if the probabilities are near 0 and 1, lower if they are not.

use std::sync::LazyLock;

use crate::values::html::Tag;
use crate::web::page::main_text::decision_forest::DecisionForest;
use crate::web::page::main_text::page_analysis::PageAnalysis;
use crate::web::page::main_text::similar_blocks::{self, ProbableWords};
use crate::web::page::main_text::text_block::TextBlock;
use crate::web::page::main_text::{block_features, expected_f1, page_type, probability_features};

/// The decision trees of the two decisions. The first knows the block and its surroundings; the
/// second also knows what the first found about all other blocks of the page.
pub struct BlockForests {
    /// The trees that decide with the features of `block_features`.
    pub first: DecisionForest,
    /// The trees that decide with the features of `probability_features`.
    pub second: DecisionForest,
}

impl BlockForests {
    /// Parses the two files of trees; `None` if one is invalid.
    pub fn parse(first: &[u8], second: &[u8]) -> Option<Self> {
        Some(Self { first: DecisionForest::parse(first)?, second: DecisionForest::parse(second)? })
    }
}

/// The trained decision trees; `None` if the embedded files are invalid, which a test rules out.
static TRAINED_FORESTS: LazyLock<Option<BlockForests>> = LazyLock::new(|| {
    let first = include_bytes!("block_classifier.forest");
    BlockForests::parse(first, include_bytes!("block_classifier_second.forest"))
});

/// Returns the trained decision trees; `None` if the embedded files are invalid, which a test rules
/// out.
pub fn trained_forests() -> Option<&'static BlockForests> {
    TRAINED_FORESTS.as_ref()
}

/// The probability threshold is multiplied by this factor for pages that metadata or URL call an
/// article. The text of an article is seldom in doubt, so that a doubtful block is likely part of
/// what surrounds it.
const ARTICLE_THRESHOLD_FACTOR: f32 = 1.1;

/// If no block of a page has at least this probability, nothing is kept: a script loads the text, or
/// the page is only a menu. Measured with trees that do not know the site, the best block of four such
/// pages has at most 0.06, and that of every page with a known text at least 0.3.
const MIN_BEST_PROBABILITY: f32 = 0.15;

/// Maximum number of blocks that are classified: a page with more is a long list or table, of which
/// everything is kept.
const MAX_CLASSIFIED_BLOCKS: usize = 50_000;

/// How probable it is that each block of a page is main text, in the order of the blocks.
pub struct BlockProbabilities {
    values: Vec<f32>,
    threshold: f32,
}

impl BlockProbabilities {
    /// Computes the probabilities of all blocks of a page. Without forests, and on pages with too many
    /// blocks, every block is main text.
    pub fn new(page: &PageAnalysis<'_>, forests: Option<&BlockForests>) -> Self {
        let is_too_long = page.blocks.len() > MAX_CLASSIFIED_BLOCKS;
        let Some(forests) = forests.filter(|_| !is_too_long) else {
            return Self { values: vec![1.0; page.blocks.len()], threshold: 0.5 };
        };
        let rows = block_features::block_features(page);
        let first = forests.first.predict_probabilities(&rows);
        let rows = probability_features::probability_features(page, &first);
        let second = forests.second.predict_probabilities(&rows);
        let mut values: Vec<f32> =
            first.iter().zip(second).map(|(first, second)| (first + second) / 2.0).collect();
        // If “Reply” is below every post of a page, either all of these blocks are main text or none.
        let words: Vec<ProbableWords> =
            values.iter().map(|probability| ProbableWords::new(*probability, 1.0)).collect();
        let same_text = similar_blocks::words_of_groups(page.first_blocks_with_same_text, &words);
        values = same_text.iter().map(|words| words.mean()).collect();
        let is_article = page_type::suggests_article(page.page_type_features);
        if !is_article {
            approach_similar_blocks(page, &mut values);
        }
        let factor = if is_article { ARTICLE_THRESHOLD_FACTOR } else { 1.0 };
        let threshold = factor * expected_f1::best_f1_threshold(page.blocks, &values);
        Self { values, threshold }
    }

    /// Returns one flag per block: true if the block is main text.
    pub fn main_text_flags(&self) -> Vec<bool> {
        self.values.iter().map(|probability| *probability >= self.threshold).collect()
    }

    /// Whether at least one block may be main text.
    pub fn suggest_main_text(&self) -> bool {
        self.values.iter().any(|probability| *probability >= MIN_BEST_PROBABILITY)
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

/// Number of elements around a block, beginning with its parent, that similar blocks have in
/// common.
const SIMILAR_ANCESTORS: usize = 4;

/// How far the probability of a block approaches the mean of similar blocks; 1 is the mean itself.
const SIMILAR_BLOCKS_WEIGHT: f32 = 0.6;

/// Brings the probability of each block nearer to the mean of the blocks with the same tags and
/// classes around them: of the cards of a list or the posts of a thread either all have a certain
/// part in the main text or none.
fn approach_similar_blocks(page: &PageAnalysis<'_>, probabilities: &mut [f32]) {
    let groups = similar_blocks::first_similar_blocks(page, SIMILAR_ANCESTORS);
    // One more word, so that blocks without words count as well.
    let blocks = page.blocks.iter().zip(probabilities.iter());
    let words: Vec<ProbableWords> = blocks
        .map(|(block, probability)| ProbableWords::new(*probability, block.stats.word_count + 1.0))
        .collect();
    let similar = similar_blocks::words_of_groups(&groups, &words);
    for ((probability, words), block) in probabilities.iter_mut().zip(similar).zip(page.blocks) {
        // Paragraphs have the same elements around them, whatever they say.
        if page.dom.tag(block.parent) != Tag::P {
            *probability += SIMILAR_BLOCKS_WEIGHT * (words.mean() - *probability);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forests_can_be_read() {
        assert!(trained_forests().is_some());
    }
}
