//! A text cut to a length: at the end of a paragraph if one is near, else of a sentence or a word.
//! Nothing is left open: a fence or a block of math is closed, and a table keeps whole rows.

use std::borrow::Cow;

/// Characters that the last line has at most, with its number and the blank line before it.
const NOTE: usize = 80;

/// Characters that may close a block, which the last line leaves free.
const LONGEST_CLOSE: usize = 16;

/// The text with at most so many characters, and a last line that says how many were left out.
pub fn cut(markdown: &str, most: usize) -> Cow<'_, str> {
    let Some((limit, _)) = markdown.char_indices().nth(most) else {
        return Cow::Borrowed(markdown);
    };
    let all = markdown.chars().count();
    let Some(room) = most.checked_sub(NOTE) else {
        return Cow::Borrowed(markdown.get(..limit).unwrap_or_default());
    };
    let room = markdown.char_indices().nth(room).map_or(0, |(at, _)| at);
    let (kept, close) = find(markdown, room);
    let left = all - kept.chars().count();
    let note = format!("*The page goes on; {left} characters were left out.*");
    let gap = if kept.is_empty() { "" } else { "\n\n" };
    Cow::Owned(format!("{kept}{close}{gap}{note}"))
}

/// A block in which blank lines and sentences are no places to cut.
#[derive(Debug, Clone, PartialEq)]
enum Open {
    /// Ordinary text.
    Text,
    /// A fence or a block of math, with the line that closes it.
    Block(String),
}

impl Open {
    /// What is open behind a line.
    fn after(self, line: &str) -> Self {
        let text = unquoted(line);
        match self {
            Self::Text => {
                let inner = behind_mark(text);
                let is_math = inner.strip_prefix("$$").is_some_and(|rest| !rest.contains("$$"));
                let signs = if is_math { Some("$$") } else { fence(inner) };
                let indent = " ".repeat(text.len() - inner.len());
                let close = |signs| Self::Block(format!("{}{indent}{signs}", prefix(line)));
                signs.map_or(Self::Text, close)
            }
            Self::Block(close) => {
                let signs = unquoted(&close);
                let is_math = signs == "$$" && text.contains("$$");
                let is_end = fence(text).is_some_and(|end| end == text && end.starts_with(signs));
                if is_math || is_end { Self::Text } else { Self::Block(close) }
            }
        }
    }
}

/// The marks of a quotation and the indent of a line.
fn prefix(line: &str) -> &str {
    let text = line.trim_start_matches(['>', ' ', '\t']);
    line.strip_suffix(text).unwrap_or_default()
}

/// A line without the marks of a quotation and its indent.
fn unquoted(line: &str) -> &str {
    line.trim_start_matches(['>', ' ', '\t']).trim_end()
}

/// A line without the mark of a list or of a note, behind which a block may begin.
fn behind_mark(text: &str) -> &str {
    let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let note = text.strip_prefix("[^").and_then(|note| note.split_once("]: "));
    let bullet =
        text.strip_prefix("- ").or_else(|| number.strip_prefix(". ").filter(|_| number != text));
    bullet.or(note.map(|(_, inner)| inner)).map_or(text, str::trim_start)
}

/// The signs that open or close a fence.
fn fence(line: &str) -> Option<&str> {
    let sign = line.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
    let length = line.len() - line.trim_start_matches(sign).len();
    line.get(..length).filter(|_| length >= 3)
}

/// The part that is kept, and what closes it.
fn find(markdown: &str, room: usize) -> (&str, String) {
    let place = Place::of(markdown, room);
    let line = unquoted(place.line);
    let close = match &place.open {
        Open::Block(close) => format!("\n{close}"),
        Open::Text => String::new(),
    };
    let is_near = place.paragraph > room / 2;
    if is_near || close.chars().count() > LONGEST_CLOSE {
        return (kept(markdown, place.paragraph), String::new());
    }
    if !close.is_empty() {
        let lines = markdown.get(..place.start).unwrap_or_default();
        return (lines.strip_suffix('\n').unwrap_or(lines), close);
    }
    let is_block = line.starts_with('|') || line.starts_with("$$") || fence(line).is_some();
    let end = if is_block { place.start } else { in_line(markdown, place.start, room) };
    (kept(markdown, end), close)
}

