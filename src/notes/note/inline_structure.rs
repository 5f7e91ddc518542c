//! The ordinary text of a note and the elements within its lines, so that text can be inserted after a
//! sentence without breaking a link, code, a formula, a highlight or a table.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::notes::note::{comments_and_math, frontmatter};
use crate::values::text::{RangeIndex, add_steps, byte_order_mark_length};

const PARSER_OPTIONS: Options = Options::ENABLE_WIKILINKS
    .union(Options::ENABLE_TABLES)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_MATH);

/// Opens and closes a highlight.
const HIGHLIGHT_MARKER: &str = "==";

/// Punctuation after a full stop that still belongs to its sentence.
const SENTENCE_CLOSERS: [char; 9] = ['"', '”', '’', '»', '」', '』', ')', '）', ']'];

/// An element within a line, such as a link.
#[derive(Debug, Clone)]
struct InlineElement {
    byte_range: Range<usize>,
    kind: InlineElementKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum InlineElementKind {
    /// A link, image, code, formula, HTML or highlight: nothing may be inserted into it.
    Closed,
    /// Emphasis: text may be inserted into it, but not between its text and its end.
    Emphasis,
    /// A footnote reference, which belongs to the sentence before it.
    Footnote,
    /// From a highlight marker without a second one to the end of the block.
    UnclosedHighlight,
}

/// The ordinary text of a note and the elements within its lines. Offsets are those of the note.
#[derive(Debug)]
pub struct InlineStructure {
    /// The body of the note, with its comments and math blocks as spaces.
    body: String,
    /// The offset of `body` in the note.
    start: usize,
    /// The ranges of ordinary text: no code, HTML, headings, links or properties.
    text_ranges: Vec<Range<usize>>,
    elements: ElementIndex,
    /// From the text before a block ID to the end of its line, in order.
    block_ids: Vec<Range<usize>>,
}

/// The elements of a note by place.
#[derive(Debug, Default)]
struct ElementIndex {
    /// Elements after whose end text is inserted: closed ones and footnotes.
    closed: RangeIndex,
    footnotes: RangeIndex,
    unclosed_highlights: RangeIndex,
    /// The ranges of emphasis, in order of their ends.
    emphasis: Vec<Range<usize>>,
    /// The ends of all elements, sorted.
    ends: Vec<usize>,
}

impl ElementIndex {
    fn new(elements: &[InlineElement]) -> Self {
        use InlineElementKind::{Closed, Emphasis, Footnote, UnclosedHighlight};
        let of = |kinds: &[InlineElementKind]| {
            let chosen = elements.iter().filter(|it| kinds.contains(&it.kind));
            chosen.map(|it| it.byte_range.clone()).collect::<Vec<_>>()
        };
        let mut emphasis = of(&[Emphasis]);
        emphasis.sort_unstable_by_key(|range| range.end);
        let mut ends: Vec<usize> = elements.iter().map(|it| it.byte_range.end).collect();
        ends.sort_unstable();
        Self {
            closed: RangeIndex::new(of(&[Closed, Footnote])),
            footnotes: RangeIndex::new(of(&[Footnote])),
            unclosed_highlights: RangeIndex::new(of(&[UnclosedHighlight])),
            emphasis,
            ends,
        }
    }

    /// The end of an element around an offset, or of a footnote that begins there; `markers` is the
    /// length of the markers of emphasis there.
    fn end_around(&self, offset: usize, markers: usize) -> Option<usize> {
        let before = offset.checked_sub(1);
        let closed = before.and_then(|before| self.closed.furthest_end(before));
        let footnote = self.footnotes.furthest_end(offset);
        let first = self.emphasis.partition_point(|range| range.end <= offset);
        let ending = self.emphasis.iter().skip(first);
        let ending = ending.take_while(|range| range.end <= offset + markers);
        let emphasis = ending.filter(|range| range.start < offset).map(|range| range.end).last();
        closed.max(footnote).max(emphasis).filter(|end| *end > offset)
    }
}

impl InlineStructure {
    /// Parses a note. Never fails: any text has a structure.
    pub fn parse(note: &str) -> Self {
        let properties = frontmatter::frontmatter_byte_range(note);
        let start = properties.map_or_else(|| byte_order_mark_length(note), |range| range.end);
        let visible = comments_and_math::without_comments(note.get(start..).unwrap_or_default());
        let body = comments_and_math::blank_comments_and_math(&visible).text.into_owned();
        let mut structure = Self {
            block_ids: block_id_ranges(&body, start),
            body,
            start,
            text_ranges: Vec::new(),
            elements: ElementIndex::default(),
        };
        structure.read_events();
        structure
    }

