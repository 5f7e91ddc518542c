//! Code in a line of text.

use crate::page::dom::{Dom, NodeId};
use crate::page::markdown::compose::Composer;
use crate::page::markdown::pre;
use crate::page::markdown::style::Style;
use crate::page::tag::Tag;

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
    composer.line.code(&pre::text(composer.source, id), style);
}

/// Whether a button copies the code that stands next to it.
pub(super) fn is_copy_button(dom: &Dom, id: NodeId) -> bool {
    const WORDS: [&str; 5] = ["copy", "copy code", "copied", "copied!", "copy to clipboard"];
    let class = dom.attribute(id, "class").unwrap_or_default().to_ascii_lowercase();
    let mut texts = dom.walk(id).filter_map(|node| dom.text(node)).map(str::trim);
    let word = texts.find(|text| !text.is_empty()).unwrap_or_default().to_ascii_lowercase();
    WORDS.contains(&word.as_str()) || class.contains("copy-btn") || class.contains("copybtn")
}
