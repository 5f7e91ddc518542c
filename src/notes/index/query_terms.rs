//! Converts the words of a query into search terms: each word in all languages of the vault, both
//! as its stem and as written. Adds likely completions of an incomplete word, and similar terms for
//! a word that does not occur in the vault.

use crate::language::{EXACT_FORM_PREFIX, Language, lowercase, tokenize};
use crate::notes::index::note_table::NoteTable;
use crate::notes::index::term_dictionary::TermDictionary;

/// Weight of the exact form of a word, relative to its stem. Enough to rank notes with the exact
/// form first, too little to push down notes with another inflection.
const EXACT_FORM_WEIGHT: f32 = 0.1;

/// An exact form is too common to be searched for if its postings take more than one byte per this
/// many notes of the vault.
const NOTES_PER_ALLOWED_POSTING_BYTE: usize = 16;

/// An exact form whose postings have at most this many bytes is never too common to be searched
/// for, even in a small vault.
const MIN_COMMON_FORM_POSTING_BYTES: usize = 100;

/// Weight of a completion of an incomplete word. The typed word itself has weight 1.
const COMPLETION_WEIGHT: f32 = 0.5;

/// Weight of a term that differs from the typed word by one edit. The typed word itself has weight
/// 1.
const TYPO_CORRECTION_WEIGHT: f32 = 0.5;

/// Maximum number of completions or similar terms for a word; others are ignored. With more of
/// them, each would say little about the query.
const MAX_GUESSED_TERMS_PER_WORD: usize = 40;

/// Maximum number of words of a query; the words after them are ignored. The limit keeps searches
/// fast, because each unknown word is compared with every term of the vault.
pub const MAX_QUERY_WORDS: usize = 64;

/// Minimum length in characters of a word whose typos are corrected. Shorter words have too many
/// similar terms.
const MIN_CORRECTED_WORD_CHARACTERS: usize = 4;

/// A term to look up in the index, and how much a match of it counts.
#[derive(Debug, Clone, PartialEq)]
pub struct WeightedTerm {
    /// The term as the index stores it, for example the stem of a word.
    pub term: String,
    /// How much a match of the term counts.
    pub weight: f32,
}

/// One term of a query with its alternatives: forms of the same word, such as the form without
/// diacritics, that count as the same term.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryTerm {
    /// The terms to search for. A note with any one of them is a match.
    pub alternatives: Vec<WeightedTerm>,
    /// Position of the term in the query; `None` for a term that adds to the score but cannot match
    /// in a phrase.
    pub query_position: Option<u32>,
    /// How much the term counts, relative to the other terms of the query.
    pub weight: f32,
}

impl QueryTerm {
    /// Creates a query term without alternatives.
    pub fn from_single_term(term: WeightedTerm) -> Self {
        Self {
            alternatives: vec![full_weight_term(term.term)],
            query_position: Some(0),
            weight: term.weight,
        }
    }

    fn has_alternative(&self, term: &str) -> bool {
        self.alternatives.iter().any(|alternative| alternative.term == term)
    }
}

/// A term that counts as much as the word that the user typed.
fn full_weight_term(term: String) -> WeightedTerm {
    WeightedTerm { term, weight: 1.0 }
}

/// Which guessed terms (corrections of typos, completions) are added to a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TermGuessing {
    /// No guessed terms: words match only as they are typed.
    None,
    /// Corrections: similar terms for words that do not occur in the vault.
    Typos,
    /// Corrections, and completions of the last word, because the user is still typing it.
    LastWord,
}

/// Converts the words of a query into query terms.
pub struct QueryAnalyzer<'i> {
    /// All terms of the vault, in which the words of the query are looked up.
    pub dictionary: &'i TermDictionary,
    /// The notes that still exist: a term that occurs only in removed notes is unknown.
    pub note_table: &'i NoteTable,
    /// The languages of the vault, most frequent first.
    pub vault_languages: &'i [Language],
    /// The language in which the query is most likely written.
    pub query_language: Language,
}

/// The terms into which one word of a query is converted.
struct QueryWordTerms {
    terms: Vec<QueryTerm>,
    /// Number of positions that the word takes in the query: more than one if it has several parts.
    position_count: u32,
}

