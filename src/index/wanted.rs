//! A query as the terms to look up: each word in the languages of the vault, in its stem and as it
//! is written, with what it may have been meant to be where nothing of that name is known.

use super::language::Language;
use super::lexicon::Lexicon;
use super::tokenize::{self, SURFACE};

/// How much a word exactly as it is written counts beside its stem: enough to put the note first
/// that names the thing, too little to bury one that bends the word.
const SURFACE_SHARE: f32 = 0.1;
/// How much the end of a word that was not typed yet takes from its weight.
const UNFINISHED: f32 = 0.5;
/// How much a mistyped letter takes.
const MISTYPED: f32 = 0.5;
/// Words that an unfinished or mistyped one may stand for: the more, the less each tells.
const MOST_GUESSES: usize = 40;
/// Shorter words have too many neighbours one letter away.
const SHORTEST_MISTYPED: usize = 4;

/// One thing that is looked for: a term, and others that are taken for the same.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    /// The terms, each with how much it counts.
    pub terms: Vec<(String, f32)>,
    /// Its place among the words of the query; none for one that only counts.
    pub place: Option<u32>,
    /// How much it counts against others.
    pub share: f32,
}

impl Wanted {
    /// A single term, wherever it stands.
    pub fn term(term: String, share: f32) -> Self {
        Self { terms: vec![(term, 1.0)], place: Some(0), share }
    }
}

/// Reads the words of a query.
pub struct Reader<'i> {
    /// Where terms are looked up.
    pub lexicon: &'i Lexicon,
    /// The languages of the vault, the commonest first.
    pub languages: &'i [Language],
    /// What the query is most likely written in.
    pub language: Language,
}

impl Reader<'_> {
    /// What some words look for. Stop words count only when there is nothing else.
    pub fn wanted(&self, texts: &[&str], unfinished: Unfinished) -> Vec<Wanted> {
        let mut words = Vec::new();
        for text in texts {
            tokenize::words(text, &mut |word| words.push(word));
        }
        let telling = |word: &&str| !self.language.is_stop_word(&word.to_lowercase());
        let last = words.last().copied();
        let mut kept: Vec<&str> = words.iter().copied().filter(telling).collect();
        if kept.is_empty() {
            kept = words;
        }
        let mut wanted = Vec::new();
        let mut place = 0;
        for word in kept {
            let is_last = last.is_some_and(|last| std::ptr::eq(last, word));
            let open = unfinished == Unfinished::LastWord && is_last;
            place += self.word(word, place, open, &mut wanted) + 1;
        }
        wanted
    }

    /// Adds what one word looks for; answers with the place of its last term.
    fn word(&self, word: &str, place: u32, open: bool, wanted: &mut Vec<Wanted>) -> u32 {
        if tokenize::is_run(word) {
            return run(word, place, wanted);
        }
        let mut last = 0;
        let mut groups: Vec<Wanted> = Vec::new();
        for language in self.languages {
            tokenize::forms(word, *language, &mut |term, offset| {
                let is_stem = offset == Some(0);
                last = last.max(offset.unwrap_or(0));
                let place = offset.map(|offset| place + offset);
                self.join(&mut groups, term, place, is_stem);
            });
        }
        let lower = word.to_lowercase();
        if groups.is_empty() {
            self.join(&mut groups, lower.clone(), Some(place), true);
        }
        self.guess(&lower, open, &mut groups);
        wanted.extend(groups);
        last
    }

    /// The same word in another language is the same thing that is looked for.
    fn join(&self, groups: &mut Vec<Wanted>, term: String, place: Option<u32>, is_stem: bool) {
        if groups.iter().any(|group| group.terms.iter().any(|(known, _)| *known == term)) {
            return;
        }
        let same = groups.iter_mut().find(|group| is_stem && group.place == place);
        match same {
            Some(group) => group.terms.push((term, 1.0)),
            None => {
                let share = if place.is_some() { 1.0 } else { SURFACE_SHARE };
                groups.push(Wanted { terms: vec![(term, 1.0)], place, share });
            }
        }
    }

    /// Adds what an unfinished word may become, and what an unknown one may have been.
    fn guess(&self, word: &str, open: bool, groups: &mut [Wanted]) {
        let known =
            groups.iter().flat_map(|group| &group.terms).any(|(term, _)| self.lexicon.knows(term));
        let Some(stem) = groups.iter_mut().find(|group| group.place.is_some()) else { return };
        let mut guesses = Vec::new();
        if open {
            guesses.extend(self.longer(word).into_iter().map(|term| (term, UNFINISHED)));
        }
        if !known && guesses.is_empty() {
            guesses.extend(self.nearby(word).into_iter().map(|term| (term, MISTYPED)));
        }
        for (term, weight) in guesses.into_iter().take(MOST_GUESSES) {
            let new = stem.terms.iter().all(|(known, _)| *known != term);
            if new {
                stem.terms.push((term, weight));
            }
        }
    }

    /// Terms that begin with a word, the shortest first: they are nearest to what is typed.
    fn longer(&self, word: &str) -> Vec<String> {
        let mut terms = self.lexicon.beginning(word, &|term| term.len() > word.len());
        let surface = format!("{SURFACE}{word}");
        terms.extend(self.lexicon.beginning(&surface, &|_| true));
        terms.sort_by_key(|term| (term.chars().count(), *term));
        terms.into_iter().take(MOST_GUESSES).map(str::to_owned).collect()
    }

    /// Terms that are one letter away.
    fn nearby(&self, word: &str) -> Vec<String> {
        if word.chars().nth(SHORTEST_MISTYPED - 1).is_none() {
            return Vec::new();
        }
        let near = |term: &str| is_one_away(word, term.trim_start_matches(SURFACE));
        self.lexicon.beginning("", &near).into_iter().map(str::to_owned).collect()
    }
}

