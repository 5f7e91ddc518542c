//! Code in a line of text.

use super::super::dom::NodeId;
use super::super::tag::Tag;
use super::compose::Composer;
use super::pre;
use super::style::Style;

pub(super) fn write(composer: &mut Composer<'_, '_>, id: NodeId, style: &Style) {
    let dom = composer.source.dom;
    // Some sites put a block of code into an element for code in a line.
    if dom.find(id, Tag::Pre).is_some() {
        return composer.children(id, style);
    }
    let class = dom.attribute(id, "class").unwrap_or_default();
    if dom.tag(id) == Tag::Code && class.split_whitespace().any(|name| name == "block") {
        return pre::write(composer, id, style);
    }
    let style = match style.link() {
        Some(link) if link.is_spent.get() => &style.without_link(),
        _ => style,
    };
    composer.line.code(&pre::text(composer.source, id), style);
}
