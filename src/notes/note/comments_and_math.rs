//! Replaces `%%` comments and `$$` math blocks by spaces, because Obsidian doesn't read them as
//! Markdown: they may contain blank lines, and a `#` in them begins no heading. Line breaks stay,
//! so that all offsets and line numbers remain valid.
//!
//! The caller removes the frontmatter first.

use std::borrow::Cow;
use std::iter::Peekable;
use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag};

use crate::values::text::lone_cr_to_lf;

/// Maximum number of passes over a text. A code fence that begins inside a comment makes a pass
/// take the rest of the text for code, so another pass is needed after the comment. Ordinary notes
/// have few such comments; in a text made to waste time, the rest stays unchanged.
const MAX_PARSE_PASSES: usize = 50;

/// A text whose comments or math blocks are replaced by spaces, and lone carriage returns by line
/// feeds.
pub struct BlankedText<'a> {
    /// The text after the replacement. It has the same length and the same lines as before.
    pub text: Cow<'a, str>,
    /// The byte offset of a marker (`%%` or `$$`) that is never closed, and what it opens:
    /// `comment` or `math block`.
    pub unclosed_offset_and_name: Option<(usize, &'static str)>,
}

/// Replaces the comments and math blocks that span several lines by spaces, so that a Markdown
/// parser finds no blocks in them.
pub fn blank_comments_and_math(text: &str) -> BlankedText<'_> {
    blank_spans(text, BlankedSpanKind::Multiline)
}

/// Replaces every comment by spaces, also within a line. Obsidian doesn't show comments.
pub fn without_comments(text: &str) -> Cow<'_, str> {
    blank_spans(text, BlankedSpanKind::Comments).text
}

/// Which comments and math blocks are replaced by spaces.
#[derive(Clone, Copy, PartialEq)]
enum BlankedSpanKind {
    /// Comments and math blocks that span several lines.
    Multiline,
    /// All comments.
    Comments,
}

fn blank_spans(text: &str, kind: BlankedSpanKind) -> BlankedText<'_> {
    let lines = lone_cr_to_lf(text);
    let (blanked, unclosed) = match blank_and_find_unclosed(&lines, kind) {
        (Some(blanked), unclosed) => (Cow::Owned(blanked), unclosed),
        (None, unclosed) => (lines, unclosed),
    };
    BlankedText { text: blanked, unclosed_offset_and_name: unclosed }
}

/// Returns the text with comments and math blocks replaced by spaces (`None` if it has neither),
/// and the offset and name of the one that is not closed.
fn blank_and_find_unclosed(
    text: &str,
    kind: BlankedSpanKind,
) -> (Option<String>, Option<(usize, &'static str)>) {
    if !text.contains("%%") && (kind == BlankedSpanKind::Comments || !text.contains("$$")) {
        return (None, None);
    }
    let mut bytes = text.as_bytes().to_vec();
    let mut unclosed = None;
    let mut from = 0;
    for _ in 0..MAX_PARSE_PASSES {
        let pass = ParsePassResult::find_spans(text, from, kind);
        for span in &pass.spans {
            fill_with_spaces(&mut bytes, span);
        }
        match pass.outcome {
            ParsePassOutcome::Finished => break,
            ParsePassOutcome::Repeat(at) => from = at,
            ParsePassOutcome::Unclosed(at, what) => {
                fill_with_spaces(&mut bytes, &(at..text.len()));
                unclosed = Some((at, what));
                break;
            }
        }
    }
    // Spans begin and end at ASCII markers, so the result is valid UTF-8.
    (String::from_utf8(bytes).ok(), unclosed)
}

/// The result of one pass over the text. A pass ends early at a comment in which code seems to
/// begin, because the text after the comment must be parsed again.
struct ParsePassResult {
    spans: Vec<Range<usize>>,
    outcome: ParsePassOutcome,
}

/// How a pass over the text ended.
enum ParsePassOutcome {
    /// The pass reached the end of the text.
    Finished,
    /// The pass found an opening marker without a closing one: its offset and its construct.
    Unclosed(usize, &'static str),
    /// Another pass is needed from this offset on.
    Repeat(usize),
}

impl ParsePassResult {
    fn find_spans(text: &str, start_offset: usize, kind: BlankedSpanKind) -> Self {
        let code = code_ranges(text, start_offset);
        let mut markers = opening_markers(text, start_offset, &code, kind);
        let mut spans = Vec::new();
        while let Some(marker) = markers.next() {
            let Some(end) = marker.closing_marker_end_offset(text) else {
                return Self { spans, outcome: ParsePassOutcome::Unclosed(marker.at, marker.what) };
            };
            let span = marker.at..end;
            while markers.next_if(|marker| marker.at < end).is_some() {}
            let across_lines = text.get(span.clone()).is_some_and(|inside| inside.contains('\n'));
            if kind == BlankedSpanKind::Comments || across_lines {
                let needs_new_pass = code_crosses_span_end(&span, &code);
                spans.push(span);
                if needs_new_pass {
                    return Self { spans, outcome: ParsePassOutcome::Repeat(end) };
                }
            }
        }
        Self { spans, outcome: ParsePassOutcome::Finished }
    }
}

/// Whether code seems to begin inside a blanked span and to end after it. It is no code, because
/// the fence that opens it is part of the comment.
fn code_crosses_span_end(span: &Range<usize>, code: &[Range<usize>]) -> bool {
    let first = code.partition_point(|range| range.start < span.start);
    let inside = code.iter().skip(first).take_while(|range| range.start < span.end);
    inside.into_iter().any(|range| range.end > span.end)
}

/// A marker (`%%` or `$$`) that opens a comment or a math block.
struct OpeningMarker {
    at: usize,
    token: &'static str,
    what: &'static str,
}

impl OpeningMarker {
    /// The byte offset after the closing marker; `None` if the marker is never closed.
    fn closing_marker_end_offset(&self, text: &str) -> Option<usize> {
        let inside = self.at + self.token.len();
        let length = text.get(inside..)?.find(self.token)?;
        Some(inside + length + self.token.len())
    }
}

/// The markers (`%%` and `$$`) outside code at which a comment or a math block may begin, in order.
fn opening_markers<'t>(
    text: &'t str,
    from: usize,
    code: &'t [Range<usize>],
    kind: BlankedSpanKind,
) -> Peekable<impl Iterator<Item = OpeningMarker> + 't> {
    let rest = text.get(from..).unwrap_or_default();
    let bytes = rest.as_bytes();
    let mut last = 0;
    let doubled = (0..bytes.len().saturating_sub(1)).filter(move |at| {
        let pair = bytes.get(*at..*at + 2);
        let found = *at >= last && matches!(pair, Some(b"%%" | b"$$"));
        if found {
            last = *at + 2;
        }
        found
    });
    let mut ranges = code.iter().peekable();
    let markers = doubled.filter_map(move |at| {
        let at = from + at;
        while ranges.next_if(|range| range.end <= at).is_some() {}
        if ranges.peek().is_some_and(|range| range.contains(&at)) {
            return None;
        }
        match text.get(at..at + 2)? {
            "%%" => Some(OpeningMarker { at, token: "%%", what: "comment" }),
            _ if kind == BlankedSpanKind::Multiline && can_open_math_block(text, at) => {
                Some(OpeningMarker { at, token: "$$", what: "math block" })
            }
            _ => None,
        }
    });
    markers.peekable()
}

