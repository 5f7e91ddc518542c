//! Shortens Markdown to a maximum length. Cuts at the end of a paragraph if one is near, otherwise
//! at the end of a sentence or word. A code or math block that is cut is closed again, and a table
//! is cut only between rows.

use std::borrow::Cow;

/// Number of characters that are kept free for what is added after the cut: the line that closes a
/// code or math block, a blank line, and the notice about the missing text.
const RESERVED_NOTICE_CHARS: usize = 80;

/// Maximum length in characters of the line that closes a code or math block. If it is longer, the
/// text is cut at the end of the last paragraph before the block.
const MAX_BLOCK_CLOSING_CHARS: usize = 16;

/// Shortens a text to at most `max_chars` characters. The last line of a shortened text says how
/// many characters are missing.
pub fn truncate(markdown: &str, max_chars: usize) -> Cow<'_, str> {
    let Some((limit, _)) = markdown.char_indices().nth(max_chars) else {
        return Cow::Borrowed(markdown);
    };
    let total = markdown.chars().count();
    let Some(available) = max_chars.checked_sub(RESERVED_NOTICE_CHARS) else {
        return Cow::Borrowed(markdown.get(..limit).unwrap_or_default());
    };
    let end = markdown.char_indices().nth(available).map_or(0, |(position, _)| position);
    let (kept, closing) = cut_text_and_closing_line(markdown, end);
    let missing = total - kept.chars().count();
    let note = format!("*The page goes on; {missing} characters were left out.*");
    let gap = if kept.is_empty() { "" } else { "\n\n" };
    Cow::Owned(format!("{kept}{closing}{gap}{note}"))
}

/// Whether a line is inside a code or math block, which must be closed if the text is cut there.
#[derive(Debug, Clone, PartialEq)]
enum FencedBlockState {
    /// The line is not in a code or math block.
    None,
    /// The line is in a code or math block. The value is the line that closes this block.
    ClosedBy(String),
}

impl FencedBlockState {
    /// Returns the state after `line`; `self` is the state before it.
    fn block_state_after_line(self, line: &str) -> Self {
        let text = without_quote_markers(line);
        match self {
            Self::None => {
                let inner = without_list_marker(text);
                let is_math = inner.strip_prefix("$$").is_some_and(|rest| !rest.contains("$$"));
                let delimiter = if is_math { Some("$$") } else { leading_code_fence(inner) };
                let indent = " ".repeat(text.len() - inner.len());
                let closed_by = |delimiter| {
                    Self::ClosedBy(format!("{}{indent}{delimiter}", quote_markers_and_indent(line)))
                };
                delimiter.map_or(Self::None, closed_by)
            }
            Self::ClosedBy(closing) => {
                let delimiter = without_quote_markers(&closing);
                let is_math = delimiter == "$$" && text.contains("$$");
                let is_end = leading_code_fence(text)
                    .is_some_and(|end| end == text && end.starts_with(delimiter));
                if is_math || is_end { Self::None } else { Self::ClosedBy(closing) }
            }
        }
    }
}

/// Returns the quote markers and the indentation that a line begins with.
fn quote_markers_and_indent(line: &str) -> &str {
    let text = line.trim_start_matches(['>', ' ', '\t']);
    line.strip_suffix(text).unwrap_or_default()
}

/// Returns a line without quote markers and indentation.
fn without_quote_markers(line: &str) -> &str {
    line.trim_start_matches(['>', ' ', '\t']).trim_end()
}

/// Returns a line without the list marker or footnote label that it begins with. A code or math
/// block may begin after it.
fn without_list_marker(text: &str) -> &str {
    let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let note = text.strip_prefix("[^").and_then(|note| note.split_once("]: "));
    let bullet =
        text.strip_prefix("- ").or_else(|| number.strip_prefix(". ").filter(|_| number != text));
    bullet.or(note.map(|(_, inner)| inner)).map_or(text, str::trim_start)
}

/// Returns the backticks or tildes of the code fence that a line begins with; `None` if there are
/// fewer than three.
fn leading_code_fence(line: &str) -> Option<&str> {
    let first = line.chars().next().filter(|first| matches!(first, '`' | '~'))?;
    let length = line.len() - line.trim_start_matches(first).len();
    line.get(..length).filter(|_| length >= 3)
}

