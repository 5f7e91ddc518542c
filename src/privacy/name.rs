//! Names of notes as sequences of words, and the words of a text as they are compared with them:
//! whatever case, spacing, emphasis, percent-encoding or character reference the text uses.

use std::ops::Range;

use crate::index::language::is_unspaced;
use crate::text::invisible::is_invisible;
use crate::text::normalize::caseless;

/// Words of one name can stand this far from each other in a text: `Secret _**Diary**_`.
const WIDEST_GAP: usize = 8;

/// The longest character reference that is read, as `&nbsp;` or `&#x1F600;`.
const LONGEST_REFERENCE: usize = 10;

/// The longest tag of HTML that is read.
const LONGEST_TAG: usize = 20;

/// Character references that have a name, as far as they can stand in a name of a note.
const REFERENCES: [(&str, char); 7] = [
    ("amp", '&'),
    ("apos", '\''),
    ("gt", '>'),
    ("lt", '<'),
    ("nbsp", ' '),
    ("quot", '"'),
    ("shy", '\u{ad}'),
];

/// A title, alias or file name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    words: Vec<String>,
    /// For each word, whether the name itself has a wide gap before it, as `Dr. Anna` does.
    is_far: Vec<bool>,
}

impl Name {
    /// Reads a name; `None` where it has no letter or digit.
    pub fn parse(name: &str) -> Option<Self> {
        let words = read_words(name, letters).into_iter().map(|word| (word.text, word.is_far));
        let (words, is_far): (Vec<String>, Vec<bool>) = words.unzip();
        (!words.is_empty()).then_some(Self { words, is_far })
    }

    /// Whether the name is recognised in running text: two words or more, or three characters of
    /// a script without spaces. A single word is mostly an ordinary word too, and a date says
    /// nothing about its note.
    pub fn is_distinctive(&self) -> bool {
        let weight = |word: &String| if is_character(word) { 1 } else { 2 };
        let is_number = |word: &String| word.chars().all(char::is_numeric);
        self.words.iter().map(weight).sum::<usize>() > 2 && !self.words.iter().all(is_number)
    }

    /// The first two words, by which names of a vault are looked up.
    pub fn start(&self) -> String {
        format!("{} {}", self.first(), self.words.get(1).map_or("", String::as_str))
    }

    /// The first word, by which names are looked up.
    pub fn first(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    /// Where the name ends in a text in which it begins with the first of these words.
    pub fn end_in(&self, words: &[Word]) -> Option<usize> {
        let found = words.get(..self.words.len())?;
        let same = self.words.iter().zip(found).all(|(own, word)| *own == word.text);
        let gaps = found.iter().zip(&self.is_far).skip(1);
        let together = gaps.into_iter().all(|(word, own_is_far)| !word.is_far || *own_is_far);
        (same && together).then(|| found.last().map(|word| word.range.end))?
    }
}

fn is_character(word: &str) -> bool {
    word.chars().next().is_some_and(is_unspaced)
}

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// In lower case, composed and decoded.
    pub text: String,
    /// Where it stands.
    pub range: Range<usize>,
    /// Whether the word before it belongs to another sentence or paragraph.
    is_far: bool,
}

/// The words of a text as each of its readers sees them: with its escapes decoded and, where it
/// has some, as it is written. `Diary%42` is `DiaryB` for one and `Diary` for the other.
pub fn readings(text: &str) -> Vec<Vec<Word>> {
    let has_escape = text.contains(['%', '&']);
    let written = has_escape.then(|| read_words(text, first_letter));
    [read_words(text, letters)].into_iter().chain(written).collect()
}

/// The words of a text in order. In scripts without spaces every character is one. `letters` gives
/// the characters with which a text begins and how many bytes of it they take.
fn read_words(text: &str, letters: fn(&str) -> (String, usize)) -> Vec<Word> {
    let mut reader = WordReader::default();
    let mut rest = text;
    while !rest.is_empty() {
        let at = text.len() - rest.len();
        let (letters, length) = letters(rest);
        let range = at..at + length;
        letters.chars().for_each(|letter| reader.read(letter, range.clone()));
        rest = rest.get(length..).unwrap_or_default();
    }
    reader.end_word();
    reader.words
}

#[derive(Default)]
struct WordReader {
    words: Vec<Word>,
    word: String,
    range: Range<usize>,
    gap: String,
}

