//! Recognises images. Images are not written. Their alternative text is written only where it is
//! the text of a link.

use crate::page::html::dom::{Dom, NodeId};
use crate::page::html::tag::Tag;

/// Whether a URL has the file extension of an image.
pub fn is_image_url(url: &str) -> bool {
    /// Endings of the paths of image URLs, in lower case.
    const IMAGE_EXTENSIONS: [&str; 7] = [".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif"];
    let path = url.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    IMAGE_EXTENSIONS.iter().any(|extension| path.ends_with(extension))
}

/// Returns the alternative text of the image in a link, if the link contains nothing else.
pub fn alt_text_of_image_link(dom: &Dom, link: NodeId) -> Option<&str> {
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
