//! Remembers the terms of words that were indexed before: a vault repeats the same words, and
//! stemming a word takes far longer than a lookup. The cache is in memory only.

use std::collections::BTreeMap;

use crate::language::{Language, tokenize};
use crate::notes::index::term_dictionary::{TermDictionary, TermId};
use crate::values::StringInterner;

/// Maximum number of words in the cache. When there are more, the cache is emptied, because it
/// would mostly hold rare words that hardly occur again.
const MAX_CACHED_WORDS: usize = 150_000;

/// The search terms of words that were indexed before, with one cache per language.
#[derive(Debug, Clone, Default)]
pub struct TermCache {
    languages: BTreeMap<Language, LanguageTermCache>,
}

/// The search terms of words in one language that were indexed before.
#[derive(Debug, Clone, Default)]
pub struct LanguageTermCache {
    language: Language,
    words: StringInterner,
    /// The terms of all words: first those of the first word, then those of the second, and so on.
    terms: Vec<TermWithOffset>,
    /// For each word, the index in `terms` at which its terms end.
    ends: Vec<u32>,
}

/// A search term of a word, with its position relative to the word.
#[derive(Debug, Clone, Copy)]
pub struct TermWithOffset {
    /// The id of the term.
    pub term: TermId,
    /// How many positions after the start of the word the term is; `None` if no phrase can match
    /// it.
    pub position_offset: Option<u32>,
}

impl TermCache {
    /// The cache of one language; created if it does not exist yet.
    pub fn for_language(&mut self, language: Language) -> &mut LanguageTermCache {
        let new = || LanguageTermCache { language, ..LanguageTermCache::default() };
        self.languages.entry(language).or_insert_with(new)
    }

    /// Empties the cache if it has more than `MAX_CACHED_WORDS` words.
    pub fn empty_if_full(&mut self) {
        let words = |cache: &LanguageTermCache| cache.words.strings().len() as usize;
        if self.languages.values().map(words).sum::<usize>() > MAX_CACHED_WORDS {
            *self = Self::default();
        }
    }
}

impl LanguageTermCache {
    /// Returns the search terms of a word: its stem, its exact form, its form without diacritics,
    /// and the terms of its parts. They are from the cache if the word was seen before. A stop word
    /// has none.
    pub fn word_terms(&mut self, word: &str, dictionary: &mut TermDictionary) -> &[TermWithOffset] {
        let number = self.words.intern(word) as usize;
        if number == self.ends.len() {
            tokenize::for_each_word_term(word, self.language, &mut |term, offset| {
                self.terms.push(TermWithOffset {
                    term: dictionary.intern(&term),
                    position_offset: offset,
                });
            });
            self.ends.push(self.terms.len() as u32);
        }
        let end = |number: usize| self.ends.get(number).map_or(0, |end| *end as usize);
        let start = number.checked_sub(1).map_or(0, end);
        self.terms.get(start..end(number)).unwrap_or_default()
    }
}
