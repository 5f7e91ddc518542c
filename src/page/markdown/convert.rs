//! Converts a page to Markdown: first to blocks, then to text.

use crate::page::markdown::block;
use crate::page::markdown::composer::Composer;
use crate::page::markdown::context::ConversionContext;
use crate::page::markdown::inline::style::TextStyle;
use crate::page::markdown::input::MarkdownInput;

/// Writes a page as Markdown, with its footnotes at the end.
pub fn to_markdown(input: &MarkdownInput<'_>) -> String {
    let context = ConversionContext::new(input);
    let mut composer = Composer::new(&context);
    composer.add_node(input.top, &TextStyle::default());
    let mut blocks = composer.finish();
    blocks.extend(Composer::footnote_blocks(&context));
    block::to_text(&blocks)
}
