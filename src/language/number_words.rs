//! Numbers and months as words, in the languages that reports are mostly written in. The words are
//! listed in `number_words.txt`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::language::detection::Language;
use crate::language::word_list;

/// The word lists of all languages: number words, month names, and words such as `about` and
/// `over`.
const NUMBER_WORD_LISTS: &str = include_str!("number_words.txt");

/// Number words with their values, grouped by their length in bytes. Every word of a text is looked
/// up, and the groups keep the lookup short.
type NumberWordsByLength = Vec<Vec<(&'static str, f64)>>;

/// The number words of each language, such as `two` and `thousand`, with their values.
static NUMBER_WORD_VALUES: LazyLock<BTreeMap<Language, NumberWordsByLength>> =
    LazyLock::new(|| {
        let teens = word_lists_by_language("teens");
        let lists = word_lists_by_language("numbers").into_iter();
        let values = lists.map(|(language, words)| {
            let teens = teens.get(&language).map(Vec::as_slice).unwrap_or_default();
            (language, number_words_by_length(language, words, teens))
        });
        values.collect()
    });

/// The beginnings of the twelve month names of each language, from January on.
static MONTH_PREFIXES: LazyLock<BTreeMap<Language, Vec<&'static str>>> =
    LazyLock::new(|| word_lists_by_language("months"));

/// Words that say that the number after them is not exact, such as `about`.
static APPROXIMATION_WORDS: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| word_list::word_set(NUMBER_WORD_LISTS, "approximators"));

/// Words that make the number after them a limit instead of an exact value, such as `over`.
static LOWER_OR_UPPER_LIMIT_WORDS: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| word_list::word_set(NUMBER_WORD_LISTS, "bounds"));

/// Returns the listed words of one kind, such as months, for each language.
fn word_lists_by_language(kind: &str) -> BTreeMap<Language, Vec<&'static str>> {
    let sections = word_list::parse_sections(NUMBER_WORD_LISTS).into_iter();
    let of_kind = sections.filter_map(|section| {
        let code = section.name.strip_suffix(kind)?.trim_end();
        Some((Language::from_iso_code(code)?, section.words))
    });
    of_kind.collect()
}

/// Groups number words with their values by length. `words` lists the words for two to twelve, then
/// those for twenty, thirty and so on; `teens` those from thirteen on.
fn number_words_by_length(
    language: Language,
    words: Vec<&'static str>,
    teens: &[&'static str],
) -> NumberWordsByLength {
    let value = |at: usize| if at <= 10 { at + 2 } else { (at - 9) * 10 } as f64;
    let small = words.into_iter().enumerate().map(|(at, word)| (word, value(at)));
    let teens = teens.iter().enumerate().map(|(at, word)| (*word, (at + 13) as f64));
    let small = small.chain(teens);
    let multipliers = MULTIPLIER_FACTORS.keys();
    let large = multipliers.filter_map(|word| Some((*word, multiplier_value(word, language)?)));
    let mut values = NumberWordsByLength::new();
    for (word, value) in small.chain(large) {
        if values.len() <= word.len() {
            values.resize(word.len() + 1, Vec::new());
        }
        values.get_mut(word.len()).into_iter().for_each(|same| same.push((word, value)));
    }
    values
}

/// Returns the value of a number word in lower case. A multiplier without a number before it counts
/// once: `thousand` is 1000.
pub(crate) fn number_word_value(word: &str, language: Language) -> Option<f64> {
    let same_length = NUMBER_WORD_VALUES.get(&language)?.get(word.len())?;
    same_length.iter().find(|(listed, _)| *listed == word).map(|(_, value)| *value)
}

/// The factors of words that multiply the number before them, such as `thousand`. The same word may
/// have another factor in another language; `None` stands for all languages.
type FactorsByWord = BTreeMap<&'static str, Vec<(Option<Language>, f64)>>;

static MULTIPLIER_FACTORS: LazyLock<FactorsByWord> = LazyLock::new(|| {
    let mut factors = FactorsByWord::new();
    for section in word_list::parse_sections(NUMBER_WORD_LISTS) {
        let (code, name) = section.name.rsplit_once(' ').unwrap_or(("", section.name));
        let factor = match name {
            "hundred" => 1e2,
            "thousand" => 1e3,
            "million" => 1e6,
            "billion" => 1e9,
            _ => continue,
        };
        let language = Language::from_iso_code(code);
        for word in section.words {
            factors.entry(word).or_default().push((language, factor));
        }
    }
    factors
});

/// Returns the factor of a word that multiplies the number before it, such as 1000 for `thousand`.
pub(crate) fn multiplier_value(word: &str, language: Language) -> Option<f64> {
    let mut factors = MULTIPLIER_FACTORS.get(word)?.iter();
    let (_, factor) = factors.find(|(listed, _)| listed.is_none_or(|listed| listed == language))?;
    Some(*factor)
}

/// Returns the number of a month (1 to 12) from its name in lower case.
pub(crate) fn month_number(word: &str, language: Language) -> Option<u8> {
    let months = MONTH_PREFIXES.get(&language)?;
    let at = months.iter().position(|beginning| word.starts_with(beginning))?;
    u8::try_from(at + 1).ok()
}

/// Whether a word in lower case says that the number after it is not exact, as `about` does.
pub(crate) fn is_approximation_word(word: &str) -> bool {
    APPROXIMATION_WORDS.contains(word)
}

/// Whether a word in lower case makes the number after it a limit instead of an exact value, as
/// `over` does.
pub(crate) fn is_lower_or_upper_limit_word(word: &str) -> bool {
    LOWER_OR_UPPER_LIMIT_WORDS.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_all_its_number_words() {
        assert!(
            MONTH_PREFIXES.values().all(|months| months.len() == 12) && MONTH_PREFIXES.len() == 8
        );
        assert_eq!(NUMBER_WORD_VALUES.len(), 7);
        for language in [Language::English, Language::German, Language::Dutch] {
            let values = NUMBER_WORD_VALUES[&language].iter().flatten();
            assert!(values.clone().any(|(_, value)| *value == 90.0), "{language:?}");
        }
        assert_eq!(number_word_value("zwölf", Language::German), Some(12.0));
        assert_eq!(number_word_value("thousand", Language::English), Some(1000.0));
    }

    #[test]
    fn some_multipliers_mean_it_only_in_their_language() {
        let check = |word: &str, language, expected: f64| {
            assert_eq!(multiplier_value(word, language).unwrap_or_default(), expected, "{word}");
        };
        check("tausend", Language::German, 1e3);
        check("million", Language::French, 1e6);
        check("billion", Language::English, 1e9);
        check("billion", Language::German, 0.0);
        check("cent", Language::French, 1e2);
        check("cent", Language::English, 0.0);
        check("mille", Language::Italian, 1e3);
        check("mil", Language::Italian, 0.0);
        let listed_languages: Vec<_> =
            MULTIPLIER_FACTORS.values().flatten().filter_map(|(l, _)| *l).collect();
        assert_eq!(listed_languages.len(), 6, "a section names an unknown language");
    }
}
