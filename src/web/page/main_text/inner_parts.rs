//! Keeps small parts that the classifier is not sure of, but that the kept text around them needs:
//! code, headings and captions between paragraphs, and author and time of the posts of a thread.

use crate::values::html::{NodeId, Tag};
use crate::web::page::main_text::block_classifier::BlockProbabilities;
use crate::web::page::main_text::boilerplate_phrases::{self, BoilerplateTopic};
use crate::web::page::main_text::page_analysis::PageAnalysis;
use crate::web::page::main_text::text_block::TextBlock;

/// A heading between two kept blocks is kept if it has at least this share of the probability that
/// main text must have.
const MIN_INNER_HEADING_SHARE: f32 = 0.5;

/// The same for the caption of a figure that is a sentence. Credits of photographs are none.
const MIN_INNER_CAPTION_SHARE: f32 = 0.15;

/// The same for a cell of a table. Without it, the other cells of the row are hard to understand.
const MIN_INNER_CELL_SHARE: f32 = 0.75;

/// The same for a heading directly above a kept block, whatever is before it. Headings that are links
/// belong to teasers.
const MIN_UPPER_HEADING_SHARE: f32 = 0.75;

/// The same for code directly before or after a kept block.
const MIN_ADJACENT_CODE_SHARE: f32 = 0.5;

/// Keeps code, headings and captions that stand between two kept blocks, because the text around them
/// refers to them. At the beginning and at the end of the text they must be more probable.
pub fn keep_parts_between_text(
    page: &PageAnalysis<'_>,
    probabilities: &BlockProbabilities,
    kept_flags: &mut [bool],
) {
    let was_kept = kept_flags.to_vec();
    let is_kept = |index: Option<usize>| index.and_then(|index| was_kept.get(index)) == Some(&true);
    let codes: Vec<_> = page.blocks.iter().map(|block| code_element(page, block)).collect();
    let neighbours = before_code(&codes).into_iter().zip(after_code(&codes));
    let blocks = page.blocks.iter().zip(kept_flags).zip(neighbours).enumerate();
    for (index, ((block, kept), (before, after))) in blocks.filter(|(_, ((_, kept), _))| !**kept) {
        let tag = page.dom.tag(block.parent);
        let is_code = codes.get(index).is_some_and(Option::is_some);
        let is_heading = page.heading_level(block).is_some();
        let is_near = |share| probabilities.is_near_threshold(index, share);
        *kept = match (is_kept(before), is_kept(after)) {
            (true, true) => {
                is_code
                    || (is_heading && is_near(MIN_INNER_HEADING_SHARE))
                    || (is_in_cell(page, block) && is_near(MIN_INNER_CELL_SHARE))
                    || (tag == Tag::Figcaption
                        && is_sentence(block)
                        && is_near(MIN_INNER_CAPTION_SHARE))
            }
            (false, false) => false,
            (_, is_above_text) => {
                (is_code && is_near(MIN_ADJACENT_CODE_SHARE))
                    || (is_heading
                        && is_above_text
                        && block.stats.link_word_share() < 0.5
                        && is_near(MIN_UPPER_HEADING_SHARE))
            }
        };
    }
}

/// Returns for each block the index of the last block before it that is not a line of the same code;
/// `codes` has the code that each block is in.
fn before_code(codes: &[Option<NodeId>]) -> Vec<Option<usize>> {
    let mut found: Vec<Option<usize>> = Vec::with_capacity(codes.len());
    for (index, code) in codes.iter().enumerate() {
        let last = index.checked_sub(1);
        let is_same = code.is_some() && last.and_then(|last| codes.get(last)) == Some(code);
        found.push(if is_same { found.last().copied().flatten() } else { last });
    }
    found
}

/// Returns for each block the index of the first block after it that is not a line of the same code.
fn after_code(codes: &[Option<NodeId>]) -> Vec<Option<usize>> {
    let reversed: Vec<_> = codes.iter().rev().copied().collect();
    let from_end = |index: usize| codes.len().checked_sub(index + 1);
    before_code(&reversed).into_iter().rev().map(|index| index.and_then(from_end)).collect()
}