    /// Whether two notes have the same blocks and elements, whatever their texts are.
    pub fn has_same_elements(&self, other: &InlineStructure) -> bool {
        self.events().eq(other.events())
    }

    /// The ranges of a text in the ordinary text of the note, in order.
    pub fn text_occurrences(&self, searched_text: &str) -> Vec<Range<usize>> {
        let found = self.body.match_indices(searched_text);
        let ranges = found.map(|(at, words)| self.start + at..self.start + at + words.len());
        ranges.filter(|range| self.is_ordinary_text(range)).collect()
    }

    /// The text of the body from an offset of the note on.
    pub fn text_from(&self, offset: usize) -> &str {
        offset.checked_sub(self.start).and_then(|at| self.body.get(at..)).unwrap_or_default()
    }

    /// Whether a range is ordinary text.
    pub fn is_ordinary_text(&self, range: &Range<usize>) -> bool {
        let after = self.text_ranges.partition_point(|text| text.start <= range.start);
        let nearest = after.checked_sub(1).and_then(|index| self.text_ranges.get(index));
        nearest.is_some_and(|text| range.end <= text.end)
    }

    /// Where text can be inserted after a sentence that ends at `sentence_end`: after the links,
    /// footnotes and closing marks there, before a block ID. `None` if it would break something.
    pub fn insertion_offset(&self, sentence_end: usize) -> Option<usize> {
        let mut offset = sentence_end;
        while let Some(next) = self.next_offset(offset) {
            offset = next;
        }
        let offset = self.before_block_id(offset)?;
        let last = offset.checked_sub(1)?;
        let is_open = self.elements.unclosed_highlights.covers(&(last..offset));
        (!is_open && self.ends_words(offset)).then_some(offset)
    }

    /// Whether ordinary words or an element end at an offset. Comments are spaces, which end nothing.
    fn ends_words(&self, offset: usize) -> bool {
        let before = offset.checked_sub(self.start).and_then(|at| self.body.get(..at));
        let last = before.and_then(|before| before.chars().next_back());
        last.is_some_and(|last| {
            let ends_element = self.elements.ends.binary_search(&offset).is_ok();
            let is_text = self.is_ordinary_text(&(offset - last.len_utf8()..offset));
            !last.is_whitespace() && (is_text || ends_element)
        })
    }

    /// The end of what still belongs to the sentence at an offset; `None` at the end of the sentence.
    fn next_offset(&self, offset: usize) -> Option<usize> {
        let rest = self.text_from(offset);
        let markers = rest.bytes().take_while(|byte| matches!(byte, b'*' | b'_' | b'~' | b'='));
        let markers = markers.count();
        add_steps(markers + 1);
        self.elements.end_around(offset, markers).or_else(|| {
            let closer = rest.chars().next()?;
            let end = offset + closer.len_utf8();
            (SENTENCE_CLOSERS.contains(&closer) && self.is_ordinary_text(&(offset..end)))
                .then_some(end)
        })
    }

    /// Moves an offset before the block ID at the end of its line, because a block ID must end it.
    /// `None` outside the body.
    fn before_block_id(&self, offset: usize) -> Option<usize> {
        self.body.get(..offset.checked_sub(self.start)?)?;
        let count = self.block_ids.partition_point(|id| id.start <= offset);
        let id = count.checked_sub(1).and_then(|last| self.block_ids.get(last));
        Some(id.filter(|id| offset <= id.end).map_or(offset, |id| id.start))
    }

    /// The events of the parser without the texts.
    fn events(&self) -> impl Iterator<Item = Event<'_>> {
        let is_text = |event: &Event<'_>| matches!(event, Event::Text(_));
        Parser::new_ext(&self.body, PARSER_OPTIONS).filter(move |event| !is_text(event))
    }

