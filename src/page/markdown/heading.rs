//! Headings: the page's title is told beside the text and not repeated, so the highest level in
//! the text is the second.

use crate::page::dom::{Dom, NodeId};
use crate::page::markdown::block::Block;
use crate::page::markdown::compose::Composer;
use crate::page::markdown::style::Style;
use crate::page::markdown::visible::squeeze;
use crate::page::markdown::{Draft, escape};
use crate::page::tag::Tag;

pub(super) fn write(composer: &mut Composer<'_, '_>, id: NodeId, style: &Style) {
    if composer.is_line() {
        return composer.section(id, style);
    }
    composer.flush();
    let dom = composer.source.dom;
    let level = dom.tag(id).heading_level().unwrap_or(2).max(2);
    let mut nodes = Vec::new();
    collect(dom, id, &mut nodes);
    let text = composer.heading(nodes, style);
    if !text.is_empty() {
        composer.block(Block::Heading { level, text: escape::lines(&text) });
    }
}

/// What stands in a heading but links to itself.
fn collect(dom: &Dom, id: NodeId, nodes: &mut Vec<NodeId>) {
    nodes.extend(dom.children(id).filter(|child| !is_permalink(dom, *child)));
}

/// Whether an element only links to the heading it stands in.
fn is_permalink(dom: &Dom, id: NodeId) -> bool {
    const SIGNS: [&str; 11] =
        ["", "#", "¶", "§", "🔗", "⚓", "", "link", "Permalink", "[link]", "Anchor"];
    const CLASSES: [&str; 6] =
        ["anchor", "permalink", "headerlink", "hash-link", "header-anchor", "anchorjs-link"];
    if !matches!(dom.tag(id), Tag::A | Tag::Span | Tag::Button | Tag::Div) {
        return false;
    }
    let Some(link) = dom.walk(id).find(|node| matches!(dom.tag(*node), Tag::A | Tag::Button))
    else {
        return false;
    };
    let text = squeeze(&dom.all_text(id));
    if SIGNS.contains(&text.as_str()) {
        return true;
    }
    let class = dom.attribute(link, "class").unwrap_or_default();
    let is_named = class.split_whitespace().any(|name| CLASSES.contains(&name));
    let is_hidden = dom.attribute(link, "aria-hidden") == Some("true");
    (is_named || is_hidden) && text.chars().count() <= 2
}

/// How far the title is looked for: below is the text.
const MOST_HEADINGS: usize = 3;

/// The first of the top headings that says what the title says.
pub(super) fn repeated_title(draft: &Draft<'_>) -> Option<NodeId> {
    let dom = draft.dom;
    let title = letters(draft.title);
    if title.is_empty() {
        return None;
    }
    let headings = dom.walk(draft.top).filter(|id| matches!(dom.tag(*id), Tag::H1 | Tag::H2));
    headings.take(MOST_HEADINGS).find(|id| letters(&dom.all_text(*id)) == title)
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
