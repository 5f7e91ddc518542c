//! Word lists for topic labels, above all the words that no label begins or ends with, because they
//! name nothing.
//!
//! These are more words than the search ignores: a search must find verbs, but a label contains no
//! verbs, adverbs, or words of measure and order.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::language::detection::Language;
use crate::language::word_list::{self, WordSet};

/// Lists of English words that show which part of speech their neighbours are.
pub(crate) const GRAMMAR_WORD_LISTS: &str = include_str!("grammar_words.txt");

/// Lists of Chinese words and characters that decide where a topic label begins and ends.
pub(crate) const CHINESE_WORD_LISTS: &str = include_str!("chinese_words.txt");

static NOUN_PHRASE_OPENERS: WordSet =
    LazyLock::new(|| word_list::word_set(GRAMMAR_WORD_LISTS, "noun_phrase_openers"));
/// English words that are usually followed by a verb.
static WORDS_BEFORE_VERBS: WordSet =
    LazyLock::new(|| word_list::word_set(GRAMMAR_WORD_LISTS, "before_verbs"));
static GENERIC_NOUNS: WordSet =
    LazyLock::new(|| word_list::word_set(GRAMMAR_WORD_LISTS, "generic_nouns"));
static WORDS_ALLOWED_INSIDE_LABELS: WordSet =
    LazyLock::new(|| word_list::word_set(GRAMMAR_WORD_LISTS, "label_connectors"));
static NOUNS_ENDING_IN_LY: WordSet =
    LazyLock::new(|| word_list::word_set(GRAMMAR_WORD_LISTS, "nouns_ending_in_ly"));
static HONORIFICS: WordSet =
    LazyLock::new(|| word_list::word_set(GRAMMAR_WORD_LISTS, "honorifics"));

static STOP_WORDS: LazyLock<BTreeMap<Language, BTreeSet<&'static str>>> = LazyLock::new(|| {
    let sections = word_list::parse_sections(include_str!("topic_stop_words.txt")).into_iter();
    let by_language = sections.filter_map(|section| {
        Some((Language::from_iso_code(section.name)?, section.words.into_iter().collect()))
    });
    by_language.collect()
});

static CHINESE_STOP_CHARACTERS: LazyLock<BTreeSet<char>> = LazyLock::new(|| {
    let words = word_list::word_set(CHINESE_WORD_LISTS, "stop_characters");
    words.into_iter().flat_map(str::chars).collect()
});

/// Whether a word in lower case names nothing, so that no topic label begins or ends with it.
pub(crate) fn is_stop_word(lowercase_word: &str, language: Language) -> bool {
    language.is_stop_word(lowercase_word)
        || (language == Language::English && is_adverb(lowercase_word))
        || STOP_WORDS.get(&language).is_some_and(|words| words.contains(lowercase_word))
}

/// Whether an English word starts a noun phrase. The word before it is then a verb or preposition,
/// not a noun: “electrons hit the target”.
pub(crate) fn opens_noun_phrase(lowercase_word: &str) -> bool {
    NOUN_PHRASE_OPENERS.contains(lowercase_word)
}

/// Whether an English word is usually followed by a verb: “they measure”, “may depend”.
pub(crate) fn usually_precedes_verb(lowercase_word: &str) -> bool {
    WORDS_BEFORE_VERBS.contains(lowercase_word)
}

/// Whether an English word is followed by a singular noun. A later word that ends in `-s` is then a
/// verb: “a roast loses weight”.
pub(crate) fn precedes_singular_noun(lowercase_word: &str) -> bool {
    matches!(lowercase_word, "a" | "an" | "each" | "every" | "another" | "this" | "one")
}

/// Whether an English noun is so general that a phrase ending with it is no topic: “healthy
/// adults”.
pub(crate) fn is_generic_noun(lowercase_word: &str) -> bool {
    GENERIC_NOUNS.contains(lowercase_word)
}

/// Whether a word is a form of address before the name of a person: “Mr”, “Frau”.
pub(crate) fn is_honorific(lowercase_word: &str) -> bool {
    HONORIFICS.contains(lowercase_word)
}

/// Whether a function word may occur inside a label: “Bank of England”, “late for coffee”.
pub(crate) fn is_allowed_inside_label(lowercase_word: &str, language: Language) -> bool {
    match language {
        Language::English => WORDS_ALLOWED_INSIDE_LABELS.contains(lowercase_word),
        other => other.is_stop_word(lowercase_word),
    }
}

/// Whether a Chinese or Japanese character is a function word or part of one. All Hiragana count as
/// such.
pub(crate) fn is_cjk_stop_character(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{309f}' | '\u{30fb}') || CHINESE_STOP_CHARACTERS.contains(&c)
}

/// Whether an English word is an adverb: it ends in `-ly` and is not one of the few nouns with this
/// ending.
fn is_adverb(lowercase_word: &str) -> bool {
    lowercase_word.ends_with("ly") && !NOUNS_ENDING_IN_LY.contains(lowercase_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_section_of_stop_words_names_a_language() {
        let sections = word_list::parse_sections(include_str!("topic_stop_words.txt"));
        assert_eq!(STOP_WORDS.len(), sections.len());
        assert!(STOP_WORDS.values().all(|words| words.len() > 100));
    }

    #[test]
    fn stop_words_are_distinguished_from_nouns() {
        let check = |word: &str, language: Language, expected: bool| {
            assert_eq!(is_stop_word(word, language), expected, "{word}");
        };
        check("slowly", Language::English, true);
        check("family", Language::English, false);
        check("proposed", Language::English, true);
        check("caffeine", Language::English, false);
        check("deshalb", Language::German, true);
        check("wasser", Language::German, false);
    }
}
