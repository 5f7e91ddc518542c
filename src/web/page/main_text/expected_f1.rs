//! Chooses the probability that a block must have to be kept.

use crate::web::page::main_text::text_block::TextBlock;

/// Returns the lowest probability at which keeping a block still raises the expected F1 score,
/// which counts both lost main text and kept boilerplate. It is half of the best score.
pub(crate) fn best_f1_threshold(blocks: &[TextBlock], probabilities: &[f32]) -> f32 {
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
