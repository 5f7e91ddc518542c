//! A minimal parser for Atom feeds, as arXiv returns them: the entries and a few fields of each.
//! Element names are read without their namespace prefix, and unknown elements are skipped.

use crate::values::html::html_to_text;

/// One entry of a feed, which arXiv uses for one paper.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AtomEntry {
    /// The identifier of the entry, usually a URL.
    pub id: String,
    /// The title, with entities decoded; may contain line breaks.
    pub title: String,
    /// The summary, with entities decoded. arXiv puts the abstract of the paper here.
    pub summary: String,
    /// The date of publication as it is written in the feed.
    pub published_date: String,
    /// The authors' names, in the order of the feed.
    pub authors: Vec<String>,
}

/// Maximum number of entries that are read; searches request fewer.
const MAX_ENTRIES: usize = 200;

/// Maximum number of authors that are read per entry, because some papers have thousands.
const MAX_AUTHORS: usize = 50;

/// Parses the entries of a feed; `None` if the text isn't a feed.
pub fn parse(xml: &str) -> Option<Vec<AtomEntry>> {
    let mut parser = FeedParser::default();
    for token in XmlTokens(xml) {
        match token {
            XmlToken::Open(name) => parser.start_element(name),
            XmlToken::Close(name) => parser.end_element(name),
            XmlToken::Text(text) => parser.text.push_str(text),
            XmlToken::CData(text) => {
                parser.text.push_str(&text.replace('&', "&amp;").replace('<', "&lt;"));
            }
        }
    }
    parser.is_feed.then_some(parser.entries)
}

/// The state of the parser between two tokens.
#[derive(Default)]
struct FeedParser {
    is_feed: bool,
    entries: Vec<AtomEntry>,
    /// The entry that is being read: its end tag hasn't been read yet.
    entry: Option<AtomEntry>,
    in_author: bool,
    /// The text since the last tag, in which entities are not decoded yet.
    text: String,
}

impl FeedParser {
    fn start_element(&mut self, name: &str) {
        self.text.clear();
        match name {
            "feed" => self.is_feed = true,
            "entry" if self.is_feed && self.entries.len() < MAX_ENTRIES => {
                self.entry = Some(AtomEntry::default());
            }
            "author" => self.in_author = true,
            _ => {}
        }
    }

    fn end_element(&mut self, name: &str) {
        let text = std::mem::take(&mut self.text);
        match name {
            "entry" => self.entries.extend(self.entry.take()),
            "author" => self.in_author = false,
            _ => self.set_field(name, &text),
        }
    }

    fn set_field(&mut self, name: &str, text: &str) {
        let Some(entry) = &mut self.entry else { return };
        let field = match name {
            "id" => &mut entry.id,
            "title" => &mut entry.title,
            "summary" => &mut entry.summary,
            "published" => &mut entry.published_date,
            "name" if self.in_author && entry.authors.len() < MAX_AUTHORS => {
                entry.authors.push(decode_entities(text));
                return;
            }
            _ => return,
        };
        // Only the first value of a field is used: an element inside the entry may have a title of
        // its own.
        if field.is_empty() {
            *field = decode_entities(text);
        }
    }
}

/// Decodes entities such as `&amp;` in a text, and removes white space at both ends.
fn decode_entities(text: &str) -> String {
    if text.contains('&') { html_to_text(text).trim().to_owned() } else { text.trim().to_owned() }
}

