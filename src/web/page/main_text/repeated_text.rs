//! Removes second copies of a text. Some sites write an article into the page two or three times,
//! once for each width of the screen, and show one of them. In threads posts are quoted.

use std::collections::BTreeMap;

use crate::values::html::NodeId;
use crate::web::page::main_text::page_analysis::PageAnalysis;
use crate::web::page::main_text::text_block::TextBlock;

/// An element is a copy if at least this share of its kept words was kept before it.
const MIN_COPIED_SHARE: f32 = 0.9;

/// Minimum number of words of a copy. A sentence may be repeated for a reason.
const MIN_COPIED_WORDS: f32 = 30.0;

/// Minimum number of blocks of a copy. A single paragraph may be repeated for a reason.
const MIN_COPIED_BLOCKS: usize = 2;

/// Minimum number of words of a quotation. Shorter texts, such as an answer of two words, may be
/// repeated for a reason.
const MIN_QUOTED_WORDS: f32 = 6.0;

/// What an element repeats of the text before it.
#[derive(Default)]
struct RepeatedPart {
    words: f32,
    blocks: usize,
}

/// Removes the kept blocks of elements that only repeat what was kept before them.
pub fn drop_repeated_text(page: &PageAnalysis<'_>, kept_flags: &mut [bool]) {
    let mut kept_words = vec![0.0_f32; page.dom.len()];
    let mut repeated: BTreeMap<NodeId, RepeatedPart> = BTreeMap::new();
    let first_parents = parents_of_first_kept_copies(page, kept_flags);
    let kept = page.blocks.iter().zip(kept_flags.iter()).zip(first_parents);
    for ((block, _), first) in kept.filter(|((_, kept), _)| **kept) {
        let words = block.stats.word_count;
        for id in page.dom.self_and_ancestors(block.parent) {
            if let Some(slot) = kept_words.get_mut(id.index()) {
                *slot += words;
            }
        }
        if let Some(copy) = outermost_without(page, block.parent, first) {
            let part = repeated.entry(copy).or_default();
            part.words += words;
            part.blocks += 1;
        }
    }
    let is_copy = |id: &NodeId, part: &mut RepeatedPart| {
        let kept = kept_words.get(id.index()).copied().unwrap_or_default();
        part.blocks >= MIN_COPIED_BLOCKS
            && part.words >= MIN_COPIED_WORDS
            && part.words >= MIN_COPIED_SHARE * kept
    };
    repeated.retain(is_copy);
    if repeated.is_empty() {
        return;
    }
    for (block, kept) in page.blocks.iter().zip(kept_flags).filter(|(_, kept)| **kept) {
        *kept = !page.dom.self_and_ancestors(block.parent).any(|id| repeated.contains_key(&id));
    }
}

/// Removes each kept block that was kept before in another part of the page: in a thread the posts
/// that are quoted in the answers and the signatures, on the page of a product its description.
pub fn drop_quoted_blocks(page: &PageAnalysis<'_>, kept_flags: &mut [bool]) {
    let first_parents = parents_of_first_kept_copies(page, kept_flags);
    for ((block, kept), first) in page.blocks.iter().zip(kept_flags).zip(first_parents) {
        let other_part = outermost_without(page, block.parent, first);
        let is_quoted = block.stats.word_count >= MIN_QUOTED_WORDS
            && other_part.is_some_and(|part| part != block.parent);
        *kept &= !is_quoted;
    }
}

/// Returns for each block the parent of the first kept block with the same text; its own parent if
/// none is kept before it.
fn parents_of_first_kept_copies(page: &PageAnalysis<'_>, kept_flags: &[bool]) -> Vec<NodeId> {
    let mut first_kept = vec![None; page.blocks.len()];
    let groups = page.blocks.iter().zip(kept_flags).zip(page.first_blocks_with_same_text);
    let first_parent =
        |((block, kept), group): ((&TextBlock, &bool), &usize)| match first_kept.get_mut(*group) {
            Some(first) if *kept => *first.get_or_insert(block.parent),
            Some(Some(first)) => *first,
            _ => block.parent,
        };
    groups.map(first_parent).collect()
}

/// Returns the outermost element around `inside` that does not contain `other`; `None` if `inside`
/// itself contains it.
fn outermost_without(page: &PageAnalysis<'_>, inside: NodeId, other: NodeId) -> Option<NodeId> {
    let dom = page.dom;
    let (mut inner, mut outer, mut found) = (inside, other, None);
    while inner != outer {
        if dom.depth(outer) >= dom.depth(inner) {
            outer = dom.parent(outer)?;
        } else {
            found = Some(inner);
            inner = dom.parent(inner)?;
        }
    }
    found
}
