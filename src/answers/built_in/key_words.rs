//! The words of a question or claim by which a search service finds pages.

use crate::answers::built_in::sentence_traits;
use crate::language::{Language, is_unspaced_script};

/// Maximum number of key words. Services that require every word find nothing for more.
const MAX_KEY_WORDS: usize = 10;

/// Returns the words of a question or claim as a search query: without stop words, which include the
/// words that only ask. A text in a script without spaces stays whole.
pub fn search_words(sentence: &str) -> String {
    let language = Language::detect(sentence);
    if sentence.chars().any(is_unspaced_script) {
        let words = sentence_traits::without_unspaced_question_words(sentence);
        let words = words.trim_matches(|c: char| !c.is_alphanumeric());
        return words.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    let is_mark = |c: char| !c.is_alphanumeric() && c != '%' && c != '°';
    let words = sentence.split_whitespace().map(|word| word.trim_matches(is_mark));
    let is_key_word = |word: &&str| {
        let lower = word.to_lowercase();
        !word.is_empty() && !language.is_stop_word(&lower)
    };
    words.filter(is_key_word).take(MAX_KEY_WORDS).collect::<Vec<_>>().join(" ")
}

/// Like [`search_words`], without numbers: the figures of a claim would find only pages that agree with
/// it.
pub fn search_words_without_numbers(claim: &str) -> String {
    let words = search_words(claim);
    let kept = words.split(' ').filter(|word| !word.starts_with(|c: char| c.is_numeric()));
    kept.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_that_name_something_are_searched() {
        let check = |sentence: &str, expected: &str| assert_eq!(search_words(sentence), expected);
        check("How late is too late for coffee?", "late late coffee");
        check("Wie lange hält sich Kaffee im Kühlschrank?", "lange hält Kaffee Kühlschrank");
        check("堆肥的温度是多少？", "堆肥的温度是");
        assert_eq!(
            search_words_without_numbers("A street tree lives for only 7 to 10 years."),
            "street tree lives years"
        );
    }
}
