//! The text of a note as blocks of plain text with their links, so that a sentence can be compared
//! with the sources that it links to. A block is a paragraph, a list item or a table row.
//!
//! Headings, code, comments, HTML, images, embeds and properties are left out: none of them is a
//! sentence. So are tasks, which say what to do.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

use crate::notes::note::link::{self, NoteLink};
use crate::notes::note::placed_link::{LinkTarget, PlacedLink, links_in_plain_text};
use crate::notes::note::table_row::MAX_COLUMN_NAME_BYTES;
use crate::notes::note::{comments_and_math, frontmatter};
use crate::values::StableSort;
use crate::values::text::{RangeIndex, add_steps, byte_order_mark_length};

/// A longer paragraph introduces no list: repeating it with every item would multiply the text.
const MAX_INTRODUCTION_BYTES: usize = 1_000;

/// The blocks of a note and its footnotes.
#[derive(Debug, Default)]
pub(crate) struct LinkedText {
    /// The blocks in the order of the note.
    pub blocks: Vec<LinkedBlock>,
    /// The links in the definition of each footnote, by the label of the footnote.
    pub footnotes: BTreeMap<String, Vec<LinkTarget>>,
}

/// A paragraph, list item or table row as plain text.
#[derive(Debug, Clone, Default)]
pub(crate) struct LinkedBlock {
    /// Whether the block is a paragraph, a list item or a table row.
    pub kind: LinkedBlockKind,
    /// The text without markup, with links as the words that Obsidian shows. Each cell of a table
    /// row follows the name of its column.
    pub text: String,
    /// The links in the order of the text.
    pub links: Vec<PlacedLink>,
    /// The sentence that introduces the list of a list item, up to its colon; empty if there is none.
    pub introduction: String,
    /// The length of the emphasized words with which the text begins.
    pub label_length: usize,
    /// The length of the callout type with which the text begins, such as `[!note]`.
    pub callout_type_length: usize,
    /// Pairs of an offset in the text and the range in the note from which the text there comes.
    source_ranges: Vec<(usize, Range<usize>)>,
}

/// Kinds of block, by which its text is split into sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum LinkedBlockKind {
    /// A paragraph, also in a quote or callout.
    #[default]
    Paragraph,
    /// An item of a list.
    ListItem,
    /// A row of a table below its header.
    TableRow,
}

const PARSER_OPTIONS: Options = Options::ENABLE_WIKILINKS
    .union(Options::ENABLE_TABLES)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_FOOTNOTES);

impl LinkedText {
    /// Parses a note. Never fails: any text has blocks.
    pub(crate) fn parse(note: &str) -> Self {
        let properties = frontmatter::frontmatter_byte_range(note);
        let start = properties.map_or_else(|| byte_order_mark_length(note), |range| range.end);
        let body = note.get(start..).unwrap_or_default();
        let visible = comments_and_math::without_comments(body);
        let blanked = comments_and_math::blank_comments_and_math(&visible).text;
        let mut reader = BlockReader::new(&blanked, start);
        for (event, range) in Parser::new_ext(&blanked, PARSER_OPTIONS).into_offset_iter() {
            reader.read_event(event, range);
        }
        reader.end_block();
        reader.found
    }
}

impl LinkedBlock {
    /// The offset in the note from which the text at an offset of this block comes.
    pub(crate) fn source_offset(&self, text_offset: usize) -> usize {
        let after = self.source_ranges.partition_point(|(offset, _)| *offset <= text_offset);
        let nearest = after.checked_sub(1).and_then(|index| self.source_ranges.get(index));
        nearest.map_or(0, |(offset, source)| source.start + (text_offset - offset))
    }

