//! Decides which blocks of a page are main text. Decision trees give each block a probability, and
//! blocks above a threshold are main text. The threshold is chosen for each page so that the
//! expected F1 score, which counts both lost main text and kept boilerplate, is best: about one
//! half if the probabilities are near 0 and 1, lower if they are not.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::page::main_text::block_features;
use crate::page::main_text::decision_forest::DecisionForest;
use crate::page::main_text::page_analysis::PageAnalysis;
use crate::page::main_text::page_type;
use crate::page::main_text::text_block::TextBlock;

/// The trained decision trees; `None` if the embedded file is invalid, which a test rules out.
static CLASSIFIER_FOREST: LazyLock<Option<DecisionForest>> =
    LazyLock::new(|| DecisionForest::parse(include_bytes!("block_classifier.forest")));

/// Returns the trained decision trees; `None` if the embedded file is invalid, which a test rules
/// out.
pub fn trained_forest() -> Option<&'static DecisionForest> {
    CLASSIFIER_FOREST.as_ref()
}

/// The probability threshold is multiplied by this factor, so that more blocks are kept: losing a
/// sentence of the main text is worse than keeping a sentence that does not belong to it.
const MAIN_TEXT_THRESHOLD_FACTOR: f32 = 0.9;

/// The same for pages that metadata or URL call an article. The text of an article is seldom in
/// doubt, so that a doubtful block is likely part of what surrounds it.
const ARTICLE_THRESHOLD_FACTOR: f32 = 1.1;

/// Returns one flag per block, in the order of the blocks: true if the block is main text.
/// Without a forest every block is.
pub fn main_text_flags(page: &PageAnalysis<'_>, forest: Option<&DecisionForest>) -> Vec<bool> {
    let Some(forest) = forest else { return vec![true; page.blocks.len()] };
    let rows = block_features::block_features(page);
    let mut probabilities: Vec<f32> =
        rows.iter().map(|row| forest.predict_probability(row)).collect();
    average_same_text_probabilities(page.blocks, &mut probabilities);
    let is_article = page_type::suggests_article(page.page_type_features);
    let factor = if is_article { ARTICLE_THRESHOLD_FACTOR } else { MAIN_TEXT_THRESHOLD_FACTOR };
    let threshold = factor * best_f1_threshold(page.blocks, &probabilities);
    probabilities.iter().map(|probability| *probability >= threshold).collect()
}

/// Gives all blocks with the same text the average of their probabilities: if “Reply” is below
/// every post of a page, either all of these blocks are main text or none.
fn average_same_text_probabilities(blocks: &[TextBlock], probabilities: &mut [f32]) {
    let mut groups: BTreeMap<(&str, u32), (f32, f32)> = BTreeMap::new();
    for (block, probability) in blocks.iter().zip(probabilities.iter()) {
        let (sum, count) = groups.entry(block.opening_and_alphanumeric_count()).or_default();
        (*sum, *count) = (*sum + probability, *count + 1.0);
    }
    for (block, probability) in blocks.iter().zip(probabilities) {
        if let Some((sum, count)) = groups.get(&block.opening_and_alphanumeric_count()) {
            *probability = sum / count;
        }
    }
}

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