/// Cuts a text at or before the byte position `max_offset`. Returns the kept text, and the line
/// that closes the code or math block in which it was cut; empty if there is none.
fn cut_text_and_closing_line(markdown: &str, max_offset: usize) -> (&str, String) {
    let limit = LineAtLimit::find(markdown, max_offset);
    let line = without_quote_markers(limit.line);
    let closing = match &limit.block_state {
        FencedBlockState::ClosedBy(closing) => format!("\n{closing}"),
        FencedBlockState::None => String::new(),
    };
    let is_near = limit.paragraph_end > max_offset / 2;
    if is_near || closing.chars().count() > MAX_BLOCK_CLOSING_CHARS {
        return (text_before(markdown, limit.paragraph_end), String::new());
    }
    if !closing.is_empty() {
        let lines = markdown.get(..limit.line_start).unwrap_or_default();
        return (lines.strip_suffix('\n').unwrap_or(lines), closing);
    }
    let is_block =
        line.starts_with('|') || line.starts_with("$$") || leading_code_fence(line).is_some();
    let cut = if is_block {
        limit.line_start
    } else {
        cut_offset_in_line(markdown, limit.line_start, max_offset)
    };
    (text_before(markdown, cut), closing)
}

fn text_before(markdown: &str, end_offset: usize) -> &str {
    markdown.get(..end_offset).unwrap_or_default().trim_end()
}

/// The line of a text in which its maximum length is reached.
struct LineAtLimit<'m> {
    /// The text of the line, with its line break.
    line: &'m str,
    /// The byte position at which this line begins.
    line_start: usize,
    /// Whether the beginning of this line is inside a code or math block.
    block_state: FencedBlockState,
    /// The byte position at which the last paragraph before this line ends.
    paragraph_end: usize,
}

impl<'m> LineAtLimit<'m> {
    fn find(markdown: &'m str, limit_offset: usize) -> Self {
        let mut position =
            Self { line: "", line_start: 0, block_state: FencedBlockState::None, paragraph_end: 0 };
        for line in markdown.split_inclusive('\n') {
            let end = position.line_start + line.len();
            if end > limit_offset {
                position.line = line;
                break;
            }
            position.block_state = position.block_state.block_state_after_line(line);
            position.line_start = end;
            if position.block_state == FencedBlockState::None && line.trim().is_empty() {
                position.paragraph_end = end;
            }
        }
        position
    }
}

/// Returns the byte position at which to cut the line that begins at `line_start`: the last end of
/// a sentence before `limit_offset`, or else of a word. A line without spaces is cut at
/// `limit_offset` if it is long; otherwise all of it is removed.
fn cut_offset_in_line(markdown: &str, line_start: usize, limit_offset: usize) -> usize {
    let line = markdown.get(line_start..limit_offset).unwrap_or_default();
    let (mut sentence_end, mut word_end) = (None, None);
    let mut span = InlineSpanTracker::default();
    let mut before = ' ';
    for (position, c) in line.char_indices() {
        let ends_sentence = matches!(before, '.' | '!' | '?') && c.is_whitespace();
        if span.is_outside_spans() && (ends_sentence || matches!(before, '。' | '！' | '？')) {
            sentence_end = Some(position);
        }
        if span.is_outside_spans() && c.is_whitespace() {
            word_end = Some(position);
        }
        span.read_char(before, c);
        before = c;
    }
    let is_near = |position: &usize| *position > line.len() / 2;
    let fallback = if line.len() > limit_offset / 2 { line.len() } else { 0 };
    line_start + sentence_end.filter(is_near).or(word_end).unwrap_or(fallback)
}

/// Tracks whether a position in a line is inside a link or inline code, which must not be cut.
#[derive(Default)]
struct InlineSpanTracker {
    in_code: bool,
    open_brackets: usize,
    in_address: bool,
}

impl InlineSpanTracker {
    /// Whether the position is neither in a link nor in inline code.
    fn is_outside_spans(&self) -> bool {
        !self.in_code && self.open_brackets == 0 && !self.in_address
    }

