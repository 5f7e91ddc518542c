//! What Obsidian hides from Markdown: `%%` comments and `$$` blocks, which go over blank lines
//! and hold no headings. Both are blanked out, byte for byte, so that a CommonMark parser sees
//! nothing in them and every offset and line stays true.
//!
//! Frontmatter is the caller's business: what is given here begins after it.

use std::borrow::Cow;
use std::iter::Peekable;
use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag};

use crate::note::with_line_feeds;

/// A comment may hold the beginning of a code fence, which hides the rest of the text from the
/// first look and makes a second one necessary. A person's note has a few such places at most;
/// beyond this many the text was made to cost time, and is taken as it is.
const MAX_LOOKS: usize = 50;

/// A text whose hidden parts are blank, with line feeds for lone carriage returns.
pub struct Masked<'a> {
    /// The same length, the same lines.
    pub text: Cow<'a, str>,
    /// Where a mark opens that is never closed, and what it opens.
    pub unclosed: Option<(usize, &'static str)>,
}

/// Blanks the comments and math blocks that span lines: what a parser of blocks must not see.
pub fn without_blocks(text: &str) -> Masked<'_> {
    mask(text, Hidden::Blocks)
}

/// Blanks every comment, also inside a line: what a reader does not see.
pub fn without_comments(text: &str) -> Cow<'_, str> {
    mask(text, Hidden::Comments).text
}

#[derive(Clone, Copy, PartialEq)]
enum Hidden {
    Blocks,
    Comments,
}

fn mask(text: &str, hidden: Hidden) -> Masked<'_> {
    let lines = with_line_feeds(text);
    let (masked, unclosed) = match masked(&lines, hidden) {
        (Some(masked), unclosed) => (Cow::Owned(masked), unclosed),
        (None, unclosed) => (lines, unclosed),
    };
    Masked { text: masked, unclosed }
}

/// The text with its hidden parts blanked, if it has any, and the mark that is never closed.
fn masked(text: &str, hidden: Hidden) -> (Option<String>, Option<(usize, &'static str)>) {
    if !text.contains("%%") && (hidden == Hidden::Comments || !text.contains("$$")) {
        return (None, None);
    }
    let mut masked = text.as_bytes().to_vec();
    let mut unclosed = None;
    let mut from = 0;
    for _ in 0..MAX_LOOKS {
        let look = Look::at(text, from, hidden);
        for region in &look.regions {
            blank(&mut masked, region);
        }
        match look.end {
            End::Closed => break,
            End::Again(at) => from = at,
            End::Unclosed(at, what) => {
                blank(&mut masked, &(at..text.len()));
                unclosed = Some((at, what));
                break;
            }
        }
    }
    // Regions begin and end at ASCII marks, so what is left is UTF-8.
    (String::from_utf8(masked).ok(), unclosed)
}

/// One look over the text from a place on: as far as it is sure what is code and what is not.
struct Look {
    regions: Vec<Range<usize>>,
    end: End,
}

enum End {
    /// Everything was seen.
    Closed,
    /// A mark at this place is never closed.
    Unclosed(usize, &'static str),
    /// What follows this place must be looked at anew.
    Again(usize),
}

impl Look {
    fn at(text: &str, from: usize, hidden: Hidden) -> Self {
        let code = code(text, from);
        let mut marks = marks(text, from, &code, hidden);
        let mut regions = Vec::new();
        while let Some(mark) = marks.next() {
            let Some(end) = mark.end(text) else {
                return Self { regions, end: End::Unclosed(mark.at, mark.what) };
            };
            let region = mark.at..end;
            while marks.next_if(|mark| mark.at < end).is_some() {}
            let across_lines = text.get(region.clone()).is_some_and(|inside| inside.contains('\n'));
            if hidden == Hidden::Comments || across_lines {
                let swallowed = swallows(&region, &code);
                regions.push(region);
                if swallowed {
                    return Self { regions, end: End::Again(end) };
                }
            }
        }
        Self { regions, end: End::Closed }
    }
}

/// Whether code begins inside a hidden region and ends behind it: then it was no code.
fn swallows(region: &Range<usize>, code: &[Range<usize>]) -> bool {
    let first = code.partition_point(|range| range.start < region.start);
    let inside = code.iter().skip(first).take_while(|range| range.start < region.end);
    inside.into_iter().any(|range| range.end > region.end)
}

struct Mark {
    at: usize,
    token: &'static str,
    what: &'static str,
}

impl Mark {
    /// The place behind the mark that closes this one.
    fn end(&self, text: &str) -> Option<usize> {
        let inside = self.at + self.token.len();
        let length = text.get(inside..)?.find(self.token)?;
        Some(inside + length + self.token.len())
    }
}

/// The places outside code where something hidden may open or close, in order.
fn marks<'t>(
    text: &'t str,
    from: usize,
    code: &'t [Range<usize>],
    hidden: Hidden,
) -> Peekable<impl Iterator<Item = Mark> + 't> {
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
    let marks = doubled.filter_map(move |at| {
        let at = from + at;
        while ranges.next_if(|range| range.end <= at).is_some() {}
        if ranges.peek().is_some_and(|range| range.contains(&at)) {
            return None;
        }
        match text.get(at..at + 2)? {
            "%%" => Some(Mark { at, token: "%%", what: "comment" }),
            _ if hidden == Hidden::Blocks && opens_line(text, at) => {
                Some(Mark { at, token: "$$", what: "math block" })
            }
            _ => None,
        }
    });
    marks.peekable()
}

