//! Elements that need a few lines each: links, raised text, quotations, rules, what opens.

use std::cell::Cell;
use std::rc::Rc;

use crate::page::dom::NodeId;
use crate::page::markdown::block::Block;
use crate::page::markdown::compose::Composer;
use crate::page::markdown::line::Content;
use crate::page::markdown::style::{Link, Mark, Style};
use crate::page::markdown::{figure, link, script};
use crate::page::tag::Tag;

/// Signs that a quotation begins with.
const QUOTES: [char; 6] = ['“', '"', '„', '«', '‘', '「'];

/// Nodes of a quotation that are looked at for the sign it begins with.
const MOST_QUOTE: usize = 16;

/// Nodes in a raised or lowered text that is written with small letters.
const MOST_SCRIPT: usize = 8;

impl Composer<'_, '_> {
    pub fn link(&mut self, id: NodeId, style: &Style) {
        let dom = self.source.dom;
        let href = dom.attribute(id, "href").unwrap_or_default();
        let Some(target) = link::target(self.source.draft, href) else {
            return self.children(id, style);
        };
        let link = Rc::new(Link { target, is_spent: Cell::new(false) });
        let style = style.with(Mark::Link(link));
        match figure::only_image(self.source, id) {
            // An image that opens itself in large says nothing.
            Some(_) if figure::is_image(href) => {}
            Some(alt) => self.text(alt, &style),
            None => self.children(id, &style),
        }
    }

    /// The number of a footnote. Some pages have the blank behind it in the same element.
    pub fn reference(&mut self, id: NodeId, number: usize, style: &Style) {
        let dom = self.source.dom;
        let style = style.without_link();
        self.line.add(Content::Note(number), &style);
        let last = dom.last_child(id).and_then(|last| dom.text(last));
        if last.is_some_and(|text| text.ends_with(char::is_whitespace)) {
            self.line.text(" ", &style);
        }
    }

    pub fn script(&mut self, id: NodeId, style: &Style) {
        let dom = self.source.dom;
        let is_simple = |node| {
            matches!(dom.tag(node), Tag::None | Tag::Sup | Tag::Sub | Tag::Span)
                && !self.source.is_out(node)
        };
        let mut nodes = dom.walk(id);
        let is_plain = nodes.by_ref().take(MOST_SCRIPT).all(is_simple) && nodes.next().is_none();
        if !is_plain {
            return self.children(id, style);
        }
        let text = dom.all_text(id);
        let text = text.trim();
        let text = match dom.tag(id) {
            Tag::Sup => script::raised(text, self.line.last_char()),
            _ => script::lowered(text),
        };
        self.line.text(&text, style);
    }

    pub fn quoted(&mut self, id: NodeId, style: &Style) {
        let dom = self.source.dom;
        let texts = dom.walk(id).take(MOST_QUOTE).filter_map(|node| dom.text(node));
        let first = texts.map(str::trim_start).find(|text| !text.is_empty());
        let has_own = first.is_some_and(|text| text.starts_with(QUOTES));
        if has_own { self.children(id, style) } else { self.around("“", id, "”", style) }
    }

    pub fn around(&mut self, open: &str, id: NodeId, close: &str, style: &Style) {
        self.line.text(open, style);
        self.children(id, style);
        self.line.text(close, style);
    }

    pub fn rule(&mut self) {
        self.flush();
        if !self.is_line() && !self.blocks.is_empty() && self.blocks.last() != Some(&Block::Rule) {
            self.blocks.push(Block::Rule);
        }
    }

    pub fn quote(&mut self, id: NodeId, style: &Style) {
        if self.is_line() || !self.may_nest() {
            return self.section(id, style);
        }
        self.flush();
        let blocks = self.inner(self.source.dom.children(id), style);
        if !blocks.is_empty() {
            self.block(Block::Quote(blocks));
        }
    }

    /// Something that opens on the page: its title as a bold line, then what it holds.
    pub fn details(&mut self, id: NodeId, style: &Style) {
        let dom = self.source.dom;
        self.flush();
        let summary = dom.elements(id).find(|child| dom.tag(*child) == Tag::Summary);
        if let Some(summary) = summary.filter(|summary| !self.source.is_out(*summary)) {
            self.section(summary, &style.with(Mark::Strong));
        }
        for child in dom.children(id).filter(|child| Some(*child) != summary) {
            self.node(child, style);
        }
        self.flush();
    }
}
