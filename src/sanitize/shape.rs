//! What the parser knows of a text: where code and mathematics stand, where links lead, which
//! lines are headings by an underline.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd};

use url::Url;

use crate::sanitize::address::{self, Known};
use crate::sanitize::change::Changes;
use crate::sanitize::span::Covered;
use crate::sanitize::{code, fence, math};

const MARKUP: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_MATH);

const LINK: &str = "a link to an address that is not in the evidence";

/// A link or image that has begun.
struct Open {
    range: Range<usize>,
    /// Where its words begin.
    words: usize,
    /// Where they end, as far as they have been read.
    words_end: usize,
    kind: LinkType,
    address: String,
}

/// A text as the parser sees it.
pub struct Shape<'t> {
    text: &'t str,
    known: &'t Known,
    open: Vec<Open>,
    /// What has been dealt with here.
    pub covered: Covered,
    /// What is wrong with it.
    pub changes: Changes,
}

impl<'t> Shape<'t> {
    /// Reads a text.
    pub fn of(text: &'t str, known: &'t Known) -> Self {
        let covered = Covered::none(text.len());
        let mut shape =
            Self { text, known, open: Vec::new(), covered, changes: Changes::default() };
        let blanked = shape.blank_math();
        let parser = Parser::new_ext(blanked.as_deref().unwrap_or(text), MARKUP);
        let definitions: Vec<Range<usize>> = parser
            .reference_definitions()
            .iter()
            .map(|(_, definition)| definition.span.clone())
            .collect();
        for (event, range) in parser.into_offset_iter() {
            shape.read(event, range);
        }
        for span in definitions {
            shape.covered.cover_block(span.clone());
            shape.changes.remove(span, "a link definition");
        }
        shape
    }

    /// The text with its blocks of mathematics blank, which the parser does not know.
    fn blank_math(&mut self) -> Option<String> {
        let blocks = math::blocks(self.text);
        let mut bytes = self.text.as_bytes().to_vec();
        for block in blocks.iter().cloned() {
            for byte in bytes.get_mut(block.clone()).unwrap_or_default() {
                *byte = if *byte == b'\n' { b'\n' } else { b' ' };
            }
            math::mend_block(self.text, block, &mut self.covered, &mut self.changes);
        }
        (!blocks.is_empty()).then(|| String::from_utf8(bytes).ok()).flatten()
    }

    fn read(&mut self, event: Event<'_>, range: Range<usize>) {
        if let Some(open) = self.open.last_mut() {
            let inside = !matches!(event, Event::End(TagEnd::Link | TagEnd::Image));
            open.words_end = if inside { open.words_end.max(range.end) } else { open.words_end };
        }
        match event {
            Event::Code(_) => {
                code::mend_inline(self.text, range.clone(), &mut self.changes);
                self.covered.cover(range);
            }
            Event::InlineMath(_) if self.text.get(range.clone()).is_some_and(over_lines) => {
                let source = self.text.get(range.clone()).unwrap_or_default();
                self.changes.replace(range, code::on_one_line(source), "a formula over lines");
            }
            // Some readers see two dollars here, and a formula up to the next two.
            Event::InlineMath(_) if self.text.get(range.clone()).is_some_and(has_two_dollars) => {
                self.changes.insert(range.start, "\\", "a formula that was left open");
            }
            Event::InlineMath(_) | Event::DisplayMath(_) => {
                math::mend(self.text, range, &mut self.covered, &mut self.changes);
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => {
                fence::mend(self.text, range, &mut self.covered, &mut self.changes);
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => {
                fence::mend_indented(self.text, range, &mut self.covered, &mut self.changes);
            }
            Event::Start(Tag::Heading { .. }) => self.underlined(range),
            Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                self.begin(range, (link_type, dest_url.into_string()), "[".len());
            }
            Event::Start(Tag::Image { link_type, dest_url, .. }) => {
                self.begin(range, (link_type, dest_url.into_string()), "![".len());
            }
            Event::End(TagEnd::Link | TagEnd::Image) => self.end(),
            _ => {}
        }
    }

    /// A heading by the line below it becomes one of the third level.
    fn underlined(&mut self, range: Range<usize>) {
        let source = self.text.get(range.clone()).unwrap_or_default().trim_end();
        // A heading by hashes is one line.
        let Some(end) = source.rfind('\n') else { return };
        let what = "a heading of a higher level";
        let words = source.get(..end).unwrap_or_default();
        if !words.contains('\n') {
            self.changes.insert(range.start, "### ", what);
        }
        self.changes.remove(range.start + end..range.start + source.len(), what);
    }

    fn begin(&mut self, range: Range<usize>, target: (LinkType, String), words: usize) {
        let (kind, address) = target;
        let words = range.start + words;
        self.open.push(Open { range, words, words_end: words, kind, address });
    }

    /// Decides on a link whose end has come: it stays, written plainly, or its words do.
    fn end(&mut self) {
        let Some(open) = self.open.pop() else { return };
        if let Some(outer) = self.open.last_mut() {
            outer.words_end = outer.words_end.max(open.range.end);
        }
        // These stand between angle brackets and are dealt with where HTML is.
        if matches!(open.kind, LinkType::Autolink | LinkType::Email) {
            return;
        }
        let head = open.range.start..open.words;
        let tail = open.words_end..open.range.end;
        self.covered.cover(head.clone());
        self.covered.cover(tail.clone());
        let is_image = head.len() > 1;
        match self.known.url(&open.address).filter(|_| !is_image) {
            Some(url) => self.write_plainly(&open.address, &url, tail),
            None => {
                let what = if is_image { "an image" } else { LINK };
                self.changes.remove(head, what);
                self.changes.remove(tail, what);
            }
        }
    }

    /// A link whose address is written in one way only: as it is read.
    fn write_plainly(&mut self, address: &str, url: &Url, tail: Range<usize>) {
        let written = self.text.get(tail.clone()).unwrap_or_default();
        let is_plain = is_titled(written, address) && address::is_plain(address, url);
        let link = format!("]({})", address::target(url));
        if !is_plain && written != link {
            self.changes.replace(tail, link, "an unusual way to write a link");
        }
    }
}

fn over_lines(source: &str) -> bool {
    source.contains('\n')
}

fn has_two_dollars(source: &str) -> bool {
    source.contains("$$")
}

/// Whether the end of a link holds the address and, at most, a title of ordinary words.
fn is_titled(written: &str, address: &str) -> bool {
    let words =
        |c: char| c.is_alphanumeric() || " .,;:!?'’–—-()&+（）：，。、《》「」·".contains(c);
    let rest = written.strip_prefix("](").and_then(|rest| rest.strip_prefix(address));
    let title = rest.and_then(|rest| rest.strip_prefix(" \"")?.strip_suffix("\")"));
    rest == Some(")")
        || title.is_some_and(|title| {
            !title.is_empty() && !title.contains("::") && title.chars().all(words)
        })
}
