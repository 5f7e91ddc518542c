//! Computes the features of each block: numbers about its text, its ancestors, its neighbours, its
//! position, and the whole page. The order is always the same, because the classifier was trained
//! with it.

use crate::page::content::analysis::PageAnalysis;
use crate::page::content::name_hints::{NameHint, NameHints};
use crate::page::content::phrases::{TOPIC_COUNT, topic_flags};
use crate::page::content::text_block::{TextBlock, TextStats};
use crate::page::html::dom::NodeId;
use crate::page::html::tag::Tag;

/// The features of one block.
pub type BlockFeatures = Vec<f32>;

/// Number of ancestors of a block, the nearest first, whose word and link counts are features.
const ANCESTOR_LEVELS: usize = 5;

/// Number of ancestors of a block whose tags and names are read.
const MAX_ANCESTORS: usize = 40;

/// Blocks with fewer words than this are searched for typical phrases.
const SHORT_BLOCK: f32 = 40.0;

/// Approximate number of features, to reserve memory.
const FEATURE_CAPACITY: usize = 200;

/// Tags of ancestors whose distance from the block is a feature.
const ANCESTOR_TAGS: [Tag; 15] = [
    Tag::Nav,
    Tag::Footer,
    Tag::Header,
    Tag::Aside,
    Tag::Form,
    Tag::Article,
    Tag::Main,
    Tag::Section,
    Tag::Table,
    Tag::Ul,
    Tag::Ol,
    Tag::Figure,
    Tag::A,
    Tag::Dl,
    Tag::Noscript,
];

/// Tags whose presence as the parent of a block is a feature.
const BLOCK_TAGS: [Tag; 14] = [
    Tag::P,
    Tag::Li,
    Tag::Td,
    Tag::Th,
    Tag::Div,
    Tag::A,
    Tag::Blockquote,
    Tag::Pre,
    Tag::Figcaption,
    Tag::Dd,
    Tag::Dt,
    Tag::Button,
    Tag::Label,
    Tag::Summary,
];

/// Hints whose words are searched for in headings and short blocks.
const TEXT_HINTS: [NameHint; 13] = [
    NameHint::Navigation,
    NameHint::Footer,
    NameHint::Comment,
    NameHint::Related,
    NameHint::Share,
    NameHint::Advert,
    NameHint::Dialog,
    NameHint::Form,
    NameHint::Metadata,
    NameHint::Review,
    NameHint::Product,
    NameHint::Toc,
    NameHint::Text,
];

/// Returns the features of all blocks.
pub fn features(page: &PageAnalysis<'_>) -> Vec<BlockFeatures> {
    let mut preceding = PrecedingText::default();
    let title = page.title.to_lowercase();
    let page_features = page_features(page);
    let mut rows = Vec::with_capacity(page.blocks.len());
    for (index, block) in page.blocks.iter().enumerate() {
        preceding.enter_block(page, block);
        let numbers = Vec::with_capacity(FEATURE_CAPACITY);
        let mut row = FeatureRow { page, index, block, numbers };
        row.add_text_features(&title);
        row.add_ancestor_features();
        row.add_list_item_features();
        row.add_wide_ancestor_features();
        row.add_name_features();
        row.add_position_features(&preceding);
        row.add_neighbour_features();
        row.numbers.extend(&page_features);
        rows.push(row.numbers);
        preceding.leave_block(block);
    }
    rows
}

/// What came before a block on the page.
#[derive(Default)]
struct PrecedingText {
    words: f32,
    words_since_heading: f32,
    words_since_h1: Option<f32>,
    heading_level: f32,
    heading_hints: NameHints,
    heading_topics: [f32; TOPIC_COUNT],
    headings: f32,
}

impl PrecedingText {
    fn enter_block(&mut self, page: &PageAnalysis<'_>, block: &TextBlock) {
        if let Some(level) = page.heading_level(block) {
            self.heading_level = level as f32;
            self.words_since_heading = 0.0;
            self.heading_hints = NameHints::from_text(&block.opening);
            self.heading_topics = topic_flags(&block.opening);
            self.headings += 1.0;
            if level == 1 {
                self.words_since_h1 = Some(0.0);
            }
        }
    }

    fn leave_block(&mut self, block: &TextBlock) {
        self.words += block.stats.words;
        self.words_since_heading += block.stats.words;
        if let Some(words) = &mut self.words_since_h1 {
            *words += block.stats.words;
        }
    }
}

fn ratio(part: f32, whole: f32) -> f32 {
    part / whole.max(1.0)
}

fn log(number: f32) -> f32 {
    (1.0 + number).ln()
}

