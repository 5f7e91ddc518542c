//! Parses and writes the links of one note: `[[wikilinks]]`, embeds and Markdown links to notes.
//!
//! `pulldown-cmark` finds the links, so links in code are ignored (links in comments are not). The
//! note that a link leads to depends on the other notes and is resolved in `graph`.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag};

use crate::notes::note::frontmatter;
use crate::values::text::lone_cr_to_lf;

/// A link to a note, not to the web.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct NoteLink {
    /// The path or name of the note as written in the link, without subpath and display text. Empty
    /// for a link within the same note.
    pub target: String,
    /// The part of the link after `#`.
    pub subpath: Option<Subpath>,
    /// The text that is shown instead of the target.
    pub display_text: Option<String>,
    /// Whether the link embeds the note (`![[…]]`).
    pub is_embed: bool,
    /// Whether the link is a wikilink or a Markdown link.
    pub style: LinkStyle,
}

/// A heading or block of a note that a link leads to. Obsidian calls it the subpath.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subpath {
    /// `#Heading`, also `#Heading#Subheading`.
    Heading(String),
    /// `#^id`: the block with this id.
    Block(String),
}

/// The two syntaxes for a link to a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum LinkStyle {
    /// `[[Note]]`.
    #[default]
    Wiki,
    /// `[words](Note.md)`.
    Markdown,
}

/// The links of a text, in their order in the text.
pub fn parse_links(text: &str) -> Vec<NoteLink> {
    parse_links_with_ranges(text).into_iter().map(|(_, link)| link).collect()
}

/// The links of a text, each with its byte range, in their order in the text.
pub fn parse_links_with_ranges(text: &str) -> Vec<(Range<usize>, NoteLink)> {
    let body = frontmatter::text_after_frontmatter(text);
    let start = text.len() - body.len();
    let lines = lone_cr_to_lf(body);
    let body = lines.as_ref();
    let events = Parser::new_ext(body, Options::ENABLE_WIKILINKS).into_offset_iter();
    let found = events.filter_map(|(event, range)| match event {
        Event::Start(
            Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. },
        ) => {
            let source = body.get(range.clone()).unwrap_or_default();
            let link = match link_type {
                LinkType::WikiLink { .. } => NoteLink::parse_wikilink(source),
                _ => NoteLink::parse_markdown_link(source, &dest_url),
            };
            Some((range.start + start..range.end + start, link?))
        }
        _ => None,
    });
    found.collect()
}

/// Returns a text with its links replaced by the words that Obsidian shows for them, so that a reader
/// of the plain text isn't disturbed by addresses.
pub fn links_as_words(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut end = 0;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_WIKILINKS).into_offset_iter() {
        let Event::Start(Tag::Link { link_type, .. }) = event else { continue };
        let source = text.get(range.clone()).unwrap_or_default();
        let shown = match link_type {
            LinkType::WikiLink { .. } => NoteLink::parse_wikilink(source).map(|link| link.words()),
            LinkType::Inline => inline_link_words(source),
            _ => None,
        };
        if let Some(shown) = shown
            && range.start >= end
        {
            words.push_str(text.get(end..range.start).unwrap_or_default());
            words.push_str(&shown);
            end = range.end;
        }
    }
    words.push_str(text.get(end..).unwrap_or_default());
    words
}

/// The words that Obsidian shows for a wikilink without display text, such as `Note > Heading` for
/// `Note#Heading`.
pub fn wikilink_words(target: &str) -> String {
    let link = NoteLink::parse_wikilink(&format!("[[{target}]]"));
    link.map_or_else(|| target.to_owned(), |link| link.words())
}

/// The words between the brackets of `[words](address)`; `None` if there are none.
fn inline_link_words(source: &str) -> Option<String> {
    let words = source.strip_prefix('[')?;
    let end = words.rfind("](")?;
    words.get(..end).filter(|words| !words.trim().is_empty()).map(str::to_owned)
}

/// The links in the properties of a note, which Obsidian counts as links too.
pub fn parse_property_links(text: &str) -> Vec<NoteLink> {
    let properties = frontmatter::frontmatter_byte_range(text).and_then(|range| text.get(range));
    let lines = properties.unwrap_or_default().lines();
    let inner =
        lines.flat_map(|line| line.split("[[").skip(1).filter_map(|it| it.split_once("]]")));
    inner.filter_map(|(inner, _)| NoteLink::parse_wikilink(&format!("[[{inner}]]"))).collect()
}

