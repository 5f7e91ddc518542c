//! What Obsidian hides from Markdown: `%%` comments and `$$` blocks, which go over blank lines
//! and hold no headings. Both are blanked out, byte for byte, so that a CommonMark parser sees
//! nothing in them and every offset and line stays true.
//!
//! Frontmatter is the caller's business: what is given here begins after it.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag};

/// A comment may hold the beginning of a code fence, which hides the rest of the text from the
/// first look and makes a second one necessary. A person's note has a few such places at most;
/// beyond this many the text was made to cost time, and is taken as it is.
const MAX_LOOKS: usize = 50;

/// A text whose hidden parts are blank.
pub struct Masked<'a> {
    /// The same length, the same lines.
    pub text: Cow<'a, str>,
    /// Where a mark opens that is never closed, and what it opens.
    pub unclosed: Option<(usize, &'static str)>,
}

/// Blanks the comments and math blocks that span lines.
pub fn mask(text: &str) -> Masked<'_> {
    if !text.contains("%%") && !text.contains("$$") {
        return Masked { text: Cow::Borrowed(text), unclosed: None };
    }
    let mut masked = text.to_owned();
    let mut from = 0;
    for _ in 0..MAX_LOOKS {
        let look = Look::at(&masked, from);
        for region in &look.regions {
            blank(&mut masked, region);
        }
        match look.end {
            End::Closed => break,
            End::Unclosed(at, what) => {
                let rest = at..masked.len();
                blank(&mut masked, &rest);
                return Masked { text: Cow::Owned(masked), unclosed: Some((at, what)) };
            }
            End::Again(at) => from = at,
        }
    }
    Masked { text: Cow::Owned(masked), unclosed: None }
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
    fn at(text: &str, from: usize) -> Self {
        let code = code(text, from);
        let mut regions = Vec::new();
        let mut at = from;
        while let Some(mark) = next_mark(text, at, &code) {
            let Some(length) = text.get(mark.at + 2..).and_then(|rest| rest.find(mark.token))
            else {
                return Self { regions, end: End::Unclosed(mark.at, mark.what) };
            };
            let region = mark.at..mark.at + 2 + length + 2;
            at = region.end;
            if !text.get(region.clone()).is_some_and(|inside| inside.contains('\n')) {
                continue;
            }
            let swallowed = code.iter().any(|c| region.contains(&c.start) && c.end > region.end);
            regions.push(region);
            if swallowed {
                return Self { regions, end: End::Again(at) };
            }
        }
        Self { regions, end: End::Closed }
    }
}

struct Mark {
    at: usize,
    token: &'static str,
    what: &'static str,
}

/// The next place outside code where something hidden opens.
fn next_mark(text: &str, from: usize, code: &[Range<usize>]) -> Option<Mark> {
    let comment = occurrences(text, "%%", from).find(|at| !is_in(code, *at));
    let math = occurrences(text, "$$", from).find(|at| !is_in(code, *at) && opens_line(text, *at));
    match (comment, math) {
        (Some(comment), math) if math.is_none_or(|math| comment < math) => {
            Some(Mark { at: comment, token: "%%", what: "comment" })
        }
        (_, Some(math)) => Some(Mark { at: math, token: "$$", what: "math block" }),
        _ => None,
    }
}

fn occurrences<'t>(text: &'t str, token: &'t str, from: usize) -> impl Iterator<Item = usize> + 't {
    let rest = text.get(from..).unwrap_or_default();
    rest.match_indices(token).map(move |(at, _)| from + at)
}

/// Two dollars in the middle of a sentence are money, not mathematics: a block begins its line,
/// behind the marks of quotes and lists at the most.
fn opens_line(text: &str, at: usize) -> bool {
    let line = text.get(..at).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    line.chars().all(|c| c.is_whitespace() || matches!(c, '>' | '-' | '*' | '+'))
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

fn is_in(ranges: &[Range<usize>], at: usize) -> bool {
    let after = ranges.partition_point(|range| range.start <= at);
    // Ranges do not overlap, but for code inside HTML; the last two that begin before decide.
    ranges.iter().take(after).rev().take(2).any(|range| range.contains(&at))
}

/// Blanks everything but line ends. The range begins and ends at ASCII, so the text stays UTF-8.
fn blank(text: &mut String, range: &Range<usize>) {
    let Some(hidden) = text.get(range.clone()) else { return };
    let blanks: String = hidden
        .bytes()
        .map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' })
        .collect();
    text.replace_range(range.clone(), &blanks);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blanks shown as `.`; an open mark as `! byte what` at the end.
    fn check(text: &str, expected: &str) {
        let masked = mask(text);
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
    fn a_fence_inside_a_comment_hides_nothing_behind_it() {
        check("%%\n```\n%%\n%%\nx\n%%\n", "..\n...\n..\n..\n.\n..\n");
    }

    #[test]
    fn what_is_never_closed_is_blank_to_the_end() {
        check("a\n%% b\n# c", "a\n.. .\n. .! 2 comment");
        check("$$\nx", "..\n.! 0 math block");
    }
}
