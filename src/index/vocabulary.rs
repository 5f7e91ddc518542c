//! The terms of words that were seen before: a vault uses the same words again and again, and
//! stemming one takes far longer than looking it up. Kept in memory only.

use std::collections::BTreeMap;
use std::ops::Range;

use super::language::Language;
use super::lexicon::{Lexicon, TermNumber, TextMap};
use super::tokenize;

/// Words beyond this many are forgotten together: rare ones would fill the memory for nothing.
const MAX_WORDS: usize = 150_000;

/// Words by language, and the terms of each.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    words: BTreeMap<Language, TextMap<Range<u32>>>,
    terms: Vec<PlacedTerm>,
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
    /// The terms of a word; none for a stop word.
    pub fn terms(
        &mut self,
        word: &str,
        language: Language,
        lexicon: &mut Lexicon,
    ) -> &[PlacedTerm] {
        let known = self.words.entry(language).or_default();
        let range = match known.get(word) {
            Some(range) => range.clone(),
            None => {
                let start = self.terms.len() as u32;
                tokenize::forms(word, language, &mut |term, offset| {
                    self.terms.push(PlacedTerm { term: lexicon.number(&term), offset });
                });
                let range = start..self.terms.len() as u32;
                known.insert(word.into(), range.clone());
                range
            }
        };
        self.terms.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    /// Makes room when there are too many words.
    pub fn trim(&mut self) {
        if self.words.values().map(TextMap::len).sum::<usize>() > MAX_WORDS {
            *self = Self::default();
        }
    }
}