impl QueryAnalyzer<'_> {
    /// Returns the query terms of the words in `texts`. Leaves out stop words, unless the texts
    /// have no other words.
    pub fn analyze(&self, texts: &[&str], guessing: TermGuessing) -> Vec<QueryTerm> {
        let mut words = Vec::new();
        for text in texts {
            tokenize::for_each_word(text, &mut |word| words.push(word));
        }
        let is_content = |word: &&str| !self.query_language.is_stop_word(&lowercase(word));
        let last = words.last().copied();
        let mut searched: Vec<&str> = words.iter().copied().filter(is_content).collect();
        if searched.is_empty() {
            searched = words;
        }
        let mut terms = Vec::new();
        let mut position = 0;
        for word in searched {
            let is_last = last.is_some_and(|last| std::ptr::eq(last, word));
            let word_guessing = match guessing {
                TermGuessing::LastWord if !is_last => TermGuessing::Typos,
                _ => guessing,
            };
            let remaining = MAX_QUERY_WORDS.saturating_sub(position as usize);
            if remaining == 0 {
                break;
            }
            let word_terms = if tokenize::is_in_unspaced_script(word) {
                unspaced_text_terms(word, position, remaining)
            } else {
                self.query_word_terms(word, position, word_guessing)
            };
            terms.extend(word_terms.terms);
            position += word_terms.position_count;
        }
        terms
    }

    fn query_word_terms(
        &self,
        word: &str,
        position: u32,
        guessing: TermGuessing,
    ) -> QueryWordTerms {
        let mut terms: Vec<QueryTerm> = Vec::new();
        for language in self.vault_languages {
            tokenize::for_each_whole_word_term(word, *language, &mut |term, offset| {
                add_or_merge_term(&mut terms, term, offset.map(|offset| position + offset));
            });
        }
        terms.retain(|term| term.query_position.is_some() || !self.is_common_exact_form(term));
        // If an identifier such as `camelCase` occurs in the vault as a whole, its parts are not
        // searched for, because they are too common.
        let is_known = self.any_occurs_in_notes(&terms);
        let mut parts: Vec<QueryTerm> = Vec::new();
        let mut width = 1;
        for language in self.vault_languages {
            width = tokenize::for_each_word_part_term(word, *language, &mut |term, offset| {
                add_or_merge_term(&mut parts, term, offset.map(|offset| position + offset));
            });
        }
        if !is_known {
            terms.extend(parts);
        }
        let lower = lowercase(word);
        if terms.is_empty() {
            add_or_merge_term(&mut terms, lower.clone(), Some(position));
        }
        self.add_guessed_terms(&lower, guessing, &mut terms);
        QueryWordTerms { terms, position_count: width }
    }

    /// Adds completions of an incomplete word, and similar terms for an unknown word.
    fn add_guessed_terms(&self, word: &str, guessing: TermGuessing, terms: &mut [QueryTerm]) {
        if guessing == TermGuessing::None {
            return;
        }
        let is_known = self.any_occurs_in_notes(terms);
        let Some(stem) = terms.iter_mut().find(|term| term.query_position.is_some()) else {
            return;
        };
        let (mut guesses, mut weight) = (Vec::new(), COMPLETION_WEIGHT);
        if guessing == TermGuessing::LastWord {
            guesses = self.completions(word);
        }
        if !is_known && guesses.is_empty() {
            (guesses, weight) = (self.similar_terms(word), TYPO_CORRECTION_WEIGHT);
        }
        for term in guesses.into_iter().take(MAX_GUESSED_TERMS_PER_WORD) {
            if !stem.has_alternative(&term) {
                stem.alternatives.push(WeightedTerm { term, weight });
            }
        }
    }

    /// Whether an exact form occurs in so many notes that searching for it costs time and improves
    /// nothing.
    fn is_common_exact_form(&self, term: &QueryTerm) -> bool {
        let bytes = |alternative: &WeightedTerm| {
            self.dictionary
                .stored_and_added_postings(&alternative.term)
                .map(<[u8]>::len)
                .iter()
                .sum::<usize>()
        };
        term.alternatives.iter().map(bytes).sum::<usize>()
            > MIN_COMMON_FORM_POSTING_BYTES
                .max(self.note_table.len() / NOTES_PER_ALLOWED_POSTING_BYTE)
    }

    /// Whether any of these terms occurs in a note that still exists.
    fn any_occurs_in_notes(&self, terms: &[QueryTerm]) -> bool {
        let mut alternatives = terms.iter().flat_map(|term| &term.alternatives);
        alternatives.any(|alternative| self.occurs_in_notes(&alternative.term))
    }

    /// Whether a term occurs in a note that still exists.
    fn occurs_in_notes(&self, term: &str) -> bool {
        self.dictionary
            .postings(term)
            .any(|posting| self.note_table.note_word_count(posting.note).is_some())
    }

    /// The terms of the vault that start with a word, shortest first, because these are closest to
    /// the typed word.
    fn completions(&self, word: &str) -> Vec<String> {
        let mut terms = self.dictionary.terms_with_prefix(word, &|term| term.len() > word.len());
        let exact_form = format!("{EXACT_FORM_PREFIX}{word}");
        terms.extend(self.dictionary.terms_with_prefix(&exact_form, &|_| true));
        terms.sort_by_key(|term| (term.chars().count(), *term));
        let known = terms.into_iter().filter(|term| self.occurs_in_notes(term));
        known.take(MAX_GUESSED_TERMS_PER_WORD).map(str::to_owned).collect()
    }

    /// The terms of the vault that differ from a word by one letter.
    fn similar_terms(&self, word: &str) -> Vec<String> {
        if word.chars().nth(MIN_CORRECTED_WORD_CHARACTERS - 1).is_none() {
            return Vec::new();
        }
        let is_similar = |term: &str| is_one_edit_away(word, trim_exact_form_prefix(term));
        self.dictionary.terms_with_prefix("", &is_similar).into_iter().map(str::to_owned).collect()
    }
}