    fn read_events(&mut self) {
        let body = std::mem::take(&mut self.body);
        let mut excluded = 0_usize;
        let mut block_text: Vec<Range<usize>> = Vec::new();
        let mut elements = Vec::new();
        for (event, range) in Parser::new_ext(&body, PARSER_OPTIONS).into_offset_iter() {
            let byte_range = self.start + range.start..self.start + range.end;
            match &event {
                Event::Start(tag) if is_excluded(tag) => excluded += 1,
                Event::End(end) if ends_excluded(*end) => excluded = excluded.saturating_sub(1),
                Event::Text(_) if excluded == 0 => block_text.push(byte_range.clone()),
                _ => {}
            }
            if let Some(kind) = element_kind(&event) {
                elements.push(InlineElement { byte_range, kind });
            }
            if ends_block(&event) {
                self.add_block(&body, std::mem::take(&mut block_text), &mut elements);
            }
        }
        self.add_block(&body, block_text, &mut elements);
        self.elements = ElementIndex::new(&elements);
        self.body = body;
    }

    /// Adds the texts of a block, and the highlights in them.
    fn add_block(
        &mut self,
        body: &str,
        texts: Vec<Range<usize>>,
        elements: &mut Vec<InlineElement>,
    ) {
        let end = texts.last().map_or(0, |range| range.end);
        let mut markers = Vec::new();
        for range in &texts {
            let words = body.get(range.start - self.start..range.end - self.start);
            let found = words.unwrap_or_default().match_indices(HIGHLIGHT_MARKER);
            markers.extend(found.map(|(at, _)| range.start + at));
        }
        for pair in markers.chunks(2) {
            let (byte_range, kind) = match pair {
                [open, close] => {
                    (*open..*close + HIGHLIGHT_MARKER.len(), InlineElementKind::Closed)
                }
                [open] => (*open..end, InlineElementKind::UnclosedHighlight),
                _ => continue,
            };
            elements.push(InlineElement { byte_range, kind });
        }
        for range in texts {
            // The parser splits text at every character that might be markup.
            match self.text_ranges.last_mut() {
                Some(last) if last.end == range.start => last.end = range.end,
                _ => self.text_ranges.push(range),
            }
        }
    }
}

/// The block IDs of a text, each from the end of the text before it to the end of its line. `start` is
/// the offset of the text in the note.
fn block_id_ranges(text: &str, start: usize) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut line_start = start;
    for line in text.split_inclusive('\n') {
        let line_end = line_start + line.strip_suffix('\n').unwrap_or(line).len();
        if let Some((before, id)) = line.trim_end().rsplit_once('^')
            && is_block_id(id)
            && before.ends_with(' ')
        {
            ranges.push(line_start + before.trim_end().len()..line_end);
        }
        line_start += line.len();
    }
    ranges
}

/// Whether a text can be the ID of a block.
fn is_block_id(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

fn element_kind(event: &Event<'_>) -> Option<InlineElementKind> {
    match event {
        Event::Start(Tag::Link { .. } | Tag::Image { .. })
        | Event::Code(_)
        | Event::InlineMath(_)
        | Event::DisplayMath(_)
        | Event::InlineHtml(_) => Some(InlineElementKind::Closed),
        Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough) => {
            Some(InlineElementKind::Emphasis)
        }
        Event::FootnoteReference(_) => Some(InlineElementKind::Footnote),
        _ => None,
    }
}

fn is_excluded(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Heading { .. }
            | Tag::CodeBlock(_)
            | Tag::HtmlBlock
            | Tag::MetadataBlock(_)
            | Tag::Link { .. }
            | Tag::Image { .. }
    )
}

fn ends_excluded(end: TagEnd) -> bool {
    matches!(
        end,
        TagEnd::Heading(_)
            | TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::MetadataBlock(_)
            | TagEnd::Link
            | TagEnd::Image
    )
}

fn ends_block(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::Start(Tag::List(_) | Tag::Item)
            | Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::TableCell)
    )
}
