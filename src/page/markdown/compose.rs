//! From the tree to blocks: who writes which element, and how lines of text become paragraphs.

use crate::page::dom::{Dom, NodeId};
use crate::page::markdown::block::Block;
use crate::page::markdown::line::{Content, Line};
use crate::page::markdown::source::Source;
use crate::page::markdown::style::{Mark, Style};
use crate::page::markdown::{callout, code, escape, figure, heading, list, math, pre, table, tex};
use crate::page::tag::Tag;

/// Quotes and lists in one another: more would write every line with hundreds of signs.
const MOST_NESTING: usize = 12;

/// Puts blocks together.
pub(super) struct Composer<'s, 'd> {
    pub source: &'s Source<'d>,
    pub blocks: Vec<Block>,
    pub line: Line,
    /// How many quotes and lists stand around.
    pub nesting: usize,
    shape: Shape,
}

/// What is being put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Blocks below one another.
    Blocks,
    /// One line, as the cell of a table, where blocks are set apart by blanks.
    Line,
    /// A heading: one line that is bold as a whole.
    Heading,
}

impl<'s, 'd> Composer<'s, 'd> {
    pub fn new(source: &'s Source<'d>) -> Self {
        let (blocks, line) = (Vec::new(), Line::default());
        Self { source, blocks, line, nesting: 0, shape: Shape::Blocks }
    }

    /// All blocks of some nodes, to stand inside another block.
    pub fn inner(&self, nodes: impl IntoIterator<Item = NodeId>, style: &Style) -> Vec<Block> {
        let mut composer = Self { nesting: self.nesting + 1, ..Self::new(self.source) };
        for id in nodes {
            composer.node(id, style);
        }
        composer.finish()
    }

    /// Some nodes as one line of Markdown.
    pub fn one_line(&self, nodes: impl IntoIterator<Item = NodeId>, style: &Style) -> String {
        self.as_line(Shape::Line, nodes, style)
    }

    /// Some nodes as the line of a heading.
    pub fn heading(&self, nodes: impl IntoIterator<Item = NodeId>, style: &Style) -> String {
        self.as_line(Shape::Heading, nodes, style)
    }

    fn as_line(
        &self,
        shape: Shape,
        nodes: impl IntoIterator<Item = NodeId>,
        style: &Style,
    ) -> String {
        let mut composer = Self { shape, ..Self::new(self.source) };
        for id in nodes {
            composer.node(id, style);
        }
        composer.line.take().join(" ").replace('\n', " ")
    }

    pub fn finish(mut self) -> Vec<Block> {
        self.flush();
        self.blocks
    }

    pub fn is_line(&self) -> bool {
        self.shape != Shape::Blocks
    }

    /// Whether one more quote or list may stand inside.
    pub fn may_nest(&self) -> bool {
        self.nesting < MOST_NESTING
    }

    /// Ends the line as a paragraph.
    pub fn flush(&mut self) {
        if self.is_line() {
            self.line.text(" ", &Style::default());
            return;
        }
        if self.line.is_blank() {
            self.line = Line::default();
            return;
        }
        let paragraphs = self.line.take();
        self.blocks.extend(paragraphs.iter().map(|text| Block::Paragraph(escape::lines(text))));
    }

    /// Adds a block that is ready.
    pub fn block(&mut self, block: Block) {
        self.flush();
        self.blocks.push(block);
    }

    pub fn children(&mut self, id: NodeId, style: &Style) {
        for child in self.source.dom.children(id) {
            self.node(child, style);
        }
    }

    pub fn node(&mut self, id: NodeId, style: &Style) {
        if !self.source.notes.is_moved(id) {
            self.moved_node(id, style);
        }
    }

    /// A node, even if it is not written where it stands.
    pub fn moved_node(&mut self, id: NodeId, style: &Style) {
        if let Some(text) = self.source.dom.text(id) {
            if !self.source.is_out(id) {
                self.text(text, style);
            }
            return;
        }
        if let Some(number) = self.source.notes.reference(id) {
            return self.reference(id, number, style);
        }
        if math::write(self, id, style) || self.source.is_out(id) {
            return;
        }
        if !callout::write(self, id, style) {
            self.element(id, style);
        }
    }

    pub fn text(&mut self, text: &str, style: &Style) {
        for part in tex::parts(text) {
            match part {
                tex::Part::Text(text) => self.line.text(text, style),
                tex::Part::Inline(tex) => self.formula(&tex, style),
                tex::Part::Display(tex) => self.display(&tex, style),
            }
        }
    }

    /// A formula in the line.
    pub fn formula(&mut self, tex: &str, style: &Style) {
        let tex = tex::in_line(tex);
        if !tex.is_empty() {
            self.line.add(Content::Math(tex), style);
        }
    }

    /// A formula on lines of its own, where there can be such.
    pub fn display(&mut self, tex: &str, style: &Style) {
        let lines = tex::on_lines(tex);
        if self.is_line() {
            self.formula(&lines, style);
        } else if !lines.is_empty() {
            self.block(Block::Math(lines));
        }
    }

    fn element(&mut self, id: NodeId, style: &Style) {
        match self.source.dom.tag(id) {
            Tag::A => self.link(id, style),
            Tag::B | Tag::Strong if self.shape == Shape::Heading => self.children(id, style),
            Tag::B | Tag::Strong => self.children(id, &style.with(Mark::Strong)),
            Tag::Em | Tag::I => self.children(id, &style.with(Mark::Emphasis)),
            Tag::Del | Tag::S | Tag::Strike => self.children(id, &style.with(Mark::Strike)),
            Tag::Mark => self.children(id, &style.with(Mark::Highlight)),
            Tag::Code | Tag::Tt | Tag::Samp | Tag::Kbd => code::write(self, id, style),
            Tag::Sup | Tag::Sub => self.script(id, style),
            Tag::Br if self.is_line() => self.line.text(" ", style),
            Tag::Br => self.line.add(Content::Break, &Style::default()),
            Tag::Q => self.quoted(id, style),
            Tag::Rt => self.around("(", id, ")", style),
            Tag::Rp | Tag::Img | Tag::Picture | Tag::Wbr => {}
            Tag::Button if code::is_copy_button(self.source.dom, id) => {}
            Tag::Hr => self.rule(),
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => {
                heading::write(self, id, style);
            }
            Tag::Ul | Tag::Ol | Tag::Menu => list::write(self, id, style),
            Tag::Dl => list::write_terms(self, id, style),
            Tag::Pre => pre::write(self, id, style),
            Tag::Table => table::write(self, id, style),
            Tag::Blockquote => self.quote(id, style),
            Tag::Figure => figure::write(self, id, style),
            Tag::Details => self.details(id, style),
            tag if tag.is_inline() && !is_shown_as_block(self.source.dom, id) => {
                self.children(id, style);
            }
            _ => self.section(id, style),
        }
    }

    /// An element that stands apart from what is before and behind it.
    pub fn section(&mut self, id: NodeId, style: &Style) {
        self.flush();
        self.children(id, style);
        self.flush();
    }
}

/// Whether an element that stands in a line by its name is shown as a block.
fn is_shown_as_block(dom: &Dom, id: NodeId) -> bool {
    let style = dom.attribute(id, "style").unwrap_or_default();
    let is_block = |rule: &str| {
        let (name, value) = rule.split_once(':').unwrap_or_default();
        name.trim() == "display" && matches!(value.trim(), "block" | "flex" | "grid" | "list-item")
    };
    style.split(';').any(is_block) || dom.attribute(id, "data-as") == Some("p")
}
