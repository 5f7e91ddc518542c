//! Parses the text of a note once for everything that the check of the vault needs of it: its blocks
//! with their plain text, its links, and the tags in its text.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd};

use crate::language::is_unspaced_script;
use crate::notes::note::{NoteLink, frontmatter, link, report_section, tag};
use crate::safety::sanitize::is_plugin_language;
use crate::values::text::{LineIndex, fnv1a, lone_cr_to_lf};

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteBlockKind {
    /// A heading with its level.
    Heading(u8),
    /// A paragraph outside lists and quotes.
    Paragraph,
    /// The text of a list item, with the depth of the list counted from one.
    Item(usize),
    /// Like `Item`, with an empty checkbox.
    OpenTask(usize),
    /// Like `Item`, with another checkbox.
    ClosedTask(usize),
    /// A code block.
    Code,
    /// A code block that a plugin of the app draws, such as a query or a drawing.
    PluginCode,
    /// Text in a quote or callout.
    Quote,
}

/// A block of a note with its plain text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteBlock {
    /// What the block is.
    pub kind: NoteBlockKind,
    /// The number of its first line, counted from one.
    pub line: usize,
    /// The text without markup.
    pub text: String,
    /// Number of bytes of the text that are the words of links.
    pub linked_bytes: usize,
    /// Where the words of links and code are in the text, in order.
    pub linked_or_code: Vec<Range<usize>>,
    /// Whether the block continues the list item of the block before it.
    pub continues_item: bool,
}

impl NoteBlock {
    /// Whether a part of the text has words of links or code.
    pub fn is_linked_or_code(&self, part: &Range<usize>) -> bool {
        let next = self.linked_or_code.partition_point(|other| other.end <= part.start);
        self.linked_or_code.get(next).is_some_and(|other| other.start < part.end)
    }
}

/// A link of a note with the line that it is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkOnLine {
    /// The link.
    pub link: NoteLink,
    /// The number of the line, counted from one.
    pub line: usize,
    /// The hash of the text of the line, by which copied lines are recognised; zero for a link without
    /// words of its own.
    pub line_hash: u64,
}

/// A parsed note.
#[derive(Debug, Default)]
pub struct NoteBlocks {
    /// The blocks, in order.
    pub blocks: Vec<NoteBlock>,
    /// The links to notes and files, in order, those in properties first.
    pub links: Vec<LinkOnLine>,
    /// The links to headings and blocks of the note itself, in order.
    pub own_links: Vec<LinkOnLine>,
    /// Number of images and embeds, also from the web.
    pub embed_count: usize,
    /// Number of links to the web.
    pub web_link_count: usize,
    /// The tags in the text outside code, without `#`, each with the number of its line.
    pub tags: Vec<(String, usize)>,
    /// The number of the line on which the text after the properties begins.
    pub first_line: usize,
}

impl NoteBlocks {
    /// Parses a note. Ibid's own reports are left out.
    pub fn parse(note_text: &str) -> Self {
        let text = report_section::with_blank_reports(&lone_cr_to_lf(note_text));
        let body = frontmatter::text_after_frontmatter(&text);
        let start = text.len() - body.len();
        let lines = LineIndex::new(&text);
        let mut parser = BlockParser {
            body,
            start,
            code_ranges: Vec::new(),
            lines: &lines,
            parsed: Self { first_line: lines.line_number(start), ..Self::default() },
            block: None,
            list_depth: 0,
            quote_depth: 0,
            link_depth: 0,
            is_inside_item: false,
        };
        let properties = text.get(..start).unwrap_or_default();
        for (index, line) in properties.lines().enumerate().filter(|(_, line)| line.contains("[["))
        {
            let links = link::parse_property_links(&format!("---\n{line}\n---\n"));
            let line_hash = fnv1a(line.trim().as_bytes());
            let found =
                links.into_iter().map(|link| LinkOnLine { link, line: index + 1, line_hash });
            parser.parsed.links.extend(found);
        }
        let options = Options::ENABLE_WIKILINKS | Options::ENABLE_TASKLISTS;
        for (event, range) in Parser::new_ext(body, options).into_offset_iter() {
            parser.read_event(event, range);
        }
        parser.finish_block();
        parser.find_tags();
        parser.parsed
    }
}

struct BlockParser<'t> {
    body: &'t str,
    /// The offset of the body in the note.
    start: usize,
    /// Where code is, in order.
    code_ranges: Vec<Range<usize>>,
    lines: &'t LineIndex,
    parsed: NoteBlocks,
    block: Option<NoteBlock>,
    list_depth: usize,
    quote_depth: usize,
    link_depth: usize,
    /// Whether the current list item has a block already.
    is_inside_item: bool,
}

