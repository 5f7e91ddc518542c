//! Escapes markup that only a Markdown parser can find: code, formulas, links, and headings that
//! are written as a line with an underline.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd};
use url::Url;

use crate::safety::sanitize::handled_bytes::HandledBytes;
use crate::safety::sanitize::link_allowlist::{self, LinkAllowlist};
use crate::safety::sanitize::replacements::Replacements;
use crate::safety::sanitize::{code, fence, math};

const PARSER_OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_MATH);

/// Tells the user that a link to a page that the run has not read was removed.
const UNKNOWN_LINK_DESCRIPTION: &str = "a link to an address that is not in the evidence";

/// A link or image whose end has not been read yet.
struct OpenLink {
    range: Range<usize>,
    /// The offset at which the link's text begins.
    text_start: usize,
    /// The offset at which the link's text ends, as far as it has been read.
    text_end: usize,
    kind: LinkType,
    address: String,
}

/// One pass over a text with a Markdown parser: its state while it runs, and then its result.
pub(super) struct MarkdownScan<'t> {
    text: &'t str,
    allowlist: &'t LinkAllowlist,
    open_links: Vec<OpenLink>,
    /// The bytes that this scan has made safe. The later rules skip them.
    pub handled_bytes: HandledBytes,
    /// The replacements that make the text safe. They are not applied yet.
    pub replacements: Replacements,
}

impl<'t> MarkdownScan<'t> {
    /// Scans a text, and collects the replacements that make it safe.
    pub(super) fn scan(text: &'t str, allowlist: &'t LinkAllowlist) -> Self {
        let mut scan = Self {
            text,
            allowlist,
            open_links: Vec::new(),
            handled_bytes: HandledBytes::new_unmarked(text.len()),
            replacements: Replacements::default(),
        };
        let blanked = scan.escape_math_blocks();
        let parser = Parser::new_ext(blanked.as_deref().unwrap_or(text), PARSER_OPTIONS);
        let definitions: Vec<Range<usize>> = parser
            .reference_definitions()
            .iter()
            .map(|(_, definition)| definition.span.clone())
            .collect();
        for (event, range) in parser.into_offset_iter() {
            scan.process_event(event, range);
        }
        for span in definitions {
            scan.handled_bytes.mark_block_handled(span.clone());
            scan.replacements.remove(span, "a link definition");
        }
        scan
    }

    /// Escapes the math blocks, which this parser doesn't recognise as Obsidian does. Returns a
    /// copy of the text in which they are blank; `None` if there are none.
    fn escape_math_blocks(&mut self) -> Option<String> {
        let blocks = math::math_block_ranges(self.text);
        let mut bytes = self.text.as_bytes().to_vec();
        for block in blocks.iter().cloned() {
            for byte in bytes.get_mut(block.clone()).unwrap_or_default() {
                *byte = if *byte == b'\n' { b'\n' } else { b' ' };
            }
            math::escape_math_block(
                self.text,
                block,
                &mut self.handled_bytes,
                &mut self.replacements,
            );
        }
        (!blocks.is_empty()).then(|| String::from_utf8(bytes).ok()).flatten()
    }

