//! Links of one note, as they are written: `[[wikilinks]]`, embeds and Markdown links to notes.
//!
//! `pulldown-cmark` says where links stand, so none is found in code, comments aside; what a link
//! says is read here. Where it leads depends on the other notes and is decided in `graph`.

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag};

use crate::note::{frontmatter, with_line_feeds};

/// A link to a note, not to the web.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Link {
    /// The note it names, without place and alias. Empty for a place in the same note.
    pub target: String,
    /// The part after `#`.
    pub place: Option<Place>,
    /// The words shown in its stead.
    pub alias: Option<String>,
    /// Whether it pulls the note in (`![[…]]`).
    pub embed: bool,
    /// How it is written.
    pub style: LinkStyle,
}

/// A place in a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// `#Heading`, also `#Heading#Subheading`.
    Heading(String),
    /// `#^block`.
    Block(String),
}

/// The two ways to write a link to a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LinkStyle {
    /// `[[Note]]`.
    #[default]
    Wiki,
    /// `[words](Note.md)`.
    Markdown,
}

/// Characters that a wikilink cannot hold in the name of a note, since they end or divide it.
const DIVIDERS: [char; 6] = ['[', ']', '|', '#', '^', '\n'];

/// The links of a text in the order in which they stand.
pub fn links(text: &str) -> Vec<Link> {
    let lines = with_line_feeds(frontmatter::body(text));
    let text = lines.as_ref();
    let events = Parser::new_ext(text, Options::ENABLE_WIKILINKS).into_offset_iter();
    let found = events.filter_map(|(event, range)| match event {
        Event::Start(
            Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. },
        ) => {
            let source = text.get(range).unwrap_or_default();
            match link_type {
                LinkType::WikiLink { .. } => Link::wiki(source),
                _ => Link::markdown(source, &dest_url),
            }
        }
        _ => None,
    });
    found.collect()
}

/// The links in a text's properties, which Obsidian counts as well.
pub fn property_links(text: &str) -> Vec<Link> {
    let properties = frontmatter::range(text).and_then(|range| text.get(range));
    let lines = properties.unwrap_or_default().lines();
    let inner =
        lines.flat_map(|line| line.split("[[").skip(1).filter_map(|it| it.split_once("]]")));
    inner.filter_map(|(inner, _)| Link::wiki(&format!("[[{inner}]]"))).collect()
}

impl Link {
    /// A wikilink to a note; `None` if the name cannot stand in one.
    pub fn to(target: &str) -> Option<Self> {
        let divides = target.contains(DIVIDERS) || target.contains("%%");
        let fits = !divides && !target.is_empty() && target.trim() == target;
        fits.then(|| Self { target: target.to_owned(), ..Self::default() })
    }

    /// Reads `[[Note#Place|words]]` or its embed.
    fn wiki(source: &str) -> Option<Self> {
        let embed = source.starts_with('!');
        let inner =
            source.strip_prefix('!').unwrap_or(source).strip_prefix("[[")?.strip_suffix("]]")?;
        let (address, alias) = match inner.split_once('|') {
            // In a table the bar is escaped, which is no part of the name.
            Some((address, alias)) => {
                (address.strip_suffix('\\').unwrap_or(address), Some(alias.trim()))
            }
            None => (inner, None),
        };
        let (target, place) = divided(address);
        if (target.is_empty() && place.is_none()) || address.contains(['[', ']']) {
            return None;
        }
        let alias = alias.filter(|words| !words.is_empty()).map(str::to_owned);
        Some(Self { target, place, alias, embed, style: LinkStyle::Wiki })
    }

    /// Reads `[words](address)`; `None` if the address is not a note's.
    fn markdown(source: &str, address: &str) -> Option<Self> {
        let scheme = address.split(['/', '#']).next().unwrap_or_default();
        if scheme.contains(':') || address.starts_with("//") || address.is_empty() {
            return None;
        }
        let embed = source.starts_with('!');
        let words = source.strip_prefix('!').unwrap_or(source).strip_prefix('[')?;
        let end = words.rfind("](").or_else(|| words.find(']'))?;
        let alias = words.get(..end).filter(|words| !words.trim().is_empty()).map(str::to_owned);
        let (target, place) = divided(&percent_decoded(address));
        Some(Self { target, place, alias, embed, style: LinkStyle::Markdown })
    }

