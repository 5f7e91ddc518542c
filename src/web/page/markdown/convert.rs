//! Converts a page to Markdown: first to blocks, then to text.

use crate::web::page::markdown::block;
use crate::web::page::markdown::conversion_context::ConversionContext;
use crate::web::page::markdown::inline::text_style::TextStyle;
use crate::web::page::markdown::input::MarkdownInput;
use crate::web::page::markdown::markdown_builder::MarkdownBuilder;

/// Writes a page as Markdown, with its footnotes at the end.
pub(crate) fn to_markdown(input: &MarkdownInput<'_>) -> String {
    let context = ConversionContext::new(input);
    let mut builder = MarkdownBuilder::new(&context);
    builder.add_node(input.content_root, &TextStyle::default());
    let mut blocks = builder.finish();
    blocks.extend(MarkdownBuilder::footnote_blocks(&context));
    block::blocks_to_markdown(&blocks)
}
