//! Computes the features for the second decision of the classifier. The first one sees each block
//! alone; here each block is compared with what was found about the blocks beside it, those in the
//! same elements, those that are alike, and the whole page. The order is always the same, because
//! the classifier was trained with it.

use crate::values::html::NodeId;
use crate::web::page::main_text::block_features::BlockFeatures;
use crate::web::page::main_text::expected_f1;
use crate::web::page::main_text::page_analysis::PageAnalysis;
use crate::web::page::main_text::similar_blocks::{self, ProbableWords};

/// Number of elements around a block, beginning with its parent, whose mean probabilities are
/// features.
const ANCESTORS_WITH_MEANS: usize = 4;

/// For each of these numbers, blocks with the same tags and classes in so many elements around them
/// are compared.
const SIMILAR_LEVELS: [usize; 3] = [2, 4, 40];

/// For each of these numbers, the container is the smallest element with this share of the probable
/// main text.
const CONTAINER_SHARES: [f32; 2] = [0.5, 0.8];

/// A block is certain if its probability is at least this, or what follows from the threshold.
const CERTAIN_PROBABILITY: f32 = 0.7;

/// Minimum number of words of a certain block.
const MIN_CERTAIN_WORDS: f32 = 5.0;

/// The value of a feature about neighbours if there are none.
const NO_NEIGHBOURS: f32 = -0.1;

/// The value of a distance to the nearest certain block if there is none.
const NO_DISTANCE: f32 = 10.0;

/// Numbers of blocks before and after a block whose mean probability is a feature.
const BLOCKS_BEFORE: usize = 2;
const BLOCKS_AFTER: usize = 12;

/// Returns the features of each block of a page; `probabilities` are the results of the first
/// decision.
pub fn probability_features(page: &PageAnalysis<'_>, probabilities: &[f32]) -> Vec<BlockFeatures> {
    let found = FoundProbabilities::new(page, probabilities);
    let groups = found.group_features();
    let containers = CONTAINER_SHARES.map(|share| found.container_features(share));
    let distances = found.distance_features();
    let ranks = found.rank_features();
    let page_features = found.page_features();
    let row = |index: usize| {
        let mut numbers = found.own_features(index);
        let parts = [&groups, &containers[0], &containers[1], &distances, &ranks];
        numbers.extend(parts.iter().filter_map(|part| part.get(index)).flatten());
        numbers.extend(&page_features);
        numbers
    };
    (0..probabilities.len()).map(row).collect()
}

/// The results of the first decision, added up in several ways.
struct FoundProbabilities<'a, 'd> {
    page: &'a PageAnalysis<'d>,
    probabilities: &'a [f32],
    threshold: f32,
    words: Vec<ProbableWords>,
    /// For each block, the words of all blocks before it; then those of the whole page.
    words_before: Vec<ProbableWords>,
    /// For each node, the words in it.
    words_inside: Vec<ProbableWords>,
    total: ProbableWords,
}

impl<'a, 'd> FoundProbabilities<'a, 'd> {
    fn new(page: &'a PageAnalysis<'d>, probabilities: &'a [f32]) -> Self {
        // One more word, so that blocks without words count as well.
        let blocks = page.blocks.iter().zip(probabilities);
        let words: Vec<ProbableWords> = blocks
            .map(|(block, probability)| {
                ProbableWords::new(*probability, block.stats.word_count + 1.0)
            })
            .collect();
        let mut words_inside = vec![ProbableWords::default(); page.dom.len()];
        let mut total = ProbableWords::default();
        let mut words_before = vec![total];
        for (block, words) in page.blocks.iter().zip(&words) {
            for id in page.dom.self_and_ancestors(block.parent) {
                if let Some(inside) = words_inside.get_mut(id.index()) {
                    inside.add(*words);
                }
            }
            total.add(*words);
            words_before.push(total);
        }
        let threshold = expected_f1::best_f1_threshold(page.blocks, probabilities).max(1e-6);
        Self { page, probabilities, threshold, words, words_before, words_inside, total }
    }

    fn inside(&self, id: NodeId) -> ProbableWords {
        self.words_inside.get(id.index()).copied().unwrap_or_default()
    }

    /// Returns the share of the probable main text of the page that is in an element.
    fn share_of_main_text(&self, inside: ProbableWords) -> f32 {
        inside.probable / self.total.probable.max(1e-6)
    }

