//! The YAML of a frontmatter block, as far as editing needs it: which keys stand at the top, and
//! exactly which bytes are theirs. Values are compared and kept, never rewritten.

use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};

/// A frontmatter block that is a map, or empty.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Block {
    /// In the order in which they stand.
    pub entries: Vec<Entry>,
    /// Whether the whole block is written as `{a: b}`.
    pub flow: bool,
    /// Where a flow map's closing brace stands.
    pub end: usize,
}

/// One property.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The key's text, quotes and escapes undone.
    pub key: String,
    /// Where the key stands, its quotes included.
    pub key_range: Range<usize>,
    /// The value.
    pub value: Node,
}

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Its bytes, from its anchor or tag to its last character. Empty for no value.
    pub range: Range<usize>,
}

/// Kinds of value.
#[derive(Debug, Clone, PartialEq)]
pub enum NodeKind {
    /// Text, a number, or nothing.
    Scalar {
        /// Quotes and escapes undone.
        text: String,
        /// Whether it was written without quotes, so that `3` is a number.
        plain: bool,
    },
    /// A reference to an anchor, by the parser's number for it.
    Alias(usize),
    /// A list.
    List {
        /// In order.
        items: Vec<Node>,
        /// Whether it is written as `[a, b]`.
        flow: bool,
    },
    /// A map: its keys and values in turn.
    Map(Vec<Node>),
}

/// Why a block cannot be edited, with the one-based line within the block's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invalid {
    /// In words.
    pub why: String,
    /// One-based.
    pub line: usize,
}

/// Every text in a value, however deep.
pub fn texts(node: &Node) -> Vec<String> {
    match &node.kind {
        NodeKind::Scalar { text, .. } => vec![text.clone()],
        NodeKind::Alias(_) => Vec::new(),
        NodeKind::List { items, .. } | NodeKind::Map(items) => {
            items.iter().flat_map(texts).collect()
        }
    }
}

/// Reads the YAML between the two lines of dashes.
pub fn parse(yaml: &str) -> Result<Block, Invalid> {
    let offsets = Offsets::of(yaml);
    let mut events = Vec::new();
    for event in Parser::new_from_str(yaml) {
        let (event, span) = event.map_err(|error| Invalid {
            why: error.info().to_owned(),
            line: error.marker().line(),
        })?;
        if matches!(event, Event::DocumentStart(true)) {
            return Err(Invalid { why: "a second document".to_owned(), line: span.start.line() });
        }
        events.push((event, span));
    }
    let mut reader = Reader { yaml, offsets: &offsets, events: events.into_iter().peekable() };
    reader.document()
}

/// Byte offsets by character, since the parser counts characters.
struct Offsets {
    bytes: Vec<usize>,
    end: usize,
}

impl Offsets {
    fn of(text: &str) -> Self {
        let bytes = if text.is_ascii() {
            Vec::new()
        } else {
            text.char_indices().map(|(at, _)| at).collect()
        };
        Self { bytes, end: text.len() }
    }

    fn byte(&self, character: usize) -> usize {
        if self.bytes.is_empty() {
            return character.min(self.end);
        }
        self.bytes.get(character).copied().unwrap_or(self.end)
    }
}

struct Reader<'y, I: Iterator<Item = (Event<'y>, Span)>> {
    yaml: &'y str,
    offsets: &'y Offsets,
    events: std::iter::Peekable<I>,
}

