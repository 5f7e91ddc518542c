//! The outline of a note: its headings, the blocks that are not inside another block, and whether
//! the note ends inside a construct that is not closed.
//!
//! `pulldown-cmark` parses CommonMark. In Obsidian, a YAML block at the start (see `frontmatter`),
//! `%%` comments and `$$` blocks (see `comments_and_math`) contain no headings. Headings in quotes,
//! callouts and list items are not part of the outline.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag};
use serde::Serialize;

use crate::notes::note::{comments_and_math, frontmatter};
use crate::values::text::{
    LineIndex, byte_order_mark_length, lone_cr_to_lf, quoted, trim_blank_lines,
};
use crate::values::{Error, ErrorCode, Result};

/// The headings of a note, and its blocks that are not inside another block, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outline {
    /// The byte range of the frontmatter; `None` if the note has none.
    pub frontmatter_range: Option<Range<usize>>,
    /// The headings of all levels that are not inside a quote, callout or list item.
    pub headings: Vec<Heading>,
    /// The blocks that are not inside another block, including headings.
    pub blocks: Vec<OutlineBlock>,
    /// The construct, such as a code fence, that is still open at the end of the note.
    pub unclosed: Option<UnclosedConstruct>,
}

/// A heading of any level that is not inside a quote, callout or list item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Heading {
    /// The level of the heading, from 1 to 6.
    pub level: u8,
    /// The text after the hashes, or above the underline, as it was typed.
    pub text: String,
    /// The number of the heading's line, counted from 1.
    #[serde(rename = "line")]
    pub line_number: usize,
    /// The byte range of the heading, including its line break. JavaScript doesn't get it, because
    /// JavaScript doesn't count in bytes.
    #[serde(skip)]
    pub byte_range: Range<usize>,
}

/// A block, such as a paragraph or a list, that is not inside another block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineBlock {
    /// Whether the block is a heading, a list, code or other text.
    pub kind: OutlineBlockKind,
    /// The byte range of the block in the note.
    pub byte_range: Range<usize>,
}

/// Kinds of block that search and quoting distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutlineBlockKind {
    /// A heading line.
    Heading,
    /// Paragraphs, quotes, tables and other prose.
    Text,
    /// A bullet or numbered list.
    List,
    /// A fenced or indented code block.
    Code,
    /// A block of raw HTML, such as `<div>…</div>`.
    Html,
}

/// A construct, such as a code fence, that is opened and not closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnclosedConstruct {
    /// The number of the line with the opening marker, counted from 1.
    pub line_number: usize,
    /// The name of the construct, for an error message.
    pub construct_name: &'static str,
}

