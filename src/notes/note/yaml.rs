//! Parses the YAML of the frontmatter as far as editing needs it: the top-level keys and the exact
//! byte range of each value. This module never rewrites values.

use std::collections::HashSet;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};

use crate::values::text::{add_steps, quoted};

/// The frontmatter as keys with values; it may be empty.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct YamlMapping {
    /// The properties, in their order in the text.
    pub entries: Vec<YamlEntry>,
    /// Whether all entries are written in braces, as `{a: b}`, instead of one per line.
    pub is_flow: bool,
    /// The byte offset of the closing brace, if the entries are written in braces.
    pub closing_brace_offset: usize,
}

/// A property of the frontmatter: a key and its value.
#[derive(Debug, Clone, PartialEq)]
pub struct YamlEntry {
    /// The key without quotes and with its escapes decoded.
    pub key: String,
    /// The byte range of the key, including its quotes.
    pub key_range: Range<usize>,
    /// The value of the property; an empty scalar if it has none.
    pub value: YamlNode,
}

/// A YAML value and its byte range.
#[derive(Debug, Clone, PartialEq)]
pub struct YamlNode {
    /// Whether the value is a scalar, a list, a mapping or an alias, with its content.
    pub kind: YamlNodeKind,
    /// The byte range of the value, from its anchor or tag to its last character. Empty for a
    /// missing value.
    pub byte_range: Range<usize>,
}

/// The kinds of YAML values, with their content.
#[derive(Debug, Clone, PartialEq)]
pub enum YamlNodeKind {
    /// Text, a number, a boolean or null.
    Scalar {
        /// The text without quotes and with its escapes decoded.
        text: String,
        /// Whether the scalar is written without quotes, so that `3` is a number.
        plain: bool,
    },
    /// A reference (`*name`) to a value with an anchor (`&name`), as the parser's number of the
    /// anchor.
    Alias(usize),
    /// A list, written in brackets or with one item per line.
    List {
        /// The items, in order.
        items: Vec<YamlNode>,
        /// Whether the list is written as `[a, b]`.
        flow: bool,
    },
    /// A mapping: keys and values, alternating.
    Map(Vec<YamlNode>),
}

/// Why the frontmatter cannot be edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlError {
    /// The reason, for an error message.
    pub reason: String,
    /// The number of the line within the YAML, counted from 1.
    pub line_number: usize,
}

/// The text of every scalar in a value, at any depth.
pub fn scalar_texts(node: &YamlNode) -> Vec<String> {
    match &node.kind {
        YamlNodeKind::Scalar { text, .. } => vec![text.clone()],
        YamlNodeKind::Alias(_) => Vec::new(),
        YamlNodeKind::List { items, .. } | YamlNodeKind::Map(items) => {
            items.iter().flat_map(scalar_texts).collect()
        }
    }
}

/// Parses the YAML between the two `---` lines.
pub fn parse(yaml: &str) -> Result<YamlMapping, YamlError> {
    let offsets = CharByteOffsets::new(yaml);
    let mut events = Vec::new();
    for event in Parser::new_from_str(yaml) {
        let (event, span) = event.map_err(|error| YamlError {
            reason: error.info().to_owned(),
            line_number: error.marker().line(),
        })?;
        if matches!(event, Event::DocumentStart(true)) {
            return Err(YamlError {
                reason: "a second document".to_owned(),
                line_number: span.start.line(),
            });
        }
        events.push((event, span));
    }
    let mut parser =
        MappingParser { yaml, offsets: &offsets, events: events.into_iter().peekable() };
    parser.parse_document()
}

/// The byte offset of each character of a text. The YAML parser counts characters, not bytes.
struct CharByteOffsets {
    bytes: Vec<usize>,
    end: usize,
}

impl CharByteOffsets {
    fn new(text: &str) -> Self {
        let bytes = if text.is_ascii() {
            Vec::new()
        } else {
            text.char_indices().map(|(at, _)| at).collect()
        };
        Self { bytes, end: text.len() }
    }

    fn byte_offset(&self, char_index: usize) -> usize {
        if self.bytes.is_empty() {
            return char_index.min(self.end);
        }
        self.bytes.get(char_index).copied().unwrap_or(self.end)
    }
}

/// A list or mapping with its byte range.
struct YamlCollection {
    items: Vec<YamlNode>,
    range: Range<usize>,
    flow: bool,
}

/// Builds a mapping from the events of the YAML parser.
struct MappingParser<'y, I: Iterator<Item = (Event<'y>, Span)>> {
    yaml: &'y str,
    offsets: &'y CharByteOffsets,
    events: std::iter::Peekable<I>,
}

