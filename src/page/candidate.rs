//! The element that most likely holds the main text, by the old and good rule: a paragraph speaks
//! for the element around it, and half as much for the one around that; links speak against it.

use crate::page::block::Block;
use crate::page::dom::{Dom, NodeId};
use crate::page::surroundings::Surroundings;

/// The element, and where its text is on the page.
pub struct Candidate {
    /// The element.
    pub top: NodeId,
    first: usize,
    last: usize,
}

/// Shorter texts say nothing for the element around them.
const FEWEST_WORDS: f32 = 8.0;

/// How far a paragraph speaks.
const SHARES: [f32; 4] = [1.0, 0.5, 0.33, 0.25];

impl Candidate {
    /// Chooses among all elements around the blocks.
    pub fn of(dom: &Dom, root: NodeId, blocks: &[Block], around: &Surroundings) -> Self {
        let mut scores = vec![0.0_f32; dom.len()];
        let mut best = (root, 0.0_f32);
        for block in blocks.iter().filter(|block| block.count.words >= FEWEST_WORDS) {
            let count = &block.count;
            let length = (count.letters / 100.0).min(3.0);
            let speaks = (1.0 + count.commas + length) * (1.0 - count.link_share()).max(0.0);
            let chain = dom.ancestors(block.parent);
            for (id, share) in chain.zip(SHARES) {
                let Some(score) = scores.get_mut(id.index()) else { continue };
                *score += speaks * share;
                let rated = *score * (1.0 - around.count(id).link_share()).max(0.0);
                if rated > best.1 {
                    best = (id, rated);
                }
            }
        }
        let is_inside = |block: &Block| {
            block.parent == best.0 || dom.ancestors(block.parent).any(|id| id == best.0)
        };
        let first = blocks.iter().position(is_inside).unwrap_or(0);
        let last = blocks.iter().rposition(is_inside).unwrap_or(blocks.len());
        Self { top: best.0, first, last }
    }

    /// How far an element is inside it; nothing if it is outside.
    pub fn distance(&self, dom: &Dom, id: NodeId) -> Option<usize> {
        std::iter::once(id).chain(dom.ancestors(id)).position(|id| id == self.top)
    }

    /// Where a block stands beside it: below 0 before it, from 0 to 1 inside, above 1 behind.
    pub fn place(&self, at: usize) -> f32 {
        let length = (self.last - self.first).max(1) as f32;
        ((at as f32 - self.first as f32) / length).clamp(-2.0, 3.0)
    }
}