impl NoteLink {
    /// Parses `[[Note#Heading|text]]` or `![[Note]]`.
    pub(crate) fn parse_wikilink(source: &str) -> Option<Self> {
        let embed = source.starts_with('!');
        let inner =
            source.strip_prefix('!').unwrap_or(source).strip_prefix("[[")?.strip_suffix("]]")?;
        let (address, display_text) = match inner.split_once('|') {
            // In a table, the bar before the display text is written `\|`. The backslash is not
            // part of the name.
            Some((address, display_text)) => {
                (address.strip_suffix('\\').unwrap_or(address), Some(display_text.trim()))
            }
            None => (inner, None),
        };
        let (target, subpath) = split_subpath(address);
        if (target.is_empty() && subpath.is_none()) || address.contains(['[', ']']) {
            return None;
        }
        let display_text = display_text.filter(|words| !words.is_empty()).map(str::to_owned);
        Some(Self { target, subpath, display_text, is_embed: embed, style: LinkStyle::Wiki })
    }

    /// The words that Obsidian shows for a wikilink: its display text, or the name of the note and
    /// the heading.
    fn words(&self) -> String {
        let name = self.target.rsplit('/').next().unwrap_or_default();
        match (&self.display_text, &self.subpath) {
            (Some(words), _) => words.clone(),
            (None, Some(Subpath::Heading(heading))) if name.is_empty() => heading.clone(),
            (None, Some(Subpath::Heading(heading))) => format!("{name} > {heading}"),
            (None, _) => name.to_owned(),
        }
    }

    /// Parses `[text](address)`. Returns `None` if the address is not the path of a note.
    pub(crate) fn parse_markdown_link(source: &str, address: &str) -> Option<Self> {
        let scheme = address.split(['/', '#']).next().unwrap_or_default();
        if scheme.contains(':') || address.starts_with("//") || address.is_empty() {
            return None;
        }
        let embed = source.starts_with('!');
        let words = source.strip_prefix('!').unwrap_or(source).strip_prefix('[')?;
        let end = words.rfind("](").or_else(|| words.find(']'))?;
        let display_text =
            words.get(..end).filter(|words| !words.trim().is_empty()).map(str::to_owned);
        let (target, subpath) = split_subpath(&percent_decoded(address));
        Some(Self { target, subpath, display_text, is_embed: embed, style: LinkStyle::Markdown })
    }

    /// The Markdown source of the link.
    pub fn to_markdown(&self) -> String {
        let bang = if self.is_embed { "!" } else { "" };
        let subpath = self.subpath.as_ref().map(Subpath::to_markdown).unwrap_or_default();
        match self.style {
            LinkStyle::Wiki => {
                let display_text =
                    self.display_text.as_ref().map(|words| format!("|{words}")).unwrap_or_default();
                format!("{bang}[[{}{subpath}{display_text}]]", self.target)
            }
            LinkStyle::Markdown => {
                let words = self.display_text.as_deref().unwrap_or_default();
                format!(
                    "{bang}[{words}]({})",
                    percent_encoded(&format!("{}{subpath}", self.target))
                )
            }
        }
    }
}

impl Subpath {
    pub(crate) fn to_markdown(&self) -> String {
        match self {
            Subpath::Heading(heading) => format!("#{heading}"),
            Subpath::Block(id) => format!("#^{id}"),
        }
    }
}

/// Splits an address at the first `#` into the target before it and the subpath after it.
fn split_subpath(address: &str) -> (String, Option<Subpath>) {
    let (target, subpath) = match address.split_once('#') {
        Some((target, subpath)) => (target, Some(subpath.trim())),
        None => (address, None),
    };
    let subpath = subpath.filter(|subpath| !subpath.is_empty()).map(|subpath| {
        match subpath.strip_prefix('^') {
            Some(id) => Subpath::Block(id.to_owned()),
            None => Subpath::Heading(subpath.to_owned()),
        }
    });
    (target.trim().to_owned(), subpath)
}

/// Encodes an address for a Markdown link: characters that would end it or act as an escape become
/// `%XX`.
pub fn percent_encoded(address: &str) -> String {
    let mut out = String::with_capacity(address.len());
    for c in address.chars() {
        let active = c.is_whitespace()
            || c.is_control()
            || matches!(
                c,
                '%' | '(' | ')' | '<' | '>' | '\\' | '&' | '"' | '\'' | ':' | '*' | '_' | '`'
            );
        if active {
            let mut bytes = [0; 4];
            out.extend(c.encode_utf8(&mut bytes).bytes().map(|byte| format!("%{byte:02X}")));
        } else {
            out.push(c);
        }
    }
    out
}