fn trim_exact_form_prefix(term: &str) -> &str {
    term.trim_start_matches(EXACT_FORM_PREFIX)
}

/// Adds a term to the terms of a word. Forms with the same position (from another language, or
/// without diacritics) become alternatives of one query term. A form without a position becomes a
/// query term that only adds to the score.
fn add_or_merge_term(terms: &mut Vec<QueryTerm>, term: String, position: Option<u32>) {
    if terms.iter().any(|known| known.has_alternative(&term)) {
        return;
    }
    match terms.iter_mut().find(|known| position.is_some() && known.query_position == position) {
        Some(known) => known.alternatives.push(full_weight_term(term)),
        None => {
            let weight = if position.is_some() { 1.0 } else { EXACT_FORM_WEIGHT };
            terms.push(QueryTerm {
                alternatives: vec![full_weight_term(term)],
                query_position: position,
                weight,
            });
        }
    }
}

/// The terms of text in a script without spaces, cut off after `max_characters` characters.
fn unspaced_text_terms(text: &str, position: u32, max_characters: usize) -> QueryWordTerms {
    let end = text.char_indices().nth(max_characters).map_or(text.len(), |(at, _)| at);
    let mut terms = Vec::new();
    let run = text.get(..end).unwrap_or_default();
    let width = tokenize::for_each_character_ngram(run, &mut |term, offset| {
        let position = offset.map(|offset| position + offset);
        let alternatives = vec![full_weight_term(term.to_owned())];
        terms.push(QueryTerm { alternatives, query_position: position, weight: 1.0 });
    });
    QueryWordTerms { terms, position_count: width }
}

