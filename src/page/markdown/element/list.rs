//! Writes lists: bulleted, numbered, task and definition lists.

use crate::page::html::dom::{Dom, NodeId};
use crate::page::html::tag::Tag;
use crate::page::markdown::block::{MarkdownBlock, MarkdownList};
use crate::page::markdown::composer::Composer;
use crate::page::markdown::inline::style::{InlineMark, TextStyle};

impl Composer<'_, '_> {
    pub fn add_list(&mut self, id: NodeId, style: &TextStyle) {
        if self.is_single_line() {
            return self.add_list_on_line(id, style);
        }
        if !self.can_nest() {
            return self.add_section(id, style);
        }
        self.flush();
        let dom = self.context.dom;
        let mut list = MarkdownList { start: first_number(dom, id), items: Vec::new() };
        for child in dom.children(id).filter(|child| !self.context.is_skipped(*child)) {
            match dom.tag(child) {
                Tag::Li => list.push(self.list_item(child, style)),
                tag => {
                    let blocks = self.nested_blocks([child], style);
                    let is_list = matches!(tag, Tag::Ul | Tag::Ol);
                    match list.items.last_mut() {
                        Some(last) if is_list => last.extend(blocks),
                        _ => list.push(blocks),
                    }
                }
            }
        }
        if !list.items.is_empty() {
            self.add_block(MarkdownBlock::List(list));
        }
    }

    fn list_item(&self, id: NodeId, style: &TextStyle) -> Vec<MarkdownBlock> {
        let dom = self.context.dom;
        let mut blocks = self.nested_blocks(dom.children(id), style);
        if let Some(checkbox) = task_checkbox(dom, id)
            && let Some(MarkdownBlock::Paragraph(text)) = blocks.first_mut()
        {
            text.insert_str(0, checkbox);
        }
        blocks
    }

    /// Adds a list where only one line is available, with a bullet before each item.
    fn add_list_on_line(&mut self, id: NodeId, style: &TextStyle) {
        let dom = self.context.dom;
        for child in dom.children(id) {
            if dom.tag(child) == Tag::Li && !self.context.is_removed(child) {
                self.line.add_text(" • ", style);
            }
            self.add_node(child, style);
        }
        self.flush();
    }

    /// Adds a definition list: each term as a bold line, its definitions as a list below. Markdown
    /// has no definition lists.
    pub fn add_definition_list(&mut self, id: NodeId, style: &TextStyle) {
        self.flush();
        self.add_terms(id, style);
        self.flush();
    }

    fn add_terms(&mut self, id: NodeId, style: &TextStyle) {
        let dom = self.context.dom;
        for child in dom.children(id) {
            match dom.tag(child) {
                Tag::Dt if !self.context.is_removed(child) => {
                    self.add_section(child, &style.with(InlineMark::Strong));
                }
                Tag::Dd if !self.context.is_removed(child) => self.add_definition(child, style),
                Tag::Div => self.add_terms(child, style),
                _ => self.add_node(child, style),
            }
        }
    }

    fn add_definition(&mut self, id: NodeId, style: &TextStyle) {
        if self.is_single_line() || !self.can_nest() {
            return self.add_section(id, style);
        }
        self.flush();
        let blocks = self.nested_blocks(self.context.dom.children(id), style);
        if blocks.is_empty() {
            return;
        }
        match self.blocks.last_mut() {
            Some(MarkdownBlock::List(list)) if list.start.is_none() => list.push(blocks),
            _ => {
                let mut list = MarkdownList::default();
                list.push(blocks);
                self.add_block(MarkdownBlock::List(list));
            }
        }
    }
}

/// Returns the number of the first item; `None` if the list has no numbers.
fn first_number(dom: &Dom, id: NodeId) -> Option<usize> {
    if dom.tag(id) != Tag::Ol {
        return None;
    }
    let first = dom.child_elements(id).find(|child| dom.tag(*child) == Tag::Li);
    let value = first.and_then(|first| dom.attribute(first, "value"));
    let number = value.or(dom.attribute(id, "start")).and_then(|text| text.trim().parse().ok());
    // Markdown list numbers have at most nine digits.
    Some(number.filter(|number| *number < 1_000_000_000).unwrap_or(1))
}

/// Returns the Markdown checkbox of a task, if the list item begins with a checkbox.
fn task_checkbox(dom: &Dom, id: NodeId) -> Option<&'static str> {
    let first = dom.walk(id).skip(1).find(|node| match dom.text(*node) {
        Some(text) => !text.trim().is_empty(),
        None => dom.tag(*node) == Tag::Input,
    })?;
    (dom.attribute(first, "type") == Some("checkbox"))
        .then(|| if dom.attribute(first, "checked").is_some() { "[x] " } else { "[ ] " })
}
