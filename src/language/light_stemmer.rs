//! Stems words of languages for which removing frequent beginnings and endings finds more than a whole
//! stemmer, or which have none: Arabic and Hindi.

use std::sync::LazyLock;

use crate::language::normalize::without_diacritics;
use crate::language::word_list::{self, WordList};

const AFFIX_LISTS: &str = include_str!("affixes.txt");

static ARABIC_ARTICLES: WordList =
    LazyLock::new(|| word_list::words(AFFIX_LISTS, "arabic_articles"));
static ARABIC_PREPOSITIONS: WordList =
    LazyLock::new(|| word_list::words(AFFIX_LISTS, "arabic_prepositions"));
static ARABIC_ENDINGS: WordList = LazyLock::new(|| word_list::words(AFFIX_LISTS, "arabic_endings"));
static HINDI_ENDINGS: WordList = LazyLock::new(|| word_list::words(AFFIX_LISTS, "hindi_endings"));

/// The Arabic word for “and”, which is written together with the next word.
const ARABIC_AND: &str = "و";

/// How many letters are kept at least: of a word without its article or ending, without “and”, and without
/// a preposition, which is a single letter that many words begin with.
const MIN_LETTERS: usize = 2;
const MIN_LETTERS_WITHOUT_AND: usize = 3;
const MIN_LETTERS_WITHOUT_PREPOSITION: usize = 4;

/// The stem of an Arabic word: without its article, prepositions and endings, after the stemmer “light10” of
/// L. Larkey, L. Ballesteros and M. Connell (2007). Prepositions are removed behind an article too, where
/// they are none, so that a word has the same stem with and without the article.
pub(super) fn arabic_stem(word: &str) -> String {
    let and = [ARABIC_AND];
    let word = without_beginning(word, &and, MIN_LETTERS_WITHOUT_AND);
    // The article is never written with the signs that are removed next.
    let word = without_beginning(word, &ARABIC_ARTICLES, MIN_LETTERS);
    let plain = without_diacritics(word);
    let mut stem = plain.as_deref().unwrap_or(word);
    stem = without_beginning(stem, &and, MIN_LETTERS_WITHOUT_AND);
    stem = without_beginning(stem, &ARABIC_PREPOSITIONS, MIN_LETTERS_WITHOUT_PREPOSITION);
    // A word may have several endings, of which each belongs to the next one of the list.
    for ending in ARABIC_ENDINGS.iter() {
        let rest = stem.strip_suffix(ending).filter(|rest| has_letters(rest, MIN_LETTERS));
        stem = rest.unwrap_or(stem);
    }
    stem.to_owned()
}

/// A word without the first of these beginnings that leaves enough letters.
fn without_beginning<'w>(word: &'w str, beginnings: &[&str], min_letters: usize) -> &'w str {
    let mut rests = beginnings.iter().filter_map(|beginning| word.strip_prefix(beginning));
    rests.find(|rest| has_letters(rest, min_letters)).unwrap_or(word)
}

/// The stem of a Hindi word: without its longest ending.
pub(super) fn hindi_stem(word: &str) -> &str {
    let mut stems = HINDI_ENDINGS.iter().filter_map(|ending| word.strip_suffix(ending));
    stems.find(|stem| has_letters(stem, MIN_LETTERS)).unwrap_or(word)
}

fn has_letters(word: &str, count: usize) -> bool {
    word.chars().count() >= count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_have_the_same_stem() {
        for (word, form) in [
            ("كتاب", "والكتاب"),
            ("جنوب", "لجنوب"),
            ("العينات", "عينات"),
            ("تحسين", "لتحسينها"),
            ("كهرباء", "الكهرباء"),
            ("بيانات", "البيانات"),
            ("إلكتروني", "الإلكتروني"),
            ("وزارة", "الوزارة"),
        ] {
            assert_eq!(arabic_stem(word), arabic_stem(form), "{word} {form}");
        }
        for (word, form) in [("किताब", "किताबों"), ("लड़का", "लड़के")]
        {
            assert_eq!(hindi_stem(word), hindi_stem(form), "{word} {form}");
        }
        assert_eq!(arabic_stem("بحر"), "بحر");
    }
}
