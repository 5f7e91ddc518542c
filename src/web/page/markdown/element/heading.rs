//! Writes headings. Headings of level 1 are written with level 2, because the title of the page,
//! which is shown above the text, is the only heading of the first level.

use crate::values::html::{Dom, NodeId, Tag};
use crate::web::page::markdown::block::MarkdownBlock;
use crate::web::page::markdown::inline::escape;
use crate::web::page::markdown::inline::text_style::TextStyle;
use crate::web::page::markdown::markdown_builder::MarkdownBuilder;
use crate::web::page::markdown::whitespace::collapse_whitespace;

impl MarkdownBuilder<'_, '_> {
    pub fn add_heading(&mut self, id: NodeId, style: &TextStyle) {
        if self.is_single_line() {
            return self.add_as_paragraphs(id, style);
        }
        self.end_paragraph();
        let dom = self.context.dom;
        let level = dom.tag(id).heading_level().unwrap_or(2).max(2);
        let nodes = dom.children(id).filter(|child| !is_permalink(dom, *child));
        let text = self.convert_to_heading_line(nodes, style);
        if !text.is_empty() {
            let text = escape::escape_line_starts(&text);
            self.add_block(MarkdownBlock::Heading { level, text });
        }
    }
}

/// Whether an element in a heading is only a link to this heading, such as `¶` or `#`. It is not
/// written.
fn is_permalink(dom: &Dom, id: NodeId) -> bool {
    /// Texts of permalinks, the links inside a heading that lead to the heading itself.
    const PERMALINK_TEXTS: [&str; 11] =
        ["", "#", "¶", "§", "🔗", "⚓", "", "link", "Permalink", "[link]", "Anchor"];
    /// Classes of permalinks, the links inside a heading that lead to the heading itself.
    const PERMALINK_CLASSES: [&str; 6] =
        ["anchor", "permalink", "headerlink", "hash-link", "header-anchor", "anchorjs-link"];
    if !matches!(dom.tag(id), Tag::A | Tag::Span | Tag::Button | Tag::Div) {
        return false;
    }
    let Some(link) = dom.walk(id).find(|node| matches!(dom.tag(*node), Tag::A | Tag::Button))
    else {
        return false;
    };
    let text = collapse_whitespace(&dom.text_content(id));
    if PERMALINK_TEXTS.contains(&text.as_str()) {
        return true;
    }
    let has_class = dom.classes(link).any(|name| PERMALINK_CLASSES.contains(&name));
    let is_hidden = dom.attribute(link, "aria-hidden") == Some("true");
    (has_class || is_hidden) && text.chars().count() <= 2
}
