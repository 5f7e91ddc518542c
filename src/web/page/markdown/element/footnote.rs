//! Writes footnotes: the references `[^1]` in the text and their definitions at its end.

use crate::values::html::NodeId;
use crate::web::page::markdown::block::MarkdownBlock;
use crate::web::page::markdown::conversion_context::ConversionContext;
use crate::web::page::markdown::inline::inline_piece::InlineContent;
use crate::web::page::markdown::inline::text_style::TextStyle;
use crate::web::page::markdown::markdown_builder::MarkdownBuilder;

impl MarkdownBuilder<'_, '_> {
    /// Adds a reference to a footnote, such as `[^1]`. If the element ends with a space, adds a
    /// space after the reference.
    pub fn add_footnote_reference(
        &mut self,
        id: NodeId,
        footnote_number: usize,
        style: &TextStyle,
    ) {
        let dom = self.context.dom;
        let style = style.without_link();
        self.paragraph.add_content(InlineContent::FootnoteReference(footnote_number), &style);
        let last = dom.last_child(id).and_then(|last| dom.text(last));
        if last.is_some_and(|text| text.ends_with(char::is_whitespace)) {
            self.paragraph.add_text(" ", &style);
        }
    }

    /// Adds the text of a text node. References to footnotes inside it, such as `¹`, are added as
    /// references, and brackets around references are left out.
    pub fn add_text_with_references(&mut self, id: NodeId, text: &str, style: &TextStyle) {
        let context = self.context;
        let mut from = 0;
        for cut in context.footnotes.text_cuts(id) {
            self.add_text(text.get(from..cut.range.start).unwrap_or_default(), style);
            if let Some(number) = cut.footnote_number {
                let content = InlineContent::FootnoteReference(number);
                self.paragraph.add_content(content, &style.without_link());
            }
            from = cut.range.end;
        }
        self.add_text(text.get(from..).unwrap_or_default(), style);
    }

    /// Returns the texts of all footnotes as Markdown blocks, in the order of their numbers.
    pub fn footnote_blocks(context: &ConversionContext<'_>) -> Vec<MarkdownBlock> {
        let mut footnotes = Vec::new();
        for (index, definition) in context.footnotes.definitions().iter().enumerate() {
            let mut builder = MarkdownBuilder::new(context);
            context.run_in_footnote_mode(|| {
                for node in
                    definition.nodes.iter().filter(|node| !context.is_hidden_on_page(**node))
                {
                    builder.add_node_including_footnotes(*node, &TextStyle::default());
                }
            });
            let mut blocks = builder.finish();
            if let Some(MarkdownBlock::Paragraph(text)) = blocks.first_mut() {
                *text = definition.without_label(text).to_owned();
            }
            let is_empty = |block: &MarkdownBlock| {
                *block == MarkdownBlock::Paragraph(String::new()) || *block == MarkdownBlock::Rule
            };
            blocks.retain(|block| !is_empty(block));
            if blocks.is_empty() {
                blocks.push(MarkdownBlock::Paragraph(definition.label.clone()));
            }
            footnotes.push(MarkdownBlock::Footnote { number: index + 1, blocks });
        }
        footnotes
    }
}