    /// The offset in the note at which the text before an offset of this block ends.
    pub(crate) fn source_end_offset(&self, text_end: usize) -> usize {
        let after = self.source_ranges.partition_point(|(offset, _)| *offset < text_end);
        let next_start = self.source_ranges.get(after).map_or(self.text.len(), |(next, _)| *next);
        let last = after.checked_sub(1).and_then(|index| self.source_ranges.get(index));
        last.map_or(0, |(offset, source)| match text_end >= next_start {
            true => source.end,
            false => source.end.min(source.start + (text_end - offset)),
        })
    }

    /// The links whose words begin in a range of the text, in order.
    pub(crate) fn links_starting_in(
        &self,
        starts: Range<usize>,
    ) -> impl Iterator<Item = &PlacedLink> {
        let first = self.links.partition_point(|link| link.text_range.start < starts.start);
        let is_inside = move |link: &&PlacedLink| link.text_range.start < starts.end;
        self.links.iter().skip(first).take_while(is_inside).inspect(|_| add_steps(1))
    }

    /// The text if it introduces what follows, else nothing.
    fn as_introduction(&self) -> String {
        let text = self.text.trim();
        let introduces = text.ends_with([':', '：']) && text.len() <= MAX_INTRODUCTION_BYTES;
        if introduces { text.to_owned() } else { String::new() }
    }

    /// Cuts off the block ID at the end of the text: it names the block and says nothing.
    fn cut_block_id(&mut self) {
        let text = self.text.trim_end();
        let Some((before, id)) = text.rsplit_once(" ^") else { return };
        if id.is_empty() || !id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
            return;
        }
        let length = before.trim_end().len();
        if self.links.iter().any(|link| link.text_range.end > length) {
            return;
        }
        self.text.truncate(length);
        self.source_ranges.retain(|(offset, _)| *offset < length);
        if let Some((offset, source)) = self.source_ranges.last_mut() {
            source.end = source.end.min(source.start + (length - *offset));
        }
    }

    /// Adds the addresses and footnotes that the text contains as plain characters: Obsidian shows a
    /// bare address as a link, and a footnote without a definition as text.
    fn add_links_in_plain_text(&mut self) {
        let mut found = links_in_plain_text(&self.text);
        let ranges = RangeIndex::new(self.links.iter().map(|link| link.text_range.clone()));
        found.retain(|new| !ranges.overlaps(&new.text_range));
        self.links.extend(found);
        self.links.stable_sort_by_key(|link| link.text_range.start);
    }
}

/// Collects the blocks of a note from the events of the Markdown parser.
struct BlockReader<'t> {
    text: &'t str,
    /// The offset of `text` in the note.
    start: usize,
    found: LinkedText,
    block: LinkedBlock,
    /// Number of open elements whose text is left out.
    skipped: usize,
    /// The open link: its target, and where its words begin.
    link: Option<(Option<LinkTarget>, usize)>,
    /// Whether the next text is the target of a wikilink without display text.
    is_wikilink_target: bool,
    /// Number of open elements of emphasis with which the block begins.
    open_label: usize,
    /// The label of the footnote whose definition is being read.
    footnote: Option<String>,
    /// The names of the columns of the open table.
    header: Vec<String>,
    /// Whether the header of a table is being read.
    is_header: bool,
    /// The number of the open cell in its row, counted from zero.
    cell: usize,
    /// For each open list, the sentence that introduces it.
    introductions: Vec<String>,
    /// The last block, if it ends with a colon and so introduces a list that follows.
    last_introduction: String,
    is_task: bool,
}

impl<'t> BlockReader<'t> {
    fn new(text: &'t str, start: usize) -> Self {
        Self {
            text,
            start,
            found: LinkedText::default(),
            block: LinkedBlock::default(),
            skipped: 0,
            link: None,
            is_wikilink_target: false,
            open_label: 0,
            footnote: None,
            header: Vec::new(),
            is_header: false,
            cell: 0,
            introductions: Vec::new(),
            last_introduction: String::new(),
            is_task: false,
        }
    }