/// A part of an XML text: a tag, or the text between two tags.
enum XmlToken<'x> {
    Open(&'x str),
    Close(&'x str),
    /// Text between two tags, in which entities such as `&amp;` are not decoded yet.
    Text(&'x str),
    /// The text of a CDATA section, in which `&` is an ordinary character.
    CData(&'x str),
}

/// Iterates over the tokens of an XML text. The field is the text that is not read yet.
struct XmlTokens<'x>(&'x str);

impl<'x> Iterator for XmlTokens<'x> {
    type Item = XmlToken<'x>;

    fn next(&mut self) -> Option<XmlToken<'x>> {
        loop {
            if self.0.is_empty() {
                return None;
            }
            let Some(inside) = self.0.strip_prefix('<') else {
                let text = self.take_until('<');
                return Some(XmlToken::Text(text));
            };
            if let Some(data) = inside.strip_prefix("![CDATA[") {
                return Some(XmlToken::CData(self.take_past(data, "]]>")));
            }
            if let Some(comment) = inside.strip_prefix("!--") {
                self.take_past(comment, "-->");
                continue;
            }
            let tag = self.take_past(inside, ">");
            match tag.chars().next() {
                Some('!' | '?') => continue,
                Some('/') => {
                    return Some(XmlToken::Close(element_name(tag.trim_start_matches('/'))));
                }
                // An element such as `<link/>` has no text, so it is skipped.
                _ if tag.ends_with('/') => continue,
                _ => return Some(XmlToken::Open(element_name(tag))),
            }
        }
    }
}

impl<'x> XmlTokens<'x> {
    /// Returns the text before `end` and moves to `end`.
    fn take_until(&mut self, end: char) -> &'x str {
        let (before, rest) = self
            .0
            .split_at_checked(self.0.find(end).unwrap_or(self.0.len()))
            .unwrap_or((self.0, ""));
        self.0 = rest;
        before
    }

    /// Returns the part of `remaining` before `end` and moves past `end`. Returns all of
    /// `remaining` if `end` doesn't occur.
    fn take_past(&mut self, remaining: &'x str, end: &str) -> &'x str {
        let (before, rest) = remaining.split_once(end).unwrap_or((remaining, ""));
        self.0 = rest;
        before
    }
}

/// The element name of a tag, without its namespace prefix.
fn element_name(tag: &str) -> &str {
    let name = tag.split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or_default();
    name.rsplit(':').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary_line(entry: &AtomEntry) -> String {
        let authors = entry.authors.join(", ");
        [&entry.id, &entry.title, &entry.summary, &entry.published_date, &authors]
            .map(String::as_str)
            .join("|")
    }

    fn check(xml: &str, expected: Option<&[&str]>) {
        let entries =
            parse(xml).map(|entries| entries.iter().map(summary_line).collect::<Vec<_>>());
        assert_eq!(
            entries.as_deref(),
            expected.map(|e| e.iter().map(|e| (*e).to_owned()).collect::<Vec<_>>()).as_deref(),
            "{xml}"
        );
    }

    #[test]
    fn entries_are_read_with_their_texts() {
        check(
            "<?xml version='1.0'?><feed><title>All</title><entry><id>i</id><title>A &amp; B</title>\
             <link href='x'/><summary> s </summary><published>2024</published>\
             <author><name>N</name></author><author><name>M</name></author></entry></feed>",
            Some(&["i|A & B|s|2024|N, M"]),
        );
        check("<feed></feed>", Some(&[]));
        check("<a:feed><a:entry><a:id>1</a:id></a:entry></a:feed>", Some(&["1||||"]));
    }

    #[test]
    fn entities_and_cdata_are_decoded() {
        let entry = |title: &str| format!("<feed><entry><title>{title}</title></entry></feed>");
        check(&entry("&lt;b&gt; &#233;&#xe9;"), Some(&["|<b> éé|||"]));
        check(&entry("<![CDATA[a < b & c]]>"), Some(&["|a < b & c|||"]));
        check(&entry("one<!-- two --> three"), Some(&["|one three|||"]));
        check(&entry("first</title><title>second"), Some(&["|first|||"]));
    }

    #[test]
    fn a_text_that_is_no_feed_gives_none() {
        for text in
            ["", "words", "<html><entry><id>1</id></entry></html>", "<", "<>", "</>", "<!--"]
        {
            check(text, None);
        }
        check("<feed><entry><id>1", Some(&[]));
        check("</entry></author><feed><name>x</name>", Some(&[]));
    }
}
