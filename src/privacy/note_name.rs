//! Splits names of notes and texts into words, so that the names can be found in the texts. Case,
//! spacing, emphasis, percent-encoding and HTML character references make no difference.

use std::ops::Range;

use crate::index::language::is_unspaced_script;
use crate::text::invisible::is_invisible;
use crate::text::normalize::fold_case;

/// Maximum number of characters between two words of a name, as in `Secret _**Diary**_`. Words that
/// are further apart don't form a name.
const MAX_WORD_GAP_CHARS: usize = 8;

/// Maximum length of an HTML character reference, such as `&nbsp;` or `&#x1F600;`. A longer one is
/// not decoded.
const MAX_CHAR_REFERENCE_BYTES: usize = 10;

/// Maximum length of an HTML tag that is ignored between the words of a name.
const MAX_HTML_TAG_BYTES: usize = 20;

/// Named character references that can occur in the name of a note.
const NAMED_CHAR_REFERENCES: [(&str, char); 7] = [
    ("amp", '&'),
    ("apos", '\''),
    ("gt", '>'),
    ("lt", '<'),
    ("nbsp", ' '),
    ("quot", '"'),
    ("shy", '\u{ad}'),
];

/// A title, alias or file name of a note, as a sequence of words.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NoteName {
    words: Vec<String>,
    /// For each word, whether the gap before it is wide, like the end of a sentence: `Dr. Anna`.
    /// Then the gap in the text may be wide too.
    has_wide_gap: Vec<bool>,
}

impl NoteName {
    /// Parses a name. Returns `None` if it has no letter or digit.
    pub fn parse(name: &str) -> Option<Self> {
        let words = split_words(name, decoded_char_and_length)
            .into_iter()
            .map(|word| (word.text, word.has_wide_gap));
        let (words, has_wide_gap): (Vec<String>, Vec<bool>) = words.unzip();
        (!words.is_empty()).then_some(Self { words, has_wide_gap })
    }

    /// Whether the name is recognised in running text: it has two or more words, or three
    /// characters of a script without spaces. A single word is usually an ordinary word too, and a
    /// date reveals nothing about its note.
    pub fn is_distinctive(&self) -> bool {
        let weight = |word: &String| if is_in_unspaced_script(word) { 1 } else { 2 };
        let is_number = |word: &String| word.chars().all(char::is_numeric);
        self.words.iter().map(weight).sum::<usize>() > 2 && !self.words.iter().all(is_number)
    }

    /// The first two words, by which `VaultNames` looks up names.
    pub fn first_two_words(&self) -> String {
        format!("{} {}", self.first_word(), self.words.get(1).map_or("", String::as_str))
    }

    /// The first word, by which `Redactor` looks up names.
    pub fn first_word(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    /// If `words`, the words of a text, begin with this name, returns the byte offset in the text
    /// at which the name ends.
    pub fn match_end_offset(&self, words: &[TextWord]) -> Option<usize> {
        let found = words.get(..self.words.len())?;
        let same = self.words.iter().zip(found).all(|(own, word)| *own == word.text);
        let gaps = found.iter().zip(&self.has_wide_gap).skip(1);
        let together =
            gaps.into_iter().all(|(word, own_gap_is_wide)| !word.has_wide_gap || *own_gap_is_wide);
        (same && together).then(|| found.last().map(|word| word.byte_range.end))?
    }
}

fn is_in_unspaced_script(word: &str) -> bool {
    word.chars().next().is_some_and(is_unspaced_script)
}

/// A word of a text that is searched for names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextWord {
    /// The word as it is compared with the words of a name: decoded and without differences of
    /// case.
    pub text: String,
    /// The position of the word in the text, in bytes.
    pub byte_range: Range<usize>,
    /// Whether the previous word is in another sentence or paragraph, or too far away.
    has_wide_gap: bool,
}

