//! The marks of Markdown and HTML that a reader doesn't see, and what interrupts a sentence without
//! belonging to it. They are found by themselves, wherever they stand, because the text may be cut
//! out of a note. No mark extends beyond its paragraph.

use crate::values::text::{is_invisible, step_counter};

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
    WikilinkTarget,
    Bracket,
    Parenthesis,
}

/// The text of each kind of end.
const ENDS: [&str; 8] = ["\n\n", "%%", "-->", ">", "]]", "|", "]", ")"];

/// Whether a text may have marks.
pub fn may_have_marks(text: &str) -> bool {
    let is_of_mark = |c: char| "*_~`=\\<>%[]".contains(c) || is_superscript_digit(c);
    text.contains(is_of_mark) || text.contains("-\n") || text.contains("-\r")
}

/// Whether a text may have something that interrupts a sentence.
pub fn may_have_interruptions(text: &str) -> bool {
    ["](", "][", "[[", "#", "^", "://", "<sup"].iter().any(|part| text.contains(part))
}

impl<'t> MarkFinder<'t> {
    /// Creates a finder for the marks of a text.
    pub fn new(text: &'t str) -> Self {
        let offsets = |end: &str| text.match_indices(end).map(|(at, _)| at).collect();
        Self { text, end_offsets: ENDS.map(offsets) }
    }

    /// The mark at an offset, after the character `before`.
    pub fn mark_at(&self, at: usize, before: char) -> Option<Mark> {
        let rest = self.text.get(at..)?;
        let length = match rest.chars().next()? {
            '*' | '_' | '~' | '`' => 1,
            '=' if rest.starts_with("==") => 2,
            '\\' if is_escape(rest) => 1,
            '\n' => return Some(Mark { shown: Some('\n'), length: line_break_length(rest) }),
            '-' if before.is_alphabetic() => hyphenation_length(rest)?,
            '<' => self.html_length(at)?,
            '%' => self.length_to(at, "%%", End::MarkdownComment)?,
            '!' if rest.starts_with("![") => 1,
            '^' => self.length_to(at, "^[", End::Bracket)?,
            '[' => self.opening_bracket_length(at),
            ']' => self.address_length(at).unwrap_or(1),
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
            'h' if rest.starts_with("http://") || rest.starts_with("https://") => {
                let is_end = |c: char| c.is_whitespace() || "<>\"|)".contains(c);
                Some(rest.find(is_end).unwrap_or(rest.len()))
            }
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
        let is_tag = name.starts_with(|c: char| c.is_ascii_alphabetic());
        is_tag.then(|| self.length_to(at, "<", End::Tag))?
    }

    /// The length of a superscript element, such as the number of a footnote.
    fn superscript_length(&self, at: usize) -> Option<usize> {
        let opening = self.html_length(at)?;
        let inside = self.text.get(at + opening..)?;
        let number = inside.trim_start_matches(|c: char| c.is_alphanumeric() || "[]*†".contains(c));
        let length = opening + inside.len() - number.len() + "</sup>".len();
        number.starts_with("</sup>").then_some(length)
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
        let is_of_number = |c: char| !c.is_alphabetic() && !"[]()\n".contains(c);
        let inside = rest.get(1..).unwrap_or_default();
        let after_number = inside.trim_start_matches(is_of_number);
        let end = at + rest.len() - after_number.len();
        step_counter::add_steps(inside.len() - after_number.len());
        match after_number.starts_with(']').then(|| self.address_length(end)).flatten() {
            Some(length) => end - at + length,
            None => 1,
        }
    }

    /// The length of `[[`, with the target before the display text if there is one.
    fn wikilink_target_length(&self, at: usize) -> usize {
        let Some(length) = self.length_to(at, "[[", End::Wikilink) else { return 2 };
        let bar = self.next_end(End::WikilinkTarget, at).filter(|bar| *bar < at + length);
        bar.map_or(2, |bar| bar - at + 1)
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
    if !line_break.starts_with('\n') {
        return None;
    }
    let length = text.len() - line_break.len() + line_break_length(line_break);
    let next = text.get(length..)?.chars().find(|c| !is_invisible(*c))?;
    (next.is_alphabetic() && !next.is_uppercase()).then_some(length)
}

/// Whether a text begins with a backslash that makes the next character an ordinary one.
fn is_escape(text: &str) -> bool {
    text.chars().nth(1).is_some_and(|c| c.is_ascii_punctuation() || c == '\n')
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