/// Whether a term differs from a word by one added, missing or replaced letter, or by two swapped
/// neighbouring letters.
fn is_one_edit_away(word: &str, term: &str) -> bool {
    // This quick check rules out nearly all terms: one edit changes the length by at most four
    // bytes, the size of the largest character, and cannot change both the first and the last byte.
    let (from, to) = (word.as_bytes(), term.as_bytes());
    let ends_differ = from.first() != to.first() && from.last() != to.last();
    if ends_differ || word.len().abs_diff(term.len()) > 4 {
        return false;
    }
    let same = word.chars().zip(term.chars()).take_while(|(a, b)| a == b);
    let shared: usize = same.map(|(letter, _)| letter.len_utf8()).sum();
    let word = word.get(shared..).unwrap_or_default();
    let term = term.get(shared..).unwrap_or_default();
    let (word_rest, term_rest) = (without_first_char(word), without_first_char(term));
    let is_swapped = || {
        let first_two = |text: &str| (text.chars().next(), text.chars().nth(1));
        let (a, b) = first_two(word);
        first_two(term) == (b, a) && without_first_char(word_rest) == without_first_char(term_rest)
    };
    word_rest == term_rest || word == term_rest || word_rest == term || is_swapped()
}

/// The text after its first character.
fn without_first_char(text: &str) -> &str {
    let mut letters = text.chars();
    letters.next();
    letters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notes::index::query::Query;
    use crate::notes::index::vault_index::VaultIndex;
    use crate::notes::note::NotePath;

    fn path(text: &str) -> NotePath {
        NotePath::parse(&format!("{text}.md")).unwrap()
    }

    fn index(notes: &[(&str, &str)]) -> VaultIndex {
        let mut index = VaultIndex::default();
        for (name, text) in notes {
            index.upsert(&path(name), text, 1);
        }
        index
    }

    /// Returns the titles of the notes that match a query.
    fn found(index: &VaultIndex, text: &str, typing: bool) -> String {
        let query = Query { text: text.into(), is_typing: typing, ..Query::default() };
        let hits = index.search(&query);
        hits.iter().map(|hit| hit.path.title()).collect::<Vec<_>>().join(" ")
    }

    fn check(index: &VaultIndex, query: &str, expected: &str) {
        assert_eq!(found(index, query, false), expected, "{query}");
    }

    #[test]
    fn an_unspaced_run_has_the_same_width_in_a_query_and_in_a_note() {
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
    fn an_inflected_word_is_found_in_the_language_of_its_note() {
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
    fn excluded_words_are_never_guessed() {
        let index = index(&[("a", "apple and pear"), ("b", "apple and pears and nuts")]);
        check(&index, "apple -pearl", "a b");
        check(&index, "apple -pear", "");
        check(&index, "apple -nut", "a");
    }

    #[test]
    fn a_word_of_removed_notes_only_is_unknown_again() {
        let mut index = index(&[("a", "soft watre"), ("b", "hard water")]);
        check(&index, "watre", "a");
        index.upsert(&path("a"), "soft tea", 2);
        check(&index, "watre", "b");
        assert_eq!(found(&index, "watr", true), "b");
        assert_eq!(found(&index, "watre", true), "b");
    }

    #[test]
    fn the_number_of_words_of_a_query_is_limited() {
        let index = index(&[("a", "word one"), ("b", "字")]);
        let unknown = |number: usize| format!("{}word", "xyz ".repeat(number));
        check(&index, &unknown(MAX_QUERY_WORDS - 1), "a");
        check(&index, &unknown(MAX_QUERY_WORDS), "");
        check(&index, &format!("\"{}\"", unknown(MAX_QUERY_WORDS)), "");
        check(&index, &format!("{}字", "水".repeat(MAX_QUERY_WORDS - 1)), "b");
        check(&index, &format!("{}字", "水".repeat(MAX_QUERY_WORDS)), "");
        check(&index, &format!("{}-word", "one ".repeat(MAX_QUERY_WORDS * 2)), "");
    }

    #[test]
    fn completions_of_an_incomplete_word_are_highlighted() {
        let index = index(&[("a", "he is running home")]);
        let query = Query { text: "runnin".into(), is_typing: true, ..Query::default() };
        let marks = index.highlighter(&query).match_ranges("he is running home", Language::English);
        assert_eq!(marks.first(), Some(&(6..13)));
    }

    #[test]
    fn one_edit_is_distinguished_from_two() {
        let check = |word: &str, term: &str, expected: bool| {
            assert_eq!(is_one_edit_away(word, term), expected, "{word} {term}");
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
