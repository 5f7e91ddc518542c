//! Splits names of notes and texts into words, so that the names can be found in the texts. Case,
//! spacing and the style of letters make no difference.

use std::ops::Range;

use crate::language::is_unspaced_script;
use crate::safety::privacy::reading::Reading;
use crate::values::text::{fold_letters, is_invisible, without_accents};

/// Maximum number of characters between two words of a name, as in `Secret _**Diary**_`, where white
/// space counts as one. Words that are further apart don't form a name.
const MAX_WORD_GAP_CHARS: usize = 8;

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
        let words = split_words(name, Reading::Decoded)
            .into_iter()
            .map(|word| (word.text, word.has_wide_gap));
        let (words, has_wide_gap): (Vec<String>, Vec<bool>) = words.unzip();
        (!words.is_empty()).then_some(Self { words, has_wide_gap })
    }

    /// The names by which a note may be called in running text: a name of several words also without
    /// its accents.
    pub fn spellings(name: &str) -> impl Iterator<Item = Self> {
        let written = Self::parse(name);
        let plain = written.as_ref().filter(|name| name.is_distinctive());
        let plain = plain.and_then(|_| Self::parse(&without_accents(name)));
        let plain = plain.filter(|plain| Some(plain) != written.as_ref());
        written.into_iter().chain(plain)
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

/// The words of a text as a reading shows them. In scripts without spaces every character is a word.
pub fn split_words(text: &str, reading: Reading) -> Vec<TextWord> {
    let mut splitter = WordSplitter::default();
    for (letter, range) in reading.characters(text) {
        splitter.push_char(letter, range);
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
        let text = fold_letters(&std::mem::take(&mut self.word));
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
    gap_length(text_between_words) > MAX_WORD_GAP_CHARS
        || text_between_words.contains("\n\n")
        || ['.', '!', '?'].iter().any(|mark| ends(*mark))
}

/// The number of characters between two words. White space counts as one, however long it is.
fn gap_length(text_between_words: &str) -> usize {
    let mut was_space = false;
    let mut counts = |c: char| {
        let follows_space = std::mem::replace(&mut was_space, c.is_whitespace());
        !(follows_space && c.is_whitespace())
    };
    text_between_words.chars().filter(|c| counts(*c)).count()
}

/// Whether a character is a combining mark, which belongs to the letter before it.
fn is_combining_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{3099}' | '\u{309a}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::text::assert_linear;

    fn is_found(name: &str, text: &str) -> bool {
        let name = NoteName::parse(name).unwrap();
        let has = |words: &Vec<TextWord>| {
            (0..words.len()).any(|at| name.match_end_offset(&words[at..]).is_some())
        };
        let mut readings = Reading::all_of(text).into_iter();
        readings.any(|reading| has(&split_words(text, reading)))
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
            ">     - Secret\n>       Diary",
            "> > Secret\n> > >        Diary",
            "Secret          Diary",
            "Secret[^1] Diary",
            "Secret[^a long note] Diary",
            "Secret^[a note] Diary",
            "Secret¹ Diary",
            "Secret<sup>12</sup> Diary",
            "Secret<sup>[1]</sup> Diary",
            "Secret %%a long comment%% Diary",
            "Sec%%a%%ret Diary",
            "Secret <!-- a long comment --> Diary",
            "Secret <span class=\"a long class\">Diary</span>",
            "Sec<b>ret</b> Diary",
            "Se**cr**et _Di_ary",
            "~~Sec~~ret `Di`ary ==x==",
            "Secret\\\nDiary",
            "[Secret](https://a.example/long/address) Diary",
            "[Secret](<https://a.example/long address> \"title\") [Diary][2]",
            "Secret [1](https://a.example/long/address) Diary",
            "Secret [source](https://a.example/long/address) Diary",
            "Secret ![image](https://a.example/long/address) Diary",
            "Secret [[a/long/target|Diary]]",
            "Secret [[Other note]] Diary",
            "Secret #friend Diary",
            "Secret https://a.example/long/address Diary",
            "Secret ^block-id Diary",
            "Sec-\nret Diary",
            "> Secret Di-\n> ary",
            "Secret&ndash;Diary",
            "S&#101;cret Diary",
            "S&amp;#101;cret Diary",
            "Secret%2520Diary",
            "Secret%25252520Diary",
            "𝐒𝐞𝐜𝐫𝐞𝐭 𝒟𝒾𝒶𝓇𝓎",
            "ⓢⓔⓒⓡⓔⓣ Diary",
            "SecretDiary",
            "#secretDiary",
        ] {
            assert!(is_found("Secret Diary", text), "{text}");
        }
        assert!(is_found("Café für Anna", "cafe\u{301} fu\u{308}r anna"));
        assert!(is_found("Café", "caf%C3%A9"));
        assert!(is_found("Café Müller", "Caf&eacute; M&#xfc;ller"));
        assert!(is_found("Café Müller", "Caf%25C3%25A9 Müller"));
        assert!(is_found("Анна Зима", "**Анна** [1](https://a.example/long/address)\n> Зима"));
        assert!(is_found("Anna Winter", "Аnnа Winter"), "Cyrillic letters");
        assert!(is_found("王小明", "王**小**[^1]明"));
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
    fn a_name_of_several_words_is_also_found_without_its_accents() {
        let check = |name: &str, expected: &[&str]| {
            let found = NoteName::spellings(name).map(|it| it.words.join(" "));
            assert_eq!(found.collect::<Vec<_>>(), expected);
        };
        check("José Ñu", &["josé ñu", "jose nu"]);
        check("Anna Winter", &["anna winter"]);
        check("Schön", &["schön"]);
    }

    #[test]
    fn names_are_searched_in_linear_time() {
        for piece in [
            "[", "[1", "![", "[[", "](", "][", "[^", "^[", "<!--", "<a ", "<sup>1", "%%", "%",
            "%25", "&", "&amp;", "#a", "#", "^", "*", "\\", "-\n", "\n>", "¹", "https://", "aA",
            "a ",
        ] {
            for end in ["", "|>)]]-->%%", "\n\n"] {
                assert_linear(piece, 20_000 / piece.len(), |text| {
                    let text = format!("{text}{end}");
                    for reading in Reading::all_of(&text) {
                        split_words(&text, reading);
                    }
                });
            }
        }
    }

    #[test]
    fn words_of_different_sentences_are_no_name() {
        for text in [
            "a secret. Diary",
            "secret diaries",
            "secret\n\ndiary",
            "diary secret",
            "secret %%\n\nx %% diary",
            "secret (of hers): diary",
            "secret [family](x.md) and diary",
            "> secret\n>\n> # On the diary",
            "secretdiary",
        ] {
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