    /// Returns the words of the blocks from index `start` to before `end`.
    fn between(&self, start: usize, end: usize) -> ProbableWords {
        let end = end.min(self.words.len());
        let until = |index: usize| self.words_before.get(index).copied().unwrap_or_default();
        if start < end { until(end).without(until(start)) } else { ProbableWords::default() }
    }

    /// Returns the features about the block, its neighbours and the elements around it.
    fn own_features(&self, index: usize) -> BlockFeatures {
        let own = self.probabilities.get(index).copied().unwrap_or_default();
        let neighbour = |index: Option<usize>| {
            index.and_then(|index| self.probabilities.get(index)).copied().unwrap_or(NO_NEIGHBOURS)
        };
        let mean =
            |words: ProbableWords| if words.all > 0.0 { words.mean() } else { NO_NEIGHBOURS };
        let mut numbers = vec![
            own,
            own / self.threshold,
            neighbour(index.checked_sub(1)),
            neighbour(index.checked_add(1)),
            mean(self.between(index.saturating_sub(BLOCKS_BEFORE), index)),
            mean(self.between(index + 1, index + 1 + BLOCKS_AFTER)),
        ];
        let Some(block) = self.page.blocks.get(index) else { return numbers };
        let chain: Vec<NodeId> =
            self.page.dom.self_and_ancestors(block.parent).take(ANCESTORS_WITH_MEANS).collect();
        for level in 0..ANCESTORS_WITH_MEANS {
            let id = chain.get(level).or(chain.last()).copied().unwrap_or(block.parent);
            numbers.push(self.inside(id).mean());
        }
        let grandparent = chain.get(1).copied().unwrap_or(block.parent);
        numbers.push(self.share_of_main_text(self.inside(grandparent)));
        numbers
    }

    /// Returns for each block the features about blocks with the same text or the same elements
    /// around them.
    fn group_features(&self) -> Vec<BlockFeatures> {
        let same_text =
            similar_blocks::words_of_groups(self.page.first_blocks_with_same_text, &self.words);
        let mut rows: Vec<BlockFeatures> =
            same_text.iter().map(|words| vec![words.mean()]).collect();
        for levels in SIMILAR_LEVELS {
            let groups = similar_blocks::first_similar_blocks(self.page, levels);
            let words = similar_blocks::words_of_groups(&groups, &self.words);
            for (row, words) in rows.iter_mut().zip(words) {
                row.extend([words.mean(), words.all / self.total.all.max(1.0)]);
            }
        }
        rows
    }

    /// Returns for each block the features about the nearest element around it that has `min_share` of
    /// the probable main text: whether no other is smaller, its mean, and the words of the part of it
    /// that the block is in.
    fn container_features(&self, min_share: f32) -> Vec<BlockFeatures> {
        let mut smallest = f32::INFINITY;
        let mut rows: Vec<(f32, BlockFeatures)> = Vec::with_capacity(self.words.len());
        for (block, own) in self.page.blocks.iter().zip(&self.words) {
            let (mut branch, mut container) = (*own, *own);
            for id in self.page.dom.self_and_ancestors(block.parent) {
                container = self.inside(id);
                if self.share_of_main_text(container) >= min_share {
                    break;
                }
                branch = container;
            }
            smallest = smallest.min(container.all);
            let numbers = vec![
                container.mean(),
                branch.mean(),
                self.share_of_main_text(branch),
                branch.all / self.total.all.max(1.0),
            ];
            rows.push((container.all, numbers));
        }
        let row = |(words, mut numbers): (f32, BlockFeatures)| {
            numbers.push(f32::from(words < smallest + 0.5));
            numbers
        };
        rows.into_iter().map(row).collect()
    }

    /// Returns the indices of the blocks that are certainly main text.
    fn certain_blocks(&self) -> Vec<usize> {
        let limit = CERTAIN_PROBABILITY.min(1.2 * self.threshold + 0.1);
        let is_certain = |index: &usize| {
            self.probabilities.get(*index).is_some_and(|probability| *probability >= limit)
                && self
                    .page
                    .blocks
                    .get(*index)
                    .is_some_and(|block| block.stats.word_count >= MIN_CERTAIN_WORDS)
        };
        (0..self.words.len()).filter(is_certain).collect()
    }