/// The words of a text in each possible reading: with its escapes decoded and, if it has escapes,
/// also as it is written. `Diary%42` can mean `DiaryB` or `Diary` and `42`.
pub fn possible_word_splits(text: &str) -> Vec<Vec<TextWord>> {
    let has_escape = text.contains(['%', '&']);
    let written = has_escape.then(|| split_words(text, raw_char_and_length));
    [split_words(text, decoded_char_and_length)].into_iter().chain(written).collect()
}

/// Splits a text into words. In scripts without spaces every character is a word. `decode` returns
/// the first character of a text, decoded or not, and how many bytes of the text it occupies; `None`
/// at the end of the text.
fn split_words(text: &str, decode: fn(&str) -> Option<(char, usize)>) -> Vec<TextWord> {
    let mut splitter = WordSplitter::default();
    let mut rest = text;
    while let Some((letter, length)) = decode(rest) {
        let at = text.len() - rest.len();
        splitter.push_char(letter, at..at + length);
        rest = rest.get(length..).unwrap_or_default();
    }
    splitter.end_word();
    splitter.words
}

/// Collects the characters of a text into words, one character at a time.
#[derive(Default)]
struct WordSplitter {
    words: Vec<TextWord>,
    word: String,
    range: Range<usize>,
    gap: String,
}

impl WordSplitter {
    fn push_char(&mut self, letter: char, range: Range<usize>) {
        if is_invisible(letter) {
            return;
        }
        let is_letter = letter.is_alphanumeric() || is_combining_mark(letter);
        if !is_letter || is_unspaced_script(letter) {
            self.end_word();
        }
        if !is_letter {
            self.gap.push(letter);
            return;
        }
        if self.word.is_empty() {
            self.range.start = range.start;
        }
        self.range.end = range.end;
        self.word.push(letter);
        if is_unspaced_script(letter) {
            self.end_word();
        }
    }

    fn end_word(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let text = fold_case(&std::mem::take(&mut self.word));
        let gap = std::mem::take(&mut self.gap);
        self.words.push(TextWord {
            text,
            byte_range: self.range.clone(),
            has_wide_gap: is_wide_gap(&gap),
        });
    }
}

/// Whether two words with this text between them cannot belong to the same name.
fn is_wide_gap(text_between_words: &str) -> bool {
    let ends = |mark: char| {
        text_between_words.split_once(mark).is_some_and(|(_, rest)| rest.starts_with(' '))
    };
    text_between_words.chars().count() > MAX_WORD_GAP_CHARS
        || text_between_words.contains("\n\n")
        || ['.', '!', '?'].iter().any(|mark| ends(*mark))
}

/// Whether a character is a combining mark, which belongs to the letter before it.
fn is_combining_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{3099}' | '\u{309a}')
}

/// The first character of a text, decoded if it is written as an escape, and how many bytes of the
/// text it occupies.
fn decoded_char_and_length(text: &str) -> Option<(char, usize)> {
    match text.as_bytes().first() {
        Some(b'%') => percent_decoded_char_and_length(text),
        Some(b'&') => decoded_reference_and_length(text),
        Some(b'<') => html_tag_as_space_and_length(text),
        _ => None,
    }
    .or_else(|| raw_char_and_length(text))
}

/// The first character of a text without decoding, and its length in bytes.
fn raw_char_and_length(text: &str) -> Option<(char, usize)> {
    text.chars().next().map(|first| (first, first.len_utf8()))
}

/// Decodes a percent-encoded character, such as `%C3%A9`, at the beginning of a text. Reads at most
/// four bytes, because no character is longer.
fn percent_decoded_char_and_length(text: &str) -> Option<(char, usize)> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while bytes.len() < 4 {
        let code = rest.strip_prefix('%').and_then(|rest| rest.get(..2))?;
        bytes.push(u8::from_str_radix(code, 16).ok()?);
        rest = rest.get(3..).unwrap_or_default();
        if let Some(decoded) = std::str::from_utf8(&bytes).ok().and_then(|it| it.chars().next()) {
            // An invisible character that is written as an escape (`%E2%80%8B`) is visible in the
            // text, so it separates words.
            let decoded = if is_invisible(decoded) { ' ' } else { decoded };
            return Some((decoded, text.len() - rest.len()));
        }
    }
    None
}