/// Whether a math block may begin at an offset: only white space and the markers of quotes and
/// lists may precede it on its line. Two dollars within a sentence are money.
fn can_open_math_block(text: &str, offset: usize) -> bool {
    let before = text.get(..offset).unwrap_or_default();
    let line = before.bytes().rev().take_while(|byte| *byte != b'\n');
    line.into_iter()
        .all(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'-' | b'*' | b'+'))
}

/// The ranges of code and HTML, in order. `%%` and `$$` in them are ordinary text.
fn code_ranges(text: &str, start_offset: usize) -> Vec<Range<usize>> {
    let parser = Parser::new(text.get(start_offset..).unwrap_or_default()).into_offset_iter();
    let ranges = parser.filter_map(|(event, range)| match event {
        Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock)
        | Event::Code(_)
        | Event::InlineHtml(_) => Some(range.start + start_offset..range.end + start_offset),
        _ => None,
    });
    ranges.collect()
}

/// Replaces all bytes of a range except line ends by spaces.
fn fill_with_spaces(bytes: &mut [u8], range: &Range<usize>) {
    for byte in bytes.get_mut(range.clone()).unwrap_or_default() {
        if !matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows blanked bytes as `.` and an unclosed marker as `! byte what` at the end.
    fn check(text: &str, expected: &str) {
        let blanked = blank_comments_and_math(text);
        assert_eq!(blanked.text.len(), text.len());
        let mut got = String::new();
        for (old, new) in text.bytes().zip(blanked.text.bytes()) {
            got.push(if old != new { '.' } else { char::from(new) });
        }
        if let Some((at, what)) = blanked.unclosed_offset_and_name {
            got.push_str(&format!("! {at} {what}"));
        }
        assert_eq!(got, expected, "{text:?}");
    }

    #[test]
    fn multiline_comments_and_math_are_blanked() {
        check("a\n%%\n# b\n%%\nc", "a\n..\n. .\n..\nc");
        check("a %%b\n\n# c%% d", "a ...\n\n. ... d");
        check("$$\n# x\n\n$$\n", "..\n. .\n\n..\n");
        check("- $$\n  # x\n  $$\n", "- ..\n  . .\n  ..\n");
    }

    #[test]
    fn spans_within_a_line_stay() {
        check("a %%b%% c\n", "a %%b%% c\n");
        check("$$x$$\n", "$$x$$\n");
        check("it costs $$ or so\nand $$ more\n", "it costs $$ or so\nand $$ more\n");
    }

    #[test]
    fn markers_in_code_are_text() {
        check("`%%`\n# a\n`%%`", "`%%`\n# a\n`%%`");
        check("```\n%%\n```\n# a\n", "```\n%%\n```\n# a\n");
        check("> ```\n> %%\n> ```\n\n# a\n", "> ```\n> %%\n> ```\n\n# a\n");
        check("    %%\n\n# a\n", "    %%\n\n# a\n");
        check("<!-- %% -->\n# a\n", "<!-- %% -->\n# a\n");
    }

    #[test]
    fn all_comments_can_be_blanked() {
        let check = |text: &str, expected: &str| assert_eq!(without_comments(text), expected);
        check("a %%b%% c", "a       c");
        check("`%%` a %%b%% `%%`", "`%%` a       `%%`");
        check("$$x$$ %% open", "$$x$$        ");
    }

    #[test]
    fn a_code_fence_inside_a_comment_has_no_effect() {
        check("%%\n```\n%%\n%%\nx\n%%\n", "..\n...\n..\n..\n.\n..\n");
    }

    #[test]
    fn an_unclosed_span_is_blank_to_the_end() {
        check("a\n%% b\n# c", "a\n.. .\n. .! 2 comment");
        check("$$\nx", "..\n.! 0 math block");
    }
}
