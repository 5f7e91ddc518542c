//! Finds the sentences of a passage that have most to do with a question. It doesn't decide whether
//! they answer it.

use std::cmp::Reverse;

use crate::language::{Language, sentence_split, tokenize};
use crate::values::StableSort;

/// With what a sentence ends, and a heading does not.
const SENTENCE_ENDS: [char; 4] = ['.', '!', '。', '！'];

/// Returns the sentences of a passage that share most words with a question, in the order of the
/// passage. A heading is returned only if there is nothing else.
pub fn nearest_sentences<'p>(question: &str, passage: &'p str, count: usize) -> Vec<&'p str> {
    let language = Language::detect(question);
    let wanted = tokenize::distinct_terms(question, language);
    let rank = |sentence: &str| {
        let shared = tokenize::distinct_terms(sentence, language).intersection(&wanted).count();
        (sentence.ends_with(SENTENCE_ENDS), shared)
    };
    let mut ranked: Vec<(usize, &str)> =
        sentence_split::whole_sentences(passage).into_iter().enumerate().collect();
    // The sort is stable, so that of equal sentences the first ones are taken.
    ranked.stable_sort_by_key(|(_, sentence)| Reverse(rank(sentence)));
    ranked.truncate(count);
    ranked.stable_sort_by_key(|(index, _)| *index);
    ranked.into_iter().map(|(_, sentence)| sentence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_with_the_words_of_the_question_come_before_headings() {
        let passage = "Moths and wool\n\nMoths are insects. Larvae eat wool. Adults eat nothing.";
        assert_eq!(nearest_sentences("Who eats wool?", passage, 1), ["Larvae eat wool."]);
        assert_eq!(
            nearest_sentences("Do larvae or adults eat?", passage, 2),
            ["Larvae eat wool.", "Adults eat nothing."]
        );
        assert!(nearest_sentences("Anything", "", 2).is_empty());
    }
}