impl BlockParser<'_> {
    fn read_event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start_tag(tag, &range),
            Event::End(end) => self.end_tag(end),
            Event::Text(text) => self.push_text(&text, &range),
            Event::Code(text) => {
                self.push_code(&text, &range);
                self.code_ranges.push(range);
            }
            Event::SoftBreak | Event::HardBreak => self.push_text(" ", &range),
            Event::TaskListMarker(is_done) => {
                let depth = self.list_depth;
                let kind = match is_done {
                    true => NoteBlockKind::ClosedTask(depth),
                    false => NoteBlockKind::OpenTask(depth),
                };
                self.block_at(&range).kind = kind;
            }
            _ => {}
        }
    }

    fn start_tag(&mut self, tag: Tag<'_>, range: &Range<usize>) {
        match tag {
            Tag::Heading { level, .. } => {
                self.start_block(NoteBlockKind::Heading(level as u8), range);
            }
            Tag::BlockQuote(_) => {
                self.finish_block();
                self.quote_depth += 1;
            }
            Tag::Paragraph if self.quote_depth > 0 => {
                self.start_block(NoteBlockKind::Quote, range);
            }
            Tag::Paragraph => match self.list_depth {
                0 => self.start_block(NoteBlockKind::Paragraph, range),
                depth => self.start_block(NoteBlockKind::Item(depth), range),
            },
            Tag::Item if self.quote_depth > 0 => self.start_block(NoteBlockKind::Quote, range),
            Tag::Item => {
                self.finish_block();
                self.is_inside_item = false;
                self.start_block(NoteBlockKind::Item(self.list_depth), range);
            }
            Tag::List(_) => {
                self.finish_block();
                self.list_depth += 1;
            }
            Tag::CodeBlock(kind) => {
                self.start_block(code_kind(&kind), range);
                self.code_ranges.push(range.clone());
            }
            Tag::Link { link_type, dest_url, .. } => {
                self.link_depth += 1;
                self.add_link(link_type, &dest_url, range);
            }
            Tag::Image { link_type, dest_url, .. } => {
                self.parsed.embed_count += 1;
                self.add_link(link_type, &dest_url, range);
            }
            _ => {}
        }
    }

    fn end_tag(&mut self, end: TagEnd) {
        match end {
            TagEnd::Heading(_) | TagEnd::Paragraph | TagEnd::Item => self.finish_block(),
            TagEnd::List(_) => {
                self.finish_block();
                self.list_depth = self.list_depth.saturating_sub(1);
            }
            TagEnd::Link => self.link_depth = self.link_depth.saturating_sub(1),
            TagEnd::BlockQuote(_) => {
                self.finish_block();
                self.quote_depth = self.quote_depth.saturating_sub(1);
            }
            TagEnd::CodeBlock => {
                self.finish_block();
            }
            _ => {}
        }
    }

    fn add_link(&mut self, link_type: LinkType, address: &str, range: &Range<usize>) {
        let source = self.body.get(range.clone()).unwrap_or_default();
        let link = match link_type {
            LinkType::WikiLink { .. } => NoteLink::parse_wikilink(source),
            // A footnote with one word looks like the address of a link.
            _ if source.starts_with("[^") => return,
            _ => NoteLink::parse_markdown_link(source, address),
        };
        let line = self.line(range);
        match link {
            Some(link) => {
                let line_hash = link.display_text.as_ref().map_or(0, |_| self.line_hash(line));
                let links = match link.target.is_empty() {
                    true => &mut self.parsed.own_links,
                    false => &mut self.parsed.links,
                };
                links.push(LinkOnLine { link, line, line_hash });
            }
            None => self.parsed.web_link_count += 1,
        }
    }

    fn start_block(&mut self, kind: NoteBlockKind, range: &Range<usize>) {
        self.finish_block();
        self.block = Some(self.new_block(kind, range));
    }

    fn new_block(&self, kind: NoteBlockKind, range: &Range<usize>) -> NoteBlock {
        let is_item = matches!(kind, NoteBlockKind::Item(_));
        NoteBlock {
            kind,
            line: self.line(range),
            text: String::new(),
            linked_bytes: 0,
            linked_or_code: Vec::new(),
            continues_item: is_item && self.is_inside_item,
        }
    }

    fn block_at(&mut self, range: &Range<usize>) -> &mut NoteBlock {
        let block = match self.block.take() {
            Some(block) => block,
            None => self.new_block(NoteBlockKind::Paragraph, range),
        };
        self.block.insert(block)
    }

    fn push_text(&mut self, text: &str, range: &Range<usize>) {
        let linked_bytes = if self.link_depth > 0 { text.len() } else { 0 };
        let block = self.block_at(range);
        let start = block.text.len();
        block.text.push_str(text);
        block.linked_bytes += linked_bytes;
        if linked_bytes > 0 {
            block.linked_or_code.push(start..block.text.len());
        }
    }

    fn push_code(&mut self, text: &str, range: &Range<usize>) {
        self.push_text(text, range);
        let block = self.block_at(range);
        let end = block.text.len();
        block.linked_or_code.push(end - text.len()..end);
    }

    fn finish_block(&mut self) {
        let block = self.block.take().filter(|block| {
            !block.text.trim().is_empty()
                || matches!(block.kind, NoteBlockKind::Code | NoteBlockKind::PluginCode)
        });
        if let Some(block) = block {
            self.is_inside_item = true;
            self.parsed.blocks.push(block);
        }
    }

    /// The number of the line on which the text of a range begins. The range of an item in a list that
    /// is indented by tabs begins with the end of the line before it.
    fn line(&self, range: &Range<usize>) -> usize {
        let source = self.body.get(range.clone()).unwrap_or_default();
        let blank = source.len() - source.trim_start().len();
        let blank = if blank < source.len() { blank } else { 0 };
        self.lines.line_number(self.start + range.start + blank)
    }

    fn line_hash(&self, line: usize) -> u64 {
        let range = self.lines.lines_byte_range(line, line);
        let range = range.start.saturating_sub(self.start)..range.end.saturating_sub(self.start);
        fnv1a(self.body.get(range).unwrap_or_default().trim().as_bytes())
    }

    fn find_tags(&mut self) {
        for tag in tag::parse_tags(self.body) {
            let at = (tag.as_ptr() as usize).saturating_sub(self.body.as_ptr() as usize);
            let next_code = self.code_ranges.partition_point(|code| code.end <= at);
            let is_in_code = self.code_ranges.get(next_code).is_some_and(|code| code.start <= at);
            if !is_in_code {
                let line = self.lines.line_number(self.start + at);
                self.parsed.tags.push((tag.to_owned(), line));
            }
        }
    }
}

