//! Everything that knows a language: words, stems, stop words, sentences, number words and dates.

pub(crate) mod chinese_stop_words;
pub(crate) mod date;
mod detection;
pub(crate) mod general_words;
mod light_stemmer;
pub(crate) mod normalize;
pub(crate) mod number_words;
mod phrase_set;
mod raw_word;
pub mod sentence_split;
mod stemmer;
pub(crate) mod stop_words;
pub(crate) mod tokenize;
pub(crate) mod word_list;
mod word_similarity;
mod word_term_memory;

pub(crate) use date::find_date;
pub(crate) use detection::{Language, is_stop_word_of_any_language, is_unspaced_script};
pub(crate) use normalize::lowercase;
pub(crate) use number_words::{
    is_approximation_word, is_lower_or_upper_limit_word, month_number, multiplier_value,
    number_word_value,
};
pub(crate) use phrase_set::PhraseSet;
pub(crate) use raw_word::{RawWord, split_words};
pub(crate) use sentence_split::{QUESTION_MARKS, is_thai, whole_sentences};
pub(crate) use stop_words::GRAMMAR_WORD_LISTS;
pub(crate) use tokenize::EXACT_FORM_PREFIX;
pub(crate) use word_list::{LazyPhraseSet, WordList, WordSection, WordSet};
pub(crate) use word_similarity::{COMPOUND_PART_SIMILARITY, word_similarity};