/// Two dollars in the middle of a sentence are money, not mathematics: a block begins its line,
/// behind the marks of quotes and lists at the most.
fn opens_line(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let line = before.bytes().rev().take_while(|byte| *byte != b'\n');
    line.into_iter()
        .all(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'-' | b'*' | b'+'))
}

/// Where code and HTML stand, in order: marks in there are text.
fn code(text: &str, from: usize) -> Vec<Range<usize>> {
    let parser = Parser::new(text.get(from..).unwrap_or_default()).into_offset_iter();
    let ranges = parser.filter_map(|(event, range)| match event {
        Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock)
        | Event::Code(_)
        | Event::InlineHtml(_) => Some(range.start + from..range.end + from),
        _ => None,
    });
    ranges.collect()
}

/// Blanks everything but line ends.
fn blank(bytes: &mut [u8], range: &Range<usize>) {
    for byte in bytes.get_mut(range.clone()).unwrap_or_default() {
        if !matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blanks shown as `.`; an open mark as `! byte what` at the end.
    fn check(text: &str, expected: &str) {
        let masked = without_blocks(text);
        assert_eq!(masked.text.len(), text.len());
        let mut got = String::new();
        for (old, new) in text.bytes().zip(masked.text.bytes()) {
            got.push(if old != new { '.' } else { char::from(new) });
        }
        if let Some((at, what)) = masked.unclosed {
            got.push_str(&format!("! {at} {what}"));
        }
        assert_eq!(got, expected, "{text:?}");
    }

    #[test]
    fn comments_and_math_over_lines_are_blanked() {
        check("a\n%%\n# b\n%%\nc", "a\n..\n. .\n..\nc");
        check("a %%b\n\n# c%% d", "a ...\n\n. ... d");
        check("$$\n# x\n\n$$\n", "..\n. .\n\n..\n");
        check("- $$\n  # x\n  $$\n", "- ..\n  . .\n  ..\n");
    }

    #[test]
    fn what_stays_on_its_line_stays() {
        check("a %%b%% c\n", "a %%b%% c\n");
        check("$$x$$\n", "$$x$$\n");
        check("it costs $$ or so\nand $$ more\n", "it costs $$ or so\nand $$ more\n");
    }

    #[test]
    fn marks_in_code_are_text() {
        check("`%%`\n# a\n`%%`", "`%%`\n# a\n`%%`");
        check("```\n%%\n```\n# a\n", "```\n%%\n```\n# a\n");
        check("> ```\n> %%\n> ```\n\n# a\n", "> ```\n> %%\n> ```\n\n# a\n");
        check("    %%\n\n# a\n", "    %%\n\n# a\n");
        check("<!-- %% -->\n# a\n", "<!-- %% -->\n# a\n");
    }

    #[test]
    fn a_reader_sees_no_comment_at_all() {
        let check = |text: &str, expected: &str| assert_eq!(without_comments(text), expected);
        check("a %%b%% c", "a       c");
        check("`%%` a %%b%% `%%`", "`%%` a       `%%`");
        check("$$x$$ %% open", "$$x$$        ");
    }

    #[test]
    fn a_fence_inside_a_comment_hides_nothing_behind_it() {
        check("%%\n```\n%%\n%%\nx\n%%\n", "..\n...\n..\n..\n.\n..\n");
    }

    #[test]
    fn what_is_never_closed_is_blank_to_the_end() {
        check("a\n%% b\n# c", "a\n.. .\n. .! 2 comment");
        check("$$\nx", "..\n.! 0 math block");
    }
}
