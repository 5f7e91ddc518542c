//! A link at its place in a plain text, and the links that a plain text shows without markup.

use std::ops::Range;

use crate::note::link::NoteLink;

/// A link and its place in the text of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedLink {
    /// The byte range of the words that are shown for the link; empty for a footnote reference.
    pub text_range: Range<usize>,
    /// What the link leads to.
    pub target: LinkTarget,
}

/// What a link leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkTarget {
    /// A note or another file of the vault.
    Note(NoteLink),
    /// An address with a scheme, such as `https://example.org`.
    Address(String),
    /// The footnote with this label.
    Footnote(String),
}

/// Finds the bare addresses of a text, and the footnotes that it shows as text because they have no
/// definition.
pub fn links_in_plain_text(text: &str) -> Vec<PlacedLink> {
    let addresses = text.match_indices("http").filter_map(|(start, _)| bare_address(text, start));
    let footnotes =
        text.match_indices("[^").filter_map(|(start, _)| undefined_footnote(text, start));
    addresses.chain(footnotes).collect()
}

/// The address that begins at an offset of a text; `None` if there is none.
fn bare_address(text: &str, start: usize) -> Option<PlacedLink> {
    let rest = text.get(start..)?;
    let scheme = ["https://", "http://"].into_iter().find(|scheme| rest.starts_with(scheme))?;
    let is_end = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '“' | '”' | '。');
    let address = rest.split(is_end).next().unwrap_or_default();
    let mut length = address.len();
    while let Some(last) = address.get(..length).and_then(|it| it.chars().next_back()) {
        let inside = address.get(..length).unwrap_or_default();
        let is_unopened = last == ')' && inside.matches('(').count() < inside.matches(')').count();
        if !is_unopened && !matches!(last, '.' | ',' | ';' | ':' | '!' | '?' | ']' | '\'' | '*') {
            break;
        }
        length -= last.len_utf8();
    }
    let target = LinkTarget::Address(address.get(..length)?.to_owned());
    (length > scheme.len()).then_some(PlacedLink { text_range: start..start + length, target })
}

/// The footnote reference that begins at an offset of a text and has no definition.
fn undefined_footnote(text: &str, start: usize) -> Option<PlacedLink> {
    let inside = text.get(start..)?.strip_prefix("[^")?;
    let (label, _) = inside.split_once(']')?;
    let is_label = !label.is_empty() && !label.contains(|c: char| c.is_whitespace() || c == '[');
    let end = start + "[^".len() + label.len() + "]".len();
    let target = LinkTarget::Footnote(label.to_owned());
    is_label.then_some(PlacedLink { text_range: start..end, target })
}