    fn read_event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start_element(&tag, range),
            Event::End(end) => self.end_element(end),
            Event::Text(words) if self.is_wikilink_target => {
                self.push(&link::wikilink_words(&words), range);
            }
            Event::Text(words) | Event::Code(words) => self.push(&words, range),
            Event::FootnoteReference(label) if self.skipped == 0 => {
                let at = self.block.text.len();
                let target = LinkTarget::Footnote(label.into_string());
                self.block.links.push(PlacedLink { text_range: at..at, target });
            }
            Event::SoftBreak | Event::HardBreak if self.block.text.starts_with("[!") => {
                self.end_block();
            }
            Event::SoftBreak | Event::HardBreak | Event::InlineHtml(_) => self.push(" ", range),
            Event::TaskListMarker(_) => self.is_task = true,
            _ => {}
        }
    }

    fn start_element(&mut self, tag: &Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Link { link_type, dest_url, .. } => self.start_link(*link_type, dest_url, range),
            Tag::Emphasis | Tag::Strong if self.is_before_label() => self.open_label += 1,
            Tag::Emphasis | Tag::Strong if self.open_label > 0 => self.open_label += 1,
            Tag::TableCell => self.start_cell(range.start),
            Tag::Table(_) => {
                self.end_block();
                self.header.clear();
            }
            Tag::List(_) => {
                self.end_block();
                self.introductions.push(std::mem::take(&mut self.last_introduction));
            }
            Tag::Item => {
                self.end_block();
                self.is_task = false;
                self.block.kind = LinkedBlockKind::ListItem;
            }
            Tag::TableRow | Tag::TableHead => {
                self.end_block();
                self.cell = 0;
                self.is_header = matches!(tag, Tag::TableHead);
                self.block.kind = LinkedBlockKind::TableRow;
            }
            Tag::FootnoteDefinition(label) => {
                self.end_block();
                self.footnote = Some(label.to_string());
            }
            // A loose list item has a paragraph of its own, which is still the item.
            Tag::Paragraph => self.block.kind = self.paragraph_kind(),
            tag if is_skipped(tag) => {
                if !matches!(tag, Tag::Image { .. }) {
                    self.end_block();
                }
                self.skipped += 1;
            }
            _ => {}
        }
    }

    fn end_element(&mut self, end: TagEnd) {
        match end {
            TagEnd::Link => self.end_link(),
            TagEnd::Emphasis | TagEnd::Strong if self.open_label > 0 => {
                self.open_label -= 1;
                if self.open_label == 0 && self.block.label_length == 0 {
                    self.block.label_length = self.block.text.len();
                }
            }
            TagEnd::Image => self.skipped = self.skipped.saturating_sub(1),
            TagEnd::CodeBlock | TagEnd::HtmlBlock | TagEnd::MetadataBlock(_) => {
                self.skipped = self.skipped.saturating_sub(1);
            }
            TagEnd::Heading(_) => {
                self.skipped = self.skipped.saturating_sub(1);
                self.last_introduction.clear();
            }
            // The header only names the columns: it is no sentence.
            TagEnd::TableCell if self.is_header => {
                let name = std::mem::take(&mut self.block).text;
                let name = Some(name.trim()).filter(|name| name.len() <= MAX_COLUMN_NAME_BYTES);
                self.header.push(name.unwrap_or_default().to_owned());
                self.cell += 1;
            }
            TagEnd::TableCell => self.cell += 1,
            TagEnd::TableHead => self.is_header = false,
            TagEnd::Paragraph | TagEnd::Item | TagEnd::TableRow => self.end_block(),
            TagEnd::List(_) => {
                self.introductions.pop();
            }
            TagEnd::FootnoteDefinition => {
                self.end_block();
                self.footnote = None;
            }
            _ => {}
        }
    }

    /// Whether the block has no words so far, and no emphasis without words either.
    fn is_before_label(&self) -> bool {
        self.block.label_length == 0 && self.block.text.trim().is_empty()
    }

    fn paragraph_kind(&self) -> LinkedBlockKind {
        match self.introductions.is_empty() {
            true => LinkedBlockKind::Paragraph,
            false => LinkedBlockKind::ListItem,
        }
    }

    fn start_link(&mut self, link_type: LinkType, address: &str, range: Range<usize>) {
        let source = self.text.get(range).unwrap_or_default();
        let target = match link_type {
            LinkType::WikiLink { .. } => NoteLink::parse_wikilink(source).map(LinkTarget::Note),
            LinkType::Email => None,
            _ => NoteLink::parse_markdown_link(source, address)
                .map(LinkTarget::Note)
                .or_else(|| Some(LinkTarget::Address(address.to_owned()))),
        };
        self.is_wikilink_target = matches!(link_type, LinkType::WikiLink { has_pothole: false });
        self.link = Some((target, self.block.text.len()));
    }

    fn end_link(&mut self) {
        self.is_wikilink_target = false;
        if let Some((Some(target), start)) = self.link.take()
            && self.skipped == 0
        {
            let text_range = start..self.block.text.len();
            self.block.links.push(PlacedLink { text_range, target });
        }
    }

    /// Puts the name of the column before the text of a cell.
    fn start_cell(&mut self, offset: usize) {
        if self.cell > 0 && !self.block.text.is_empty() {
            self.push(", ", offset..offset);
        }
        let name = self.header.get(self.cell).cloned().unwrap_or_default();
        if !name.is_empty() {
            self.push(&name, offset..offset);
            self.push(" ", offset..offset);
        }
    }

    fn push(&mut self, words: &str, range: Range<usize>) {
        if self.skipped == 0 {
            let source = self.start + range.start..self.start + range.end;
            self.block.source_ranges.push((self.block.text.len(), source));
            self.block.text.push_str(words);
        }
    }

    /// Ends the open block and keeps it, if it has text.
    fn end_block(&mut self) {
        let mut block = std::mem::take(&mut self.block);
        // The next paragraph of a list item is also part of the item.
        self.block.kind = self.paragraph_kind();
        self.open_label = 0;
        if block.text.trim().is_empty() {
            return;
        }
        block.cut_block_id();
        block.add_links_in_plain_text();
        if let Some(label) = &self.footnote {
            let targets = block.links.into_iter().map(|link| link.target);
            self.found.footnotes.entry(label.clone()).or_default().extend(targets);
            return;
        }
        block.callout_type_length = callout_type_length(&block.text);
        if block.kind == LinkedBlockKind::ListItem {
            block.introduction = self.introductions.last().cloned().unwrap_or_default();
        }
        self.last_introduction = block.as_introduction();
        if !self.is_task {
            self.found.blocks.push(block);
        }
    }
}