impl<'y, I: Iterator<Item = (Event<'y>, Span)>> Reader<'y, I> {
    fn document(&mut self) -> Result<Block, Invalid> {
        while let Some((event, span)) = self.events.next() {
            match event {
                Event::MappingStart(..) => return self.top(span),
                Event::Scalar(text, ..) if text.is_empty() || text == "~" || text == "null" => {
                    return Ok(Block { end: self.yaml.len(), ..Block::default() });
                }
                Event::Scalar(..) | Event::SequenceStart(..) | Event::Alias(_) => {
                    return Err(Invalid {
                        why: "not a list of properties".to_owned(),
                        line: span.start.line(),
                    });
                }
                _ => {}
            }
        }
        Ok(Block { end: self.yaml.len(), ..Block::default() })
    }

    fn top(&mut self, start: Span) -> Result<Block, Invalid> {
        let flow = self.is_flow(&start, '{');
        let mut entries: Vec<Entry> = Vec::new();
        loop {
            match self.events.next() {
                Some((Event::MappingEnd, span)) => {
                    return Ok(Block { entries, flow, end: self.offsets.byte(span.start.index()) });
                }
                Some((Event::Scalar(text, ..), span)) => {
                    let key = text.into_owned();
                    if entries.iter().any(|entry| entry.key == key) {
                        return Err(Invalid {
                            why: format!("“{key}” occurs twice"),
                            line: span.start.line(),
                        });
                    }
                    let key_range = self.range(&span);
                    entries.push(Entry { key, key_range, value: self.node()? });
                }
                Some((_, span)) => {
                    return Err(Invalid {
                        why: "a key that is not text".to_owned(),
                        line: span.start.line(),
                    });
                }
                None => return Err(Invalid { why: "an unfinished map".to_owned(), line: 1 }),
            }
        }
    }

    fn node(&mut self) -> Result<Node, Invalid> {
        let Some((event, span)) = self.events.next() else {
            return Err(Invalid { why: "an unfinished value".to_owned(), line: 1 });
        };
        match event {
            Event::Scalar(text, style, ..) => {
                let kind = NodeKind::Scalar {
                    text: text.into_owned(),
                    plain: style == ScalarStyle::Plain,
                };
                Ok(Node { kind, range: self.scalar_range(&span, style) })
            }
            Event::Alias(anchor) => {
                Ok(Node { kind: NodeKind::Alias(anchor), range: self.range(&span) })
            }
            Event::SequenceStart(..) => {
                let flow = self.is_flow(&span, '[');
                let (items, range) = self.children(&span, flow)?;
                Ok(Node { kind: NodeKind::List { items, flow }, range })
            }
            Event::MappingStart(..) => {
                let flow = self.is_flow(&span, '{');
                let (items, range) = self.children(&span, flow)?;
                Ok(Node { kind: NodeKind::Map(items), range })
            }
            _ => Err(Invalid { why: "an unfinished value".to_owned(), line: span.start.line() }),
        }
    }

    /// The nodes of a collection up to its end, and the bytes of the whole: of a flow collection to
    /// its bracket, of a block collection to the last character of its last node.
    fn children(&mut self, start: &Span, flow: bool) -> Result<(Vec<Node>, Range<usize>), Invalid> {
        let from = self.offsets.byte(start.start.index());
        let mut items = Vec::new();
        while !matches!(self.events.peek(), Some((Event::SequenceEnd | Event::MappingEnd, _))) {
            items.push(self.node()?);
        }
        // The bracket is one character; the parser's end of it may lie behind a comment.
        let end =
            self.events.next().map_or(from, |(_, span)| self.offsets.byte(span.start.index() + 1));
        let last = items.last().map_or(from, |node: &Node| node.range.end);
        Ok((items, from..if flow { end } else { last }))
    }

    fn is_flow(&self, span: &Span, bracket: char) -> bool {
        self.yaml.get(self.range(span)).is_some_and(|text| text.contains(bracket))
    }

    fn range(&self, span: &Span) -> Range<usize> {
        self.offsets.byte(span.start.index())..self.offsets.byte(span.end.index())
    }

    /// A block scalar is reported from its first line of text on; its head (`|`, `>-`) is its too.
    fn scalar_range(&self, span: &Span, style: ScalarStyle) -> Range<usize> {
        let range = self.range(span);
        if !matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) {
            return range;
        }
        let before = self.yaml.get(..range.start).unwrap_or_default();
        let start = before.rfind(['|', '>']).unwrap_or(range.start);
        let text = self.yaml.get(start..range.end).unwrap_or_default();
        start..start + text.trim_end_matches(['\n', '\r']).len()
    }
}
