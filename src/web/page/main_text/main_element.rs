//! Guesses which element contains the main text. Each block of text adds to the scores of its
//! ancestors, most to the nearest; links reduce the score. Mozilla's Readability algorithm works in
//! the same way.

use crate::values::html::{Dom, NodeId};
use crate::web::page::main_text::element_stats::ElementStats;
use crate::web::page::main_text::text_block::TextBlock;

/// The element that most likely contains the main text, and the position of its blocks.
pub struct MainElement {
    /// The element that most likely contains the main text.
    pub id: NodeId,
    /// Index of the first block in the main element.
    first: usize,
    /// Index of the last block in the main element.
    last: usize,
}

/// Minimum number of words with which a block adds to the scores of the elements around it.
const MIN_SCORED_BLOCK_WORDS: f32 = 8.0;

/// The score of a block is multiplied by these factors and added to the scores of the elements
/// around its parent, the nearest first.
const ANCESTOR_SCORE_WEIGHTS: [f32; 4] = [1.0, 0.5, 0.33, 0.25];

impl MainElement {
    /// Finds the element with the highest score among the ancestors of all blocks. It is `root` if
    /// no block has at least `MIN_SCORED_BLOCK_WORDS` words.
    pub fn find(dom: &Dom, root: NodeId, blocks: &[TextBlock], stats: &ElementStats) -> Self {
        let mut scores = vec![0.0_f32; dom.len()];
        let mut best = (root, 0.0_f32);
        for block in blocks.iter().filter(|block| block.stats.word_count >= MIN_SCORED_BLOCK_WORDS)
        {
            let text = &block.stats;
            let length = (text.alphanumeric_count / 100.0).min(3.0);
            let block_score =
                (1.0 + text.comma_count + length) * (1.0 - text.link_word_share()).max(0.0);
            for (id, share) in dom.ancestors(block.parent).zip(ANCESTOR_SCORE_WEIGHTS) {
                let Some(score) = scores.get_mut(id.index()) else { continue };
                *score += block_score * share;
                let rating = *score * (1.0 - stats.text_stats(id).link_word_share()).max(0.0);
                if rating > best.1 {
                    best = (id, rating);
                }
            }
        }
        let is_inside =
            |block: &TextBlock| dom.self_and_ancestors(block.parent).any(|id| id == best.0);
        let first = blocks.iter().position(is_inside).unwrap_or(0);
        let last = blocks.iter().rposition(is_inside).unwrap_or(blocks.len());
        Self { id: best.0, first, last }
    }

    /// Returns how many levels a node is below the main element; `None` if it is outside.
    pub fn depth_inside(&self, dom: &Dom, id: NodeId) -> Option<usize> {
        dom.self_and_ancestors(id).position(|id| id == self.id)
    }

    /// Returns the position of a block relative to the main element: below 0 before it, from 0 to 1
    /// inside, above 1 after it.
    pub fn relative_block_position(&self, block_index: usize) -> f32 {
        let length = (self.last - self.first).max(1) as f32;
        ((block_index as f32 - self.first as f32) / length).clamp(-2.0, 3.0)
    }
}
