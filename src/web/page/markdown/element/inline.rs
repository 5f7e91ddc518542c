//! Writes links, superscripts, quotations, rules and collapsible sections.

use std::rc::Rc;

use crate::values::html::{NodeId, Tag};
use crate::web::page::markdown::block::MarkdownBlock;
use crate::web::page::markdown::inline::superscript;
use crate::web::page::markdown::inline::text_style::{FormattingMark, LinkMark, TextStyle};
use crate::web::page::markdown::link_target;
use crate::web::page::markdown::markdown_builder::MarkdownBuilder;

/// Opening quotation marks. A quotation that begins with one of them already has its quotation
/// marks.
const OPENING_QUOTES: [char; 6] = ['“', '"', '„', '«', '‘', '「'];

/// Maximum number of nodes that are searched for the first character of a quotation.
const MAX_QUOTATION_SEARCH_NODES: usize = 16;

/// A superscript or subscript with more nodes than this is written as normal text, not with the
/// raised or lowered characters of Unicode.
const MAX_SUPERSCRIPT_NODES: usize = 8;

impl MarkdownBuilder<'_, '_> {
    pub fn add_link(&mut self, id: NodeId, style: &TextStyle) {
        let dom = self.context.dom;
        let href = dom.attribute(id, "href").unwrap_or_default();
        let Some(target) = link_target::resolve(self.context.input, href) else {
            return self.add_children(id, style);
        };
        let style = style.with_mark(FormattingMark::Link(Rc::new(LinkMark::new(target))));
        self.add_children(id, &style);
    }

    /// Adds a superscript or subscript. One that is plain text is written with the raised or
    /// lowered characters of Unicode, others as normal text.
    pub fn add_super_or_subscript(&mut self, id: NodeId, style: &TextStyle) {
        let dom = self.context.dom;
        let is_simple = |node| {
            matches!(dom.tag(node), Tag::None | Tag::Sup | Tag::Sub | Tag::Span)
                && !self.context.is_excluded_from_output(node)
        };
        let mut nodes = dom.walk(id);
        let is_plain =
            nodes.by_ref().take(MAX_SUPERSCRIPT_NODES).all(is_simple) && nodes.next().is_none();
        if !is_plain {
            return self.add_children(id, style);
        }
        let text = dom.text_content(id);
        let text = text.trim();
        let text = match dom.tag(id) {
            Tag::Sup => superscript::to_superscript(text, self.paragraph.last_char()),
            _ => superscript::to_subscript(text),
        };
        self.paragraph.add_text(&text, style);
    }

    /// Adds an inline quotation. Adds quotation marks around it, unless its text begins with one.
    pub fn add_quotation(&mut self, id: NodeId, style: &TextStyle) {
        let dom = self.context.dom;
        let texts = dom.walk(id).take(MAX_QUOTATION_SEARCH_NODES).filter_map(|node| dom.text(node));
        let first = texts.map(str::trim_start).find(|text| !text.is_empty());
        let has_quotes = first.is_some_and(|text| text.starts_with(OPENING_QUOTES));
        if has_quotes {
            self.add_children(id, style);
        } else {
            self.add_children_with_delimiters("“", id, "”", style);
        }
    }

    /// Adds the children of an element, with the text `open` before and `close` after them.
    pub fn add_children_with_delimiters(
        &mut self,
        open: &str,
        id: NodeId,
        close: &str,
        style: &TextStyle,
    ) {
        self.paragraph.add_text(open, style);
        self.add_children(id, style);
        self.paragraph.add_text(close, style);
    }

    /// Adds a horizontal rule, unless it would be the first block or follow another rule.
    pub fn add_horizontal_rule(&mut self) {
        self.end_paragraph();
        let is_first_or_repeated =
            self.blocks.last().is_none_or(|last| *last == MarkdownBlock::Rule);
        if !self.is_single_line() && !is_first_or_repeated {
            self.blocks.push(MarkdownBlock::Rule);
        }
    }

    pub fn add_blockquote(&mut self, id: NodeId, style: &TextStyle) {
        if self.is_single_line() || !self.can_nest_deeper() {
            return self.add_as_paragraphs(id, style);
        }
        self.end_paragraph();
        let blocks = self.convert_to_nested_blocks(self.context.dom.children(id), style);
        if !blocks.is_empty() {
            self.add_block(MarkdownBlock::Quote(blocks));
        }
    }

    /// Adds a collapsible section: its summary as a bold line, then its content.
    pub fn add_details_element(&mut self, id: NodeId, style: &TextStyle) {
        let dom = self.context.dom;
        self.end_paragraph();
        let summary = dom.child_elements(id).find(|child| dom.tag(*child) == Tag::Summary);
        if let Some(summary) =
            summary.filter(|summary| !self.context.is_excluded_from_output(*summary))
        {
            self.add_as_paragraphs(summary, &style.with_mark(FormattingMark::Strong));
        }
        for child in dom.children(id).filter(|child| Some(*child) != summary) {
            self.add_node(child, style);
        }
        self.end_paragraph();
    }
}