    /// Returns for each block the features about the certain blocks: how many words lie between it and
    /// the nearest before and after it, and where it is between the first and the last.
    fn distance_features(&self) -> Vec<BlockFeatures> {
        let certain = self.certain_blocks();
        let first = certain.first().copied().unwrap_or(0);
        let last = certain.last().copied().unwrap_or(self.words.len().saturating_sub(1));
        let length = last.saturating_sub(first).max(1) as f32;
        let row = |index: usize| {
            let next = certain.partition_point(|other| *other < index);
            let after = certain.get(next).copied();
            let before = match after {
                Some(other) if other == index => after,
                _ => next.checked_sub(1).and_then(|at| certain.get(at)).copied(),
            };
            let words = |start: usize, end: usize| self.between(start, end).all.ln_1p();
            vec![
                before.map_or(NO_DISTANCE, |other| words(other + 1, index)),
                after.map_or(NO_DISTANCE, |other| words(index + 1, other)),
                ((index as f32 - first as f32) / length).clamp(-2.0, 3.0),
            ]
        };
        (0..self.words.len()).map(row).collect()
    }

    /// Returns for each block which share of the words of the page is at least as probable.
    fn rank_features(&self) -> Vec<BlockFeatures> {
        let mut order: Vec<(usize, f32)> = self.probabilities.iter().copied().enumerate().collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut rows = vec![Vec::new(); order.len()];
        let mut words = 0.0;
        for (index, _) in order {
            words += self.words.get(index).map_or(0.0, |own| own.all);
            if let Some(row) = rows.get_mut(index) {
                *row = vec![words / self.total.all.max(1.0)];
            }
        }
        rows
    }

    /// Returns the features of the whole page, which are the same for all blocks.
    fn page_features(&self) -> BlockFeatures {
        let blocks = self.words.iter().zip(self.probabilities);
        let doubt: f32 = blocks.map(|(words, own)| words.probable * (1.0 - own)).sum();
        vec![
            self.probabilities.iter().copied().fold(0.0, f32::max),
            self.threshold,
            self.total.probable.ln_1p(),
            self.total.mean(),
            doubt / self.total.probable.max(1e-6),
            self.inside(self.page.main_element.id).mean(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::html::parse;
    use crate::web::page::main_text::main_text_selection;
    use crate::web::page::metadata::Metadata;

    const PAGE: &str = "<body><nav><a>Home of the site</a></nav><main><div><p>One two three four five six</p>\
        <p>Seven eight nine ten eleven twelve</p></div><div class=more>Read also this one</div></main></body>";

    fn check<T>(probabilities: &[f32], work: impl FnOnce(&FoundProbabilities<'_, '_>) -> T) -> T {
        let dom = parse::parse(PAGE);
        let metadata = Metadata::read(&dom, "https://e.org/");
        main_text_selection::with_page_analysis(&dom, &metadata, "https://e.org/", |page, _| {
            work(&FoundProbabilities::new(page, probabilities))
        })
    }

    #[test]
    fn the_container_is_the_smallest_element_with_the_main_text() {
        let rows = check(&[0.1, 0.9, 0.9, 0.2], |found| found.container_features(0.8));
        let is_inside: Vec<f32> = rows.iter().filter_map(|row| row.last()).copied().collect();
        assert_eq!(is_inside, [0.0, 1.0, 1.0, 0.0]);
        // The part of the page that the link is in, and what is main text of it.
        assert!((rows[0][1] - 0.1).abs() < 1e-5, "{:?}", rows[0]);
    }

    #[test]
    fn distances_are_counted_in_words_to_the_nearest_certain_block() {
        let rows = check(&[0.1, 0.9, 0.2, 0.2], |found| found.distance_features());
        let after: Vec<f32> = rows.iter().map(|row| row[1]).collect();
        assert_eq!(after, [0.0, 0.0, NO_DISTANCE, NO_DISTANCE]);
        // The block between has six words, and one is added.
        assert!((rows[3][0] - 7.0_f32.ln_1p()).abs() < 1e-5, "{:?}", rows[3]);
    }

    #[test]
    fn every_block_has_the_same_number_of_features() {
        let probabilities = [0.1, 0.9, 0.9, 0.2];
        let rows = check(&probabilities, |found| probability_features(found.page, &probabilities));
        assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), [38; 4]);
    }
}
