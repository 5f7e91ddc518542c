//! The terms of words that were seen before: a vault uses the same words again and again, and
//! stemming one takes far longer than looking it up. Kept in memory only.

use std::collections::BTreeMap;

use crate::index::language::Language;
use crate::index::string_pool::Roll;
use crate::index::term_dictionary::{Lexicon, TermNumber};
use crate::index::tokenize;

/// Words beyond this many are forgotten together: rare ones would fill the memory for nothing.
const MAX_WORDS: usize = 150_000;

/// Words by language, and the terms of each.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    languages: BTreeMap<Language, Known>,
}

/// The words of one language.
#[derive(Debug, Clone, Default)]
pub struct Known {
    language: Language,
    words: Roll,
    /// The terms of all words, one behind the other, and where those of each word end.
    terms: Vec<PlacedTerm>,
    ends: Vec<u32>,
}

/// A term of a word, with its place counted from the word's own if it has one.
#[derive(Debug, Clone, Copy)]
pub struct PlacedTerm {
    /// By its number in the lexicon.
    pub term: TermNumber,
    /// None for a term that only counts.
    pub offset: Option<u32>,
}

impl Vocabulary {
    /// The words of a language.
    pub fn language(&mut self, language: Language) -> &mut Known {
        let new = || Known { language, ..Known::default() };
        self.languages.entry(language).or_insert_with(new)
    }

    /// Makes room when there are too many words.
    pub fn trim(&mut self) {
        let words = |known: &Known| known.words.texts().len() as usize;
        if self.languages.values().map(words).sum::<usize>() > MAX_WORDS {
            *self = Self::default();
        }
    }
}

impl Known {
    /// The terms of a word; none for a stop word.
    pub fn terms(&mut self, word: &str, lexicon: &mut Lexicon) -> &[PlacedTerm] {
        let number = self.words.enter(word) as usize;
        if number == self.ends.len() {
            tokenize::forms(word, self.language, &mut |term, offset| {
                self.terms.push(PlacedTerm { term: lexicon.number(&term), offset });
            });
            self.ends.push(self.terms.len() as u32);
        }
        let end = |number: usize| self.ends.get(number).map_or(0, |end| *end as usize);
        let start = number.checked_sub(1).map_or(0, end);
        self.terms.get(start..end(number)).unwrap_or_default()
    }
}
