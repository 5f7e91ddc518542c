//! Selects the main text of a page: runs the classifier, corrects its result by a few rules, and
//! records what is removed and why.

use crate::language::date;
use crate::values::html::{Dom, NodeId, Tag};
use crate::web::page::main_text::article_body::ArticleBody;
use crate::web::page::main_text::block_classifier::{BlockForests, BlockProbabilities};
use crate::web::page::main_text::boilerplate_phrases::{self, BoilerplateTopic};
use crate::web::page::main_text::element_stats::ElementStats;
use crate::web::page::main_text::main_element::MainElement;
use crate::web::page::main_text::page_analysis::PageAnalysis;
use crate::web::page::main_text::purpose_hints::PurposeHint;
use crate::web::page::main_text::removals::{RemovalReason, Removals};
use crate::web::page::main_text::text_block::{self, TextBlock};
use crate::web::page::main_text::{
    consent_dialogs, hidden_elements, inner_parts, page_type, repeated_text, secondary_parts,
};
use crate::web::page::metadata::Metadata;

/// Minimum number of words of a main text. If the classifier finds fewer, its result is not used.
const MIN_MAIN_TEXT_WORDS: f32 = 12.0;

/// Records everything except the main text, as `forests` find it, as removed, and returns this
/// record.
pub fn remove_boilerplate(
    dom: &Dom,
    metadata: &Metadata,
    url: &str,
    forests: Option<&BlockForests>,
) -> Removals {
    with_page_analysis(dom, metadata, url, |page, mut removals| {
        let probabilities = BlockProbabilities::new(page, forests);
        let mut kept = probabilities.main_text_flags();
        inner_parts::keep_parts_between_text(page, &probabilities, &mut kept);
        drop_visitor_comments(page, &metadata.schema_types, url, &probabilities, &mut kept);
        repeated_text::drop_repeated_text(page, &mut kept);
        let is_thread = page_type::suggests_thread(page.page_type_features, url);
        let is_product = page_type::suggests_product(page.page_type_features);
        if is_thread || is_product {
            repeated_text::drop_quoted_blocks(page, &mut kept);
        }
        if is_product {
            secondary_parts::drop_reviews_and_other_products(page, &mut kept);
        }
        secondary_parts::drop_page_footer(page, &mut kept);
        drop_bylines(page, metadata, &mut kept);
        drop_empty_headings(page, &removals, &mut kept);
        if is_thread {
            inner_parts::keep_heads_of_posts(page, &mut kept);
        }
        if !probabilities.suggest_main_text() {
            kept.fill(false);
        } else if count_kept_words(page.blocks, &kept) < MIN_MAIN_TEXT_WORDS {
            kept = fallback_main_text_flags(page);
        }
        record_removals(page, &kept, &mut removals);
        removals
    })
}

