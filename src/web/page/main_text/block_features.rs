//! Computes the features of each block: numbers about its text, its ancestors, its neighbours, its
//! position, and the whole page. The order is always the same, because the classifier was trained
//! with it.

use crate::values::html::{NodeId, Tag};
use crate::web::page::main_text::boilerplate_phrases::{
    BOILERPLATE_TOPIC_COUNT, boilerplate_topic_flags,
};
use crate::web::page::main_text::page_analysis::PageAnalysis;
use crate::web::page::main_text::purpose_hints::{PurposeHint, PurposeHintSet};
use crate::web::page::main_text::text_block::{TextBlock, TextStats};

/// The features of one block: the numbers from which the classifier computes its probability.
pub type BlockFeatures = Vec<f32>;

/// Number of levels above a block, beginning with its parent, whose word and link counts are
/// features.
const ANCESTORS_WITH_TEXT_FEATURES: usize = 5;

/// Number of levels above a block that are searched for tags and class names. If none of them has a
/// tag or name, this number is used as its distance.
const MAX_ANCESTOR_DISTANCE: usize = 40;

/// Only blocks with fewer words than this are searched for phrases that are typical of text around
/// a main text, such as “read also”.
const MAX_SHORT_BLOCK_WORDS: f32 = 40.0;

/// Approximate number of features of a block, to reserve memory.
const EXPECTED_FEATURE_COUNT: usize = 200;

