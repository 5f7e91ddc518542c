//! A link at its place in a plain text, and the links that a plain text shows without markup.

use std::ops::Range;

use crate::notes::note::link::NoteLink;
use crate::values::text::add_steps;

/// A link and its place in the text of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedLink {
    /// The byte range of the words that are shown for the link; empty for a footnote reference.
    pub text_range: Range<usize>,
    /// What the link leads to.
    pub target: LinkTarget,
}

/// What a link leads to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
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
    let footnotes =
        text.match_indices("[^").filter_map(|(start, _)| undefined_footnote(text, start));
    bare_addresses(text).chain(footnotes).collect()
}

/// The addresses of a text. One that is part of another (`https://archive.example/https://a.example`)
/// is none of its own.
fn bare_addresses(text: &str) -> impl Iterator<Item = PlacedLink> {
    let mut end = 0;
    text.match_indices("http").filter_map(move |(start, _)| {
        let address = (start >= end).then(|| bare_address(text, start)).flatten()?;
        end = address.text_range.end;
        Some(address)
    })
}

/// The address that begins at an offset of a text; `None` if there is none.
fn bare_address(text: &str, start: usize) -> Option<PlacedLink> {
    let rest = text.get(start..)?;
    let scheme = ["https://", "http://"].into_iter().find(|scheme| rest.starts_with(scheme))?;
    let is_end = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '“' | '”' | '。');
    let address = without_end_marks(rest.split(is_end).next().unwrap_or_default());
    add_steps(address.len());
    let target = LinkTarget::Address(address.to_owned());
    let text_range = start..start + address.len();
    (address.len() > scheme.len()).then_some(PlacedLink { text_range, target })
}

/// An address without the punctuation after it, such as a closing parenthesis that it doesn't open.
fn without_end_marks(address: &str) -> &str {
    let mut unopened = address.matches(')').count().saturating_sub(address.matches('(').count());
    address.trim_end_matches(|last: char| match last {
        ')' if unopened > 0 => {
            unopened -= 1;
            true
        }
        '.' | ',' | ';' | ':' | '!' | '?' | ']' | '\'' | '*' => true,
        _ => false,
    })
}

/// The footnote reference that begins at an offset of a text and has no definition.
fn undefined_footnote(text: &str, start: usize) -> Option<PlacedLink> {
    let inside = text.get(start..)?.strip_prefix("[^")?;
    let length = inside.find(|c: char| c.is_whitespace() || matches!(c, '[' | ']'))?;
    add_steps(length);
    let label = inside.get(..length)?;
    let is_label = !label.is_empty() && inside.get(length..)?.starts_with(']');
    let end = start + "[^".len() + length + "]".len();
    let target = LinkTarget::Footnote(label.to_owned());
    is_label.then_some(PlacedLink { text_range: start..end, target })
}
