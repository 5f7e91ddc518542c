//! The marks of Markdown and HTML that a reader doesn't see, and what interrupts a sentence without
//! belonging to it. They are found by themselves, wherever they stand, because the text may be cut
//! out of a note. No mark extends beyond its paragraph.

use crate::text::invisible::is_invisible;

/// A mark, and the character that a reader sees for it, if any.
pub struct Mark {
    pub shown: Option<char>,
    pub length: usize,
}

impl Mark {
    fn hidden(length: usize) -> Self {
        Self { shown: None, length }
    }
}

/// Finds the marks of a text.
pub struct MarkFinder<'t> {
    text: &'t str,
    /// The offsets of each kind of end, in order, so that a text is searched only once.
    end_offsets: [Vec<usize>; ENDS.len()],
}

/// What ends a mark or a paragraph.
#[derive(Clone, Copy)]
enum End {
    Paragraph,
    MarkdownComment,
    HtmlComment,
    Tag,
    Wikilink,
    Bracket,
    Parenthesis,
}

/// The text of each kind of end.
const ENDS: [&str; 7] = ["\n\n", "%%", "-->", ">", "]]", "]", ")"];

impl<'t> MarkFinder<'t> {
    /// Creates a finder for the marks of a text.
    pub fn new(text: &'t str) -> Self {
        let offsets = |end: &str| text.match_indices(end).map(|(at, _)| at).collect();
        Self { text, end_offsets: ENDS.map(offsets) }
    }

    /// Whether a mark or an interruption may begin with this character.
    pub fn begins_mark(c: char) -> bool {
        "*_~`=\\\n<%!][".contains(c) || is_superscript_digit(c)
    }

    /// The mark at an offset, after the character `before`.
    pub fn mark_at(&self, at: usize, before: char) -> Option<Mark> {
        let rest = self.text.get(at..)?;
        let length = match rest.chars().next()? {
            '*' | '_' | '~' | '`' => 1,
            '=' if rest.starts_with("==") => 2,
            '\\' => {
                rest.chars().nth(1).filter(|c| c.is_ascii_punctuation() || *c == '\n').map(|_| 1)?
            }
            '\n' => return Some(Mark { shown: Some('\n'), length: line_break_length(rest) }),
            '-' if before.is_alphabetic() => hyphenation_length(rest)?,
            '<' => self.html_length(at)?,
            '%' => self.length_to(at, "%%", End::MarkdownComment)?,
            '!' if rest.starts_with("![") => 1,
            '^' => self.length_to(at, "^[", End::Bracket)?,
            '[' => self.opening_bracket_length(at),
            ']' => self.closing_bracket_length(at),
            c if is_superscript_digit(c) => c.len_utf8(),
            _ => return None,
        };
        Some(Mark::hidden(length))
    }

    /// The length of what interrupts a sentence at an offset: a link, an image, a tag, an address or
    /// the ID of a block.
    pub fn interruption_length(&self, at: usize, before: char) -> Option<usize> {
        let rest = self.text.get(at..)?;
        match rest.chars().next()? {
            '!' if rest.starts_with("![") => self.link_length(at + 1).map(|length| length + 1),
            '[' => self.link_length(at),
            '<' if rest.starts_with("<sup") => self.superscript_length(at),
            '#' | '^' if !before.is_alphanumeric() => tag_length(rest),
            'h' if rest.starts_with("http://") || rest.starts_with("https://") => Some(
                rest.find(|c: char| c.is_whitespace() || "<>\"|)".contains(c))
                    .unwrap_or(rest.len()),
            ),
            _ => None,
        }
    }

    /// The length of an HTML tag or comment.
    fn html_length(&self, at: usize) -> Option<usize> {
        let rest = self.text.get(at + 1..)?;
        if rest.starts_with("!--") {
            return self.length_to(at, "<!--", End::HtmlComment);
        }
        let name = rest.strip_prefix('/').unwrap_or(rest);
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            .then(|| self.length_to(at, "<", End::Tag))?
    }

    /// The length of a superscript element, such as the number of a footnote.
    fn superscript_length(&self, at: usize) -> Option<usize> {
        let opening = self.html_length(at)?;
        let inside = self.text.get(at + opening..)?;
        let number = inside.trim_start_matches(|c: char| c.is_alphanumeric() || "[]*†".contains(c));
        number
            .starts_with("</sup>")
            .then_some(opening + inside.len() - number.len() + "</sup>".len())
    }

