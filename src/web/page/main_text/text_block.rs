//! Splits a page into blocks of text, such as paragraphs, list items, cells and captions, and
//! counts their words and punctuation. Does not decide whether a block is main text.

use std::collections::BTreeMap;

use crate::values::html::{Dom, NodeId, Tag};
use crate::web::page::main_text::removals::Removals;

/// A block of text on a page, such as a paragraph, and the numbers that the block classifier needs
/// about it.
#[derive(Debug, Clone)]
pub struct TextBlock {
    /// The element that contains the block. Other blocks may be in it too.
    pub parent: NodeId,
    /// The nodes of the block, which are adjacent children of the parent.
    pub nodes: Vec<NodeId>,
    /// How many words, links, letters and punctuation marks the block has.
    pub stats: TextStats,
    /// The beginning of the text in lower case, to compare it with typical phrases.
    pub lowercase_opening_text: String,
}

impl TextBlock {
    /// Returns a key to find blocks with the same text: the first words and the number of letters
    /// and digits.
    pub fn opening_and_alphanumeric_count(&self) -> (&str, u32) {
        (&self.lowercase_opening_text, self.stats.alphanumeric_count as u32)
    }
}

/// How many words, links, letters and so on a text has. The classifier needs these counts as `f32`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TextStats {
    /// Number of words. Two Chinese or Japanese characters count as one word.
    pub word_count: f32,
    /// Number of words inside links. Menus and teasers consist mostly of such words.
    pub link_word_count: f32,
    /// Number of `a` elements.
    pub link_count: f32,
    /// Number of letters and digits.
    pub alphanumeric_count: f32,
    /// Number of capital letters. Menus and titles have many.
    pub capital_letter_count: f32,
    /// Number of digits from 0 to 9. Dates and prices have many.
    pub digit_count: f32,
    /// Number of commas and semicolons, which occur in sentences.
    pub comma_count: f32,
    /// Number of full stops, question marks and other characters that end a sentence.
    pub sentence_end_count: f32,
    /// Number of characters that separate links in menus and rarely occur in sentences, such as
    /// vertical bars, slashes, bullets and arrows.
    pub menu_separator_count: f32,
    /// Number of text blocks that are included in these counts: 1 for a single block.
    pub block_count: f32,
}

impl TextStats {
    /// Adds each count of another text to the same count of this one.
    pub fn add(&mut self, other: &Self) {
        self.word_count += other.word_count;
        self.link_word_count += other.link_word_count;
        self.link_count += other.link_count;
        self.alphanumeric_count += other.alphanumeric_count;
        self.capital_letter_count += other.capital_letter_count;
        self.digit_count += other.digit_count;
        self.comma_count += other.comma_count;
        self.sentence_end_count += other.sentence_end_count;
        self.menu_separator_count += other.menu_separator_count;
        self.block_count += other.block_count;
    }

    /// Returns the share of words that are inside links, from 0 to 1.
    pub fn link_word_share(&self) -> f32 {
        self.link_word_count / self.word_count.max(1.0)
    }

    /// Adds the words, letters and punctuation marks of a text to the counts. Inside a link, its
    /// words also count as link words.
    fn count_words_and_letters(&mut self, text: &str, context: LinkContext) {
        let words_before = self.word_count;
        let mut in_word = false;
        for char in text.chars() {
            let is_letter = char.is_alphanumeric();
            if is_letter {
                self.alphanumeric_count += 1.0;
                if is_ideograph(char) {
                    self.word_count += 0.5;
                } else if !in_word {
                    self.word_count += 1.0;
                }
                if char.is_uppercase() {
                    self.capital_letter_count += 1.0;
                } else if char.is_ascii_digit() {
                    self.digit_count += 1.0;
                }
            } else {
                self.count_punctuation(char);
            }
            in_word = is_letter;
        }
        if context == LinkContext::InsideLink {
            self.link_word_count += self.word_count - words_before;
        }
    }

    /// Counts a character as comma, sentence end or separator, if it is one of these.
    fn count_punctuation(&mut self, char: char) {
        match char {
            ',' | ';' | '、' | '，' | '；' | '،' => self.comma_count += 1.0,
            '.' | '!' | '?' | '。' | '！' | '？' | '…' => self.sentence_end_count += 1.0,
            '|' | '·' | '•' | '»' | '«' | '›' | '→' | '/' => {
                self.menu_separator_count += 1.0
            }
            _ => {}
        }
    }
}

