//! Remembers the search terms of words that are compared. A note, its topics and the passages found for
//! them share most of their words, and stemming a word takes far longer than a lookup. `term_cache` does
//! the same for the words of notes that are indexed, with ids instead of terms.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::language::detection::Language;
use crate::values::StringInterner;

/// Maximum number of remembered words. When there are more, all are forgotten: most of them are then rare
/// words, which hardly occur again.
const MAX_WORDS: usize = 20_000;

/// Longer words are not remembered: they are data.
const MAX_WORD_BYTES: usize = 48;

thread_local! {
    /// What is remembered depends on the word and the language alone, so that no caller can notice it.
    static MEMORY: RefCell<WordTermMemory> = RefCell::default();
}

/// The terms of words, by language.
#[derive(Default)]
struct WordTermMemory(BTreeMap<Language, LanguageMemory>);

#[derive(Default)]
struct LanguageMemory {
    words: StringInterner,
    /// The terms of each word, in the order of `words`.
    terms: Vec<Rc<[String]>>,
}

impl WordTermMemory {
    fn terms_of(&self, word: &str, language: Language) -> Option<Rc<[String]>> {
        let known = self.0.get(&language)?;
        known.terms.get(known.words.index_of(word)? as usize).cloned()
    }

    /// Remembers the terms of a word that is not known yet.
    fn remember(&mut self, word: &str, language: Language, terms: &Rc<[String]>) {
        if word.len() > MAX_WORD_BYTES {
            return;
        }
        if self.word_count() >= MAX_WORDS {
            *self = Self::default();
        }
        let known = self.0.entry(language).or_default();
        known.words.intern(word);
        known.terms.push(Rc::clone(terms));
    }

    fn word_count(&self) -> usize {
        self.0.values().map(|known| known.terms.len()).sum()
    }
}

/// Returns the remembered terms of a word, or finds and remembers them.
pub fn remembered_terms(
    word: &str,
    language: Language,
    find_terms: impl FnOnce() -> Vec<String>,
) -> Rc<[String]> {
    let known = MEMORY.with_borrow(|memory| memory.terms_of(word, language));
    known.unwrap_or_else(|| {
        let terms = Rc::from(find_terms());
        MEMORY.with_borrow_mut(|memory| memory.remember(word, language, &terms));
        terms
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(term: &str) -> Rc<[String]> {
        Rc::from([term.to_owned()])
    }

    #[test]
    fn a_word_has_its_own_terms_in_each_language() {
        let mut memory = WordTermMemory::default();
        memory.remember("Gift", Language::English, &terms("gift"));
        memory.remember("Gift", Language::German, &terms("poison"));
        memory.remember("cat", Language::English, &terms("cat"));
        let check = |word: &str, language: Language, expected: Option<&str>| {
            assert_eq!(memory.terms_of(word, language), expected.map(terms), "{word}");
        };
        check("Gift", Language::English, Some("gift"));
        check("Gift", Language::German, Some("poison"));
        check("cat", Language::English, Some("cat"));
        check("cat", Language::German, None);
        check("cat", Language::French, None);
    }

    #[test]
    fn a_long_word_is_not_remembered() {
        let mut memory = WordTermMemory::default();
        for (length, count) in [(MAX_WORD_BYTES, 1), (MAX_WORD_BYTES + 1, 1)] {
            memory.remember(&"x".repeat(length), Language::English, &terms("x"));
            assert_eq!(memory.word_count(), count);
        }
    }

    #[test]
    fn too_many_words_are_forgotten_in_all_languages() {
        let mut memory = WordTermMemory::default();
        memory.remember("Haus", Language::German, &terms("haus"));
        for number in 1..=MAX_WORDS {
            memory.remember(&number.to_string(), Language::English, &terms("number"));
        }
        assert_eq!(memory.word_count(), 1);
        assert_eq!(memory.terms_of("Haus", Language::German), None);
        let last = MAX_WORDS.to_string();
        assert_eq!(memory.terms_of(&last, Language::English), Some(terms("number")));
    }
}
