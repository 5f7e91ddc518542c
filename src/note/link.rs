//! Links of one note: `[[wikilinks]]`, embeds and Markdown links to notes, as they are written.
//!
//! Where a link leads depends on the other notes and is decided in `graph`.

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag};

/// A link to a note, not to the web.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The note it names, as typed, without heading, block or alias. Empty for a place in the same note.
    pub target: String,
    /// The heading or block after `#`.
    pub place: Option<String>,
}

/// The links of a text in the order in which they stand, code left out.
pub fn links(text: &str) -> Vec<Link> {
    let parser = Parser::new_ext(
        text,
        Options::ENABLE_WIKILINKS | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS,
    );
    parser
        .filter_map(|event| match event {
            Event::Start(
                Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. },
            ) => link(link_type, &dest_url),
            _ => None,
        })
        .collect()
}

fn link(kind: LinkType, address: &str) -> Option<Link> {
    let wiki = matches!(kind, LinkType::WikiLink { .. });
    if !wiki && (address.contains("://") || address.starts_with("mailto:")) {
        return None;
    }
    let address = if wiki { address.to_owned() } else { percent_decoded(address) };
    let (target, place) = match address.split_once('#') {
        Some((target, place)) => (target, Some(place.trim().to_owned())),
        None => (address.as_str(), None),
    };
    Some(Link { target: target.trim().to_owned(), place })
}

fn percent_decoded(address: &str) -> String {
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.bytes();
    while let Some(byte) = rest.next() {
        let mut ahead = rest.clone();
        let code = if byte == b'%' { hex(ahead.next()).zip(hex(ahead.next())) } else { None };
        match code {
            Some((high, low)) => {
                bytes.push(high * 16 + low);
                rest = ahead;
            }
            None => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn hex(digit: Option<u8>) -> Option<u8> {
    char::from(digit?).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, Option<&str>)]) {
        let links = links(text);
        let got: Vec<_> = links.iter().map(|l| (l.target.as_str(), l.place.as_deref())).collect();
        assert_eq!(got, expected, "{text}");
    }

    #[test]
    fn links_to_notes_are_found() {
        check(
            "a [[B]] and [[C#Head|see]] ![[D]]",
            &[("B", None), ("C", Some("Head")), ("D", None)],
        );
        check(
            "[x](Some%20note.md#A%20b) [[#here]]",
            &[("Some note.md", Some("A b")), ("", Some("here"))],
        );
    }

    #[test]
    fn code_and_the_web_hold_no_links() {
        check("`[[A]]` [w](https://x.org) <mailto:a@b.c>\n\n```\n[[B]]\n```\n", &[]);
        check("[x](a%zz.md)", &[("a%zz.md", None)]);
    }
}