impl<'y, I: Iterator<Item = (Event<'y>, Span)>> MappingParser<'y, I> {
    fn parse_document(&mut self) -> Result<YamlMapping, YamlError> {
        while let Some((event, span)) = self.events.next() {
            match event {
                Event::MappingStart(..) => return self.parse_top_level(span),
                Event::Scalar(text, ..) if text.is_empty() || text == "~" || text == "null" => {
                    return Ok(YamlMapping {
                        closing_brace_offset: self.yaml.len(),
                        ..YamlMapping::default()
                    });
                }
                Event::Scalar(..) | Event::SequenceStart(..) | Event::Alias(_) => {
                    return Err(YamlError {
                        reason: "not a list of properties".to_owned(),
                        line_number: span.start.line(),
                    });
                }
                _ => {}
            }
        }
        Ok(YamlMapping { closing_brace_offset: self.yaml.len(), ..YamlMapping::default() })
    }

    fn parse_top_level(&mut self, start: Span) -> Result<YamlMapping, YamlError> {
        let flow = self.is_flow_collection(&start, '{');
        let mut entries: Vec<YamlEntry> = Vec::new();
        let mut keys: HashSet<String> = HashSet::new();
        loop {
            add_steps(1);
            match self.events.next() {
                Some((Event::MappingEnd, span)) => {
                    return Ok(YamlMapping {
                        entries,
                        is_flow: flow,
                        closing_brace_offset: self.offsets.byte_offset(span.start.index()),
                    });
                }
                Some((Event::Scalar(text, ..), span)) => {
                    let key = text.into_owned();
                    if !keys.insert(key.clone()) {
                        return Err(YamlError {
                            reason: format!("{} occurs twice", quoted(&key)),
                            line_number: span.start.line(),
                        });
                    }
                    let key_range = self.byte_range(&span);
                    entries.push(YamlEntry { key, key_range, value: self.parse_node()? });
                }
                Some((_, span)) => {
                    return Err(YamlError {
                        reason: "a key that is not text".to_owned(),
                        line_number: span.start.line(),
                    });
                }
                None => {
                    return Err(YamlError {
                        reason: "an unfinished map".to_owned(),
                        line_number: 1,
                    });
                }
            }
        }
    }

    fn parse_node(&mut self) -> Result<YamlNode, YamlError> {
        let Some((event, span)) = self.events.next() else {
            return Err(YamlError { reason: "an unfinished value".to_owned(), line_number: 1 });
        };
        match event {
            Event::Scalar(text, style, ..) => {
                let kind = YamlNodeKind::Scalar {
                    text: text.into_owned(),
                    plain: style == ScalarStyle::Plain,
                };
                Ok(YamlNode { kind, byte_range: self.scalar_range(&span, style) })
            }
            Event::Alias(anchor) => Ok(YamlNode {
                kind: YamlNodeKind::Alias(anchor),
                byte_range: self.byte_range(&span),
            }),
            Event::SequenceStart(..) => {
                let YamlCollection { items, range, flow } = self.parse_collection(&span, '[')?;
                Ok(YamlNode { kind: YamlNodeKind::List { items, flow }, byte_range: range })
            }
            Event::MappingStart(..) => {
                let YamlCollection { items, range, .. } = self.parse_collection(&span, '{')?;
                Ok(YamlNode { kind: YamlNodeKind::Map(items), byte_range: range })
            }
            _ => Err(YamlError {
                reason: "an unfinished value".to_owned(),
                line_number: span.start.line(),
            }),
        }
    }

    /// Parses a list or mapping whose start has been read. In brackets, it ends at its closing
    /// bracket, otherwise at the last character of its last node.
    fn parse_collection(
        &mut self,
        start: &Span,
        bracket: char,
    ) -> Result<YamlCollection, YamlError> {
        let flow = self.is_flow_collection(start, bracket);
        let from = self.offsets.byte_offset(start.start.index());
        let mut items = Vec::new();
        while !matches!(self.events.peek(), Some((Event::SequenceEnd | Event::MappingEnd, _))) {
            items.push(self.parse_node()?);
        }
        // The parser may report the end of the bracket after a comment, so it is computed: a
        // bracket is one character long.
        let end = self
            .events
            .next()
            .map_or(from, |(_, span)| self.offsets.byte_offset(span.start.index() + 1));
        let last = items.last().map_or(from, |node: &YamlNode| node.byte_range.end);
        Ok(YamlCollection { items, range: from..if flow { end } else { last }, flow })
    }

    fn is_flow_collection(&self, span: &Span, bracket: char) -> bool {
        self.yaml.get(self.byte_range(span)).is_some_and(|text| text.contains(bracket))
    }

    fn byte_range(&self, span: &Span) -> Range<usize> {
        self.offsets.byte_offset(span.start.index())..self.offsets.byte_offset(span.end.index())
    }

    /// The byte range of a scalar. The parser reports a block scalar from its first line of text
    /// on; its indicator (`|`, `>-`) is added here.
    fn scalar_range(&self, span: &Span, style: ScalarStyle) -> Range<usize> {
        let range = self.byte_range(span);
        if !matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) {
            return range;
        }
        let before = self.yaml.get(..range.start).unwrap_or_default();
        let start = before.rfind(['|', '>']).unwrap_or(range.start);
        let text = self.yaml.get(start..range.end).unwrap_or_default();
        start..start + text.trim_end_matches(['\n', '\r']).len()
    }
}
