//! Finds blocks that are alike, because the same tags and classes are around them: of the cards of a
//! list or the posts of a thread either all have a certain part in the main text or none.

use crate::web::page::main_text::page_analysis::PageAnalysis;
use crate::web::page::main_text::text_block::{self, TextBlock};

/// Words of some blocks, and how many of them are probably main text.
#[derive(Clone, Copy, Default)]
pub(crate) struct ProbableWords {
    /// The sum of words times probability.
    pub probable: f32,
    /// The number of all words.
    pub all: f32,
}

impl ProbableWords {
    /// Counts `words` that are main text with this probability.
    pub(crate) fn new(probability: f32, words: f32) -> Self {
        Self { probable: probability * words, all: words }
    }

    /// Adds other words.
    pub(crate) fn add(&mut self, other: Self) {
        self.probable += other.probable;
        self.all += other.all;
    }

    /// Returns the words without those of `part`, which were counted as well.
    pub(crate) fn without(self, part: Self) -> Self {
        Self { probable: self.probable - part.probable, all: self.all - part.all }
    }

    /// Returns the mean probability of the words; 0 without words.
    pub(crate) fn mean(self) -> f32 {
        if self.all > 0.0 { self.probable / self.all } else { 0.0 }
    }
}

/// Returns for each block the words of all blocks in its group. A group is named by the index of its
/// first block.
pub(crate) fn words_of_groups(groups: &[usize], words: &[ProbableWords]) -> Vec<ProbableWords> {
    let mut sums = vec![ProbableWords::default(); groups.len()];
    for (group, words) in groups.iter().zip(words) {
        if let Some(sum) = sums.get_mut(*group) {
            sum.add(*words);
        }
    }
    groups.iter().map(|group| sums.get(*group).copied().unwrap_or_default()).collect()
}

/// Returns for each block the index of the first block that has the same tags and first classes
/// around it, in `levels` elements beginning with its parent.
pub(crate) fn first_similar_blocks(page: &PageAnalysis<'_>, levels: usize) -> Vec<usize> {
    let keys: Vec<_> =
        page.blocks.iter().map(|block| surroundings_key(page, block, levels)).collect();
    text_block::first_equal_keys(&keys)
}

/// Returns a hash of the tags and first classes around the block, and the class of its parent. The
/// hash comes first, because numbers are compared faster.
fn surroundings_key<'d>(
    page: &PageAnalysis<'d>,
    block: &TextBlock,
    levels: usize,
) -> (u32, &'d str) {
    let mut hash = FNV_OFFSET;
    for id in page.dom.self_and_ancestors(block.parent).take(levels) {
        let class = page.dom.first_class(id).bytes();
        for byte in class.chain([page.dom.tag(id) as u8]) {
            hash = (hash ^ u32::from(byte)).wrapping_mul(FNV_PRIME);
        }
    }
    (hash, page.dom.first_class(block.parent))
}

/// The constants of the 32-bit FNV-1a hash, <https://www.rfc-editor.org/rfc/rfc9923>.
const FNV_OFFSET: u32 = 0x811c_9dc5;
const FNV_PRIME: u32 = 0x0100_0193;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_block_gets_the_words_of_its_group() {
        let words =
            [(1.0, 2.0), (0.5, 5.0), (0.5, 2.0)].map(|(own, all)| ProbableWords::new(own, all));
        let means: Vec<f32> =
            words_of_groups(&[0, 1, 0], &words).iter().map(|words| words.mean()).collect();
        assert_eq!(means, [0.75, 0.5, 0.75]);
        let counts: Vec<f32> =
            words_of_groups(&[0, 1, 0], &words).iter().map(|words| words.all).collect();
        assert_eq!(counts, [4.0, 5.0, 4.0]);
    }
}
