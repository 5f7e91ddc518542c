//! What the block classifier knows about a page when it decides which blocks are main text.

use crate::values::html::Dom;
use crate::web::page::main_text::article_body::ArticleBody;
use crate::web::page::main_text::element_stats::ElementStats;
use crate::web::page::main_text::main_element::MainElement;
use crate::web::page::main_text::text_block::TextBlock;

/// Everything that was computed about a page before its blocks are classified.
pub struct PageAnalysis<'d> {
    /// The parsed HTML of the page.
    pub dom: &'d Dom,
    /// The visible text of the page, block by block.
    pub blocks: &'d [TextBlock],
    /// Word counts, class name hints and sibling positions of every element.
    pub element_stats: &'d ElementStats,
    /// The element that most likely contains the main text.
    pub main_element: &'d MainElement,
    /// The title of the page according to its metadata. Blocks are compared with it.
    pub title: &'d str,
    /// For each block, the index of the first block with the same text.
    pub first_blocks_with_same_text: &'d [usize],
    /// For each block, how often its text occurs on the page.
    pub text_occurrences_per_block: &'d [f32],
    /// Numbers that tell the classifier which type of page, such as article or product, the
    /// metadata and the URL suggest.
    pub page_type_features: &'d [f32],
    /// The three-word sequences of the main text in the page's JSON-LD, to compare blocks with it.
    pub article_body: &'d ArticleBody<'d>,
}

impl PageAnalysis<'_> {
    /// Returns the level of the heading that contains the block; `None` outside of headings.
    pub fn heading_level(&self, block: &TextBlock) -> Option<usize> {
        let mut enclosing = self.dom.self_and_ancestors(block.parent).take(3);
        enclosing.find_map(|id| self.dom.tag(id).heading_level())
    }
}