impl Outline {
    /// Parses the text of a note. Never fails: any text has an outline.
    pub fn parse(text: &str) -> Self {
        let frontmatter = frontmatter::frontmatter_byte_range(text);
        let text = lone_cr_to_lf(text);
        let text = text.as_ref();
        let start =
            frontmatter.as_ref().map_or_else(|| byte_order_mark_length(text), |range| range.end);
        let blanked =
            comments_and_math::blank_comments_and_math(text.get(start..).unwrap_or_default());
        let mut outline = Self { frontmatter_range: frontmatter, ..Self::default() };
        let lines = LineIndex::new(text);
        let mut depth = 0_usize;
        for (event, range) in Parser::new(&blanked.text).into_offset_iter() {
            match event {
                Event::Start(tag) => {
                    if depth == 0 {
                        outline.add_block(
                            text,
                            &lines,
                            &tag,
                            range.start + start..range.end + start,
                        );
                    }
                    depth += 1;
                }
                Event::End(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        if let Some((at, what)) = blanked.unclosed_offset_and_name {
            outline.unclosed = Some(UnclosedConstruct {
                line_number: lines.line_number(start + at),
                construct_name: what,
            });
        }
        outline
    }

    /// The byte range of a heading's section: up to the next heading with as many or fewer hashes.
    pub fn section_range(&self, heading: &Heading, text: &str) -> Range<usize> {
        let next = self.headings.iter().find(|other| {
            other.byte_range.start > heading.byte_range.start && other.level <= heading.level
        });
        heading.byte_range.start..next.map_or(text.len(), |next| next.byte_range.start)
    }

    /// The headings that have the level and text of a title, ignoring case.
    pub fn find_headings<'a>(&'a self, title: &HeadingTitle) -> Vec<&'a Heading> {
        let same = |heading: &&Heading| title.matches(heading.level, &heading.text);
        self.headings.iter().filter(same).collect()
    }

    /// The heading with the level and text of a title, ignoring case. Fails if the note has several.
    pub fn find_only_heading(&self, title: &HeadingTitle) -> Result<Option<&Heading>> {
        let found = self.find_headings(title);
        if found.len() > 1 {
            let lines: Vec<String> =
                found.iter().map(|heading| heading.line_number.to_string()).collect();
            let message = format!(
                "The note has several {} headings, on lines {}",
                quoted(&title.markdown_line()),
                lines.join(" and ")
            );
            return Err(Error::new(ErrorCode::HeadingAmbiguous, message)
                .hint("Rename all but one of them.")
                .line_numbers(found.iter().map(|heading| heading.line_number)));
        }
        Ok(found.first().copied())
    }

    /// The byte range from the end of a heading line to the end of its section.
    pub fn section_body_range(&self, heading: &Heading, text: &str) -> Range<usize> {
        heading.byte_range.end..self.section_range(heading, text).end
    }

    /// The content of a section: the text below its heading line, without the blank lines around it.
    /// `None` if the note has no such section.
    pub fn section_content<'t>(
        &self,
        text: &'t str,
        title: &HeadingTitle,
    ) -> Result<Option<&'t str>> {
        let found = self.find_only_heading(title)?;
        let body = |heading| text.get(self.section_body_range(heading, text)).unwrap_or_default();
        Ok(found.map(|heading| trim_blank_lines(body(heading))))
    }

    /// Fails if the note ends inside an unclosed construct: text added below would become part of
    /// it.
    pub fn check_all_closed(&self) -> Result<()> {
        let Some(open) = &self.unclosed else {
            return Ok(());
        };
        let message = format!(
            "The note has an unclosed {} that starts on line {}",
            open.construct_name, open.line_number
        );
        Err(Error::new(ErrorCode::NoteUnclosed, message)
            .hint("Close it first. Otherwise the report would become part of it.")
            .line_numbers([open.line_number]))
    }

    fn add_block(&mut self, text: &str, lines: &LineIndex, tag: &Tag<'_>, range: Range<usize>) {
        let kind = match tag {
            Tag::Heading { level, .. } => {
                self.headings.push(parse_heading(text, lines, *level, &range));
                OutlineBlockKind::Heading
            }
            Tag::List(_) => OutlineBlockKind::List,
            Tag::CodeBlock(_) => OutlineBlockKind::Code,
            Tag::HtmlBlock => OutlineBlockKind::Html,
            _ => OutlineBlockKind::Text,
        };
        self.unclosed = unclosed_block_name(text, tag, &range).map(|what| UnclosedConstruct {
            line_number: lines.line_number(range.start),
            construct_name: what,
        });
        self.blocks.push(OutlineBlock { kind, byte_range: range });
    }
}

/// The title of a heading as users write it in the settings: hashes and text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeadingTitle {
    /// The level of the heading, from 1 to 6.
    pub level: u8,
    /// The text after the hashes.
    pub text: String,
}

impl HeadingTitle {
    /// Parses `## Research`, also with closing hashes. Returns `None` if it is no heading line.
    pub fn parse(line: &str) -> Option<Self> {
        let line = line.trim();
        let words = line.trim_start_matches('#');
        let level = u8::try_from(line.len() - words.len()).ok().filter(|n| (1..=6).contains(n))?;
        let spaced = words.starts_with([' ', '\t']) && !words.contains(['\n', '\r']);
        let text = heading_text(line);
        (spaced && !text.is_empty()).then_some(Self { level, text })
    }

    /// Whether a heading has this level and text, ignoring case.
    pub fn matches(&self, level: u8, text: &str) -> bool {
        self.level == level && self.text.to_lowercase() == text.to_lowercase()
    }

    /// The heading as a line of Markdown: hashes and text.
    pub fn markdown_line(&self) -> String {
        format!("{} {}", "#".repeat(self.level.into()), self.text)
    }
}