/// Removes hidden elements and consent dialogs, computes the data that the block classifier needs
/// from the remaining page, and calls `work` with this data and the removed elements.
pub fn with_page_analysis<T>(
    dom: &Dom,
    metadata: &Metadata,
    url: &str,
    work: impl FnOnce(&PageAnalysis<'_>, Removals) -> T,
) -> T {
    let top = dom.body();
    let mut removals = Removals::new(dom);
    hidden_elements::remove_hidden_elements(dom, top, &mut removals);
    hidden_elements::remove_noscript(dom, top, &mut removals);
    consent_dialogs::remove_consent_dialogs(dom, top, &mut removals);
    let blocks = text_block::split_into_blocks(dom, &removals, top);
    let elements = ElementStats::new(dom, top, &blocks);
    let first_blocks = text_block::first_blocks_with_same_text(&blocks);
    let article_body = metadata.article_body.as_deref().unwrap_or_default().to_lowercase();
    let page = PageAnalysis {
        dom,
        blocks: &blocks,
        element_stats: &elements,
        main_element: &MainElement::find(dom, top, &blocks, &elements),
        title: &metadata.title,
        first_blocks_with_same_text: &first_blocks,
        text_occurrences_per_block: &text_block::text_occurrences_per_block(&first_blocks),
        page_type_features: &page_type::page_type_features(&metadata.schema_types, url),
        article_body: &ArticleBody::new(&article_body),
    };
    work(&page, removals)
}

/// Returns the number of words in the kept blocks; `kept_flags` has one entry per block.
fn count_kept_words(blocks: &[TextBlock], kept_flags: &[bool]) -> f32 {
    let kept = blocks.iter().zip(kept_flags).filter(|(_, kept)| **kept);
    kept.map(|(block, _)| block.stats.word_count).sum()
}

/// Selects the blocks to keep if the classifier found too few words: the blocks in the main element
/// or, if these are too short as well, all blocks that do not mainly consist of links; all blocks if
/// there are only links.
fn fallback_main_text_flags(page: &PageAnalysis<'_>) -> Vec<bool> {
    let is_inside =
        |block: &TextBlock| page.main_element.depth_inside(page.dom, block.parent).is_some();
    let in_main_element: Vec<bool> = page.blocks.iter().map(is_inside).collect();
    if count_kept_words(page.blocks, &in_main_element) >= MIN_MAIN_TEXT_WORDS {
        return in_main_element;
    }
    let is_no_link = |block: &TextBlock| block.stats.link_word_share() < 0.5;
    let has_text = page.blocks.iter().any(is_no_link);
    page.blocks.iter().map(|block| !has_text || is_no_link(block)).collect()
}

/// Minimum number of words of an article without its comments. If it is shorter, the comments are
/// kept, because they may be what the page is about.
const MIN_ARTICLE_WORDS: f32 = 200.0;

/// The same if the page declares itself an article.
const MIN_DECLARED_ARTICLE_WORDS: f32 = 60.0;

/// Schema.org types of pages on which comments are not part of the main text.
const ARTICLE_SCHEMA_TYPES: [&str; 4] =
    ["article", "newsarticle", "blogposting", "reportagenewsarticle"];

/// If the comments are nearly as likely main text as the rest, they are the replies of a thread,
/// although neither metadata nor URL say so. This is how much of the probability they have.
const MIN_REPLY_PROBABILITY_RATIO: f32 = 0.88;

/// Removes the visitors' comments, if the text without them is long enough. Kept are the replies in
/// the threads of a forum and the reviews of a product, as metadata, URL and classifier tell.
fn drop_visitor_comments(
    page: &PageAnalysis<'_>,
    schema_types: &[String],
    url: &str,
    probabilities: &BlockProbabilities,
    kept_flags: &mut [bool],
) {
    let is_article = schema_types.iter().any(|name| ARTICLE_SCHEMA_TYPES.contains(&name.as_str()));
    let hints = page.page_type_features;
    let has_reviews = !is_article && page_type::suggests_product(hints);
    if has_reviews || page_type::suggests_thread(hints, url) {
        return;
    }
    let is_comment = |block: &TextBlock| page.element_stats.is_in_visitor_comments(block.parent);
    let blocks = page.blocks.iter().zip(kept_flags.iter());
    let article = blocks.filter(|(block, kept)| **kept && !is_comment(block));
    let words = article.map(|(block, _)| block.stats.word_count).sum::<f32>();
    if words < if is_article { MIN_DECLARED_ARTICLE_WORDS } else { MIN_ARTICLE_WORDS } {
        return;
    }
    let mean_probability = |comments: bool| {
        probabilities.mean_word_probability(page.blocks, |index| {
            kept_flags.get(index) == Some(&true)
                && page.blocks.get(index).is_some_and(|block| is_comment(block) == comments)
        })
    };
    let reply_limit = MIN_REPLY_PROBABILITY_RATIO * mean_probability(false);
    if !is_article && mean_probability(true) >= reply_limit {
        return;
    }
    for (block, kept) in page.blocks.iter().zip(kept_flags) {
        *kept &= !is_comment(block);
    }
}

/// Number of blocks at the beginning of the text that are searched for author and date.
const MAX_BYLINE_SEARCH_BLOCKS: usize = 10;

/// Maximum number of words of a line with the author. The first longer block ends the search for
/// author and date.
const MAX_BYLINE_WORDS: f32 = 16.0;

/// Maximum number of words of a line with the date. A date in a longer line is part of the text and
/// is kept.
const MAX_DATE_LINE_WORDS: f32 = 6.0;

/// Removes lines with the author or the date at the beginning of the text, because both are shown
/// above it as metadata. They are kept in forum threads, where every post has such lines.
fn drop_bylines(page: &PageAnalysis<'_>, metadata: &Metadata, kept_flags: &mut [bool]) {
    let author = metadata.author.to_lowercase();
    let blocks = page
        .blocks
        .iter()
        .zip(kept_flags)
        .filter(|(_, kept)| **kept)
        .take(MAX_BYLINE_SEARCH_BLOCKS);
    let is_line = |block: &TextBlock| {
        block.stats.word_count <= MAX_BYLINE_WORDS && block.stats.sentence_end_count <= 1.0
    };
    for (block, kept) in blocks.take_while(|(block, _)| is_line(block)) {
        let opening = block.lowercase_opening_text.as_str();
        let is_author = !author.is_empty() && opening.contains(&author);
        let is_date =
            block.stats.word_count <= MAX_DATE_LINE_WORDS && date::find_date(opening).is_some();
        let is_byline = (is_author
            && boilerplate_phrases::mentions_topic(opening, BoilerplateTopic::Byline))
            || opening == author;
        let is_heading = page.heading_level(block).is_some();
        if (is_byline || is_date) && !is_heading && !is_in_forum_post(page, block) {
            *kept = false;
        }
    }
}

/// Whether a block is inside one of several similar elements, such as the posts of a thread. List
/// items do not count.
fn is_in_forum_post(page: &PageAnalysis<'_>, block: &TextBlock) -> bool {
    let is_one_of_many = |id: NodeId| {
        let tag = page.dom.tag(id);
        page.element_stats.similar_sibling_count(id) >= 2.0
            && matches!(tag, Tag::Div | Tag::Article | Tag::Section | Tag::Tr)
            && page.element_stats.text_stats(id).word_count >= 2.0 * MAX_BYLINE_WORDS
    };
    page.dom.self_and_ancestors(block.parent).any(is_one_of_many)
}

/// A heading is removed with the text below it only if this text has at least this many words.
/// Fewer words may be the price or the button of a card, whose heading is all that is said in it.
const MIN_REMOVED_SECTION_WORDS: f32 = 40.0;

/// Removes headings whose text was removed or is hidden: no kept text follows before the next
/// heading of the same or a higher level.
fn drop_empty_headings(page: &PageAnalysis<'_>, removals: &Removals, kept_flags: &mut [bool]) {
    // The blocks are visited from the last to the first. This is the level of the kept heading that
    // follows directly; `None` if a block of text follows; 0 at the end of the page.
    let mut next = Some(0);
    let mut removed_words = 0.0;
    for (block, kept) in page.blocks.iter().zip(kept_flags.iter_mut()).rev() {
        let level = page.heading_level(block);
        let is_empty = matches!((level, next), (Some(level), Some(below)) if below <= level);
        let is_removed = || {
            removed_words >= MIN_REMOVED_SECTION_WORDS
                || precedes_hidden_element(page, removals, block)
        };
        *kept &= !(is_empty && is_removed());
        if *kept {
            (next, removed_words) = (level, 0.0);
        } else {
            removed_words += block.stats.word_count;
        }
    }
}

/// Whether the element after a heading is hidden; `heading` is the block inside the heading.
fn precedes_hidden_element(
    page: &PageAnalysis<'_>,
    removals: &Removals,
    heading: &TextBlock,
) -> bool {
    let dom = page.dom;
    let element =
        dom.self_and_ancestors(heading.parent).find(|id| dom.tag(*id).heading_level().is_some());
    let is_element = |id: &NodeId| dom.tag(*id) != Tag::None;
    let next = element.and_then(|element| dom.following_siblings(element).find(is_element));
    next.is_some_and(|next| removals.removal_reason(next) == Some(RemovalReason::Hidden))
}

/// Records each block that is not kept as removed. The outermost element around the block that
/// contains no kept block is removed with it.
fn record_removals(page: &PageAnalysis<'_>, kept_flags: &[bool], removals: &mut Removals) {
    let dom = page.dom;
    let mut contains_kept = vec![false; dom.len()];
    for (block, _) in page.blocks.iter().zip(kept_flags).filter(|(_, kept)| **kept) {
        for id in dom.self_and_ancestors(block.parent) {
            match contains_kept.get_mut(id.index()) {
                Some(slot) if !*slot => *slot = true,
                _ => break,
            }
        }
    }
    let top = dom.body();
    let is_empty = |id: &NodeId| *id != top && contains_kept.get(id.index()) == Some(&false);
    for (block, _) in page.blocks.iter().zip(kept_flags).filter(|(_, kept)| !**kept) {
        let reason = removal_reason(page, block);
        let enclosing = dom.self_and_ancestors(block.parent);
        match enclosing.take_while(is_empty).last() {
            Some(outermost) => removals.remove(outermost, reason),
            None => block.nodes.iter().for_each(|id| removals.remove(*id, reason)),
        }
    }
}

/// Hints in the class, id and role of an element, each with the reason that is shown if the element
/// is removed. The most reliable hint comes first and decides.
const HINT_REMOVAL_REASONS: [(PurposeHint, RemovalReason); 11] = [
    (PurposeHint::Comment, RemovalReason::Comments),
    (PurposeHint::Related, RemovalReason::Related),
    (PurposeHint::Dialog, RemovalReason::Promotion),
    (PurposeHint::Share, RemovalReason::Promotion),
    (PurposeHint::Advert, RemovalReason::Promotion),
    (PurposeHint::Navigation, RemovalReason::Navigation),
    (PurposeHint::Toc, RemovalReason::Navigation),
    (PurposeHint::Footer, RemovalReason::HeaderOrFooter),
    (PurposeHint::Header, RemovalReason::HeaderOrFooter),
    (PurposeHint::Form, RemovalReason::Promotion),
    (PurposeHint::Metadata, RemovalReason::Metadata),
];

/// Topics of phrases such as “leave a comment”, each with the reason that is shown if a block with
/// such a phrase is removed.
const TOPIC_REMOVAL_REASONS: [(BoilerplateTopic, RemovalReason); 6] = [
    (BoilerplateTopic::Related, RemovalReason::Related),
    (BoilerplateTopic::Comments, RemovalReason::Comments),
    (BoilerplateTopic::Share, RemovalReason::Promotion),
    (BoilerplateTopic::Subscribe, RemovalReason::Promotion),
    (BoilerplateTopic::Consent, RemovalReason::Promotion),
    (BoilerplateTopic::Copyright, RemovalReason::HeaderOrFooter),
];

/// Maximum number of ancestors of a removed block whose class names are searched for a reason.
const MAX_REASON_SEARCH_ANCESTORS: usize = 8;

/// Returns the reason that is shown for the removal of a block. It is guessed from the tags and
/// class names of its ancestors, or else from phrases in its text.
fn removal_reason(page: &PageAnalysis<'_>, block: &TextBlock) -> RemovalReason {
    let enclosing = page.dom.self_and_ancestors(block.parent).take(MAX_REASON_SEARCH_ANCESTORS);
    for id in enclosing {
        match page.dom.tag(id) {
            Tag::Nav => return RemovalReason::Navigation,
            Tag::Header | Tag::Footer => return RemovalReason::HeaderOrFooter,
            _ => {}
        }
        let names = page.element_stats.purpose_hints(id);
        if let Some((_, reason)) =
            HINT_REMOVAL_REASONS.iter().find(|(hint, _)| names.contains(*hint))
        {
            return *reason;
        }
    }
    let topic = TOPIC_REMOVAL_REASONS.iter().find(|(topic, _)| {
        boilerplate_phrases::mentions_topic(&block.lowercase_opening_text, *topic)
    });
    topic.map_or(RemovalReason::NotMain, |(_, reason)| *reason)
}