/// For each of these tags, the distance from a block to its nearest ancestor with the tag is a
/// feature.
const ANCESTOR_FEATURE_TAGS: [Tag; 15] = [
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

/// For each of these tags, whether the parent of a block has it is a feature.
const PARENT_FEATURE_TAGS: [Tag; 14] = [
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

/// Hints whose words are searched for in the text of headings and short blocks, not only in class
/// names; whether one occurs is a feature.
const HINTS_SEARCHED_IN_TEXT: [PurposeHint; 13] = [
    PurposeHint::Navigation,
    PurposeHint::Footer,
    PurposeHint::Comment,
    PurposeHint::Related,
    PurposeHint::Share,
    PurposeHint::Advert,
    PurposeHint::Dialog,
    PurposeHint::Form,
    PurposeHint::Metadata,
    PurposeHint::Review,
    PurposeHint::Product,
    PurposeHint::Toc,
    PurposeHint::Text,
];

/// Returns the features of each block of a page, in the order of the blocks.
pub fn block_features(page: &PageAnalysis<'_>) -> Vec<BlockFeatures> {
    let mut preceding = PrecedingTextStats::default();
    let title = page.title.to_lowercase();
    let page_features = page_features(page);
    let mut rows = Vec::with_capacity(page.blocks.len());
    for (index, block) in page.blocks.iter().enumerate() {
        preceding.record_heading(page, block);
        let numbers = Vec::with_capacity(EXPECTED_FEATURE_COUNT);
        let mut row = FeatureRow { page, index, block, numbers };
        row.add_text_features(&title);
        row.add_ancestor_text_features();
        row.add_list_item_features();
        row.add_outer_ancestor_features();
        row.add_ancestor_distance_features();
        row.add_position_features(&preceding);
        row.add_neighbour_features();
        row.numbers.extend(&page_features);
        rows.push(row.numbers);
        preceding.record_words(block);
    }
    rows
}

/// The word counts and the last heading before the current block, which become its features.
#[derive(Default)]
struct PrecedingTextStats {
    word_count: f32,
    words_since_heading: f32,
    words_since_h1: Option<f32>,
    heading_level: f32,
    heading_hints: PurposeHintSet,
    heading_topics: [f32; BOILERPLATE_TOPIC_COUNT],
    headings: f32,
}

impl PrecedingTextStats {
    /// If the block is a heading, stores its level and words as the last heading before the blocks
    /// that follow.
    fn record_heading(&mut self, page: &PageAnalysis<'_>, block: &TextBlock) {
        if let Some(level) = page.heading_level(block) {
            self.heading_level = level as f32;
            self.words_since_heading = 0.0;
            self.heading_hints = PurposeHintSet::from_text(&block.lowercase_opening_text);
            self.heading_topics = boilerplate_topic_flags(&block.lowercase_opening_text);
            self.headings += 1.0;
            if level == 1 {
                self.words_since_h1 = Some(0.0);
            }
        }
    }

    /// Adds the number of words of a block to the counts that the blocks after it get as features.
    fn record_words(&mut self, block: &TextBlock) {
        self.word_count += block.stats.word_count;
        self.words_since_heading += block.stats.word_count;
        if let Some(words) = &mut self.words_since_h1 {
            *words += block.stats.word_count;
        }
    }
}

fn ratio(part: f32, whole: f32) -> f32 {
    part / whole.max(1.0)
}

/// Returns ln(number + 1), which brings large counts closer together; 0 stays 0.
fn log_plus_one(number: f32) -> f32 {
    (1.0 + number).ln()
}

/// Computes the features of one block and collects them in `numbers`.
struct FeatureRow<'a, 'd> {
    page: &'a PageAnalysis<'d>,
    index: usize,
    block: &'a TextBlock,
    numbers: BlockFeatures,
}

impl FeatureRow<'_, '_> {
    /// Appends one number to the features of the block.
    fn push_feature(&mut self, value: f32) {
        self.numbers.push(value);
    }

    fn add_text_features(&mut self, title: &str) {
        let stats = self.block.stats;
        self.push_feature(log_plus_one(stats.word_count));
        self.push_feature(ratio(stats.alphanumeric_count, stats.word_count));
        self.push_feature(stats.link_word_share());
        self.push_feature(stats.link_count.min(20.0));
        self.push_feature(ratio(stats.capital_letter_count, stats.alphanumeric_count));
        self.push_feature(ratio(stats.digit_count, stats.alphanumeric_count));
        self.push_feature(ratio(stats.comma_count, stats.word_count));
        self.push_feature(ratio(stats.sentence_end_count, stats.word_count));
        self.push_feature(stats.sentence_end_count.min(10.0));
        self.push_feature(ratio(stats.menu_separator_count, stats.word_count));
        let tag = self.page.dom.tag(self.block.parent);
        self.numbers.extend(PARENT_FEATURE_TAGS.iter().map(|known| f32::from(tag == *known)));
        self.push_feature(self.page.heading_level(self.block).unwrap_or(0) as f32);
        let opening = self.block.lowercase_opening_text.as_str();
        self.push_feature(f32::from(opening.len() > 3 && title.contains(opening)));
        let is_short = stats.word_count < MAX_SHORT_BLOCK_WORDS;
        let hints =
            if is_short { PurposeHintSet::from_text(opening) } else { PurposeHintSet::default() };
        self.numbers
            .extend(HINTS_SEARCHED_IN_TEXT.iter().map(|hint| f32::from(hints.contains(*hint))));
        self.push_feature(f32::from(
            opening.contains('©') || opening.contains("all rights reserved"),
        ));
        self.push_feature(f32::from(opening.contains(['$', '€', '£'])));
        self.push_feature(f32::from(opening.ends_with(':')));
        self.numbers.extend(if is_short {
            boilerplate_topic_flags(opening)
        } else {
            [0.0; BOILERPLATE_TOPIC_COUNT]
        });
        self.push_feature(
            self.page.text_occurrences_per_block.get(self.index).copied().unwrap_or_default(),
        );
        self.push_feature(self.page.article_body.trigram_overlap_share(opening));
    }

    /// Adds the word, link and sentence counts of the nearest `ANCESTORS_WITH_TEXT_FEATURES` ancestors of the
    /// block.
    fn add_ancestor_text_features(&mut self) {
        let page = self.page;
        let total = page.element_stats.page_text_stats().word_count;
        let chain =
            page.dom.self_and_ancestors(self.block.parent).take(ANCESTORS_WITH_TEXT_FEATURES);
        let chain: Vec<NodeId> = chain.collect();
        for level in 0..ANCESTORS_WITH_TEXT_FEATURES {
            let id = chain.get(level).copied();
            let stats = id.map(|id| page.element_stats.text_stats(id)).unwrap_or_default();
            self.push_feature(log_plus_one(stats.word_count));
            self.push_feature(stats.link_word_share());
            self.push_feature(ratio(stats.sentence_end_count, stats.word_count));
            self.push_feature(ratio(stats.word_count, stats.block_count));
            self.push_feature(ratio(stats.word_count, total));
            self.push_feature(
                id.map_or(0.0, |id| page.element_stats.similar_sibling_count(id)).min(50.0),
            );
            self.push_feature(
                id.map_or(0.0, |id| page.element_stats.relative_sibling_position(id)),
            );
        }
    }

    /// Adds word and link counts of the nearest ancestor that has several siblings with the same
    /// tag and class, such as an item of a list or a post of a thread.
    fn add_list_item_features(&mut self) {
        /// Maximum number of ancestors of a block that are searched for a list item or a post of a
        /// thread.
        const MAX_LIST_ITEM_SEARCH_LEVELS: usize = 12;
        let page = self.page;
        let mut chain = page
            .dom
            .self_and_ancestors(self.block.parent)
            .take(MAX_LIST_ITEM_SEARCH_LEVELS)
            .enumerate();
        let item = chain.find(|(_, id)| {
            page.element_stats.similar_sibling_count(*id) >= 3.0 && !page.dom.tag(*id).is_inline()
        });
        self.push_feature(item.map_or(20.0, |(level, _)| level as f32));
        let stats = item.map(|(_, id)| page.element_stats.text_stats(id)).unwrap_or_default();
        self.push_feature(log_plus_one(stats.word_count));
        self.push_feature(stats.link_word_share());
        self.push_feature(stats.block_count.min(50.0));
        self.push_feature(
            item.map_or(0.0, |(_, id)| page.element_stats.similar_sibling_count(id)).min(100.0),
        );
        let list = item.and_then(|(_, id)| page.dom.parent(id));
        let list = list.map(|id| page.element_stats.text_stats(id)).unwrap_or_default();
        self.push_feature(ratio(list.word_count, page.element_stats.page_text_stats().word_count));
        self.push_feature(list.link_word_share());
    }

    /// Adds word, link and sentence counts of the outermost ancestor that contains less than half
    /// of the words of the page.
    fn add_outer_ancestor_features(&mut self) {
        let page = self.page;
        let total = page.element_stats.page_text_stats().word_count;
        let chain = page.dom.self_and_ancestors(self.block.parent);
        let wide = chain
            .take_while(|id| page.element_stats.text_stats(*id).word_count < 0.5 * total)
            .last();
        let wide = wide.map(|id| page.element_stats.text_stats(id)).unwrap_or_default();
        self.push_feature(ratio(wide.word_count, total));
        self.push_feature(wide.link_word_share());
        self.push_feature(ratio(wide.sentence_end_count, wide.word_count));
        self.push_feature(ratio(wide.word_count, wide.block_count));
    }

    /// Adds, for each of the `ANCESTOR_FEATURE_TAGS` and each purpose hint, the number of levels up
    /// to the nearest ancestor that has it.
    fn add_ancestor_distance_features(&mut self) {
        let (page, block) = (self.page, self.block);
        let mut tags = [MAX_ANCESTOR_DISTANCE as f32; ANCESTOR_FEATURE_TAGS.len()];
        let mut hints = [MAX_ANCESTOR_DISTANCE as f32; PurposeHint::ALL.len()];
        let only_element = match block.nodes.as_slice() {
            [only] if page.dom.tag(*only) != Tag::None => Some(*only),
            _ => None,
        };
        let chain = only_element.into_iter().chain(page.dom.self_and_ancestors(block.parent));
        for (distance, id) in chain.take(MAX_ANCESTOR_DISTANCE).enumerate() {
            let tag = page.dom.tag(id);
            if tag == Tag::Body {
                break;
            }
            if let Some(index) = ANCESTOR_FEATURE_TAGS.iter().position(|known| *known == tag)
                && let Some(slot) = tags.get_mut(index)
            {
                *slot = slot.min(distance as f32);
            }
            let names = page.element_stats.purpose_hints(id);
            if names.is_empty() {
                continue;
            }
            for (slot, hint) in hints.iter_mut().zip(PurposeHint::ALL) {
                if names.contains(*hint) {
                    *slot = slot.min(distance as f32);
                }
            }
        }
        self.numbers.extend(tags);
        self.numbers.extend(hints);
        self.push_feature(page.dom.depth(block.parent) as f32);
    }

    fn add_position_features(&mut self, preceding: &PrecedingTextStats) {
        let (page, index) = (self.page, self.index);
        let total = page.element_stats.page_text_stats();
        self.push_feature(ratio(preceding.word_count, total.word_count));
        self.push_feature(index as f32 / page.blocks.len().max(1) as f32);
        self.push_feature((index as f32).min(200.0));
        self.push_feature(((page.blocks.len() - index) as f32).min(200.0));
        self.push_feature(log_plus_one(preceding.words_since_heading));
        self.push_feature(preceding.words_since_h1.map_or(-1.0, log_plus_one));
        self.push_feature(preceding.heading_level);
        self.push_feature(preceding.headings.min(50.0));
        let hints = preceding.heading_hints;
        self.numbers
            .extend(HINTS_SEARCHED_IN_TEXT.iter().map(|hint| f32::from(hints.contains(*hint))));
        self.numbers.extend(preceding.heading_topics);
        let main = page.main_element;
        let depth = main.depth_inside(page.dom, self.block.parent);
        self.push_feature(depth.map_or(MAX_ANCESTOR_DISTANCE as f32, |depth| depth as f32));
        self.push_feature(ratio(
            page.element_stats.text_stats(main.id).word_count,
            total.word_count,
        ));
        self.push_feature(main.relative_block_position(index));
    }

    fn add_neighbour_features(&mut self) {
        let page = self.page;
        let grandparent = |block: &TextBlock| page.dom.parent(block.parent);
        let own_grandparent = grandparent(self.block);
        for step in [-3_isize, -2, -1, 1, 2, 3] {
            let index = self.index.checked_add_signed(step);
            let block = index.and_then(|index| page.blocks.get(index));
            let stats = block.map(|block| block.stats).unwrap_or_default();
            self.push_feature(log_plus_one(stats.word_count));
            self.push_feature(stats.link_word_share());
            self.push_feature(ratio(stats.sentence_end_count, stats.word_count));
            let tag = block.map_or(Tag::None, |block| page.dom.tag(block.parent));
            self.push_feature(tag.heading_level().unwrap_or(0) as f32);
            self.push_feature(f32::from(tag == Tag::P));
            let other = block.and_then(grandparent);
            self.push_feature(f32::from(other.is_some() && other == own_grandparent));
        }
    }
}

/// Returns the features of the whole page, which are the same for all blocks.
fn page_features(page: &PageAnalysis<'_>) -> BlockFeatures {
    let total = page.element_stats.page_text_stats();
    let mut numbers = vec![
        log_plus_one(total.word_count),
        total.link_word_share(),
        log_plus_one(page.blocks.len() as f32),
        ratio(total.word_count, total.block_count),
        ratio(total.sentence_end_count, total.word_count),
    ];
    let is_prose = |stats: &TextStats| stats.word_count >= 20.0 && stats.link_word_share() < 0.3;
    let prose = page.blocks.iter().filter(|block| is_prose(&block.stats));
    let prose_words: f32 = prose.clone().map(|block| block.stats.word_count).sum();
    numbers.push(ratio(prose_words, total.word_count));
    let outside_comments =
        prose.filter(|block| !page.element_stats.is_in_visitor_comments(block.parent));
    let outside_words: f32 = outside_comments.map(|block| block.stats.word_count).sum();
    numbers.push(log_plus_one(outside_words));
    numbers.push(ratio(outside_words, prose_words));
    let count = |tag: Tag| page.element_stats.tag_count(tag);
    numbers.push(count(Tag::Article).min(50.0));
    numbers.push(count(Tag::Main).min(3.0));
    let counted = [Tag::P, Tag::Li, Tag::Pre, Tag::Img, Tag::Time, Tag::Form, Tag::Table];
    numbers.extend(counted.map(|tag| log_plus_one(count(tag))));
    numbers.push(count(Tag::H1).min(5.0));
    numbers.push(log_plus_one(count(Tag::H2)));
    numbers.extend(page.page_type_features);
    numbers
}
