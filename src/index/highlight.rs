//! Which words of a text a query finds: by the same terms that the search goes by.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::index::language::Language;
use crate::index::{normalize, tokenize};

/// The terms that a search goes by.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wording {
    terms: BTreeSet<String>,
}

impl Wording {
    /// The wording of some terms.
    pub fn of(terms: BTreeSet<String>) -> Self {
        Self { terms }
    }

    /// The words of a text that are looked for, in bytes, in rising order.
    pub fn marks(&self, text: &str, language: Language) -> Vec<Range<usize>> {
        let mut marks: Vec<Range<usize>> = Vec::new();
        let base = text.as_ptr() as usize;
        tokenize::words(text, &mut |word| {
            let start = word.as_ptr() as usize - base;
            if tokenize::is_run(word) {
                self.mark_characters(word, start, &mut marks);
            } else if self.names(word, language) {
                marks.push(start..start + word.len());
            }
        });
        marks
    }

    /// Whether a word is looked for in any of its forms, also as it is written.
    fn names(&self, word: &str, language: Language) -> bool {
        let mut is_named = false;
        tokenize::forms(word, language, &mut |term, _| is_named |= self.terms.contains(&term));
        is_named
    }

    /// In a script without spaces pairs are what tells; a character alone is marked only when it
    /// was looked for alone.
    fn mark_characters(&self, run: &str, start: usize, marks: &mut Vec<Range<usize>>) {
        let places = normalize::pieces(run);
        for (number, (at, character)) in places.iter().enumerate() {
            let end = |number: usize| places.get(number).map_or(run.len(), |(at, _)| *at);
            let next = places.get(number + 1).map(|(_, next)| *next);
            let pair: String = [Some(*character), next].into_iter().flatten().collect();
            let found = if next.is_some() && self.terms.contains(&pair) {
                start + at..start + end(number + 2)
            } else if self.terms.len() == 1
                && self.terms.contains(character.encode_utf8(&mut [0; 4]) as &str)
            {
                start + at..start + end(number + 1)
            } else {
                continue;
            };
            match marks.last_mut() {
                Some(last) if last.end >= found.start => last.end = found.end,
                _ => marks.push(found),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(query: &str, text: &str, expected: &[&str]) {
        let terms = tokenize::terms(query, Language::of(query)).distinct();
        let marks = Wording::of(terms).marks(text, Language::of(text));
        let words: Vec<&str> = marks.into_iter().map(|mark| text.get(mark).unwrap()).collect();
        assert_eq!(words, expected, "{query} in {text}");
    }

    #[test]
    fn words_are_marked_in_whatever_form_they_stand() {
        check("brewing", "Brew it, and the brewer brewed tea.", &["Brew", "brewed"]);
        check("堆肥", "堆肥需要堆", &["堆肥"]);
        check("水", "水和水", &["水", "水"]);
        check("커피", "\u{110f}\u{1165}\u{1111}\u{1175}는", &["\u{110f}\u{1165}\u{1111}\u{1175}"]);
        check("tea user", "The user’s tea", &["user’s", "tea"]);
    }
}
