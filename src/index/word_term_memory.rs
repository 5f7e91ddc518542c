//! Remembers the search terms of words. A note, its topics and the passages found for them consist of the
//! same words, and stemming a word takes far longer than a lookup.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::index::language::Language;
use crate::index::string_pool::StringInterner;

/// Maximum number of remembered words of one language. When there are more, all are forgotten: most of
/// them are then rare words, which hardly occur again.
const MAX_WORDS: usize = 10_000;

/// Longer words are not remembered: they are data, or whole sentences in a script without spaces.
const MAX_WORD_BYTES: usize = 48;

thread_local! {
    /// What is remembered depends on the words alone, so that no caller can notice it.
    static MEMORY: RefCell<BTreeMap<Language, RememberedWords>> =
        const { RefCell::new(BTreeMap::new()) };
}

/// Words of one language, and the terms of each.
#[derive(Default)]
struct RememberedWords {
    words: StringInterner,
    terms: Vec<Rc<[String]>>,
}

impl RememberedWords {
    fn terms_of(&self, word: &str) -> Option<Rc<[String]>> {
        self.terms.get(self.words.index_of(word)? as usize).cloned()
    }

    fn remember(&mut self, word: &str, terms: &Rc<[String]>) {
        if self.terms.len() >= MAX_WORDS {
            *self = Self::default();
        }
        if self.words.intern(word) as usize == self.terms.len() {
            self.terms.push(Rc::clone(terms));
        }
    }
}

/// Returns the remembered terms of a word, or finds and remembers them.
pub fn remembered_terms(
    word: &str,
    language: Language,
    find_terms: impl FnOnce() -> Vec<String>,
) -> Rc<[String]> {
    let known = MEMORY.with_borrow(|memory| memory.get(&language)?.terms_of(word));
    known.unwrap_or_else(|| {
        let terms = Rc::from(find_terms());
        if word.len() > MAX_WORD_BYTES {
            return terms;
        }
        MEMORY.with_borrow_mut(|memory| memory.entry(language).or_default().remember(word, &terms));
        terms
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terms_of_a_word_are_found_once_for_each_language() {
        let terms = |language, found: &str| {
            remembered_terms("Gift", language, || vec![found.to_owned()]).to_vec()
        };
        assert_eq!(terms(Language::English, "gift"), ["gift"]);
        assert_eq!(terms(Language::German, "poison"), ["poison"]);
        assert_eq!(terms(Language::English, "other"), ["gift"]);
    }

    #[test]
    fn a_long_word_is_not_remembered() {
        let long = "x".repeat(MAX_WORD_BYTES + 1);
        let terms = |found: &str| {
            remembered_terms(&long, Language::English, || vec![found.to_owned()]).to_vec()
        };
        assert_eq!([terms("a"), terms("b")], [["a"], ["b"]]);
    }

    #[test]
    fn too_many_words_are_forgotten() {
        let mut known = RememberedWords::default();
        for number in 0..=MAX_WORDS {
            let word = number.to_string();
            known.remember(&word, &Rc::from([word.clone()]));
        }
        assert_eq!((known.terms.len(), known.terms_of("1")), (1, None));
        let last = MAX_WORDS.to_string();
        assert_eq!(known.terms_of(&last).as_deref(), Some([last].as_slice()));
    }
}
