//! Writes lists: bulleted, numbered, task and definition lists.

use crate::values::html::{Dom, NodeId, Tag};
use crate::web::page::markdown::block::{MarkdownBlock, MarkdownList};
use crate::web::page::markdown::inline::text_style::{FormattingMark, TextStyle};
use crate::web::page::markdown::markdown_builder::MarkdownBuilder;

impl MarkdownBuilder<'_, '_> {
    pub fn add_list(&mut self, id: NodeId, style: &TextStyle) {
        if self.is_single_line() {
            return self.add_list_in_one_line(id, style);
        }
        if !self.can_nest_deeper() {
            return self.add_as_paragraphs(id, style);
        }
        self.end_paragraph();
        let dom = self.context.dom;
        let mut list =
            MarkdownList { first_item_number: first_item_number(dom, id), items: Vec::new() };
        for child in
            dom.children(id).filter(|child| !self.context.is_excluded_from_body_text(*child))
        {
            match dom.tag(child) {
                Tag::Li => list.push_item(self.list_item_blocks(child, style)),
                tag => {
                    let blocks = self.convert_to_nested_blocks([child], style);
                    let is_list = matches!(tag, Tag::Ul | Tag::Ol);
                    match list.items.last_mut() {
                        Some(last) if is_list => last.extend(blocks),
                        _ => list.push_item(blocks),
                    }
                }
            }
        }
        if !list.items.is_empty() {
            self.add_block(MarkdownBlock::List(list));
        }
    }

    /// Converts a list item to blocks. The text of a task begins with the checkbox `[ ]` or `[x]`.
    fn list_item_blocks(&self, id: NodeId, style: &TextStyle) -> Vec<MarkdownBlock> {
        let dom = self.context.dom;
        let mut blocks = self.convert_to_nested_blocks(dom.children(id), style);
        if let Some(checkbox) = task_checkbox_markdown(dom, id)
            && let Some(MarkdownBlock::Paragraph(text)) = blocks.first_mut()
        {
            text.insert_str(0, checkbox);
        }
        blocks
    }

    /// Adds a list in a table cell or heading, which has only one line: the items follow each
    /// other, each after a `•`.
    fn add_list_in_one_line(&mut self, id: NodeId, style: &TextStyle) {
        let dom = self.context.dom;
        for child in dom.children(id) {
            if dom.tag(child) == Tag::Li && !self.context.is_excluded_from_output(child) {
                self.paragraph.add_text(" • ", style);
            }
            self.add_node(child, style);
        }
        self.end_paragraph();
    }

    /// Adds a definition list: each term as a bold line, its definitions as a list below. Markdown
    /// has no definition lists.
    pub fn add_definition_list(&mut self, id: NodeId, style: &TextStyle) {
        self.end_paragraph();
        self.add_terms_and_definitions(id, style);
        self.end_paragraph();
    }

    /// Adds the terms and definitions inside a definition list, or inside a `div` that groups some
    /// of them.
    fn add_terms_and_definitions(&mut self, id: NodeId, style: &TextStyle) {
        let dom = self.context.dom;
        for child in dom.children(id) {
            match dom.tag(child) {
                Tag::Dt if !self.context.is_excluded_from_body_text(child) => {
                    self.add_as_paragraphs(child, &style.with_mark(FormattingMark::Strong));
                }
                Tag::Dd if !self.context.is_excluded_from_body_text(child) => {
                    self.add_definition(child, style)
                }
                Tag::Dt | Tag::Dd => {}
                Tag::Div => self.add_terms_and_definitions(child, style),
                _ => self.add_node(child, style),
            }
        }
    }

    fn add_definition(&mut self, id: NodeId, style: &TextStyle) {
        if self.is_single_line() || !self.can_nest_deeper() {
            return self.add_as_paragraphs(id, style);
        }
        self.end_paragraph();
        let blocks = self.convert_to_nested_blocks(self.context.dom.children(id), style);
        if blocks.is_empty() {
            return;
        }
        match self.blocks.last_mut() {
            Some(MarkdownBlock::List(list)) if list.first_item_number.is_none() => {
                list.push_item(blocks)
            }
            _ => {
                let mut list = MarkdownList::default();
                list.push_item(blocks);
                self.add_block(MarkdownBlock::List(list));
            }
        }
    }
}

/// Returns the number of the first item of a list; `None` if the list is not numbered.
fn first_item_number(dom: &Dom, id: NodeId) -> Option<usize> {
    if dom.tag(id) != Tag::Ol {
        return None;
    }
    let first = dom.child_elements(id).find(|child| dom.tag(*child) == Tag::Li);
    let value = first.and_then(|first| dom.attribute(first, "value"));
    let number = value.or(dom.attribute(id, "start")).and_then(|text| text.trim().parse().ok());
    // Markdown list numbers have at most nine digits.
    Some(number.filter(|number| *number < 1_000_000_000).unwrap_or(1))
}

/// Returns the Markdown checkbox `[x] ` or `[ ] ` if a list item begins with a checkbox; otherwise
/// `None`.
fn task_checkbox_markdown(dom: &Dom, id: NodeId) -> Option<&'static str> {
    let first = dom.walk(id).skip(1).find(|node| match dom.text(*node) {
        Some(text) => !text.trim().is_empty(),
        None => dom.tag(*node) == Tag::Input,
    })?;
    (dom.attribute(first, "type") == Some("checkbox"))
        .then(|| if dom.attribute(first, "checked").is_some() { "[x] " } else { "[ ] " })
}
