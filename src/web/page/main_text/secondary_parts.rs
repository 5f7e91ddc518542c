//! Removes parts of a page that have whole sentences but are not about its subject: the footer of the page and,
//! on the page of a product, the reviews by customers and the other products of the shop.

use crate::values::html::{NodeId, Tag};
use crate::web::page::main_text::page_analysis::PageAnalysis;
use crate::web::page::main_text::purpose_hints::{self, PurposeHint};
use crate::web::page::main_text::text_block::TextBlock;

/// Words in the class or id of the element around such a part on the page of a product, each with the hint that
/// the word gives. The singular of “reviews” is also found in the names of tests by editors.
const PRODUCT_PART_NAMES: [(PurposeHint, &str); 4] = [
    (PurposeHint::Review, "reviews"),
    (PurposeHint::Related, "related"),
    (PurposeHint::Related, "upsell"),
    (PurposeHint::Related, "upsells"),
];

/// Number of elements around a block, beginning with its parent, whose names are read. The names of
/// outer elements are often those of the whole page.
const MAX_NAME_SEARCH_LEVELS: usize = 14;

/// If a part has more than this share of the kept words, it is what the page is about.
const MAX_SECONDARY_SHARE: f32 = 0.9;

/// Elements whose footer is not that of the page.
const TAGS_WITH_OWN_FOOTER: [Tag; 5] =
    [Tag::Main, Tag::Article, Tag::Blockquote, Tag::Figure, Tag::Details];

/// Removes the reviews by customers, which are the opinions of many people about many things, and the products
/// that the shop shows beside this one. Both are often longer than what is said about the product itself.
pub fn drop_reviews_and_other_products(page: &PageAnalysis<'_>, kept_flags: &mut [bool]) {
    drop_part(page, kept_flags, |block| is_in_named_part(page, block));
}

/// Removes the footer of the whole page: a `footer` element that is not inside the main text or another part that
/// has a footer of its own, such as a quotation with its source.
pub fn drop_page_footer(page: &PageAnalysis<'_>, kept_flags: &mut [bool]) {
    let is_around = |block: &TextBlock, tags: &[Tag]| {
        page.dom.self_and_ancestors(block.parent).any(|id| tags.contains(&page.dom.tag(id)))
    };
    drop_part(page, kept_flags, |block| {
        is_around(block, &[Tag::Footer]) && !is_around(block, &TAGS_WITH_OWN_FOOTER)
    });
}

/// Removes the kept blocks for which `is_in_part` is true, unless they are what the page is about.
fn drop_part(
    page: &PageAnalysis<'_>,
    kept_flags: &mut [bool],
    is_in_part: impl Fn(&TextBlock) -> bool,
) {
    let (mut part, mut part_words, mut all_words) = (Vec::new(), 0.0, 0.0);
    let blocks = page.blocks.iter().zip(kept_flags.iter()).enumerate();
    for (index, (block, _)) in blocks.filter(|(_, (_, kept))| **kept) {
        all_words += block.stats.word_count;
        if is_in_part(block) {
            part_words += block.stats.word_count;
            part.push(index);
        }
    }
    if part_words > MAX_SECONDARY_SHARE * all_words {
        return;
    }
    for index in part {
        if let Some(kept) = kept_flags.get_mut(index) {
            *kept = false;
        }
    }
}

fn is_in_named_part(page: &PageAnalysis<'_>, block: &TextBlock) -> bool {
    let mut around = page.dom.self_and_ancestors(block.parent).take(MAX_NAME_SEARCH_LEVELS);
    around.any(|id| id != page.dom.body() && has_name_of_part(page, id))
}

fn has_name_of_part(page: &PageAnalysis<'_>, id: NodeId) -> bool {
    // The hints are known already and save reading most names.
    let hints = page.element_stats.purpose_hints(id);
    if !PRODUCT_PART_NAMES.iter().any(|(hint, _)| hints.contains(*hint)) {
        return false;
    }
    let mut is_found = false;
    for name in ["class", "id"].iter().filter_map(|attribute| page.dom.attribute(id, attribute)) {
        purpose_hints::for_each_word(name, &mut |word| {
            is_found |= PRODUCT_PART_NAMES.iter().any(|(_, known)| *known == word);
        });
    }
    is_found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::html::parse;
    use crate::web::page::main_text::main_text_selection;
    use crate::web::page::metadata::Metadata;

    fn check(drop: fn(&PageAnalysis<'_>, &mut [bool]), html: &str, expected: &[bool]) {
        let dom = parse::parse(html);
        let metadata = Metadata::read(&dom, "https://e.org/");
        main_text_selection::with_page_analysis(&dom, &metadata, "https://e.org/", |page, _| {
            let mut kept = vec![true; page.blocks.len()];
            drop(page, &mut kept);
            assert_eq!(kept, expected, "{html}");
        });
    }

    #[test]
    fn reviews_and_other_products_are_removed_unless_the_page_consists_of_them() {
        let check = |html: &str, expected: &[bool]| {
            check(drop_reviews_and_other_products, html, expected);
        };
        let lamp = "<p>A lamp of brass and glass.</p>";
        let review = "<div id=productReviews><p>I like this lamp a lot</p></div>";
        check(&format!("{lamp}{review}"), &[true, false]);
        check(review, &[true]);
        check("<div class=preview><p>A lamp</p></div><p>of brass</p>", &[true, true]);
        for class in ["related products", "up-sells upsells products"] {
            let other = format!("<div class='{class}'><p>A lamp of steel, 30 euros</p></div>");
            check(&format!("{lamp}{other}"), &[true, false]);
        }
        check("<p class=unrelated>A lamp</p><p>of brass</p>", &[true, true]);
    }

    #[test]
    fn only_the_footer_of_the_whole_page_is_removed() {
        let check = |html: &str, expected: &[bool]| check(drop_page_footer, html, expected);
        let footer = "<footer><p>This is not meant as advice.</p></footer>";
        check(&format!("<main><p>Screen your drivers.</p></main>{footer}"), &[true, false]);
        check(&format!("<div><p>Screen your drivers.</p>{footer}</div>"), &[true, false]);
        check(&format!("<article><p>Screen drivers.</p>{footer}</article>"), &[true, true]);
        check(&format!("<p>She wrote:</p><blockquote>{footer}</blockquote>"), &[true, true]);
        check(footer, &[true]);
    }
}
