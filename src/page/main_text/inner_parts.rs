//! Keeps small parts that the classifier is not sure of, but that the kept text around them needs:
//! code, headings and captions between paragraphs, and author and time of the posts of a thread.

use crate::page::html::tag::Tag;
use crate::page::main_text::block_classifier::BlockProbabilities;
use crate::page::main_text::boilerplate_phrases::{self, BoilerplateTopic};
use crate::page::main_text::page_analysis::PageAnalysis;
use crate::page::main_text::text_block::TextBlock;

/// A heading between two kept blocks is kept if it has at least this share of the probability that
/// main text must have.
const MIN_INNER_HEADING_SHARE: f32 = 0.5;

/// The same for the caption of a figure that is a sentence. Credits of photographs are none.
const MIN_INNER_CAPTION_SHARE: f32 = 0.15;

/// Keeps code, headings and captions that stand between two kept blocks: the text around them refers
/// to them.
pub fn keep_parts_between_text(
    page: &PageAnalysis<'_>,
    probabilities: &BlockProbabilities,
    kept_flags: &mut [bool],
) {
    let is_kept: Vec<bool> = kept_flags.to_vec();
    let is_kept = |index: Option<usize>| index.and_then(|index| is_kept.get(index)) == Some(&true);
    for (index, (block, kept)) in page.blocks.iter().zip(kept_flags).enumerate() {
        if *kept || !is_kept(index.checked_sub(1)) || !is_kept(index.checked_add(1)) {
            continue;
        }
        let tag = page.dom.tag(block.parent);
        let is_near = |share| probabilities.is_near_threshold(index, share);
        *kept = tag == Tag::Pre
            || (page.heading_level(block).is_some() && is_near(MIN_INNER_HEADING_SHARE))
            || (tag == Tag::Figcaption && is_sentence(block) && is_near(MIN_INNER_CAPTION_SHARE));
    }
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