/// Whether the last word may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfinished {
    /// All words are whole.
    Nothing,
    /// The last one may not be.
    LastWord,
}

fn run(run: &str, place: u32, wanted: &mut Vec<Wanted>) -> u32 {
    let mut last = 0;
    tokenize::characters(run, &mut |term, offset| {
        last = last.max(offset.unwrap_or(0));
        let place = offset.map(|offset| place + offset);
        wanted.push(Wanted { terms: vec![(term.to_owned(), 1.0)], place, share: 1.0 });
    });
    last
}

/// Whether a term differs from a word by one letter more, less, other, or by two that changed
/// places.
fn is_one_away(word: &str, term: &str) -> bool {
    // One letter takes four bytes at the most, and cannot change both ends: nearly all terms are
    // told apart by this alone.
    let (from, to) = (word.as_bytes(), term.as_bytes());
    let ends_differ = from.first() != to.first() && from.last() != to.last();
    if ends_differ || word.len().abs_diff(term.len()) > 4 {
        return false;
    }
    let same = word.chars().zip(term.chars()).take_while(|(a, b)| a == b);
    let shared: usize = same.map(|(letter, _)| letter.len_utf8()).sum();
    let word = word.get(shared..).unwrap_or_default();
    let term = term.get(shared..).unwrap_or_default();
    let (word_rest, term_rest) = (behind_first(word), behind_first(term));
    let swapped = || {
        let first_two = |text: &str| (text.chars().next(), text.chars().nth(1));
        let (a, b) = first_two(word);
        first_two(term) == (b, a) && behind_first(word_rest) == behind_first(term_rest)
    };
    word_rest == term_rest || word == term_rest || word_rest == term || swapped()
}

fn behind_first(text: &str) -> &str {
    let mut letters = text.chars();
    letters.next();
    letters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_letter_is_told_from_two() {
        let check = |word: &str, term: &str, expected: bool| {
            assert_eq!(is_one_away(word, term), expected, "{word} {term}");
        };
        check("coffe", "coffee", true);
        check("cofee", "coffee", true);
        check("coffee", "cofefe", true);
        check("coffee", "koffee", true);
        check("coffee", "coffees", true);
        check("coffee", "cofees", false);
        check("coffee", "office", false);
        check("coffee", "coffei", true);
        check("coffee", "ocffee", true);
        check("каше", "каша", true);
        check("каше", "каши", true);
        check("каше", "рашу", false);
    }
}