    /// Updates the state with the next character `c` of the line. `previous_char` is the character
    /// before it, which may escape `c`.
    fn read_char(&mut self, previous_char: char, c: char) {
        match c {
            '`' => self.in_code = !self.in_code,
            _ if previous_char == '\\' || self.in_code => {}
            '[' => self.open_brackets += 1,
            ']' => self.open_brackets = self.open_brackets.saturating_sub(1),
            '(' if previous_char == ']' => self.in_address = true,
            ')' => self.in_address = false,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(markdown: &str, most: usize, expected: &str) {
        let found = truncate(markdown, most);
        assert_eq!(found, expected, "{markdown}");
        assert!(found.chars().count() <= most, "{markdown}");
    }

    fn note(left: usize) -> String {
        format!("*The page goes on; {left} characters were left out.*")
    }

    #[test]
    fn a_fence_after_a_list_marker_is_closed_with_its_indentation() {
        for mark in ["- ", "12. ", "[^1]: "] {
            let indent = " ".repeat(mark.len());
            let list = format!("{mark}```c\n{indent}code\n{indent}```\n\n");
            let short = truncate(&(list.clone() + &"Some words. ".repeat(50)), 200).into_owned();
            assert_eq!(short.matches("```").count(), 2, "{short}");
            let code = format!("{mark}```c\n{}", format!("{indent}code\n").repeat(100));
            let short = truncate(&code, 200).into_owned();
            assert!(short.contains(&format!("\n{indent}```\n")), "{short}");
        }
    }

    #[test]
    fn a_short_text_is_not_changed() {
        check("", 0, "");
        check("Short.", 6, "Short.");
        check(&"a".repeat(500), 500, &"a".repeat(500));
    }

    #[test]
    fn a_long_text_is_cut_at_a_paragraph_a_sentence_or_a_word() {
        let rest = "word ".repeat(100);
        check(&format!("One two.\n\n{rest}"), 95, &format!("One two.\n\n{}", note(502)));
        check(&format!("It is one. {rest}"), 95, &format!("It is one.\n\n{}", note(501)));
        check(&rest, 98, &format!("word word word\n\n{}", note(486)));
        check(&"界".repeat(300), 100, &format!("{}\n\n{}", "界".repeat(20), note(280)));
        check(&"一二三。".repeat(100), 92, &format!("一二三。一二三。\n\n{}", note(392)));
    }

    #[test]
    fn links_and_code_are_not_cut_in_two() {
        let rest = "b ".repeat(100);
        check(&format!("See [a b c d e f](x). {rest}"), 95, &format!("See\n\n{}", note(219)));
        check(&format!("Run `a b c d e f g` {rest}"), 95, &format!("Run\n\n{}", note(217)));
    }

    #[test]
    fn blocks_are_closed() {
        let lines = "code\n".repeat(100);
        check(&format!("```c\n{lines}```"), 95, &format!("```c\ncode\ncode\n```\n\n{}", note(494)));
        check(&format!("$$\n{lines}$$"), 95, &format!("$$\ncode\ncode\n$$\n\n{}", note(493)));
        let deep = format!("```\n{}```", "                    code\n".repeat(9));
        check(&deep, 120, &format!("```\n                    code\n```\n\n{}", note(204)));
        let rows = "| a | b |\n".repeat(50);
        check(&rows, 105, &format!("| a | b |\n| a | b |\n\n{}", note(481)));
        check(
            &format!("> ~~~\n{}", "> x\n".repeat(99)),
            93,
            &format!("> ~~~\n> x\n> ~~~\n\n{}", note(393)),
        );
    }

    #[test]
    fn a_very_small_limit_has_no_last_line() {
        check("Some words here", 4, "Some");
    }

    proptest::proptest! {
        #[test]
        fn the_result_is_never_longer_than_the_limit(text in "[a-z `$|>~.\n\\[\\]()界]{0,400}", most in 0_usize..300) {
            proptest::prop_assert!(truncate(&text, most).chars().count() <= most);
        }
    }
}
