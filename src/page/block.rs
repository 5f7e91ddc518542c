//! A page as blocks: runs of text that stand together in one element, as a person sees paragraphs,
//! list items, cells and captions. What a block is made of is counted here; whether it belongs to
//! the main text is decided elsewhere.

use std::collections::BTreeMap;

use crate::page::dom::{Dom, NodeId};
use crate::page::marks::Marks;
use crate::page::tag::Tag;

/// A run of text.
#[derive(Debug, Clone)]
pub struct Block {
    /// The element in which it stands.
    pub parent: NodeId,
    /// Its nodes, which stand side by side in the parent.
    pub nodes: Vec<NodeId>,
    /// What it is made of.
    pub count: Count,
    /// Its first letters in lower case, to be compared with what such blocks say.
    pub opening: String,
}

impl Block {
    /// What tells its text from others: how it begins and how long it is.
    pub fn key(&self) -> (&str, u32) {
        (&self.opening, self.count.letters as u32)
    }
}

/// What a text is made of.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Count {
    /// Words; two ideographs count as one.
    pub words: f32,
    /// The words that are links.
    pub link_words: f32,
    /// Links.
    pub links: f32,
    /// Letters and digits.
    pub letters: f32,
    /// Capital letters.
    pub capitals: f32,
    /// Digits.
    pub digits: f32,
    /// Commas and the like, which stand in sentences.
    pub commas: f32,
    /// Ends of sentences.
    pub stops: f32,
    /// Signs that part what is not a sentence: bars, dots in the middle, arrows.
    pub bars: f32,
    /// Blocks.
    pub blocks: f32,
}

impl Count {
    /// Adds another text's count.
    pub fn add(&mut self, other: &Self) {
        self.words += other.words;
        self.link_words += other.link_words;
        self.links += other.links;
        self.letters += other.letters;
        self.capitals += other.capitals;
        self.digits += other.digits;
        self.commas += other.commas;
        self.stops += other.stops;
        self.bars += other.bars;
        self.blocks += other.blocks;
    }

    /// The share of the words that are links.
    pub fn link_share(&self) -> f32 {
        self.link_words / self.words.max(1.0)
    }

    fn read(&mut self, text: &str, is_link: bool) {
        let before = self.words;
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
                self.read_sign(char);
            }
            in_word = is_letter;
        }
        if is_link {
            self.link_words += self.words - before;
        }
    }

    fn read_sign(&mut self, char: char) {
        match char {
            ',' | ';' | '、' | '，' | '；' | '،' => self.commas += 1.0,
            '.' | '!' | '?' | '。' | '！' | '？' | '…' => self.stops += 1.0,
            '|' | '·' | '•' | '»' | '«' | '›' | '→' | '/' => self.bars += 1.0,
            _ => {}
        }
    }
}

fn is_ideograph(char: char) -> bool {
    matches!(char, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// The blocks of a page, in their order, without what is left out.
pub fn blocks(dom: &Dom, marks: &Marks, top: NodeId) -> Vec<Block> {
    let order: Vec<NodeId> = dom.walk(top).collect();
    let mut holds_block = vec![false; dom.len()];
    for id in order.iter().rev() {
        let is_block = !dom.tag(*id).is_inline() || holds(&holds_block, *id);
        if let Some(slot) = dom.parent(*id).and_then(|parent| holds_block.get_mut(parent.index())) {
            *slot |= is_block && !dom.tag(*id).is_silent();
        }
    }
    let mut splitter = Splitter { dom, marks, holds_block, blocks: Vec::new() };
    splitter.split(top, Around::default());
    splitter.blocks
}

/// How often the text of each block stands on the page.
pub fn repeats(blocks: &[Block]) -> Vec<f32> {
    let mut times: BTreeMap<(&str, u32), f32> = BTreeMap::new();
    for block in blocks {
        *times.entry(block.key()).or_default() += 1.0;
    }
    blocks.iter().map(|block| times.get(&block.key()).copied().unwrap_or_default()).collect()
}

fn holds(holds_block: &[bool], id: NodeId) -> bool {
    holds_block.get(id.index()) == Some(&true)
}

/// What stands around a node.
#[derive(Clone, Copy, Default)]
struct Around {
    is_link: bool,
    depth: usize,
}

/// Deeper trees are not looked into; the parser makes none.
const DEEPEST: usize = 600;

/// Letters of a block's opening.
const OPENING: usize = 60;

struct Splitter<'d> {
    dom: &'d Dom,
    marks: &'d Marks,
    holds_block: Vec<bool>,
    blocks: Vec<Block>,
}

impl Splitter<'_> {
    fn split(&mut self, parent: NodeId, around: Around) {
        if around.depth > DEEPEST {
            return;
        }
        let dom = self.dom;
        let is_link = around.is_link || dom.tag(parent) == Tag::A;
        let inside = Around { is_link, depth: around.depth + 1 };
        let mut run = Vec::new();
        for child in dom.children(parent) {
            if self.marks.is_out(child) || dom.tag(child).is_silent() {
                continue;
            }
            if dom.tag(child).is_inline() && !holds(&self.holds_block, child) {
                run.push(child);
            } else {
                self.close(parent, &mut run, is_link);
                self.split(child, inside);
            }
        }
        self.close(parent, &mut run, is_link);
    }

    /// Makes a block of what has gathered.
    fn close(&mut self, parent: NodeId, run: &mut Vec<NodeId>, is_link: bool) {
        let nodes = std::mem::take(run);
        let mut count = Count { blocks: 1.0, ..Count::default() };
        let mut opening = String::new();
        for node in &nodes {
            self.read(*node, is_link, &mut count, &mut opening);
        }
        if count.letters > 0.0 {
            let opening = opening.to_lowercase();
            self.blocks.push(Block { parent, nodes, count, opening });
        }
    }

    fn read(&self, top: NodeId, is_link: bool, count: &mut Count, opening: &mut String) {
        let dom = self.dom;
        let mut walk = dom.walk(top);
        let mut link_depth = is_link.then_some(0);
        while let Some(id) = walk.next() {
            if self.marks.is_out(id) || dom.tag(id).is_silent() {
                walk.skip_inside(id);
                continue;
            }
            if link_depth.is_some_and(|depth| depth > 0 && dom.depth(id) <= depth) {
                link_depth = None;
            }
            if dom.tag(id) == Tag::A {
                count.links += 1.0;
                link_depth = link_depth.or(Some(dom.depth(id)));
            }
            if let Some(text) = dom.text(id) {
                count.read(text, link_depth.is_some());
                open(opening, text);
            }
        }
    }
}

fn open(opening: &mut String, text: &str) {
    for word in text.split_whitespace() {
        if opening.len() > OPENING {
            return;
        }
        if !opening.is_empty() {
            opening.push(' ');
        }
        opening.extend(word.chars().take(OPENING));
    }
}
