//! The skeleton of a note: its headings, its blocks, and whether it ends inside
//! something that was never closed.
//!
//! CommonMark's structure comes from `pulldown-cmark`. Where Obsidian differs is said in
//! `frontmatter` and `opaque`: a YAML block at the head, `%%` comments and `$$` blocks hold no
//! headings. Headings in quotes, callouts and list items belong to those, not to the note.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag};
use serde::Serialize;

use crate::error::{Error, ErrorCode, Result};
use crate::note::{Lines, frontmatter, spans, with_line_feeds};

/// A note's headings and top-level blocks, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outline {
    /// Where the frontmatter stands.
    pub frontmatter: Option<Range<usize>>,
    /// Headings of the document itself, not those in quotes, lists or code.
    pub headings: Vec<Heading>,
    /// Byte ranges of the top-level blocks, headings included.
    pub blocks: Vec<Block>,
    /// The construct in which the note ends, if it was never closed.
    pub unclosed: Option<Unclosed>,
}

/// A heading of the document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Heading {
    /// One to six.
    pub level: u8,
    /// The text between the hashes, or above the underline, as it was typed.
    pub text: String,
    /// One-based line.
    pub line: usize,
    /// The heading's own lines with their line end. Offsets do not cross the border.
    #[serde(skip)]
    pub range: Range<usize>,
}

/// A top-level block of the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// What it is made of.
    pub kind: BlockKind,
    /// Its bytes.
    pub range: Range<usize>,
}

/// Kinds of block that matter to search and to quoting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    /// A heading line.
    Heading,
    /// Paragraphs, quotes and everything that reads as prose.
    Text,
    /// A bullet or numbered list.
    List,
    /// A fenced or indented code block.
    Code,
    /// Raw HTML.
    Html,
}

/// Something that was opened and not closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unclosed {
    /// One-based line of the opening mark.
    pub line: usize,
    /// Its name for a person.
    pub what: &'static str,
}

impl Outline {
    /// Reads the skeleton of a note.
    pub fn of(text: &str) -> Self {
        let frontmatter = frontmatter::range(text);
        let text = with_line_feeds(text);
        let text = text.as_ref();
        let start = frontmatter.as_ref().map_or_else(|| byte_order_mark(text), |range| range.end);
        let masked = spans::without_blocks(text.get(start..).unwrap_or_default());
        let mut outline = Self { frontmatter, ..Self::default() };
        let lines = Lines::of(text);
        let mut depth = 0_usize;
        for (event, range) in Parser::new(&masked.text).into_offset_iter() {
            match event {
                Event::Start(tag) => {
                    if depth == 0 {
                        outline.open(text, &lines, &tag, range.start + start..range.end + start);
                    }
                    depth += 1;
                }
                Event::End(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        if let Some((at, what)) = masked.unclosed {
            outline.unclosed = Some(Unclosed { line: lines.at(start + at), what });
        }
        outline
    }

    /// The bytes of a heading's section: to the next heading of the same or a higher level.
    pub fn section(&self, heading: &Heading, text: &str) -> Range<usize> {
        let next = self
            .headings
            .iter()
            .find(|other| other.range.start > heading.range.start && other.level <= heading.level);
        heading.range.start..next.map_or(text.len(), |next| next.range.start)
    }

    /// Headings written as `## Title`, level included, whatever the case.
    pub fn find<'a>(&'a self, title: &HeadingTitle) -> Vec<&'a Heading> {
        let same = |heading: &&Heading| title.names(heading.level, &heading.text);
        self.headings.iter().filter(same).collect()
    }

    /// Refuses a note that ends inside something: text added below would become part of it.
    pub fn closed(&self) -> Result<()> {
        let Some(open) = &self.unclosed else {
            return Ok(());
        };
        let message =
            format!("The note has an unclosed {} that starts on line {}", open.what, open.line);
        Err(Error::new(ErrorCode::NoteUnclosed, message)
            .hint("Close it first. Otherwise the report would become part of it.")
            .lines([open.line]))
    }

    fn open(&mut self, text: &str, lines: &Lines, tag: &Tag<'_>, range: Range<usize>) {
        let kind = match tag {
            Tag::Heading { level, .. } => {
                self.headings.push(heading(text, lines, *level, &range));
                BlockKind::Heading
            }
            Tag::List(_) => BlockKind::List,
            Tag::CodeBlock(_) => BlockKind::Code,
            Tag::HtmlBlock => BlockKind::Html,
            _ => BlockKind::Text,
        };
        self.unclosed = unclosed_block(text, tag, &range)
            .map(|what| Unclosed { line: lines.at(range.start), what });
        self.blocks.push(Block { kind, range });
    }
}

/// A heading as a person names it: its hashes and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeadingTitle {
    /// One to six.
    pub level: u8,
    /// The text after the hashes.
    pub text: String,
}

