//! Removes second copies of a text. Some sites write an article into the page two or three times,
//! once for each width of the screen, and show one of them.

use std::collections::BTreeMap;

use crate::page::html::dom::NodeId;
use crate::page::main_text::page_analysis::PageAnalysis;

/// An element is a copy if at least this share of its kept words was kept before it.
const MIN_COPIED_SHARE: f32 = 0.9;

/// Minimum number of words of a copy. A sentence may be repeated for a reason.
const MIN_COPIED_WORDS: f32 = 30.0;

/// Minimum number of blocks of a copy. A single paragraph may be repeated for a reason.
const MIN_COPIED_BLOCKS: usize = 2;

/// What an element repeats of the text before it.
#[derive(Default)]
struct RepeatedPart {
    words: f32,
    blocks: usize,
}

/// Removes the kept blocks of elements that only repeat what was kept before them.
pub fn drop_repeated_text(page: &PageAnalysis<'_>, kept_flags: &mut [bool]) {
    let mut first_parents = BTreeMap::new();
    let mut kept_words = vec![0.0_f32; page.dom.len()];
    let mut repeated: BTreeMap<NodeId, RepeatedPart> = BTreeMap::new();
    for (block, _) in page.blocks.iter().zip(kept_flags.iter()).filter(|(_, kept)| **kept) {
        let words = block.stats.word_count;
        for id in page.dom.self_and_ancestors(block.parent) {
            if let Some(slot) = kept_words.get_mut(id.index()) {
                *slot += words;
            }
        }
        let first =
            *first_parents.entry(block.opening_and_alphanumeric_count()).or_insert(block.parent);
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