fn kept(markdown: &str, end: usize) -> &str {
    markdown.get(..end).unwrap_or_default().trim_end()
}

/// Where the room ends.
struct Place<'m> {
    /// The line in which it ends, and where that starts.
    line: &'m str,
    start: usize,
    /// What is open there.
    open: Open,
    /// Where the last paragraph ends before it.
    paragraph: usize,
}

impl<'m> Place<'m> {
    fn of(markdown: &'m str, room: usize) -> Self {
        let mut place = Self { line: "", start: 0, open: Open::Text, paragraph: 0 };
        for line in markdown.split_inclusive('\n') {
            let end = place.start + line.len();
            if end > room {
                place.line = line;
                break;
            }
            place.open = place.open.after(line);
            place.start = end;
            if place.open == Open::Text && line.trim().is_empty() {
                place.paragraph = end;
            }
        }
        place
    }
}

/// The last end of a sentence in a line before the room ends, else of a word, else the room's end.
fn in_line(markdown: &str, start: usize, room: usize) -> usize {
    let line = markdown.get(start..room).unwrap_or_default();
    let (mut sentence, mut word) = (None, None);
    let mut inside = Inside::default();
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        let is_end = matches!(before, '.' | '!' | '?') && c.is_whitespace();
        if inside.is_nothing() && (is_end || matches!(before, '。' | '！' | '？')) {
            sentence = Some(at);
        }
        if inside.is_nothing() && c.is_whitespace() {
            word = Some(at);
        }
        inside.read(before, c);
        before = c;
    }
    let is_near = |at: &usize| *at > line.len() / 2;
    let nowhere = if line.len() > room / 2 { line.len() } else { 0 };
    start + sentence.filter(is_near).or(word).unwrap_or(nowhere)
}

/// Links and code in a line, which are not cut in two.
#[derive(Default)]
struct Inside {
    code: bool,
    words: usize,
    address: bool,
}

impl Inside {
    fn is_nothing(&self) -> bool {
        !self.code && self.words == 0 && !self.address
    }

    fn read(&mut self, before: char, c: char) {
        match c {
            '`' => self.code = !self.code,
            _ if before == '\\' || self.code => {}
            '[' => self.words += 1,
            ']' => self.words = self.words.saturating_sub(1),
            '(' if before == ']' => self.address = true,
            ')' => self.address = false,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(markdown: &str, most: usize, expected: &str) {
        let found = cut(markdown, most);
        assert_eq!(found, expected, "{markdown}");
        assert!(found.chars().count() <= most, "{markdown}");
    }

    fn note(left: usize) -> String {
        format!("*The page goes on; {left} characters were left out.*")
    }

    #[test]
    fn a_fence_behind_a_mark_is_closed_where_it_was_opened() {
        for mark in ["- ", "12. ", "[^1]: "] {
            let indent = " ".repeat(mark.len());
            let list = format!("{mark}```c\n{indent}code\n{indent}```\n\n");
            let short = cut(&(list.clone() + &"Some words. ".repeat(50)), 200).into_owned();
            assert_eq!(short.matches("```").count(), 2, "{short}");
            let code = format!("{mark}```c\n{}", format!("{indent}code\n").repeat(100));
            let short = cut(&code, 200).into_owned();
            assert!(short.contains(&format!("\n{indent}```\n")), "{short}");
        }
    }

    #[test]
    fn a_text_that_fits_stays_as_it_is() {
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
    fn a_very_small_limit_leaves_no_room_for_words() {
        check("Some words here", 4, "Some");
    }

    proptest::proptest! {
        #[test]
        fn it_is_never_longer_than_allowed(text in "[a-z `$|>~.\n\\[\\]()界]{0,400}", most in 0_usize..300) {
            proptest::prop_assert!(cut(&text, most).chars().count() <= most);
        }
    }
}
