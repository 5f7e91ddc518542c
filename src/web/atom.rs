//! A feed in Atom, as much of it as a search gives: entries and a few texts of each. It is XML of
//! one known shape; names are read without their prefix, and what is not known is passed over.

use crate::page::html::html_text::html_to_text;

/// One entry of a feed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    /// What names it, usually its address.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub summary: String,
    /// When it was published, as it is written.
    pub published: String,
    /// Who wrote it.
    pub authors: Vec<String>,
}

/// More entries than any search is asked for.
const MOST_ENTRIES: usize = 200;

/// Authors of one entry: some papers have thousands.
const MOST_AUTHORS: usize = 50;

/// The entries of a feed; none if the text is no feed.
pub fn entries(xml: &str) -> Option<Vec<Entry>> {
    let mut reader = Reader::default();
    for piece in Pieces(xml) {
        match piece {
            Piece::Open(name) => reader.open(name),
            Piece::Close(name) => reader.close(name),
            Piece::Text(text) => reader.text.push_str(text),
            Piece::Data(text) => {
                reader.text.push_str(&text.replace('&', "&amp;").replace('<', "&lt;"));
            }
        }
    }
    reader.is_feed.then_some(reader.entries)
}

/// Where in the feed we are.
#[derive(Default)]
struct Reader {
    is_feed: bool,
    entries: Vec<Entry>,
    /// The entry that is open.
    entry: Option<Entry>,
    in_author: bool,
    /// The text since the last tag, still escaped.
    text: String,
}

impl Reader {
    fn open(&mut self, name: &str) {
        self.text.clear();
        match name {
            "feed" => self.is_feed = true,
            "entry" if self.is_feed && self.entries.len() < MOST_ENTRIES => {
                self.entry = Some(Entry::default());
            }
            "author" => self.in_author = true,
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        let text = std::mem::take(&mut self.text);
        match name {
            "entry" => self.entries.extend(self.entry.take()),
            "author" => self.in_author = false,
            _ => self.fill(name, &text),
        }
    }

    fn fill(&mut self, name: &str, text: &str) {
        let Some(entry) = &mut self.entry else { return };
        let place = match name {
            "id" => &mut entry.id,
            "title" => &mut entry.title,
            "summary" => &mut entry.summary,
            "published" => &mut entry.published,
            "name" if self.in_author && entry.authors.len() < MOST_AUTHORS => {
                entry.authors.push(unescaped(text));
                return;
            }
            _ => return,
        };
        // The first counts: what is embedded in an entry may have a title of its own.
        if place.is_empty() {
            *place = unescaped(text);
        }
    }
}

/// A text without tags as it is meant.
fn unescaped(text: &str) -> String {
    if text.contains('&') { html_to_text(text).trim().to_owned() } else { text.trim().to_owned() }
}

/// A piece of XML.
enum Piece<'x> {
    Open(&'x str),
    Close(&'x str),
    /// Text with entities.
    Text(&'x str),
    /// Text without.
    Data(&'x str),
}

/// The pieces of a text, each looked at once.
struct Pieces<'x>(&'x str);

impl<'x> Iterator for Pieces<'x> {
    type Item = Piece<'x>;

    fn next(&mut self) -> Option<Piece<'x>> {
        loop {
            if self.0.is_empty() {
                return None;
            }
            let Some(inside) = self.0.strip_prefix('<') else {
                let text = self.take_to('<');
                return Some(Piece::Text(text));
            };
            if let Some(data) = inside.strip_prefix("![CDATA[") {
                return Some(Piece::Data(self.take_behind(data, "]]>")));
            }
            if let Some(comment) = inside.strip_prefix("!--") {
                self.take_behind(comment, "-->");
                continue;
            }
            let tag = self.take_behind(inside, ">");
            match tag.chars().next() {
                Some('!' | '?') => continue,
                Some('/') => return Some(Piece::Close(name(tag.trim_start_matches('/')))),
                // An element without content says nothing that is wanted.
                _ if tag.ends_with('/') => continue,
                _ => return Some(Piece::Open(name(tag))),
            }
        }
    }
}

impl<'x> Pieces<'x> {
    /// What stands before a character, which stays.
    fn take_to(&mut self, end: char) -> &'x str {
        let (before, rest) = self
            .0
            .split_at_checked(self.0.find(end).unwrap_or(self.0.len()))
            .unwrap_or((self.0, ""));
        self.0 = rest;
        before
    }

    /// What stands before an end, which goes as well; all of it if it does not end.
    fn take_behind(&mut self, inside: &'x str, end: &str) -> &'x str {
        let (before, rest) = inside.split_once(end).unwrap_or((inside, ""));
        self.0 = rest;
        before
    }
}

/// The name in a tag, without its prefix.
fn name(tag: &str) -> &str {
    let name = tag.split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or_default();
    name.rsplit(':').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(entry: &Entry) -> String {
        let authors = entry.authors.join(", ");
        [&entry.id, &entry.title, &entry.summary, &entry.published, &authors]
            .map(String::as_str)
            .join("|")
    }

    fn check(xml: &str, expected: Option<&[&str]>) {
        let entries = entries(xml).map(|entries| entries.iter().map(told).collect::<Vec<_>>());
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
    fn text_is_as_it_is_meant() {
        let entry = |title: &str| format!("<feed><entry><title>{title}</title></entry></feed>");
        check(&entry("&lt;b&gt; &#233;&#xe9;"), Some(&["|<b> éé|||"]));
        check(&entry("<![CDATA[a < b & c]]>"), Some(&["|a < b & c|||"]));
        check(&entry("one<!-- two --> three"), Some(&["|one three|||"]));
        check(&entry("first</title><title>second"), Some(&["|first|||"]));
    }

    #[test]
    fn what_is_no_feed_is_none() {
        for text in
            ["", "words", "<html><entry><id>1</id></entry></html>", "<", "<>", "</>", "<!--"]
        {
            check(text, None);
        }
        check("<feed><entry><id>1", Some(&[]));
        check("</entry></author><feed><name>x</name>", Some(&[]));
    }
}