fn parse_heading(
    text: &str,
    lines: &LineIndex,
    level: HeadingLevel,
    range: &Range<usize>,
) -> Heading {
    let source = text.get(range.clone()).unwrap_or_default();
    let start = lines.line_start_offset(range.start);
    let last = range.start + source.trim_end_matches(['\n', '\r']).len();
    let range = start..lines.next_line_start_offset(last);
    Heading {
        level: level as u8,
        text: heading_text(source),
        line_number: lines.line_number(start),
        byte_range: range,
    }
}

/// The text of a heading without opening and closing hashes or the underline.
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

/// HTML blocks that continue up to an end mark (CommonMark's kinds 1 to 5): start, end mark and
/// name.
const HTML_BLOCK_DELIMITERS: [(&str, &str, &str); 8] = [
    ("<!--", "-->", "HTML comment"),
    ("<script", "</script>", "HTML block"),
    ("<pre", "</pre>", "HTML block"),
    ("<style", "</style>", "HTML block"),
    ("<textarea", "</textarea>", "HTML block"),
    ("<![cdata[", "]]>", "HTML block"),
    ("<?", "?>", "HTML block"),
    ("<!", ">", "HTML block"),
];

/// The name of a block, if it is the last one of the note and is not closed.
fn unclosed_block_name(text: &str, tag: &Tag<'_>, range: &Range<usize>) -> Option<&'static str> {
    // `trim_start` stops at the next block, so all calls together take linear time.
    let is_last = text.get(range.end..).is_some_and(|rest| rest.trim_start().is_empty());
    let source = text.get(range.clone()).filter(|_| is_last)?;
    match tag {
        Tag::CodeBlock(CodeBlockKind::Fenced(_)) if !is_code_fence_closed(source) => {
            Some("code fence")
        }
        Tag::HtmlBlock => unclosed_html_name(source),
        _ => None,
    }
}

/// The name of an HTML block, if its end mark is missing.
fn unclosed_html_name(source: &str) -> Option<&'static str> {
    let lower = source.trim_start().to_lowercase();
    let begins = |start: &str| {
        // `<pre` begins a block, but `<preview-card` is another element.
        let rest = lower.strip_prefix(start)?;
        let ends_name = !start.ends_with(char::is_alphabetic)
            || !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-');
        ends_name.then_some(())
    };
    let (_, end, what) =
        HTML_BLOCK_DELIMITERS.iter().find(|(start, _, _)| begins(start).is_some())?;
    (!lower.contains(end)).then_some(what)
}

/// Whether the last line of a code block closes the fence that its first line opens.
fn is_code_fence_closed(source: &str) -> bool {
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
    use crate::golden;

    /// Lists the headings as `line level text`, then `! line what` if a construct is unclosed.
    fn summary(text: &str) -> String {
        let outline = Outline::parse(text);
        let mut got: Vec<String> = outline
            .headings
            .iter()
            .map(|h| format!("{} {} {}", h.line_number, h.level, h.text).trim_end().to_owned())
            .collect();
        got.extend(outline.unclosed.map(|u| format!("! {} {}", u.line_number, u.construct_name)));
        got.join("\n")
    }

    fn check(text: &str, expected: &str) {
        assert_eq!(summary(text), expected, "{text:?}");
    }

    #[test]
    fn every_named_case_holds() {
        let path = "src/notes/note/cases/outline.txt";
        assert!(golden::check_cases(path, |case| summary(&case.input)) >= 120);
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
    fn text_that_only_looks_like_a_heading_is_none() {
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
    fn unclosed_constructs_are_reported_with_their_line() {
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
        let outline = Outline::parse(text);
        let of = |i: usize| text.get(outline.section_range(&outline.headings[i], text)).unwrap();
        assert_eq!(of(0), "# A\none\n### B\ntwo\n## C\nthree\n");
        assert_eq!(of(1), "### B\ntwo\n");
        assert_eq!(of(2), "## C\nthree\n");
        assert_eq!(of(3), "# D\n");
    }

    #[test]
    fn a_heading_title_is_parsed_with_its_hashes() {
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