/// The features of one block while they are computed.
struct FeatureRow<'a, 'd> {
    page: &'a PageAnalysis<'d>,
    index: usize,
    block: &'a TextBlock,
    numbers: BlockFeatures,
}

impl FeatureRow<'_, '_> {
    fn push(&mut self, number: f32) {
        self.numbers.push(number);
    }

    fn add_text_features(&mut self, title: &str) {
        let stats = self.block.stats;
        self.push(log(stats.words));
        self.push(ratio(stats.letters, stats.words));
        self.push(stats.link_share());
        self.push(stats.links.min(20.0));
        self.push(ratio(stats.capitals, stats.letters));
        self.push(ratio(stats.digits, stats.letters));
        self.push(ratio(stats.commas, stats.words));
        self.push(ratio(stats.stops, stats.words));
        self.push(stats.stops.min(10.0));
        self.push(ratio(stats.separators, stats.words));
        let tag = self.page.dom.tag(self.block.parent);
        self.numbers.extend(BLOCK_TAGS.iter().map(|known| f32::from(tag == *known)));
        self.push(self.page.heading_level(self.block).unwrap_or(0) as f32);
        let opening = self.block.opening.as_str();
        self.push(f32::from(opening.len() > 3 && title.contains(opening)));
        let is_short = stats.words < SHORT_BLOCK;
        let hints = if is_short { NameHints::from_text(opening) } else { NameHints::default() };
        self.numbers.extend(TEXT_HINTS.iter().map(|hint| f32::from(hints.contains(*hint))));
        self.push(f32::from(opening.contains('©') || opening.contains("all rights reserved")));
        self.push(f32::from(opening.contains(['$', '€', '£'])));
        self.push(f32::from(opening.ends_with(':')));
        self.numbers.extend(if is_short { topic_flags(opening) } else { [0.0; TOPIC_COUNT] });
        self.push(self.page.repeats.get(self.index).copied().unwrap_or_default());
        self.push(self.page.article_body.overlap(opening));
    }

    fn add_ancestor_features(&mut self) {
        let page = self.page;
        let total = page.elements.total().words;
        let chain = page.dom.self_and_ancestors(self.block.parent).take(ANCESTOR_LEVELS);
        let chain: Vec<NodeId> = chain.collect();
        for level in 0..ANCESTOR_LEVELS {
            let id = chain.get(level).copied();
            let stats = id.map(|id| page.elements.text_stats(id)).unwrap_or_default();
            self.push(log(stats.words));
            self.push(stats.link_share());
            self.push(ratio(stats.stops, stats.words));
            self.push(ratio(stats.words, stats.blocks));
            self.push(ratio(stats.words, total));
            self.push(id.map_or(0.0, |id| page.elements.similar_siblings(id)).min(50.0));
            self.push(id.map_or(0.0, |id| page.elements.sibling_position(id)));
        }
    }

    /// Adds the features of the nearest ancestor that has several similar siblings, such as an item
    /// of a list or a post of a thread.
    fn add_list_item_features(&mut self) {
        const MAX_LEVELS: usize = 12;
        let page = self.page;
        let mut chain = page.dom.self_and_ancestors(self.block.parent).take(MAX_LEVELS).enumerate();
        let item = chain.find(|(_, id)| {
            page.elements.similar_siblings(*id) >= 3.0 && !page.dom.tag(*id).is_inline()
        });
        self.push(item.map_or(20.0, |(level, _)| level as f32));
        let stats = item.map(|(_, id)| page.elements.text_stats(id)).unwrap_or_default();
        self.push(log(stats.words));
        self.push(stats.link_share());
        self.push(stats.blocks.min(50.0));
        self.push(item.map_or(0.0, |(_, id)| page.elements.similar_siblings(id)).min(100.0));
        let list = item.and_then(|(_, id)| page.dom.parent(id));
        let list = list.map(|id| page.elements.text_stats(id)).unwrap_or_default();
        self.push(ratio(list.words, page.elements.total().words));
        self.push(list.link_share());
    }

    /// Adds the features of the outermost ancestor with less than half of the words of the page.
    fn add_wide_ancestor_features(&mut self) {
        let page = self.page;
        let total = page.elements.total().words;
        let chain = page.dom.self_and_ancestors(self.block.parent);
        let wide = chain.take_while(|id| page.elements.text_stats(*id).words < 0.5 * total).last();
        let wide = wide.map(|id| page.elements.text_stats(id)).unwrap_or_default();
        self.push(ratio(wide.words, total));
        self.push(wide.link_share());
        self.push(ratio(wide.stops, wide.words));
        self.push(ratio(wide.words, wide.blocks));
    }