/// Number of elements around a line of code that are searched for the whole code.
const MAX_CODE_SEARCH_LEVELS: usize = 4;

/// Returns the `pre` element that a block is in.
fn code_element(page: &PageAnalysis<'_>, block: &TextBlock) -> Option<NodeId> {
    let mut enclosing = page.dom.self_and_ancestors(block.parent).take(MAX_CODE_SEARCH_LEVELS);
    enclosing.find(|id| page.dom.tag(*id) == Tag::Pre)
}

/// Whether a block is in a cell of a table.
fn is_in_cell(page: &PageAnalysis<'_>, block: &TextBlock) -> bool {
    let mut enclosing = page.dom.self_and_ancestors(block.parent).take(3);
    enclosing.any(|id| matches!(page.dom.tag(id), Tag::Td | Tag::Th))
}

fn is_sentence(block: &TextBlock) -> bool {
    let opening = block.lowercase_opening_text.as_str();
    block.stats.sentence_end_count > 0.0
        && block.stats.link_count == 0.0
        && !boilerplate_phrases::mentions_topic(opening, BoilerplateTopic::PhotoCredit)
}

/// Maximum number of words of the name of an author.
const MAX_AUTHOR_WORDS: f32 = 3.0;

/// Maximum number of words of the time of a post.
const MAX_TIME_WORDS: f32 = 6.0;

/// The text of a post begins at most this many blocks after its author or time.
const MAX_BLOCKS_TO_POST: usize = 3;

/// Keeps author and time of kept posts: a thread is hard to follow without them.
pub fn keep_heads_of_posts(page: &PageAnalysis<'_>, kept_flags: &mut [bool]) {
    let is_kept: Vec<bool> = kept_flags.to_vec();
    for (index, (block, kept)) in page.blocks.iter().zip(kept_flags).enumerate() {
        let mut following = is_kept.iter().skip(index + 1).take(MAX_BLOCKS_TO_POST);
        *kept |= is_head_of_post(page, block) && following.any(|kept| *kept);
    }
}

/// Whether a block is only the author or the time of one of several posts.
fn is_head_of_post(page: &PageAnalysis<'_>, block: &TextBlock) -> bool {
    let is_post = |id| {
        page.element_stats.similar_sibling_count(id) >= 2.0
            && page.element_stats.text_stats(id).word_count > 2.0 * MAX_TIME_WORDS
    };
    (is_author(page, block) || is_time(page, block))
        && page.dom.self_and_ancestors(block.parent).any(is_post)
}

fn is_author(page: &PageAnalysis<'_>, block: &TextBlock) -> bool {
    let stats = &block.stats;
    let has_class = |class: &str| class.contains("author") || class.contains("username");
    stats.word_count <= MAX_AUTHOR_WORDS
        && stats.sentence_end_count == 0.0
        && stats.digit_count <= stats.alphanumeric_count / 2.0
        && !block.lowercase_opening_text.contains(':')
        && page.dom.classes(block.parent).any(has_class)
}

fn is_time(page: &PageAnalysis<'_>, block: &TextBlock) -> bool {
    let mut nodes = block.nodes.iter().chain([&block.parent]);
    block.stats.word_count <= MAX_TIME_WORDS && nodes.any(|id| page.dom.tag(*id) == Tag::Time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::html::parse;

    #[test]
    fn the_lines_of_code_have_the_same_neighbours() {
        let dom = parse::parse("<pre>a</pre>");
        let code = dom.find_tag(dom.root(), Tag::Pre);
        let codes = [None, code, code, None, None];
        assert_eq!(before_code(&codes), [None, Some(0), Some(0), Some(2), Some(3)]);
        assert_eq!(after_code(&codes), [Some(1), Some(3), Some(3), Some(4), None]);
    }
}
