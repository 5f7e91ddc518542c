//! Finds the words of a text that match a query, by the same terms that the search uses.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::language::{Language, normalize, tokenize};

/// Finds the words of a text that match the terms of a search, so that they can be emphasised.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Highlighter {
    terms: BTreeSet<String>,
}

impl Highlighter {
    /// Creates a highlighter for all words with one of these search terms, such as the same stem.
    pub fn new(terms: BTreeSet<String>) -> Self {
        Self { terms }
    }

    /// Keeps only some of the search terms.
    pub fn retain(&mut self, is_kept: impl Fn(&str) -> bool) {
        self.terms.retain(|term| is_kept(term));
    }

    /// The byte ranges of the matching words of a text, in ascending order.
    pub fn match_ranges(&self, text: &str, language: Language) -> Vec<Range<usize>> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        let base = text.as_ptr() as usize;
        tokenize::for_each_word(text, &mut |word| {
            let start = word.as_ptr() as usize - base;
            if tokenize::is_in_unspaced_script(word) {
                self.add_unspaced_match_ranges(word, start, &mut ranges);
            } else if self.matches_word(word, language) {
                ranges.push(start..start + word.len());
            }
        });
        ranges
    }

    /// Whether a word should be highlighted: whether `terms` has its stem or another of its terms.
    fn matches_word(&self, word: &str, language: Language) -> bool {
        let mut matches = false;
        tokenize::for_each_word_term(word, language, &mut |term, _| {
            matches |= self.terms.contains(&term)
        });
        matches
    }

    /// Adds the matching ranges of text in a script without spaces. Pairs of characters match; a
    /// single character matches only if the user searched for nothing else.
    fn add_unspaced_match_ranges(
        &self,
        unspaced_text: &str,
        start_offset: usize,
        ranges: &mut Vec<Range<usize>>,
    ) {
        let characters = normalize::composed_char_indices(unspaced_text);
        for (number, (at, character)) in characters.iter().enumerate() {
            let end =
                |number: usize| characters.get(number).map_or(unspaced_text.len(), |(at, _)| *at);
            let next = characters.get(number + 1).map(|(_, next)| *next);
            let pair: String = [Some(*character), next].into_iter().flatten().collect();
            let found = if next.is_some() && self.terms.contains(&pair) {
                start_offset + at..start_offset + end(number + 2)
            } else if self.terms.len() == 1
                && self.terms.contains(character.encode_utf8(&mut [0; 4]) as &str)
            {
                start_offset + at..start_offset + end(number + 1)
            } else {
                continue;
            };
            match ranges.last_mut() {
                Some(last) if last.end >= found.start => last.end = found.end,
                _ => ranges.push(found),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(query: &str, text: &str, expected: &[&str]) {
        let terms = tokenize::distinct_terms(query, Language::detect(query));
        let ranges = Highlighter::new(terms).match_ranges(text, Language::detect(text));
        let words: Vec<&str> = ranges.into_iter().map(|range| text.get(range).unwrap()).collect();
        assert_eq!(words, expected, "{query} in {text}");
    }

    #[test]
    fn all_forms_of_a_word_are_highlighted() {
        check("brewing", "Brew it, and the brewer brewed tea.", &["Brew", "brewed"]);
        check("堆肥", "堆肥需要堆", &["堆肥"]);
        check("水", "水和水", &["水", "水"]);
        check("커피", "\u{110f}\u{1165}\u{1111}\u{1175}는", &["\u{110f}\u{1165}\u{1111}\u{1175}"]);
        check("tea user", "The user’s tea", &["user’s", "tea"]);
    }
}