    /// Adds the distances to the nearest ancestors with certain tags and names.
    fn add_name_features(&mut self) {
        let (page, block) = (self.page, self.block);
        let mut tags = [MAX_ANCESTORS as f32; ANCESTOR_TAGS.len()];
        let mut hints = [MAX_ANCESTORS as f32; NameHint::ALL.len()];
        let only_element = match block.nodes.as_slice() {
            [only] if page.dom.tag(*only) != Tag::None => Some(*only),
            _ => None,
        };
        let chain = only_element.into_iter().chain(page.dom.self_and_ancestors(block.parent));
        for (distance, id) in chain.take(MAX_ANCESTORS).enumerate() {
            let tag = page.dom.tag(id);
            if tag == Tag::Body {
                break;
            }
            if let Some(index) = ANCESTOR_TAGS.iter().position(|known| *known == tag)
                && let Some(slot) = tags.get_mut(index)
            {
                *slot = slot.min(distance as f32);
            }
            let names = page.elements.names(id);
            if names.is_empty() {
                continue;
            }
            for (slot, hint) in hints.iter_mut().zip(NameHint::ALL) {
                if names.contains(*hint) {
                    *slot = slot.min(distance as f32);
                }
            }
        }
        self.numbers.extend(tags);
        self.numbers.extend(hints);
        self.push(page.dom.depth(block.parent) as f32);
    }

    fn add_position_features(&mut self, preceding: &PrecedingText) {
        let (page, index) = (self.page, self.index);
        let total = page.elements.total();
        self.push(ratio(preceding.words, total.words));
        self.push(index as f32 / page.blocks.len().max(1) as f32);
        self.push((index as f32).min(200.0));
        self.push(((page.blocks.len() - index) as f32).min(200.0));
        self.push(log(preceding.words_since_heading));
        self.push(preceding.words_since_h1.map_or(-1.0, log));
        self.push(preceding.heading_level);
        self.push(preceding.headings.min(50.0));
        let hints = preceding.heading_hints;
        self.numbers.extend(TEXT_HINTS.iter().map(|hint| f32::from(hints.contains(*hint))));
        self.numbers.extend(preceding.heading_topics);
        let main = page.main_element;
        let depth = main.depth_inside(page.dom, self.block.parent);
        self.push(depth.map_or(MAX_ANCESTORS as f32, |depth| depth as f32));
        self.push(ratio(page.elements.text_stats(main.id).words, total.words));
        self.push(main.relative_position(index));
    }

    fn add_neighbour_features(&mut self) {
        let page = self.page;
        let grandparent = |block: &TextBlock| page.dom.parent(block.parent);
        let own_grandparent = grandparent(self.block);
        for step in [-3_isize, -2, -1, 1, 2, 3] {
            let index = self.index.checked_add_signed(step);
            let block = index.and_then(|index| page.blocks.get(index));
            let stats = block.map(|block| block.stats).unwrap_or_default();
            self.push(log(stats.words));
            self.push(stats.link_share());
            self.push(ratio(stats.stops, stats.words));
            let tag = block.map_or(Tag::None, |block| page.dom.tag(block.parent));
            self.push(tag.heading_level().unwrap_or(0) as f32);
            self.push(f32::from(tag == Tag::P));
            let other = block.and_then(grandparent);
            self.push(f32::from(other.is_some() && other == own_grandparent));
        }
    }
}

/// Returns the features of the whole page, which are the same for all blocks.
fn page_features(page: &PageAnalysis<'_>) -> BlockFeatures {
    let total = page.elements.total();
    let mut numbers = vec![
        log(total.words),
        total.link_share(),
        log(page.blocks.len() as f32),
        ratio(total.words, total.blocks),
        ratio(total.stops, total.words),
    ];
    let is_prose = |stats: &TextStats| stats.words >= 20.0 && stats.link_share() < 0.3;
    let prose = page.blocks.iter().filter(|block| is_prose(&block.stats));
    let prose_words: f32 = prose.clone().map(|block| block.stats.words).sum();
    numbers.push(ratio(prose_words, total.words));
    let outside_comments = prose.filter(|block| !page.elements.is_in_comments(block.parent));
    let outside_words: f32 = outside_comments.map(|block| block.stats.words).sum();
    numbers.push(log(outside_words));
    numbers.push(ratio(outside_words, prose_words));
    let count = |tag: Tag| page.elements.tag_count(tag);
    numbers.push(count(Tag::Article).min(50.0));
    numbers.push(count(Tag::Main).min(3.0));
    let counted = [Tag::P, Tag::Li, Tag::Pre, Tag::Img, Tag::Time, Tag::Form, Tag::Table];
    numbers.extend(counted.map(|tag| log(count(tag))));
    numbers.push(count(Tag::H1).min(5.0));
    numbers.push(log(count(Tag::H2)));
    numbers.extend(page.type_hints);
    numbers
}
