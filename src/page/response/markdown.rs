//! Markdown from outside, as it is but harmless: no raw HTML, no pictures, no links into the vault
//! or to anything but the web.

use crate::page::response::data::fenced;
use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};
use url::Url;

use crate::note::frontmatter;
use crate::text::one_line;

/// The text, and the first heading in it.
pub struct Harmless {
    /// The first heading; empty if there is none.
    pub title: String,
    /// The text.
    pub markdown: String,
}

/// Makes Markdown harmless; `from_html` writes a piece of HTML as Markdown.
pub fn harmless(text: &str, base: Option<&Url>, from_html: impl Fn(&str) -> String) -> Harmless {
    let mut markdown = frontmatter::body(text).to_owned();
    // What is taken out may join what stood around it to something new.
    for _ in 0..MOST_PASSES {
        let mut reader = Reader {
            base,
            from_html: &from_html,
            edits: Vec::new(),
            title: String::new(),
            open: None,
            html: None,
        };
        let mut events = Parser::new_ext(&markdown, options()).into_offset_iter();
        for (event, range) in events.by_ref() {
            reader.read(event, range, &markdown);
        }
        let definitions = events.reference_definitions().iter();
        let refused =
            definitions.filter(|(_, one)| !reader.is_kept(LinkType::Reference, &one.dest));
        let refused: Vec<_> = refused.map(|(_, one)| (one.span.clone(), String::new())).collect();
        reader.edits.extend(refused);
        reader.edits.sort_by_key(|(range, _)| range.start);
        if reader.edits.is_empty() {
            return Harmless { title: one_line::single_line(&reader.title), markdown };
        }
        markdown = edited(&markdown, reader.edits);
    }
    Harmless { title: String::new(), markdown: fenced(&markdown, "") }
}

/// How often a text is looked through; one that still holds something then is shown as it is.
const MOST_PASSES: usize = 5;

fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_MATH
        | Options::ENABLE_WIKILINKS
}

struct Reader<'u, W> {
    base: Option<&'u Url>,
    from_html: W,
    /// What is written in place of what.
    edits: Vec<(Range<usize>, String)>,
    title: String,
    /// The outermost picture or link that is open and will be its words alone.
    open: Option<(Range<usize>, String)>,
    html: Option<Range<usize>>,
}

impl<W: Fn(&str) -> String> Reader<'_, W> {
    fn read(&mut self, event: Event<'_>, range: Range<usize>, text: &str) {
        match event {
            Event::Start(Tag::Image { .. }) => self.open(range),
            Event::Start(Tag::Link { link_type, ref dest_url, .. })
                if !self.is_kept(link_type, dest_url) =>
            {
                self.open(range);
            }
            Event::End(TagEnd::Image | TagEnd::Link) => self.close(&range),
            Event::Start(Tag::HtmlBlock) => self.html = Some(range),
            Event::End(TagEnd::HtmlBlock) => {
                let range = self.html.take().unwrap_or(range);
                let html = text.get(range.clone()).unwrap_or_default();
                self.edits.push((range, format!("{}\n", (self.from_html)(html).trim())));
            }
            Event::InlineHtml(_) => self.edits.push((range, String::new())),
            Event::Text(words) | Event::Code(words) => self.words(&words),
            Event::SoftBreak | Event::HardBreak => self.words(" "),
            Event::Start(Tag::Heading { .. }) if self.title.is_empty() => self.title.push('\n'),
            Event::End(TagEnd::Heading(_)) if self.title.starts_with('\n') => {
                self.title = self.title.trim().to_owned();
            }
            _ => {}
        }
    }

    /// Words belong to what is open, and to the first heading as long as it is.
    fn words(&mut self, words: &str) {
        if let Some((_, open)) = &mut self.open {
            open.push_str(words);
        }
        if self.title.starts_with('\n') {
            self.title.push_str(words);
        }
    }

    fn open(&mut self, range: Range<usize>) {
        self.open.get_or_insert((range, String::new()));
    }

    fn close(&mut self, range: &Range<usize>) {
        if let Some((range, words)) = self.open.take_if(|(open, _)| open == range) {
            self.edits.push((range, inert(&words)));
        }
    }

    fn is_kept(&self, kind: LinkType, address: &str) -> bool {
        let is_wiki = matches!(kind, LinkType::WikiLink { .. });
        let is_place = address.starts_with('#');
        let is_web = || match self.base {
            Some(base) => {
                base.join(address).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
            }
            None => address.starts_with("https://") || address.starts_with("http://"),
        };
        !is_wiki && (is_place || is_web() || kind == LinkType::Email)
    }
}

/// Words that are nothing but words.
fn inert(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for c in words.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '$' | '|' | '~') {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
    out
}

/// The text with every edit made. Of edits that overlap, the outer one counts.
fn edited(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (range, words) in edits.into_iter() {
        if range.start < done {
            continue;
        }
        out.push_str(text.get(done..range.start).unwrap_or_default());
        out.push_str(&words);
        done = range.end;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let base = Url::parse("https://e.org/a/").unwrap();
        let found = harmless(text, Some(&base), |html| format!("({})", html.len()));
        assert_eq!(found.markdown, expected, "{text}");
    }

    #[test]
    fn what_is_harmless_stays_as_it_is() {
        for text in [
            "# Title\n\nWords *and* **more** `<b>` here.",
            "- [a](https://e.org)\n- [b](c.md)\n- [d](#e)",
            "```html\n<script>x</script>\n```",
            "| a | b |\n|---|---|\n| 1 | 2 |",
            "$a<b>c$",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn pictures_and_strange_links_become_their_words() {
        check("See ![a *cat*](https://e.org/x.png).", "See a cat.");
        check("[![badge](b.svg)](https://e.org)", "[badge](https://e.org)");
        check("[run](javascript:x) [[Note]] ![[Note]]", "run Note Note");
        check("![a_b](x)", "a\\_b");
        check("[![x](y)](obsidian://z)", "x");
    }

    #[test]
    fn what_is_left_joins_to_nothing_new() {
        let base = Url::parse("https://e.org/").unwrap();
        for text in [
            "a <<b></b>img src=x onerror=alert(1)> b",
            "<<b></b>script>alert(1)<<b></b>/script>",
            "a [<b></b>[Note]] b",
            "a !<b></b>[x](https://e.org/a.png) b",
            "[a]: javascript:x\n\n[a]",
        ] {
            let made = harmless(text, Some(&base), |_| String::new()).markdown;
            let bad = ["<img", "<script", "[[Note", "![x", "javascript"];
            assert!(bad.iter().all(|bad| !made.contains(bad)), "{text}: {made}");
        }
    }

    #[test]
    fn raw_html_is_written_as_markdown() {
        check("a <b onclick=x>c</b> d", "a c d");
        check("<p align=center>\nHi\n</p>\n\nText", "(25)\n\nText");
        check("---\nkey: value\n---\nText", "Text");
    }

    #[test]
    fn the_first_heading_is_the_title() {
        let check = |text: &str, expected: &str| {
            assert_eq!(harmless(text, None, str::to_owned).title, expected, "{text}");
        };
        check("text\n\n## The `real` *title*\n\n# Other", "The real title");
        check("no heading", "");
    }
}
