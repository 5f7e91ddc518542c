//! Writes code as Markdown, either within a line of text or as a code block.

use crate::values::html::{NodeId, Tag};
use crate::web::page::markdown::block::MarkdownBlock;
use crate::web::page::markdown::inline::text_style::TextStyle;
use crate::web::page::markdown::markdown_builder::MarkdownBuilder;
use crate::web::page::markdown::{code_language, code_text};

impl MarkdownBuilder<'_, '_> {
    pub fn add_inline_code(&mut self, id: NodeId, style: &TextStyle) {
        let dom = self.context.dom;
        // Some sites put a `pre` element into an element for inline code. The `pre` element is then
        // written as a code block.
        if dom.find_tag(id, Tag::Pre).is_some() {
            return self.add_children(id, style);
        }
        if dom.tag(id) == Tag::Code && dom.classes(id).any(|name| name == "block") {
            return self.add_code_block(id, style);
        }
        self.paragraph.add_code(&code_text::read_code(self.context, id), style);
    }

    pub fn add_code_block(&mut self, id: NodeId, style: &TextStyle) {
        let text = code_text::read_code(self.context, id);
        if self.is_single_line() {
            return self.paragraph.add_code(&text, style);
        }
        let text = trim_blank_lines(&text);
        if !text.is_empty() {
            let language = code_language::detect_code_language(self.context.dom, id);
            self.add_block(MarkdownBlock::Code { language, text });
        }
    }
}

/// Removes blank lines at the beginning and end, and spaces at the end of each line.
fn trim_blank_lines(text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').map(str::trim_end).collect();
    let has_text = |line: &&str| !line.is_empty();
    let first = lines.iter().position(&has_text).unwrap_or(lines.len());
    let end = lines.iter().rposition(has_text).map_or(0, |last| last + 1);
    lines.get(first..end).unwrap_or_default().join("\n")
}
