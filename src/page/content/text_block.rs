//! Splits a page into blocks of text, such as paragraphs, list items, cells and captions, and
//! counts their words and punctuation. Does not decide whether a block is main text.

use std::collections::BTreeMap;

use crate::page::content::removal::Removals;
use crate::page::html::dom::{Dom, NodeId};
use crate::page::html::tag::Tag;

/// A block of text.
#[derive(Debug, Clone)]
pub struct TextBlock {
    /// The element that contains the block.
    pub parent: NodeId,
    /// The nodes of the block, which are adjacent children of the parent.
    pub nodes: Vec<NodeId>,
    /// Number of words, links and so on.
    pub stats: TextStats,
    /// The beginning of the text in lower case, to compare it with typical phrases.
    pub opening: String,
}

impl TextBlock {
    /// Returns a key that is equal for blocks with the same text: the opening and the length.
    pub fn key(&self) -> (&str, u32) {
        (&self.opening, self.stats.letters as u32)
    }
}

/// How many words, links, letters and so on a text has. The numbers are used as features.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TextStats {
    /// Number of words. Two ideographs count as one word.
    pub words: f32,
    /// Number of words in links.
    pub link_words: f32,
    /// Number of links.
    pub links: f32,
    /// Number of letters and digits.
    pub letters: f32,
    /// Number of capital letters.
    pub capitals: f32,
    /// Number of digits.
    pub digits: f32,
    /// Number of commas and semicolons, which occur in sentences.
    pub commas: f32,
    /// Number of punctuation marks that end a sentence.
    pub stops: f32,
    /// Number of separators that do not occur in sentences: vertical bars, middle dots, arrows.
    pub separators: f32,
    /// Number of text blocks.
    pub blocks: f32,
}

impl TextStats {
    /// Adds the counts of another text.
    pub fn add(&mut self, other: &Self) {
        self.words += other.words;
        self.link_words += other.link_words;
        self.links += other.links;
        self.letters += other.letters;
        self.capitals += other.capitals;
        self.digits += other.digits;
        self.commas += other.commas;
        self.stops += other.stops;
        self.separators += other.separators;
        self.blocks += other.blocks;
    }

    /// Returns the share of words that are in links.
    pub fn link_share(&self) -> f32 {
        self.link_words / self.words.max(1.0)
    }

    fn add_text(&mut self, text: &str, context: LinkContext) {
        let words_before = self.words;
        let mut in_word = false;
        for char in text.chars() {
            let is_letter = char.is_alphanumeric();
            if is_letter {
                self.letters += 1.0;
                if is_ideograph(char) {
                    self.words += 0.5;
                } else if !in_word {
                    self.words += 1.0;
                }
                if char.is_uppercase() {
                    self.capitals += 1.0;
                } else if char.is_ascii_digit() {
                    self.digits += 1.0;
                }
            } else {
                self.add_punctuation(char);
            }
            in_word = is_letter;
        }
        if context == LinkContext::InsideLink {
            self.link_words += self.words - words_before;
        }
    }

    fn add_punctuation(&mut self, char: char) {
        match char {
            ',' | ';' | '、' | '，' | '；' | '،' => self.commas += 1.0,
            '.' | '!' | '?' | '。' | '！' | '？' | '…' => self.stops += 1.0,
            '|' | '·' | '•' | '»' | '«' | '›' | '→' | '/' => self.separators += 1.0,
            _ => {}
        }
    }
}

fn is_ideograph(char: char) -> bool {
    matches!(char, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Splits a page into blocks in document order, without removed nodes.
pub fn split(dom: &Dom, removals: &Removals, top: NodeId) -> Vec<TextBlock> {
    let order: Vec<NodeId> = dom.walk(top).collect();
    let mut contains_block = vec![false; dom.len()];
    for id in order.iter().rev() {
        let is_block = !dom.tag(*id).is_inline() || has_flag(&contains_block, *id);
        if let Some(slot) =
            dom.parent(*id).and_then(|parent| contains_block.get_mut(parent.index()))
        {
            *slot |= is_block && !dom.tag(*id).is_non_text();
        }
    }
    let mut splitter = TextBlockSplitter { dom, removals, contains_block, blocks: Vec::new() };
    splitter.split(top, LinkContext::OutsideLink, 0);
    splitter.blocks
}

/// Returns for each block how often its text occurs on the page.
pub fn repeat_counts(blocks: &[TextBlock]) -> Vec<f32> {
    let mut counts: BTreeMap<(&str, u32), f32> = BTreeMap::new();
    for block in blocks {
        *counts.entry(block.key()).or_default() += 1.0;
    }
    blocks.iter().map(|block| counts.get(&block.key()).copied().unwrap_or_default()).collect()
}

fn has_flag(flags: &[bool], id: NodeId) -> bool {
    flags.get(id.index()) == Some(&true)
}

/// Whether a text is inside a link.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LinkContext {
    InsideLink,
    OutsideLink,
}

/// Maximum depth of nodes that are read. The parser builds less deep trees.
const MAX_DEPTH: usize = 600;

/// Maximum length of the opening of a block in bytes.
const MAX_OPENING: usize = 60;

struct TextBlockSplitter<'d> {
    dom: &'d Dom,
    removals: &'d Removals,
    /// For each node, whether a block element is inside it.
    contains_block: Vec<bool>,
    blocks: Vec<TextBlock>,
}

impl TextBlockSplitter<'_> {
    fn split(&mut self, parent: NodeId, context: LinkContext, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        let dom = self.dom;
        let context = if dom.tag(parent) == Tag::A { LinkContext::InsideLink } else { context };
        let mut run = Vec::new();
        for child in dom.children(parent) {
            if self.removals.is_removed(child) || dom.tag(child).is_non_text() {
                continue;
            }
            if dom.tag(child).is_inline() && !has_flag(&self.contains_block, child) {
                run.push(child);
            } else {
                self.finish_block(parent, &mut run, context);
                self.split(child, context, depth + 1);
            }
        }
        self.finish_block(parent, &mut run, context);
    }

    /// Turns the collected nodes into a block, if they contain letters.
    fn finish_block(&mut self, parent: NodeId, run: &mut Vec<NodeId>, context: LinkContext) {
        let nodes = std::mem::take(run);
        let mut stats = TextStats { blocks: 1.0, ..TextStats::default() };
        let mut opening = String::new();
        for node in &nodes {
            self.read_node(*node, context, &mut stats, &mut opening);
        }
        if stats.letters > 0.0 {
            let opening = opening.to_lowercase();
            self.blocks.push(TextBlock { parent, nodes, stats, opening });
        }
    }

    fn read_node(
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
            if self.removals.is_removed(id) || dom.tag(id).is_non_text() {
                walk.skip_subtree(id);
                continue;
            }
            if link_depth.is_some_and(|depth| depth > 0 && dom.depth(id) <= depth) {
                link_depth = None;
            }
            if dom.tag(id) == Tag::A {
                stats.links += 1.0;
                link_depth = link_depth.or(Some(dom.depth(id)));
            }
            if let Some(text) = dom.text(id) {
                let is_link = link_depth.is_some();
                let context =
                    if is_link { LinkContext::InsideLink } else { LinkContext::OutsideLink };
                stats.add_text(text, context);
                extend_opening(opening, text);
            }
        }
    }
}

fn extend_opening(opening: &mut String, text: &str) {
    for word in text.split_whitespace() {
        if opening.len() > MAX_OPENING {
            return;
        }
        if !opening.is_empty() {
            opening.push(' ');
        }
        opening.extend(word.chars().take(MAX_OPENING));
    }
}