    fn process_event(&mut self, event: Event<'_>, range: Range<usize>) {
        let ends_link = matches!(event, Event::End(TagEnd::Link | TagEnd::Image));
        if let Some(link) = self.open_links.last_mut().filter(|_| !ends_link) {
            link.text_end = link.text_end.max(range.end);
        }
        match event {
            Event::Code(_) => {
                code::escape_inline_code(self.text, range.clone(), &mut self.replacements);
                self.handled_bytes.mark_handled(range);
            }
            Event::InlineMath(_) if self.text.get(range.clone()).is_some_and(is_multiline) => {
                let source = self.text.get(range.clone()).unwrap_or_default();
                self.replacements.replace(range, code::join_lines(source), "a formula over lines");
            }
            // If a formula between single dollars contains `$$`, some parsers read a longer formula
            // from there to the next `$$`.
            Event::InlineMath(_) if self.text.get(range.clone()).is_some_and(has_two_dollars) => {
                self.replacements.insert(range.start, "\\", "a formula that was left open");
            }
            Event::InlineMath(_) | Event::DisplayMath(_) => {
                math::escape_formula(
                    self.text,
                    range,
                    &mut self.handled_bytes,
                    &mut self.replacements,
                );
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => {
                fence::escape_fenced_block(
                    self.text,
                    range,
                    &mut self.handled_bytes,
                    &mut self.replacements,
                );
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => {
                fence::escape_indented_block(
                    self.text,
                    range,
                    &mut self.handled_bytes,
                    &mut self.replacements,
                );
            }
            Event::Start(Tag::Heading { .. }) => self.rewrite_setext_heading(range),
            Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                self.start_link(range, "[".len(), link_type, dest_url.into_string());
            }
            Event::Start(Tag::Image { link_type, dest_url, .. }) => {
                self.start_link(range, "![".len(), link_type, dest_url.into_string());
            }
            Event::End(TagEnd::Link | TagEnd::Image) => self.end_link(),
            _ => {}
        }
    }

    /// Rewrites a heading that is written as a line with an underline as a heading of level three
    /// (`###`).
    fn rewrite_setext_heading(&mut self, range: Range<usize>) {
        let source = self.text.get(range.clone()).unwrap_or_default().trim_end();
        // A heading that begins with `#` has only one line and no underline, so it stays.
        let Some(end) = source.rfind('\n') else { return };
        let what = "a heading of a higher level";
        let words = source.get(..end).unwrap_or_default();
        if !words.contains('\n') {
            self.replacements.insert(range.start, "### ", what);
        }
        self.replacements.remove(range.start + end..range.start + source.len(), what);
    }

    /// Remembers the start of a link until the event for its end. `opening_length` is the length of
    /// `[` or `![`.
    fn start_link(
        &mut self,
        range: Range<usize>,
        opening_length: usize,
        kind: LinkType,
        address: String,
    ) {
        let text_start = range.start + opening_length;
        self.open_links.push(OpenLink { range, text_start, text_end: text_start, kind, address });
    }

    /// Handles the end of a link. An allowed link stays; any other link is replaced by its text.
    fn end_link(&mut self) {
        let Some(link) = self.open_links.pop() else { return };
        if let Some(outer) = self.open_links.last_mut() {
            outer.text_end = outer.text_end.max(link.range.end);
        }
        // Links between angle brackets are handled together with HTML.
        if matches!(link.kind, LinkType::Autolink | LinkType::Email) {
            return;
        }
        let head = link.range.start..link.text_start;
        let tail = link.text_end..link.range.end;
        self.handled_bytes.mark_handled(head.clone());
        self.handled_bytes.mark_handled(tail.clone());
        let is_image = head.len() > 1;
        match self.allowlist.allowed_url(&link.address).filter(|_| !is_image) {
            Some(url) => self.rewrite_ambiguous_link(&link.address, &url, tail),
            None => {
                let what = if is_image { "an image" } else { UNKNOWN_LINK_DESCRIPTION };
                self.replacements.remove(head, what);
                self.replacements.remove(tail, what);
            }
        }
    }

    /// Rewrites a link, unless all parsers read its address in the same way.
    fn rewrite_ambiguous_link(&mut self, address: &str, url: &Url, target_range: Range<usize>) {
        let written = self.text.get(target_range.clone()).unwrap_or_default();
        let is_plain = has_plain_title(written, address)
            && link_allowlist::is_safe_without_encoding(address, url);
        let link = format!("]({})", link_allowlist::encode_url(url));
        if !is_plain && written != link {
            self.replacements.replace(target_range, link, "an unusual way to write a link");
        }
    }
}

fn is_multiline(source: &str) -> bool {
    source.contains('\n')
}

fn has_two_dollars(source: &str) -> bool {
    source.contains("$$")
}

/// Whether `target_markdown`, the part of a link after its text, consists of `address` and at most
/// a title of ordinary words.
fn has_plain_title(target_markdown: &str, address: &str) -> bool {
    let words =
        |c: char| c.is_alphanumeric() || " .,;:!?'’–—-()&+（）：，。、《》「」·".contains(c);
    let rest = target_markdown.strip_prefix("](").and_then(|rest| rest.strip_prefix(address));
    let title = rest.and_then(|rest| rest.strip_prefix(" \"")?.strip_suffix("\")"));
    rest == Some(")")
        || title.is_some_and(|title| {
            !title.is_empty() && !title.contains("::") && title.chars().all(words)
        })
}