    /// The length of what a reader doesn't see of an opening bracket and the text after it: all of a
    /// footnote or a link whose text has no letter, the target of a wikilink, else the bracket.
    fn opening_bracket_length(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        if rest.starts_with("[^") {
            return self.length_to(at, "[^", End::Bracket).unwrap_or(1);
        }
        if rest.starts_with("[[") {
            return self.wikilink_target_length(at);
        }
        let label = rest
            .get(1..)
            .unwrap_or_default()
            .trim_start_matches(|c: char| !c.is_alphabetic() && !"[]()\n".contains(c));
        let end = at + rest.len() - label.len();
        match label.starts_with(']').then(|| self.address_length(end)).flatten() {
            Some(length) => end - at + length,
            None => 1,
        }
    }

    /// The length of `[[`, with the target before the display text if there is one.
    fn wikilink_target_length(&self, at: usize) -> usize {
        let Some(length) = self.length_to(at, "[[", End::Wikilink) else { return 2 };
        let inside = self.text.get(at..at + length).unwrap_or_default();
        inside.find('|').map_or(2, |bar| bar + 1)
    }

    /// The length of a closing bracket with the address after it.
    fn closing_bracket_length(&self, at: usize) -> usize {
        self.address_length(at).unwrap_or(1)
    }

    /// The length of `](address)` or `][reference]`.
    fn address_length(&self, at: usize) -> Option<usize> {
        let rest = self.text.get(at..)?;
        match rest.as_bytes().get(1)? {
            b'(' => self.length_to(at, "](", End::Parenthesis),
            b'[' if !rest.starts_with("][[") => self.length_to(at, "][", End::Bracket),
            _ => None,
        }
    }

    /// The length of a whole link.
    fn link_length(&self, at: usize) -> Option<usize> {
        if self.text.get(at..)?.starts_with("[[") {
            return self.length_to(at, "[[", End::Wikilink);
        }
        let end = at + self.length_to(at, "[", End::Bracket)? - 1;
        Some(end - at + self.address_length(end)?)
    }

    /// The length of the text from an offset to the end of a mark that begins there with `opening`, if
    /// it ends in the same paragraph.
    fn length_to(&self, at: usize, opening: &str, end: End) -> Option<usize> {
        let inside = at + opening.len();
        let is_open = self.text.get(at..)?.starts_with(opening);
        let found = is_open.then(|| self.next_end(end, inside))??;
        let paragraph_end = self.next_end(End::Paragraph, at);
        let is_near = paragraph_end.is_none_or(|paragraph_end| found < paragraph_end);
        is_near.then_some(found - at + ENDS.get(end as usize)?.len())
    }

    /// The next offset of an end from an offset on.
    fn next_end(&self, end: End, from: usize) -> Option<usize> {
        let offsets = self.end_offsets.get(end as usize)?;
        offsets.get(offsets.partition_point(|offset| *offset < from)).copied()
    }
}

/// The length of a line break with the quote marks and the indentation of the next line.
fn line_break_length(text: &str) -> usize {
    let next_line = text.get(1..).unwrap_or_default();
    let prefix = next_line.len() - next_line.trim_start_matches([' ', '\t', '>']).len();
    1 + prefix
}

/// The length of a hyphen at the end of a line together with the line break.
fn hyphenation_length(text: &str) -> Option<usize> {
    let after_hyphen = text.get(1..)?;
    let line_break = after_hyphen.trim_start_matches('\r');
    let carriage_returns = after_hyphen.len() - line_break.len();
    let length = 1
        + carriage_returns
        + line_break_length(line_break.starts_with('\n').then_some(line_break)?);
    let next = text.get(length..)?.chars().find(|c| !is_invisible(*c))?;
    (next.is_alphabetic() && !next.is_uppercase()).then_some(length)
}

/// The length of a tag (`#friend`) or the ID of a block (`^a1`) at the beginning of a text.
fn tag_length(text: &str) -> Option<usize> {
    let name = text.get(1..)?;
    let rest = name.trim_start_matches(|c: char| c.is_alphanumeric() || "_-/".contains(c));
    (rest.len() < name.len()).then_some(text.len() - rest.len())
}

fn is_superscript_digit(c: char) -> bool {
    matches!(c, '¹' | '²' | '³' | '\u{2070}' | '\u{2074}'..='\u{2079}')
}