impl HeadingTitle {
    /// Reads `## Research`, also with closing hashes; `None` if it is not one heading line.
    pub fn parse(line: &str) -> Option<Self> {
        let line = line.trim();
        let words = line.trim_start_matches('#');
        let level = u8::try_from(line.len() - words.len()).ok().filter(|n| (1..=6).contains(n))?;
        let spaced = words.starts_with([' ', '\t']) && !words.contains(['\n', '\r']);
        let text = heading_text(line);
        (spaced && !text.is_empty()).then_some(Self { level, text })
    }

    /// Whether this is the title of a heading: level and text, whatever the case.
    pub fn names(&self, level: u8, text: &str) -> bool {
        self.level == level && self.text.to_lowercase() == text.to_lowercase()
    }

    /// The line as it is written into a note.
    pub fn line(&self) -> String {
        format!("{} {}", "#".repeat(self.level.into()), self.text)
    }
}

fn byte_order_mark(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

fn heading(text: &str, lines: &Lines, level: HeadingLevel, range: &Range<usize>) -> Heading {
    let source = text.get(range.clone()).unwrap_or_default();
    let start = lines.start(range.start);
    let last = range.start + source.trim_end_matches(['\n', '\r']).len();
    let range = start..lines.next(last);
    Heading { level: level as u8, text: heading_text(source), line: lines.at(start), range }
}

/// The words of a heading: without hashes (also closing ones) or underline.
fn heading_text(source: &str) -> String {
    let source = source.trim();
    if !source.starts_with('#') {
        let mut words: Vec<&str> = source.lines().map(str::trim).collect();
        words.pop();
        return words.join(" ");
    }
    let words = source.trim_start_matches('#').trim();
    let open = words.trim_end_matches('#');
    let closed = open.is_empty() || open.ends_with([' ', '\t']);
    if closed { open.trim().to_owned() } else { words.to_owned() }
}

/// HTML blocks that go on until their own end mark (CommonMark's kinds 1 to 5), by how they begin.
const HTML_ENDS: [(&str, &str, &str); 8] = [
    ("<!--", "-->", "HTML comment"),
    ("<script", "</script>", "HTML block"),
    ("<pre", "</pre>", "HTML block"),
    ("<style", "</style>", "HTML block"),
    ("<textarea", "</textarea>", "HTML block"),
    ("<![cdata[", "]]>", "HTML block"),
    ("<?", "?>", "HTML block"),
    ("<!", ">", "HTML block"),
];

/// A block that reaches the end of the note because nothing closed it.
fn unclosed_block(text: &str, tag: &Tag<'_>, range: &Range<usize>) -> Option<&'static str> {
    // Blank lines before other text cost little here, blank lines at the end are looked at once.
    let is_last = text.get(range.end..).is_some_and(|rest| rest.trim_start().is_empty());
    let source = text.get(range.clone()).filter(|_| is_last)?;
    match tag {
        Tag::CodeBlock(CodeBlockKind::Fenced(_)) if !ends_with_fence(source) => Some("code fence"),
        Tag::HtmlBlock => open_html(source),
        _ => None,
    }
}

fn open_html(source: &str) -> Option<&'static str> {
    let lower = source.trim_start().to_lowercase();
    let begins = |start: &str| {
        // `<pre` opens a block, `<preview-card` is another element.
        let rest = lower.strip_prefix(start)?;
        let ends_name = !start.ends_with(char::is_alphabetic)
            || !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-');
        ends_name.then_some(())
    };
    let (_, end, what) = HTML_ENDS.iter().find(|(start, _, _)| begins(start).is_some())?;
    (!lower.contains(end)).then_some(what)
}

/// Whether the last line closes the fence that the first line opens.
fn ends_with_fence(source: &str) -> bool {
    let opening = source.trim_start();
    let Some(mark) = opening.chars().next() else {
        return false;
    };
    let length = opening.chars().take_while(|c| *c == mark).count();
    let mut lines = source.trim_end().lines();
    lines.next();
    let last = lines.last().unwrap_or_default().trim();
    last.len() >= length && last.chars().all(|c| c == mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Headings as `line level text`, one a line, then `! line what` if something is open.
    fn shown(text: &str) -> String {
        let outline = Outline::of(text);
        let mut got: Vec<String> = outline
            .headings
            .iter()
            .map(|h| format!("{} {} {}", h.line, h.level, h.text).trim_end().to_owned())
            .collect();
        got.extend(outline.unclosed.map(|u| format!("! {} {}", u.line, u.what)));
        got.join("\n")
    }

    fn check(text: &str, expected: &str) {
        assert_eq!(shown(text), expected, "{text:?}");
    }

    /// The named cases of `cases/outline.txt`, as `(name, note, expected)`.
    fn cases() -> Vec<(&'static str, String, &'static str)> {
        let marks = [
            ('→', '\t'),
            ('␍', '\r'),
            ('␠', ' '),
            ('␌', '\u{c}'),
            ('⌖', '\u{feff}'),
            ('⁞', '\u{200b}'),
            ('⍽', '\u{a0}'),
        ];
        let file = include_str!("cases/outline.txt");
        let read = |case: &'static str| {
            let (name, rest) = case.split_once('\n').expect("a name");
            let (note, expected) = rest.rsplit_once("=>").expect("an expectation");
            let shown =
                |c: char| marks.iter().find(|(mark, _)| *mark == c).map_or(c, |(_, real)| *real);
            (name, note.trim_end_matches('\n').chars().map(shown).collect(), expected.trim())
        };
        file.split("\n=== ").skip(1).map(read).collect()
    }

    #[test]
    fn every_named_case_holds() {
        let mut failed = Vec::new();
        for (name, note, expected) in cases() {
            let got = shown(&note);
            if got != expected {
                failed.push(format!("{name}\n{note}\n=> {got}\nnot {expected}\n"));
            }
        }
        assert!(cases().len() >= 120 && failed.is_empty(), "\n{}", failed.join("\n"));
    }

    #[test]
    fn headings_of_both_kinds_are_found() {
        check("# A\n\n## B ##\ntext\n### C#\n", "1 1 A\n3 2 B\n5 3 C#");
        check("Title\n===\n\nSub\nline\n---\n", "1 1 Title\n4 2 Sub line");
        check("   ## x\n\t# code\n#no\n####### seven\n", "1 2 x");
        check("#\n## \n", "1 1\n2 2");
        check("a\r\n# B\r\n", "2 1 B");
        check("Title\r===\r\rSub\rline\r---\r", "1 1 Title\n4 2 Sub line");
        check("Sub\r\nline\r\n---\r\n", "1 2 Sub line");
    }

    #[test]
    fn what_only_looks_like_a_heading_is_none() {
        check("```\n# no\n```\n# yes", "4 1 yes");
        check("~~~~\n# no\n~~~\n# no\n~~~~\n", "");
        check("> # quoted\n\n- # item\n", "");
        check("<!--\n# no\n-->\n\n# yes", "5 1 yes");
        check("%%\n# no\n\n# no\n%%\n# yes", "6 1 yes");
        check("$$\n# no\n\n# no\n$$\n# yes", "6 1 yes");
        check("---\n# yaml comment\n---\n# yes", "4 1 yes");
        check("    # code\n", "");
        check("%% # no %%\n# yes %% c %%\n", "2 1 yes %% c %%");
    }

    #[test]
    fn what_was_never_closed_is_named_with_its_line() {
        check("a\n```js\n# no\n", "! 2 code fence");
        check("a\n\n%% open\n# no", "! 3 comment");
        check("$$\nx", "! 1 math block");
        check("<!-- x\n# no\n", "! 1 HTML comment");
        check("```\na\n```\n", "");
        check("```\na\n``` \n\n\n", "");
        check("````\n```\n", "! 1 code fence");
        check("<pre>\n# no\n", "! 1 HTML block");
        check("<preview-card>\n\n# yes\n", "3 1 yes");
        check("a\r# B\rc\r", "2 1 B");
        check("a\r```\r# no\r", "! 2 code fence");
        check("a\r```\r# no\r```\r# yes\r", "5 1 yes");
        check("a\r```\r# no\r```\r", "");
    }

    #[test]
    fn a_section_runs_to_the_next_heading_of_its_level_or_higher() {
        let text = "# A\none\n### B\ntwo\n## C\nthree\n# D\n";
        let outline = Outline::of(text);
        let of = |i: usize| text.get(outline.section(&outline.headings[i], text)).unwrap();
        assert_eq!(of(0), "# A\none\n### B\ntwo\n## C\nthree\n");
        assert_eq!(of(1), "### B\ntwo\n");
        assert_eq!(of(2), "## C\nthree\n");
        assert_eq!(of(3), "# D\n");
    }

    #[test]
    fn a_heading_is_named_with_its_hashes() {
        let title = HeadingTitle::parse("##  Research ").unwrap();
        assert_eq!((title.level, title.text.as_str()), (2, "Research"));
        assert_eq!(
            HeadingTitle::parse("## Research ##").map(|title| title.text).as_deref(),
            Some("Research")
        );
        for bad in ["Research", "##Research", "## ", "####### x", "## a\nb", "## ##"] {
            assert_eq!(HeadingTitle::parse(bad), None, "{bad}");
        }
    }
}