/// The length of the callout type and the fold mark at the start of a text, such as `[!note]-`.
fn callout_type_length(text: &str) -> usize {
    let Some((kind, _)) = text.strip_prefix("[!").and_then(|rest| rest.split_once(']')) else {
        return 0;
    };
    let length = "[!".len() + kind.len() + "]".len();
    let is_folded = text.get(length..).is_some_and(|rest| rest.starts_with(['-', '+']));
    length + usize::from(is_folded)
}

fn is_skipped(tag: &Tag<'_>) -> bool {
    use Tag::{CodeBlock, Heading, HtmlBlock, Image, MetadataBlock};
    matches!(tag, CodeBlock(_) | HtmlBlock | MetadataBlock(_) | Heading { .. } | Image { .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::text::assert_linear;

    #[test]
    fn long_names_of_columns_and_introductions_are_not_repeated() {
        assert_linear("Tea ", 2_000, |words| {
            let [rows, items] = ["|a|b|\n", "- tea\n"].map(|line| line.repeat(words.len() / 8));
            for note in [format!("|{words}|b|\n|-|-|\n{rows}"), format!("{words}:\n\n{items}")] {
                let blocks = LinkedText::parse(&note).blocks;
                let length = |block: &LinkedBlock| block.text.len() + block.introduction.len();
                add_steps(blocks.iter().map(length).sum());
            }
        });
    }

    /// Compares the blocks of a note, one a line: the text with its links in braces.
    fn check(note: &str, expected: &str) {
        let show = |block: &LinkedBlock| {
            let mut shown = block.text.clone();
            for link in block.links.iter().rev() {
                let words = block.text.get(link.text_range.clone()).unwrap();
                let target = match &link.target {
                    LinkTarget::Note(link) => link.target.clone(),
                    LinkTarget::Address(address) => address.clone(),
                    LinkTarget::Footnote(label) => format!("^{label}"),
                };
                shown.replace_range(link.text_range.clone(), &format!("{{{words}={target}}}"));
            }
            shown
        };
        let blocks = LinkedText::parse(note).blocks;
        assert_eq!(blocks.iter().map(show).collect::<Vec<_>>().join("\n"), expected, "{note}");
    }

    #[test]
    fn blocks_have_their_links() {
        check(
            "One [a](https://a.org) and [[B#C]].\nTwo.\n\n- x ([[Y|z]])\n- [ ] [[task]]",
            "One {a=https://a.org} and {B > C=B}. Two.\nx ({z=Y})",
        );
        check(
            "See https://a.org/x_(y). <https://b.org>",
            "See {https://a.org/x_(y)=https://a.org/x_(y)}. {https://b.org=https://b.org}",
        );
        check("# [[H]]\n\n|k, l|m|\n|-|-|\n|1|2 [s](n.md)|\n", "k, l 1, m 2 {s=n.md}");
        check("One [[A]]. ^id\n\n- two\n  ^x-1\n\n2^8 ^", "One {A=A}.\ntwo\n2^8 ^");
        check("a ![[e]] ![i](i.png) `[[c]]` %%[[h]]%%\n\n    [[code]]", "a   [[c]]");
    }

    #[test]
    fn footnotes_lead_to_their_links() {
        check("A.[^1] B.[^x]\n\n[^1]: See [t](https://a.org).", "A.{=^1} B.{[^x]=^x}");
        let text = LinkedText::parse("A.[^1]\n\n[^1]: See [t](https://a.org), [[N]].");
        assert_eq!(text.footnotes["1"].len(), 2);
    }

    #[test]
    fn items_know_what_introduces_them() {
        let text = LinkedText::parse("Safe:\n\n- a:\n  - b\n- c\n\nText.\n\n- d");
        let shown: Vec<String> =
            text.blocks.iter().map(|it| format!("{}|{}", it.introduction, it.text)).collect();
        assert_eq!(shown, ["|Safe:", "Safe:|a:", "a:|b", "Safe:|c", "|Text.", "|d"]);
    }

    #[test]
    fn text_is_traced_to_the_note() {
        let note = "---\na: b\n---\n> [!note]- Title\n> **Bold** words\n";
        let blocks = LinkedText::parse(note).blocks;
        assert_eq!(blocks.iter().map(|it| it.callout_type_length).collect::<Vec<_>>(), [8, 0]);
        assert_eq!(blocks[1].label_length, "Bold".len());
        assert_eq!(blocks[1].source_offset(5), note.find("words").unwrap());
        assert_eq!(blocks[1].source_end_offset("Bold".len()), note.find("** words").unwrap());
        assert_eq!(blocks[1].source_end_offset("Bold words".len()), note.trim_end().len());
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_panic(note in "(\\PC|[\\[\\]()^|#*`>~$%\\n!:-]|http://|- |\\[\\[|\\[\\^1\\]){0,60}") {
            for block in LinkedText::parse(&note).blocks {
                for link in &block.links {
                    proptest::prop_assert!(block.text.get(link.text_range.clone()).is_some());
                }
                proptest::prop_assert!(block.source_offset(block.text.len()) <= 4 * note.len() + 9);
                proptest::prop_assert!(block.source_end_offset(block.text.len()) <= note.len());
            }
        }
    }
}
