//! Finds the characters of Chinese text that can't be part of a topic label, such as function
//! words, verbs and numbers. Chinese has no spaces, so a topic label is the text between such
//! characters.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::language::stop_words::{self, CHINESE_WORD_LISTS};
use crate::language::word_list::{self, WordSet};

/// Words that may be part of a topic label, although one of their characters alone may not.
static CONTENT_WORDS: WordSet =
    LazyLock::new(|| word_list::word_set(CHINESE_WORD_LISTS, "content_words"));

/// Words of several characters that can't be part of a topic label, such as words of time and
/// measure.
static STOP_WORDS: WordSet =
    LazyLock::new(|| word_list::word_set(CHINESE_WORD_LISTS, "stop_words"));

/// Characters that can't be part of a topic label unless they belong to a longer word: verbs and
/// numbers.
static VERB_AND_NUMBER_CHARACTERS: LazyLock<BTreeSet<char>> = LazyLock::new(|| {
    let words = word_list::word_set(CHINESE_WORD_LISTS, "verb_and_number_characters");
    words.into_iter().flat_map(str::chars).collect()
});

/// Returns a flag for each character of a sentence: true if the character can't be part of a topic
/// label.
pub(crate) fn stop_character_flags(characters: &[&str]) -> Vec<bool> {
    let mut flags = Vec::with_capacity(characters.len());
    while let Some(rest) = characters.get(flags.len()..).filter(|rest| !rest.is_empty()) {
        let content =
            longest_leading_word_length(&CONTENT_WORDS, rest).map(|length| (length, false));
        let word = content.or_else(|| {
            longest_leading_word_length(&STOP_WORDS, rest).map(|length| (length, true))
        });
        let (length, is_stop) = word.unwrap_or_else(|| (1, is_stop_character(rest.first())));
        flags.extend(std::iter::repeat_n(is_stop, length));
    }
    flags
}

/// Returns the length in characters of the longest word of `list` that the text begins with; `None`
/// if it begins with none of them.
fn longest_leading_word_length(
    list: &BTreeSet<&'static str>,
    characters: &[&str],
) -> Option<usize> {
    let first = *characters.first()?;
    let candidates = list.range(first..).take_while(|word| word.starts_with(first));
    let matches = |word: &&&str| {
        let mut rest = **word;
        for next in characters {
            match rest.strip_prefix(*next) {
                Some(behind) if !rest.is_empty() => rest = behind,
                _ => break,
            }
        }
        rest.is_empty()
    };
    candidates.filter(matches).map(|word| word.chars().count()).max()
}

/// Whether a single character is a function word, a verb or a number.
fn is_stop_character(character: Option<&&str>) -> bool {
    let only = character.and_then(|text| text.chars().next());
    only.is_some_and(|c| {
        stop_words::is_cjk_stop_character(c) || VERB_AND_NUMBER_CHARACTERS.contains(&c)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares a sentence, with a bar for every character that names nothing, with `expected`.
    fn check(sentence: &str, expected: &str) {
        let ends = sentence.char_indices().map(|(at, c)| &sentence[at..at + c.len_utf8()]);
        let characters: Vec<&str> = ends.collect();
        let flags = stop_character_flags(&characters);
        let shown: String =
            characters.iter().zip(&flags).map(|(c, stop)| if *stop { "|" } else { c }).collect();
        assert_eq!(shown, expected, "{sentence}");
    }

    #[test]
    fn characters_between_stop_words_name_something() {
        check("堆肥连续三天超过", "堆肥|||天||");
        check("基本规则", "||规则");
        check("林老师", "林||");
        check("", "");
    }
}
