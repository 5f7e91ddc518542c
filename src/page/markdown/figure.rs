//! Figures and images. Images are left out: what a figure says in words stays.

use crate::page::dom::NodeId;
use crate::page::markdown::compose::Composer;
use crate::page::markdown::source::Source;
use crate::page::markdown::style::Style;
use crate::page::tag::Tag;

/// A figure: its caption, and whatever else in it is text.
pub(super) fn write(composer: &mut Composer<'_, '_>, id: NodeId, style: &Style) {
    composer.section(id, style);
}

/// Whether an address is that of an image.
pub(super) fn is_image(address: &str) -> bool {
    const ENDS: [&str; 7] = [".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif"];
    let path = address.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    ENDS.iter().any(|end| path.ends_with(end))
}

/// What the image says that is all there is in a link.
pub(super) fn only_image<'d>(source: &Source<'d>, link: NodeId) -> Option<&'d str> {
    let dom = source.dom;
    let mut alt = None;
    for node in dom.walk(link) {
        if dom.text(node).is_some_and(|text| !text.trim().is_empty()) {
            return None;
        }
        if dom.tag(node) == Tag::Img {
            alt = alt.or(dom.attribute(node, "alt"));
        }
    }
    alt.filter(|alt| !alt.trim().is_empty())
}