/// Reads an HTML tag such as `<b>` at the beginning of a text as a space, so that it doesn't split
/// a name. A tag with attributes stays, because it may contain a name.
fn html_tag_as_space_and_length(text: &str) -> Option<(char, usize)> {
    let inside = text.get(1..text.floor_char_boundary(MAX_HTML_TAG_BYTES))?.split_once('>')?.0;
    let name = inside.trim_start_matches('/').trim_end_matches('/');
    let is_tag = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric());
    is_tag.then_some((' ', inside.len() + 2))
}

/// Decodes an HTML character reference at the beginning of a text: `&amp;`, `&#38;` or `&#x26;`.
fn decoded_reference_and_length(text: &str) -> Option<(char, usize)> {
    let head: &str = text.get(1..text.floor_char_boundary(MAX_CHAR_REFERENCE_BYTES))?;
    let (name, _) = head.split_once(';')?;
    let number = name.strip_prefix('#').map(|code| match code.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => code.parse(),
    });
    let letter = match number {
        Some(code) => char::from_u32(code.ok()?)?,
        None => NAMED_CHAR_REFERENCES.iter().find(|(known, _)| *known == name)?.1,
    };
    Some((letter, name.len() + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_found(name: &str, text: &str) -> bool {
        let name = NoteName::parse(name).unwrap();
        let has = |words: &Vec<TextWord>| {
            (0..words.len()).any(|at| name.match_end_offset(&words[at..]).is_some())
        };
        possible_word_splits(text).iter().any(has)
    }

    #[test]
    fn a_name_is_found_in_every_spelling() {
        for text in [
            "the secret diary of",
            "SECRET\nDIARY",
            "Secret_Diary",
            "secret-diary",
            "secret%20diary.md",
            "**Secret** *Diary*",
            "secret&nbsp;diary",
            "secret&#32;diary",
            "Secret\u{a0}Diary's",
            "Sec\u{200b}ret Di\u{ad}ary",
            "Secret <b>Diary</b>",
            "Secret Diary%00more",
            "Secret Diary%42",
            "<img alt=\"Secret Diary\">",
        ] {
            assert!(is_found("Secret Diary", text), "{text}");
        }
        assert!(is_found("Café für Anna", "cafe\u{301} fu\u{308}r anna"));
        assert!(is_found("Café", "caf%C3%A9"));
        assert!(is_found("我的日记", "看我的日记吧"));
        assert!(is_found("Die Straße heim", "DIE STRASSE HEIM"));
        assert!(is_found("İstanbul günlüğü", "ISTANBUL GÜNLÜĞÜ"));
        assert!(is_found("Iğdır gezisi", "ığdır gezisi"));
        assert!(is_found("Anna Winter", "Ａｎｎａ Ｗｉｎｔｅｒ"));
        assert!(is_found("Dr. Anna Winter", "I met Dr. Anna Winter."));
        assert!(is_found("Why me? Because", "why me? because"));
        assert!(is_found("a — — — — — — b", "a — — — — — — b"));
    }

    #[test]
    fn words_of_different_sentences_are_no_name() {
        for text in ["a secret. Diary", "secret diaries", "secret\n\ndiary", "diary secret"] {
            assert!(!is_found("Secret Diary", text), "{text}");
        }
        assert!(!is_found("Art", "Start"));
    }

    #[test]
    fn a_single_word_or_a_date_is_not_distinctive() {
        let check = |name: &str, expected: bool| {
            assert_eq!(NoteName::parse(name).unwrap().is_distinctive(), expected, "{name}");
        };
        check("Diary", false);
        check("2026-11-15", false);
        check("日记", false);
        check("Secret Diary", true);
        check("Anna 2", true);
        check("王小明", true);
    }
}
