//! Walks through the tree of a page and collects its text as Markdown blocks. This file decides
//! which method writes which element; the methods for single elements are in `element`.

use crate::values::html::{Dom, NodeId, Tag};
use crate::web::page::markdown::block::MarkdownBlock;
use crate::web::page::markdown::code_text;
use crate::web::page::markdown::conversion_context::ConversionContext;
use crate::web::page::markdown::inline::inline_piece::InlineContent;
use crate::web::page::markdown::inline::paragraph::ParagraphBuilder;
use crate::web::page::markdown::inline::text_style::{FormattingMark, TextStyle};
use crate::web::page::markdown::inline::{escape, word_boundary};
use crate::web::page::markdown::math::tex_formula;

/// Maximum number of quotes and lists inside each other; deeper ones are written as paragraphs.
/// Otherwise the lines of a hostile page could begin with hundreds of markers.
const MAX_BLOCK_NESTING: usize = 12;

/// Converts nodes of a page to Markdown blocks and collects them.
pub struct MarkdownBuilder<'s, 'd> {
    pub context: &'s ConversionContext<'d>,
    pub blocks: Vec<MarkdownBlock>,
    /// The paragraph that is being built; it is not in `blocks` yet.
    pub paragraph: ParagraphBuilder,
    /// Number of quotes and lists around the current position.
    nesting: usize,
    layout: LineLayout,
}

/// Whether the builder may write several lines, or everything must be on one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineLayout {
    /// Paragraphs, lists and other blocks are written below each other.
    Blocks,
    /// Everything is on one line, as in a table cell. Spaces separate the blocks.
    SingleLine,
    /// Everything is on the line of a heading. Bold text is written without `**`, because headings
    /// are bold anyway.
    Heading,
}

impl<'s, 'd> MarkdownBuilder<'s, 'd> {
    pub fn new(context: &'s ConversionContext<'d>) -> Self {
        let (blocks, paragraph) = (Vec::new(), ParagraphBuilder::default());
        Self { context, blocks, paragraph, nesting: 0, layout: LineLayout::Blocks }
    }

    /// Converts nodes to the blocks inside a quote, list item or callout.
    pub fn convert_to_nested_blocks(
        &self,
        nodes: impl IntoIterator<Item = NodeId>,
        style: &TextStyle,
    ) -> Vec<MarkdownBlock> {
        let mut builder = Self { nesting: self.nesting + 1, ..Self::new(self.context) };
        for id in nodes {
            builder.add_node(id, style);
        }
        builder.finish()
    }

    /// Converts nodes to one line of Markdown, for example for a table cell.
    pub fn convert_to_single_line(
        &self,
        nodes: impl IntoIterator<Item = NodeId>,
        style: &TextStyle,
    ) -> String {
        self.convert_to_line(LineLayout::SingleLine, nodes, style)
    }

    /// Converts nodes to the text of a heading, on one line and without bold formatting.
    pub fn convert_to_heading_line(
        &self,
        nodes: impl IntoIterator<Item = NodeId>,
        style: &TextStyle,
    ) -> String {
        self.convert_to_line(LineLayout::Heading, nodes, style)
    }

    fn convert_to_line(
        &self,
        layout: LineLayout,
        nodes: impl IntoIterator<Item = NodeId>,
        style: &TextStyle,
    ) -> String {
        let mut builder = Self { layout, ..Self::new(self.context) };
        for id in nodes {
            builder.add_node(id, style);
        }
        builder.paragraph.take_paragraphs().join(" ").replace('\n', " ")
    }

    pub fn finish(mut self) -> Vec<MarkdownBlock> {
        self.end_paragraph();
        self.blocks
    }

    /// Whether everything is written on one line, as in a table cell or a heading.
    pub fn is_single_line(&self) -> bool {
        self.layout != LineLayout::Blocks
    }

    /// Whether one more quote or list is allowed inside the current one.
    pub fn can_nest_deeper(&self) -> bool {
        self.nesting < MAX_BLOCK_NESTING
    }

    /// Adds the current paragraph to the blocks and begins a new one. If everything is on one line,
    /// only adds a space.
    pub fn end_paragraph(&mut self) {
        if self.is_single_line() {
            self.paragraph.add_text(" ", &TextStyle::default());
            return;
        }
        if self.paragraph.is_blank() {
            self.paragraph = ParagraphBuilder::default();
            return;
        }
        let paragraphs = self.paragraph.take_paragraphs();
        let paragraphs = paragraphs.iter().map(|text| escape::escape_line_starts(text));
        self.blocks.extend(paragraphs.map(MarkdownBlock::Paragraph));
    }

    /// Ends the current paragraph and adds a block.
    pub fn add_block(&mut self, block: MarkdownBlock) {
        self.end_paragraph();
        self.blocks.push(block);
    }

    pub fn add_children(&mut self, id: NodeId, style: &TextStyle) {
        for child in self.context.dom.children(id) {
            self.add_node(child, style);
        }
    }

    /// Converts a node and adds it, unless it belongs to a footnote: footnotes are written at the
    /// end of the text. A note that is its own reference is replaced by the reference.
    pub fn add_node(&mut self, id: NodeId, style: &TextStyle) {
        let footnotes = &self.context.footnotes;
        let is_reference = footnotes.referenced_footnote_number(id).is_some();
        if is_reference || !footnotes.is_part_of_footnotes(id) {
            self.add_node_including_footnotes(id, style);
        }
    }

