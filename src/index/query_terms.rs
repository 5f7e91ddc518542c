//! A query as the terms to look up: each word in the languages of the vault, in its stem and as it
//! is written, with what it may have been meant to be where nothing of that name is known.

use crate::index::catalogue::Catalogue;
use crate::index::language::Language;
use crate::index::normalize::lower;
use crate::index::term_dictionary::Lexicon;
use crate::index::tokenize::{self, SURFACE};

/// How much a word exactly as it is written counts beside its stem: enough to put the note first
/// that names the thing, too little to bury one that bends the word.
const SURFACE_SHARE: f32 = 0.1;
/// A list longer than one byte for so many notes is one of a common word.
const COMMON_SHARE: usize = 16;
const FEWEST_COMMON: usize = 100;
/// How much the end of a word that was not typed yet takes from its weight.
const UNFINISHED: f32 = 0.5;
/// How much a mistyped letter takes.
const MISTYPED: f32 = 0.5;
/// Words that an unfinished or mistyped one may stand for: the more, the less each tells.
const MOST_GUESSES: usize = 40;
/// Words that a query is read up to: each unknown one is compared with every term of the vault.
pub const MOST_WORDS: usize = 64;
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
    /// Which notes are there: what only stands in others is not known.
    pub catalogue: &'i Catalogue,
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
        let telling = |word: &&str| !self.language.is_stop_word(&lower(word));
        let last = words.last().copied();
        let mut kept: Vec<&str> = words.iter().copied().filter(telling).collect();
        if kept.is_empty() {
            kept = words;
        }
        let mut wanted = Vec::new();
        let mut place = 0;
        for word in kept {
            let is_last = last.is_some_and(|last| std::ptr::eq(last, word));
            let guessed = match unfinished {
                Unfinished::LastWord if !is_last => Unfinished::Nothing,
                _ => unfinished,
            };
            let left = MOST_WORDS.saturating_sub(place as usize);
            if left == 0 {
                break;
            }
            place += self.word(word, place, guessed, left, &mut wanted);
        }
        wanted
    }

    /// Adds what one word looks for; answers with how many places it takes.
    fn word(
        &self,
        word: &str,
        place: u32,
        unfinished: Unfinished,
        left: usize,
        wanted: &mut Vec<Wanted>,
    ) -> u32 {
        if tokenize::is_run(word) {
            return run(word, place, left, wanted);
        }
        let mut groups: Vec<Wanted> = Vec::new();
        for language in self.languages {
            tokenize::whole_forms(word, *language, &mut |term, offset| {
                join(&mut groups, term, offset.map(|offset| place + offset));
            });
        }
        groups.retain(|group| group.place.is_some() || !self.is_common(group));
        // An identifier that is known is what is looked for; its parts stand everywhere.
        let known = self.knows_any(&groups);
        let mut parts: Vec<Wanted> = Vec::new();
        let mut places = 1;
        for language in self.languages {
            places = tokenize::part_forms(word, *language, &mut |term, offset| {
                join(&mut parts, term, offset.map(|offset| place + offset));
            });
        }
        if !known {
            groups.extend(parts);
        }
        let lower = lower(word);
        if groups.is_empty() {
            join(&mut groups, lower.clone(), Some(place));
        }
        self.guess(&lower, unfinished, &mut groups);
        wanted.extend(groups);
        places
    }

    /// Adds what an unfinished word may become, and what an unknown one may have been.
    fn guess(&self, word: &str, unfinished: Unfinished, groups: &mut [Wanted]) {
        if unfinished == Unfinished::Exactly {
            return;
        }
        let known = self.knows_any(groups);
        let Some(stem) = groups.iter_mut().find(|group| group.place.is_some()) else { return };
        let mut guesses = Vec::new();
        if unfinished == Unfinished::LastWord {
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

    /// Whether a word stands, as it is written, in so many notes that it tells next to nothing
    /// beside its stem and only takes time.
    fn is_common(&self, group: &Wanted) -> bool {
        let bytes = |(term, _): &(String, f32)| {
            self.lexicon.lists(term).map(<[u8]>::len).iter().sum::<usize>()
        };
        group.terms.iter().map(bytes).sum::<usize>()
            > FEWEST_COMMON.max(self.catalogue.len() / COMMON_SHARE)
    }

    fn knows_any(&self, groups: &[Wanted]) -> bool {
        groups.iter().flat_map(|group| &group.terms).any(|(term, _)| self.knows(term))
    }

    /// Whether a term stands in a note that is there: what was mistyped and corrected is forgotten.
    fn knows(&self, term: &str) -> bool {
        self.lexicon.find(term).any(|entry| self.catalogue.length(entry.note).is_some())
    }

    /// Terms that begin with a word, the shortest first: they are nearest to what is typed.
    fn longer(&self, word: &str) -> Vec<String> {
        let mut terms = self.lexicon.beginning(word, &|term| term.len() > word.len());
        let surface = format!("{SURFACE}{word}");
        terms.extend(self.lexicon.beginning(&surface, &|_| true));
        terms.sort_by_key(|term| (term.chars().count(), *term));
        let known = terms.into_iter().filter(|term| self.knows(term));
        known.take(MOST_GUESSES).map(str::to_owned).collect()
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

/// Adds a term. The same word in another language, or without its marks, is the same thing that is
/// looked for; as it is written it only counts.
fn join(groups: &mut Vec<Wanted>, term: String, place: Option<u32>) {
    if groups.iter().any(|group| group.terms.iter().any(|(known, _)| *known == term)) {
        return;
    }
    match groups.iter_mut().find(|group| place.is_some() && group.place == place) {
        Some(group) => group.terms.push((term, 1.0)),
        None => {
            let share = if place.is_some() { 1.0 } else { SURFACE_SHARE };
            groups.push(Wanted { terms: vec![(term, 1.0)], place, share });
        }
    }
}

/// Whether the last word may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfinished {
    /// All words are whole, and meant as they are: nothing is guessed.
    Exactly,
    /// All words are whole.
    Nothing,
    /// The last one may not be.
    LastWord,
}

/// Adds what a run looks for, as far as places are left; answers with how many it takes.
fn run(run: &str, place: u32, left: usize, wanted: &mut Vec<Wanted>) -> u32 {
    let end = run.char_indices().nth(left).map_or(run.len(), |(at, _)| at);
    tokenize::characters(run.get(..end).unwrap_or_default(), &mut |term, offset| {
        let place = offset.map(|offset| place + offset);
        wanted.push(Wanted { terms: vec![(term.to_owned(), 1.0)], place, share: 1.0 });
    })
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
    use crate::index::{Index, Query};
    use crate::note::NotePath;

    fn path(text: &str) -> NotePath {
        NotePath::parse(&format!("{text}.md")).unwrap()
    }

    fn index(notes: &[(&str, &str)]) -> Index {
        let mut index = Index::default();
        for (name, text) in notes {
            index.upsert(&path(name), text, 1);
        }
        index
    }

    /// The notes that are found, by name.
    fn found(index: &Index, text: &str, typing: bool) -> String {
        let query = Query { text: text.into(), typing, ..Query::default() };
        let hits = index.search(&query);
        hits.iter().map(|hit| hit.path.title()).collect::<Vec<_>>().join(" ")
    }

    fn check(index: &Index, query: &str, expected: &str) {
        assert_eq!(found(index, query, false), expected, "{query}");
    }

    #[test]
    fn a_run_takes_as_many_places_in_a_query_as_in_a_note() {
        let index = index(&[("a", "机器学习 model 水 cup"), ("b", "model 机器学习 cup 水")]);
        check(&index, "\"机器学习 model\"", "a");
        check(&index, "\"model 机器学习 cup\"", "b");
        check(&index, "\"水 cup\"", "a");
    }

    #[test]
    fn parts_of_words_are_found() {
        let index = index(&[
            ("a", "L'arbre est dans la forêt, l’économie non"),
            ("b", "È nel fiume, dell'acqua che non è più"),
            ("c", "the XMLHttpRequest of a user's café"),
            ("d", "Python에서 코드를"),
        ]);
        check(&index, "arbre", "a");
        check(&index, "\"arbre foret\"", "a");
        check(&index, "economie", "a");
        check(&index, "acqua", "b");
        check(&index, "\"fiume dell'acqua\"", "b");
        check(&index, "http", "c");
        check(&index, "user", "c");
        check(&index, "cafe\u{301}", "c");
        check(&index, "python", "d");
    }

    #[test]
    fn a_bent_word_is_found_in_the_language_of_its_note() {
        let index = index(&[
            ("sv", "Jag gick ut i skogen för att se vad som hade hänt."),
            ("da", "Jeg tog ud for at se, hvad der var blevet af husene."),
            ("fi", "Hän ei ole nyt talossa, mutta se on vielä auki."),
            ("tr", "Bu evler çok eski ve bir daha yapılmaz."),
            ("el", "Οι δρόμους είναι από το χωριό."),
        ]);
        check(&index, "skog", "sv");
        check(&index, "hus", "da");
        check(&index, "talo", "fi");
        check(&index, "ev", "tr");
        check(&index, "δρομος", "el");
    }

    #[test]
    fn what_must_not_stand_there_is_never_guessed() {
        let index = index(&[("a", "apple and pear"), ("b", "apple and pears and nuts")]);
        check(&index, "apple -pearl", "a b");
        check(&index, "apple -pear", "");
        check(&index, "apple -nut", "a");
    }

    #[test]
    fn a_word_that_was_corrected_is_unknown_again() {
        let mut index = index(&[("a", "soft watre"), ("b", "hard water")]);
        check(&index, "watre", "a");
        index.upsert(&path("a"), "soft tea", 2);
        check(&index, "watre", "b");
        assert_eq!(found(&index, "watr", true), "b");
        assert_eq!(found(&index, "watre", true), "b");
    }

    #[test]
    fn a_query_is_read_up_to_a_number_of_words() {
        let index = index(&[("a", "word one"), ("b", "字")]);
        let unknown = |number: usize| format!("{}word", "xyz ".repeat(number));
        check(&index, &unknown(MOST_WORDS - 1), "a");
        check(&index, &unknown(MOST_WORDS), "");
        check(&index, &format!("\"{}\"", unknown(MOST_WORDS)), "");
        check(&index, &format!("{}字", "水".repeat(MOST_WORDS - 1)), "b");
        check(&index, &format!("{}字", "水".repeat(MOST_WORDS)), "");
        check(&index, &format!("{}-word", "one ".repeat(MOST_WORDS * 2)), "");
    }

    #[test]
    fn what_an_unfinished_word_finds_is_marked() {
        let index = index(&[("a", "he is running home")]);
        let query = Query { text: "runnin".into(), typing: true, ..Query::default() };
        let marks = index.wording(&query).marks("he is running home", Language::English);
        assert_eq!(marks.first(), Some(&(6..13)));
    }

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
