//! Which blocks of a page are its main text. A forest gives each block a probability; the cut
//! between kept and left out is the one that promises the best balance of nothing lost and nothing
//! added on this very page: where all is clear it lies in the middle, where little is clear lower.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::page::block::Block;
use crate::page::feature::{self, View};
use crate::page::forest::Forest;

static FOREST: LazyLock<Option<Forest>> =
    LazyLock::new(|| Forest::read(include_bytes!("judge.forest")));

/// How far below the best cut the cut is made: to lose a sentence is worse than to keep one too
/// many.
const LENIENCE: f32 = 0.9;

/// Whether each block is kept.
pub fn judge(view: &View<'_>) -> Vec<bool> {
    let Some(forest) = FOREST.as_ref() else { return vec![true; view.blocks.len()] };
    let rows = feature::features(view);
    let mut likely: Vec<f32> = rows.iter().map(|row| forest.vote(row)).collect();
    even_out(view.blocks, &mut likely);
    let cut = LENIENCE * best_cut(view.blocks, &likely);
    likely.iter().map(|one| *one >= cut).collect()
}

/// Blocks that say the same are judged alike: “Reply” below one post is what it is below another.
fn even_out(blocks: &[Block], likely: &mut [f32]) {
    let mut groups: BTreeMap<(&str, u32), (f32, f32)> = BTreeMap::new();
    for (block, likely) in blocks.iter().zip(likely.iter()) {
        let (sum, times) = groups.entry(block.key()).or_default();
        (*sum, *times) = (*sum + likely, *times + 1.0);
    }
    for (block, likely) in blocks.iter().zip(likely) {
        if let Some((sum, times)) = groups.get(&block.key()) {
            *likely = sum / times;
        }
    }
}

/// The probability from which on keeping a block raises the expected F1 of words kept and words
/// that should be: half of the best F1 that can be expected.
fn best_cut(blocks: &[Block], likely: &[f32]) -> f32 {
    let mut ranked: Vec<(f32, f32)> =
        likely.iter().zip(blocks).map(|(one, block)| (*one, block.count.words)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let wanted: f32 = ranked.iter().map(|(likely, words)| likely * words).sum();
    let (mut kept, mut right, mut best) = (0.0, 0.0, 0.0_f32);
    for (likely, words) in ranked {
        kept += words;
        right += likely * words;
        best = best.max(2.0 * right / (kept + wanted));
    }
    best / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forest_can_be_read() {
        assert!(FOREST.is_some());
    }
}
