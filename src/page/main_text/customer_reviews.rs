//! Removes the reviews by customers from the page of a product. They are the opinions of many people
//! about many things, and often longer than everything that is said about the product itself.

use crate::page::html::dom::NodeId;
use crate::page::main_text::page_analysis::PageAnalysis;
use crate::page::main_text::purpose_hints::{self, PurposeHint};
use crate::page::main_text::text_block::TextBlock;

/// A word in the class or id of the element around all reviews. Its singular is also found in the
/// names of tests by editors and of links to the reviews.
const REVIEWS_NAME: &str = "reviews";

/// Number of elements around a block, beginning with its parent, whose names are read. The names of
/// outer elements are often those of the whole page.
const MAX_REVIEW_SEARCH_LEVELS: usize = 14;

/// If reviews have more than this share of the kept words, they are what the page is about.
const MAX_REVIEW_SHARE: f32 = 0.9;

/// Removes the kept blocks that are in the reviews of a product.
pub fn drop_customer_reviews(page: &PageAnalysis<'_>, kept_flags: &mut [bool]) {
    let (mut reviews, mut review_words, mut all_words) = (Vec::new(), 0.0, 0.0);
    let blocks = page.blocks.iter().zip(kept_flags.iter()).enumerate();
    for (index, (block, _)) in blocks.filter(|(_, (_, kept))| **kept) {
        all_words += block.stats.word_count;
        if is_in_customer_reviews(page, block) {
            review_words += block.stats.word_count;
            reviews.push(index);
        }
    }
    if review_words > MAX_REVIEW_SHARE * all_words {
        return;
    }
    for index in reviews {
        if let Some(kept) = kept_flags.get_mut(index) {
            *kept = false;
        }
    }
}

fn is_in_customer_reviews(page: &PageAnalysis<'_>, block: &TextBlock) -> bool {
    let mut around = page.dom.self_and_ancestors(block.parent).take(MAX_REVIEW_SEARCH_LEVELS);
    around.any(|id| {
        // The hint is known already and saves reading most names.
        page.element_stats.purpose_hints(id).contains(PurposeHint::Review)
            && id != page.dom.body()
            && has_reviews_name(page, id)
    })
}

fn has_reviews_name(page: &PageAnalysis<'_>, id: NodeId) -> bool {
    let mut is_found = false;
    for name in ["class", "id"].iter().filter_map(|attribute| page.dom.attribute(id, attribute)) {
        purpose_hints::for_each_word(name, &mut |word| is_found |= word == REVIEWS_NAME);
    }
    is_found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::html::parse;
    use crate::page::main_text::main_text_selection;
    use crate::page::metadata::Metadata;

    fn check(html: &str, expected: &[bool]) {
        let dom = parse::parse(html);
        let metadata = Metadata::read(&dom, "https://e.org/");
        main_text_selection::with_page_analysis(&dom, &metadata, "https://e.org/", |page, _| {
            let mut kept = vec![true; page.blocks.len()];
            drop_customer_reviews(page, &mut kept);
            assert_eq!(kept, expected, "{html}");
        });
    }

    #[test]
    fn reviews_are_removed_unless_the_page_consists_of_them() {
        let review = "<div id=productReviews><p>I like this lamp a lot</p></div>";
        check(&format!("<p>A lamp of brass and glass.</p>{review}"), &[true, false]);
        check(review, &[true]);
        check("<div class=preview><p>A lamp</p></div><p>of brass</p>", &[true, true]);
    }
}