    /// The link as it is written into a note.
    pub fn render(&self) -> String {
        let bang = if self.embed { "!" } else { "" };
        let place = self.place.as_ref().map(Place::render).unwrap_or_default();
        match self.style {
            LinkStyle::Wiki => {
                let alias =
                    self.alias.as_ref().map(|words| format!("|{words}")).unwrap_or_default();
                format!("{bang}[[{}{place}{alias}]]", self.target)
            }
            LinkStyle::Markdown => {
                let words = self.alias.as_deref().unwrap_or_default();
                format!("{bang}[{words}]({})", percent_encoded(&format!("{}{place}", self.target)))
            }
        }
    }
}

impl Place {
    fn render(&self) -> String {
        match self {
            Place::Heading(heading) => format!("#{heading}"),
            Place::Block(id) => format!("#^{id}"),
        }
    }
}

fn divided(address: &str) -> (String, Option<Place>) {
    let (target, place) = match address.split_once('#') {
        Some((target, place)) => (target, Some(place.trim())),
        None => (address, None),
    };
    let place =
        place.filter(|place| !place.is_empty()).map(|place| match place.strip_prefix('^') {
            Some(id) => Place::Block(id.to_owned()),
            None => Place::Heading(place.to_owned()),
        });
    (target.trim().to_owned(), place)
}

/// An address as it stands in a Markdown link: what would end it, or be read as an escape, as `%XX`.
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

/// An address with its escapes read; bytes that are no text become signs of replacement.
pub(crate) fn percent_decoded(address: &str) -> String {
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

    /// Each link as it would be written.
    fn check(text: &str, expected: &[&str]) {
        let got: Vec<String> = links(text).iter().map(Link::render).collect();
        assert_eq!(got, expected, "{text}");
    }

    #[test]
    fn links_to_notes_are_found_with_all_they_say() {
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
    fn properties_link_as_well() {
        let text = "---\nup: \"[[Home#Top|home]]\"\nsee:\n  - \"[[A]] and [[B]]\"\nodd: \"[[\"\n---\n[[C]]\n";
        let got: Vec<String> = property_links(text).iter().map(Link::render).collect();
        assert_eq!(got, ["[[Home#Top|home]]", "[[A]]", "[[B]]"]);
        assert_eq!(property_links("[[C]]\n"), vec![]);
    }

    #[test]
    fn code_and_the_web_hold_no_links() {
        check(
            "`[[A]]` [w](https://x.org) <mailto:a@b.c> [o](obsidian://x)\n\n```\n[[B]]\n```\n",
            &[],
        );
        check("[x](a%zz.md)", &["[x](a%25zz.md)"]);
        check("[[]] [[ ]] [](x.md)", &["[](x.md)"]);
        check("[[ [] a]]", &[]);
    }

    #[test]
    fn names_that_would_break_a_link_make_none() {
        assert_eq!(Link::to("A note").map(|link| link.render()).as_deref(), Some("[[A note]]"));
        for bad in ["a|b", "a#b", "a]b", "", " a", "a\nb", "100%% a"] {
            assert_eq!(Link::to(bad), None, "{bad}");
        }
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config::with_cases(10_000))]
        #[test]
        fn what_is_written_is_read_again(
            target in "[A-Za-zäé0-9 ._()'&-]{0,12}", place in 0_u8..3, name in "[A-Za-zäé0-9 -]{1,8}",
            words in "[A-Za-z0-9äé][A-Za-z0-9äé ]{0,8}", with_alias: bool, embed: bool, markdown: bool,
        ) {
            let (target, name, words) = (target.trim().to_owned(), name.trim().to_owned(), words.trim().to_owned());
            let place = match place {
                1 if !name.is_empty() => Some(Place::Heading(name)),
                2 if !name.is_empty() => Some(Place::Block(name)),
                _ => None,
            };
            proptest::prop_assume!(!target.is_empty() || place.is_some());
            let style = if markdown { LinkStyle::Markdown } else { LinkStyle::Wiki };
            let alias = (with_alias || markdown).then_some(words);
            let link = Link { target, place, alias, embed, style };
            proptest::prop_assert_eq!(links(&link.render()), vec![link]);
        }
    }
}
