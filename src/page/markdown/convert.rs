//! Converts a page to Markdown: first to blocks, then to text.

use crate::page::markdown::block;
use crate::page::markdown::builder::MarkdownBuilder;
use crate::page::markdown::context::ConversionContext;
use crate::page::markdown::inline::style::TextStyle;
use crate::page::markdown::input::MarkdownInput;

/// Writes a page as Markdown, with its footnotes at the end.
pub fn to_markdown(input: &MarkdownInput<'_>) -> String {
    let context = ConversionContext::new(input);
    let mut builder = MarkdownBuilder::new(&context);
    builder.add_node(input.top, &TextStyle::default());
    let mut blocks = builder.finish();
    blocks.extend(MarkdownBuilder::footnote_blocks(&context));
    block::blocks_to_markdown(&blocks)
}
