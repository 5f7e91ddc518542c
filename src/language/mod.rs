//! Everything that knows a language: words, stems, stop words, sentences, number words and dates.

pub(crate) mod chinese_stop_words;
pub mod date;
pub mod detection;
pub(crate) mod general_words;
pub(crate) mod light_stemmer;
pub(crate) mod normalize;
pub(crate) mod number_words;
pub mod phrase_set;
pub(crate) mod raw_word;
pub mod sentence_split;
pub(crate) mod sentence_splitter;
pub(crate) mod stemmer;
pub(crate) mod stop_words;
pub mod tokenize;
pub mod word_list;
pub mod word_similarity;
pub(crate) mod word_term_memory;