/// Decodes the `%XX` escapes of an address. Invalid UTF-8 becomes replacement characters.
pub(crate) fn percent_decoded(address: &str) -> String {
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.bytes();
    while let Some(byte) = rest.next() {
        let mut ahead = rest.clone();
        let code = if byte == b'%' {
            hex_digit_value(ahead.next()).zip(hex_digit_value(ahead.next()))
        } else {
            None
        };
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

fn hex_digit_value(digit: Option<u8>) -> Option<u8> {
    char::from(digit?).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the links of a text, rendered again, with the expected ones.
    fn check(text: &str, expected: &[&str]) {
        let got: Vec<String> = parse_links(text).iter().map(NoteLink::to_markdown).collect();
        assert_eq!(got, expected, "{text}");
    }

    #[test]
    fn links_are_parsed_with_all_their_parts() {
        check(
            "a [[B]] and [[ C # Head | see ]] ![[D#^id]]",
            &["[[B]]", "[[C#Head|see]]", "![[D#^id]]"],
        );
        check("[x](Some%20note.md#A%20b) [[#here]]", &["[x](Some%20note.md#A%20b)", "[[#here]]"]);
        check("|a|\n|-|\n|[[B\\|c]]|", &["[[B|c]]"]);
        check("![pic](img/a.png) [x](<a b.md>)", &["![pic](img/a.png)", "[x](a%20b.md)"]);
        check("> [!note] [[A]]\n> [[B|c]]", &["[[A]]", "[[B|c]]"]);
    }

    #[test]
    fn links_in_properties_are_parsed() {
        let text = "---\nup: \"[[Home#Top|home]]\"\nsee:\n  - \"[[A]] and [[B]]\"\nodd: \"[[\"\n---\n[[C]]\n";
        let got: Vec<String> =
            parse_property_links(text).iter().map(NoteLink::to_markdown).collect();
        assert_eq!(got, ["[[Home#Top|home]]", "[[A]]", "[[B]]"]);
        assert_eq!(parse_property_links("[[C]]\n"), vec![]);
    }

    #[test]
    fn code_and_web_addresses_are_no_links() {
        check(
            "`[[A]]` [w](https://x.org) <mailto:a@b.c> [o](obsidian://x)\n\n```\n[[B]]\n```\n",
            &[],
        );
        check("[x](a%zz.md)", &["[x](a%25zz.md)"]);
        check("[[]] [[ ]] [](x.md)", &["[](x.md)"]);
        check("[[ [] a]]", &[]);
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config::with_cases(10_000))]
        #[test]
        fn a_rendered_link_is_parsed_as_the_same_link(
            target in "[A-Za-zäé0-9 ._()'&-]{0,12}", subpath in 0_u8..3, name in "[A-Za-zäé0-9 -]{1,8}",
            words in "[A-Za-z0-9äé][A-Za-z0-9äé ]{0,8}", with_text: bool, embed: bool, markdown: bool,
        ) {
            let (target, name, words) = (target.trim().to_owned(), name.trim().to_owned(), words.trim().to_owned());
            let subpath = match subpath {
                1 if !name.is_empty() => Some(Subpath::Heading(name)),
                2 if !name.is_empty() => Some(Subpath::Block(name)),
                _ => None,
            };
            proptest::prop_assume!(!target.is_empty() || subpath.is_some());
            let style = if markdown { LinkStyle::Markdown } else { LinkStyle::Wiki };
            let display_text = (with_text || markdown).then_some(words);
            let link = NoteLink { target, subpath, display_text, is_embed: embed, style };
            proptest::prop_assert_eq!(parse_links(&link.to_markdown()), vec![link]);
        }
    }

    #[test]
    fn links_are_shown_as_words() {
        let text = "See [[People/Ana|her]], [[Tea#Green tea]], [[#Below]] and [the site](https://a.example/x).\n\n`[[code]]` ![[image.png]]";
        assert_eq!(
            links_as_words(text),
            "See her, Tea > Green tea, Below and the site.\n\n`[[code]]` ![[image.png]]"
        );
    }
}