fn is_ideograph(char: char) -> bool {
    matches!(char, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Returns the text blocks inside `root` in document order. Removed nodes are skipped.
pub fn split_into_blocks(dom: &Dom, removals: &Removals, root: NodeId) -> Vec<TextBlock> {
    let order: Vec<NodeId> = dom.walk(root).collect();
    let mut contains_block = vec![false; dom.len()];
    for id in order.iter().rev() {
        let is_block = !dom.tag(*id).is_inline() || is_node_flagged(&contains_block, *id);
        if let Some(slot) =
            dom.parent(*id).and_then(|parent| contains_block.get_mut(parent.index()))
        {
            *slot |= is_block && !dom.tag(*id).has_no_readable_text();
        }
    }
    let mut splitter = TextBlockSplitter { dom, removals, contains_block, blocks: Vec::new() };
    splitter.collect_blocks(root, LinkContext::OutsideLink, 0);
    splitter.blocks
}

/// Returns for each block the index of the first block with the same text; its own if there is none
/// before it.
pub fn first_blocks_with_same_text(blocks: &[TextBlock]) -> Vec<usize> {
    let keys: Vec<_> = blocks.iter().map(TextBlock::opening_and_alphanumeric_count).collect();
    first_equal_keys(&keys)
}

/// Returns for each key the index of the first key that is equal to it.
pub fn first_equal_keys<K: Ord>(keys: &[K]) -> Vec<usize> {
    let mut first: BTreeMap<&K, usize> = BTreeMap::new();
    keys.iter().enumerate().map(|(index, key)| *first.entry(key).or_insert(index)).collect()
}

/// Returns for each block how often its text occurs on the page. Buttons and labels often repeat.
/// `first_blocks` are the indices of the first blocks with the same text.
pub fn text_occurrences_per_block(first_blocks: &[usize]) -> Vec<f32> {
    let mut counts = vec![0.0; first_blocks.len()];
    for first in first_blocks {
        if let Some(count) = counts.get_mut(*first) {
            *count += 1.0;
        }
    }
    first_blocks.iter().map(|first| counts.get(*first).copied().unwrap_or_default()).collect()
}

/// Returns the flag of a node; `flags` has one entry per node of the page.
fn is_node_flagged(flags: &[bool], id: NodeId) -> bool {
    flags.get(id.index()) == Some(&true)
}

/// Whether a text is inside a link.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LinkContext {
    InsideLink,
    OutsideLink,
}

/// Deeper nodes are ignored. The parser builds no trees of this depth; the limit only protects the
/// recursion against a stack overflow.
const MAX_NODE_DEPTH: usize = 600;

/// Number of bytes after which no further word is added to the opening of a block.
const MAX_OPENING_TEXT_BYTES: usize = 60;

struct TextBlockSplitter<'d> {
    dom: &'d Dom,
    removals: &'d Removals,
    /// For each node, whether a block element is inside it.
    contains_block: Vec<bool>,
    blocks: Vec<TextBlock>,
}

impl TextBlockSplitter<'_> {
    /// Adds the blocks inside a node to `blocks`. A block ends where an element such as `p` or
    /// `div` begins.
    fn collect_blocks(&mut self, parent: NodeId, context: LinkContext, depth: usize) {
        if depth > MAX_NODE_DEPTH {
            return;
        }
        let dom = self.dom;
        let context = if dom.tag(parent) == Tag::A { LinkContext::InsideLink } else { context };
        let mut run = Vec::new();
        for child in dom.children(parent) {
            if self.removals.is_removed(child) || dom.tag(child).has_no_readable_text() {
                continue;
            }
            if dom.tag(child).is_inline() && !is_node_flagged(&self.contains_block, child) {
                run.push(child);
            } else {
                self.finish_block(parent, &mut run, context);
                self.collect_blocks(child, context, depth + 1);
            }
        }
        self.finish_block(parent, &mut run, context);
    }

    /// Turns `block_nodes` into a block, if they contain letters or digits, and empties the list.
    fn finish_block(
        &mut self,
        parent: NodeId,
        block_nodes: &mut Vec<NodeId>,
        context: LinkContext,
    ) {
        let nodes = std::mem::take(block_nodes);
        let mut stats = TextStats { block_count: 1.0, ..TextStats::default() };
        let mut opening = String::new();
        for node in &nodes {
            self.add_node_text(*node, context, &mut stats, &mut opening);
        }
        if stats.alphanumeric_count > 0.0 {
            let lowercase_opening = opening.to_lowercase();
            self.blocks.push(TextBlock {
                parent,
                nodes,
                stats,
                lowercase_opening_text: lowercase_opening,
            });
        }
    }

    /// Adds the text of a node to the statistics and to the opening of a block.
    fn add_node_text(
        &self,
        top: NodeId,
        context: LinkContext,
        stats: &mut TextStats,
        opening: &mut String,
    ) {
        let dom = self.dom;
        let mut walk = dom.walk(top);
        let mut link_depth = (context == LinkContext::InsideLink).then_some(0);
        while let Some(id) = walk.next() {
            if self.removals.is_removed(id) || dom.tag(id).has_no_readable_text() {
                walk.skip_subtree(id);
                continue;
            }
            if link_depth.is_some_and(|depth| depth > 0 && dom.depth(id) <= depth) {
                link_depth = None;
            }
            if dom.tag(id) == Tag::A {
                stats.link_count += 1.0;
                link_depth = link_depth.or(Some(dom.depth(id)));
            }
            if let Some(text) = dom.text(id) {
                let is_link = link_depth.is_some();
                let context =
                    if is_link { LinkContext::InsideLink } else { LinkContext::OutsideLink };
                stats.count_words_and_letters(text, context);
                extend_opening_text(opening, text);
            }
        }
    }
}

fn extend_opening_text(opening: &mut String, text: &str) {
    for word in text.split_whitespace() {
        if opening.len() > MAX_OPENING_TEXT_BYTES {
            return;
        }
        if !opening.is_empty() {
            opening.push(' ');
        }
        opening.extend(word.chars().take(MAX_OPENING_TEXT_BYTES));
    }
}