    /// Converts a node and adds it, even if it belongs to a footnote.
    pub fn add_node_including_footnotes(&mut self, id: NodeId, style: &TextStyle) {
        if let Some(text) = self.context.dom.text(id) {
            if !self.context.is_excluded_from_output(id) {
                let last = self.paragraph.last_char();
                if word_boundary::begins_new_word(self.context.dom, id, last) {
                    self.paragraph.add_text(" ", style);
                }
                self.add_text_with_references(id, text, style);
            }
            return;
        }
        if let Some(number) = self.context.footnotes.referenced_footnote_number(id) {
            return self.add_footnote_reference(id, number, style);
        }
        if self.add_if_formula(id, style) || self.context.is_excluded_from_output(id) {
            return;
        }
        if !self.add_if_callout(id, style) {
            self.add_element(id, style);
        }
    }

    /// Adds text to the current paragraph. TeX formulas in the text, such as `\(x^2\)`, are added
    /// as formulas.
    pub fn add_text(&mut self, text: &str, style: &TextStyle) {
        for segment in tex_formula::split_formulas(text) {
            match segment {
                tex_formula::TextOrFormula::Text(text) => self.paragraph.add_text(text, style),
                tex_formula::TextOrFormula::InlineMath(tex) => self.add_inline_math(&tex, style),
                tex_formula::TextOrFormula::DisplayMath(tex) => self.add_display_math(&tex, style),
            }
        }
    }

    /// Adds a formula to the current line of text, without starting a new block.
    pub fn add_inline_math(&mut self, tex: &str, style: &TextStyle) {
        let tex = tex_formula::formula_on_one_line(tex);
        if !tex.is_empty() {
            self.paragraph.add_content(InlineContent::Math(tex), style);
        }
    }

    /// Adds a formula as a block of its own, or in the current line if everything is on one line.
    pub fn add_display_math(&mut self, tex: &str, style: &TextStyle) {
        let lines = tex_formula::formula_on_own_lines(tex);
        if self.is_single_line() {
            self.add_inline_math(&lines, style);
        } else if !lines.is_empty() {
            self.add_block(MarkdownBlock::Math(lines));
        }
    }

    fn add_element(&mut self, id: NodeId, style: &TextStyle) {
        let marked = |mark: FormattingMark| style.with_mark(mark);
        match self.context.dom.tag(id) {
            Tag::A => self.add_link(id, style),
            Tag::B | Tag::Strong if self.layout == LineLayout::Heading => {
                self.add_children(id, style)
            }
            Tag::B | Tag::Strong => self.add_children(id, &marked(FormattingMark::Strong)),
            Tag::Em | Tag::I => self.add_children(id, &marked(FormattingMark::Emphasis)),
            Tag::Del | Tag::S | Tag::Strike => {
                self.add_children(id, &marked(FormattingMark::Strike))
            }
            Tag::Mark => self.add_children(id, &marked(FormattingMark::Highlight)),
            Tag::Code | Tag::Tt | Tag::Samp | Tag::Kbd => self.add_inline_code(id, style),
            Tag::Sup | Tag::Sub => self.add_super_or_subscript(id, style),
            Tag::Br if self.is_single_line() => self.paragraph.add_text(" ", style),
            Tag::Br => self.paragraph.add_content(InlineContent::Break, &TextStyle::default()),
            Tag::Q => self.add_quotation(id, style),
            Tag::Rt => self.add_children_with_delimiters("(", id, ")", style),
            Tag::Rp | Tag::Img | Tag::Picture | Tag::Wbr => {}
            Tag::Button if code_text::is_copy_button(self.context.dom, id) => {}
            Tag::Hr => self.add_horizontal_rule(),
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => {
                self.add_heading(id, style);
            }
            Tag::Ul | Tag::Ol | Tag::Menu => self.add_list(id, style),
            Tag::Dl => self.add_definition_list(id, style),
            Tag::Pre => self.add_code_block(id, style),
            Tag::Table => self.add_table(id, style),
            Tag::Blockquote => self.add_blockquote(id, style),
            Tag::Details => self.add_details_element(id, style),
            tag if tag.is_inline() && !is_displayed_as_block(self.context.dom, id) => {
                self.add_children(id, style);
            }
            _ => self.add_as_paragraphs(id, style),
        }
    }

    /// Adds the content of an element; a new paragraph begins before and after it.
    pub fn add_as_paragraphs(&mut self, id: NodeId, style: &TextStyle) {
        self.end_paragraph();
        self.add_children(id, style);
        self.end_paragraph();
    }
}

/// Whether an element that is usually part of a line is displayed as a block, because of its
/// `style` or the attribute `data-as`.
fn is_displayed_as_block(dom: &Dom, id: NodeId) -> bool {
    let style = dom.attribute(id, "style").unwrap_or_default();
    let is_block = |declaration: &str| {
        let (name, value) = declaration.split_once(':').unwrap_or_default();
        name.trim() == "display" && matches!(value.trim(), "block" | "flex" | "grid" | "list-item")
    };
    style.split(';').any(is_block) || dom.attribute(id, "data-as") == Some("p")
}