impl WordReader {
    fn read(&mut self, letter: char, range: Range<usize>) {
        if is_invisible(letter) {
            return;
        }
        let is_letter = letter.is_alphanumeric() || is_mark(letter);
        if !is_letter || is_unspaced(letter) {
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
        if is_unspaced(letter) {
            self.end_word();
        }
    }

    fn end_word(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let text = caseless(&std::mem::take(&mut self.word));
        let gap = std::mem::take(&mut self.gap);
        self.words.push(Word { text, range: self.range.clone(), is_far: is_far(&gap) });
    }
}

/// Whether two words with this between them cannot belong to one name.
fn is_far(gap: &str) -> bool {
    let ends = |mark: char| gap.split_once(mark).is_some_and(|(_, rest)| rest.starts_with(' '));
    gap.chars().count() > WIDEST_GAP
        || gap.contains("\n\n")
        || ['.', '!', '?'].iter().any(|mark| ends(*mark))
}

/// Marks that belong to the letter before them.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{3099}' | '\u{309a}')
}

/// The characters with which a text begins, decoded if they are written as an escape, and how many
/// bytes of the text that takes.
fn letters(text: &str) -> (String, usize) {
    match text.as_bytes().first() {
        Some(b'%') => percent_escapes(text),
        Some(b'&') => reference(text),
        Some(b'<') => tag(text),
        _ => None,
    }
    .unwrap_or_else(|| first_letter(text))
}

fn first_letter(text: &str) -> (String, usize) {
    let first = text.chars().next();
    (first.into_iter().collect(), first.map_or(text.len(), char::len_utf8))
}

/// The character that `%C3%A9` stands for. It takes four escapes at most, so that a long run of
/// escapes that mean nothing is not read again from each of them.
fn percent_escapes(text: &str) -> Option<(String, usize)> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while bytes.len() < 4 {
        let code = rest.strip_prefix('%').and_then(|rest| rest.get(..2))?;
        bytes.push(u8::from_str_radix(code, 16).ok()?);
        rest = rest.get(3..).unwrap_or_default();
        if let Ok(decoded) = std::str::from_utf8(&bytes) {
            // As an escape it is seen, and divides words.
            let decoded = decoded.replace(is_invisible, " ");
            return Some((decoded, text.len() - rest.len()));
        }
    }
    None
}

/// A tag of HTML divides no name, as `<b>` does not. One with attributes may hold a name itself.
fn tag(text: &str) -> Option<(String, usize)> {
    let inside = text.get(1..text.floor_char_boundary(LONGEST_TAG))?.split_once('>')?.0;
    let name = inside.trim_start_matches('/').trim_end_matches('/');
    let is_tag = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric());
    is_tag.then(|| (" ".to_owned(), inside.len() + 2))
}

/// `&amp;`, `&#38;` or `&#x26;`.
fn reference(text: &str) -> Option<(String, usize)> {
    let head: &str = text.get(1..text.floor_char_boundary(LONGEST_REFERENCE))?;
    let (name, _) = head.split_once(';')?;
    let number = name.strip_prefix('#').map(|code| match code.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => code.parse(),
    });
    let letter = match number {
        Some(code) => char::from_u32(code.ok()?)?,
        None => REFERENCES.iter().find(|(known, _)| *known == name)?.1,
    };
    Some((letter.to_string(), name.len() + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_found(name: &str, text: &str) -> bool {
        let name = Name::parse(name).unwrap();
        let has =
            |words: &Vec<Word>| (0..words.len()).any(|at| name.end_in(&words[at..]).is_some());
        readings(text).iter().any(has)
    }

    #[test]
    fn a_name_is_found_however_it_is_written() {
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
    fn words_that_do_not_belong_together_are_no_name() {
        for text in ["a secret. Diary", "secret diaries", "secret\n\ndiary", "diary secret"] {
            assert!(!is_found("Secret Diary", text), "{text}");
        }
        assert!(!is_found("Art", "Start"));
    }

    #[test]
    fn a_single_word_or_a_date_is_not_distinctive() {
        let check = |name: &str, expected: bool| {
            assert_eq!(Name::parse(name).unwrap().is_distinctive(), expected, "{name}");
        };
        check("Diary", false);
        check("2026-11-15", false);
        check("日记", false);
        check("Secret Diary", true);
        check("Anna 2", true);
        check("王小明", true);
    }
}