/// Number of words of blocks; in scripts without spaces, half the number of characters. Blocks after
/// those that have `enough` words are not counted, because that takes time.
pub fn word_count<'b>(blocks: impl Iterator<Item = &'b NoteBlock>, enough: usize) -> usize {
    let mut words = 0;
    for block in blocks {
        words += block_word_count(block);
        if words >= enough {
            break;
        }
    }
    words
}

fn block_word_count(block: &NoteBlock) -> usize {
    let (mut words, mut unspaced, mut is_in_word) = (0, 0, false);
    for c in block.text.chars() {
        if c.is_whitespace() {
            words += usize::from(is_in_word);
            is_in_word = false;
        } else if !c.is_ascii() && is_unspaced_script(c) {
            unspaced += 1;
        } else if !is_in_word {
            is_in_word = c.is_alphanumeric();
        }
    }
    words + usize::from(is_in_word) + unspaced / 2
}

/// Whether a plugin draws a code block, by its language.
fn code_kind(kind: &CodeBlockKind<'_>) -> NoteBlockKind {
    let CodeBlockKind::Fenced(info) = kind else { return NoteBlockKind::Code };
    let language = info.split_whitespace().next().unwrap_or_default().to_lowercase();
    let is_plugin = is_plugin_language(&language)
        || language.contains(':')
        || language.ends_with("compressed-json");
    if is_plugin { NoteBlockKind::PluginCode } else { NoteBlockKind::Code }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_and_links_have_their_lines() {
        let note = "---\nup: \"[[Top]]\"\n---\n# A\n\nSome `#x` [[B|b]] text\nmore.\n\n- [ ] do\n  - deep\n- [x] done\n\n```\n#code\n```\n![](https://x.y/z.png)";
        let parsed = NoteBlocks::parse(note);
        let shown: Vec<String> =
            parsed.blocks.iter().map(|b| format!("{:?} {} {}", b.kind, b.line, b.text)).collect();
        assert_eq!(
            shown,
            [
                "Heading(1) 4 A",
                "Paragraph 6 Some #x b text more.",
                "OpenTask(1) 9 do",
                "Item(2) 10 deep",
                "ClosedTask(1) 11 done",
                "Code 13 #code\n",
            ]
        );
        let links: Vec<(&str, usize)> =
            parsed.links.iter().map(|it| (it.link.target.as_str(), it.line)).collect();
        assert_eq!(links, [("Top", 2), ("B", 6)]);
        assert_eq!((parsed.embed_count, parsed.web_link_count), (1, 1));
    }

    #[test]
    fn tags_are_found_outside_code() {
        let note = "---\ntags: x\n---\n# A #a\n\nSome `#no` #b\n\n```\n#no\n```\n#c\n\n- item #d/e\n\n    #f\n";
        let tags: Vec<(String, usize)> = NoteBlocks::parse(note).tags;
        let tags: Vec<String> = tags.iter().map(|(tag, line)| format!("{tag} {line}")).collect();
        assert_eq!(tags, ["a 4", "b 6", "c 11", "d/e 13", "f 15"]);
    }
}
